//! The primes among many numbers, in lanes.

use super::{
    is_baillie_psw_probable_prime, is_prime, is_strong_lucas_probable_prime, lucas, selfridge_discriminant,
    small, trial_division,
};
use crate::{
    backend::Backend,
    int::Natural,
    lanes::{BATCH, LANES, LENGTHS, Lanes, LucasCandidate, length_for, strong_base_2, strong_lucas},
};
use alloc::vec::Vec;
use core::borrow::Borrow;

/// Fewer numbers than this are tested one after another: with so few, the empty lanes cost more than the
/// others save. The measurements are in `bench/thresholds.md`.
fn min_batch() -> usize {
    match Lanes::fastest() {
        Backend::Ifma | Backend::AvxIfma => 2,
        _ => 5,
    }
}

/// Numbers of fewer bits are decided by trial division.
const TRIAL_BITS: usize = 17;

/// The index of the first candidate that [`is_prime`] accepts.
///
/// As [`first_prime_of`]: on a CPU with lanes, candidates of at most 568 bits are tested several at a time.
pub fn first_prime(candidates: &[Natural]) -> Option<usize> {
    first_prime_of(candidates).map(|(index, _)| index)
}

/// The first candidate that [`is_prime`] accepts, and its index.
///
/// On a CPU with lanes, candidates of at most 568 bits are tested by the strong test to base 2 as soon as
/// trial division has left as many as lanes hold; those that pass get the Lucas test one by one. So up to two
/// dozen candidates after the prime are drawn without use. On other CPUs they are drawn one by one.
pub fn first_prime_of<N: Borrow<Natural>>(candidates: impl IntoIterator<Item = N>) -> Option<(usize, N)> {
    if !Lanes::accelerated() {
        return candidates.into_iter().enumerate().find(|(_, n)| is_prime(n.borrow()));
    }
    first_prime_by(candidates, strong_base_2)
}

/// A candidate with its place and the verdict of trial division: prime, or undecided.
type Open<N> = (usize, N, Option<bool>);

/// [`first_prime_of`] with this strong test to base 2 for up to [`LANES`] candidates.
fn first_prime_by<N: Borrow<Natural>>(
    candidates: impl IntoIterator<Item = N>,
    base_2: impl Fn(&[&Natural]) -> Vec<bool>,
) -> Option<(usize, N)> {
    let mut candidates = candidates.into_iter().enumerate();
    let mut open: Vec<Open<N>> = Vec::new();
    loop {
        if open.len() < LANES {
            let drawn: Vec<_> = candidates.by_ref().take(LANES).collect();
            if !drawn.is_empty() {
                let divided = divide(&drawn.iter().map(|(_, n)| n.borrow()).collect::<Vec<_>>());
                let divided = drawn.into_iter().zip(divided).map(|((index, n), verdict)| (index, n, verdict));
                open.extend(divided.filter(|(_, _, verdict)| *verdict != Some(false)));
                continue;
            }
        }
        if open.is_empty() {
            return None;
        }
        let rest = open.split_off(LANES.min(open.len()));
        let batch = core::mem::replace(&mut open, rest);
        if let Some(place) = first_of_batch(&batch, &base_2) {
            return batch.into_iter().nth(place).map(|(index, n, _)| (index, n));
        }
    }
}

/// The first prime of at most [`LANES`] candidates.
fn first_of_batch<N: Borrow<Natural>>(
    batch: &[Open<N>],
    base_2: impl Fn(&[&Natural]) -> Vec<bool>,
) -> Option<usize> {
    let is_eligible =
        |n: &Natural, divided: Option<bool>| divided.is_none() && length_for(n.bits()).is_some();
    let numbers = || batch.iter().map(|(_, n, divided)| (n.borrow(), *divided));
    let eligible = numbers().filter(|(n, divided)| is_eligible(n, *divided));
    let eligible: Vec<&Natural> = eligible.map(|(n, _)| n).collect();
    let in_lanes = eligible.len() >= min_batch();
    let mut passed = if in_lanes { base_2(&eligible) } else { Vec::new() }.into_iter();
    numbers().position(|(n, divided)| match divided {
        Some(prime) => prime,
        None if in_lanes && is_eligible(n, divided) => {
            passed.next() == Some(true) && is_strong_lucas_probable_prime(n)
        }
        None => is_baillie_psw_probable_prime(n),
    })
}

/// The verdict of [`trial_division`] for each of up to [`LANES`] numbers.
fn divide(numbers: &[&Natural]) -> Vec<Option<bool>> {
    let in_lanes = |n: &Natural| !n.is_even() && n.bits() >= TRIAL_BITS && length_for(n.bits()).is_some();
    let chosen: Vec<&Natural> = numbers.iter().copied().filter(|n| in_lanes(n)).collect();
    let mut composite = small::have_small_factors(&chosen).into_iter();
    let verdict = |n: &&Natural| match in_lanes(n) {
        true => composite.next().filter(|composite| *composite).map(|_| false),
        false => trial_division(n),
    };
    numbers.iter().map(verdict).collect()
}

/// Whether [`is_prime`] accepts each of these numbers.
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
    let eights = numbers.chunks(LANES).map(|eight| divide(&eight.iter().collect::<Vec<_>>()));
    let mut verdicts: Vec<Option<bool>> = eights.flatten().collect();
    let least = min_batch();
    for length in LENGTHS {
        let of_length =
            |&index: &usize| verdicts[index].is_none() && length_for(numbers[index].bits()) == Some(length);
        let open: Vec<usize> = (0..numbers.len()).filter(of_length).collect();
        let mut left = Vec::new();
        for chunk in open.chunks(BATCH).filter(|chunk| chunk.len() >= least) {
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
    if numbers.len() < min_batch() {
        return numbers.map(is_strong_lucas_probable_prime).collect();
    }
    let candidates: Vec<Option<LucasCandidate>> = numbers.map(lucas_candidate).collect();
    let has_parameter: Vec<bool> = candidates.iter().map(Option::is_some).collect();
    let candidates: Vec<LucasCandidate> = candidates.into_iter().flatten().collect();
    let mut passed = test(&candidates).into_iter();
    has_parameter.into_iter().map(|has| has && passed.next() == Some(true)).collect()
}

/// A number with the P' of Selfridge's parameters; `None` if it has no such P', and so is composite.
pub(crate) fn lucas_candidate(n: &Natural) -> Option<LucasCandidate<'_>> {
    let p = lucas::parameter(n, selfridge_discriminant(n)?)?;
    Some(LucasCandidate { n, p })
}

#[cfg(test)]
mod tests;
