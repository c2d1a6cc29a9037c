//! What sieving does to the number of candidates and of primes: Attias, Vigneri, Dimitrov, sections 4.1 to 4.3, for study and
//! for the tables of the benches. No protocol needs it.

use super::{
    NoPrime, PrimeMode,
    candidates::Candidates,
    first_among,
    sieve::{SMALL_PRIMES, totient},
};
use crate::suite::Suite;
use std::f64::consts::LN_2;

/// The longest sieve: the first 15 primes.
pub const MAX_SIEVE: usize = SMALL_PRIMES.len();

/// How many candidates floor(c/B)·B + 1 are tried until one is prime, for B the product of the first `sieve_primes` primes, at
/// most [`MAX_SIEVE`]. Bits, hash function and prefix are those of [`super::hash_to_prime`].
pub fn candidates_tried(suite: Suite, sieve_primes: usize, prefix: &[u8]) -> Result<u32, NoPrime> {
    let candidates = Candidates::new(suite, prefix).sieved_by(sieve_primes.min(MAX_SIEVE));
    first_among(&candidates, 1 << 32).map(|challenge| challenge.counter + 1)
}

/// The mean of that: 2^k / π(2^k) · ∏ (1 − 1/p) over the sieve's primes. The paper's Table 3 has k ln 2 / (e^γ ln p), where p is
/// the largest of them, which is up to half as much again for short sieves.
pub fn expected_candidates(bits: u16, sieve_primes: usize) -> f64 {
    let kept: f64 = sieve(sieve_primes).map(|p| 1.0 - 1.0 / p as f64).product();
    (f64::from(bits) - primes_log2(bits)).exp2() * kept
}

/// log2 of the number of primes below 2^bits that a mode can give with a sieve of the first `sieve_primes` primes, at most
/// [`MAX_SIEVE`] (15 in the protocol): π(2^bits) / φ(B) for `sieved`; π(2^bits), less the few primes of the sieve, for all others.
pub fn reachable_primes_log2(bits: u16, sieve_primes: usize, mode: PrimeMode) -> f64 {
    let lost =
        if mode == PrimeMode::Sieved { (totient(sieve_primes.min(MAX_SIEVE)) as f64).log2() } else { 0.0 };
    primes_log2(bits) - lost
}

fn sieve(count: usize) -> impl Iterator<Item = u64> {
    SMALL_PRIMES.into_iter().take(count)
}

/// log2 of Li(2^bits) = x / ln x · Σ n! / (ln x)^n, whose error is that of its last term: 10^-9 at 64 bits.
fn primes_log2(bits: u16) -> f64 {
    let log = f64::from(bits) * LN_2;
    let (mut term, mut sum) = (1.0, 1.0);
    for n in 1..=15 {
        term *= f64::from(n) / log;
        sum += term;
    }
    f64::from(bits) + (sum / log).log2()
}
