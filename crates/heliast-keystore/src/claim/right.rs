//! The right to use the secrets of a directory, which the directory has, or takes over after all other
//! checks.

use super::{Claim, Prepared, Unclaimed};
use std::fmt;

/// The right to use the secrets of a directory, now or after all other checks.
pub enum Right {
    /// The directory already has it.
    Had(Claim),
    /// The directory will take it over; the chain ends with this round.
    ToTake(Prepared, u64),
}

/// The record of the last round is lowered: the chain in the directory ends before rounds that were made with
/// the same secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetBack {
    /// The last round that was made.
    pub made: u64,
    /// The last round of the chain.
    pub last: u64,
}

impl Right {
    /// Takes the right, and returns whether this lowers the record of the last round. All checks must be made
    /// before: from here on no other directory has the secrets.
    ///
    /// # Errors
    /// Those of [`Prepared::take`].
    pub fn take(self) -> Result<(Claim, Option<SetBack>), Unclaimed> {
        match self {
            Right::Had(claim) => Ok((claim, None)),
            Right::ToTake(prepared, last) => {
                let set_back = SetBack::of(&prepared, last);
                Ok((prepared.take(last)?, set_back))
            }
        }
    }
}

impl SetBack {
    /// The record that is lowered if secrets are taken over after the round `last`; `None` if no record is
    /// lowered.
    pub fn of(prepared: &Prepared, last: u64) -> Option<SetBack> {
        prepared.made().filter(|made| *made > last).map(|made| SetBack { made, last })
    }
}

impl fmt::Display for SetBack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SetBack { made, last } = self;
        write!(f, "the record of the last round goes down from {made} to {last}: ")?;
        match made - last {
            1 => write!(f, "anybody who saw round {made} sees a fork"),
            _ => write!(f, "anybody who saw rounds {} to {made} sees a fork", last + 1),
        }
    }
}
