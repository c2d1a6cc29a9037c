//! Errors of the files of a batch.

use crate::{batch::protocol::TooWeak, pietrzak};
use heliast_group::Malformed;

/// The reason why bytes are not a list of statements, or not a batch proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// Not a statements file.
    #[error("this is not a statements file: {0}")]
    Statements(&'static str),
    /// A statements file of another length than its header says.
    #[error("a file of {count} such statements has {expected} bytes, not {found}")]
    Length {
        /// Statements, by the header.
        count: u64,
        /// Bytes of the file, by the header.
        expected: u64,
        /// Bytes of the file.
        found: u64,
    },
    /// Not a batch proof file.
    #[error("this is not a batch proof file: {0}")]
    Proof(&'static str),
    /// The protocol does not exist.
    #[error("this is not a batch proof file: {0}")]
    Protocol(#[from] TooWeak),
    /// Elements of another group than the given one.
    #[error("the file was made in another group than this one: give its modulus or discriminant")]
    OtherGroup,
    /// A proof that is not an element.
    #[error("proof {index} of the batch: {reason}")]
    Element {
        /// The place of the proof, from 0.
        index: usize,
        /// The error in its encoding.
        reason: Malformed,
    },
    /// One of Pietrzak's proofs whose midpoints are not elements.
    #[error("proof {index} of the batch: {reason}")]
    Midpoints {
        /// The place of the proof, from 0.
        index: usize,
        /// The error in its encoding.
        reason: pietrzak::BadEncoding,
    },
}
