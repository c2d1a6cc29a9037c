//! Compares integers with the crate `num-bigint`, which shares no code with this one.

use heliast_arith::Natural;
use num_bigint::BigUint;
use proptest::prelude::*;

fn big(n: &Natural) -> BigUint {
    BigUint::from_bytes_be(&n.to_be_bytes(n.bits().div_ceil(8)).unwrap())
}

fn natural(n: &BigUint) -> Natural {
    Natural::from_be_bytes(&n.to_bytes_be())
}

/// Numbers of at most this many limbs. Half of the limbs are at the ends of their range.
fn any_number(limbs: usize) -> impl Strategy<Value = Natural> {
    let limb = prop_oneof![
        any::<u64>(),
        any::<u64>(),
        Just(0),
        Just(1),
        Just(u64::MAX),
        Just(1 << 63),
        Just(u64::MAX - 1)
    ];
    (prop::collection::vec(limb, 0..=limbs), 0..64_usize)
        .prop_map(|(limbs, shift)| Natural::from_limbs(limbs).shr(shift))
}

fn positive(limbs: usize) -> impl Strategy<Value = Natural> {
    any_number(limbs).prop_map(|n| if n.is_zero() { Natural::one() } else { n })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn sums_differences_and_products(a in any_number(20), b in any_number(20)) {
        prop_assert_eq!(big(&(&a + &b)), big(&a) + big(&b));
        prop_assert_eq!(big(&(&a * &b)), big(&a) * big(&b));
        prop_assert_eq!(a.cmp(&b), big(&a).cmp(&big(&b)));
        let (larger, smaller) = if a < b { (&b, &a) } else { (&a, &b) };
        prop_assert_eq!(larger.sub(smaller).map(|n| big(&n)), Some(big(larger) - big(smaller)));
        prop_assert_eq!(smaller.sub(larger).is_some(), a == b);
    }

    #[test]
    fn quotients_and_remainders(a in any_number(24), d in positive(12)) {
        let (q, r) = a.div_rem(&d);
        prop_assert_eq!((big(&q), big(&r)), (big(&a) / big(&d), big(&a) % big(&d)));
        prop_assert_eq!((&(&a / &d), &(&a % &d)), (&q, &r));
        let word = d.limbs()[0].max(1);
        let (q, r) = a.div_rem_u64(word);
        prop_assert_eq!((big(&q), r.into()), (big(&a) / word, big(&a) % word));
        prop_assert_eq!(a.rem_u64(word), r);
    }

    #[test]
    fn shifts_and_bits(a in any_number(9), by in 0..700_usize) {
        prop_assert_eq!(big(&a.shl(by)), big(&a) << by);
        prop_assert_eq!(big(&a.shr(by)), big(&a) >> by);
        prop_assert_eq!(big(&a.low_bits(by)), big(&a) % (BigUint::from(1_u8) << by));
        prop_assert_eq!(a.bits() as u64, big(&a).bits());
        prop_assert_eq!(a.bit(by), big(&a).bit(by as u64));
        prop_assert_eq!(a.trailing_zeros() as u64, big(&a).trailing_zeros().unwrap_or(0));
    }

    #[test]
    fn roots(a in any_number(12)) {
        prop_assert_eq!(big(&a.sqrt()), big(&a).sqrt());
        prop_assert_eq!(a.is_square(), big(&a).sqrt().pow(2) == big(&a));
        let odd = &a.shl(1) + &Natural::one();
        for exponent in [3, 5, 7, 13] {
            let root = big(&odd).nth_root(exponent);
            let exact = root.pow(exponent) == big(&odd);
            prop_assert_eq!(odd.odd_root(exponent).map(|root| big(&root)), exact.then_some(root));
        }
    }

    #[test]
    fn inverses(a in any_number(10), m in positive(10)) {
        // The crate does not define the inverse modulo 1.
        prop_assume!(!m.is_one());
        prop_assert_eq!(a.invert_mod(&m).map(|inverse| big(&inverse)), (big(&a) % big(&m)).modinv(&big(&m)));
    }

    #[test]
    fn powers(base in any_number(6), exponent in any_number(3), m in positive(6)) {
        prop_assert_eq!(big(&base.pow_mod(&exponent, &m)), big(&base).modpow(&big(&exponent), &big(&m)));
    }

    #[test]
    fn texts_and_bytes(a in any_number(16)) {
        prop_assert_eq!(a.to_string(), big(&a).to_string());
        prop_assert_eq!(format!("{a:x}"), format!("{:x}", big(&a)));
        prop_assert_eq!(Natural::from_decimal(&big(&a).to_string()), Some(a.clone()));
        prop_assert_eq!(Natural::from_hex(&format!("{:X}", big(&a))), Some(a.clone()));
        prop_assert_eq!(natural(&big(&a)), a);
    }
}

/// Every operation on all pairs of small numbers, compared with the integers of the machine.
#[test]
fn all_small_pairs() {
    let n = |value: u64| Natural::from(value);
    for a in 0..70_u64 {
        for b in 0..70_u64 {
            assert_eq!(&n(a) + &n(b), n(a + b));
            assert_eq!(&n(a) * &n(b), n(a * b));
            assert_eq!(n(a).sub(&n(b)), a.checked_sub(b).map(n));
            assert_eq!(n(a).shl(b as usize), Natural::from(u128::from(a) << b));
            assert_eq!(n(a).shr(b as usize), n(a.checked_shr(b as u32).unwrap_or(0)));
            assert_eq!(n(a).low_bits(b as usize), n(if b < 64 { a & ((1 << b) - 1) } else { a }));
            if b > 0 {
                assert_eq!(n(a).div_rem(&n(b)), (n(a / b), n(a % b)));
                assert_eq!(n(a).pow_mod(&n(b), &n(b)), n((0..b).fold(1 % b, |power, _| power * a % b)));
            }
        }
        assert_eq!(n(a).to_string(), a.to_string());
        assert_eq!(n(a).is_even(), a % 2 == 0);
    }
}

/// (2^m − 1)·(2^n − 1) = 2^(m+n) − 2^m − 2^n + 1 and its quotients, with every possible carry.
#[test]
fn numbers_of_ones() {
    let ones = |bits: usize| Natural::one().shl(bits).sub(&Natural::one()).unwrap();
    for m in (1..400).step_by(7) {
        for n in (1..400).step_by(11) {
            let product = &ones(m) * &ones(n);
            let expected = Natural::one().shl(m + n).sub(&Natural::one().shl(m)).unwrap();
            let expected = &expected.sub(&Natural::one().shl(n)).unwrap_or_default() + &Natural::one();
            // 2^(1+1) − 2 − 2 + 1 is the one case below 2^n.
            if m + n > 2 {
                assert_eq!(product, expected, "{m} {n}");
            }
            assert_eq!(product.div_rem(&ones(m)), (ones(n), Natural::zero()), "{m} {n}");
            assert_eq!(ones(m).gcd(&ones(n)), ones(gcd(m, n)), "{m} {n}");
        }
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[test]
fn bad_texts_are_refused() {
    for text in ["", " 1", "1 ", "-1", "+1", "0x1", "1_000", "1.0", "a", "１"] {
        assert_eq!(Natural::from_decimal(text), None, "{text:?}");
    }
    for text in ["", " f", "f ", "-f", "0x1", "g", "f_f", "ｆ"] {
        assert_eq!(Natural::from_hex(text), None, "{text:?}");
    }
}
