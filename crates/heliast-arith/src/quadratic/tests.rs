//! The parts of squarings and products with extreme numbers, which forms rarely lead to. `heliast_group`
//! compares whole squarings and products with its composer.

use super::{
    euclid::{Pair, magnitude},
    exact::Divisor,
    forms::{Forms, Norms},
    number::{Number, Signed, half_of_sum},
    remainder::{remainder_of_product, remainder_of_sum},
    vector::{Doubles, LIMB_MASK, Lanes, Words, to_doubles, to_words},
    wide::{ZERO, rows, rows_mut},
    word,
};
use crate::{Natural, radix52, testing::Random};
use alloc::vec::Vec;
use core::{array::from_fn, slice};
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

/// One word for every lane.
fn words(values: [u64; 8]) -> Words {
    let mut words = ZERO;
    rows_mut(slice::from_mut(&mut words))[0] = values;
    words
}

#[test]
fn remainders_of_sums_are_near_half_of_the_divisor() {
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    fn test() {
        let mut random = Random::new(4);
        for round in 0..4000 {
            let bits = 469 + round % 43;
            let d: [Natural; 8] = from_fn(|_| any(&mut random, bits - 1).add(&Natural::one().shl(bits - 1)));
            let x: [Natural; 8] = from_fn(|_| any(&mut random, bits));
            let y: [Natural; 8] = from_fn(|_| any(&mut random, 512));
            let z: [Natural; 8] = from_fn(|_| any(&mut random, 520));
            let v = from_fn(|_| random.limb() >> (48 + random.limb() % 17).min(63));
            let minus = random.limb() as Lanes;
            let found =
                remainder_of_sum((&number(&x), &number(&y)), minus, (words(v), &number(&z)), &number(&d));
            let found = signed(&found, LEN);
            for lane in 0..8 {
                let [x, y, z, d] = [&x, &y, &z, &d].map(|values| big(&values[lane], false));
                let second = z * v[lane];
                let sum = if minus >> lane & 1 == 1 { x * y - second } else { x * y + second };
                assert_eq!((&sum - &found[lane]) % &d, BigInt::ZERO, "{sum} {d}");
                let twice = BigInt::from(found[lane].magnitude().clone()) * 2;
                assert!(twice <= &d + (&d >> 30), "{sum} {d}");
            }
        }
    }
    with_vectors(test);
}

#[test]
fn words_divide_to_the_nearest_integer() {
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    fn test() {
        let mut random = Random::new(5);
        for round in 0..4000 {
            let x: [Natural; 8] = from_fn(|_| any(&mut random, 519 - round % 510));
            let d: [u64; 8] = from_fn(|_| match random.limb() % 4 {
                0 => 1 + random.limb() % 4,
                1 => (1 << 16) - 1,
                _ => 1 + (random.limb() & 0xffff) % 0xffff,
            });
            let divisor: Doubles = to_doubles(words(d));
            let mut quotient = number(&x);
            let rest = word::divide(&mut quotient, divisor);
            let quotient = naturals(&quotient, LEN);
            let rest = rows(slice::from_ref(&to_words(rest)))[0].map(|rest| rest as i64);
            for lane in 0..8 {
                let found = big(&quotient[lane], false) * d[lane] + rest[lane];
                assert_eq!(found, big(&x[lane], false), "{}", d[lane]);
                assert!(2 * rest[lane].unsigned_abs() <= d[lane], "{} {}", rest[lane], d[lane]);
            }
        }
    }
    with_vectors(test);
}

/// Each lane but the last has one of the mistakes that must be seen; it keeps its old form.
#[test]
fn forms_of_a_wrong_size_or_discriminant_are_refused() {
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    fn test() {
        let mut random = Random::new(8);
        let mut odd = |bits: usize| {
            let top = Natural::one().shl(bits - 1);
            any(&mut random, bits - 2).shr(1).shl(1).add(&Natural::one()).add(&top)
        };
        let [mut a, mut b, mut c]: [[Natural; 8]; 3] = [509, 500, 511].map(|bits| from_fn(|_| odd(bits)));
        (b[3], c[4], a[4]) = (a[3].add(&Natural::from(2u64)), a[4].clone(), c[4].clone());
        let mut discriminants: [u64; 8] = from_fn(|lane| {
            let product = a[lane].low_limb().wrapping_mul(c[lane].low_limb()).wrapping_mul(4);
            product.wrapping_sub(b[lane].low_limb().wrapping_mul(b[lane].low_limb())) & LIMB_MASK
        });
        discriminants[5] ^= 1 << 51;
        let old = Signed { magnitude: number(&from_fn(|lane| Natural::from(lane as u64 + 3))), negative: 0 };
        let mut forms = Forms::<N> {
            a: old.magnitude,
            b: old,
            c: old.magnitude,
            discriminant: words(discriminants),
            target: ZERO,
        };
        let mut norms = Norms {
            a: Signed { magnitude: number(&a), negative: 1 << 0 },
            b: Signed { magnitude: number(&b), negative: 1 << 7 },
            c: Signed { magnitude: number(&c), negative: 1 << 1 },
        };
        rows_mut(&mut norms.a.magnitude)[LEN][2] = 1;
        rows_mut(&mut norms.b.magnitude)[LEN][6] = 1;
        assert_eq!(forms.replace(&norms, 0), 0b0111_1111);
        assert_eq!((forms.b.negative, rows(&forms.b.magnitude)[0][0]), (1 << 7, 3));
        let found = [&forms.a, &forms.b.magnitude, &forms.c].map(|x| naturals(x, LEN));
        for lane in 0..8 {
            let kept = Natural::from(lane as u64 + 3);
            let expected = if lane == 7 { [&a[7], &b[7], &c[7]] } else { [&kept; 3] };
            assert_eq!(found.each_ref().map(|x| &x[lane]), expected, "{lane}");
        }
        // Those that have failed before are kept, too.
        assert_eq!(forms.replace(&norms, 1 << 7), u8::MAX);
    }
    with_vectors(test);
}

#[test]
fn sums_are_halved_with_every_sign() {
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    fn test() {
        let mut random = Random::new(6);
        for _ in 0..1000 {
            let odd = |random: &mut Random| any(random, 519).shr(1).shl(1).add(&Natural::one());
            let [x, y]: [[Natural; 8]; 2] = from_fn(|_| from_fn(|_| odd(&mut random)));
            let [x_negative, y_negative, minus] = from_fn(|_| random.limb() as Lanes);
            let [x, y] = [(x, x_negative), (y, y_negative)]
                .map(|(x, negative)| Signed { magnitude: number(&x), negative });
            let found = signed(&half_of_sum(&x, minus, &y), LEN);
            let [x, y] = [x, y].map(|x| signed(&x, LEN));
            for lane in 0..8 {
                let sum = if minus >> lane & 1 == 1 { &x[lane] - &y[lane] } else { &x[lane] + &y[lane] };
                assert_eq!(&found[lane] * 2, sum);
            }
        }
    }
    with_vectors(test);
}

/// As in a product, b is not less than a. Both are multiples of a word.
#[test]
fn gcds_of_a_word_have_their_factors() {
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    fn test() {
        let mut random = Random::new(7);
        let mut failures = 0;
        for round in 0..3000 {
            let g: [u64; 8] = from_fn(|_| 1 + random.limb() % [1, 3, 7, 100, 65535][round % 5]);
            let mut multiple = |lane: usize, bits: usize| {
                let top = Natural::one().shl(bits - 1);
                any(&mut random, bits - 1).add(&top).mul(&Natural::from(g[lane]))
            };
            let a: [Natural; 8] = from_fn(|lane| multiple(lane, 485));
            let b: [Natural; 8] = from_fn(|lane| multiple(lane, 485 + round % 11));
            let (mut u, found_gcd, failed) = Pair::new(&number(&a), &number(&b), 0).gcd();
            let negative = magnitude(&mut u, LEN);
            let found = signed(&Signed { magnitude: u, negative }, LEN);
            let gcd = rows(slice::from_ref(&to_words(found_gcd)))[0];
            failures += failed.count_ones();
            for lane in (0..8).filter(|lane| failed >> lane & 1 == 0) {
                let [a, b] = [&a, &b].map(|values| big(&values[lane], false));
                let d = BigInt::from(gcd[lane]);
                assert_eq!(
                    (&a % &d, &b % &d, gcd[lane] % g[lane]),
                    (BigInt::ZERO, BigInt::ZERO, 0),
                    "{a} {b}"
                );
                assert_eq!((&found[lane] * &b - d) % &a, BigInt::ZERO, "{a} {b}");
                assert!(found[lane].magnitude() < (&a * 4u32).magnitude());
            }
        }
        assert!(failures < 12_000, "{failures}");
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
