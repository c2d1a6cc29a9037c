//! Verifiable random functions, and the stake-weighted lottery that reads them.
//!
//! ```
//! use heliast_vrf::avrf::{AVrf, PublicKey, SecretKey, Suite};
//! use heliast_vrf::sortition::{Lottery, votes};
//! use heliast_vrf::{Misuse, Vrf};
//!
//! // The owner of a key: a seed from a cryptographic generator, and an input that all agree on.
//! let seed = [7; 32];
//! let mut secret = SecretKey::from_seed(Suite::Fast, &seed);
//! let public = secret.public_key().to_bytes();
//! let (_, proof) = AVrf::prove(&mut secret, (), b"round 17").expect("A-VRF never fails");
//!
//! // Everybody else: the output comes out of the verification, so that nobody uses one that is not proved.
//! let key = PublicKey::from_bytes(&public).expect("a key");
//! let output = AVrf::verify(&key, (), b"round 17", &proof).expect("a true proof");
//!
//! // How many of about 10 seats the owner of 300 units of 1,000 wins by it.
//! let lottery = Lottery::new(1_000, 10)?;
//! assert!(votes(output.as_ref(), &public, 300, &lottery)? <= 300);
//! # Ok::<(), Misuse>(())
//! ```
//!
//! A VRF is a hash that only the holder of a secret key can compute and that everybody can check:
//! `prove(secret key, α) → (β, π)` and `verify(public key, α, π) → β`. For one key and one input α there
//! is one output β, but there may be many proofs π of it: never derive anything from a proof.
//!
//! - [`ecvrf`]: the two Ed25519 suites of RFC 9381, `spec/vrf.md`.
//! - [`xvrf`]: one-time keys under a tree of hashes, `spec/xvrf.md`; [`xmss`] has the parts of it.
//! - [`ivrf`]: chains of hashes under such a tree, `spec/ivrf.md`; [`tree`] builds and traverses trees of any
//!   size.
//! - [`stateful`]: the keys of both, their terms, and the guard that lets no position answer twice.
//! - [`avrf`]: AES and a proof about it, `spec/avrf.md`: the stateless scheme that withstands quantum
//!   computers.
//! - [`tagged`]: the hash of the stateless schemes, here and in `heliast-study`.
//! - [`sortition`]: the number of votes that an output wins, in integers, `spec/sortition.md`.
//!
//! The crate works without `std`. Allocations have the size of a proof, of a group of proofs, or of the
//! result that the caller requests.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

/// Compiles the example of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod avrf;
pub mod ecvrf;
mod error;
pub mod ivrf;
pub mod sortition;
pub mod stateful;
pub mod tagged;
pub mod tree;
mod turn;
pub mod xmss;
pub mod xvrf;

use core::fmt;

pub use error::{Exhausted, Invalid, Malformed, Misuse};

/// A verifiable random function: the scheme is the type, keys and proofs are values.
pub trait Vrf {
    /// The key that verifies: public, shared, valid by construction.
    type PublicKey;
    /// The key that proves; erased on drop.
    type SecretKey;
    /// The evidence π, valid in form by construction.
    type Proof;
    /// The pseudorandom β.
    type Output: AsRef<[u8]>;
    /// The position of consensus. A few-time key has one evaluation for each position, and the position must
    /// be neither the prover's choice nor read from the proof. `()` for keys that last.
    type Position: Copy;

    /// Evaluates the function at `position` and `input` (α) and proves the result.
    ///
    /// It takes `&mut`, because every call uses up a position of a few-time key. This state is kept in memory
    /// only, so this call is for keys that are not used after the value is dropped. A caller that uses such a
    /// key after a restart calls [`SecretKey::reserve`](stateful::SecretKey::reserve) and
    /// [`seal`](stateful::SecretKey::seal) and makes the mark durable before it opens the proof, or uses the
    /// crate `heliast-keystore`, which does so.
    ///
    /// # Errors
    /// [`Exhausted`] if this key has no proof for this position and input and never will.
    fn prove(
        secret: &mut Self::SecretKey,
        position: Self::Position,
        input: &[u8],
    ) -> Result<(Self::Output, Self::Proof), Exhausted>;

    /// Checks `proof` against `public`, `position` and `input` (α) and returns the output β that it proves.
    ///
    /// # Errors
    /// [`Invalid`] if the proof is false.
    fn verify(
        public: &Self::PublicKey,
        position: Self::Position,
        input: &[u8],
        proof: &Self::Proof,
    ) -> Result<Self::Output, Invalid>;
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
pub struct Hex<'a>(pub &'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
