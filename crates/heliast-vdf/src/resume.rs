//! Errors on starting an evaluation, or on resuming one from bytes.

use heliast_group::Malformed;

/// The reason why an evaluation does not start, or why bytes do not resume one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// No such delay.
    #[error("a delay takes from 1 to 2^48 - 1 squarings, not {0}")]
    Delay(u64),
    /// The delay of the identity takes no time.
    #[error("the delay's input is the identity")]
    TrivialInput,
    /// Cut, extended, or something else.
    #[error("this is not a checkpoint file of version 1, or it is cut short")]
    Format,
    /// One of [`crate::segments::SegmentedEvaluation`] where one of [`Evaluation`](crate::Evaluation) is
    /// asked for.
    #[error("this is the checkpoint of an evaluation in segments")]
    Segmented,
    /// The reverse.
    #[error("this is the checkpoint of an evaluation that is not in segments")]
    Whole,
    /// One of [`crate::batch::varied::Squarings`] where one of a single delay is asked for.
    #[error("this is the checkpoint of a batch of different delays")]
    Varied,
    /// One of [`crate::roots::Evaluation`] where one of squarings is asked for.
    #[error("this is the checkpoint of a chain of roots")]
    Roots,
    /// Some byte has changed since it was written.
    #[error("the checkpoint file is damaged: its digest does not match")]
    Digest,
    /// Made in another group.
    #[error("the checkpoint belongs to another group")]
    Group,
    /// Bytes in it that do not encode an element.
    #[error(transparent)]
    Element(#[from] Malformed),
}
