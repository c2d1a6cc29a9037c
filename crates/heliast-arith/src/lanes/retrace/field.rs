//! The constants of the inverse steps modulo p, and their bounds.
//!
//! # Bounds
//!
//! B = 2^52; p has n bits and L limbs, L at most 60, B^(L−1) < p < 2^(52·L − 8), and y < p.
//!
//! *Halves* of a product of limbs are hi and lo from 0 to B or, if they are rounded to nearest, lo from −B/2
//! to B/2: [`Vector`](super::super::vector::Vector).
//!
//! *Limbs h.* H·B^L = y² − Σ_(c<L) T_c·B^c. A column has at most L products and, from the column below, as
//! many high halves: −L·B/2 ≤ T_c ≤ 2L·B. A negative lo is compensated by hi, except in column L − 1. So the
//! lower half is at least −(L/2)·B^L, the upper half is not negative, and H < p²/B^L + 32 < B^R for R =
//! ⌈(2n + 1)/52⌉ − L ≤ L.
//!
//! *Columns.* U gathers R + 2 rows more: −(2L + 2)·B/2 ≤ U_c ≤ (4L + 4)·B, hence −2^58 < U_c < 2^60 − 2^55.
//! The columns of U + G, for G in canonical limbs, and of E − U, for E = p − G modulo B^L in columns from
//! 2^60 to 2^60 + B, are therefore above −2^58 and below 2^61. If nothing is rounded to nearest, no column is
//! negative.
//!
//! *Quotient.* G = (⌊64·B^L/p⌋ + 1)·p makes x' + G positive. The sum is less than R·B·p + (2L + 1)·B^L +
//! 64·B^L + p, which is below 247·B·p, so that q has two limbs, and below 2^50·B^L. Its upper three columns,
//! with G cut there, are V·B^(L−2). The rest is more than −2^7·B^(L−2) and less than 2^9·B^(L−2). So V + 2^10
//! is too large, by less than 2^11, and below B³. Let X = (x' + G)·B/p, so that q = ⌊X/B⌋, and m =
//! ⌊B^(L+2)/p⌋ < B³. Then
//!
//! * X is less than (V + 2^10)·B^(L−1)/p, by at most 2^11, since B^(L−1) < p;
//! * (V + 2^10)·m/B³ is less than that, too, by at most 1;
//! * the columns of that product below the third, apart from the high halves that go into the third, are
//!   worth more than −2 and less than 6.
//!
//! The computed sum is within 2^12 of X, and with 2^12 added it is above X by less than 2^13. It has the
//! integer part q if its fraction is 2^13 or more; otherwise q or q + 1. One fraction in 2^39 is in doubt.
//!
//! *Result.* With q, x = x' + G − q·p is in [0, p), and p − x in (0, p]; with q + 1 they are in [−p, 0) and
//! (p, 2p]. They are computed modulo B^L, from which [`Field::settled`] recovers them. x = 0, and so p − x =
//! p, occurs only for multiples of p, whose fraction is in doubt.

use crate::{
    int::Natural,
    radix52::{self, RADIX_BITS},
};
use alloc::vec::Vec;
use core::{
    array::from_fn,
    iter::{once, repeat},
};

/// The lengths in limbs for which there is code: multiples of the widths of all blocks.
const LENGTHS: [usize; 3] = [20, 40, 60];

/// The least number of bits by which p is shorter than B^L.
const SPARE_BITS: usize = 8;

/// The multiple of B^L that G exceeds.
const MARGIN: u64 = 64;

/// The least column of E.
const LEAST_COLUMN: u64 = 1 << 60;

/// A bound of the error of the fraction of the quotient, in units of 1/B.
pub(super) const ERROR: u64 = 1 << 12;

/// Constants for an odd p.
pub(super) struct Field {
    pub(super) modulus: Natural,
    /// L.
    pub(super) length: usize,
    /// R.
    pub(super) rows: usize,
    /// Encoded limbs of B^(L+i) mod p for i below R, of B^L − p, and of B·(B^L − p) modulo B^L: in blocks of
    /// columns, row after row in a block.
    table: Vec<u64>,
    /// G modulo B^L, in limbs.
    pub(super) plus: Vec<u64>,
    /// E.
    pub(super) minus: Vec<u64>,
    /// ⌊G/B^(L−2)⌋ + 2^10 in limbs.
    pub(super) leading: [u64; 3],
    /// m in encoded limbs.
    pub(super) reciprocal: [u64; 3],
    /// Fractions below this are in doubt.
    pub(super) doubt: u64,
}

impl Field {
    /// The constants for an odd number, for blocks of this width; `None` if its length is not supported.
    pub(super) fn new(modulus: &Natural, width: usize, encode: impl Fn(u64) -> u64) -> Option<Field> {
        let bits = modulus.bits();
        let length = bits.div_ceil(RADIX_BITS);
        if !LENGTHS.contains(&length) || bits + SPARE_BITS > RADIX_BITS * length || modulus.is_even() {
            return None;
        }
        let rows = (2 * bits + 1).div_ceil(RADIX_BITS) - length;
        let power = |exponent: usize| Natural::one().shl(RADIX_BITS * exponent);
        let cut = |value: &Natural| value.low_bits(RADIX_BITS * length);
        let limbs = |value: &Natural| -> Vec<u64> {
            radix52::split(&cut(value)).chain(repeat(0)).take(length).collect()
        };
        let negated = |value: &Natural| power(length).sub(&cut(value)).unwrap_or_default();

        let mut table = Vec::with_capacity(rows + 2);
        let mut row = &power(length) % modulus;
        for _ in 0..rows {
            table.push(limbs(&row));
            row = &row.shl(RADIX_BITS) % modulus;
        }
        let complement = negated(modulus);
        table.push(limbs(&complement));
        table.push(limbs(&complement.shl(RADIX_BITS)));
        let block = |start: usize| table.iter().flat_map(move |row| row[start..start + width].to_vec());

        let multiple = &(&power(length).mul(&Natural::from(MARGIN)) / modulus) + &Natural::one();
        let g = &multiple * modulus;
        // The column 2^60 is 2^8 in the next one.
        let least = radix52::join(once(0).chain(repeat(LEAST_COLUMN >> RADIX_BITS)).take(length));
        let e = &(modulus + &negated(&g)) + &negated(&least);
        let leading = &g.shr(RADIX_BITS * (length - 2)) + &Natural::from(1u64 << 10);
        let reciprocal = &power(length + 2) / modulus;
        let three = |value: &Natural| {
            let mut limbs = radix52::split(value);
            from_fn(|_| limbs.next().unwrap_or(0))
        };
        Some(Field {
            modulus: modulus.clone(),
            length,
            rows,
            table: (0..length).step_by(width).flat_map(block).map(&encode).collect(),
            plus: limbs(&g),
            minus: limbs(&e).into_iter().map(|limb| LEAST_COLUMN + limb).collect(),
            leading: three(&leading),
            reciprocal: three(&reciprocal).map(encode),
            doubt: 2 * ERROR,
        })
    }

    /// The rows of the block that begins with column `start`, for blocks of the width W.
    pub(super) fn block<const W: usize>(&self, start: usize) -> &[[u64; W]] {
        let rows = self.rows + 2;
        self.table[start * rows..][..W * rows].as_chunks().0
    }

    /// σ of the element that a step has computed in lanes as x, which is up to 2p, or from −p on modulo B^L.
    /// 0 stays 0.
    pub(super) fn settled(&self, x: &Natural) -> Natural {
        let p = &self.modulus;
        let x = if *x > p.shl(1) { (x + p).low_bits(RADIX_BITS * self.length) } else { x % p };
        let one = Natural::one();
        if x.is_even() { x.sub(&one).unwrap_or_default() } else { &x + &one }
    }
}
