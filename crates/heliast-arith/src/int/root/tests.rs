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
