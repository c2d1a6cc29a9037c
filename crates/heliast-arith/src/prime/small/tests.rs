use super::{DIVISORS, Divisor, GROUPED, LIMIT, has_small_factor, is_prime};
use crate::{
    int::Natural,
    testing::{Random, positive, power_of_two_less},
};
use proptest::prelude::*;

/// By the machine's own remainders.
fn has_small_factor_by_division(n: &Natural) -> bool {
    (3..LIMIT as u64).any(|divisor| divisor % 2 == 1 && n.rem_u64(divisor) == 0)
}

#[test]
fn the_groups_hold_every_odd_prime_once() {
    assert_eq!((DIVISORS[0].p, DIVISORS[1].p), (3, 5));
    assert!(DIVISORS.windows(2).all(|pair| pair[0].p < pair[1].p));
    let is_prime = |n: u64| (2..n).all(|divisor| !n.is_multiple_of(divisor));
    assert_eq!(DIVISORS.len(), (3..LIMIT as u64).filter(|&n| is_prime(n)).count());
    let mut next = 0;
    for group in &GROUPED {
        assert_eq!(group.first, next);
        assert_eq!(group.product, DIVISORS[group.first..group.end].iter().map(|divisor| divisor.p).product());
        next = group.end;
    }
    assert_eq!(next, DIVISORS.len());
}

#[test]
fn small_numbers_are_decided_exactly() {
    for n in (1..1u64 << 16).step_by(2) {
        assert_eq!(is_prime(n), n > 1 && (3..256).all(|divisor| n % divisor != 0 || n == divisor), "{n}");
        assert_eq!(
            has_small_factor(&Natural::from(n)),
            (3..LIMIT as u64).any(|p| p % 2 == 1 && n % p == 0),
            "{n}"
        );
    }
}

#[test]
fn every_prime_is_found_and_nothing_else() {
    let mut random = Random::new(9);
    for limbs in [1, 2, 4, 8, 32] {
        for divisor in &DIVISORS {
            let cofactor = random.natural(64 * limbs);
            assert!(has_small_factor(&(&cofactor * &Natural::from(divisor.p))));
        }
    }
    // Primes, and numbers whose limbs make the carries and borrows extreme.
    for n in [
        power_of_two_less(61, 1),
        power_of_two_less(127, 1),
        power_of_two_less(521, 1),
        Natural::one().shl(640),
    ] {
        assert!(!has_small_factor(&n), "{n:?}");
    }
}

proptest! {
    #[test]
    fn it_agrees_with_division(n in positive(9)) {
        prop_assert_eq!(has_small_factor(&n), has_small_factor_by_division(&n));
    }
}

/// Multiples of a prime around the ends of the limb's range, and their neighbours.
#[test]
fn a_divisor_divides_its_multiples_alone() {
    for divisor in DIVISORS.iter().chain(&[Divisor::new(1), Divisor::new(u64::MAX)]) {
        let p = divisor.p;
        assert_eq!((p.wrapping_mul(divisor.inverse), divisor.limit), (1, u64::MAX / p));
        let last = u64::MAX / p * p;
        for multiple in [0, p, last / p / 2 * p, last] {
            assert!(divisor.divides(multiple), "{p} divides {multiple}");
            for offset in [1, p / 2, p - 1] {
                if let Some(other) = multiple.checked_add(offset).filter(|_| offset > 0 && offset < p) {
                    assert!(!divisor.divides(other), "{p} does not divide {other}");
                }
            }
        }
    }
}

/// −n/2^(64·L) modulo the product of a group: times 2^(64·L), and n added, it is nothing.
#[test]
fn rests_are_those_of_the_exact_division() {
    let mut random = Random::new(10);
    for limbs in 0..6 {
        for n in [random.natural(64 * limbs), power_of_two_less(64 * limbs + 1, 1)] {
            for group in &GROUPED {
                let rest = group.rest(n.limbs());
                assert!(rest <= group.product);
                let sum = &Natural::from(rest).shl(64 * n.limbs().len()) + &n;
                assert_eq!(sum.rem_u64(group.product), 0, "{n:?} modulo {}", group.product);
            }
        }
    }
}
