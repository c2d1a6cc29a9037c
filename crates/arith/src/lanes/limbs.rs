//! Numbers as limbs of 52 bits, and back.

use alloc::vec::Vec;

use super::vector::{LIMB_MASK, RADIX_BITS};
use crate::int::Natural;

/// The limbs of a number, the lowest first, without those above it.
pub(super) fn split(value: &Natural) -> impl Iterator<Item = u64> {
    let limbs = value.limbs();
    let word = |index: usize| u128::from(limbs.get(index).copied().unwrap_or(0));
    (0..value.bits().div_ceil(RADIX_BITS)).map(move |index| {
        let bit = RADIX_BITS * index;
        let pair = word(bit / 64) | word(bit / 64 + 1) << 64;
        (pair >> (bit % 64)) as u64 & LIMB_MASK
    })
}

/// The number of these limbs.
pub(super) fn join(limbs: impl Iterator<Item = u64>) -> Natural {
    let mut words = Vec::new();
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

/// −1/n mod 2^52 for odd n, by Newton's iteration: n·n = 1 mod 8, and every step doubles the three bits.
pub(super) fn negated_inverse(n: &Natural) -> u64 {
    let n = n.low_limb();
    let inverse = (0..5).fold(n, |x, _| x.wrapping_mul(2u64.wrapping_sub(n.wrapping_mul(x))));
    inverse.wrapping_neg() & LIMB_MASK
}
