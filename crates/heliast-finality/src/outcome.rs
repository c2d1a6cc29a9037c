//! The facts that verified frames show, and the reasons why other frames are refused.

use crate::Malformed;

/// The reason why a frame does not show that a network agreed on a round.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Invalid {
    /// The network file is not the one whose hash is the nonce of the chain's genesis.
    #[error("the network file is not that of this chain: the nonce of the genesis is not its hash")]
    OtherNetwork,
    /// The frame is about another chain.
    #[error("the frame is of another chain")]
    OtherChain,
    /// The frame is for a round other than the present one.
    #[error("the frame is about round {found}, not about round {expected}")]
    OtherRound {
        /// The present round.
        expected: u64,
        /// The round of the frame.
        found: u64,
    },
    /// The chain id of the engine in the signed header is that of another chain.
    #[error("the signed header is of another chain of the engine")]
    HeaderChain,
    /// The signed header's application hash does not follow from the round: the network agreed on another
    /// round, or the frame's times or state are false.
    #[error("the signed header's application hash is not that of this round")]
    HeaderRound,
    /// The signed header names another set of validators than the frame has.
    #[error("the signed header's hash of validators is not that of the frame's validators")]
    HeaderValidators,
    /// A signature is not that of its validator on this block.
    #[error("the signature of validator {0} is not one on this block")]
    Signature(usize),
    /// The signers do not have more than two thirds of the power.
    #[error("validators with {signed} of {total} power signed, which is not more than two thirds")]
    Power {
        /// The power of the signers.
        signed: u64,
        /// The power of all.
        total: u64,
    },
    /// A validator of the frame is not in the list that follows from the network file and the rounds, has
    /// another power there, or has lost its power before.
    #[error("validator {0} does not follow from the network file and the rounds, or has another power there")]
    Newcomer(usize),
    /// The frame is about a block before the last that was verified, and lacks a validator that had power
    /// later.
    #[error("the frame lacks a validator that had power at a later height")]
    Missing,
    /// The validators change with the round, and the signed header does not say so.
    #[error("the signed header's hash of the next validators is not that which follows from the rounds")]
    HeaderNextValidators,
    /// The frame's height is greater than that of the last verified block but its round is earlier, or the
    /// other way round.
    #[error("round {found} at height {height} does not fit round {last} of a block that was verified")]
    Order {
        /// The round of the frame.
        found: u64,
        /// Its height.
        height: u64,
        /// The round of the verified block with the greatest height.
        last: u64,
    },
    /// The signers do not have more than two thirds of the power among the validators that the verifier
    /// trusts.
    #[error(
        "of the validators trusted so far those with {signed} of {total} power signed, which is not more than two thirds"
    )]
    Trusted {
        /// The trusted power of the signers.
        signed: u64,
        /// The trusted power of all.
        total: u64,
    },
}

/// The reason why bytes do not show that a network agreed on a round.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FrameError {
    /// The bytes are not a frame.
    #[error("{0}")]
    Malformed(#[from] Malformed),
    /// A claim of the frame is false.
    #[error("{0}")]
    Invalid(#[from] Invalid),
}

/// The content of a verified frame about its round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// The round that the network agreed on.
    pub round: u64,
    /// The height of the engine's block that was signed.
    pub height: u64,
    /// The power of the validators that signed.
    pub power: u64,
    /// The power of all validators at that height.
    pub total: u64,
    /// The number of validators that signed.
    pub signers: usize,
    /// The number of validators in the set.
    pub validators: usize,
    /// The time of the block in which the round opened, in milliseconds since 1970.
    pub opened_ms: u64,
    /// The time of the block in which the round closed, in milliseconds since 1970.
    pub closed_ms: u64,
}

/// A block of the engine's that the network signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignedBlock {
    /// Its height.
    pub height: u64,
    /// The hash of its header.
    pub hash: [u8; 32],
}
