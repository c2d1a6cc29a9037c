//! A-VRF: a stateless VRF from AES and SHAKE, by the proof system of the signature scheme FAEST.
//! `spec/avrf.md` is the specification.
//!
//! The function is AES-128 under a secret key k, applied to an input that is hashed to two blocks. The public
//! key is the encryption of two other blocks. The proof shows in zero knowledge that the same k encrypts all
//! four.
//!
//! # The scheme
//!
//! With H the tagged hash (SHAKE256 of a tag, the suite q, and the rest):
//!
//! 1. *Keys*: nonce ‖ k = H(seed); c_0 ‖ c_1 = H(nonce); public key pk = q ‖ nonce ‖ E_k(c_0) ‖ E_k(c_1).
//! 2. *Evaluation*: x'_0 ‖ x'_1 = H(pk ‖ |α| ‖ α); y = E_k(x'_0) ‖ E_k(x'_1); output β = H(pk ‖ x' ‖ y).
//! 3. *Proof*: y ‖ π, where π is FAEST's signature (version 2 of its specification, λ = 128) of μ = H(pk ‖ x'
//!    ‖ y) for the relation "some k encrypts c_0, c_1, x'_0, x'_1 to the four blocks of pk and y".
//! 4. *Verification*: compute x' and μ again, check π for y, then compute β.
//!
//! # The proof
//!
//! 1. `witness`: AES's states in every other round, and values by which the rounds between them become
//!    products of degree three: ℓ = 448 + 4·832 = 3776 bits w.
//! 2. `commitment`: a tree of seeds from (k, μ, hedge); its L leaves are distributed to τ vectors and
//!    committed to.
//! 3. `vole`: all leaves become rows, and the rows of every vector become sums. The prover then has random
//!    bits u and tags v in GF(2^128). The verifier, who will know all leaves but one of each vector, has q =
//!    v + u·Δ, where Δ names the unknown leaves. The prover sends corrections, since each vector has a u of
//!    its own.
//! 4. `universal_hash`: a hash of u and of every column of v at a random point shows that the corrections
//!    were right. Then d = w + u commits to w: the tag of w_i is v_i.
//! 5. `constraints`, `quicksilver`: 1040 polynomials in the witness are 0. The verifier knows their values at
//!    Δ; the prover sends two coefficients of a random combination.
//! 6. `grinding`: the challenge Δ, drawn until its last w bits are 0 and few nodes open the tree.
//! 7. `proof`: corrections, hash of u, d, coefficients, the nodes that open the tree, Δ, initial value,
//!    counter.
//!
//! # Cost
//!
//! | | `a-vrf-fast` | `a-vrf-small` |
//! |---|---|---|
//! | τ, L, T, w | 16, 3072, 110, 8 | 11, 22,528, 102, 7 |
//! | proof, y and π | 10,948 bytes | 7,970 bytes |
//! | AES blocks: tree 2(L − 1), leaves 4L, rows 33L | 119,806 | 878,590 |
//! | AES key schedules | 9,215 | 67,583 |
//! | products in GF(2^384) by 128 bits | 3,072 | 22,528 |
//! | Keccak permutations for commitments | 897 | 6,453 |
//! | products in GF(2^128): columns, constraints (prover) | 4,000, 70,000 | the same |
//!
//! The counter of step 6 takes 376 hashes on average with the fast suite and 5,450 with the small one, nearly
//! half of the small suite's Keccak. Without AES-NI and PCLMULQDQ all code is constant-time, too, but slower.
//!
//! # Security
//!
//! - **Unique outputs.** A proof of y shows (soundness error about 2^-128 for each attempt, in the random
//!   oracle model) that some k has E_k(c) = pk and E_k(x') = y. Two outputs for one input thus need two keys
//!   that agree on both blocks c_0 and c_1, which come from a hash of the nonce, so that nobody chooses them.
//!   Among 2^b keys there is such a pair with probability 2^(2b − 257) at most, so even with all keys and
//!   many nonces it takes 2^128 encryptions. With one block in the public key, 2^64 encryptions would suffice
//!   by the birthday bound.
//! - **Pseudorandomness.** Without k, β is as good as random as long as AES-128 is a pseudorandom permutation
//!   and π is zero knowledge. β is a hash of y. After n outputs it is only known that the blocks of y are
//!   new, an advantage of 2n/2^128. Since x' depends on the whole public key, work on one key does not help
//!   against other keys. An attacker who predicts y needs both blocks x'_0 and x'_1 among those whose
//!   encryptions are published: (2^128/2n)^2 hashes.
//! - **Against quantum computers** the best known attack is Grover's search for k, with 2^64 sequential
//!   evaluations of AES, which defines NIST's first category. A false proof takes the same search over the
//!   counters of the third challenge, with about 2^63 sequential hashes.
//! - **Proofs are not unique.** The owner of k can make any number of proofs for one output
//!   ([`prove_hedged`](SecretKey::prove_hedged) is one way). Never derive anything from π, neither randomness
//!   nor an identifier. Others cannot change a proof: every part of it goes into a challenge or is
//!   recomputed, and padding must be 0.
//! - **FAEST's restriction of keys is left out.** FAEST rejects a k whose first two bits are both 1, and
//!   proves that they are not. So a random public key of one block is false with constant probability, which
//!   FAEST's proof of unforgeability needs. Four random blocks have a common key only with probability
//!   2^-384.
//! - **Timing.** No branch and no address depends on k or on anything derived from it that is not in the
//!   proof. The counter and the refused challenges of step 6 follow from values that are in the proof.
//! - **Erasure.** Key, witness, seeds, columns, tags and the lists of constraints are erased when they are no
//!   longer needed, and so are the states of hashes that could be inverted. Round keys and the field elements
//!   of the constraints, which are on the stack, are not erased, nor are copies that the compiler leaves
//!   there.
//!
//! # Sources
//!
//! Baum, Beullens, Braithwaite-Lindsay and others, "FAEST: Algorithm Specifications", version 2 (2025): the
//! names of sections are in the modules. Baum and others, "Publicly Verifiable Zero-Knowledge and
//! Post-Quantum Signatures from VOLE-in-the-Head" (Crypto 2023). The tests sign and verify as FAEST-128s and
//! FAEST-128f, byte for byte as the crate `faest` does.

mod commitment;
mod constraints;
mod grinding;
mod kernels;
mod keys;
mod opening;
mod parameters;
mod proof;
mod protocol;
mod quicksilver;
mod subfield;
mod suite;
#[cfg(test)]
mod tests;
mod transcript;
mod universal_hash;
mod vole;
mod wires;
mod witness;

pub use keys::{Committed, Proof, PublicKey, SecretKey};
pub use suite::Suite;

use crate::{Exhausted, Invalid, Output, Vrf};

/// The scheme, for [`Vrf`]. It covers both suites: the key names its suite.
pub enum AVrf {}

impl Vrf for AVrf {
    type PublicKey = PublicKey;
    type SecretKey = SecretKey;
    type Proof = Proof;
    type Output = Output<32>;
    type Position = ();

    /// Never fails.
    fn prove(secret: &mut SecretKey, (): (), input: &[u8]) -> Result<(Output<32>, Proof), Exhausted> {
        Ok(secret.prove(input))
    }

    fn verify(public: &PublicKey, (): (), input: &[u8], proof: &Proof) -> Result<Output<32>, Invalid> {
        public.verify(input, proof)
    }
}
