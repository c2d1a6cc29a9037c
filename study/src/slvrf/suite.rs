//! The suites, and the constants that are made once for each of them.

use super::BLOCK_BYTES;
use crate::{
    kkw::{Instance, Profile},
    lowmc::Parameters,
};
use alloc::boxed::Box;
use core::ops::RangeInclusive;
use once_cell::race::OnceBox;

/// A set of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Suite {
    /// `sl-vrf-paper`: 4 rounds, as in the paper. **For research only**: see the [module](super).
    Paper,
    /// `sl-vrf-13`: 13 rounds.
    Thirteen,
}

const PAPER: Profile = Profile::two_blocks(Suite::Paper.id(), Parameters::N192R4);
const THIRTEEN: Profile = Profile::two_blocks(Suite::Thirteen.id(), Parameters::N192R13);

impl Suite {
    /// All suites.
    pub const ALL: [Suite; 2] = [Suite::Paper, Suite::Thirteen];

    /// Returns q, the suite's byte on the wire and in every hash.
    pub const fn id(self) -> u8 {
        match self {
            Suite::Paper => 0x31,
            Suite::Thirteen => 0x32,
        }
    }

    /// Returns the suite with this byte.
    pub fn from_id(id: u8) -> Option<Suite> {
        Suite::ALL.into_iter().find(|suite| suite.id() == id)
    }

    /// Returns the name for people and files.
    pub const fn name(self) -> &'static str {
        match self {
            Suite::Paper => "sl-vrf-paper",
            Suite::Thirteen => "sl-vrf-13",
        }
    }

    /// Returns the least and the greatest number of bytes of a proof. The number depends on the proof's
    /// challenge; the averages of the suites are 37,109 and 80,633.
    pub const fn proof_len(self) -> RangeInclusive<usize> {
        let range = self.profile().proof_range();
        BLOCK_BYTES + *range.start()..=BLOCK_BYTES + *range.end()
    }

    /// Returns the number of outputs of one key that may be published; `None` if there is no such limit.
    ///
    /// For 4 rounds, the designers' formula permits eight known pairs, one of which is in the public key.
    pub const fn output_limit(self) -> Option<u32> {
        match self {
            Suite::Paper => Some(7),
            Suite::Thirteen => None,
        }
    }

    pub(super) const fn profile(self) -> &'static Profile {
        match self {
            Suite::Paper => &PAPER,
            Suite::Thirteen => &THIRTEEN,
        }
    }

    /// Returns the cipher, which is made when it is first needed.
    pub(super) fn instance(self) -> &'static Instance {
        static INSTANCES: [OnceBox<Instance>; Suite::ALL.len()] =
            [const { OnceBox::new() }; Suite::ALL.len()];
        INSTANCES[self as usize].get_or_init(|| Box::new(Instance::new(self.profile().cipher)))
    }
}
