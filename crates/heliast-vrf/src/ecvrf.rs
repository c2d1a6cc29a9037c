//! ECVRF-EDWARDS25519-SHA512-TAI and -ELL2 (RFC 9381, section 5), strict.
//!
//! With the base point B of prime order q, the secret scalar x, the public key Y = xB:
//!
//! ```text
//! prove(α):    H = encode_to_curve(Y, α),  Γ = xH,  k = nonce(H)
//!              c = hash(Y, H, Γ, kB, kH),  s = k + cx mod q,   π = Γ ‖ c ‖ s
//! verify(α,π): U = sB − cY,  V = sH − cΓ,  accept iff c = hash(Y, H, Γ, U, V)
//! output:      β = hash(8Γ)
//! ```
//!
//! The two suites differ in `encode_to_curve` and in one byte of every hash. Cost of a proof: two
//! constant-time multiplications of H, one of B, two inversions; of a verification: two variable-time
//! double multiplications, one square root for Γ, one inversion.
//!
//! **Timing.** All code that uses x or k is constant time, and [`Ell2`] is constant time in α as well.
//! [`Tai`] tries points until one is on the curve, so the time reveals the number of tries, which is two on
//! average. Use [`Ell2`] if α is secret. Verification takes variable time, which depends only on public
//! values.
//!
//! **One key, one purpose.** Never sign with the same seed by Ed25519: a signature on a message that equals
//! an encoded H shares its nonce with a proof, and the two reveal x.

mod encode_to_curve;
mod keys;
mod point;
mod proof;
mod scheme;
#[cfg(test)]
mod tests;

pub use keys::{PublicKey, SecretKey};
pub use proof::Proof;

/// ECVRF-EDWARDS25519-SHA512-TAI: H by try and increment.
#[derive(Clone, Copy, Debug)]
pub struct Tai;

/// ECVRF-EDWARDS25519-SHA512-ELL2: H by the Elligator 2 map, in constant time.
#[derive(Clone, Copy, Debug)]
pub struct Ell2;
