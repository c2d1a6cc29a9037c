//! Compares bit planes with single strings.

use super::super::planes::*;
use crate::lowmc::{Bits, LowMc, Parameters};
use std::vec::Vec;

/// Returns the string of an execution, which is zero from n on.
fn string(seed: u64, execution: usize, n: usize) -> Bits {
    let mut bits = [0; 4];
    for (index, word) in bits.iter_mut().enumerate() {
        let mixed = (seed + 4 * execution as u64 + index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        *word = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        *word &= match n.saturating_sub(64 * index) {
            0 => 0,
            left @ 1..64 => !0 << (64 - left),
            _ => !0,
        };
    }
    Bits::from_words(bits)
}

fn planes(seed: u64, count: usize, n: usize) -> Planes {
    let mut planes = Planes::new();
    planes.read(count, n, |execution| string(seed, execution, n));
    planes
}

fn strings(planes: &Planes, count: usize, n: usize) -> Vec<Bits> {
    let mut found = Vec::new();
    planes.write(count, n, |execution, bits| {
        assert_eq!(execution, found.len(), "in order");
        found.push(bits);
    });
    found
}

const COUNTS: [usize; 7] = [1, 2, 63, 64, 65, 200, BLOCK];

#[test]
fn strings_go_in_and_come_out() {
    for n in [64, 129, 192, 255] {
        for count in COUNTS {
            let found = strings(&planes(1, count, n), count, n);
            assert!(found.into_iter().eq((0..count).map(|e| string(1, e, n))), "{count} of {n} bits");
        }
    }
}

/// Earlier contents have no effect, and cleared planes are strings of zeros.
#[test]
fn planes_are_used_again() {
    let mut again = planes(2, BLOCK, 255);
    again.read(BLOCK, 255, |execution| string(3, execution, 255));
    assert!(strings(&again, BLOCK, 255).into_iter().eq((0..BLOCK).map(|e| string(3, e, 255))));
    again.clear();
    assert!(strings(&again, BLOCK, 255).into_iter().all(|bits| bits == Bits::default()));
}

#[test]
fn sums_are_those_of_the_strings() {
    let (mut sum, other) = (planes(4, 100, 192), planes(5, 100, 192));
    sum.add_assign(&other);
    let expected = (0..100).map(|e| string(4, e, 192) ^ string(5, e, 192));
    assert!(strings(&sum, 100, 192).into_iter().eq(expected));
}

/// Compares the method of the four Russians with one parity after another.
#[test]
fn products_are_those_of_the_matrix() {
    for parameters in [Parameters::N129R4, Parameters::N192R4, Parameters::N255R4] {
        let (lowmc, n) = (LowMc::new(parameters), parameters.bits());
        let (mut tables, mut product) = (Tables::new(), Planes::new());
        for (seed, matrix) in [(6, &lowmc.rounds()[0].linear), (7, &lowmc.whitening().key_inverse)] {
            for count in [1, 65, BLOCK] {
                tables.fill(n, &planes(seed, count, n));
                tables.product(&Rows::new(matrix), &mut product);
                let found = strings(&product, count, n);
                assert!(
                    found.into_iter().eq((0..count).map(|e| matrix.mul(&string(seed, e, n)))),
                    "{parameters:?}"
                );
            }
        }
    }
}

/// For all sixty-four masks of an S-box, masked inputs and the gates' bits result in masked outputs.
#[test]
fn gates_correct_the_masks_of_products() {
    let triple = |value: usize| Bits::from_words([(value as u64) << 61, 0, 0, 0]);
    let (mut outputs, mut inputs) = (Planes::new(), Planes::new());
    outputs.read(64, 3, |execution| triple(execution / 8));
    inputs.read(64, 3, |execution| triple(execution % 8));
    outputs.gates(3, &inputs);
    for (execution, gates) in strings(&outputs, 64, 3).into_iter().enumerate() {
        let [c, b, a] = [0, 1, 2].map(|j| triple(execution % 8).bit(j));
        let [f, e, d] = [0, 1, 2].map(|j| triple(execution / 8).bit(j));
        // The S-box gives (a ⊕ bc, a ⊕ b ⊕ ca, a ⊕ b ⊕ c ⊕ ab), masked by d, e and f.
        let expected = [a & b ^ f ^ a ^ b ^ c, b & c ^ d ^ a, c & a ^ e ^ a ^ b];
        assert_eq!([0, 1, 2].map(|j| gates.bit(j)), expected, "{execution:06b}");
    }
}
