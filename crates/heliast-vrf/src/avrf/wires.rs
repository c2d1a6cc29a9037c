//! Committed bits, sixteen bytes at a time, and the operations of AES on them that need no product.
//!
//! A committed bit w is the line w·X + v. The prover knows w and the tag v, and the verifier only the value
//! at Δ. The verifier has that value as q + d·Δ, with public d. So for both sides a wire is a bit and a tag,
//! and a public constant is a bit with the tag 0. Operations that are linear over GF(2) are the same for bits
//! and tags.

use super::{
    subfield::{INVERSE_AFFINE_CONSTANT, NORM_BASIS},
    witness::{mix_columns, shifted_from},
};
use heliast_symmetric::binary::{Gf8x16, Gf128};
use zeroize::Zeroize;

/// A value for each byte of a state.
pub(super) type Row = [Gf128; 16];

/// A whole witness: its bytes, and a tag for each bit.
#[derive(Clone, Copy)]
pub(super) struct Wires<'a> {
    pub(super) values: &'a [u8],
    pub(super) tags: &'a [Gf128],
}

/// Sixteen committed bytes. Erased on drop.
#[derive(Clone)]
pub(super) struct Bytes {
    pub(super) values: Gf8x16,
    /// Row i has the tags of bit i of each byte.
    pub(super) tags: [Row; 8],
}

/// Sixteen committed elements of GF(16). Erased on drop.
pub(super) struct Norms {
    /// The elements as bytes.
    pub(super) values: Gf8x16,
    /// Row i has the tags of coordinate i of each element.
    pub(super) tags: [Row; 4],
}

impl Wires<'_> {
    /// Byte `from(i)` of the witness as byte i.
    pub(super) fn bytes(&self, from: impl Fn(usize) -> usize) -> Bytes {
        Bytes {
            values: Gf8x16::from_bytes(core::array::from_fn(|i| self.values[from(i)])),
            tags: core::array::from_fn(|bit| core::array::from_fn(|i| self.tags[8 * from(i) + bit])),
        }
    }

    /// The sixteen half bytes from byte `from` on.
    pub(super) fn norms(&self, from: usize) -> Norms {
        let half = |i: usize| self.values[from + i / 2] >> (4 * (i % 2)) & 0xf;
        let byte = |half: u8| {
            NORM_BASIS
                .iter()
                .enumerate()
                .fold(0, |sum, (i, basis)| sum ^ basis & (half >> i & 1).wrapping_neg())
        };
        Norms {
            values: Gf8x16::from_bytes(core::array::from_fn(|i| byte(half(i)))),
            tags: core::array::from_fn(|bit| core::array::from_fn(|i| self.tags[8 * from + 4 * i + bit])),
        }
    }
}

impl Bytes {
    /// A public constant.
    pub(super) fn constant(values: [u8; 16]) -> Bytes {
        Bytes { values: Gf8x16::from_bytes(values), tags: [[Gf128::ZERO; 16]; 8] }
    }

    /// The sum.
    pub(super) fn plus(&self, other: &Bytes) -> Bytes {
        let tags =
            core::array::from_fn(|bit| core::array::from_fn(|i| self.tags[bit][i] + other.tags[bit][i]));
        Bytes { values: self.values + other.values, tags }
    }

    /// Byte `from(i)` of `self` as byte i.
    pub(super) fn permuted(&self, from: impl Fn(usize) -> usize) -> Bytes {
        let values = self.values.to_bytes();
        Bytes {
            values: Gf8x16::from_bytes(core::array::from_fn(|i| values[from(i)])),
            tags: core::array::from_fn(|bit| core::array::from_fn(|i| self.tags[bit][from(i)])),
        }
    }

    /// Makes the bytes before `first` 0.
    pub(super) fn keep_from(&mut self, first: usize) {
        self.values.0 = self.values.0 >> (8 * first) << (8 * first);
        self.tags.iter_mut().for_each(|row| row[..first].fill(Gf128::ZERO));
    }

    /// The state before ShiftRows.
    pub(super) fn unshifted(&self) -> Bytes {
        // ShiftRows has order four: three more applications undo it.
        self.permuted(|to| shifted_from(shifted_from(shifted_from(to))))
    }

    /// MixColumns.
    pub(super) fn mixed(&self) -> Bytes {
        // Row r of a column is 2(a_r + a_(r+1)) + a_(r+1) + a_(r+2) + a_(r+3).
        let column = |bit: usize, i: usize, rows: usize| self.tags[bit][i / 4 * 4 + (i + rows) % 4];
        let sum: [Row; 8] =
            core::array::from_fn(|bit| core::array::from_fn(|i| column(bit, i, 0) + column(bit, i, 1)));
        let tags = core::array::from_fn(|bit| {
            core::array::from_fn(|i| {
                let doubled = match bit {
                    0 => sum[7][i],
                    1 | 3 | 4 => sum[bit - 1][i] + sum[7][i],
                    _ => sum[bit - 1][i],
                };
                doubled + column(bit, i, 1) + column(bit, i, 2) + column(bit, i, 3)
            })
        });
        Bytes { values: mix_columns(self.values), tags }
    }

    /// The inverse of the S-box's affine part: bit i is the sum of the bits i − 1, i − 3 and i − 6, and the
    /// constant.
    pub(super) fn inverse_affine(&self) -> Bytes {
        let turned = |by| self.values.rotate_left(by);
        let values = turned(1) + turned(3) + turned(6) + Gf8x16::splat(INVERSE_AFFINE_CONSTANT);
        let tags = core::array::from_fn(|bit| {
            let [a, b, c] = [7, 5, 2].map(|by| &self.tags[(bit + by) % 8]);
            core::array::from_fn(|i| a[i] + b[i] + c[i])
        });
        Bytes { values, tags }
    }
}

impl Drop for Bytes {
    fn drop(&mut self) {
        self.values.zeroize();
        self.tags.as_flattened_mut().zeroize();
    }
}

impl Drop for Norms {
    fn drop(&mut self) {
        self.values.zeroize();
        self.tags.as_flattened_mut().zeroize();
    }
}
