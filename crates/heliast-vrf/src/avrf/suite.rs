//! The suites.

use super::parameters::{Parameters, Shape};
use core::ops::RangeInclusive;

/// A-VRF's two suites. They have the same form of keys, the same security and the same statement, with short
/// proofs or fast ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Suite {
    /// `a-vrf-small`: proofs of 7,970 bytes, with FAEST-128s's parameters.
    Small,
    /// `a-vrf-fast`: proofs of 10,948 bytes, with FAEST-128f's parameters, in about a sixth of the time.
    Fast,
}

/// The number of blocks of the statement: two in the public key, two in the output.
pub(super) const PAIRS: usize = 4;
/// Bytes of y, which precedes π.
pub(super) const Y_BYTES: usize = 32;

impl Suite {
    /// Both suites.
    pub const ALL: [Suite; 2] = [Suite::Small, Suite::Fast];

    /// The suite's byte in keys and hashes.
    pub const fn id(self) -> u8 {
        match self {
            Suite::Small => 0x41,
            Suite::Fast => 0x42,
        }
    }

    /// The suite of a byte.
    pub fn from_id(id: u8) -> Option<Suite> {
        Suite::ALL.into_iter().find(|suite| suite.id() == id)
    }

    /// The suite's name.
    pub const fn name(self) -> &'static str {
        match self {
            Suite::Small => "a-vrf-small",
            Suite::Fast => "a-vrf-fast",
        }
    }

    /// Bytes of a proof: y, then π. The length is always the same.
    pub const fn proof_len(self) -> RangeInclusive<usize> {
        let bytes = Y_BYTES + self.shape().proof();
        bytes..=bytes
    }

    pub(super) const fn shape(self) -> Shape {
        let parameters = match self {
            Suite::Small => &Parameters::SMALL,
            Suite::Fast => &Parameters::FAST,
        };
        Shape { parameters, pairs: PAIRS }
    }
}
