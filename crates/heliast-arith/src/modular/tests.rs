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

    /// (a/n)·(n/a) = (−1)^((a−1)/2·(n−1)/2), (−1/n) = (−1)^((n−1)/2) and (2/n) = (−1)^((n²−1)/8).
    #[test]
    fn the_law_of_reciprocity_holds(a in odd_modulus(5), n in odd_modulus(5)) {
        let (low_a, low_n) = (a.low_limb(), n.low_limb());
        let sign = if low_a % 4 == 3 && low_n % 4 == 3 { -1 } else { 1 };
        prop_assert_eq!(a.jacobi(&n), sign * n.jacobi(&a));
        let minus_one = n.sub(&Natural::one()).unwrap();
        prop_assert_eq!(minus_one.jacobi(&n), if low_n % 4 == 3 { -1 } else { 1 });
        let two = if matches!(low_n % 8, 3 | 5) { -1 } else { 1 };
        prop_assert_eq!(Natural::from(2u64).jacobi(&n), two);
        prop_assert_eq!(a.shl(3).jacobi(&n), two * a.jacobi(&n));
    }

    #[test]
    fn symbols_depend_on_the_residue_alone(a in natural(5), k in natural(3), n in odd_modulus(4)) {
        prop_assert_eq!((&a + &(&k * &n)).jacobi(&n), a.jacobi(&n));
        // Symbols are multiplicative in the lower argument as well.
        prop_assert_eq!(a.jacobi(&(&n * &n)), a.jacobi(&n).abs());
    }

    #[test]
    fn powers_follow_the_laws_of_exponents(a in natural(4), e in 0..50u64, f in 0..50u64, m in positive(4)) {
        let power = |exponent: u64| a.pow_mod(&Natural::from(exponent), &m);
        prop_assert_eq!(power(e + f), &(&power(e) * &power(f)) % &m);
        prop_assert_eq!(power(1), &a % &m);
    }
}

#[test]
fn symbols_at_the_ends_of_the_range() {
    let one = Natural::one();
    for a in 0..10u64 {
        assert_eq!(Natural::from(a).jacobi(&one), 1, "({a}/1)");
    }
    for n in [3u64, 9, 15, u64::MAX] {
        assert_eq!(Natural::zero().jacobi(&Natural::from(n)), 0, "(0/{n})");
        assert_eq!(one.jacobi(&Natural::from(n)), 1, "(1/{n})");
        assert_eq!(Natural::from(n).jacobi(&Natural::from(n)), 0, "({n}/{n})");
    }
}

/// Moduli that no ring supports, even ones, 1, and longer ones, compared bit by bit.
#[test]
fn powers_modulo_even_numbers() {
    for modulus in [2u64, 4, 6, 10, 12, 1 << 32, u64::MAX - 1] {
        for base in [0u64, 1, 2, 3, 5, u64::MAX] {
            let mut expected = 1 % modulus;
            for exponent in 0..20u64 {
                let found = Natural::from(base).pow_mod(&Natural::from(exponent), &Natural::from(modulus));
                assert_eq!(found, Natural::from(expected), "{base}^{exponent} modulo {modulus}");
                expected = (u128::from(expected) * u128::from(base % modulus) % u128::from(modulus)) as u64;
            }
        }
    }
    // 3^(2^k) = 1 + 2^(k+2)·odd: the order of 3 modulo 2^64 is 2^62.
    let (modulus, three) = (Natural::one().shl(64), Natural::from(3u64));
    assert!(three.pow_mod(&Natural::one().shl(62), &modulus).is_one());
    let half = three.pow_mod(&Natural::one().shl(61), &modulus);
    assert_eq!(half, &Natural::one().shl(63) + &Natural::one());
}

#[test]
fn powers_modulo_one_are_zero() {
    for (base, exponent) in [(0, 0), (0, 1), (1, 0), (7, 3)] {
        let power = Natural::from(base as u64).pow_mod(&Natural::from(exponent as u64), &Natural::one());
        assert!(power.is_zero(), "{base}^{exponent}");
    }
}

#[test]
#[should_panic(expected = "division by zero")]
fn powers_modulo_zero_panic() {
    let _ = Natural::from(2u64).pow_mod(&Natural::one(), &Natural::zero());
}
