//! Numbers in limbs of 52 bits.

use alloc::vec;
use alloc::vec::Vec;

use super::class::MASK_52;
use crate::int::Natural;

/// The limbs of `value`, which must fit, and zeros up to `length`.
pub(super) fn split(value: &Natural, length: usize) -> Vec<u64> {
    debug_assert!(value.bits() <= 52 * length);
    let words = value.limbs();
    let word = |index: usize| u128::from(words.get(index).copied().unwrap_or(0));
    let limb = |index: usize| {
        let (first, shift) = (52 * index / 64, 52 * index % 64);
        ((word(first) | word(first + 1) << 64) >> shift) as u64 & MASK_52
    };
    (0..length).map(limb).collect()
}

/// The number with these limbs, which must be below 2^52.
pub(super) fn join(limbs: &[u64]) -> Natural {
    let mut words = vec![0; limbs.len() * 52 / 64 + 2];
    for (index, &limb) in limbs.iter().enumerate() {
        let (first, shift) = (52 * index / 64, 52 * index % 64);
        let wide = u128::from(limb) << shift;
        words[first] |= wide as u64;
        words[first + 1] |= (wide >> 64) as u64;
    }
    Natural::from_limbs(words)
}

/// Brings limbs below 2^63 to 52 bits; returns the carry out.
pub(super) fn carry(limbs: &mut [u64]) -> u64 {
    limbs.iter_mut().fold(0, |carry, limb| {
        let sum = *limb + carry;
        *limb = sum & MASK_52;
        sum >> 52
    })
}

/// `a += row·factor`, for limbs and a factor below 2^52; the sum must fit.
pub(super) fn add_multiple(a: &mut [u64], row: impl Iterator<Item = u64>, factor: u64) {
    let mut row = row;
    let mut carry = 0;
    for limb in a {
        let product = u128::from(row.next().unwrap_or(0)) * u128::from(factor);
        let sum = u128::from(*limb) + product + carry;
        *limb = sum as u64 & MASK_52;
        carry = sum >> 52;
    }
    debug_assert!(carry == 0);
}
