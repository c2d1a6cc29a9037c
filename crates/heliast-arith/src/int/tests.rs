use super::Natural;
use crate::testing::{combine, decimal, fingerprint, natural, power_of_two_less};
use proptest::prelude::*;
use std::{
    collections::{BTreeSet, HashSet},
    vec,
    vec::Vec,
};
use zeroize::Zeroize;

proptest! {
    #[test]
    fn sums_match_their_fingerprints(a in natural(9), b in natural(9)) {
        let expected = combine(fingerprint(&a), fingerprint(&b), |x, y, p| (x + y) % p);
        prop_assert_eq!(fingerprint(&(&a + &b)), expected);
        prop_assert_eq!(&a + &b, &b + &a);
    }

    #[test]
    fn differences_undo_sums(a in natural(9), b in natural(9)) {
        prop_assert_eq!((&a + &b).sub(&b), Some(a.clone()));
        prop_assert_eq!(a.sub(&b).is_some(), a >= b);
    }

    #[test]
    fn products_match_their_fingerprints(a in natural(9), b in natural(9)) {
        let expected = combine(fingerprint(&a), fingerprint(&b), |x, y, p| x * y % p);
        prop_assert_eq!(fingerprint(&(&a * &b)), expected);
        prop_assert_eq!((&a * &b).limbs().last() == Some(&0), false);
    }

    #[test]
    fn shifts_are_powers_of_two(a in natural(6), bits in 0..300usize) {
        let power = Natural::one().shl(bits);
        prop_assert_eq!(a.shl(bits), &a * &power);
        prop_assert_eq!(a.shr(bits), &a / &power);
        prop_assert_eq!(a.low_bits(bits), &a % &power);
        prop_assert_eq!(&a.shr(bits).shl(bits) + &a.low_bits(bits), a);
    }

    #[test]
    fn bits_add_up(a in natural(5)) {
        let sum = (0..a.bits() + 70)
            .filter(|&index| a.bit(index))
            .fold(Natural::zero(), |sum, index| &sum + &Natural::one().shl(index));
        prop_assert_eq!(&sum, &a);
        if !a.is_zero() {
            prop_assert!(a.bit(a.bits() - 1) && a.bit(a.trailing_zeros()));
            prop_assert!(a.low_bits(a.trailing_zeros()).is_zero());
        }
    }

    #[test]
    fn order_is_that_of_differences(a in natural(4), b in natural(4)) {
        prop_assert_eq!(a < b, a.sub(&b).is_none());
        prop_assert_eq!(a == b, a.sub(&b).is_some_and(|difference| difference.is_zero()));
    }

    #[test]
    fn sums_and_products_obey_the_laws(a in natural(6), b in natural(6), c in natural(6)) {
        prop_assert_eq!(&(&a + &b) + &c, &a + &(&b + &c));
        prop_assert_eq!(&(&a * &b) * &c, &a * &(&b * &c));
        prop_assert_eq!(&a * &b, &b * &a);
        prop_assert_eq!(&a * &(&b + &c), &(&a * &b) + &(&a * &c));
        let (larger, smaller) = if a < b { (&b, &a) } else { (&a, &b) };
        // (a − b)·(a + b) = a² − b².
        let squares = (larger * larger).sub(&(smaller * smaller));
        prop_assert_eq!(squares, larger.sub(smaller).map(|difference| &difference * &(larger + smaller)));
    }

    #[test]
    fn shifts_add_up(a in natural(5), first in 0..200usize, second in 0..200usize) {
        prop_assert_eq!(a.shl(first).shl(second), a.shl(first + second));
        prop_assert_eq!(a.shr(first).shr(second), a.shr(first + second));
        prop_assert_eq!(a.shl(first).shr(first), a.clone());
        prop_assert_eq!(a.low_bits(first).low_bits(second), a.low_bits(first.min(second)));
        if !a.is_zero() {
            prop_assert_eq!(a.shl(first).bits(), a.bits() + first);
            prop_assert_eq!(a.shl(first).trailing_zeros(), a.trailing_zeros() + first);
        }
    }

    /// The form is unique: the result of every operation has no zero limb on top.
    #[test]
    fn results_have_no_leading_zero_limbs(a in natural(6), b in natural(6), bits in 0..400usize) {
        let difference = a.sub(&b).or_else(|| b.sub(&a)).unwrap();
        for n in [&a + &b, difference, &a * &b, a.shl(bits), a.shr(bits), a.low_bits(bits), a.gcd(&b), a.sqrt()] {
            prop_assert_ne!(n.limbs().last(), Some(&0));
            prop_assert_eq!(Natural::from_limbs(n.limbs()), n);
        }
    }

    #[test]
    fn small_numbers_match_the_machine(a in any::<u64>(), b in any::<u64>()) {
        let (wide_a, wide_b) = (u128::from(a), u128::from(b));
        let (a, b) = (Natural::from(a), Natural::from(b));
        prop_assert_eq!(&a * &b, Natural::from(wide_a * wide_b));
        prop_assert_eq!(&a + &b, Natural::from(wide_a + wide_b));
    }
}

#[test]
fn leading_zero_limbs_do_not_count() {
    assert_eq!(Natural::from_limbs([5, 0, 0]), Natural::from(5u64));
    assert_eq!(Natural::from_limbs([0, 0]), Natural::zero());
    assert!(Natural::zero().is_zero() && Natural::zero().is_even() && Natural::zero().limbs().is_empty());
    assert_eq!(Natural::zero().bits(), 0);
    assert_eq!(Natural::zero().trailing_zeros(), 0);
}

#[test]
fn carries_run_through_all_limbs() {
    let ones = power_of_two_less(640, 1);
    assert_eq!(&ones + &Natural::one(), Natural::one().shl(640));
    assert_eq!(Natural::one().shl(640).sub(&Natural::one()), Some(ones.clone()));
    // (2^640 − 1)² = 2^1280 − 2^641 + 1.
    let square = Natural::one().shl(1280).sub(&Natural::one().shl(641)).unwrap();
    assert_eq!(&ones * &ones, &square + &Natural::one());
}

#[test]
fn a_wiped_number_is_zero() {
    let mut secret = decimal("123456789012345678901234567890");
    secret.zeroize();
    assert!(secret.is_zero());
}

#[test]
fn zero_and_one_are_what_they_are_called() {
    let (zero, one) = (Natural::zero(), Natural::one());
    assert_eq!(Natural::default(), zero);
    assert_eq!(Natural::from(0u64), zero);
    assert_eq!(Natural::from(0u128), zero);
    assert!(one.is_one() && !one.is_zero() && !one.is_even() && one.bits() == 1);
    assert!(!zero.is_one() && !Natural::from_limbs([1, 1]).is_one());
    for n in [zero.clone(), one.clone(), power_of_two_less(200, 1)] {
        assert_eq!(&n + &zero, n);
        assert_eq!(&n * &one, n);
        assert_eq!(&n * &zero, zero);
        assert_eq!(n.sub(&n), Some(zero.clone()));
        assert_eq!((n.shl(0), n.shr(0), n.low_bits(0)), (n.clone(), n.clone(), zero.clone()));
    }
}

#[test]
fn shifts_past_the_end_leave_nothing() {
    let n = power_of_two_less(130, 1);
    for bits in [130, 131, 191, 192, 193, 1 << 40, usize::MAX] {
        assert!(n.shr(bits).is_zero(), "{bits}");
        assert_eq!(n.low_bits(bits), n, "{bits}");
        assert!(!n.bit(bits), "{bits}");
    }
    assert!(n.shr(129).is_one() && n.bit(129));
    // Nothing is allocated for zeros.
    assert!(Natural::zero().shl(usize::MAX).is_zero());
}

/// Every single bit, in every place of three limbs.
#[test]
fn powers_of_two_have_one_bit() {
    for exponent in 0..192 {
        let power = Natural::one().shl(exponent);
        assert_eq!((power.bits(), power.trailing_zeros()), (exponent + 1, exponent));
        assert!((0..200).all(|index| power.bit(index) == (index == exponent)), "2^{exponent}");
        assert_eq!(power.is_even(), exponent > 0);
        let less = power.sub(&Natural::one()).unwrap();
        assert_eq!((less.bits(), less < power), (exponent, true));
        assert_eq!(&less + &Natural::one(), power);
        assert_eq!(power.low_bits(exponent), Natural::zero());
        assert_eq!((&power + &less).low_bits(exponent), less);
    }
}

#[test]
fn two_limbs_are_a_u128() {
    for n in [1, u128::from(u64::MAX), 1 << 64, (1 << 64) + 1, u128::MAX - 1, u128::MAX] {
        let natural = Natural::from(n);
        assert_eq!(natural, Natural::from_limbs([n as u64, (n >> 64) as u64]));
        assert_eq!(natural.bits(), 128 - n.leading_zeros() as usize);
        assert_eq!(natural.trailing_zeros(), n.trailing_zeros() as usize);
    }
}

/// Numbers are sorted, hashed and compared as integers: by the length first, then by the highest limb that
/// differs.
#[test]
fn numbers_are_keys() {
    let limbs = [0, 1, 2, u64::MAX - 1, u64::MAX];
    let wide: Vec<u128> =
        limbs.iter().flat_map(|high| limbs.map(|low| u128::from(*high) << 64 | u128::from(low))).collect();
    for a in &wide {
        for b in &wide {
            let (x, y) = (Natural::from(*a), Natural::from(*b));
            assert_eq!(x.cmp(&y), a.cmp(b), "{a} {b}");
            assert_eq!(x.partial_cmp(&y), Some(a.cmp(b)), "{a} {b}");
            assert_eq!(x == y, a == b);
        }
    }
    let sorted: Vec<Natural> = wide.iter().map(|n| Natural::from(*n)).collect();
    let shuffled = sorted.iter().rev().chain(&sorted).cloned();
    assert!(shuffled.clone().collect::<BTreeSet<Natural>>().iter().eq(&sorted));
    // The same number with other limbs above it is the same key.
    let set: HashSet<Natural> = shuffled.collect();
    assert_eq!(set.len(), wide.len());
    assert!(wide.iter().all(|n| set.contains(&Natural::from_limbs([*n as u64, (n >> 64) as u64, 0, 0]))));
}

#[test]
fn a_copy_outlives_the_wiped_original() {
    let mut secret = power_of_two_less(300, 7);
    let copy = secret.clone();
    secret.zeroize();
    assert_eq!((secret.limbs(), secret.bits()), (&[][..], 0));
    assert_eq!(copy, power_of_two_less(300, 7));
    assert_eq!(&secret + &copy, copy);
    secret.zeroize();
    assert!(secret.is_zero());
}

/// A long number and a short one, in both orders: the carry leaves the short one and continues, or stops.
#[test]
fn carries_run_past_the_shorter_number() {
    for limbs in 1..6 {
        for stop in 0..=limbs {
            let mut long = vec![u64::MAX; limbs];
            let mut expected = vec![0; limbs + 1];
            expected[stop] = 1;
            if stop < limbs {
                long[stop] = 0;
                expected[stop + 1..limbs].fill(u64::MAX);
            }
            let (long, one) = (Natural::from_limbs(long), Natural::one());
            let expected = Natural::from_limbs(expected);
            // With the stop in the lowest place there is nothing to carry.
            assert_eq!(&long + &one, expected, "{limbs} {stop}");
            assert_eq!(&one + &long, expected, "{limbs} {stop}");
            assert_eq!(expected.sub(&one), Some(long.clone()), "{limbs} {stop}");
            assert_eq!(expected.sub(&long), Some(one.clone()), "{limbs} {stop}");
            assert_eq!(long.sub(&expected), None, "{limbs} {stop}");
        }
    }
}
