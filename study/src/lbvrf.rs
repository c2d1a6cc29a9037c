//! LB-VRF with one answer for each key: lots from lattices, `spec/lbvrf.md` (M. Esgin, V. Kuchta, A. Sakzad,
//! R. Steinfeld, Z. Zhang, S. Sun, S. Chu, "Practical Post-Quantum Few-Time Verifiable Random Function with
//! Applications to Algorand", Financial Cryptography 2021, eprint 2020/1222; its first set of parameters).
//!
//! In R_q = Z_q\[x\]/(x^256 + 1) and V = Z_p\[x\]/(x^32 + r), where x^32 + r divides x^256 + 1 modulo p, with
//! a public 4 × 9 matrix A over R_q:
//!
//! ```text
//! key:          s, nine polynomials with coefficients −1, 0, 1;   t = A·s
//! prove(x):     b = hash(t, x) in V^9,   v = <b, s>
//!               y with coefficients in −β..=β,   w = (A·y, <b, y>),   c = hash(t, x, w, v),   z = y + c·s
//!               again with another y if a coefficient of z is beyond β − κ;   π = v ‖ c ‖ z
//! verify(x, π): w = (A·z − c·t, <b, z> − c·v),   accept iff c = hash(t, x, w, v)
//! output:       hash(t, x, v)
//! ```
//!
//! c has κ = 39 coefficients ±1 and 217 zeros, so |c·s| <= κ, and an accepted z is uniform in its box for
//! every s. With β = κ·2304, (1 − κ/(β + ½))^2304 = 0.368 of all tries are accepted.
//!
//! **One key, one input.** v determines 32 linear equations for the 288 coefficients of s in V. One input is
//! safe (Module-LWE with A and b as its matrix). Every further input adds 32 equations, and with nine inputs
//! everybody can compute every output of the key, as a test does. Therefore [`SecretKey::reserve`] refuses a
//! second input, [`SecretKey::resume`] takes the mark of the input that a key has answered, and the [`Mark`]
//! must be durable before a proof is released. Proving the same input again results in the same proof and
//! reveals nothing new.
//!
//! **Uniqueness** is computational, for keys that anybody chose in any way: a prover of two v for one key and
//! input knows, by rewinding in the random oracle model, two short (c̄, z̄) with c̄·t = A·z̄ and c̄·v = <b,
//! z̄>. Either they result in a short vector that A maps to 0 (Module-SIS), or the two v are equal, because
//! the difference of two challenges is a unit of V: its coefficients are within ±2, and p^(1/8) / √8 = 2.18.
//! One output has many proofs. As with every VRF, keys must be registered before their input can be known,
//! because otherwise their owner can try out many keys.
//!
//! **Timing.** No branch and no address depends on s or on the mask of the released proof. An observer can
//! see the number of words that the samplers skip and the number of tries of a proof; neither depends on s,
//! because a try succeeds with the same probability for all c·s. Branches and addresses also depend on the
//! challenge of a failed try; it is a hash that is not used for anything else. Coding and verification read
//! public values. Keys, masks and the streams from which they are computed are erased; copies that moves of a
//! key, registers and Keccak's kernels leave on the stack are not.
//!
//! A verification takes 10 transforms, 10,240 products modulo q and 12,800 modulo p, and 46 permutations of
//! Keccak, nine of them in two groups of lanes. A try takes almost the same work and 72 permutations in lanes
//! for y; there are e = 2.7 tries on average. Decoding divides by a constant for each number.

mod code;
mod field;
mod keys;
mod matrix;
mod proof;
mod reservation;
mod sample;
mod scheme;
#[cfg(test)]
mod tests;
mod transform;
mod value;

pub use keys::{Mark, PublicKey, SecretKey};
pub use proof::Proof;
pub use reservation::Reservation;

use code::Code;
use heliast_vrf::{Exhausted, Invalid, Output, Vrf};
use matrix::Matrix;

/// LB-VRF with the parameter set of one answer for each key.
#[derive(Clone, Copy, Debug)]
pub struct LbVrf;

impl LbVrf {
    /// The scheme's id on the wire.
    pub const ID: u8 = 0x51;
}

impl Vrf for LbVrf {
    type PublicKey = PublicKey;
    type SecretKey = SecretKey;
    type Proof = Proof;
    type Output = Output<32>;
    /// A key is for one input: consensus determines the key.
    type Position = ();

    /// Keeps the mark in memory only: use [`SecretKey::reserve`] for keys that outlive the process.
    fn prove(secret: &mut SecretKey, _: (), input: &[u8]) -> Result<(Output<32>, Proof), Exhausted> {
        Ok(secret.reserve(input)?.release())
    }

    fn verify(public: &PublicKey, _: (), input: &[u8], proof: &Proof) -> Result<Output<32>, Invalid> {
        scheme::verify(public, &public.context(input), proof)
    }
}

/// The bytes of a seed.
pub const SEED_LEN: usize = 32;
/// The bytes of s, the secret in the paper's tables, in this module's encoding of polynomials. This crate
/// never writes s, because it follows from [`SEED_LEN`] bytes.
pub const SECRET_LEN: usize = Code::<3, { POLYNOMIALS * N }>::LEN;
/// The bytes of v in a proof.
pub const VALUE_LEN: usize = ValueCode::LEN;
/// The bytes of c in a proof.
pub const CHALLENGE_LEN: usize = 32;

/// The number of coefficients of a polynomial.
const N: usize = 256;
/// q, prime, 1 modulo 512.
const Q: u32 = 100_679_681;
/// The number of rows of A.
const ROWS: usize = 4;
/// The number of columns of A.
const POLYNOMIALS: usize = 9;
/// p, prime, 17 modulo 32.
const P: u32 = 2_097_169;
/// r: its eighth power is −1 modulo p.
const FACTOR: u32 = 852_368;
/// The number of coefficients of a value.
const VALUE: usize = 32;
/// κ, the number of coefficients of a challenge that are not 0.
const WEIGHT: usize = 39;
/// β, the bound of y.
const MASK: i32 = 89_856;
/// β − κ, the bound of z.
const RESPONSE: i32 = MASK - WEIGHT as i32;

type PublicCode = Code<Q, { ROWS * N }>;
type ValueCode = Code<P, VALUE>;
type ResponseCode = Code<{ 2 * RESPONSE as u32 + 1 }, { POLYNOMIALS * N }>;

/// Coefficients below q, or values at the roots ([`transform`]).
type Polynomial = [u32; N];
/// Small coefficients with signs.
type Short = [i32; N];
/// Coefficients below p of an element of V.
type Value = [u32; VALUE];
