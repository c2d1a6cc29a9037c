//! The first prime among many candidates.

use alloc::vec::Vec;

use super::{TRIAL_LIMIT, has_small_factor, is_prime};
use crate::int::Natural;
use crate::lanes::{BATCH, Lanes, MAX_CANDIDATE_BITS, euler_base_2};

/// Fewer candidates than this are tested one after another.
const MIN_BATCH: usize = 6;

/// The index of the first candidate that [`is_prime`] accepts.
///
/// On a CPU with lanes, candidates of at most 516 bits are tested up to sixteen at a time by Euler's test to
/// base 2, which refuses no number that the strong test to base 2 accepts; what passes is tested in full, in
/// order. Callers should offer as many at once as they would test anyhow.
pub fn first_prime(candidates: &[Natural]) -> Option<usize> {
    if !Lanes::accelerated() {
        return candidates.iter().position(is_prime);
    }
    first_prime_by(candidates, euler_base_2)
}

/// [`first_prime`] with this test for up to [`BATCH`] odd candidates, which may pass composites.
fn first_prime_by(candidates: &[Natural], test: impl Fn(&[&Natural]) -> Vec<bool>) -> Option<usize> {
    let mut rest = candidates.iter().enumerate().filter(|(_, n)| !is_hopeless(n));
    loop {
        let batch: Vec<(usize, &Natural)> = rest.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            return None;
        }
        let eligible: Vec<&Natural> = batch.iter().map(|&(_, n)| n).filter(|n| is_eligible(n)).collect();
        let passed = if eligible.len() < MIN_BATCH { alloc::vec![true; BATCH] } else { test(&eligible) };
        let mut passed = passed.into_iter();
        let survivor = |n: &Natural| !is_eligible(n) || passed.next().unwrap_or(true);
        let survivors: Vec<bool> = batch.iter().map(|&(_, n)| n).map(survivor).collect();
        let first = batch.iter().zip(survivors).find(|((_, n), survives)| *survives && is_prime(n));
        if let Some(((index, _), _)) = first {
            return Some(*index);
        }
    }
}

/// Whether the number is long enough not to be decided by trial division, and short enough for the lanes.
fn is_eligible(n: &Natural) -> bool {
    !is_small(n) && !n.is_even() && n.bits() <= MAX_CANDIDATE_BITS
}

/// Whether the number is seen to be composite at a glance: it is no small one, and has a small factor.
fn is_hopeless(n: &Natural) -> bool {
    !is_small(n) && has_small_factor(n)
}

fn is_small(n: &Natural) -> bool {
    matches!(n.limbs(), [] | [0..TRIAL_LIMIT])
}

#[cfg(test)]
mod tests;
