use super::*;
use crate::{
    prime::generate_prime,
    testing::{Random, power_of_two_less},
};
use std::{cell::RefCell, vec::Vec};

fn sequential(candidates: &[Natural]) -> Option<usize> {
    candidates.iter().position(is_prime)
}

/// Batches, and the functions that choose them, agree with the tests one by one.
fn assert_same(candidates: &[Natural]) {
    let verdicts: Vec<bool> = candidates.iter().map(is_prime).collect();
    assert_eq!(are_primes(candidates), verdicts, "{candidates:?}");
    assert_eq!(are_primes_by(candidates, strong_base_2, strong_lucas), verdicts, "{candidates:?}");
    let expected = verdicts.iter().position(|&prime| prime);
    assert_eq!(first_prime(candidates), expected, "{candidates:?}");
    assert_eq!(first_prime_by(candidates, strong_base_2).map(|(index, _)| index), expected, "{candidates:?}");
}

#[test]
fn the_edges_of_the_list_and_of_the_numbers() {
    assert_same(&[]);
    let small = |range: core::ops::Range<u64>| range.map(Natural::from).collect::<Vec<_>>();
    for start in 0..40 {
        for length in 0..20 {
            assert_same(&small(start..start + length));
        }
    }
    for start in [65_500u64, 65_530, 4_294_967_270] {
        assert_same(&small(start..start + 60));
    }
}

/// Composites that look like primes: Carmichael numbers, strong pseudoprimes to base 2, squares of Wieferich
/// primes, and products of two close primes; each alone, and followed by a prime.
#[test]
fn pseudoprimes_are_passed_over() {
    let pseudoprimes: Vec<Natural> = [
        2047u64,
        3277,
        4033,
        4681,
        8321,
        15841,
        29341,
        42799,
        49141,
        52633,
        65281,
        74665,
        80581,
        85489,
        88357,
        90751,
        561,
        41041,
        825_265,
        321_197_185,
        1_194_649,
        12_327_121,
        3_215_031_751,
        3_825_123_056_546_413_051,
        18_446_744_066_047_760_377,
    ]
    .into_iter()
    .map(Natural::from)
    .chain([power_of_two_less(128, 159).mul(&power_of_two_less(128, 173)), power_of_two_less(509, 1)])
    .collect();
    assert_same(&pseudoprimes);
    assert_eq!(first_prime(&pseudoprimes), None);
    for pseudoprime in &pseudoprimes {
        for prime in [power_of_two_less(127, 1), power_of_two_less(521, 1), Natural::from(2u64)] {
            let list = [pseudoprime, pseudoprime, pseudoprime, &prime, pseudoprime].map(Natural::clone);
            assert_eq!(first_prime(&list), Some(3));
        }
    }
}

/// Runs of consecutive, of odd and of random numbers: tens of thousands of candidates in all.
#[test]
fn the_answer_is_that_of_the_sequential_search() {
    let mut random = Random::new(7);
    for bits in [17, 30, 64, 65, 128, 160, 256, 300, 384, 412, 413, 512] {
        for round in 0..400 / (bits / 16) {
            let start = random.natural(bits);
            let length = random.limb() % 60;
            let step = if round % 2 == 0 { 2 } else { 1 };
            let candidates: Vec<Natural> =
                (0..length).map(|k| &start + &Natural::from(step * k + round as u64 % 2)).collect();
            assert_same(&candidates);
        }
    }
    for _ in 0..40 {
        let candidates: Vec<Natural> = (0..random.limb() % 40)
            .map(|_| {
                let bits = random.limb() % 560;
                random.natural(bits as usize)
            })
            .collect();
        assert_same(&candidates);
    }
}

/// Every number up to 2^17, so that each length of run before a prime occurs.
#[test]
fn every_small_prime_is_found() {
    let numbers: Vec<Natural> = (0u64..1 << 17).map(Natural::from).collect();
    let mut found = 0;
    let mut start = 0;
    while let Some(next) = first_prime(&numbers[start..numbers.len().min(start + 200)]) {
        assert_eq!(sequential(&numbers[start..=start + next]), Some(next));
        found += 1;
        start += next + 1;
    }
    // π(2^17).
    assert_eq!(found, 12_251);
}

/// Lists of mostly primes, as verifiers have them: of one length and of several, with squares, pseudoprimes,
/// small and long numbers among them.
#[test]
fn lists_of_primes_are_told_from_lists_with_composites() {
    let mut random = Random::new(8);
    let mut prime = |bits: usize| generate_prime(bits, |bytes| random.fill(bytes), |_| true);
    for lengths in
        [[64, 64], [128, 128], [255, 256], [264, 264], [512, 512], [520, 520], [600, 568], [64, 600]]
    {
        let primes: Vec<Natural> = (0..40).map(|index| prime(lengths[index % 2])).collect();
        for length in 0..=40 {
            assert_same(&primes[..length]);
        }
        for (place, step) in (0..40).step_by(7).zip([1, 3, 5, 9, 11, 40]) {
            let mut list = primes.clone();
            for index in (place..40).step_by(step) {
                list[index] = match index % 6 {
                    0 => primes[index].shr(lengths[0] / 2).mul(&primes[index].shr(lengths[0] / 2)),
                    1 => &primes[index] + &Natural::from(2u64),
                    2 => power_of_two_less(523, 1),
                    3 => Natural::from(index as u64),
                    4 => power_of_two_less(700, 1),
                    _ => power_of_two_less(128, 159).mul(&power_of_two_less(128, 173)),
                };
            }
            assert_same(&list);
        }
    }
}

/// Only squares, which have no parameters: the list for the Lucas test is empty.
#[test]
fn squares_are_composite_in_lists() {
    let base_2_passes_all = |numbers: &[&Natural]| alloc::vec![true; numbers.len()];
    let squares: Vec<Natural> = (3..20)
        .map(|k| power_of_two_less(128, 3 * k))
        .map(|root| if root.is_even() { &root + &Natural::one() } else { root })
        .map(|root| &root * &root)
        .collect();
    assert_eq!(are_primes_by(&squares, base_2_passes_all, strong_lucas), [false; 17]);
}

/// The sizes of the batches with which a test was called.
#[derive(Default)]
struct Batches(RefCell<Vec<usize>>);

impl Batches {
    fn base_2(&self, numbers: &[&Natural]) -> Vec<bool> {
        self.0.borrow_mut().push(numbers.len());
        strong_base_2(numbers)
    }

    fn take(&self) -> Vec<usize> {
        self.0.take()
    }
}

/// No test gets fewer numbers than lanes are worth, or more than their number. Few numbers are tested without
/// lanes.
#[test]
fn batches_are_neither_short_nor_long() {
    let (batches, prime, least) = (Batches::default(), power_of_two_less(127, 1), min_batch());
    for count in 0..70 {
        let primes: Vec<Natural> = (0..count).map(|_| prime.clone()).collect();
        let verdicts = are_primes_by(&primes, |numbers| batches.base_2(numbers), strong_lucas);
        assert!(verdicts.len() == count && verdicts.iter().all(|verdict| *verdict), "{count}");
        let sizes = batches.take();
        assert!(sizes.iter().all(|size| (least..=BATCH).contains(size)), "{count}: {sizes:?}");
        let rest = count % BATCH;
        assert_eq!(sizes.iter().sum::<usize>(), if rest < least { count - rest } else { count });

        let found = first_prime_by(&primes, |numbers| batches.base_2(numbers)).map(|(index, _)| index);
        assert_eq!(found, (count > 0).then_some(0));
        // One batch is enough, since the first number is prime.
        let expected: &[usize] = if count < least { &[] } else { &[count.min(LANES)] };
        assert_eq!(batches.take(), expected, "{count}");
    }
}

/// A prime at every place among composites without small factors.
#[test]
fn the_first_prime_at_every_place() {
    let composite = power_of_two_less(67, 1);
    let prime = power_of_two_less(61, 1);
    let batches = Batches::default();
    for length in [1, 5, 6, 7, 15, 16, 17, 22, 33] {
        for place in 0..=length {
            let mut list: Vec<Natural> = (0..length).map(|_| composite.clone()).collect();
            list.iter_mut().skip(place).step_by(3).for_each(|n| *n = prime.clone());
            let expected = (place < length).then_some(place);
            assert_eq!(
                first_prime_by(&list, |numbers| batches.base_2(numbers)).map(|(index, _)| index),
                expected,
                "{length} {place}"
            );
            // Batches after the one with the prime are never tested.
            let tested: usize = batches.take().into_iter().sum();
            assert!(tested <= (place / LANES + 1) * LANES, "{length} {place}: {tested}");
            assert_same(&list);
        }
    }
}

/// Numbers that trial division decides, and numbers that are too long, are not tested in lanes.
#[test]
fn lanes_see_no_other_numbers() {
    let batches = Batches::default();
    let small: Vec<Natural> = (0..100u64).map(Natural::from).collect();
    let even: Vec<Natural> = (1..50).map(|k| Natural::one().shl(60 + k)).collect();
    let long: Vec<Natural> = (0..20).map(|_| power_of_two_less(607, 1)).collect();
    for list in [small, even, long] {
        let expected: Vec<bool> = list.iter().map(is_prime).collect();
        assert_eq!(are_primes_by(&list, |numbers| batches.base_2(numbers), strong_lucas), expected);
        let first = first_prime_by(&list, |numbers| batches.base_2(numbers)).map(|(index, _)| index);
        assert_eq!(first, expected.iter().position(|prime| *prime));
        assert_eq!(batches.take(), []);
    }
}

/// If one test passes everything, the other decides. If one passes nothing, no number is prime.
#[test]
fn both_tests_must_pass() {
    let primes: Vec<Natural> = (0..24).map(|_| power_of_two_less(127, 1)).collect();
    let none = |numbers: &[&Natural]| alloc::vec![false; numbers.len()];
    let no_lucas = |candidates: &[LucasCandidate]| alloc::vec![false; candidates.len()];
    assert_eq!(are_primes_by(&primes, none, strong_lucas), [false; 24]);
    assert_eq!(are_primes_by(&primes, strong_base_2, no_lucas), [false; 24]);
    assert_eq!(first_prime_by(&primes, none), None);
    // Strong pseudoprimes to base 2 of one length, which only the Lucas test finds.
    let mersenne: Vec<Natural> = (0..24).map(|_| power_of_two_less(101, 1)).collect();
    assert_eq!(are_primes_by(&mersenne, strong_base_2, strong_lucas), [false; 24]);
    assert_eq!(first_prime_by(&mersenne, strong_base_2), None);
}
