use crate::{
    int::Natural,
    testing::{decimal, natural, positive, power_of_two_less},
};
use proptest::prelude::*;

/// Euclid's algorithm, one full division per step.
fn slow_gcd(a: &Natural, b: &Natural) -> Natural {
    let (mut a, mut b) = (a.clone(), b.clone());
    while !b.is_zero() {
        (a, b) = (b.clone(), &a % &b);
    }
    a
}

fn fibonacci(index: usize) -> Natural {
    let (mut a, mut b) = (Natural::zero(), Natural::one());
    for _ in 0..index {
        (a, b) = (b.clone(), &a + &b);
    }
    a
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn gcd_is_that_of_euclid(a in natural(8), b in natural(8), common in natural(3)) {
        prop_assert_eq!(a.gcd(&b), slow_gcd(&a, &b));
        let (a, b) = (&a * &common, &b * &common);
        prop_assert_eq!(a.gcd(&b), slow_gcd(&a, &b));
        prop_assert_eq!(b.gcd(&a), slow_gcd(&a, &b));
    }

    #[test]
    fn inverses_multiply_to_one(a in natural(10), m in positive(8)) {
        match a.invert_mod(&m) {
            Some(inverse) => {
                prop_assert!(inverse < m);
                prop_assert_eq!(&(&a * &inverse) % &m, &Natural::one() % &m);
            }
            None => prop_assert!(!a.gcd(&m).is_one()),
        }
    }
}

#[test]
fn all_small_pairs() {
    for m in 1..60u64 {
        for a in 0..120u64 {
            let (big_a, big_m) = (Natural::from(a), Natural::from(m));
            let inverse = (0..m).find(|x| a * x % m == 1 % m).map(Natural::from);
            assert_eq!(big_a.invert_mod(&big_m), inverse, "{a} modulo {m}");
            assert_eq!(big_a.gcd(&big_m), slow_gcd(&big_a, &big_m));
        }
    }
}

#[test]
fn fibonacci_numbers_have_only_quotients_of_one() {
    let (a, b) = (fibonacci(3000), fibonacci(2999));
    assert!(a.gcd(&b).is_one());
    // F(n−1)² − F(n)·F(n−2) = (−1)^n: F(2999)² ≡ 1 modulo F(3000).
    assert_eq!(b.invert_mod(&a), Some(b.clone()));
    // gcd(F(m), F(n)) = F(gcd(m, n)).
    assert_eq!(fibonacci(1200).gcd(&fibonacci(900)), fibonacci(300));
}

#[test]
fn quotients_longer_than_a_limb() {
    let large = &power_of_two_less(1000, 1) * &decimal("35");
    assert_eq!(large.gcd(&decimal("7")), decimal("7"));
    // 2^500 − 1 and 2^1000 − 1: one quotient of 501 bits.
    assert_eq!(power_of_two_less(1000, 1).gcd(&power_of_two_less(500, 1)), power_of_two_less(500, 1));
}

#[test]
fn the_ends_of_the_range() {
    let n = decimal("1000000007");
    assert_eq!(Natural::zero().gcd(&n), n);
    assert_eq!(n.gcd(&Natural::zero()), n);
    assert_eq!(n.gcd(&n), n);
    assert_eq!(Natural::zero().gcd(&Natural::zero()), Natural::zero());
    assert_eq!(n.invert_mod(&Natural::zero()), None);
    assert_eq!(n.invert_mod(&Natural::one()), Some(Natural::zero()));
    assert_eq!(Natural::zero().invert_mod(&n), None);
    let minus_one = n.sub(&Natural::one()).unwrap();
    assert_eq!(minus_one.invert_mod(&n), Some(minus_one.clone()));
}
