//! SL-VRF is a stateless verifiable random function that consists of a block cipher and a proof that it was
//! used (Buser et al., "Post-Quantum Verifiable Random Function from Symmetric Primitives in PoS Blockchain",
//! section 3). This crate closes the gaps in the paper's scheme. `spec/slvrf.md` is the specification.
//!
//! **Warning: [`Suite::Paper`] is for research.** Its cipher, LowMC with 4 rounds, was made for keys of which
//! only one pair of plaintext and ciphertext is ever known. A verifiable random function publishes a pair
//! with every output: [`lowmc`](crate::lowmc) describes the small number that reveals the key. A key is
//! therefore limited to 7 outputs ([`Suite::output_limit`]), which callers have to enforce.
//! [`Suite::Thirteen`] has the 13 rounds that the cipher's own formula requires for 2^64 known pairs; that
//! formula has been broken for other sets.
//!
//! With F the cipher of 192 bits, q the suite's byte, and H(t, …) = SHAKE256(t ‖ q ‖ …):
//!
//! - **Key:** nonce ‖ k = H(0x13, seed), p = H(0x11, nonce); the public key is q ‖ nonce ‖ F_k(p).
//! - **Output:** x' = H(0x10, public key ‖ LE64 |x| ‖ x), y = F_k(x'), β = H(0x12, public key ‖ x' ‖ y).
//! - **Proof:** y ‖ π, where π shows one k that encrypts p to the public key's block and x' to y. The private
//!   module `kkw` implements it: the protocol of Katz, Kolesnikov and Wang as in Picnic3, except for its
//!   hashes: in Picnic3, tapes begin with the commitments to their seeds, so any single proof reveals the
//!   key.
//!
//! The paper has a free plaintext p in the key and x' = H(x), whereas this crate derives both from the key,
//! so that work spent on one key is of no use for others. Its additional AND gate is not needed: the outputs
//! of both encryptions are public.
//!
//! # Cost
//!
//! | | y ‖ π on average | at most | permutations, to prove | to verify, about |
//! |---|---|---|---|---|
//! | `sl-vrf-paper` | 37,109 B | 40,112 B | 40,400 | 31,200 |
//! | `sl-vrf-13` | 80,633 B | 85,040 B | 110,400 | 82,000 |
//!
//! # Security
//!
//! β is unique for a key and an input, unless two keys are found that encrypt one block to the same block; a
//! generic search takes 2^96. The proof is not: deterministic and [hedged](SecretKey::prove_hedged) ones
//! differ, so never derive anything from a proof.

mod keys;
mod proof;
mod suite;
#[cfg(test)]
mod tests;

pub use keys::{PublicKey, SecretKey};
pub use proof::{Committed, Proof};
pub use suite::Suite;

use crate::lowmc::Bits;
use heliast_symmetric::keccak::Keccak;
use heliast_vrf::{
    Exhausted, Invalid, Output, Vrf,
    tagged::{self, Tag},
};

/// The bytes of a block and of a key of the cipher.
const BLOCK_BYTES: usize = 24;
/// The bytes of the part of a public key from which its plaintext follows.
const NONCE_BYTES: usize = 16;

/// The scheme; the keys contain the suite.
pub struct SlVrf;

impl Vrf for SlVrf {
    type PublicKey = PublicKey;
    type SecretKey = SecretKey;
    type Proof = Proof;
    type Output = Output<32>;
    type Position = ();

    fn prove(secret: &mut SecretKey, _: (), input: &[u8]) -> Result<(Output<32>, Proof), Exhausted> {
        Ok(secret.prove(input))
    }

    fn verify(public: &PublicKey, _: (), input: &[u8], proof: &Proof) -> Result<Output<32>, Invalid> {
        proof::verify(Keccak::new(), public, input, proof)
    }
}

/// The plaintexts and ciphertexts of both encryptions, and x's hash.
struct Blocks {
    /// p ‖ F_k(p) ‖ x' ‖ y.
    header: [u8; 4 * BLOCK_BYTES],
}

impl Blocks {
    fn new(keccak: Keccak, public: &PublicKey, input: &[u8], y: &[u8; BLOCK_BYTES]) -> Blocks {
        let suite = public.suite().id();
        let mut header = [0; 4 * BLOCK_BYTES];
        let parts: [&[u8; BLOCK_BYTES]; 4] = [
            &tagged::digest(keccak, Tag::Anchor, suite, &[public.nonce()]),
            public.block(),
            &tagged::input(keccak, suite, public.as_bytes(), input),
            y,
        ];
        header.as_chunks_mut().0.iter_mut().zip(parts).for_each(|(to, from)| *to = *from);
        Blocks { header }
    }

    fn y(&self) -> &[u8; BLOCK_BYTES] {
        self.header.last_chunk().expect("four blocks")
    }

    fn set_y(&mut self, y: &[u8; BLOCK_BYTES]) {
        *self.header.last_chunk_mut().expect("four blocks") = *y;
    }

    /// Returns β = H(0x12, public key ‖ x' ‖ y).
    fn output(&self, keccak: Keccak, public: &PublicKey) -> Output<32> {
        let suite = public.suite().id();
        Output(tagged::digest(
            keccak,
            Tag::Output,
            suite,
            &[public.as_bytes(), &self.header[2 * BLOCK_BYTES..]],
        ))
    }

    /// Returns p, F_k(p), x', y.
    fn bits(&self) -> [Bits; 4] {
        core::array::from_fn(|i| Bits::from_bytes(&self.header[i * BLOCK_BYTES..][..BLOCK_BYTES]))
    }
}
