//! The vectors on which the lane kernels are built.
//!
//! A [`Vector`] is a token: code that holds one runs on a CPU that has its instructions, because its
//! constructor checked. So its methods are safe, and `unsafe` code is only in this module: loads, stores, and
//! the entry into a function that is compiled for those instructions.

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod avx_ifma;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod fma;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod ifma;
mod portable;
#[allow(unsafe_code)]
mod prefetch;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod ymm;

#[cfg(target_arch = "x86_64")]
pub(super) use avx_ifma::AvxIfma;
#[cfg(target_arch = "x86_64")]
pub(super) use fma::Fma;
#[cfg(target_arch = "x86_64")]
pub(super) use ifma::Ifma;
pub(super) use portable::Portable;
pub(super) use prefetch::Ahead;

use super::LANES;
use crate::backend::Backend;
pub(super) use crate::radix52::{LIMB_MASK, RADIX_BITS};
use core::array::from_fn;

/// The longest block of [`Vector::load_bytes`]: eight limbs are 52 bytes, in a register of 64.
pub(super) const BLOCK_LEN: usize = 64;

/// One word of each of eight numbers: a limb of weight 2^(52·j) in the encoding of a [`Vector`], or a plain
/// integer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Row(pub(super) [u64; 8]);

/// Operations on several numbers at once, one per lane.
///
/// A `Factor` is a limb in [0, 2^52), ready to be multiplied. A `Sum` is a column: an integer in (−2^62,
/// 2^62) modulo 2^64. A product of two factors is split into hi·2^52 + lo. The implementation decides whether
/// hi is rounded down or to nearest, so lo may be negative, but it always splits the same product in the same
/// way.
pub(super) trait Vector: Copy {
    /// The backend whose instructions these vectors have.
    const BACKEND: Backend;

    /// The number of vectors that cover the eight lanes of a row.
    const PARTS: usize;

    /// Whether the high half of a product is added directly to the sum of the next column, which needs half
    /// as many registers. Otherwise it has a sum of its own, with two short chains of additions in place of a
    /// long one.
    const MERGED: bool;

    /// Whether a vector has registers for the sums of blocks of eight and ten columns, or only for four.
    const WIDE: bool;

    /// A 64-bit integer per lane.
    type Sum: Copy;

    /// A limb per lane.
    type Factor: Copy;

    /// Runs an operation in code compiled for these vectors.
    fn enter<O: Operation>(self, operation: &mut O);

    /// The vector of this part of every row.
    fn part(self, index: usize) -> Self;

    /// The word of a row for a limb in [0, 2^52).
    fn encode(limb: u64) -> u64;

    /// The limb that this word encodes; an arbitrary limb if the word does not encode one.
    fn decode(word: u64) -> u64;

    /// Loads a limb from a row.
    fn load(self, row: &Row) -> Self::Factor;

    /// Stores a limb to a row.
    fn store(self, row: &mut Row, limb: Self::Factor);

    /// Loads the limbs of eight numbers of one length, of at most [`BLOCK_LEN`] bytes each, big-endian, from
    /// the lowest limb on: eight limbs at most, which are 0 above the number.
    #[inline(always)]
    fn load_bytes(self, rows: &mut [Row], numbers: [&[u8]; LANES]) {
        for (lane, number) in numbers.into_iter().enumerate() {
            let mut room = [0; BLOCK_LEN];
            let block = padded(number, &mut room);
            for (limb, row) in rows.iter_mut().enumerate() {
                let end = BLOCK_LEN - RADIX_BITS * limb / 8;
                let word = u64::from_be_bytes(from_fn(|byte| block[end - 8 + byte]));
                row.0[lane] = Self::encode(word >> (RADIX_BITS * limb % 8) & LIMB_MASK);
            }
        }
    }

    /// The limb that this word encodes, in every lane.
    fn broadcast(self, word: &u64) -> Self::Factor;

    /// This integer in every lane.
    fn broadcast_integer(self, integer: u64) -> Self::Sum;

    /// A limb as an integer.
    fn integer(self, limb: Self::Factor) -> Self::Sum;

    /// The lanes of the row whose limb is below this one: lane i as bit i.
    fn lanes_below(self, limb: Self::Factor, bound: u64) -> u8;

    /// Loads integers from a row.
    fn load_integer(self, row: &Row) -> Self::Sum;

    /// 0.
    fn zero(self) -> Self::Sum;

    /// a + b.
    fn add(self, a: Self::Sum, b: Self::Sum) -> Self::Sum;

    /// a·2^bits, lane by lane.
    fn shift_left(self, a: Self::Sum, bits: Self::Sum) -> Self::Sum;

    /// Bit `index` of each integer.
    fn bit(self, a: Self::Sum, index: usize) -> Self::Sum;

    /// `zero` in lanes where the bit is 0, and `one` where it is 1.
    fn select(self, bit: Self::Sum, zero: Self::Factor, one: Self::Factor) -> Self::Factor;

    /// plus + a in lanes where the bit is 0, and minus − a where it is 1.
    fn reflect(self, bit: Self::Sum, a: Self::Sum, plus: Self::Sum, minus: Self::Sum) -> Self::Sum;

    /// low + lo and high + hi for a product, apart from a bias: [`Vector::unbias`].
    fn multiply_add(
        self,
        low: Self::Sum,
        high: Self::Sum,
        a: Self::Factor,
        b: Self::Factor,
    ) -> (Self::Sum, Self::Sum);

    /// Adds the products of rows that fill W columns: x_i times W limbs of y, which begin i limbs before the
    /// last possible place. High halves are added to the sum of the next column, those of the last column to
    /// `above`. y has W − 1 limbs more than x. Returns `false` if there is no code for this, and then adds
    /// nothing.
    #[inline(always)]
    fn add_rows<const W: usize>(
        self,
        _low: &mut [Self::Sum; W],
        _above: &mut Self::Sum,
        _x: &[Row],
        _y: &[Row],
    ) -> bool {
        false
    }

    /// [`Vector::add_rows`] for rows of two products, with the same number of rows of each.
    #[inline(always)]
    fn add_rows_of_two<const W: usize>(
        self,
        _low: &mut [Self::Sum; W],
        _above: &mut Self::Sum,
        _x: [&[Row]; 2],
        _y: [&[Row]; 2],
    ) -> bool {
        false
    }

    /// high + hi for a product, apart from a bias.
    fn multiply_add_high(self, high: Self::Sum, a: Self::Factor, b: Self::Factor) -> Self::Sum;

    /// The sum without the bias of `lows` additions of lo and `highs` additions of hi.
    fn unbias(self, sum: Self::Sum, lows: usize, highs: usize) -> Self::Sum;

    /// x mod 2^52 and floor(x/2^52).
    fn split(self, x: Self::Sum) -> (Self::Factor, Self::Sum);

    /// The term that [`Vector::quotient`] adds for the same k.
    fn rounding(self, k: Self::Sum) -> Self::Sum;

    /// The digit q = x·k mod 2^52 for k = −1/n mod 2^52, and (x + lo(q·n))/2^52, which is an integer: the
    /// carry after q·n has cleared the column, without the high half of q·n.
    fn quotient(self, x: Self::Sum, k: Self::Sum, rounding: Self::Sum) -> (Self::Factor, Self::Sum);
}

/// The number, of at most as many bytes, with zeros before it if it is shorter; these are in `room`.
#[inline(always)]
fn padded<'a>(number: &'a [u8], room: &'a mut [u8; BLOCK_LEN]) -> &'a [u8; BLOCK_LEN] {
    number.first_chunk().unwrap_or_else(|| {
        room[BLOCK_LEN - number.len()..].copy_from_slice(number);
        room
    })
}

/// Work to be done in code compiled for a [`Vector`]. Implementations are `#[inline(always)]`, or the code is
/// correct but slow.
pub(super) trait Operation {
    /// The work.
    fn run<V: Vector>(&mut self, v: V);
}

#[cfg(test)]
mod tests;
