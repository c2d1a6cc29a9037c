//! The reasons why verification ends early, or why an epoch proof is not used.

use crate::{epoch::EpochError, invalid::Invalid, wire::Malformed};
use std::ops::RangeInclusive;

/// The reason why rounds are not accepted: the first defect in the order of the rounds. All before it hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error<E> {
    /// The source failed.
    #[error("{0}")]
    Source(E),
    /// The source leaves out rounds.
    #[error("round {expected} is missing: what follows is kept as round {found}")]
    Gap {
        /// The round that is due.
        expected: u64,
        /// The round with which the source continues.
        found: u64,
    },
    /// The source ends before the last round that it promised.
    #[error("round {0} is missing")]
    Missing(u64),
    /// The bytes of a round are malformed.
    #[error("round {round}: {reason}")]
    Malformed {
        /// The round that is due.
        round: u64,
        /// The defect.
        reason: Malformed,
    },
    /// A round's claim is false.
    #[error("round {round}: {reason}")]
    Invalid {
        /// The round that is due.
        round: u64,
        /// The defect.
        reason: Invalid,
    },
    /// The caller asked to stop. Nothing is wrong with any round so far.
    #[error("verification was stopped before round {0} was accepted")]
    Stopped(u64),
}

/// The reason why an epoch proof is not used. The rounds may be valid: their own proofs decide.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unused {
    /// The rounds of the epoch exceed [`held_bytes`](super::Options::held_bytes).
    #[error("the epoch from round {first} on is too large to be held")]
    TooLarge {
        /// The first round of the epoch.
        first: u64,
    },
    /// The bytes are not an epoch proof.
    #[error("the epoch proof before round {before} is malformed: {reason}")]
    Malformed {
        /// The round before which the proof stands in the source.
        before: u64,
        /// The defect.
        reason: Malformed,
    },
    /// The proof stands before another epoch than its own.
    #[error("the epoch proof before round {before} is of rounds that begin with {first}")]
    Misplaced {
        /// The round before which the proof stands in the source.
        before: u64,
        /// The first round of its own epoch.
        first: u64,
    },
    /// The proof does not hold for these rounds.
    #[error("the epoch proof of rounds {} to {} does not hold: {reason}", .rounds.start(), .rounds.end())]
    False {
        /// The rounds of the epoch that it names.
        rounds: RangeInclusive<u64>,
        /// The defect.
        reason: EpochError,
    },
}
