use crate::{
    int::Natural,
    testing::{decimal, natural, odd_modulus, positive, power_of_two_less},
};
use proptest::prelude::*;

/// The Legendre symbol by listing the squares.
fn legendre(a: u64, prime: u64) -> i32 {
    match a % prime {
        0 => 0,
        a if (1..prime).any(|x| x * x % prime == a) => 1,
        _ => -1,
    }
}

/// The Jacobi symbol by its definition: the product of Legendre symbols over the prime factors.
fn slow_jacobi(a: u64, mut n: u64) -> i32 {
    let mut symbol = 1;
    for prime in (3..=n).step_by(2) {
        while n.is_multiple_of(prime) {
            symbol *= legendre(a, prime);
            n /= prime;
        }
    }
    symbol
}

#[test]
fn jacobi_symbols_below_200_match_the_definition() {
    for n in (1..200).step_by(2) {
        for a in 0..2 * n {
            assert_eq!(Natural::from(a).jacobi(&Natural::from(n)), slow_jacobi(a, n), "({a}/{n})");
        }
    }
}

#[test]
fn jacobi_symbols_for_even_numbers_are_zero() {
    assert_eq!(decimal("3").jacobi(&decimal("10")), 0);
    assert_eq!(decimal("3").jacobi(&Natural::zero()), 0);
}

#[test]
fn powers_at_the_ends_of_the_range() {
    let n = decimal("1000");
    assert_eq!(decimal("7").pow_mod(&Natural::zero(), &n), Natural::one());
    assert_eq!(Natural::zero().pow_mod(&Natural::zero(), &n), Natural::one());
    assert_eq!(Natural::zero().pow_mod(&decimal("5"), &n), Natural::zero());
    assert_eq!(decimal("7").pow_mod(&decimal("5"), &Natural::one()), Natural::zero());
    assert_eq!(decimal("3").pow_mod(&decimal("5"), &decimal("2")), Natural::one());
}

#[test]
fn moduli_beyond_the_ring_work() {
    // 2^8192 ≡ −1 modulo 2^8192 + 1, which is longer than a ring allows.
    let modulus = &Natural::one().shl(8192) + &Natural::one();
    let minus_one = Natural::one().shl(8192);
    assert_eq!(decimal("2").pow_mod(&decimal("8192"), &modulus), minus_one);
    assert_eq!(decimal("2").pow_mod(&decimal("16384"), &modulus), Natural::one());
}

#[test]
fn eulers_criterion_holds_for_a_large_prime() {
    let p = power_of_two_less(255, 19);
    let exponent = p.shr(1);
    for a in 2..60u64 {
        let power = Natural::from(a).pow_mod(&exponent, &p);
        let expected = if power.is_one() { 1 } else { -1 };
        assert_eq!(Natural::from(a).jacobi(&p), expected);
    }
}

proptest! {
    #[test]
    fn jacobi_symbols_are_multiplicative(a in natural(5), b in natural(5), n in odd_modulus(5)) {
        prop_assert_eq!((&a * &b).jacobi(&n), a.jacobi(&n) * b.jacobi(&n));
        prop_assert_eq!(a.jacobi(&n) == 0, !a.gcd(&n).is_one());
    }

    #[test]
    fn powers_follow_the_laws_of_exponents(a in natural(4), e in 0..50u64, f in 0..50u64, m in positive(4)) {
        let power = |exponent: u64| a.pow_mod(&Natural::from(exponent), &m);
        prop_assert_eq!(power(e + f), &(&power(e) * &power(f)) % &m);
        prop_assert_eq!(power(1), &a % &m);
    }
}
