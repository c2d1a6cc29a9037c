use super::{
    DIVISORS, GROUPED, Group, LIMIT, SHORT, SHORT_GROUPS, groups, has_small_factor, have_small_factors,
    is_prime,
};
use crate::{
    int::Natural,
    lanes::LANES,
    testing::{Random, positive, power_of_two_less},
};
use core::array::from_fn;
use proptest::prelude::*;

/// The same test by the machine's division.
fn has_small_factor_by_division(n: &Natural) -> bool {
    (3..LIMIT as u64).any(|divisor| divisor % 2 == 1 && n.rem_u64(divisor) == 0)
}

#[test]
fn the_groups_hold_every_odd_prime_once() {
    assert_eq!((DIVISORS[0].p, DIVISORS[1].p), (3, 5));
    assert!(DIVISORS.windows(2).all(|pair| pair[0].p < pair[1].p));
    let is_prime = |n: u64| (2..n).all(|divisor| !n.is_multiple_of(divisor));
    assert_eq!(DIVISORS.len(), (3..LIMIT as u64).filter(|&n| is_prime(n)).count());
    let short: [Group; SHORT_GROUPS] = groups(SHORT);
    for (grouped, largest) in [(&GROUPED[..], u64::MAX), (&short, SHORT)] {
        let mut next = 0;
        for group in grouped {
            let divisors = &DIVISORS[group.first..group.end];
            assert_eq!(group.first, next);
            assert_eq!(group.product, divisors.iter().map(|divisor| divisor.p).product());
            assert!(group.product <= largest);
            next = group.end;
        }
        assert_eq!(next, DIVISORS.len());
    }
}

/// A multiple of each prime among other numbers, in every lane.
#[test]
fn lanes_find_every_prime_and_nothing_else() {
    let mut random = Random::new(11);
    for bits in [17, 100, 256, 512, 556] {
        let others = [power_of_two_less(107, 1), power_of_two_less(127, 1)];
        for (index, divisor) in DIVISORS.iter().enumerate() {
            let cofactor = &random.natural(bits - 1) + &Natural::one().shl(bits - 1);
            let multiple = &cofactor * &Natural::from(divisor.p);
            let numbers: [&Natural; LANES] =
                from_fn(|lane| if lane == index % LANES { &multiple } else { &others[lane % 2] });
            let expected = from_fn(|lane| lane == index % LANES);
            assert_eq!(have_small_factors(&numbers), expected, "{} times {bits} bits", divisor.p);
        }
    }
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

/// −n/2^(64·L) modulo the product of a group: times 2^(64·L) plus n it is 0.
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
