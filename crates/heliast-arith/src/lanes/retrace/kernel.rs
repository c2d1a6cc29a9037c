//! Inverse steps in lanes, column by column.
//!
//! With B = 2^52, L limbs and y² = Σ T_c·B^c in column sums:
//!
//! 1. the columns from L upwards, with the carry of column L − 1, become canonical limbs h_i;
//! 2. the uppermost block of x' = Σ_(c<L) T_c·B^c + Σ h_i·(B^(L+i) mod p), in which no column waits for
//!    another, is enough to find q = ⌊(x' + G)/p⌋ in two limbs, where G is a multiple of p;
//! 3. the blocks of U = x' + q·(B^L − p), from the lowest: the limbs of q are two more limbs h_i with rows of
//!    their own. The columns of U + G (for even y) or p − G − U (for odd y) are carried, modulo B^L. The
//!    result is the number in [0, p);
//! 4. σ: the lowest limb, one more or one less.
//!
//! All lanes share the rows. A lane in which q is in doubt, or σ changes more than one limb, is settled
//! afterwards, by slow arithmetic: [`super::field`] has the bounds, and the probability of this.

// Unrolled loops begin and end at constants, some of them at 0, and index several arrays together.
#![allow(clippy::absurd_extreme_comparisons, clippy::needless_range_loop, clippy::reversed_empty_ranges)]

use super::field::{ERROR, Field};
use crate::{
    lanes::{
        LANES,
        block::Block,
        vector::{Operation, Row, Vector},
    },
    radix52,
};
use core::{
    iter::{once, repeat},
    mem::{replace, swap},
};

/// The width of blocks, for wide vectors and for others.
pub(super) const fn width(is_wide: bool) -> usize {
    if is_wide { WIDE } else { NARROW }
}

const WIDE: usize = 10;
const NARROW: usize = 4;

/// `count` inverse steps from `y`.
pub(super) struct Steps<'a> {
    /// The elements with which the steps begin and, if their number is even, end.
    pub(super) y: &'a mut [Row],
    /// The elements with which they end if their number is odd.
    pub(super) next: &'a mut [Row],
    pub(super) count: u64,
    /// Memory for the limbs h and q: two more than those of a residue.
    pub(super) digits: &'a mut [Row],
    pub(super) field: &'a Field,
}

impl Operation for Steps<'_> {
    #[inline(always)]
    fn run<V: Vector>(&mut self, v: V) {
        for part in 0..V::PARTS {
            let v = v.part(part);
            if const { V::WIDE } {
                steps::<V, WIDE>(v, self);
            } else {
                steps::<V, NARROW>(v, self);
            }
        }
    }
}

/// No closures here: they would be compiled without the instructions of the vectors.
#[inline(always)]
fn steps<V: Vector, const W: usize>(v: V, steps: &mut Steps<'_>) {
    let (mut y, mut next) = (&mut *steps.y, &mut *steps.next);
    for _ in 0..steps.count {
        step::<V, W>(v, y, next, steps.digits, steps.field);
        swap(&mut y, &mut next);
    }
}

#[inline(always)]
fn step<V: Vector, const W: usize>(v: V, y: &[Row], x: &mut [Row], digits: &mut [Row], field: &Field) {
    let (length, rows) = (y.len(), field.rows);
    let x = &mut x[..length];
    let last = length - W;
    let mut top = Block::<V, W>::new(v);
    top.lower_square(v, y, last);
    let mut carry = replace(&mut top.high[W - 1], v.zero());
    for start in (0..length).step_by(W) {
        let mut block = Block::<V, W>::new(v);
        block.upper_square(v, y, start);
        carry = upper_limbs(v, &block, carry, length - start, &mut digits[start..]);
    }

    let (above, quotient) = digits[..rows + 2].split_at_mut(rows);
    let (of_above, of_quotient) = field.block::<W>(last).split_at(rows);
    top.fold(v, above, of_above);
    let (q, fraction) = divide(v, &top, length, field);
    v.store(&mut quotient[0], q[0]);
    v.store(&mut quotient[1], q[1]);
    let doubtful = v.lanes_below(fraction, field.doubt);
    top.fold(v, quotient, of_quotient);

    let digits = &digits[..rows + 2];
    let mut out = Out { odd: v.bit(v.integer(v.load(&y[0])), 0), high: v.zero(), carry: v.zero(), field };
    for start in (0..last).step_by(W) {
        let mut block = Block::<V, W>::new(v);
        block.lower_square(v, y, start);
        block.fold(v, digits, field.block::<W>(start));
        out.limbs(v, &block, start, x);
    }
    out.limbs(v, &top, last, x);

    let lowest = v.load(&x[0]);
    let (neighbour, carries) = sigma(v, lowest);
    let lanes = doubtful | carries;
    if lanes == 0 {
        v.store(&mut x[0], neighbour);
    } else {
        // The copy keeps the lanes of the other parts.
        let mut first = x[0];
        v.store(&mut first, neighbour);
        settle::<V>(x, &first, lanes, field);
    }
}

/// The limbs of a block of the upper half, of which `left` columns are left, and the carry.
///
/// Column L + c gathers L − 1 − c products, and the high halves of the column before it: L − c.
#[inline(always)]
fn upper_limbs<V: Vector, const W: usize>(
    v: V,
    block: &Block<V, W>,
    mut carry: V::Sum,
    left: usize,
    out: &mut [Row],
) -> V::Sum {
    let out = &mut out[..W];
    unroll!(COLUMN in 0..W {
        let left = left - COLUMN;
        let sum = v.unbias(v.add(block.sum(v, COLUMN), carry), left - 1, left);
        let (limb, above) = v.split(sum);
        v.store(&mut out[COLUMN], limb);
        carry = above;
    });
    v.add(carry, block.high[W - 1])
}

/// q = ⌊(x' + G)/p⌋ in two limbs, or q + 1 if the third returned limb, its fraction, is in doubt.
///
/// Columns L − 2, L − 1 and L of x' + G, times ⌊B^(L+2)/p⌋. Column c sums c + 1 products of the square and c
/// high halves, and for each row one product and one high half.
#[inline(always)]
fn divide<V: Vector, const W: usize>(
    v: V,
    top: &Block<V, W>,
    length: usize,
    field: &Field,
) -> ([V::Factor; 2], V::Factor) {
    let rows = field.rows;
    let [g0, g1, g2] = field.leading;
    let sum = v.unbias(top.sum(v, W - 2), length - 1 + rows, length - 2 + rows);
    let (x0, carry) = v.split(v.add(sum, v.broadcast_integer(g0)));
    let sum = v.unbias(v.add(top.sum(v, W - 1), carry), length + rows, length - 1 + rows);
    let (x1, carry) = v.split(v.add(sum, v.broadcast_integer(g1)));
    let sum = v.unbias(v.add(top.high[W - 1], carry), 0, rows);
    let (x2, _) = v.split(v.add(sum, v.broadcast_integer(g2)));

    let [m0, m1, m2] = &field.reciprocal;
    let (m0, m1, m2) = (v.broadcast(m0), v.broadcast(m1), v.broadcast(m2));
    let third = v.multiply_add_high(v.zero(), x2, m0);
    let third = v.multiply_add_high(third, x1, m1);
    let third = v.multiply_add_high(third, x0, m2);
    let (third, fourth) = v.multiply_add(third, v.zero(), x2, m1);
    let (third, fourth) = v.multiply_add(third, fourth, x1, m2);
    let (fourth, fifth) = v.multiply_add(fourth, v.zero(), x2, m2);
    let rounding = v.broadcast_integer(ERROR);
    let (fraction, carry) = v.split(v.add(v.unbias(third, 2, 3), rounding));
    let (q0, carry) = v.split(v.add(v.unbias(fourth, 1, 2), carry));
    let (q1, _) = v.split(v.add(v.unbias(fifth, 0, 1), carry));
    ([q0, q1], fraction)
}

/// The state that is passed from column to column of the result.
struct Out<'a, V: Vector> {
    /// The parity of y: lanes with 1 are negated.
    odd: V::Sum,
    /// The high halves that the block below has left, not negated.
    high: V::Sum,
    carry: V::Sum,
    field: &'a Field,
}

impl<V: Vector> Out<'_, V> {
    /// The limbs of the result from a block.
    ///
    /// Column c gathers c + 1 products of the square and one for each row; and the high halves of the column
    /// before it, if there is one.
    #[inline(always)]
    fn limbs<const W: usize>(&mut self, v: V, block: &Block<V, W>, start: usize, out: &mut [Row]) {
        let out = &mut out[start..][..W];
        let (plus, minus) = (&self.field.plus[start..][..W], &self.field.minus[start..][..W]);
        let rows = self.field.rows + 2;
        unroll!(COLUMN in 0..W {
            let c = start + COLUMN;
            let sum = block.sum(v, COLUMN);
            let sum = if const { COLUMN == 0 } { v.add(sum, self.high) } else { sum };
            let sum = v.unbias(sum, c + 1 + rows, if c == 0 { 0 } else { c + rows });
            let (plus, minus) = (v.broadcast_integer(plus[COLUMN]), v.broadcast_integer(minus[COLUMN]));
            let (limb, carry) = v.split(v.add(v.reflect(self.odd, sum, plus, minus), self.carry));
            v.store(&mut out[COLUMN], limb);
            self.carry = carry;
        });
        self.high = block.high[W - 1];
    }
}

/// σ of a limb, and the lanes in which another limb has to change, too.
#[inline(always)]
fn sigma<V: Vector>(v: V, limb: V::Factor) -> (V::Factor, u8) {
    let x = v.integer(limb);
    let odd = v.bit(x, 0);
    let less = v.broadcast_integer(u64::MAX);
    let (neighbour, _) = v.split(v.add(v.add(odd, odd), v.add(x, less)));
    let (above, _) = v.split(v.add(x, v.broadcast_integer(1)));
    (neighbour, v.lanes_below(above, 2))
}

/// Ends the step in some lanes by slow arithmetic. In the other lanes the step ends when this lowest limb is
/// stored.
#[cold]
#[inline(never)]
fn settle<V: Vector>(x: &mut [Row], lowest: &Row, lanes: u8, field: &Field) {
    let old = replace(&mut x[0], *lowest);
    for lane in (0..LANES).filter(|lane| lanes >> lane & 1 == 1) {
        let words = once(old.0[lane]).chain(x[1..].iter().map(|row| row.0[lane]));
        let y = field.settled(&radix52::join(words.map(V::decode)));
        let limbs = radix52::split(&y).chain(repeat(0));
        x.iter_mut().zip(limbs).for_each(|(row, limb)| row.0[lane] = V::encode(limb));
    }
}
