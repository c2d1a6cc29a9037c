//! The prime mode `sieved`, and the effect of sieving on the number of candidates and of primes: Attias,
//! Vigneri, Dimitrov, sections 4.1 to 4.3.
//!
//! A candidate is floor(c/B)·B + 1 for a digest c and the product B of the first 15 primes, so that no small
//! prime divides it. But only one prime in 2^56 remains, and a challenge of 256 bits has only 100 bits of
//! security. `heliast_vdf` has the mode only with its feature `study`, which this crate enables; no chain
//! accepts it.

use heliast_vdf::{NoPrime, PrimeMode, Suite, hash_to_sieved_prime};
use std::f64::consts::LN_2;

/// The mode.
pub const MODE: PrimeMode = PrimeMode::Sieved;
/// The first 15 primes, whose product is the largest such product that fits 64 bits.
const SMALL_PRIMES: [u64; 15] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47];
/// The longest sieve: the first 15 primes.
pub const MAX_SIEVE: usize = SMALL_PRIMES.len();

/// Returns the number of candidates floor(c/B)·B + 1 that are tried until one is prime, where B is the
/// product of the first `sieve_primes` primes, at most [`MAX_SIEVE`]. Bits, hash function and prefix are
/// those of [`heliast_vdf::hash_to_prime`].
pub fn candidates_tried(suite: Suite, sieve_primes: usize, prefix: &[u8]) -> Result<u32, NoPrime> {
    hash_to_sieved_prime(suite, sieve_primes, prefix).map(|challenge| challenge.counter + 1)
}

/// Returns the mean of this number: 2^k / π(2^k) · ∏ (1 − 1/p) over the sieve's primes. The paper's Table 3
/// has k ln 2 / (e^γ ln p), where p is the largest of them, which is up to half as much again for short
/// sieves.
pub fn expected_candidates(bits: u16, sieve_primes: usize) -> f64 {
    let kept: f64 = sieve(sieve_primes).map(|p| 1.0 - 1.0 / p as f64).product();
    (f64::from(bits) - primes_log2(bits)).exp2() * kept
}

/// Returns log2 of the number of primes below 2^bits that a mode can produce with a sieve of the first
/// `sieve_primes` primes, at most [`MAX_SIEVE`] (15 in the protocol): π(2^bits) / φ(B) for `sieved`;
/// π(2^bits) minus the few primes of the sieve for all others.
pub fn reachable_primes_log2(bits: u16, sieve_primes: usize, mode: PrimeMode) -> f64 {
    let lost = if mode == MODE { sieve(sieve_primes).map(|p| ((p - 1) as f64).log2()).sum() } else { 0.0 };
    primes_log2(bits) - lost
}

fn sieve(count: usize) -> impl Iterator<Item = u64> {
    SMALL_PRIMES.into_iter().take(count)
}

/// Returns log2 of Li(2^bits) = x / ln x · Σ n! / (ln x)^n, whose error is that of its last term: 10^-9 at 64
/// bits.
fn primes_log2(bits: u16) -> f64 {
    let log = f64::from(bits) * LN_2;
    let (mut term, mut sum) = (1.0, 1.0);
    for n in 1..=15 {
        term *= f64::from(n) / log;
        sum += term;
    }
    f64::from(bits) + (sum / log).log2()
}
