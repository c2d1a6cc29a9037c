//! Different delays in one batch: y_i = x_i^(2^(t_i)) for every i, by one proof of one element and one chain
//! of max t_i squarings.
//!
//! 1. r_i of λ bits from a seed that depends on all (t_i, x_i, y_i); ỹ = ∏ y_i^(r_i). The claim is ∏
//!    x_i^(r_i·2^(t_i)) = ỹ.
//! 2. The left side becomes a product of bases with exponents. Statements that share their t become one base
//!    X_t = ∏ x_i^(r_i) with exponent 2^t if there are so many that this is cheaper (`groups`). The others
//!    stay bases x_i with exponents r_i·2^(t_i).
//! 3. l = HashToPrime(seed, ỹ), of 2λ bits. The proof is Q = ∏ base^floor(exponent / l); it holds when Q^l ·
//!    ∏ base^(exponent mod l) = ỹ.
//!
//! With incidence buckets ([`Terms::linear`]; `spec/linear-batch.md`, Different delays) the statements of
//! each delay that at least 12,000 share are reduced first, and so are the outputs of all others.
//!
//! **Soundness.** Let δ_i = y_i / x_i^(2^(t_i)). If some δ_i is not 1, then Δ = ∏ δ_i^(r_i) is 1 only with
//! probability 2^−λ, or the prover knows an element of low order. Δ is fixed before l, and an accepted Q is
//! the true one times an l-th root of Δ. A prover that finds such roots breaks the adaptive root assumption,
//! which Wesolowski's proof needs, too. This is the proof of Boneh, Bünz and Fisch for a homomorphism,
//! applied to a random combination of statements. Exponents modulo a prime of 2λ bits are as short as those
//! of one statement. So m statements with m different delays cost a product of m powers of 2λ bits, in
//! addition to the product of the y_i to powers of λ bits.
//!
//! **Prover.** floor(2^t / l) is the first t binary digits b_1 b_2 ... of 1/l, for any t. So one chain
//! suffices for all delays: with A_j = ∏_(t >= j) X_t^(2^(t−j)), which is A_(j+1)² times X_j, ∏ X_t^floor(2^t
//! / l) = ∏_j A_j^(b_j), and A_0 must be ỹ (`chain.rs`). It can be interrupted and resumed ([`Squarings`]).
//!
//! Multiplications per statement to verify at λ = 128, all t_i different: 62 at 10^3, 43 at 10^4, 32 at
//! 10^5, 26 at 10^6, 22 at 10^7; with few different t_i those of one delay. With incidence buckets 26 at
//! 10^5 and 20 at 10^6.
//!
//! Sources: Ivanova, *Practical Batch Proofs of Exponentiation*, open problem 2; Boneh, Bünz, Fisch,
//! *Batching Techniques for Accumulators with Applications to IOPs and Stateless Blockchains*, section 3.

mod chain;
mod cost;
mod counts;
mod division;
mod find;
mod graphs;
mod groups;
#[cfg(test)]
mod linear_tests;
mod piece;
mod product;
mod prove;
mod prover;
mod resume;
mod squarings;
mod terms;
#[cfg(test)]
mod tests;
mod verify;

pub use counts::DelayCounts;
pub(super) use prove::prove;
pub use prover::Prover;
pub use resume::ResumeError;
pub use squarings::Squarings;
pub use terms::Terms;
pub(super) use verify::verify;
#[cfg(feature = "std")]
pub(super) use verify::{Products, check_in_memory};
