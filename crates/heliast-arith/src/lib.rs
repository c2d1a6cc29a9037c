//! Arithmetic modulo an odd number chosen at run time, arbitrary-size integers, and primality.
//!
//! * [`Natural`]: unsigned integers of any size;
//! * [`Ring`], [`Residue`]: arithmetic modulo an odd number of at most 8192 bits, on the fastest kernel of
//!   this machine;
//! * [`Lanes`], [`Packed`]: eight residues at once, each modulo its own odd number or all modulo one;
//! * [`prime`]: strong probable primes, strong Lucas probable primes, Baillie-PSW, random primes.
//!
//! Everything here runs in **variable time**: durations and memory accesses depend on the values. Secrets may
//! pass through (the factors of an RSA modulus), but only on machines whose timing nobody else observes; wipe
//! numbers and residues with [`zeroize`]. Rings and lanes are not wiped: a secret modulus leaves copies and
//! tables of its multiples in memory.

#![no_std]
#![deny(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

/// The example of README.md compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod backend;
mod int;
mod kernel;
mod lanes;
mod limbs;
mod modular;
pub mod prime;
mod radix52;
mod ring;
#[cfg(test)]
mod testing;

pub use backend::Backend;
pub use int::Natural;
pub use lanes::{Columns, LANES, Lanes, Packed};
pub use ring::{MAX_MODULUS_BITS, Residue, Ring, RingError};
