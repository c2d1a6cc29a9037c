//! A range of a chain in one file, `spec/round.md`.
//!
//! A bundle can be large, so it is written and read through [`std::io`], a round at a time. Whoever
//! reads one says first which chain is meant ([`Pin`]) and asks at the end from where on it was
//! verified ([`Reader::start`]).

mod error;
mod format;
mod header;
mod input;
mod pin;
mod reader;
mod write;

pub use error::BundleError;
pub use pin::Pin;
pub use reader::{Entry, Reader, Start};
pub use write::{write_epoch_proof, write_header, write_round};
