//! Delays by chains of square roots modulo a prime: `spec/roots.md`.
//!
//! ```
//! use heliast_group::RootField;
//! use heliast_vdf::{Work, roots};
//!
//! let field = RootField::built_in(1024).unwrap();
//! let x = field.hash(b"what comes after the delay");
//! let mut evaluation = roots::Evaluation::start(&field, x, 20, 4)?;
//! evaluation.advance(20, 2);
//! let (statement, proof) = evaluation.finish().unwrap();
//! let coins = [7; 32]; // Random ones: see `verify`.
//! let work = Work { threads: 2, progress: |_| true };
//! roots::verify(&field, &statement, &proof, &coins, work)?;
//!
//! // From bytes to a verdict. A proof file contains the field, x and t, and its maker chose them. Say what
//! // you asked for:
//! let bytes = roots::ProofFile::new(&field, &statement, &proof).to_bytes();
//! let x = field.hash(b"what comes after the delay");
//! let y = roots::ProofFile::from_bytes(&bytes)?.open_as(&field, &x, 20, &coins, work)?;
//! # assert_eq!(y, statement.y);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A step takes n squarings one after the other for a prime of n bits, and a step back takes one. A verifier
//! goes back: there is no proof that could be forged, and the only assumption is that the chain takes its
//! time. The *proof* consists of the ends of segments, so that several segments can be checked at a time.

mod cut;
mod evaluation;
mod file;
mod many;
#[cfg(feature = "std")]
mod pair;
mod prefix;
mod proof;
#[cfg(test)]
mod tests;

pub use cut::BadCut;
pub use evaluation::Evaluation;
pub use file::{OpenError, ProofFile};
pub use many::{Claim, ManyError, verify_many};
pub use prefix::Prefix;
pub use proof::{BadEncoding, Proof};

use crate::work::Work;
use heliast_group::{RootElement, RootField};

/// The greatest number of steps.
pub const MAX_STEPS: u64 = (1 << 40) - 1;
/// The greatest number of segments.
pub const MAX_SEGMENTS: u16 = 256;

/// The claim that t steps lead from x to y.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The input.
    pub x: RootElement,
    /// The output.
    pub y: RootElement,
    /// The number of steps.
    pub t: u64,
}

/// The reason why a statement is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Invalid {
    /// The number of steps is out of range, or there are too many segments for it.
    #[error(transparent)]
    Cut(#[from] BadCut),
    /// A segment does not lead back to the one before. The error does not name it: segments are checked in
    /// random order, and the first false one ends the work.
    #[error("the output does not come from the input by so many steps: a segment is false")]
    Segment,
}

/// The reason why [`verify`] does not accept a statement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The statement is false, or this proof cannot show it.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// The callback for progress has stopped the work.
    #[error("the verification was interrupted")]
    Interrupted,
}

/// Checks a statement. `progress` receives the number of steps that are taken back, of t.
///
/// `coins` give the order in which segments are checked. Draw them at random, after the proof is known: if an
/// attacker falsifies one segment and knows that it comes last, the verifier checks all others first.
///
/// Cost: t squarings, on up to as many threads as there are segments, or an eighth of that if the CPU checks
/// eight at once.
///
/// # Errors
/// [`VerifyError`].
pub fn verify(
    field: &RootField,
    statement: &Statement,
    proof: &Proof,
    coins: &[u8; 32],
    work: Work<impl Fn(u64) -> bool + Sync>,
) -> Result<(), VerifyError> {
    let mut refused =
        many::refused(&[(field, statement, proof)], coins, work).ok_or(VerifyError::Interrupted)?;
    refused.pop().map_or(Ok(()), |(_, reason)| Err(reason.into()))
}
