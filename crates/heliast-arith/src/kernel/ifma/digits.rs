//! Numbers in limbs of 52 bits.

use crate::{
    int::Natural,
    radix52::{self, LIMB_MASK},
};
use alloc::vec::Vec;
use core::iter::repeat;

/// The limbs of `value`, which must fit, and zeros up to `length`.
pub(super) fn split(value: &Natural, length: usize) -> Vec<u64> {
    debug_assert!(value.bits() <= 52 * length);
    radix52::split(value).chain(repeat(0)).take(length).collect()
}

/// The number with these limbs, which must be below 2^52.
pub(super) fn join(limbs: &[u64]) -> Natural {
    radix52::join(limbs.iter().copied())
}

/// Brings limbs below 2^63 to 52 bits; returns the carry out.
pub(super) fn carry(limbs: &mut [u64]) -> u64 {
    limbs.iter_mut().fold(0, |carry, limb| {
        let sum = *limb + carry;
        *limb = sum & LIMB_MASK;
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
        *limb = sum as u64 & LIMB_MASK;
        carry = sum >> 52;
    }
    debug_assert!(carry == 0);
}
