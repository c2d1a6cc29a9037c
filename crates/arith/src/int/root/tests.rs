use proptest::prelude::*;

use crate::int::Natural;
use crate::testing::{natural, power_of_two_less};

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
