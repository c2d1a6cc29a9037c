use crate::{
    int::Natural,
    testing::{natural, positive, power_of_two_less},
};
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_root_is_the_largest_with_a_square_below(n in natural(8)) {
        let root = n.sqrt();
        let next = &root + &Natural::one();
        prop_assert!(&root * &root <= n && n < &next * &next);
        prop_assert_eq!(n.is_square(), &root * &root == n);
    }

    #[test]
    fn squares_are_found_and_their_neighbours_are_not(root in natural(6)) {
        prop_assume!(root.bits() > 1);
        let square = &root * &root;
        prop_assert!(square.is_square());
        prop_assert!(!(&square + &Natural::one()).is_square());
        prop_assert!(!square.sub(&Natural::one()).unwrap().is_square());
    }

    #[test]
    fn odd_powers_have_their_root_and_their_neighbours_have_none(
        root in positive(6),
        exponent in prop::sample::select(&[1u32, 3, 5, 7, 9, 15, 31, 61][..]),
    ) {
        let root = &root.shl(1) + &Natural::one();
        let power = (0..exponent).fold(Natural::one(), |power, _| &power * &root);
        prop_assert_eq!(power.odd_root(exponent), Some(root));
        if exponent > 1 {
            let two = Natural::from(2u64);
            prop_assert_eq!((&power + &two).odd_root(exponent), None);
            prop_assert_eq!(power.sub(&two).unwrap().odd_root(exponent), None);
            // The root modulo 2^m of a number that agrees with a power in its low bits.
            prop_assert_eq!((&power + &Natural::one().shl(power.bits() - 1)).odd_root(exponent), None);
        }
    }
}

#[test]
fn small_numbers() {
    for n in 0..5000u64 {
        let root = (0..).take_while(|x| x * x <= n).last().unwrap();
        assert_eq!(Natural::from(n).sqrt(), Natural::from(root));
        assert_eq!(Natural::from(n).is_square(), root * root == n);
    }
}

#[test]
fn all_ones() {
    let ones = power_of_two_less(512, 1);
    assert!((&ones * &ones).is_square());
    assert!(!ones.is_square());
    assert_eq!(ones.sqrt(), power_of_two_less(256, 1));
}

#[test]
fn odd_roots_of_small_numbers() {
    for n in 0..5000u64 {
        for exponent in 0..20u32 {
            let odd = n % 2 == 1 && exponent % 2 == 1;
            let root = (1..=n).find(|x| x.checked_pow(exponent).is_none_or(|power| power >= n));
            let expected = root.filter(|x| odd && x.checked_pow(exponent) == Some(n)).map(Natural::from);
            assert_eq!(Natural::from(n).odd_root(exponent), expected, "{n}, {exponent}");
        }
    }
}

#[test]
fn roots_whose_exponent_is_as_long_as_the_number() {
    for exponent in [3, 5, 127, 8191, u32::MAX] {
        assert_eq!(Natural::one().odd_root(exponent), Some(Natural::one()));
        assert_eq!(Natural::from(3u64).odd_root(exponent), None);
    }
    let three = Natural::from(3u64);
    let power = |exponent: u32| (0..exponent).fold(Natural::one(), |power, _| &power * &three);
    for exponent in [3, 101, 511] {
        assert_eq!(power(exponent).odd_root(exponent), Some(three.clone()));
        assert_eq!(power(exponent).odd_root(exponent + 2), None);
    }
}

/// k² − 1, k², k² + 2k and (k + 1)² for k near the ends of limbs.
#[test]
fn roots_change_at_squares() {
    for bits in [1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 200, 512] {
        for k in [Natural::one().shl(bits), power_of_two_less(bits + 1, 1), power_of_two_less(bits + 1, 2)] {
            let square = &k * &k;
            let last = &square + &k.shl(1);
            assert_eq!(square.sqrt(), k);
            assert_eq!(last.sqrt(), k);
            let next = &k + &Natural::one();
            assert_eq!((&last + &Natural::one()).sqrt(), next);
            let below = square.sub(&Natural::one()).unwrap();
            assert_eq!(&below.sqrt() + &Natural::one(), k);
            assert!(square.is_square() && (&next * &next).is_square());
            // The squares above 1 are more than one apart.
            assert!(!below.is_square() && !last.is_square(), "{k:?}");
        }
    }
    assert!(Natural::zero().is_square() && Natural::one().is_square());
}

/// The residues of squares modulo 64, which decide most numbers before a root is taken.
#[test]
fn numbers_whose_low_bits_are_not_squares_are_not_squares() {
    let squares: std::vec::Vec<u64> = (0..64).map(|x| x * x % 64).collect();
    for residue in 0..64u64 {
        let found = (0..40u64).filter(|k| Natural::from(64 * k + residue).is_square()).count();
        if squares.contains(&residue) {
            // Each class has a square below 64².
            assert!((0..64u64).any(|k| Natural::from(64 * k + residue).is_square()), "{residue}");
        } else {
            assert_eq!(found, 0, "{residue}");
        }
    }
}

#[test]
fn powers_are_cut_to_their_low_bits() {
    let base = power_of_two_less(100, 77);
    for bits in [0, 1, 63, 64, 65, 150] {
        let mut expected = Natural::one().low_bits(bits);
        for exponent in 0..20 {
            let power = base.power_low_bits(exponent, bits);
            // With the exponent 0, which no caller uses, the power 1 is not cut.
            if exponent > 0 {
                assert_eq!(power, expected, "{exponent}, {bits} bits");
            }
            expected = (&expected * &base).low_bits(bits);
        }
    }
}

/// Powers of 2^k ± 1, whose limbs are mostly zeros or ones.
#[test]
fn odd_roots_of_numbers_with_long_carries() {
    for bits in [5, 31, 32, 63, 64, 65, 130] {
        for root in [power_of_two_less(bits, 1), &Natural::one().shl(bits) + &Natural::one()] {
            for exponent in [1, 3, 5, 17] {
                let power = (0..exponent).fold(Natural::one(), |power, _| &power * &root);
                assert_eq!(power.odd_root(exponent), Some(root.clone()), "{root:?}^{exponent}");
                assert_eq!(power.shl(1).odd_root(exponent), None, "an even number");
                assert_eq!(power.odd_root(exponent + 1), None, "an even exponent");
            }
        }
    }
    for exponent in [0, 2, 4, u32::MAX - 1] {
        assert_eq!(Natural::one().odd_root(exponent), None);
    }
    assert_eq!(Natural::zero().odd_root(3), None);
}
