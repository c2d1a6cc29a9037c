//! Errors on resuming the squarings of different delays from a checkpoint.

use crate::resume::ResumeError as Checkpoint;
use heliast_group::Malformed;

/// The reason why an evaluation cannot be resumed from bytes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// An error that checkpoints of one delay can have, too, or a checkpoint of one delay.
    #[error(transparent)]
    Checkpoint(#[from] Checkpoint),
    /// The checkpoint was made for a proof at another level.
    #[error("the checkpoint belongs to a proof at level {found}, not {expected}")]
    Level {
        /// The level of the prover.
        expected: u16,
        /// The level of the checkpoint.
        found: u16,
    },
    /// The checkpoint was made for other statements, or for these in another order.
    #[error("the checkpoint belongs to another list of statements")]
    List,
}

impl From<Malformed> for ResumeError {
    fn from(reason: Malformed) -> ResumeError {
        ResumeError::Checkpoint(reason.into())
    }
}
