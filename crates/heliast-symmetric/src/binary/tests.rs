//! Every kernel, compared with products bit by bit.

use super::{Binary, Gf8x16, Gf128, gf8_multiply, gf8_power};
use proptest::prelude::*;
use std::{vec, vec::Vec};
use zeroize::Zeroize;

/// a·b modulo x^`degree` + `rest`, bit by bit, on numbers of up to 512 bits.
fn product(a: &[u128], b: &[u128], degree: usize, rest: &[usize]) -> Vec<u128> {
    let bit = |words: &[u128], i: usize| words.get(i / 128).is_some_and(|word| word >> (i % 128) & 1 == 1);
    let mut bits = vec![false; 2 * degree];
    for i in (0..degree).filter(|i| bit(a, *i)) {
        for j in (0..degree).filter(|j| bit(b, *j)) {
            bits[i + j] ^= true;
        }
    }
    for i in (degree..2 * degree).rev() {
        if bits[i] {
            bits[i] = false;
            rest.iter().for_each(|r| bits[i - degree + r] ^= true);
        }
    }
    let mut words = vec![0; degree.div_ceil(128)];
    for i in (0..degree).filter(|i| bits[*i]) {
        words[i / 128] |= 1 << (i % 128);
    }
    words
}

fn slow(a: u128, b: u128) -> u128 {
    product(&[a], &[b], 128, &[0, 1, 2, 7])[0]
}

/// Random and extreme values.
fn word() -> impl Strategy<Value = u128> {
    prop_oneof![
        6 => any::<u128>(),
        1 => (0..128_u32).prop_map(|bit| 1 << bit),
        1 => Just(u128::MAX),
        1 => Just(0),
    ]
}

proptest! {
    #[test]
    fn products_are_those_of_the_definition(a in word(), b in word(), c in word(), d in word()) {
        let expected = slow(a, b);
        prop_assert_eq!(Gf128(a).multiply(Gf128(b)), Gf128(expected));
        for field in Binary::all() {
            prop_assert_eq!(field.multiply(Gf128(a), Gf128(b)), Gf128(expected), "{}", field.name());
            let (left, right) = ([a, c, d].map(Gf128), [b, d, a].map(Gf128));
            let each = [expected, slow(c, d), slow(d, a)];
            prop_assert_eq!(field.dot(&left, &right), Gf128(each[0] ^ each[1] ^ each[2]));
            let mut out = [Gf128::ZERO; 3];
            field.products(&left, &right, &mut out);
            prop_assert_eq!(out.map(|x| x.0), each);
            let matrix = [[Gf128(a), Gf128(c)], [Gf128(d), Gf128(b)]];
            let combined = field.combine(&matrix, &[&[Gf128(b), Gf128(a)], &[Gf128(d), Gf128(c)]]);
            prop_assert_eq!(combined[0].map(|x| x.0), [slow(a, b) ^ slow(c, d), slow(a, a) ^ slow(c, c)]);
            prop_assert_eq!(combined[1].map(|x| x.0), [slow(d, b) ^ slow(b, d), slow(d, a) ^ slow(b, c)]);
        }
    }

    #[test]
    fn products_of_64_bits(a in word(), b in word()) {
        let (a0, a1, b0, b1) = (a as u64, (a >> 64) as u64, b as u64, (b >> 64) as u64);
        let slow = |a: u64, b: u64| product(&[a.into()], &[b.into()], 64, &[0, 1, 3, 4])[0] as u64;
        for field in Binary::all() {
            prop_assert_eq!(field.multiply64(a0, b0), slow(a0, b0), "{}", field.name());
            let sum = slow(a0, b0) ^ slow(a1, b1) ^ slow(b0, b0) ^ slow(b1, b1);
            prop_assert_eq!(field.dot64(&[a, b].map(Gf128), &[b, b].map(Gf128)), sum, "{}", field.name());
        }
    }

    #[test]
    fn affine_maps_of_384_bits(factor in [word(), word(), word()], x in [word(), word(), word(), word()]) {
        let mut expected = product(&factor, &x[..1], 384, &[0, 2, 3, 12]);
        expected.iter_mut().zip(&x[1..]).for_each(|(word, x)| *word ^= x);
        for field in Binary::all() {
            let mut out = [[0; 48]; 2];
            field.affine384(&factor, &[[0; 4], x], &mut out);
            prop_assert_eq!(out[0], [0; 48]);
            let words: Vec<_> = out[1].as_chunks().0.iter().map(|word| u128::from_le_bytes(*word)).collect();
            prop_assert_eq!(&words, &expected, "{}", field.name());
        }
    }

    #[test]
    fn sixteen_bytes_at_once(a in word(), b in word(), by in 0..8_u32) {
        let (a, b) = (Gf8x16(a), Gf8x16(b));
        let (product, square) = (a.multiply(b).to_bytes(), a.square().to_bytes());
        let (turned, doubled) = (a.rotate_left(by).to_bytes(), a.double().to_bytes());
        for (i, (x, y)) in a.to_bytes().into_iter().zip(b.to_bytes()).enumerate() {
            prop_assert_eq!(product[i], gf8_multiply(x, y));
            prop_assert_eq!(square[i], gf8_power(x, 2));
            prop_assert_eq!(turned[i], x.rotate_left(by));
            prop_assert_eq!(doubled[i], gf8_multiply(x, 2));
        }
    }
}

#[test]
fn bytes_are_those_of_the_definition() {
    for a in 0..=255_u8 {
        for b in 0..=255_u8 {
            let expected = product(&[a.into()], &[b.into()], 8, &[0, 1, 3, 4])[0] as u8;
            assert_eq!(gf8_multiply(a, b), expected);
        }
        let inverse = Gf8x16::splat(a).invert();
        assert_eq!(inverse, Gf8x16::splat(gf8_power(a, 254)));
        assert_eq!(gf8_multiply(a, inverse.to_bytes()[7]), u8::from(a != 0));
    }
}

#[test]
fn powers_are_repeated_products() {
    for field in Binary::all() {
        let base = Gf128(0x0123_4567_89ab_cdef_0011_2233_4455_6677 << 1 | 1);
        let mut powers = [Gf128::ZERO; 39];
        field.powers(base, &mut powers);
        assert_eq!(powers[0], Gf128::ONE);
        for i in 1..powers.len() {
            assert_eq!(powers[i].0, slow(powers[i - 1].0, base.0));
        }
    }
}

#[test]
fn the_kernels_are_named() {
    let names: Vec<_> = Binary::all().map(|field| field.name()).collect();
    assert_eq!(names[0], "portable");
    let others = [Binary::pclmul(), Binary::vpclmul(), Binary::pmull()];
    assert_eq!(names.len(), 1 + others.iter().flatten().count());
    assert_eq!(Binary::default().name(), *names.last().expect("the portable one"));
}

proptest! {
    /// The products are linear in each factor, and squaring is linear too.
    #[test]
    fn sums_of_products_are_linear(a: [u128; 3], b: [u128; 3], c: [u128; 3], factor in word()) {
        let [a, b, c] = [a, b, c].map(|words| words.map(Gf128));
        let sum: [Gf128; 3] = core::array::from_fn(|i| b[i] + c[i]);
        let square = |field: &Binary, x: Gf128| field.multiply(x, x);
        for field in Binary::all() {
            prop_assert_eq!(field.dot(&a, &sum), field.dot(&a, &b) + field.dot(&a, &c), "{}", field.name());
            prop_assert_eq!(field.dot(&a, &b), field.dot(&b, &a));
            prop_assert_eq!(field.dot64(&a, &sum), field.dot64(&a, &b) ^ field.dot64(&a, &c));
            let scaled = a.map(|x| field.multiply(Gf128(factor), x));
            prop_assert_eq!(field.dot(&scaled, &b), field.multiply(Gf128(factor), field.dot(&a, &b)));
            prop_assert_eq!(square(&field, a[0] + b[0]), square(&field, a[0]) + square(&field, b[0]));
        }
    }

    #[test]
    fn affine_maps_are_affine(factor: [u128; 3], x: [u128; 4], y: [u128; 4]) {
        let sum: [u128; 4] = core::array::from_fn(|i| x[i] ^ y[i]);
        for field in Binary::all() {
            let mut out = [[0; 48]; 4];
            field.affine384(&factor, &[x, y, sum, [0; 4]], &mut out);
            prop_assert_eq!(out[3], [0; 48]);
            let added: [u8; 48] = core::array::from_fn(|byte| out[0][byte] ^ out[1][byte]);
            prop_assert_eq!(added, out[2], "{}", field.name());
        }
    }

    #[test]
    fn sixteen_bytes_obey_the_laws_of_a_field(a in word(), b in word(), c in word()) {
        let [a, b, c] = [a, b, c].map(Gf8x16);
        prop_assert_eq!(a.multiply(b), b.multiply(a));
        prop_assert_eq!(a.multiply(b).multiply(c), a.multiply(b.multiply(c)));
        prop_assert_eq!(a.multiply(b + c), a.multiply(b) + a.multiply(c));
        prop_assert_eq!((a + b).square(), a.square() + b.square());
        prop_assert_eq!(a.multiply(Gf8x16::splat(1)), a);
        prop_assert_eq!(a.double(), a.multiply(Gf8x16::splat(2)));
        prop_assert_eq!(a.multiply(b).invert(), a.invert().multiply(b.invert()));
        prop_assert_eq!(a.invert().invert(), a);
        prop_assert_eq!(Gf8x16::from_bytes(a.to_bytes()), a);
        prop_assert_eq!((a.rotate_left(3).rotate_left(5), a.rotate_left(0)), (a, a));
    }
}

/// Lists that fill vectors of any width, and leave a rest.
#[test]
fn lists_of_any_length_are_what_the_portable_kernel_makes_of_them() {
    let oracle = Binary::portable();
    let word =
        |seed: usize| Gf128((seed as u128 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835));
    for len in 0..23 {
        let [a, b]: [Vec<_>; 2] = [3, 5].map(|step| (0..len).map(|i| word(step * i)).collect());
        let inputs: Vec<_> = (0..len).map(|i| [0, 1, 2, 3].map(|j| word(7 * i + j).0)).collect();
        let factor = [1, 2, 3].map(|j| word(100 + j).0);
        let results = |field: Binary| {
            let (mut products, mut affine) = (vec![Gf128::ZERO; len], vec![[0; 48]; len]);
            field.products(&a, &b, &mut products);
            field.affine384(&factor, &inputs, &mut affine);
            (products, affine, field.dot(&a, &b), field.dot64(&a, &b))
        };
        let combined = |field: Binary| {
            let rows: [[Gf128; 11]; 2] =
                core::array::from_fn(|i| core::array::from_fn(|j| word(i + len * j)));
            field.combine(&[[word(len), word(8)], [word(9), word(10)]], &rows.each_ref())
        };
        for field in Binary::all() {
            assert_eq!(results(field), results(oracle), "{len} on {}", field.name());
            assert_eq!(combined(field), combined(oracle), "{len} on {}", field.name());
        }
    }
}

/// FIPS 197, figure 7: the first and the last row of the S-box, from the inverse and the rotations.
#[test]
fn the_s_box_is_made_of_an_inverse_and_rotations() {
    let rows = [
        (0x00, 0x637c_777b_f26b_6fc5_3001_672b_fed7_ab76_u128),
        (0xf0, 0x8ca1_890d_bfe6_4268_4199_2d0f_b054_bb16_u128),
    ];
    for (first, expected) in rows {
        let bytes = Gf8x16::from_bytes(core::array::from_fn(|i| first + i as u8));
        let inverse = bytes.invert();
        let affine = (1..5).fold(inverse, |sum, by| sum + inverse.rotate_left(by)) + Gf8x16::splat(0x63);
        assert_eq!(u128::from_be_bytes(affine.to_bytes()), expected);
    }
}

#[test]
fn identity_matrices_change_nothing() {
    let rows: [[Gf128; 5]; 3] =
        core::array::from_fn(|i| core::array::from_fn(|j| Gf128((i * 5 + j) as u128 + 9)));
    let identity: [[Gf128; 3]; 3] =
        core::array::from_fn(|i| core::array::from_fn(|j| if i == j { Gf128::ONE } else { Gf128::ZERO }));
    for field in Binary::all() {
        assert_eq!(field.combine(&identity, &rows.each_ref()), rows, "{}", field.name());
        field.powers(Gf128(3), &mut []);
        assert_eq!(field.dot(&[], &[]), Gf128::ZERO);
        assert_eq!(field.dot64(&[], &[]), 0);
    }
}

#[test]
fn elements_are_wiped() {
    let (mut element, mut sixteen) = ([Gf128(5); 3], Gf8x16(u128::MAX));
    element.zeroize();
    sixteen.zeroize();
    assert_eq!((element, sixteen), ([Gf128::default(); 3], Gf8x16::default()));
}
