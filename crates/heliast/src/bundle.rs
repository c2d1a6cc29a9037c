//! A range of a chain in one file, `spec/round.md`.
//!
//! A bundle can be large, so it is written and read through [`std::io`], a round at a time. A
//! reader first says which chain is meant ([`Pin`]). [`Reader::new`] takes bundles from round 1 on,
//! [`Reader::after`] those that continue from a known tip, and [`Reader::trusting_start`] all
//! others; their beginning is taken on trust.

mod error;
mod format;
mod frames;
mod header;
mod input;
mod pin;
mod places;
mod reader;
mod write;

pub use error::BundleError;
pub use pin::Pin;
pub use places::Places;
pub use reader::{Entry, Reader, Start};
pub use write::{write_epoch_proof, write_extended_header, write_frame, write_header, write_round};
