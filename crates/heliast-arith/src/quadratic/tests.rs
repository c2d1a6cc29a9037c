//! The parts of a squaring with extreme numbers, which forms rarely lead to. `heliast_group` compares whole
//! squarings with its composer.

use super::{
    euclid::{Pair, magnitude},
    exact::Divisor,
    number::{Number, Signed},
    remainder::remainder_of_product,
    vector::{LIMB_MASK, Lanes},
    wide::{ZERO, rows, rows_mut},
};
use crate::{Natural, radix52, testing::Random};
use alloc::vec::Vec;
use core::array::from_fn;
use heliast_cpu::Ifma;
use num_bigint::{BigInt, Sign};

const N: usize = 12;
const LEN: usize = N - 2;

/// Calls what is compiled for these vectors; skips the test on other CPUs.
fn with_vectors(test: unsafe fn()) {
    if Ifma::detect().is_some() {
        // SAFETY: the CPU has the instructions.
        unsafe { test() }
    }
}

fn number(values: &[Natural; 8]) -> Number<N> {
    let mut number = [ZERO; N];
    for (lane, value) in values.iter().enumerate() {
        rows_mut(&mut number).iter_mut().zip(radix52::split(value)).for_each(|(row, limb)| row[lane] = limb);
    }
    number
}

fn naturals(limbs: &Number<N>, len: usize) -> [Natural; 8] {
    from_fn(|lane| radix52::join(rows(&limbs[..len]).iter().map(|row| row[lane])))
}

fn big(value: &Natural, negative: bool) -> BigInt {
    let bytes: Vec<u8> = value.limbs().iter().flat_map(|limb| limb.to_le_bytes()).collect();
    BigInt::from_bytes_le(if negative { Sign::Minus } else { Sign::Plus }, &bytes)
}

fn signed(values: &Signed<N>, len: usize) -> [BigInt; 8] {
    let magnitudes = naturals(&values.magnitude, len);
    from_fn(|lane| big(&magnitudes[lane], values.negative >> lane & 1 == 1))
}

/// Numbers of at most this many bits; limbs are often 0 or all ones.
fn any(random: &mut Random, bits: usize) -> Natural {
    let limbs = (0..bits.div_ceil(52)).map(|_| match random.limb() % 4 {
        0 => 0,
        1 => LIMB_MASK,
        _ => random.limb() & LIMB_MASK,
    });
    radix52::join(limbs.collect::<Vec<_>>().into_iter())
        .low_bits(bits.saturating_sub(random.limb() as usize % 3))
}

#[test]
fn remainders_are_near_half_of_the_divisor() {
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    fn test() {
        let mut random = Random::new(1);
        for round in 0..4000 {
            let top = Natural::one().shl(468 + round % 50);
            let x: [Natural; 8] = from_fn(|_| any(&mut random, 514));
            let y: [Natural; 8] = from_fn(|_| any(&mut random, 518 - 50 + round % 50));
            let d: [Natural; 8] = from_fn(|_| any(&mut random, 468 + round % 50).add(&top));
            let found = signed(&remainder_of_product(&number(&x), &number(&y), &number(&d)), LEN);
            for lane in 0..8 {
                let [x, y, d] = [&x, &y, &d].map(|values| big(&values[lane], false));
                let product = &x * &y;
                assert_eq!((&product - &found[lane]) % &d, BigInt::ZERO, "{product} {d}");
                let twice = BigInt::from(found[lane].magnitude().clone()) * 2;
                assert!(twice <= &d + (&d >> 30), "{product} {d}");
            }
        }
    }
    with_vectors(test);
}

#[test]
fn quotients_are_exact() {
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    fn test() {
        let mut random = Random::new(2);
        for round in 0..4000 {
            let zeros = [0, 0, 1, 2, 17, 51][round % 6];
            let d: [Natural; 8] =
                from_fn(|_| any(&mut random, 500 - zeros).shr(1).shl(1).add(&Natural::one()).shl(zeros));
            let q: [Natural; 8] = from_fn(|_| any(&mut random, 311));
            let z: [Natural; 8] = from_fn(|_| any(&mut random, 259));
            // q·d = q·d ± z·w ∓ z·w, where the second product is w = d·v.
            let v: [Natural; 8] = from_fn(|_| any(&mut random, 20));
            let w: [Natural; 8] = from_fn(|lane| d[lane].mul(&v[lane]).low_bits(520));
            let divisor = Divisor::new(&number(&d), 6);
            let minus = random.limb() as Lanes;
            let [x, y, z_rows, w_rows] = [&q, &d, &z, &w].map(number);
            let found = divisor.divide((&x[..LEN], &y[..LEN]), minus, (&z_rows[..LEN], &w_rows[..LEN]));
            let found = signed(&found, 6);
            for lane in 0..8 {
                let [d, q, z, w] = [&d, &q, &z, &w].map(|values| big(&values[lane], false));
                let second = if minus >> lane & 1 == 1 { -(z * w) } else { z * w };
                let numerator = q * &d + second;
                let quotient = &numerator / &d;
                if &quotient * &d == numerator && quotient.bits() < 311 {
                    assert_eq!(found[lane], quotient, "{d}");
                }
                assert_eq!(divisor.failed, 0);
            }
        }
    }
    with_vectors(test);
}

/// Neighbours of simple fractions have huge quotients, which fail or give the right inverse.
#[test]
fn inverses_are_right_or_fail() {
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    fn test() {
        let mut random = Random::new(3);
        let mut failures = 0;
        for round in 0..3000 {
            let a: [Natural; 8] =
                from_fn(|_| any(&mut random, 500 + round % 13).add(&Natural::one().shl(499 + round % 13)));
            let b: [Natural; 8] = from_fn(|lane| match random.limb() % 8 {
                0 => a[lane].div_rem_u64(random.limb() >> (random.limb() % 60) | 1).0,
                1 => any(&mut random, 1 + round % 490),
                _ => any(&mut random, 498),
            });
            let b = b.map(|b| b.add(&Natural::one()));
            let (mut u, failed) = Pair::new(&number(&a), &number(&b), 0).inverse();
            let negative = magnitude(&mut u, LEN);
            let found = signed(&Signed { magnitude: u, negative }, LEN);
            failures += failed.count_ones();
            for lane in (0..8).filter(|lane| failed >> lane & 1 == 0) {
                let [a, b] = [&a, &b].map(|values| big(&values[lane], false));
                let rest: BigInt = (&found[lane] * &b - 1) % &a;
                assert_eq!(rest, BigInt::ZERO, "{a} {b}");
                assert!(found[lane].magnitude() < (&a * 4u32).magnitude());
            }
        }
        assert!(failures < 20_000, "{failures}");
    }
    with_vectors(test);
}
