//! The universal hashes: that of a column, which shows that all totals are the same, and that of the
//! constraints, which shows that all of them hold (VOLEHash and ZKHash in FAEST's specification).
//!
//! A polynomial hash over GF(2^128) at a point s is mixed by random factors with one over GF(2^64), or with
//! 64-bit points, at t. Horner's rule would wait for every product, so this code computes the powers once and
//! sums.

use super::{
    parameters::{BLOCK, COLUMN_HASH, Shape},
    transcript,
};
use alloc::{vec, vec::Vec};
use heliast_symmetric::binary::{Binary, Gf128};
use zeroize::Zeroizing;

/// Bytes of the challenge of a [`ColumnHash`]: r_0 .. r_3, s, t.
pub(super) const FIRST_CHALLENGE: usize = 5 * BLOCK + 8;
/// Bytes of the challenge of a [`ConstraintHash`]: r_0, r_1, s, t.
pub(super) const SECOND_CHALLENGE: usize = 3 * BLOCK + 8;

/// The hash of a column x_0 ‖ x_1, where x_1 are the last 18 bytes. With h = Σ x_0,i·s^(n−1−i) over the words
/// of 128 bits and h' the same sum over the words of 64 bits at t, it is (r_0·h + r_1·h' ‖ the first two
/// bytes of r_2·h + r_3·h') + x_1.
pub(super) struct ColumnHash {
    field: Binary,
    factors: [Gf128; 4],
    /// Bytes of x_0.
    len: usize,
    wide: Vec<Gf128>,
    /// Powers of t, two in each.
    narrow: Vec<Gf128>,
}

impl ColumnHash {
    pub(super) fn new(field: Binary, shape: &Shape, challenge: &[u8; FIRST_CHALLENGE]) -> ColumnHash {
        let ([r0, r1, r2, r3, s], t) = transcript::elements(challenge);
        let len = shape.row() - COLUMN_HASH;
        let mut wide = vec![Gf128::ZERO; len.div_ceil(BLOCK)];
        field.powers(s, &mut wide);
        wide.reverse();
        let mut narrow = vec![Gf128::ZERO; wide.len()];
        let mut power = 1;
        for pair in narrow.iter_mut().rev() {
            let next = field.multiply64(power, t);
            *pair = Gf128(u128::from(power) << 64 | u128::from(next));
            power = field.multiply64(next, t);
        }
        ColumnHash { field, factors: [r0, r1, r2, r3], len, wide, narrow }
    }

    /// The hash of a column in words.
    pub(super) fn hash(&self, column: &[u128]) -> [u8; COLUMN_HASH] {
        let words = column[..self.wide.len()].iter().copied().map(Gf128);
        let mut message: Zeroizing<Vec<_>> = Zeroizing::new(words.collect());
        let last = message.last_mut().expect("a witness has bytes");
        // The part of x_1 in the last word of x_0.
        let rest = 8 * (self.len % BLOCK) as u32;
        last.0 &= if rest == 0 { u128::MAX } else { (1 << rest) - 1 };
        let sums =
            [self.field.dot(&self.wide, &message), Gf128(self.field.dot64(&self.narrow, &message).into())];
        let [r0, r1, r2, r3] = self.factors;
        let mut hash = [0; COLUMN_HASH];
        hash[..BLOCK].copy_from_slice(&self.field.dot(&[r0, r1], &sums).to_bytes());
        hash[BLOCK..].copy_from_slice(&self.field.dot(&[r2, r3], &sums).to_bytes()[..2]);
        for (i, byte) in hash.iter_mut().enumerate() {
            let at = self.len + i;
            *byte ^= (column[at / BLOCK] >> (8 * (at % BLOCK))) as u8;
        }
        hash
    }
}

/// The hash of n constraints c_i and a mask m: r_0·Σ c_i·s^(n−1−i) + r_1·Σ c_i·t^(n−1−i) + m.
pub(super) struct ConstraintHash {
    field: Binary,
    factors: [Gf128; 2],
    points: [Gf128; 2],
}

impl ConstraintHash {
    pub(super) fn new(field: Binary, challenge: &[u8; SECOND_CHALLENGE]) -> ConstraintHash {
        let ([r0, r1, s], t) = transcript::elements(challenge);
        ConstraintHash { field, factors: [r0, r1], points: [s, Gf128(t.into())] }
    }

    /// The hashes of lists of equal lengths, with their masks.
    pub(super) fn hash<const N: usize>(&self, lists: [&[Gf128]; N], masks: [Gf128; N]) -> [Gf128; N] {
        let mut powers = vec![Gf128::ZERO; lists[0].len()];
        let mut hashes = masks;
        for (point, factor) in self.points.iter().zip(self.factors) {
            self.field.powers(*point, &mut powers);
            powers.reverse();
            for (hash, list) in hashes.iter_mut().zip(lists) {
                *hash += self.field.multiply(factor, self.field.dot(&powers, list));
            }
        }
        hashes
    }
}
