use super::{products::multiply_low_rows, *};
use crate::testing::Random;
use num_bigint::{BigInt, BigUint, Sign as BigSign};
use proptest::prelude::*;
use std::{vec, vec::Vec};

fn big(x: &Integer) -> BigInt {
    let digits = x.limbs().iter().flat_map(|limb| [*limb as u32, (limb >> 32) as u32]).collect();
    BigInt::from_biguint(if x.is_negative() { BigSign::Minus } else { BigSign::Plus }, BigUint::new(digits))
}

fn natural(x: &BigUint) -> Natural {
    Natural::from_be_bytes(&x.to_bytes_be())
}

fn integer(x: &BigInt) -> Integer {
    Integer::new(&natural(x.magnitude()), x.sign() == BigSign::Minus).unwrap()
}

/// x modulo d, in [0, d).
fn floor_mod(x: &BigInt, d: &BigInt) -> BigInt {
    ((x % d) + d) % d
}

fn gcd(a: &BigInt, b: &BigInt) -> BigInt {
    let (mut a, mut b) = (a.clone(), b.clone());
    while b != BigInt::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    a
}

/// Integers of at most this many limbs, of both signs. Half of the limbs are at the ends of their range.
fn any_integer(limbs: usize) -> impl Strategy<Value = Integer> {
    let limb = prop_oneof![
        4 => any::<u64>(),
        1 => Just(0),
        1 => Just(1),
        2 => Just(u64::MAX),
        1 => Just(1 << 63),
        1 => Just(1 << 32)
    ];
    (prop::collection::vec(limb, 0..=limbs), 0..64_usize, any::<bool>()).prop_map(
        |(limbs, shift, negative)| Integer::new(&Natural::from_limbs(limbs).shr(shift), negative).unwrap(),
    )
}

fn positive(limbs: usize) -> impl Strategy<Value = Integer> {
    any_integer(limbs).prop_map(|mut x| {
        x.make_positive();
        if x.is_zero() { Integer::from(1) } else { x }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn sums_products_halves(x in any_integer(34), y in any_integer(34)) {
        let mut z = Integer::zero();
        z.set_sum(&x, Sign::Plus, &y);
        prop_assert_eq!(big(&z), big(&x) + big(&y));
        z.set_sum(&x, Sign::Minus, &y);
        prop_assert_eq!(big(&z), big(&x) - big(&y));
        z.set_product(&x, &y);
        prop_assert_eq!(big(&z), big(&x) * big(&y));
        z.copy_from(&x);
        z.halve();
        prop_assert_eq!(big(&z), big(&x) / 2);
        z.copy_from(&x);
        z.double();
        prop_assert_eq!(big(&z), big(&x) * 2);
        prop_assert_eq!(x.compare_magnitudes(&y), big(&x).magnitude().cmp(big(&y).magnitude()));
        prop_assert_eq!(x.bits() as u64, big(&x).bits());
        let mut w = x.clone();
        z.copy_from(&y);
        z.swap(&mut w);
        prop_assert!(z == x && w == y);
        prop_assert_eq!(integer(&big(&x)), x);
    }

    #[test]
    fn multiples_are_subtracted(x in any_integer(34), y in any_integer(34), factor in 0..1u64 << 63) {
        let mut z = Integer::zero();
        for factor in [factor, factor >> 40, 0, 1, (1 << 63) - 1] {
            z.set_less_multiple(&x, &y, factor);
            prop_assert_eq!(big(&z), big(&x) - big(&y) * factor);
        }
    }

    #[test]
    fn half_quotients(q in 0..1u64 << 29, d in positive(33), rest in any_integer(33)) {
        let (mut product, mut r, mut x) = (Integer::zero(), Integer::zero(), Integer::zero());
        r.set_remainder(&rest, &d);
        product.set_product(&d, &Integer::from(2 * q));
        x.set_sum(&product, Sign::Plus, &r);
        if !x.is_zero() {
            let found = x.half_quotient(&d).unwrap();
            prop_assert!(found.abs_diff(q) <= 1, "{} {}", found, q);
        }
        product.set_product(&d, &Integer::from(1 << 35));
        prop_assert_eq!(product.half_quotient(&d), None);
    }

    #[test]
    fn dots(size in 1..34_usize, seed in any::<[u64; 2]>(), operands in [4, 5, 9, 34].map(any_integer), minus in any::<bool>()) {
        let mut random = Random::new(seed[0]);
        let mut next = || {
            let bits = 1 + random.limb() as usize % (64 * size);
            Integer::new(&random.natural(bits), seed[1] >> (bits % 64) & 1 == 1).unwrap()
        };
        let sign = if minus { Sign::Minus } else { Sign::Plus };
        let [mut z, mut w] = [Integer::zero(), Integer::zero()];
        let [a, b, c, d] = &operands;
        for [p, q, r, s] in [[&next(), &next(), &next(), &next()], [a, a, a, a], [b, a, b, b], [c, b, a, c], [a, b, c, d]] {
            z.set_dot(p, q, sign, r, s);
            let product = big(r) * big(s);
            prop_assert_eq!(big(&z), big(p) * big(q) + if minus { -product } else { product });
            w.set_product(p, q);
            let mut t = Integer::zero();
            t.set_product(r, s);
            let mut sum = Integer::zero();
            sum.set_sum(&w, sign, &t);
            prop_assert_eq!(&sum, &z);
        }
    }

    #[test]
    fn remainders_and_quotients(x in any_integer(70), d in positive(34)) {
        let mut z = Integer::zero();
        z.set_remainder(&x, &d);
        prop_assert_eq!(big(&z), floor_mod(&big(&x), &big(&d)));
        let inexact = z.set_quotient(&x, &d);
        let rest = floor_mod(&big(&x), &big(&d));
        prop_assert_eq!(inexact, rest != BigInt::ZERO);
        prop_assert_eq!(big(&z) * big(&d) + rest, big(&x));
    }

    /// x·y − z·w is made divisible by choosing w = 1.
    #[test]
    fn exact_quotients(x in any_integer(20), y in any_integer(16), d in positive(16), q in any_integer(20), twos in 0..200_usize, minus in any::<bool>()) {
        let d = Integer::new(&d.magnitude().shl(twos), false).unwrap();
        let sign = if minus { Sign::Minus } else { Sign::Plus };
        let rest = big(&q) * big(&d) - big(&x) * big(&y);
        let z = integer(&if minus { -rest } else { rest });
        let mut quotient = Integer::zero();
        let mut divisor = ExactDivisor::room();
        divisor.prepare(&longest());
        divisor.prepare(&d);
        divisor.divide(&mut quotient, (&x, &y), sign, (&z, &Integer::from(1)));
        prop_assert_eq!(&quotient, &q);
        divisor.divide(&mut quotient, (&q, &d), Sign::Plus, (&Integer::zero(), &x));
        prop_assert_eq!(&quotient, &q);
    }

    #[test]
    fn gcds_and_factors(x in any_integer(17), y in positive(17), common in positive(17)) {
        let (mut modulus, mut product) = (Integer::zero(), Integer::zero());
        modulus.set_product(&y, &common);
        product.set_product(&x, &common);
        let mut value = Integer::zero();
        value.set_remainder(&product, &modulus);
        check_bezout(&modulus, &value);
        check_bezout(&y, &Integer::zero());
        check_basis(&modulus, &value);
        check_small(&modulus, &value);
    }
}

/// The longest integer, which leaves values in every limb of the memory.
fn longest() -> Integer {
    Integer::new(&Natural::one().shl(2304).sub(&Natural::one()).unwrap(), false).unwrap()
}

fn found_basis(m: &Integer, k: &Integer, target: isize) -> ShortBasis {
    let mut basis = ShortBasis::room();
    basis.find(&longest(), &Integer::from(5), 0);
    basis.find(m, k, target);
    basis
}

fn check_bezout(modulus: &Integer, value: &Integer) {
    let mut bezout = Bezout::room();
    bezout.find(&longest(), &Integer::from(3));
    bezout.find(modulus, value);
    let Bezout { gcd: found, factor, .. } = bezout;
    let (m, k) = (big(modulus), big(value));
    assert_eq!(big(&found), gcd(&m, &k), "{m} {k}");
    assert_eq!(floor_mod(&(big(&factor) * k - big(&found)), &m), BigInt::ZERO);
    assert!(factor.compare_magnitudes(modulus).is_le());
}

fn check_basis(modulus: &Integer, value: &Integer) {
    let (m, k) = (big(modulus), big(value));
    for target in [0, 1, 30, 62, modulus.bits() as isize / 2, modulus.bits() as isize - 1, 5000] {
        let ShortBasis { px, qx, py, qy, .. } = found_basis(modulus, value, target);
        let [px, qx, py, qy] = [px, qx, py, qy].map(|x| big(&x));
        assert!(px >= BigInt::ZERO && py >= BigInt::ZERO && qx >= BigInt::ZERO && qy > BigInt::ZERO);
        assert_eq!(floor_mod(&(&px + &k * &qx), &m), BigInt::ZERO, "{m} {k} {target}");
        assert_eq!(floor_mod(&(&py - &k * &qy), &m), BigInt::ZERO, "{m} {k} {target}");
        assert_eq!(&px * &qy + &py * &qx, m, "the basis is of the whole lattice: {m} {k} {target}");
    }
}

/// Compares with the textbook version of Euclid's algorithm.
fn check_small(modulus: &Integer, value: &Integer) {
    let (m, k) = (big(modulus), big(value));
    let (mut previous, mut r, mut s, mut t) = (m.clone(), k, BigInt::ZERO, BigInt::from(1));
    while &r * &r >= m {
        let quotient = &previous / &r;
        (previous, r) = (r.clone(), previous - &quotient * r);
        (s, t) = (t.clone(), s - quotient * t);
    }
    let small = SmallRemainder::new(modulus, value, modulus);
    assert_eq!((big(&small.remainder), big(&small.factor)), (r, t), "{m} {}", big(value));
}

/// The sizes of forms with discriminants of up to 4096 bits, and values with quotients of every size.
#[test]
fn euclid_at_the_ends() {
    let mut random = Random::new(7);
    for bits in [1, 2, 63, 64, 65, 127, 128, 129, 255, 256, 320, 512, 513, 1024, 2047, 2048] {
        let ends = |bits: usize| {
            let power = Natural::one().shl(bits);
            vec![power.sub(&Natural::one()).unwrap(), power.shr(1)]
        };
        let mut moduli = ends(bits);
        moduli.push(&random.natural(bits) + &Natural::one());
        for m in moduli {
            let mut values: Vec<Natural> = vec![Natural::zero(), Natural::one(), m.shr(1), m.shr(bits / 2)];
            values.extend(m.sub(&Natural::one()));
            values.extend(
                (0..20).map(|i| &random.natural(bits) % &m.shr(i * bits / 20).shl(0).add(&Natural::one())),
            );
            // Neighbours of simple fractions have one huge quotient after a few small ones.
            values.extend([2u64, 3, 5, 8, 1 << 40].map(|d| m.div_rem_u64(d).0));
            for value in values.into_iter().filter(|value| *value < m) {
                let [m, value] = [&m, &value].map(|x| Integer::new(x, false).unwrap());
                check_bezout(&m, &value);
                check_basis(&m, &value);
                check_small(&m, &value);
            }
        }
    }
}

/// Random values, whose quotients are small, have bases as close to the target as `ShortBasis` promises.
#[test]
fn short_bases_are_near_their_target() {
    let mut random = Random::new(11);
    for bits in [256, 512, 1024, 2048] {
        for _ in 0..50 {
            let m =
                Integer::new(&Natural::one().shl(bits - 1).add(&random.natural(bits - 1)), false).unwrap();
            let mut k = Integer::zero();
            k.set_remainder(&Integer::new(&random.natural(bits + 64), false).unwrap(), &m);
            let target = bits / 2;
            let basis = found_basis(&m, &k, target as isize);
            let (short, long) = (basis.px.bits().min(basis.py.bits()), basis.px.bits().max(basis.py.bits()));
            assert!(short + 34 >= target && long <= target + 40, "{short} {long} {target}");
        }
    }
}

#[test]
fn capacity_is_a_limit() {
    let most = Natural::one().shl(64 * CAPACITY).sub(&Natural::one()).unwrap();
    let full = Integer::new(&most, true).unwrap();
    assert_eq!((full.magnitude(), full.bits()), (most.clone(), 64 * CAPACITY));
    assert!(Integer::new(&most.add(&Natural::one()), false).is_none());
    let mut out = [0; 3];
    multiply_low_rows(&mut out, &[u64::MAX; 5], &[u64::MAX; 4]);
    assert_eq!(out, [1, 0, 0], "(2^320 − 1)·(2^256 − 1) modulo 2^192");
}
