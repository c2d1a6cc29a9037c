//! Hash functions, AES and binary fields over many inputs at once: one input per lane of a vector.
//!
//! ```
//! use heliast_symmetric::{keccak::Keccak, sha256::Sha256};
//!
//! // One message, in parts.
//! let digest = Sha256::new().digest(&[b"a", b"bc"]);
//! assert_eq!(digest[..4], [0xba, 0x78, 0x16, 0xbf]);
//!
//! // Four messages of one length side by side.
//! let mut shakes = Keccak::new().shakes256(4);
//! shakes.absorb(&[b"left", b"down", b"over", b"back"]);
//! let mut outputs = [[0; 100]; 4];
//! shakes.finish().squeeze(&mut outputs);
//! assert_ne!(outputs[0], outputs[1]);
//! ```
//!
//! * [`sha256`]: the compression function of SHA-256 in up to 32 lanes, and SHA-256 itself.
//! * [`keccak`]: `Keccak-f[1600]` in up to 8 lanes, and SHAKE128 and SHAKE256.
//! * [`aes`]: AES-128 in counter mode under many keys.
//! * [`binary`]: products in GF(2^128) and other fields of characteristic 2.
//!
//! No branch and no address depends on a message, a key or a chaining value: the executed code depends only
//! on the number of lanes, and on the choice of words that are common to them.
//!
//! # Architectures
//!
//! x86-64 has kernels for AVX-512, AVX2, the SHA extensions, AES-NI and PCLMULQDQ. aarch64 has kernels for
//! its extensions SHA2 and SHA3 and for PMULL. They are chosen at run time by the CPU. On aarch64 AES is left
//! to the crate `aes`, which uses its instructions. All other architectures run the portable kernels only.

#![no_std]
#![deny(unsafe_code)]

#[cfg(test)]
extern crate std;

/// Compiles the example of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod aes;
pub mod binary;
pub mod keccak;
#[cfg(target_arch = "x86_64")]
mod quarters;
pub mod sha256;
