//! The primes among many numbers, in lanes.

use super::{
    is_baillie_psw_probable_prime, is_prime, is_strong_lucas_probable_prime, lucas, selfridge_discriminant,
    trial_division,
};
use crate::{
    int::Natural,
    lanes::{BATCH, LENGTHS, Lanes, LucasCandidate, length_for, strong_base_2, strong_lucas},
};
use alloc::vec::Vec;

/// Fewer numbers than this are tested one after another: with so few, the lanes that stay empty cost more
/// than the others gain.
const MIN_BATCH: usize = 6;

/// The index of the first candidate that [`is_prime`] accepts.
///
/// On a CPU with lanes, candidates of at most 568 bits are tested up to sixteen at a time by the strong test
/// to base 2; those that pass go on to the Lucas test one by one. Callers should offer as many at once as
/// they would test in any case.
pub fn first_prime(candidates: &[Natural]) -> Option<usize> {
    if !Lanes::accelerated() {
        return candidates.iter().position(is_prime);
    }
    first_prime_by(candidates, strong_base_2)
}

/// [`first_prime`] with this strong test to base 2 for up to [`BATCH`] candidates.
fn first_prime_by(candidates: &[Natural], base_2: impl Fn(&[&Natural]) -> Vec<bool>) -> Option<usize> {
    let divided = candidates.iter().map(|n| (n, trial_division(n)));
    let mut rest = divided.enumerate().filter(|(_, (_, divided))| *divided != Some(false));
    loop {
        let batch: Vec<_> = rest.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            return None;
        }
        let is_eligible =
            |n: &Natural, divided: Option<bool>| divided.is_none() && length_for(n.bits()).is_some();
        let eligible = batch.iter().filter(|(_, (n, divided))| is_eligible(n, *divided));
        let eligible: Vec<&Natural> = eligible.map(|(_, (n, _))| *n).collect();
        let in_lanes = eligible.len() >= MIN_BATCH;
        let mut passed = if in_lanes { base_2(&eligible) } else { Vec::new() }.into_iter();
        let first = batch.iter().find(|(_, (n, divided))| match divided {
            Some(prime) => *prime,
            None if in_lanes && is_eligible(n, *divided) => {
                passed.next() == Some(true) && is_strong_lucas_probable_prime(n)
            }
            None => is_baillie_psw_probable_prime(n),
        });
        if let Some((index, _)) = first {
            return Some(*index);
        }
    }
}

/// Which of these numbers [`is_prime`] accepts.
///
/// On a CPU with lanes, numbers of about the same length, at most 568 bits, are tested up to sixteen at a
/// time.
pub fn are_primes(numbers: &[Natural]) -> Vec<bool> {
    if !Lanes::accelerated() {
        return numbers.iter().map(is_prime).collect();
    }
    are_primes_by(numbers, strong_base_2, strong_lucas)
}

/// [`are_primes`] with these tests for up to [`BATCH`] numbers.
fn are_primes_by(
    numbers: &[Natural],
    base_2: impl Fn(&[&Natural]) -> Vec<bool>,
    lucas: impl Fn(&[LucasCandidate]) -> Vec<bool>,
) -> Vec<bool> {
    let mut verdicts: Vec<Option<bool>> = numbers.iter().map(trial_division).collect();
    for length in LENGTHS {
        let of_length =
            |&index: &usize| verdicts[index].is_none() && length_for(numbers[index].bits()) == Some(length);
        let open: Vec<usize> = (0..numbers.len()).filter(of_length).collect();
        let mut left = Vec::new();
        for chunk in open.chunks(BATCH).filter(|chunk| chunk.len() >= MIN_BATCH) {
            let passed = base_2(&chunk.iter().map(|&index| &numbers[index]).collect::<Vec<_>>());
            for (&index, passed) in chunk.iter().zip(passed) {
                verdicts[index] = Some(false);
                left.extend(passed.then_some(index));
            }
        }
        for chunk in left.chunks(BATCH) {
            let passed = lucas_verdicts(chunk.iter().map(|&index| &numbers[index]), &lucas);
            chunk.iter().zip(passed).for_each(|(&index, passed)| verdicts[index] = Some(passed));
        }
    }
    let decide =
        |(verdict, n): (Option<bool>, &Natural)| verdict.unwrap_or_else(|| is_baillie_psw_probable_prime(n));
    verdicts.into_iter().zip(numbers).map(decide).collect()
}

/// Whether each of up to [`BATCH`] numbers is a strong Lucas probable prime.
fn lucas_verdicts<'a>(
    numbers: impl ExactSizeIterator<Item = &'a Natural>,
    test: impl Fn(&[LucasCandidate]) -> Vec<bool>,
) -> Vec<bool> {
    if numbers.len() < MIN_BATCH {
        return numbers.map(is_strong_lucas_probable_prime).collect();
    }
    let candidates: Vec<Option<LucasCandidate>> = numbers.map(lucas_candidate).collect();
    let has_parameter: Vec<bool> = candidates.iter().map(Option::is_some).collect();
    let candidates: Vec<LucasCandidate> = candidates.into_iter().flatten().collect();
    let mut passed = test(&candidates).into_iter();
    has_parameter.into_iter().map(|has| has && passed.next() == Some(true)).collect()
}

/// A number with the P' of Selfridge's parameters; `None` if it has none, and is composite.
pub(crate) fn lucas_candidate(n: &Natural) -> Option<LucasCandidate<'_>> {
    let p = lucas::parameter(n, selfridge_discriminant(n)?)?;
    Some(LucasCandidate { n, p })
}

#[cfg(test)]
mod tests;
