//! Compares both rings with textbook sums and products.

use super::keccak;
use crate::lbvrf::{
    field::{Field, lift},
    scheme::add_product,
    transform,
    value::{self, project},
    *,
};
use alloc::vec::Vec;
use proptest::prelude::*;

/// Returns a·b modulo x^256 + 1, over the integers.
fn negacyclic(a: &Short, b: &Short) -> [i64; N] {
    let mut product = [0; N];
    for (i, a) in a.iter().enumerate() {
        for (j, b) in b.iter().enumerate() {
            let term = i64::from(*a) * i64::from(*b);
            product[(i + j) % N] += if i + j < N { term } else { -term };
        }
    }
    product
}

/// Returns the coefficients modulo `m`, between −m/2 and m/2.
fn centred(coefficients: [i64; N], m: u32) -> Short {
    let m = i64::from(m);
    coefficients.map(|it| ((it + m / 2).rem_euclid(m) - m / 2) as i32)
}

fn transformed(polynomial: &Short) -> Polynomial {
    let mut values = [0; N];
    transform::transform(polynomial, &mut values);
    values
}

fn values(polynomial: &Short) -> Polynomial {
    transformed(polynomial).map(|value| value % Q)
}

fn power(base: u32, exponent: u32, m: u32) -> u32 {
    (0..exponent).fold(1, |result, _| (result * u64::from(base) % u64::from(m)) as u32 as u64) as u32
}

fn short(bound: i32) -> impl Strategy<Value = Short> {
    prop::array::uniform32(prop::array::uniform8(-bound..=bound)).prop_map(|rows| {
        let mut flat = [0; N];
        flat.copy_from_slice(rows.as_flattened());
        flat
    })
}

/// Returns the polynomial times 2^32, which the sums require of one factor.
fn montgomery(values: &Polynomial) -> Polynomial {
    values.map(Field::<Q>::montgomery)
}

#[test]
fn the_parameters_are_what_they_are_said_to_be() {
    let prime = |m: u32| (2..).take_while(|d| d * d <= m).all(|d| !m.is_multiple_of(d));
    assert!(prime(Q) && Q % 512 == 1);
    // p is 17 modulo 32, so the eight factors x^32 − ρ of x^256 + 1 are irreducible.
    assert!(prime(P) && P % 32 == 17);
    assert_eq!(power(FACTOR, 8, P), P - 1);
    // β = κ·2304, and p^(1/8) > 2·√8, so differences of challenges are units in every factor.
    assert_eq!(MASK as usize, WEIGHT * N * POLYNOMIALS);
    const { assert!(P > 1 << 20) };
    // The witnesses of two proofs, multiplied crosswise by challenges' differences, do not wrap modulo q.
    assert!(2 * (2 * WEIGHT as i64) * (2 * i64::from(RESPONSE)) < i64::from(Q) / 2);
}

#[test]
fn no_smaller_number_is_a_root() {
    const LEAST: u32 = 316_072;
    let root = |x: u32| (0..8).fold(u64::from(x), |x, _| x * x % u64::from(Q)) == u64::from(Q) - 1;
    assert_eq!((2..=LEAST).find(|x| root(*x)), Some(LEAST));
}

#[test]
fn reduction_is_exact_at_the_bounds() {
    fn check<const M: u32>() {
        let m = u64::from(M);
        for x in [0, 1, m - 1, m, m + 1, m << 32, 320 * m * m, 170 * m * m, (1 << 63) - 1] {
            let reduced = u64::from(Field::<M>::reduce(x));
            assert_eq!((reduced << 32) % m, x % m, "{x}");
            assert!(reduced <= (x >> 32) + m);
        }
        for x in [0, 1, M - 1, M, M + 1, 2 * M - 1, 2 * M, 4 * M - 1, 4 * M, 7 * M, 8 * M - 1] {
            assert_eq!(Field::<M>::canonical(x), x % M);
            assert_eq!(u64::from(Field::<M>::montgomery(x)), (u64::from(x) << 32) % m);
        }
        for x in [-(M as i32), 1 - M as i32, -1, 0, 1, M as i32 - 1] {
            assert_eq!(i64::from(lift(x, M)) % m as i64, i64::from(x).rem_euclid(m as i64));
        }
    }
    check::<Q>();
    check::<P>();
}

#[test]
fn the_largest_coefficients_do_not_overflow() {
    for a in [
        [Q as i32 - 1; N],
        [-(Q as i32); N],
        [MASK; N],
        core::array::from_fn(|i| if i % 2 == 0 { 1 } else { -1 }),
    ] {
        assert!(transformed(&a).iter().all(|value| u64::from(*value) < 17 * u64::from(Q)));
    }
    let mut sum = transform::Sum::new();
    (0..10).for_each(|_| sum.add(&[Q - 1; N], &[(17 * u64::from(Q) - 1) as u32; N]));
    let expected = 10 * (u128::from(Q) - 1) * (17 * u128::from(Q) - 1) % u128::from(Q);
    assert!(sum.finish().iter().all(|value| (u128::from(*value) << 32) % u128::from(Q) == expected));

    let mut sum = value::Sum::new();
    (0..10).for_each(|_| sum.add(&[P - 1; VALUE], &[P - 1; VALUE]));
    // Ten times the product of two polynomials whose coefficients are all −1.
    let expected =
        |k: u64| (10 * (k + 1) + (u64::from(P) - u64::from(FACTOR)) * 10 * (31 - k)) % u64::from(P);
    assert_eq!(sum.finish(), core::array::from_fn(|k| expected(k as u64) as u32));
    for bound in [MASK, -MASK] {
        let all: Value = project(&[bound; N]);
        let powers = (0..8).map(|k| u64::from(power(P - FACTOR, k, P))).sum::<u64>() % u64::from(P);
        let expected = (i64::from(bound).rem_euclid(i64::from(P)) as u64 * powers % u64::from(P)) as u32;
        assert_eq!(all, [expected; VALUE]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn the_transform_gives_values_at_the_roots(a in short(Q as i32 - 1), i in any::<u8>()) {
        let root = power(316_072, 2 * u32::from(i.reverse_bits()) + 1, Q);
        let horner = |sum: i64, a: &i32| (sum * i64::from(root) + i64::from(*a)).rem_euclid(i64::from(Q));
        prop_assert_eq!(i64::from(values(&a)[usize::from(i)]), a.iter().rev().fold(0, horner));
    }

    #[test]
    fn values_multiply_as_polynomials_do(a in short(Q as i32 / 2), b in short(MASK)) {
        let mut sum = transform::Sum::new();
        sum.add(&montgomery(&values(&a)), &transformed(&b));
        prop_assert_eq!(sum.finish(), values(&centred(negacyclic(&a, &b), Q)));
    }

    #[test]
    fn projections_multiply_as_polynomials_do(a in short(MASK), b in short(MASK)) {
        let mut sum = value::Sum::new();
        sum.add(&project(&a), &project(&b));
        let product = centred(negacyclic(&a, &b), P);
        // Coefficients modulo p are beyond ±β, so they are split into parts below it.
        let (low, high) = (product.map(|it| it.rem_euclid(1024)), product.map(|it| it.div_euclid(1024)));
        let (low, high) = (project(&low), project(&high));
        prop_assert_eq!(sum.finish(), core::array::from_fn(|i| (low[i] + 1024 * high[i]) % P));
    }

    #[test]
    fn sparse_products_are_products(s in short(1), c in any::<[u8; 32]>(), y in short(MASK)) {
        let c = sample::ball(keccak(), &c);
        let mut z = y;
        add_product(&mut z, &c, &s);
        let product = negacyclic(&c, &s);
        prop_assert!((0..N).all(|i| i64::from(z[i]) == i64::from(y[i]) + product[i]));
    }
}

/// Numbers are uniform, rows have separate streams, and a stream does not depend on the number of other rows.
#[test]
fn rows_of_uniform_numbers_are_independent() {
    let draw = |rows: usize| {
        let mut numbers = alloc::vec![[0; 50]; rows];
        sample::uniform::<1000, _, _>(keccak(), sample::Tag::Basis, &[b"seed", &[7]], |n| n, &mut numbers);
        numbers
    };
    let all = draw(40);
    for count in [0, 1, 7, 8, 9, 17] {
        assert_eq!(draw(count), all[..count], "{count} rows");
    }
    let mut seen = all.concat();
    assert!(seen.iter().all(|number| *number < 1000));
    let mean = seen.iter().sum::<u32>() as f64 / seen.len() as f64;
    // For 2000 numbers, the deviation of the mean is 6.5.
    assert!((mean - 499.5).abs() < 40.0, "{mean}");
    seen.sort_unstable();
    seen.dedup();
    assert!(seen.len() > 800, "{} different numbers", seen.len());
}

/// The cuts between the parts of a stream do not matter; label and tag do.
#[test]
fn digests_depend_on_tag_and_bytes_alone() {
    let digest = |tag, parts: &[&[u8]]| sample::digest::<32>(keccak(), tag, parts);
    let whole = digest(sample::Tag::Output, &[b"abcdef"]);
    assert_eq!(digest(sample::Tag::Output, &[b"ab", b"", b"cdef"]), whole);
    assert_ne!(digest(sample::Tag::Input, &[b"abcdef"]), whole);
    assert_ne!(digest(sample::Tag::Output, &[b"abcdeg"]), whole);
    // A longer digest begins with the shorter one.
    assert_eq!(sample::digest::<64>(keccak(), sample::Tag::Output, &[b"abcdef"])[..32], whole);
}

#[test]
fn numbers_are_read_as_four_bytes_each() {
    for count in [0, 1, N - 1, N, N + 1, 3 * N] {
        let numbers: Vec<u32> = (0..count as u32).map(|i| i.wrapping_mul(0x9e37_79b9)).collect();
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let mut shake = sample::tagged(keccak(), sample::Tag::Key);
        sample::absorb(&mut shake, &numbers);
        let mut found = [0; 32];
        shake.finish().squeeze(&mut found);
        assert_eq!(found, sample::digest::<32>(keccak(), sample::Tag::Key, &[&bytes]), "{count}");
    }
}
