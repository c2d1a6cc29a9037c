use super::{Pair, Run};
use crate::{
    int::Natural,
    testing::{Random, decimal, natural, positive, power_of_two_less},
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
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn the_divisor_divides_and_nothing_is_left_in_common(a in positive(6), b in positive(6)) {
        let divisor = a.gcd(&b);
        let ((a_part, a_rest), (b_part, b_rest)) = (a.div_rem(&divisor), b.div_rem(&divisor));
        prop_assert!(a_rest.is_zero() && b_rest.is_zero());
        prop_assert!(a_part.gcd(&b_part).is_one());
        prop_assert_eq!((&a + &b).gcd(&b), divisor);
    }

    #[test]
    fn inverses_are_inverse_to_each_other(a in natural(6), m in positive(6)) {
        if let Some(inverse) = a.invert_mod(&m) {
            prop_assert_eq!(inverse.invert_mod(&m), Some(&a % &m));
            // −a has the inverse of a, negated.
            let negated = m.sub(&(&a % &m)).unwrap();
            prop_assert_eq!(negated.invert_mod(&m), m.sub(&inverse).map(|n| &n % &m));
        }
    }

    /// A run of simulated steps is a run of Euclid's algorithm: applied to the numbers, it has the same
    /// result as that many full divisions. It is a matrix of determinant ±1 with entries below 2^32.
    #[test]
    fn simulated_steps_are_euclids(a in natural(8), b in natural(8)) {
        let mut pair = if a < b { Pair { x: b, y: a } } else { Pair { x: a, y: b } };
        let Some(run) = pair.simulate() else { return Ok(()) };
        let [a, b, c, d] = [run.a, run.b, run.c, run.d];
        prop_assert!([a, b, c, d].iter().all(|entry| *entry < 1 << 32));
        prop_assert_eq!(i128::from(a * d) - i128::from(b * c), if run.odd { -1 } else { 1 });
        let mut slow = Pair { x: pair.x.clone(), y: pair.y.clone() };
        let (mut matrix, mut steps) = ([1, 0, 0, 1], 0);
        while matrix != [a, b, c, d] {
            let quotient = slow.divide();
            prop_assert!(quotient.bits() <= 32 && steps < 64, "the run is not one of Euclid's");
            let quotient = quotient.low_limb();
            let [a, b, c, d] = matrix;
            matrix = [c, d, a + quotient * c, b + quotient * d];
            steps += 1;
        }
        prop_assert_eq!(steps % 2 == 1, run.odd);
        pair.apply(&run);
        prop_assert_eq!((pair.x, pair.y), (slow.x, slow.y));
    }
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

#[test]
fn windows_of_64_bits_are_shifts() {
    let mut random = Random::new(12);
    for bits in [0, 1, 63, 64, 65, 128, 200] {
        let n = random.natural(bits);
        for offset in 0..260 {
            assert_eq!(n.bits_from(offset), n.shr(offset).low_limb(), "{n:?} from {offset}");
        }
    }
}

/// For numbers in the wrong order, or with a long first quotient, nothing is simulated.
#[test]
fn one_step_that_cannot_be_decided_is_not_simulated() {
    let pair = |x: Natural, y: Natural| Pair { x, y }.simulate().is_some();
    assert!(!pair(Natural::from(5u64), Natural::from(8u64)));
    assert!(!pair(Natural::zero(), Natural::zero()));
    assert!(!pair(Natural::one().shl(200), Natural::from(3u64)));
    assert!(!pair(Natural::one().shl(200), Natural::one().shl(160)));
    assert!(pair(fibonacci(300), fibonacci(299)));
}

#[test]
fn cofactors_grow_by_the_same_run() {
    let mut random = Random::new(13);
    for bits in [1, 60, 64, 65, 128, 190] {
        let (x, y) = (random.natural(bits), random.natural(bits + 20));
        let entries = [(1, 2, 3, 4), (u64::from(u32::MAX), u64::from(u32::MAX), 0, 1), (0, 1, 1, 17)];
        for (a, b, c, d) in entries {
            let mut pair = Pair { x: x.clone(), y: y.clone() };
            pair.accumulate(&Run { a, b, c, d, odd: false });
            let sum = |one: u64, other: u64| &(&x * &Natural::from(one)) + &(&y * &Natural::from(other));
            assert_eq!((pair.x, pair.y), (sum(a, b), sum(c, d)), "{bits} bits");
        }
    }
}

/// 2 has the inverse (m + 1)/2, 2^k is inverted by halving, and m − 1 and 1 are their own inverses.
#[test]
fn inverses_that_are_known() {
    for bits in [2, 64, 65, 255, 521, 1000] {
        let m = power_of_two_less(bits, 1);
        let half = Natural::one().shl(bits - 1);
        assert_eq!(Natural::from(2u64).invert_mod(&m), Some(half), "{bits}");
        // 2^bits = 1 modulo m, so 2^k and 2^(bits − k) are inverse to each other.
        for k in 1..bits.min(70) {
            let expected = &Natural::one().shl(bits - k) % &m;
            assert_eq!(Natural::one().shl(k).invert_mod(&m), Some(expected), "2^{k} modulo 2^{bits} − 1");
        }
        let last = m.sub(&Natural::one()).unwrap();
        assert_eq!(last.invert_mod(&m), Some(last.clone()));
        assert_eq!(Natural::one().invert_mod(&m), Some(Natural::one()));
        assert_eq!(m.invert_mod(&m), None);
        // Even moduli are supported as well.
        let even = Natural::one().shl(bits);
        assert_eq!(m.invert_mod(&even), Some(m.clone()), "−1 modulo 2^{bits}");
        assert_eq!(Natural::from(2u64).invert_mod(&even), None);
    }
}
