//! Reports of progress while a list is read.

use super::error::ListError;

/// The purpose of reading a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pass {
    /// For its digest.
    Digest,
    /// For the products; a list in one part for its digest, too.
    Combine,
    /// For the products of the statements that share their delay with few.
    Raise,
}

/// The progress of a pass, reported before each part and after the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The pass that is under way.
    pub pass: Pass,
    /// The number of statements that are done.
    pub done: u64,
    /// The number of parts in which the list is read.
    pub parts: usize,
}

/// Reports, and ends the work if the caller says stop.
pub(super) fn tell(
    progress: &mut impl FnMut(Progress) -> bool,
    pass: Pass,
    done: u64,
    parts: usize,
) -> Result<(), ListError> {
    if progress(Progress { pass, done, parts }) { Ok(()) } else { Err(ListError::Interrupted) }
}
