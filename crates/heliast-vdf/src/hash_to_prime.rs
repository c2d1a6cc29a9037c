//! Hash to prime: the first candidate that is prime, or the one that a hint names; `spec/hash-to-prime.md`.
//!
//! Source: Attias, Vigneri, Dimitrov, Algorithm 3 and section 4.2. A k-bit number is prime with probability
//! 1/(k ln 2), which means 177 candidates at 256 bits. Of numbers without the factors 2 ... 47 one in 25 is
//! prime. The transcript before the counter is hashed once and its state copied (section 5.2), and candidates
//! are tested several at a time.

mod candidates;
mod hash;
mod sieve;

use crate::{prime_mode::PrimeMode, suite::Suite};
use candidates::Candidates;
use heliast_arith::{
    Natural,
    prime::{first_prime_of, is_prime},
};

/// A prime drawn by hash, and the counter of its candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The prime, below 2^bits.
    pub prime: Natural,
    /// The number of candidates before it.
    pub counter: u32,
}

/// All candidates are composite: this does not happen (2^-121 for each prefix in a hinted suite, far less in
/// the others).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no prime among {0} candidates")]
pub struct NoPrime(u64);

/// A hint that no prover may give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadHint {
    /// The hint is not below the suite's bound, or the suite has no hints.
    #[error("the hint names candidate {counter}, where there is a choice of {bound}")]
    Range {
        /// The candidate.
        counter: u16,
        /// The value of [`Suite::hint_bound`].
        bound: u16,
    },
    /// The candidate is not a prime.
    #[error("the hint names candidate {0}, which is not a prime")]
    Composite(u16),
}

/// The first prime among the candidates of `prefix`, which must be self-delimiting, because it is padded with
/// zeros. In a hinted suite this is the prime that honest provers name.
pub fn hash_to_prime(suite: Suite, prefix: &[u8]) -> Result<Challenge, NoPrime> {
    let count = if suite.mode() == PrimeMode::Hinted { u64::from(suite.hint_bound()) } else { 1 << 32 };
    first_among(&Candidates::new(suite, prefix), count)
}

/// The first prime floor(c/B)·B + 1, where B is the product of the first `sieve_primes` primes, at most 15,
/// the number in the mode `sieved`. Bits and hash function are those of the suite.
#[cfg(feature = "study")]
pub fn hash_to_sieved_prime(suite: Suite, sieve_primes: usize, prefix: &[u8]) -> Result<Challenge, NoPrime> {
    first_among(&Candidates::new(suite, prefix).sieved_by(sieve_primes.min(15)), 1 << 32)
}

/// The prime that a hint names in a hinted suite: one candidate is hashed and tested.
pub fn hinted_prime(suite: Suite, prefix: &[u8], counter: u16) -> Result<Natural, BadHint> {
    let candidate = hinted_candidate(suite, prefix, counter)?;
    if is_prime(&candidate) { Ok(candidate) } else { Err(BadHint::Composite(counter)) }
}

/// The candidate that a hint names, before it is tested.
pub(crate) fn hinted_candidate(suite: Suite, prefix: &[u8], counter: u16) -> Result<Natural, BadHint> {
    let bound = suite.hint_bound();
    if counter >= bound {
        return Err(BadHint::Range { counter, bound });
    }
    Ok(Candidates::new(suite, prefix).get(counter.into()))
}

/// The first prime among the first `count` candidates.
fn first_among(candidates: &Candidates, count: u64) -> Result<Challenge, NoPrime> {
    let found = first_prime_of(candidates.iter().take(count.try_into().unwrap_or(usize::MAX)));
    let (counter, prime) = found.ok_or(NoPrime(count))?;
    Ok(Challenge { prime, counter: counter as u32 })
}

#[cfg(test)]
mod tests;
