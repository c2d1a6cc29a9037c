//! Montgomery products in lanes, column by column.
//!
//! A residue is L limbs of 52 bits, L a multiple of four, and R = 2^(52·L) > 4N. `a·b/R` takes 2L columns in
//! blocks of W, whose sums stay in registers (product scanning: Koç, Acar, Kaliski, "Analyzing and comparing
//! Montgomery multiplication algorithms", 1996, section 6; here W columns at a time):
//!
//! 1. block after block, from the lowest: the products a_i·b_j with i + j in the block;
//! 2. in the lower half the products q_i·n_j of the digits known so far; then, column by column, the carry of
//!    the column below is added, and a new digit q = −column/n_0 mod 2^52 clears the column;
//! 3. in the upper half the products q_i·n_j; then the carries are propagated, which gives the L limbs of the
//!    result.
//!
//! A squaring takes the products with i < j once and doubles them.
//!
//! Bounds. Values: a, b < 2N give (a·b + q·N)/R < (4N² + R·N)/R < 2N, as q < R and 4N < R: no subtraction is
//! ever needed, and every value fits into L limbs. Columns: at most 2L products and a carry make
//! |column| ≤ 2L·(2^52 + 2^52) + 2^12 < 2^62 for L ≤ 160, where hi and lo are at most 2^52.
//!
//! Limb products per lane: 2L² for a product (L² + L(L−1) and L digits, whose lowest halves are known without
//! multiplying), and 1.5L² + L/2 for a squaring. At 2048 bits (L = 40) these are 3200 and 2420.
//!
//! IFMA: two instructions per limb product and eight lanes; the compiled products have no access to spilled
//! vectors among their 928 multiplications, and the squarings have 2 among 1552. AVX-IFMA: the same two
//! instructions for four lanes. FMA: five instructions on vectors per limb product and four lanes, and rows
//! in assembly ([`Vector::add_rows`]). Blocks of eight columns instead of four spill.
//!
//! A digit waits for the one before, with FMA some 28 cycles. So the carry is added to the next column while
//! the digit is being computed. If a row has two parts, both are computed together, block by block, so that
//! their digits fill each other's gaps.

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
    /// Memory for the digits q.
    pub(super) digits: &'a mut [Row],
    pub(super) modulus: &'a Modulus,
    /// Data that the code after this product needs.
    pub(super) ahead: Ahead<'a>,
}

/// `a = a²/R`, `count` times.
pub(super) struct Squarings<'a> {
    pub(super) a: &'a mut [Row],
    pub(super) count: u64,
    /// Memory for the digits q.
    pub(super) digits: &'a mut [Row],
    pub(super) modulus: &'a Modulus,
}

impl Operation for Product<'_> {
    #[inline(always)]
    fn run<V: Vector>(&mut self, v: V) {
        if const { V::WIDE } && self.a.len().is_multiple_of(10) {
            self.in_blocks::<V, 10>(v);
        } else {
            self.in_blocks::<V, 4>(v);
        }
    }
}

impl Product<'_> {
    #[inline(always)]
    fn in_blocks<V: Vector, const W: usize>(&mut self, v: V) {
        if const { V::PARTS == 1 } {
            product::<V, W, 1>(v, self);
        } else {
            product::<V, W, 2>(v, self);
        }
    }
}

impl Operation for Squarings<'_> {
    #[inline(always)]
    fn run<V: Vector>(&mut self, v: V) {
        if const { V::WIDE } && self.a.len().is_multiple_of(10) {
            self.in_blocks::<V, 10>(v);
        } else if const { V::WIDE } && self.a.len().is_multiple_of(8) {
            self.in_blocks::<V, 8>(v);
        } else {
            self.in_blocks::<V, 4>(v);
        }
    }
}

impl Squarings<'_> {
    /// This has no closures: they would be compiled without the instructions of the vectors.
    #[inline(always)]
    fn in_blocks<V: Vector, const W: usize>(&mut self, v: V) {
        let Squarings { a, count, digits, modulus } = self;
        for _ in 0..*count {
            if const { V::PARTS == 1 } {
                square::<V, W, 1>(v, a, digits, modulus);
            } else {
                square::<V, W, 2>(v, a, digits, modulus);
            }
        }
    }
}

/// `a = a·b/R` in blocks of W columns, all P parts of the rows together.
#[inline(always)]
fn product<V: Vector, const W: usize, const P: usize>(v: V, product: &mut Product<'_>) {
    let Product { a, b, digits, modulus, ahead } = product;
    let length = a.len();
    let (b, digits, n) = (&b[..length], &mut digits[..length], &modulus.limbs[..length]);
    let mut reduction = Reduction::<V, P>::new(v, modulus);
    for start in (0..length).step_by(W) {
        ahead.step();
        let mut blocks = [Block::<V, W>::new(v); P];
        unroll!(PART of 2 {
            if const { PART < P } {
                let (v, block) = (v.part(PART), &mut blocks[PART]);
                block.lower_corner(v, &a[start..], b);
                block.lower_rows_of_two(v, [&a[..start], &digits[..start]], [b, n]);
            }
        });
        reduction.clear(v, &mut blocks, start, digits, n);
    }
    for start in (0..length).step_by(W) {
        ahead.step();
        let mut blocks = [Block::<V, W>::new(v); P];
        unroll!(PART of 2 {
            if const { PART < P } {
                let (v, block) = (v.part(PART), &mut blocks[PART]);
                block.upper_corner(v, &a[start..], b);
                block.upper_corner(v, &digits[start..], n);
                let x = [&a[start..], &digits[start..]];
                block.upper_rows_of_two(v, x, [&b[start..], &n[start..]]);
            }
        });
        reduction.finish(v, &blocks, start, a);
    }
}

#[inline(always)]
fn square<V: Vector, const W: usize, const P: usize>(
    v: V,
    a: &mut [Row],
    digits: &mut [Row],
    modulus: &Modulus,
) {
    let length = a.len();
    let (digits, n) = (&mut digits[..length], &modulus.limbs[..length]);
    let mut reduction = Reduction::<V, P>::new(v, modulus);
    for start in (0..length).step_by(W) {
        let mut blocks = [Block::<V, W>::new(v); P];
        unroll!(PART of 2 {
            if const { PART < P } {
                let (v, block) = (v.part(PART), &mut blocks[PART]);
                block.lower_square(v, a, start);
                block.lower_rows(v, &digits[..start], n);
            }
        });
        reduction.clear(v, &mut blocks, start, digits, n);
    }
    for start in (0..length).step_by(W) {
        let mut blocks = [Block::<V, W>::new(v); P];
        unroll!(PART of 2 {
            if const { PART < P } {
                let (v, block) = (v.part(PART), &mut blocks[PART]);
                block.upper_square(v, a, start);
                block.upper_rows(v, &digits[start..], &n[start..]);
                block.upper_corner(v, &digits[start..], n);
            }
        });
        reduction.finish(v, &blocks, start, a);
    }
}

/// The state that is passed from column to column. The digits of a part wait for each other, so all parts are
/// computed together, digit by digit.
struct Reduction<V: Vector, const P: usize> {
    carries: [V::Sum; P],
    negated_inverses: [V::Sum; P],
    roundings: [V::Sum; P],
    length: usize,
}

impl<V: Vector, const P: usize> Reduction<V, P> {
    #[inline(always)]
    fn new(v: V, modulus: &Modulus) -> Self {
        let [mut negated_inverses, mut roundings] = [[v.zero(); P]; 2];
        for part in 0..P {
            negated_inverses[part] = v.part(part).load_integer(&modulus.negated_inverse);
            roundings[part] = v.rounding(negated_inverses[part]);
        }
        Reduction { carries: [v.zero(); P], negated_inverses, roundings, length: modulus.limbs.len() }
    }

    /// Clears the columns of a block of the lower half with W new digits.
    ///
    /// Column c gathers c + 1 products of a and b and, without the low half of q_c·n_0, c of q and N; and the
    /// high halves of column c − 1: c of each.
    #[inline(always)]
    fn clear<const W: usize>(
        &mut self,
        v: V,
        blocks: &mut [Block<V, W>; P],
        start: usize,
        digits: &mut [Row],
        n: &[Row],
    ) {
        let (digits, n) = (&mut digits[start..][..W], &n[..W]);
        for part in 0..P {
            blocks[part].low[0] = v.add(blocks[part].low[0], self.carries[part]);
        }
        unroll!(ROW in 0..W {
            unroll!(PART of 2 {
                if const { PART < P } {
                    let (v, block, c) = (v.part(PART), &mut blocks[PART], start + ROW);
                    let sum = v.unbias(block.sum(v, ROW), 2 * c + 1, 2 * c);
                    let (q, carry) = v.quotient(sum, self.negated_inverses[PART], self.roundings[PART]);
                    v.store(&mut digits[ROW], q);
                    if const { ROW + 1 < W } {
                        block.low[ROW + 1] = v.add(block.low[ROW + 1], carry);
                    } else {
                        self.carries[PART] = carry;
                    }
                    block.add_high(v, ROW, q, v.load(&n[0]));
                    for limb in 1..W - ROW {
                        block.add(v, ROW + limb, q, v.load(&n[limb]));
                    }
                }
            });
        });
        self.carry_on(v, blocks);
    }

    /// The limbs of the result from a block of the upper half.
    ///
    /// Column L + c gathers L − 1 − c products of a and b and as many of q and N; and the high halves of the
    /// column before it: L − c of each.
    #[inline(always)]
    fn finish<const W: usize>(&mut self, v: V, blocks: &[Block<V, W>; P], start: usize, out: &mut [Row]) {
        let out = &mut out[start..][..W];
        unroll!(COLUMN in 0..W {
            unroll!(PART of 2 {
                if const { PART < P } {
                    let (v, block, left) = (v.part(PART), &blocks[PART], self.length - (start + COLUMN));
                    let sum = v.add(block.sum(v, COLUMN), self.carries[PART]);
                    let (limb, carry) = v.split(v.unbias(sum, 2 * (left - 1), 2 * left));
                    v.store(&mut out[COLUMN], limb);
                    self.carries[PART] = carry;
                }
            });
        });
        self.carry_on(v, blocks);
    }

    /// The high halves of the last column are passed to the next block, too.
    #[inline(always)]
    fn carry_on<const W: usize>(&mut self, v: V, blocks: &[Block<V, W>; P]) {
        for part in 0..P {
            self.carries[part] = v.add(self.carries[part], blocks[part].high[W - 1]);
        }
    }
}
