//! The rows 2^(52(F+i)) mod N of the fold.

use super::{class::Class, digits, job::Block};
use crate::{int::Natural, limbs, radix52::LIMB_MASK};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The table for `modulus`, row after row.
///
/// The first row comes from a division. Each other row comes from a shift by one limb, which is free, and the
/// subtraction of q·N. Here q = ⌊r/(n + 1)⌋, where n is the 64 leading bits of N and r the bits of row·2^52
/// from the same position; q is ⌊row·2^52/N⌋ or one less.
pub(super) fn build(class: &Class, modulus: &Natural) -> Vec<Block> {
    let limbs = 8 * class.row_vectors();
    let n = digits::split(modulus, limbs);
    let cut = modulus.bits() - 64;
    let leading = u128::from(modulus.shr(cut).low_limb()) + 1;
    let mut row = digits::split(&(&Natural::one().shl(52 * class.fold()) % modulus), limbs);
    let mut table = Vec::with_capacity(class.rows * class.row_vectors());
    for index in 0..class.rows {
        if index > 0 {
            let quotient = leading_bits(&row, cut) / leading;
            next_row(&mut row, &n, quotient as u64);
        }
        table.extend(row.as_chunks::<8>().0.iter().map(|&limbs| Block(limbs)));
    }
    table
}

/// ⌊row·2^52/2^cut⌋, below 2^116 for a row below N.
fn leading_bits(row: &[u64], cut: usize) -> u128 {
    // Limb i of the row begins at bit 52(i + 1).
    let (first, shift) = (cut / 52, cut as u32 % 52);
    let limb = |offset: usize| u128::from(row.get((first + offset).wrapping_sub(1)).copied().unwrap_or(0));
    let above = limb(3).checked_shl(156 - shift).unwrap_or(0);
    limb(0) >> shift | limb(1) << (52 - shift) | limb(2) << (104 - shift) | above
}

/// `row = row·2^52 − quotient·n`, made canonical.
fn next_row(row: &mut [u64], n: &[u64], quotient: u64) {
    let (mut previous, mut carry) = (0, 0i128);
    for (limb, &n) in row.iter_mut().zip(n) {
        let difference = i128::from(previous) - i128::from(quotient) * i128::from(n) + carry;
        previous = core::mem::replace(limb, difference as u64 & LIMB_MASK);
        carry = difference >> 52;
    }
    // The part above the last limb is the limb that was shifted out, and the borrow. It is 0 in the
    // remainder.
    let mut above = i128::from(previous) + carry;
    while above > 0 || limbs::compare(row, n) != Ordering::Less {
        let mut borrow = 0;
        for (limb, &n) in row.iter_mut().zip(n) {
            let difference = limb.wrapping_sub(n).wrapping_sub(borrow);
            *limb = difference & LIMB_MASK;
            borrow = difference >> 63;
        }
        above -= i128::from(borrow);
    }
    debug_assert!(above == 0);
}
