use super::{
    super::montgomery::{make_canonical, padded},
    reduce, square,
};
use crate::{
    int::Natural,
    limbs,
    testing::{Random, limb, power_of_two_less},
};
use proptest::prelude::*;
use std::vec;

/// `t/R mod n`, checked: canonical, and its product with R is t modulo n.
fn check_reduction(t: &Natural, n: &Natural) {
    let length = n.limbs().len();
    let mut scratch = padded(t, 2 * length);
    let mut out = vec![0; length];
    reduce(&mut out, &mut scratch, n.limbs(), limbs::inverse_of_odd(n.low_limb()).wrapping_neg());
    let out = Natural::from_limbs(out);
    assert!(out < *n, "{t:?} modulo {n:?} gave {out:?}");
    assert_eq!(&out.shl(64 * length) % n, t % n);
}

/// 2^(64·length).
fn r_of(length: usize) -> Natural {
    Natural::one().shl(64 * length)
}

#[test]
fn reduction_at_the_ends_of_its_range() {
    for length in [1, 2, 3, 4, 5, 8, 31, 32, 33] {
        let r = r_of(length);
        let small = if length == 1 { Natural::from(3u64) } else { &r_of(length - 1) + &Natural::one() };
        for n in [power_of_two_less(64 * length, 1), power_of_two_less(64 * length, 59), small] {
            let bound = &n * &r;
            for t in [Natural::zero(), Natural::one(), r.clone(), n.clone(), bound.shr(1)] {
                check_reduction(&t, &n);
            }
            for below in 1..10u64 {
                check_reduction(&bound.sub(&Natural::from(below)).unwrap(), &n);
            }
            let square = &n.sub(&Natural::one()).unwrap() * &n.sub(&Natural::one()).unwrap();
            check_reduction(&square, &n);
        }
    }
}

#[test]
fn the_final_subtraction_happens_exactly_when_needed() {
    let n = [u64::MAX, 5, 1 << 63];
    let canonical = |mut a: [u64; 3], carry| {
        make_canonical(&mut a, &n, carry);
        a
    };
    assert_eq!(canonical([u64::MAX - 1, 5, 1 << 63], false), [u64::MAX - 1, 5, 1 << 63]);
    assert_eq!(canonical(n, false), [0, 0, 0]);
    assert_eq!(canonical([0, 6, 1 << 63], false), [1, 0, 0]);
    // 2^192 + 4 − n: the borrow of the subtraction consumes the carry.
    assert_eq!(canonical([4, 0, 0], true), [5, u64::MAX - 5, (1 << 63) - 1]);
}

#[test]
fn inverses_modulo_a_limb() {
    let mut random = Random::new(1);
    for odd in [1, 3, u64::MAX, (1 << 63) + 1, random.limb() | 1, random.limb() | 1] {
        assert_eq!(odd.wrapping_mul(limbs::inverse_of_odd(odd)), 1);
    }
}

proptest! {
    #[test]
    fn squares_are_products(a in proptest::collection::vec(limb(), 1..40)) {
        let (mut squared, mut product) = (vec![1; 2 * a.len()], vec![1; 2 * a.len()]);
        square(&mut squared, &a);
        limbs::multiply(&mut product, &a, &a);
        prop_assert_eq!(squared, product);
    }
}
