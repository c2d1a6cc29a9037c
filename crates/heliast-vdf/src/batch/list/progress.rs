//! Reports of progress while a list is read.

use super::error::ListError;

/// The purpose of a pass over a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pass {
    /// The pass that computes the list's digest.
    Digest,
    /// The pass that computes the products, and for a list in one part also its digest.
    Combine,
    /// The pass that computes the products of the statements that share their delay with few others.
    Raise,
}

/// The progress of a pass, reported before each part and after the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The current pass.
    pub pass: Pass,
    /// The number of statements that are done.
    pub done: u64,
    /// The number of parts in which the list is read.
    pub parts: usize,
}

/// Reports the progress, and ends the work if the caller stops it.
pub(super) fn tell(
    progress: &mut impl FnMut(Progress) -> bool,
    pass: Pass,
    done: u64,
    parts: usize,
) -> Result<(), ListError> {
    if progress(Progress { pass, done, parts }) { Ok(()) } else { Err(ListError::Interrupted) }
}
