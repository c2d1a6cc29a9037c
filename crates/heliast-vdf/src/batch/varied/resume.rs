//! Why the squarings of different delays can't go on from a checkpoint.

use crate::resume::ResumeError as Checkpoint;
use heliast_group::Malformed;

/// Why bytes can't resume an evaluation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// What is wrong with checkpoints of one delay, too, or that it is one.
    #[error(transparent)]
    Checkpoint(#[from] Checkpoint),
    /// Made for a proof at another level.
    #[error("the checkpoint belongs to a proof at level {found}, not {expected}")]
    Level {
        /// That of the prover.
        expected: u16,
        /// That of the checkpoint.
        found: u16,
    },
    /// Made for other statements, or these in another order.
    #[error("the checkpoint belongs to another list of statements")]
    List,
}

impl From<Malformed> for ResumeError {
    fn from(reason: Malformed) -> ResumeError {
        ResumeError::Checkpoint(reason.into())
    }
}
