//! Schemes to study and to measure next to those that Heliast recommends. No beacon relies on anything here.
//!
//! ```
//! use heliast_study::any::{AnyScheme, AnySecretKey, AnyStateless};
//!
//! // SL-VRF with the 13 rounds of LowMC that the cipher's designers ask for.
//! let scheme = AnyStateless::from_name("sl-vrf-13").expect("a name");
//! let mut secret = AnySecretKey::from_seed(scheme, [7; 32]);
//! let (output, proof) = secret.prove(b"input")?;
//!
//! // Its public key names the scheme.
//! let public = secret.public_key();
//! assert_eq!(AnyScheme::of_public_key(&public), Some(AnyScheme::Stateless(scheme)));
//! assert_eq!(scheme.verify(&public, b"input", &proof), Ok(output));
//! # Ok::<(), heliast::Exhausted>(())
//! ```
//!
//! - [`slvrf`]: LowMC and a proof about it, `spec/slvrf.md`: stateless, to measure the scheme of a paper.
//! - [`lowmc`]: the block cipher of it, `spec/lowmc.md`.
//! - [`lbvrf`]: lattices, one answer for each key, `spec/lbvrf.md`.
//! - [`sieved`]: challenge primes of which a sieve leaves one in 2^56, `spec/hash-to-prime.md`.
//! - [`any`]: every scheme by its name, those of [`heliast::VrfScheme`] among them.

#![forbid(unsafe_code)]

extern crate alloc;

/// The example of README.md compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod any;
mod kkw;
pub mod lbvrf;
pub mod lowmc;
pub mod sieved;
pub mod slvrf;
