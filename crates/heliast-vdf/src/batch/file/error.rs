//! Errors of the files of a batch.

use crate::{batch::protocol::TooWeak, pietrzak};
use heliast_group::Malformed;

/// The reason why bytes are not a list of statements, or not a batch proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The bytes are not a statements file.
    #[error("this is not a statements file: {0}")]
    Statements(&'static str),
    /// The length of a statements file differs from its header.
    #[error("a file of {count} such statements has {expected} bytes, not {found}")]
    Length {
        /// The number of statements, by the header.
        count: u64,
        /// The length of the file in bytes, by the header.
        expected: u64,
        /// The length of the file in bytes.
        found: u64,
    },
    /// The bytes are not a batch proof file.
    #[error("this is not a batch proof file: {0}")]
    Proof(&'static str),
    /// The protocol does not exist.
    #[error("this is not a batch proof file: {0}")]
    Protocol(#[from] TooWeak),
    /// The elements are of another group than the given one.
    #[error("the file was made in another group than this one: give its modulus or discriminant")]
    OtherGroup,
    /// A proof is not an element.
    #[error("proof {index} of the batch: {reason}")]
    Element {
        /// The place of the proof, from 0.
        index: usize,
        /// The error in its encoding.
        reason: Malformed,
    },
    /// A midpoint of one of Pietrzak's proofs is not an element.
    #[error("proof {index} of the batch: {reason}")]
    Midpoints {
        /// The place of the proof, from 0.
        index: usize,
        /// The error in its encoding.
        reason: pietrzak::BadEncoding,
    },
}
