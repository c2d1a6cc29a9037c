//! Verifiable random functions, and the stake-weighted lottery that reads them.
//!
//! A VRF is a hash that only the holder of a secret key can compute and that everybody can check:
//! `prove(secret key, α) → (β, π)` and `verify(public key, α, π) → β`. For one key and one input α there
//! is one output β, but there may be many proofs π of it: never derive anything from a proof.
//!
//! - [`ecvrf`]: the two Ed25519 suites of RFC 9381, `spec/vrf.md`.
//! - [`sortition`]: how many votes an output wins, in integers, `spec/sortition.md`.
//!
//! Without `std`; the only allocations are the two of curve25519-dalek's multiscalar multiplication.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

pub mod ecvrf;
mod error;
pub mod sortition;

use core::fmt;

pub use error::{Exhausted, Invalid, Malformed, Misuse};

/// A verifiable random function: the scheme is the type, keys and proofs are values.
pub trait Vrf {
    /// What verifies: public, shared, valid by construction.
    type PublicKey;
    /// What proves; erased on drop.
    type SecretKey;
    /// The evidence π, valid in form by construction.
    type Proof;
    /// The pseudorandom β.
    type Output: AsRef<[u8]>;

    /// Evaluates the function at `input` (α) and proves the result.
    ///
    /// `&mut`, because the keys of few-time schemes move on with every call: persist the secret key
    /// before releasing the proof.
    ///
    /// # Errors
    /// [`Exhausted`] if this key has no proof for this input and never will.
    fn prove(secret: &mut Self::SecretKey, input: &[u8]) -> Result<(Self::Output, Self::Proof), Exhausted>;

    /// Checks `proof` against `public` and `input` (α) and gives the output β that it proves.
    ///
    /// # Errors
    /// [`Invalid`] if the proof does not hold.
    fn verify(public: &Self::PublicKey, input: &[u8], proof: &Self::Proof) -> Result<Self::Output, Invalid>;
}

/// A VRF output β of `LEN` bytes, indistinguishable from random to everybody without the secret key.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Output<const LEN: usize = 64>(pub [u8; LEN]);

impl<const LEN: usize> AsRef<[u8]> for Output<LEN> {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl<const LEN: usize> fmt::Debug for Output<LEN> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Output({})", Hex(&self.0))
    }
}

/// Bytes that print as lower-case hex.
struct Hex<'a>(&'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
