use super::Natural;
use crate::testing::{combine, decimal, fingerprint, natural, power_of_two_less};
use proptest::prelude::*;
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
