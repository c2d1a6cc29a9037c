//! Hash functions over many inputs at once: one input per lane of a vector.
//!
//! * [`sha256`]: the compression function of SHA-256 in up to 32 lanes, and SHA-256 itself.
//! * [`keccak`]: `Keccak-f[1600]` in up to 8 lanes, and SHAKE128 and SHAKE256.
//! * [`aes`]: AES-128 in counter mode under many keys.
//! * [`binary`]: products in GF(2^128) and other fields of characteristic 2.
//!
//! Nothing here branches on a message or a chaining value, or uses one as an address: only the number of
//! lanes, and which words are common to them, decide what is executed.

#![no_std]
#![deny(unsafe_code)]

#[cfg(test)]
extern crate std;

/// The example of README.md compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod aes;
pub mod binary;
pub mod keccak;
pub mod sha256;
