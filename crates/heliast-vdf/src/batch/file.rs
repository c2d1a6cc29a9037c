//! The files of `spec/batch.md`: lists of statements, and their proofs, each of two kinds: of one
//! delay, or of a delay for each statement. Here are headers and proofs, from and to bytes; the
//! records of a list are [`Records`](super::Records) or
//! [`varied::Records`](super::varied::Records), which a caller reads from the file, all at once or
//! in parts.

mod error;
pub(super) mod header;
mod proof;
mod statements;
#[cfg(test)]
mod tests;

pub use error::FileError;
pub use proof::{BatchProofFile, Contents};
pub use statements::StatementsHeader;
