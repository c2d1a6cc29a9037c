//! Errors on reading a list.

use crate::batch::{
    error::{Invalid, ProveError},
    file::FileError,
    records::BadRecords,
};
use std::io;

/// The reason why a list that is read from a source is not accepted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ListError {
    /// The list cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// The list is shorter than its header says, or the second reading differs from the first.
    #[error("the list was changed while it was read")]
    Changed,
    /// The list was made in another group.
    #[error(transparent)]
    File(#[from] FileError),
    /// The bytes of the list are not statements; the place is that in the whole list.
    #[error(transparent)]
    Records(#[from] BadRecords),
    /// The list is not a batch, or the proof belongs to another list.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// The search for its false statements failed.
    #[error(transparent)]
    Search(ProveError),
    /// The statements of one part do not fit into the memory of this machine.
    #[error("so many statements at once do not fit into the memory")]
    TooLong,
    /// The caller asked to stop.
    #[error("reading the list was interrupted")]
    Interrupted,
}
