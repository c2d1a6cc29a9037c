//! Numbers as limbs of 52 bits, in which kernels and lanes multiply, and back.

use crate::{int::Natural, limbs};
use alloc::vec::Vec;

/// The bits of a limb.
pub(crate) const RADIX_BITS: usize = 52;

/// 2^52 − 1.
pub(crate) const LIMB_MASK: u64 = (1 << RADIX_BITS) - 1;

/// The limbs of a number, the lowest first, without leading zeros.
pub(crate) fn split(value: &Natural) -> impl Iterator<Item = u64> {
    let limbs = value.limbs();
    let word = |index: usize| u128::from(limbs.get(index).copied().unwrap_or(0));
    (0..value.bits().div_ceil(RADIX_BITS)).map(move |index| {
        let bit = RADIX_BITS * index;
        let pair = word(bit / 64) | word(bit / 64 + 1) << 64;
        (pair >> (bit % 64)) as u64 & LIMB_MASK
    })
}

/// The number of these limbs, each below 2^52.
pub(crate) fn join(limbs: impl Iterator<Item = u64>) -> Natural {
    let mut words = Vec::with_capacity(limbs.size_hint().0 * RADIX_BITS / 64 + 1);
    let (mut window, mut bits) = (0u128, 0);
    for limb in limbs {
        window |= u128::from(limb) << bits;
        bits += RADIX_BITS;
        if bits >= 64 {
            words.push(window as u64);
            window >>= 64;
            bits -= 64;
        }
    }
    words.push(window as u64);
    Natural::from_limbs(words)
}

/// −1/n mod 2^52 for odd n.
pub(crate) fn negated_inverse(n: &Natural) -> u64 {
    limbs::inverse_of_odd(n.low_limb()).wrapping_neg() & LIMB_MASK
}

#[cfg(test)]
mod tests;
