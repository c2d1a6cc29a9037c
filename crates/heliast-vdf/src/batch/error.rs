//! Errors of batches: the reasons why a batch is not accepted, and why a list has no proof.

use super::records::{BadRecords, Side};
use crate::{hash_to_prime::NoPrime, pietrzak, wesolowski};
use alloc::vec::Vec;
use heliast_group::{Malformed, Unsound};

/// The reason why a batch is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Invalid {
    /// The batch has no statements.
    #[error("the batch has no statements")]
    Empty,
    /// Elements of low order are known in this group, so a proof does not show that a batch is true.
    #[error(transparent)]
    Unsound(#[from] Unsound),
    /// More than [`super::MAX_STATEMENTS`].
    #[error("a batch has at most 2^40 statements, not {0}")]
    TooMany(u64),
    /// t is 0, or 2^48 or more.
    #[error("a delay takes from 1 to 2^48 - 1 squarings, not {0}")]
    Delay(u64),
    /// The bytes are not a list of statements.
    #[error(transparent)]
    Records(#[from] BadRecords),
    /// An element of the list is not a unit.
    #[error("the {} of statement {index} is not a unit: it shares a factor with the modulus",
        match .side { Side::Input => "input", Side::Output => "output" })]
    NotAUnit {
        /// The place of the statement, from 0.
        index: u64,
        /// The element of the statement.
        side: Side,
    },
    /// Bytes of the list or of a proof do not encode an element.
    #[error(transparent)]
    Element(#[from] Malformed),
    /// The rows are of fewer or more statements than the seed was made from.
    #[error("the rows are of {found} statements, and the seed of {}: a shard is missing or was taken twice",
        .expected.map_or("an unknown number".into(), |count| alloc::format!("{count}")))]
    Count {
        /// The number of statements of the seed, if it was made here.
        expected: Option<u64>,
        /// The number of statements of the rows.
        found: u64,
    },
    /// The parts of a list are out of order.
    #[error(
        "the next part of the list begins with statement {expected}, not {found}: parts come in their order"
    )]
    Order {
        /// The place of the statement that comes next.
        expected: u64,
        /// The place of the first statement of the part.
        found: u64,
    },
    /// The list and the proof have different delays.
    #[error("the list is about {expected} squarings, and the proof about {found}")]
    OtherDelay {
        /// t of the list, by its header.
        expected: u64,
        /// t of the terms under which it is to be combined.
        found: u64,
    },
    /// Terms or a proof for statements of one delay are used for statements with a delay each, or the
    /// reverse. Statements with a delay each have one proof of Wesolowski's kind, with the suite of its
    /// level.
    #[error("of list, terms and proof, some are for one delay, and others for a delay of each statement")]
    OtherKind,
    /// The proof is weaker than the verifier demands.
    #[error("the proof has a level of {found} bits, and {least} are demanded")]
    Level {
        /// The level that the verifier demands.
        least: u16,
        /// The lower one of the levels of the protocol and of the suite.
        found: u16,
    },
    /// The rows are of another protocol.
    #[error("this protocol leaves {expected} rows, not {found}")]
    Rows {
        /// The number of rows that the protocol leaves.
        expected: usize,
        /// The number of rows that were given.
        found: usize,
    },
    /// The number of proofs differs from the number of statements that the protocol leaves.
    #[error("this protocol leaves {expected} statements to be proved, not {found}")]
    Proofs {
        /// The number of statements that the protocol leaves.
        expected: usize,
        /// The number of proofs that were given.
        found: usize,
    },
    /// A proof of a combined statement is false: some statement of the list is false, or the proof was not
    /// made for this list.
    #[error("proof {index} of the batch: {reason}; a statement is false, or the proof is of another list")]
    Wesolowski {
        /// The place of the proof, from 0.
        index: usize,
        /// The error in the proof.
        reason: wesolowski::Invalid,
    },
    /// One of Pietrzak's proofs of a combined statement is false.
    #[error("proof {index} of the batch: {reason}; a statement is false, or the proof is of another list")]
    Pietrzak {
        /// The place of the proof, from 0.
        index: usize,
        /// The error in the proof.
        reason: pietrzak::Invalid,
    },
}

impl Invalid {
    /// Adds to an error in a part of a list the place `start` where the part begins.
    #[cfg(feature = "std")]
    pub(super) fn moved(self, start: u64) -> Invalid {
        match self {
            Invalid::NotAUnit { index, side } => Invalid::NotAUnit { index: start + index, side },
            other => other,
        }
    }
}

/// The reason why there is no proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProveError {
    /// The list is not a batch.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// These statements are false: at least one, each by its place in the list, and all if there are up to
    /// sixteen.
    #[error("{} of the statements are false, the first being number {}", .0.len(), .0.first().unwrap_or(&0))]
    False(Vec<u64>),
    /// The caller asked to stop.
    #[error("proving was interrupted")]
    Interrupted,
    /// There is no challenge for the combined statement.
    #[error(transparent)]
    NoPrime(#[from] NoPrime),
}
