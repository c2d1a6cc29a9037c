use super::{Divisor, estimate_limb, subtract_multiple};
use crate::{
    int::Natural,
    testing::{fingerprint, limb, natural, positive},
};
use proptest::prelude::*;

const TOP: u64 = 1 << 63;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn quotient_and_remainder_give_the_dividend_back(a in natural(10), d in positive(6)) {
        let (q, r) = a.div_rem(&d);
        prop_assert!(r < d);
        prop_assert_eq!(&(&q * &d) + &r, a);
    }

    #[test]
    fn quotients_close_to_a_limb_boundary_are_right(q in natural(4), d in positive(4), r in natural(4)) {
        let r = r.low_bits(d.bits() - 1);
        let a = &(&q * &d) + &r;
        let expected = if r < d { (q, r) } else { (&q + &Natural::one(), r.sub(&d).unwrap()) };
        prop_assert_eq!(a.div_rem(&d), expected);
    }

    #[test]
    fn one_limb_divisors_agree(a in natural(6), d in limb()) {
        prop_assume!(d != 0);
        let (q, r) = a.div_rem_u64(d);
        prop_assert_eq!(a.rem_u64(d), r);
        prop_assert_eq!((q.clone(), Natural::from(r)), a.div_rem(&Natural::from(d)));
        prop_assert_eq!(&(&q * &Natural::from(d)) + &Natural::from(r), a);
    }

    #[test]
    fn reciprocal_division_matches_the_machine(high in limb(), low in limb(), d in limb()) {
        prop_assume!(d != 0);
        let high = high % d;
        let value = u128::from(high) << 64 | u128::from(low);
        let expected = ((value / u128::from(d)) as u64, (value % u128::from(d)) as u64);
        prop_assert_eq!(Divisor::new(d).divide(high, low), expected);
    }
}

/// Runs D3 to D6 once and checks the invariant; returns the estimate and the quotient limb.
fn one_limb(window: [u64; 4], v: [u64; 3]) -> (u64, u64) {
    let estimate = estimate_limb(&Divisor::new(v[2]), v[1], window[3], window[2], window[1]);
    let mut rest = window;
    let quotient = subtract_multiple(&mut rest, &v, estimate);
    let (rest, divisor) = (Natural::from_limbs(rest), Natural::from_limbs(v));
    assert!(rest < divisor);
    assert_eq!(&(&divisor * &Natural::from(quotient)) + &rest, Natural::from_limbs(window));
    (estimate, quotient)
}

#[test]
fn an_estimate_that_is_one_too_large_is_added_back() {
    let (estimate, quotient) = one_limb([0, 0, TOP, TOP - 1], [1, 0, TOP]);
    assert_eq!(estimate, quotient + 1);
}

#[test]
fn the_estimate_is_corrected_by_the_second_limb() {
    // By the top limbs alone the estimate would be 2^64 − 1; the second limb of the divisor lowers it twice.
    let (estimate, quotient) = one_limb([0, 0, TOP, TOP - 1], [0, u64::MAX, TOP]);
    let unrefined = Divisor::new(TOP).divide(TOP - 1, TOP).0;
    assert_eq!((unrefined, estimate), (u64::MAX, quotient));
    assert_eq!(estimate, u64::MAX - 2);
}

#[test]
fn equal_top_limbs_take_the_largest_limb() {
    // The window begins with the divisor's top limb: the quotient limb cannot be computed by a division of
    // two limbs by one.
    let (estimate, quotient) = one_limb([u64::MAX, u64::MAX, 0, TOP], [0, u64::MAX, TOP]);
    assert_eq!((estimate, quotient), (u64::MAX - 1, u64::MAX - 1));
    let (estimate, quotient) = one_limb([0, 5, TOP, TOP], [7, TOP + 1, TOP]);
    assert_eq!((estimate, quotient), (u64::MAX, u64::MAX));
}

#[test]
fn known_quotients() {
    let a = Natural::from_hex("fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe").unwrap();
    let d = Natural::from_hex("ffffffffffffffffffffffffffffffff").unwrap();
    let (q, r) = a.div_rem(&d);
    assert_eq!(q, Natural::from_hex("100000000000000000000000000000000").unwrap());
    assert_eq!(r, d.sub(&Natural::one()).unwrap());
    assert_eq!(fingerprint(&(&q * &d)), fingerprint(&a.sub(&r).unwrap()));
}

#[test]
fn a_smaller_dividend_is_the_remainder() {
    let (small, large) = (Natural::from_limbs([1, 2]), Natural::from_limbs([0, 3]));
    assert_eq!(small.div_rem(&large), (Natural::zero(), small.clone()));
    assert_eq!(Natural::zero().div_rem(&large), (Natural::zero(), Natural::zero()));
    assert_eq!(large.div_rem(&large), (Natural::one(), Natural::zero()));
}

#[test]
#[should_panic(expected = "division by zero")]
fn division_by_zero_panics() {
    let _ = Natural::one().div_rem(&Natural::zero());
}

/// All dividends of four limbs and all divisors of two, whose limbs are at the ends of their range: the
/// quotient and the remainder satisfy a = q·d + r and r < d.
#[test]
fn limbs_at_the_ends_of_their_range() {
    const EDGES: [u64; 5] = [0, 1, TOP - 1, TOP, u64::MAX];
    let digits = |mut index: usize, count: usize| -> Natural {
        let mut limbs = std::vec![0; count];
        for limb in &mut limbs {
            *limb = EDGES[index % EDGES.len()];
            index /= EDGES.len();
        }
        Natural::from_limbs(limbs)
    };
    for d in 1..EDGES.len().pow(2) {
        let d = digits(d, 2);
        for a in 0..EDGES.len().pow(4) {
            let a = digits(a, 4);
            let (q, r) = a.div_rem(&d);
            assert!(r < d, "{a:?} by {d:?}");
            assert_eq!(&(&q * &d) + &r, a, "{a:?} by {d:?}");
        }
    }
}

/// Divisors of every length that are one, all ones or a power of two, with dividends near their multiples.
#[test]
fn multiples_and_their_neighbours() {
    for bits in [1, 2, 63, 64, 65, 127, 128, 129, 192, 200] {
        for divisor in [Natural::one().shl(bits - 1), Natural::from_limbs([u64::MAX; 4]).low_bits(bits)] {
            for quotient in [Natural::one(), Natural::from(u64::MAX), Natural::one().shl(130)] {
                let multiple = &divisor * &quotient;
                assert_eq!(multiple.div_rem(&divisor), (quotient.clone(), Natural::zero()), "{divisor:?}");
                let below = multiple.sub(&Natural::one()).unwrap();
                let before = quotient.sub(&Natural::one()).unwrap();
                let largest = divisor.sub(&Natural::one()).unwrap();
                assert_eq!(below.div_rem(&divisor), (before, largest), "{divisor:?}");
                assert_eq!((&multiple / &divisor, &below % &multiple), (quotient, below), "{divisor:?}");
            }
        }
    }
}

#[test]
fn reciprocals_are_rounded_down() {
    for divisor in [1, 2, 3, 10, TOP - 1, TOP, TOP + 1, u64::MAX - 1, u64::MAX] {
        let prepared = Divisor::new(divisor);
        assert_eq!(prepared.value(), divisor);
        assert!(prepared.shifted >= TOP && prepared.shifted >> prepared.shift == divisor);
        let exact = u128::MAX / u128::from(prepared.shifted);
        assert_eq!(exact - (1 << 64), u128::from(prepared.reciprocal), "{divisor}");
    }
}

#[test]
fn zero_divided_is_zero() {
    for divisor in [1, 7, u64::MAX] {
        assert_eq!(Natural::zero().div_rem_u64(divisor), (Natural::zero(), 0));
        assert_eq!(Natural::zero().rem_u64(divisor), 0);
    }
}

#[test]
#[should_panic(expected = "division by zero")]
fn division_by_the_limb_zero_panics() {
    let _ = Natural::one().div_rem_u64(0);
}

#[test]
#[should_panic(expected = "division by zero")]
fn the_remainder_by_the_limb_zero_panics() {
    let _ = Natural::one().rem_u64(0);
}

#[test]
#[should_panic(expected = "division by zero")]
fn the_operator_of_quotients_panics_as_well() {
    let _ = &Natural::zero() / &Natural::zero();
}

#[test]
#[should_panic(expected = "division by zero")]
fn the_operator_of_remainders_panics_as_well() {
    let _ = &Natural::from_limbs([1, 1]) % &Natural::zero();
}
