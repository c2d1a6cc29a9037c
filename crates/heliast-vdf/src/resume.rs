//! Errors on starting an evaluation, or on resuming one from bytes.

use heliast_group::Malformed;

/// The reason why an evaluation cannot start, or cannot be resumed from bytes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// The number of squarings is out of range.
    #[error("a delay takes from 1 to 2^48 - 1 squarings, not {0}")]
    Delay(u64),
    /// The input is the identity, whose delay takes no time.
    #[error("the delay's input is the identity")]
    TrivialInput,
    /// The bytes are cut, extended, or of another format.
    #[error("this is not a checkpoint file of version 1, or it is cut short")]
    Format,
    /// A checkpoint of [`crate::segments::SegmentedEvaluation`] in place of one of
    /// [`Evaluation`](crate::Evaluation).
    #[error("this is the checkpoint of an evaluation in segments")]
    Segmented,
    /// A checkpoint of [`Evaluation`](crate::Evaluation) in place of one of
    /// [`crate::segments::SegmentedEvaluation`].
    #[error("this is the checkpoint of an evaluation that is not in segments")]
    Whole,
    /// A checkpoint of [`crate::batch::varied::Squarings`] in place of one of a single delay.
    #[error("this is the checkpoint of a batch of different delays")]
    Varied,
    /// A checkpoint of [`crate::roots::Evaluation`] in place of one of squarings.
    #[error("this is the checkpoint of a chain of roots")]
    Roots,
    /// Some byte has changed since the checkpoint was written.
    #[error("the checkpoint file is damaged: its digest does not match")]
    Digest,
    /// The checkpoint was made in another group.
    #[error("the checkpoint belongs to another group")]
    Group,
    /// Some bytes do not encode an element.
    #[error(transparent)]
    Element(#[from] Malformed),
}
