//! The common part of the vector files of all lots; `reference/vector_files/book.py` writes it.

use heliast_vrf::{Invalid, Malformed};
use testkit::Value;
pub use testkit::{edit, text};

/// All cases of a lot's file.
pub fn cases(lot: &str) -> Vec<Value> {
    testkit::cases(&format!("{lot}.json"))
}

/// The class of an error, as cases name it.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error("malformed")]
    Malformed(#[from] Malformed),
    #[error("invalid")]
    Invalid(#[from] Invalid),
}
