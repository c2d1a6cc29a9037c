//! Functions, events and types of the contract (`spec/evm.md`), as `contracts/src/HeliastRandomness.sol` has
//! them.

use alloy_primitives::{Address, B256, Bytes, FixedBytes, U64};
use alloy_sol_types::sol;
use serde::Deserialize;

sol! {
    struct Round {
        uint8 state;
        uint32 count;
        uint40 drawnAt;
        uint16 share;
        uint96 raised;
        bytes22 entropy;
        bytes25 seed;
        bytes31 claim;
    }

    #[derive(Debug, Default, PartialEq, Eq)]
    struct Claim {
        uint32 count;
        uint40 drawnAt;
        bytes22 entropy;
        uint40 claimedAt;
        address claimant;
        bytes32 mark;
        address disputer;
    }

    function request(uint32 gasLimit) external payable returns (uint256 id);
    function draw(uint256 round) external;
    function fulfil(uint256 round, bytes proof, address prover, uint256[] requests) external;
    function judge(uint256 round, Claim it, bytes proof, address prover, uint256[] requests) external;
    function claim(uint256 round, bytes22 entropy, bytes32 mark) external payable;
    function dispute(uint256 round, Claim it) external payable;
    function settle(uint256 round, Claim it, bytes25 seed, uint256[] requests) external;
    function wordOf(uint256 id) external view returns (bytes32);
    function roundAt(uint256 round) external view returns (Round);
    function isFinal(uint256 round) external view returns (bool);
    function feeOf(uint256 round) external view returns (uint256);
    function squarings() external view returns (uint64);
    function span() external view returns (uint32);
    function margin() external view returns (uint32);
    function window() external view returns (uint32);
    function price() external view returns (uint96);
    function bond() external view returns (uint96);

    event Requested(uint256 indexed request, address indexed consumer, uint256 round, uint256 gasLimit, uint256 tip);
    event Drawn(uint256 indexed round, bytes22 entropy, uint256 requests);
    event Claimed(uint256 indexed round, address indexed claimant, bytes32 mark);
    event Disputed(uint256 indexed round, address indexed disputer);
}

impl Claim {
    /// The last block in which the claim can be disputed and cannot be settled yet; `window` is a window's
    /// length in blocks.
    pub fn last(&self, window: u64) -> u64 {
        self.claimedAt.to::<u64>().saturating_add(window)
    }
}

/// The entropy of a round.
pub type Entropy = FixedBytes<22>;
/// The first 25 bytes of the hash of an output.
pub type Seed = FixedBytes<25>;

/// The states of a round, by their numbers.
pub mod state {
    /// The round takes requests, or waits for its entropy.
    pub const OPEN: u8 = 0;
    /// The round has its entropy.
    pub const DRAWN: u8 = 1;
    /// The round has an output without a proof.
    pub const CLAIMED: u8 = 2;
    /// The round waits for a proof.
    pub const DISPUTED: u8 = 3;
    /// The round has its output.
    pub const FINAL: u8 = 4;
}

/// An entry of a contract's log.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Log {
    pub(crate) address: Address,
    pub(crate) topics: Vec<B256>,
    pub(crate) data: Bytes,
    pub(crate) block_number: Option<U64>,
}
