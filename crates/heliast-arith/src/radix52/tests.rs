//! Limbs of 52 bits, by their definition.

use super::*;
use crate::testing::{Random, power_of_two_less};
use std::{vec, vec::Vec};

/// Σ limb·2^(52·index).
fn sum(limbs: &[u64]) -> Natural {
    let terms = limbs.iter().enumerate().map(|(index, limb)| Natural::from(*limb).shl(RADIX_BITS * index));
    terms.fold(Natural::zero(), |sum, term| &sum + &term)
}

/// Numbers of every length: with all bits 1, with a single bit 1, and random ones.
fn numbers() -> impl Iterator<Item = Natural> {
    (1..700).flat_map(|bits| {
        let random = Random::new(bits as u64).natural(bits);
        [power_of_two_less(bits, 1), Natural::one().shl(bits - 1), random]
    })
}

#[test]
fn limbs_add_up_to_the_number() {
    assert_eq!(split(&Natural::zero()).count(), 0);
    for n in numbers() {
        let limbs: Vec<u64> = split(&n).collect();
        assert_eq!(limbs.len(), n.bits().div_ceil(RADIX_BITS));
        assert!(limbs.iter().all(|limb| *limb <= LIMB_MASK) && limbs.last() != Some(&0), "{n:x}");
        assert_eq!(sum(&limbs), n);
        assert_eq!(join(limbs.into_iter()), n);
    }
}

#[test]
fn zeros_above_do_not_count() {
    for n in numbers().step_by(7) {
        for zeros in 1..9 {
            assert_eq!(join(split(&n).chain(vec![0; zeros])), n);
        }
    }
    assert_eq!(join([].into_iter()), Natural::zero());
    assert_eq!(join([0; 5].into_iter()), Natural::zero());
}

#[test]
fn every_bit_has_its_place() {
    for bit in 0..530 {
        let mut limbs = [0; 11];
        limbs[bit / RADIX_BITS] = 1 << (bit % RADIX_BITS);
        assert_eq!(join(limbs.into_iter()), Natural::one().shl(bit));
    }
}

#[test]
fn inverses_clear_the_lowest_limb() {
    let (mut random, mut upper) = (Random::new(1), Random::new(2));
    let odd = (1..2000u64).step_by(2).chain([u64::MAX, LIMB_MASK, (1 << 51) + 1]);
    for n in odd.chain((0..500).map(|_| random.limb() | 1)) {
        let inverse = negated_inverse(&Natural::from_limbs([n, upper.limb()]));
        assert!(inverse <= LIMB_MASK);
        // n·inverse = −1 modulo 2^52.
        assert_eq!(n.wrapping_mul(inverse).wrapping_add(1) & LIMB_MASK, 0, "{n}");
    }
}
