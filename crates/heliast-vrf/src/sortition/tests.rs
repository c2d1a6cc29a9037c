//! Tests of the arithmetic against big integers, by the formulas of `spec/sortition.md`.

use super::{
    Coin, TAG, estimate,
    number::{Divisor, Fraction, Number},
};
use num_bigint::BigUint;
use proptest::prelude::*;

#[test]
fn the_tag_starts_with_its_length() {
    let (length, text) = TAG.split_first().unwrap();
    assert_eq!((usize::from(*length), text), (text.len(), &b"heliast/sortition/v1"[..]));
}

/// base and base^stake of the vectors, to the bit.
#[test]
fn powers_of_the_vectors() {
    for case in testkit::of_kind(&testkit::cases("sortition.json"), "power") {
        let int = |field: &str| testkit::number(case, field);
        let number = |m: &str, e: &str| {
            let m = u128::from_str_radix(testkit::text(case, m), 16).unwrap();
            Number::from_parts(m, case[e].as_i64().unwrap())
        };
        let base = Coin::new(int("total"), int("expected")).unwrap().miss;
        let power = base.pow(int("stake"));
        let fix: [u8; 32] = testkit::array(case, "fix");
        assert_eq!(base, number("base_m", "base_e"), "{}", testkit::place(case));
        assert_eq!(power, number("m", "e"), "{}", testkit::place(case));
        assert_eq!(power.to_fraction(), Fraction::from_be_bytes(&fix), "{}", testkit::place(case));
    }
}

/// `norm(z, e)` of the specification.
fn norm(z: BigUint, e: i64) -> (BigUint, i64) {
    let excess = z.bits() as i64 - 128;
    let m = if excess >= 0 { z >> excess } else { z << -excess };
    (m, e + excess)
}

fn parts(number: Number) -> (BigUint, i64) {
    let (m, e) = number.parts();
    (m.into(), e)
}

fn number() -> impl Strategy<Value = Number> {
    let edge =
        prop_oneof![Just(0), Just(1), Just(u128::MAX), any::<u128>(), any::<u64>().prop_map(u128::from)];
    (edge, -600i64..-127).prop_map(|(m, e)| Number::from_parts(1 << 127 | m, e))
}

/// Factors with the values at which words are full or nearly empty.
fn word() -> impl Strategy<Value = u64> {
    (any::<u64>(), 0..64u32, 0..4u8).prop_map(|(random, shift, kind)| match kind {
        0 => (random >> shift).max(1),
        1 => 1 << shift,
        2 => u64::MAX >> shift,
        _ => (1 << shift) + 1,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn mul_div_is_the_exact_quotient_rounded_down(x in number(), a in word(), b in word()) {
        let a = (a >> 1).max(1);
        let (m, e) = parts(x);
        let expected = norm(((m * a) << 64u32) / b, e - 64);
        prop_assert_eq!(parts(x.mul_div(a, &Divisor::new(b))), expected);
    }

    #[test]
    fn pow_is_square_and_multiply(x in number(), n in 1u64..(1 << 54)) {
        let mul = |(m1, e1): (BigUint, i64), (m2, e2): (BigUint, i64)| norm(m1 * m2, e1 + e2);
        let bits = 64 - n.leading_zeros();
        let expected = (0..bits - 1).rev().fold(parts(x), |acc, bit| {
            let square = mul(acc.clone(), acc);
            if n >> bit & 1 == 1 { mul(square, parts(x)) } else { square }
        });
        prop_assert_eq!(parts(x.pow(n)), expected);
    }

    #[test]
    fn to_fraction_is_the_floor(x in number()) {
        let (m, e) = parts(x);
        let shift = e + 256;
        let expected = if shift >= 0 { m << shift } else { m >> -shift };
        prop_assert_eq!(x.to_fraction(), fraction(&expected));
    }

    #[test]
    fn fractions_add_and_compare_as_integers(a: [u8; 32], b: [u8; 32]) {
        let (x, y) = (BigUint::from_bytes_be(&a), BigUint::from_bytes_be(&b));
        let limit = BigUint::from(1u8) << 256u32;
        let (p, q) = (Fraction::from_be_bytes(&a), Fraction::from_be_bytes(&b));
        prop_assert_eq!(p.cmp(&q), x.cmp(&y));
        prop_assert_eq!(p.is_zero(), x == BigUint::ZERO);
        prop_assert_eq!(p.saturating_add(q), fraction(&(x + y).min(limit - 1u8)));
    }
}

/// (stake, total, expected) as a chain could have them, with a mean of at most 6,000 votes.
fn lotteries() -> impl Strategy<Value = (u64, u64, u64)> {
    (1u64..1 << 54, 1u32..54, 0u32..54, 1u64..6000).prop_map(|(total, few, part, expected)| {
        let total = (total >> (few - 1)).max(2);
        ((total >> part).max(1), total, expected.min(total - 1))
    })
}

/// The votes by 64 bits and by the specification.
fn both(coin: &Coin, draw: &[u8; 32], stake: u64) -> (Option<u64>, u64) {
    let (first, draw) = (coin.miss.pow(stake), Fraction::from_be_bytes(draw));
    (estimate::votes(first, coin.odds, draw, stake), coin.exact_votes(first, draw, stake))
}

proptest! {
    #[test]
    fn sixty_four_bits_tell_the_votes_of_almost_every_draw(
        (stake, total, expected) in lotteries(),
        draw: [u8; 32],
    ) {
        let (estimate, exact) = both(&Coin::new(total, expected).unwrap(), &draw, stake);
        prop_assert_eq!(estimate, Some(exact));
    }

    /// Near C(j) 64 bits give no result or the right one. Beyond twice the margin, plus two for the rounding
    /// of draws, they give the right one.
    #[test]
    fn sixty_four_bits_tell_no_lie_near_a_threshold(
        (stake, total, expected) in lotteries(),
        draw: [u8; 32],
        steps in prop_oneof![-100i128..100, -(1i128 << 24)..1 << 24],
        low: [u8; 24],
    ) {
        let coin = Coin::new(total, expected).unwrap();
        let (_, j) = both(&coin, &draw, stake);
        // The first 64 bits are those of C(j), moved; the others are arbitrary.
        let threshold = i128::from(coin.threshold(stake, j).leading()) + steps;
        let Ok(high) = u64::try_from(threshold) else { return Ok(()) };
        let mut near = [0; 32];
        near[..8].copy_from_slice(&high.to_be_bytes());
        near[8..].copy_from_slice(&low);
        let (estimate, exact) = both(&coin, &near, stake);
        prop_assert!(estimate.is_none_or(|votes| votes == exact), "{estimate:?} {exact}");
        let margin = |j: u64| 64 * (u128::from(j) + 1) + 2;
        let apart = |j: u64| i128::from(coin.threshold(stake, j).leading()).abs_diff(high.into()) > margin(j);
        if exact < stake && apart(exact) && (exact == 0 || apart(exact - 1)) {
            prop_assert_eq!(estimate, Some(exact));
        }
    }
}

impl Coin {
    /// C(j), or the last value with which the rule compares if it ends before j.
    fn threshold(&self, stake: u64, j: u64) -> Fraction {
        let mut term = self.miss.pow(stake);
        (0..j).fold(term.to_fraction(), |cdf, j| {
            term = term.mul_div(stake - j, &self.by_rest).mul_div(self.expected, &Divisor::new(j + 1));
            cdf.saturating_add(term.to_fraction())
        })
    }
}

fn fraction(value: &BigUint) -> Fraction {
    let digits = value.to_bytes_be();
    let mut bytes = [0; 32];
    bytes[32 - digits.len()..].copy_from_slice(&digits);
    Fraction::from_be_bytes(&bytes)
}
