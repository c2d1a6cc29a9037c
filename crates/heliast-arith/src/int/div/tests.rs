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
    // From the top limbs alone the estimate would be 2^64 − 1; the second limb of the divisor lowers it
    // twice.
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
