//! Montgomery products in lanes, column by column.
//!
//! A residue is L limbs of 52 bits, L a multiple of four, and R = 2^(52·L) > 4N. `a·b/R` takes 2L columns in
//! blocks of W, whose sums stay in registers (product scanning: Koç, Acar, Kaliski, "Analyzing and comparing
//! Montgomery multiplication algorithms", 1996, section 6; here W columns at a time):
//!
//! 1. block after block, from the lowest: the products a_i·b_j with i + j in the block;
//! 2. in the lower half the products q_i·n_j of the digits known so far; then, column by column, the carry of
//!    the column below and a new digit q = −column/n_0 mod 2^52, which clears the column;
//! 3. in the upper half the products q_i·n_j; then the carries are spread and L limbs of the result come out.
//!
//! A squaring takes the products with i < j once and doubles them.
//!
//! Bounds. Values: a, b < 2N give (a·b + q·N)/R < (4N² + R·N)/R < 2N, as q < R and 4N < R: no subtraction is
//! ever needed, and L limbs hold every value. Columns: at most 2L products and a carry make
//! |column| ≤ 2L·(2^52 + 2^52) + 2^12 < 2^62 for L ≤ 160, hi and lo being at most 2^52.
//!
//! Limb products per lane: 2L² for a product (L² + L(L−1) and L digits, whose lowest halves are known without
//! multiplying), 1.5L² + L/2 for a squaring: at 2048 bits (L = 40) 3200 and 2420.
//!
//! IFMA: two instructions per limb product and eight lanes; the compiled product of ten columns has 3
//! accesses to spilled vectors among its 576 multiplications, the squaring of eight 2 among 468. FMA: the
//! loop over rows has 36 instructions for 16 limb products. Blocks of eight columns instead of four spill.

// Unrolled loops begin and end at constants, some of them at 0, and index several arrays together.
#![allow(clippy::absurd_extreme_comparisons, clippy::needless_range_loop, clippy::reversed_empty_ranges)]

use super::{
    block::Block,
    vector::{Ahead, Operation, Row, Vector},
};
use alloc::vec::Vec;

/// A modulus in lanes.
pub(super) struct Modulus {
    /// N, odd, in L limbs; L is a multiple of four.
    pub(super) limbs: Vec<Row>,
    /// −1/N mod 2^52, as integers.
    pub(super) negated_inverse: Row,
}

/// `a = a·b/R`.
pub(super) struct Product<'a> {
    pub(super) a: &'a mut [Row],
    pub(super) b: &'a [Row],
    /// Room for the digits q.
    pub(super) digits: &'a mut [Row],
    pub(super) modulus: &'a Modulus,
    /// Data that the code after this product needs.
    pub(super) ahead: Ahead<'a>,
}

/// `a = a²/R`, `count` times.
pub(super) struct Squarings<'a> {
    pub(super) a: &'a mut [Row],
    pub(super) count: u64,
    /// Room for the digits q.
    pub(super) digits: &'a mut [Row],
    pub(super) modulus: &'a Modulus,
}

impl Operation for Product<'_> {
    #[inline(always)]
    fn run<V: Vector>(&mut self, v: V) {
        let Product { a, b, digits, modulus, ahead } = self;
        for part in 0..V::PARTS {
            let v = v.part(part);
            if const { V::WIDE } && a.len().is_multiple_of(10) {
                product::<V, 10>(v, a, b, digits, (modulus, ahead));
            } else {
                product::<V, 4>(v, a, b, digits, (modulus, ahead));
            }
        }
    }
}

impl Operation for Squarings<'_> {
    #[inline(always)]
    fn run<V: Vector>(&mut self, v: V) {
        let Squarings { a, count, digits, modulus } = self;
        for part in 0..V::PARTS {
            let v = v.part(part);
            if const { V::WIDE } && a.len().is_multiple_of(8) {
                squarings::<V, 8>(v, a, *count, digits, modulus);
            } else {
                squarings::<V, 4>(v, a, *count, digits, modulus);
            }
        }
    }
}

/// `a = a·b/R` in blocks of W columns.
#[inline(always)]
fn product<V: Vector, const W: usize>(
    v: V,
    a: &mut [Row],
    b: &[Row],
    digits: &mut [Row],
    (modulus, ahead): (&Modulus, &mut Ahead<'_>),
) {
    let length = a.len();
    let (b, digits, n) = (&b[..length], &mut digits[..length], &modulus.limbs[..length]);
    let mut reduction = Reduction::new(v, modulus);
    for start in (0..length).step_by(W) {
        ahead.step();
        let mut block = Block::<V, W>::new(v);
        block.lower_rows(v, &a[..start], b);
        block.lower_corner(v, &a[start..], b);
        block.lower_rows(v, &digits[..start], n);
        reduction.clear(v, &mut block, start, digits, n);
    }
    for start in (0..length).step_by(W) {
        ahead.step();
        let mut block = Block::<V, W>::new(v);
        block.upper_rows(v, &a[start..], &b[start..]);
        block.upper_corner(v, &a[start..], b);
        block.upper_rows(v, &digits[start..], &n[start..]);
        block.upper_corner(v, &digits[start..], n);
        reduction.finish(v, &block, start, a);
    }
}

/// No closures here: they would be compiled without the instructions of the vectors.
#[inline(always)]
fn squarings<V: Vector, const W: usize>(
    v: V,
    a: &mut [Row],
    count: u64,
    digits: &mut [Row],
    modulus: &Modulus,
) {
    for _ in 0..count {
        square::<V, W>(v, a, digits, modulus);
    }
}

#[inline(always)]
fn square<V: Vector, const W: usize>(v: V, a: &mut [Row], digits: &mut [Row], modulus: &Modulus) {
    let length = a.len();
    let (digits, n) = (&mut digits[..length], &modulus.limbs[..length]);
    let mut reduction = Reduction::new(v, modulus);
    for start in (0..length).step_by(W) {
        let mut block = Block::<V, W>::new(v);
        block.lower_square(v, a, start);
        block.lower_rows(v, &digits[..start], n);
        reduction.clear(v, &mut block, start, digits, n);
    }
    for start in (0..length).step_by(W) {
        let mut block = Block::<V, W>::new(v);
        block.upper_square(v, a, start);
        block.upper_rows(v, &digits[start..], &n[start..]);
        block.upper_corner(v, &digits[start..], n);
        reduction.finish(v, &block, start, a);
    }
}

/// The state that is passed from column to column.
struct Reduction<V: Vector> {
    carry: V::Sum,
    negated_inverse: V::Sum,
    rounding: V::Sum,
    length: usize,
}

impl<V: Vector> Reduction<V> {
    #[inline(always)]
    fn new(v: V, modulus: &Modulus) -> Self {
        let negated_inverse = v.load_integer(&modulus.negated_inverse);
        Reduction {
            carry: v.zero(),
            negated_inverse,
            rounding: v.rounding(negated_inverse),
            length: modulus.limbs.len(),
        }
    }

    /// Clears the columns of a block of the lower half with W new digits.
    ///
    /// Column c gathers c + 1 products of a and b and, without the low half of q_c·n_0, c of q and N; and the
    /// high halves of column c − 1: c of each.
    #[inline(always)]
    fn clear<const W: usize>(
        &mut self,
        v: V,
        block: &mut Block<V, W>,
        start: usize,
        digits: &mut [Row],
        n: &[Row],
    ) {
        let (digits, n) = (&mut digits[start..][..W], &n[..W]);
        let lowest = v.load(&n[0]);
        unroll!(ROW in 0..W {
            let c = start + ROW;
            let sum = v.unbias(v.add(block.sum(v, ROW), self.carry), 2 * c + 1, 2 * c);
            let (q, carry) = v.quotient(sum, self.negated_inverse, self.rounding);
            v.store(&mut digits[ROW], q);
            self.carry = carry;
            block.add_high(v, ROW, q, lowest);
            for limb in 1..W - ROW {
                block.add(v, ROW + limb, q, v.load(&n[limb]));
            }
        });
        self.carry = v.add(self.carry, block.high[W - 1]);
    }

    /// The limbs of the result from a block of the upper half.
    ///
    /// Column L + c gathers L − 1 − c products of a and b and as many of q and N; and the high halves of the
    /// column before it: L − c of each.
    #[inline(always)]
    fn finish<const W: usize>(&mut self, v: V, block: &Block<V, W>, start: usize, out: &mut [Row]) {
        let out = &mut out[start..][..W];
        unroll!(COLUMN in 0..W {
            let left = self.length - (start + COLUMN);
            let sum = v.unbias(v.add(block.sum(v, COLUMN), self.carry), 2 * (left - 1), 2 * left);
            let (limb, carry) = v.split(sum);
            v.store(&mut out[COLUMN], limb);
            self.carry = carry;
        });
        self.carry = v.add(self.carry, block.high[W - 1]);
    }
}
