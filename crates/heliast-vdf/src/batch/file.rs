//! The files of `spec/batch.md`: lists of statements, of one delay or of a delay each, and their proofs. This
//! module decodes and encodes headers and proofs. The records of a list are [`Records`](super::Records),
//! which a caller reads from the file, all at once or in parts.

mod error;
mod header;
mod proof;
mod statements;
#[cfg(test)]
mod tests;

pub use error::FileError;
pub use proof::{BatchProofFile, Contents};
pub use statements::StatementsHeader;
