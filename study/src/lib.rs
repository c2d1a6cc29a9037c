//! Schemes to study and to compare with those that Heliast recommends. No beacon relies on anything in this
//! crate.
//!
//! ```
//! use heliast_study::{Scheme, SecretKey};
//!
//! // SL-VRF with the 13 rounds of LowMC that the cipher's designers ask for.
//! let scheme = Scheme::from_name("sl-vrf-13").expect("a name");
//! let mut secret = SecretKey::from_seed(scheme, [7; 32]);
//! let (output, proof) = secret.prove(b"input")?;
//!
//! // Its public key names the scheme.
//! let public = secret.public_key();
//! assert_eq!(Scheme::of_public_key(&public), Some(scheme));
//! assert_eq!(scheme.verify(&public, b"input", &proof), Ok(output.0.to_vec()));
//! # Ok::<(), heliast::Exhausted>(())
//! ```
//!
//! - [`slvrf`]: LowMC and a proof about it, `spec/slvrf.md`. It is stateless, and is used to measure the
//!   scheme of a paper.
//! - [`lowmc`]: its block cipher, `spec/lowmc.md`.
//! - [`lbvrf`]: lattices, one answer for each key, `spec/lbvrf.md`.
//! - [`sieved`]: challenge primes after a sieve that leaves one prime in 2^56, `spec/hash-to-prime.md`.
//! - [`Scheme`] and [`SecretKey`]: all of them by name, from bytes to bytes, with the interface of
//!   [`heliast::VrfScheme`].
//!
//! The program `heliast-study` (feature `program`) has the verbs of `heliast vrf` for them.

#![forbid(unsafe_code)]

extern crate alloc;

/// Compiles the example of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod kkw;
pub mod lbvrf;
pub mod lowmc;
mod scheme;
mod secret_key;
pub mod sieved;
pub mod slvrf;

pub use scheme::Scheme;
pub use secret_key::SecretKey;
