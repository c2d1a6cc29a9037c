//! The arithmetic beside the lanes, against the integers, at every length there is code for.

use super::*;
use crate::testing::{Random, power_of_two_less};
use std::vec::Vec;

/// Odd numbers of N limbs at both ends of each length that N limbs serve, and random ones.
fn moduli<const N: usize>() -> Vec<Natural> {
    let longest = RADIX_BITS * N - 4;
    let shortest =
        LENGTHS.into_iter().rev().find(|length| *length < N).map_or(3, |length| RADIX_BITS * length - 3);
    let mut random = Random::new(N as u64);
    let mut all = Vec::new();
    for bits in [shortest, shortest + 1, (shortest + longest) / 2, longest - 1, longest] {
        all.push(power_of_two_less(bits, 1));
        all.push(&Natural::one().shl(bits - 1) + &Natural::one());
        all.push(&(&random.natural(bits - 2).shl(1) + &Natural::one().shl(bits - 1)) + &Natural::one());
    }
    all
}

fn joined<const N: usize>(limbs: &[u64; N]) -> Natural {
    radix52::join(limbs.iter().copied())
}

/// Calls the test for each length.
macro_rules! at_each_length {
    ($test:ident) => {
        $test::<3>();
        $test::<5>();
        $test::<6>();
        $test::<10>();
        $test::<11>();
    };
}

#[test]
fn every_length_of_number_has_limbs_enough() {
    for bits in 1..=700 {
        match length_for(bits) {
            // 16n ≤ 2^(52N), and no shorter length would do.
            Some(length) => {
                assert!(bits + 4 <= RADIX_BITS * length);
                assert!(LENGTHS.into_iter().all(|other| other >= length || bits + 4 > RADIX_BITS * other));
            }
            None => assert!(bits > 568),
        }
    }
}

fn shifts_are_products_with_powers_of_two<const N: usize>() {
    for n in moduli::<N>() {
        let limbs = split::<N>(&n);
        assert_eq!(joined(&limbs), n);
        let last = n.sub(&Natural::one()).unwrap();
        for x in [Natural::zero(), Natural::one(), n.shr(1), last] {
            for exponent in [0, 1, 43, 44, 45, 88, 200, RADIX_BITS * N] {
                let found = times_power_of_two(split::<N>(&x), exponent, &limbs);
                assert_eq!(joined(&found), &x.shl(exponent) % &n, "{x:?}·2^{exponent} modulo {n:?}");
            }
        }
        for exponent in [0, 1, 5, 31, 300] {
            let expected = &Natural::one().shl(RADIX_BITS * N + exponent) % &n;
            assert_eq!(joined(&power_of_two::<N>(exponent, &n)), expected, "2^{exponent}·R modulo {n:?}");
        }
    }
}

#[test]
fn shifts_at_each_length() {
    at_each_length!(shifts_are_products_with_powers_of_two);
}

fn comparisons_are_those_of_integers<const N: usize>() {
    let mut random = Random::new(77);
    for n in moduli::<N>() {
        let limbs = split::<N>(&n);
        for multiples in [1, 2, 3, 4, 16] {
            let bound = &n * &Natural::from(multiples);
            let below = bound.sub(&Natural::one()).unwrap();
            for (x, expected) in [(&below, true), (&bound, false), (&(&bound + &Natural::one()), false)] {
                // What does not fit N limbs cannot be asked.
                if x.bits() <= RADIX_BITS * N {
                    assert_eq!(
                        is_below(&split::<N>(x), multiples, &limbs),
                        expected,
                        "{x:?} {multiples} {n:?}"
                    );
                }
            }
            for residue in [Natural::zero(), Natural::one(), n.shr(1), &random.natural(n.bits()) % &n] {
                for k in 0..multiples + 2 {
                    let x = &residue + &(&n * &Natural::from(k));
                    if x.bits() <= RADIX_BITS * N {
                        let found = is_congruent(&split(&x), &split(&residue), &limbs, multiples);
                        assert_eq!(found, k < multiples, "{residue:?} + {k}·{n:?}");
                        let other = split(&(&x + &Natural::one()).low_bits(RADIX_BITS * N));
                        assert!(
                            !is_congruent(&other, &split(&residue), &limbs, multiples),
                            "{residue:?} {n:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn comparisons_at_each_length() {
    at_each_length!(comparisons_are_those_of_integers);
}

fn differences_borrow<const N: usize>() {
    for n in moduli::<N>() {
        for y in [Natural::zero(), Natural::one(), n.shr(1), n.clone(), power_of_two_less(n.bits() - 1, 1)] {
            let found = subtract(&split::<N>(&n), &split(&y));
            assert_eq!(joined(&found), n.sub(&y).unwrap(), "{n:?} − {y:?}");
        }
    }
}

#[test]
fn differences_at_each_length() {
    at_each_length!(differences_borrow);
}

#[test]
fn columns_become_rows_and_back() {
    let mut random = Random::new(3);
    let columns: [[u64; 6]; LANES] = from_fn(|_| from_fn(|_| random.limb() & LIMB_MASK));
    for engine in Engine::all() {
        let encoded = engine.encoded(rows(columns));
        for (lane, column) in columns.iter().enumerate() {
            assert_eq!(engine.column(&encoded, lane), *column, "{}", engine.name());
        }
    }
    for count in 1..=LANES {
        let few: Vec<usize> = (0..count).collect();
        let all = filled(&few);
        assert!((0..LANES).all(|lane| *all[lane] == if lane < count { lane } else { 0 }));
    }
}
