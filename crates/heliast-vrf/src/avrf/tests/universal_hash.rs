//! Comparisons with Horner's rule, word by word.

use super::{BOTH, bytes};
use crate::avrf::{
    parameters::{COLUMN_HASH, Shape},
    universal_hash::{ColumnHash, ConstraintHash, FIRST_CHALLENGE, SECOND_CHALLENGE},
    vole::words,
};
use heliast_symmetric::binary::{Binary, Gf128};
use std::vec::Vec;

/// The product in GF(2^64), bit by bit.
fn multiply64(a: u64, b: u64) -> u64 {
    (0..64).rev().fold(0, |product: u64, i| {
        let doubled = product << 1 ^ if product >> 63 == 1 { 0x1b } else { 0 };
        doubled ^ if b >> i & 1 == 1 { a } else { 0 }
    })
}

fn element(bytes: &[u8], i: usize) -> Gf128 {
    Gf128::from_bytes(bytes[16 * i..16 * i + 16].try_into().expect("sixteen"))
}

#[test]
fn columns() {
    for parameters in BOTH {
        for pairs in [1, 2, 3, 4] {
            let shape = Shape { parameters, pairs };
            let challenge: [u8; FIRST_CHALLENGE] = bytes("first", FIRST_CHALLENGE).try_into().expect("88");
            let t = u64::from_le_bytes(challenge[80..].try_into().expect("eight"));
            let column = bytes("column", shape.row());
            let (x0, x1) = column.split_at(shape.row() - COLUMN_HASH);
            let (mut wide, mut narrow) = (Gf128::ZERO, 0);
            let mut padded = x0.to_vec();
            padded.resize(x0.len().next_multiple_of(16), 0);
            for i in 0..padded.len() / 16 {
                wide = wide.multiply(element(&challenge, 4)) + element(&padded, i);
            }
            for word in padded.as_chunks().0 {
                narrow = multiply64(narrow, t) ^ u64::from_le_bytes(*word);
            }
            let mix = |i| {
                let [a, b] = [i, i + 1].map(|i| element(&challenge, i));
                (a.multiply(wide) + b.multiply(Gf128(narrow.into()))).to_bytes()
            };
            let sum = [&mix(0)[..], &mix(2)[..2]].concat();
            let expected: Vec<_> = sum.iter().zip(x1).map(|(a, b)| a ^ b).collect();
            for field in Binary::all() {
                let mut in_words = words(&column);
                assert_eq!(in_words.len(), shape.words());
                let hash = ColumnHash::new(field, &shape, &challenge);
                assert_eq!(hash.hash(&in_words)[..], expected);
                // Bits after the column do not matter.
                let spare = 16 * shape.words() - shape.row();
                if spare > 0 {
                    *in_words.last_mut().expect("a word") ^= 1 << 127;
                    assert_eq!(hash.hash(&in_words)[..], expected);
                }
            }
        }
    }
}

#[test]
fn constraints() {
    let challenge: [u8; SECOND_CHALLENGE] = bytes("second", SECOND_CHALLENGE).try_into().expect("56");
    let t = u64::from_le_bytes(challenge[48..].try_into().expect("eight"));
    let lists =
        ["a", "b"].map(|label| words(&bytes(label, 16 * 77)).into_iter().map(Gf128).collect::<Vec<_>>());
    let masks = [Gf128(3), Gf128(1 << 99)];
    for field in Binary::all() {
        let hash = ConstraintHash::new(field, &challenge);
        let found = hash.hash(lists.each_ref().map(Vec::as_slice), masks);
        for ((list, mask), found) in lists.iter().zip(masks).zip(found) {
            let horner =
                |point: Gf128| list.iter().fold(Gf128::ZERO, |sum, element| sum.multiply(point) + *element);
            let [r0, r1, s] = [0, 1, 2].map(|i| element(&challenge, i));
            assert_eq!(found, r0.multiply(horner(s)) + r1.multiply(horner(Gf128(t.into()))) + mask);
        }
    }
}
