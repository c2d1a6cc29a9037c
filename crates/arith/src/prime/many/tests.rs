use std::vec::Vec;

use super::*;
use crate::testing::{Random, power_of_two_less};

fn sequential(candidates: &[Natural]) -> Option<usize> {
    candidates.iter().position(is_prime)
}

/// Both the batches and the function that chooses say what the sequential search says.
fn assert_same(candidates: &[Natural]) {
    let expected = sequential(candidates);
    assert_eq!(first_prime(candidates), expected, "{candidates:?}");
    assert_eq!(first_prime_by(candidates, euler_base_2), expected, "{candidates:?}");
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
/// primes, and products of two close primes; each alone, and with a prime behind it.
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
