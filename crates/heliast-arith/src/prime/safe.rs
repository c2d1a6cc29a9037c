//! The search for safe primes: p and q = (p − 1)/2 both prime.
//!
//! Some 250,000 candidates of 2,048 bits come before the first safe prime, and a test of each would take
//! minutes. A sieve leaves about one in ninety:
//!
//! 1. for every prime r from 5 up to a limit, strike the candidates with p ≡ 0 or p ≡ 1 (mod r), where r
//!    divides p or q: two in r;
//! 2. test the remaining p, then q, to base 2, in ascending order; one p in forty passes;
//! 3. a pair that has passed is tested in full.

use super::{is_baillie_psw_probable_prime, is_prime, is_strong_probable_prime};
use crate::int::Natural;
use alloc::{vec, vec::Vec};
use core::ops::Range;

/// The distance of two candidates: p ≡ 11 (mod 12), because 3 divides neither p nor q, and q is odd.
const STEP: u64 = 12;
/// The number of candidates that are sieved at once: a byte for each fits into the second-level cache.
const BLOCK: u32 = 1 << 18;
/// The limits of the primes of the sieve, for numbers of up to 1,024 bits and for longer ones: larger primes
/// do not pay.
const SHORT_LIMIT: usize = 1 << 20;
const LONG_LIMIT: usize = 1 << 21;
const SHORT_BITS: usize = 1024;

/// The result of [`first_safe_prime`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SafePrimeSearch {
    /// The least counter.
    Found(u32),
    /// No counter gives a safe prime.
    Exhausted,
    /// The caller stopped the search.
    Interrupted,
}

/// The least c below `limit` for which p = base + 12·c and (p − 1)/2 pass the Baillie-PSW test. `go_on`
/// receives the counter of each candidate before it is tested, in ascending order, and returns false to stop.
///
/// With a base that is not 11 modulo 12 there is at most one safe prime, among the first few numbers.
///
/// Cost at 2,048 bits: some 3,000 tests to base 2 on average, and a sieve of some ten milliseconds.
pub fn first_safe_prime(base: &Natural, limit: u32, mut go_on: impl FnMut(u32) -> bool) -> SafePrimeSearch {
    let sieve = Sieve::new(base);
    let mut from = 0;
    while from < limit {
        let block = from..limit.min(from.saturating_add(BLOCK));
        from = block.end;
        for counter in sieve.left(block) {
            if !go_on(counter) {
                return SafePrimeSearch::Interrupted;
            }
            if is_safe(&candidate(base, counter)) {
                return SafePrimeSearch::Found(counter);
            }
        }
    }
    SafePrimeSearch::Exhausted
}

/// Whether p and (p − 1)/2 are prime, by the Baillie-PSW test.
pub fn is_safe_prime(p: &Natural) -> bool {
    !p.is_even() && is_prime(p) && is_prime(&p.shr(1))
}

/// [`is_safe_prime`] for candidates that are mostly composite and mostly without small factors.
fn is_safe(p: &Natural) -> bool {
    if p.bits() <= 64 {
        return is_safe_prime(p);
    }
    let q = p.shr(1);
    is_strong_probable_prime(p, 2)
        && is_strong_probable_prime(&q, 2)
        && [p, &q].into_iter().all(is_baillie_psw_probable_prime)
}

/// base + 12·counter.
fn candidate(base: &Natural, counter: u32) -> Natural {
    base + &Natural::from(STEP * u64::from(counter))
}

/// The small primes, each with the two residues of counters that it strikes.
struct Sieve {
    strikes: Vec<[u32; 3]>,
}

impl Sieve {
    fn new(base: &Natural) -> Sieve {
        let limit = if base.bits() <= SHORT_BITS { SHORT_LIMIT } else { LONG_LIMIT };
        // A prime below half the base is a proper factor of every p and q that it divides.
        let limit = if base.bits() <= 64 { limit.min((base.low_limb() / 2) as usize) } else { limit };
        let strikes = primes(limit).map(|r| {
            // 1/12 is (k·r + 1)/12 for k = −1/r mod 12, and the units modulo 12 are their own inverses.
            let inverse = ((STEP - r % STEP) * r + 1) / STEP % r;
            // The counters c with base + 12·c ≡ 0 and with base + 12·c ≡ 1.
            let rest = base.rem_u64(r);
            let [zero, one] = [r - rest, r - rest + 1].map(|target| target % r * inverse % r);
            [r as u32, zero as u32, one as u32]
        });
        Sieve { strikes: strikes.collect() }
    }

    /// The counters of a block that no small prime strikes, in ascending order.
    fn left(&self, block: Range<u32>) -> impl Iterator<Item = u32> {
        let mut struck = vec![false; block.len()];
        for &[r, zero, one] in &self.strikes {
            for residue in [zero, one] {
                let first = (u64::from(r) + u64::from(residue) - u64::from(block.start % r)) % u64::from(r);
                struck.iter_mut().skip(first as usize).step_by(r as usize).for_each(|place| *place = true);
            }
        }
        block.zip(struck).filter_map(|(counter, struck)| (!struck).then_some(counter))
    }
}

/// The primes from 5 up to but not including `limit`.
fn primes(limit: usize) -> impl Iterator<Item = u64> {
    let mut composite = vec![false; limit];
    for n in (3..limit).step_by(2).take_while(|n| n * n < limit) {
        if !composite[n] {
            composite[n * n..].iter_mut().step_by(2 * n).for_each(|multiple| *multiple = true);
        }
    }
    (5..limit).step_by(2).filter(move |&n| !composite[n]).map(|n| n as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    /// The least counter by the definition.
    fn obvious(base: &Natural, limit: u32) -> Option<u32> {
        (0..limit).find(|&counter| is_safe_prime(&candidate(base, counter)))
    }

    fn found(search: SafePrimeSearch) -> Option<u32> {
        match search {
            SafePrimeSearch::Found(counter) => Some(counter),
            _ => None,
        }
    }

    #[test]
    fn safe_primes_are_those_of_the_list() {
        // OEIS A005385.
        let safe: Vec<u64> = (0..400).filter(|&p| is_safe_prime(&Natural::from(p))).collect();
        assert_eq!(safe, [5, 7, 11, 23, 47, 59, 83, 107, 167, 179, 227, 263, 347, 359, 383]);
    }

    #[test]
    fn the_least_counter_is_found_from_every_small_base() {
        for base in (11..40_000u64).step_by(12 * 7).chain([5, 7, 9]) {
            let base = Natural::from(base);
            for limit in [0, 1, 2, 40, 2000] {
                assert_eq!(found(first_safe_prime(&base, limit, |_| true)), obvious(&base, limit), "{base}");
            }
        }
    }

    #[test]
    fn the_least_counter_is_found_from_long_bases() {
        let mut random = Random::new(12);
        for bits in [40, 62, 63, 64, 65, 66, 100, 128, 160, 192] {
            let top = Natural::one().shl(bits - 1);
            let base = &top + &random.natural(bits - 1);
            let base = &base.sub(&Natural::from(base.rem_u64(12))).unwrap() + &Natural::from(11u64);
            assert_eq!(found(first_safe_prime(&base, 20_000, |_| true)), obvious(&base, 20_000), "{bits}");
        }
    }

    #[test]
    fn blocks_leave_what_the_definition_leaves() {
        let base = &Natural::one().shl(130) + &Natural::from(11 - 4u64);
        assert_eq!(base.rem_u64(12), 11);
        let sieve = Sieve::new(&base);
        for start in [0, 1, 1000, BLOCK, u32::MAX - 700] {
            let block = start..start.saturating_add(600);
            let left: Vec<u32> = sieve.left(block.clone()).collect();
            let divided = |n: &Natural| primes(SHORT_LIMIT).any(|r| n.rem_u64(r) == 0);
            let expected = block.filter(|&counter| {
                let p = candidate(&base, counter);
                !divided(&p) && !divided(&p.shr(1))
            });
            assert_eq!(left, expected.collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_caller_hears_ascending_counters_and_can_stop() {
        let base = &Natural::one().shl(256) + &Natural::from(11 - 4u64);
        let mut heard = Vec::new();
        let search = first_safe_prime(&base, u32::MAX, |counter| {
            heard.push(counter);
            heard.len() < 5
        });
        assert_eq!((search, heard.len()), (SafePrimeSearch::Interrupted, 5));
        assert!(
            heard.is_sorted() && first_safe_prime(&base, heard[1], |_| true) == SafePrimeSearch::Exhausted
        );
    }
}
