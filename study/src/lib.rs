//! Schemes to study and to measure beside those that Heliast recommends. Nothing that a beacon relies on is here.
//!
//! - [`slvrf`]: LowMC and a proof about it, `spec/slvrf.md`: stateless, to measure the scheme of a paper.
//! - [`lowmc`]: the block cipher of it, `spec/lowmc.md`.
//! - [`lbvrf`]: lattices, one answer for each key, `spec/lbvrf.md`.
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
pub mod slvrf;
