//! Wesolowski's verifiable delay function: `y = x^(2^t)` takes t squarings one after another, and a proof of
//! one group element shows in some 370 multiplications that it was done.
//!
//! ```
//! use heliast_group::{Group, RsaGroup};
//! use heliast_vdf::{Evaluation, Statement, Suite};
//!
//! let group = RsaGroup::rsa_2048();
//! let x = heliast_vdf::delay_input(&group, b"what comes after the delay");
//! let mut evaluation = Evaluation::start(&group, x.clone(), 1_000)?;
//! evaluation.advance(1_000);
//! let (y, proof) = heliast_vdf::prove(&evaluation, Suite::default(), 1, |_| true)?;
//! heliast_vdf::verify(&group, &Statement { x, y, t: 1_000 }, &proof, Suite::default())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! From bytes to a verdict: a proof file contains x, t and its level, and its maker chose them. Pass the
//! expected values:
//!
//! ```
//! # use heliast_group::{Group, RsaGroup};
//! # use heliast_vdf::{Evaluation, ProofFile, Statement, Suite};
//! # let group = RsaGroup::rsa_2048();
//! # let x = heliast_vdf::delay_input(&group, b"what comes after the delay");
//! # let mut evaluation = Evaluation::start(&group, x.clone(), 1_000)?;
//! # evaluation.advance(1_000);
//! # let (y, proof) = heliast_vdf::prove(&evaluation, Suite::default(), 1, |_| true)?;
//! # let statement = Statement { x, y, t: 1_000 };
//! # let bytes = ProofFile::new(&group, &statement, &proof, Suite::default(), false)?.to_bytes();
//! let x = heliast_vdf::delay_input(&group, b"what comes after the delay");
//! let y = ProofFile::from_bytes(&bytes)?.open_as(&group, &x, 1_000, 128)?;
//! # assert!(group.equal(&y, &statement.y));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | for | see |
//! |---|---|
//! | a delay that can be saved and resumed | [`Evaluation`] |
//! | proving and verifying one delay | [`prove`], [`verify`], [`ProofFile`] |
//! | many proofs at once | [`verify_many`], [`verify_combined`], [`recover_many`] |
//! | one proof for a list of millions | [`batch`] |
//! | proofs that are longer and made faster | [`pietrzak`] |
//! | a proof that is ready a moment after the output | [`segments`] |
//! | a delay that no order shortens | [`roots`] |
//! | proofs of Chia's chain | [`chia`] |
//!
//! The formats are in `spec/wesolowski.md`, `spec/hash-to-prime.md`, `spec/pietrzak.md`,
//! `spec/segments.md`, `spec/batch.md` and `spec/roots.md`.
//!
//! All functions take variable time: nothing in a delay is secret.

#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

/// Compiles the example of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod batch;
pub mod chia;
mod claim;
mod digits;
mod drawing;
mod eval;
mod file;
mod hash_to_prime;
mod many;
mod parallel;
pub mod pietrzak;
mod prime_hash;
mod prime_mode;
mod resume;
pub mod roots;
pub mod segments;
mod state;
mod statement;
mod suite;
#[cfg(test)]
mod testing;
mod told;
mod wesolowski;
mod work;

pub use claim::{Claim, CompactClaim};
pub use drawing::Drawing;
pub use eval::Evaluation;
pub use file::{Form, OpenError, ProofFile};
#[cfg(feature = "study")]
pub use hash_to_prime::hash_to_sieved_prime;
pub use hash_to_prime::{BadHint, Challenge, NoPrime, hash_to_prime, hinted_prime};
pub use many::{FalseClaims, recover_many, verify_combined, verify_many};
pub use prime_hash::PrimeHash;
pub use prime_mode::PrimeMode;
pub use resume::ResumeError;
pub use statement::{MAX_DELAY, Statement, delay_input};
pub use suite::Suite;
pub use wesolowski::{
    Invalid, ProveError, challenge, hinted_challenge, prove, prove_naive, prove_with_trapdoor, recover,
    verify, verify_hinted,
};
pub use work::Work;
