//! Products of few limbs modulo different numbers, written out for each length. The primality tests in lanes
//! share this code.
//!
//! The columns are those of [`super::kernel`], one after another. The digits of a reduction wait for each
//! other. Two products that are computed together, digit by digit, fill the gaps.

// Unrolled loops begin and end at constants, some of them at 0, and index several arrays together.
#![allow(clippy::absurd_extreme_comparisons, clippy::needless_range_loop, clippy::reversed_empty_ranges)]

use super::{
    LANES,
    engine::Engine,
    vector::{LIMB_MASK, RADIX_BITS, Row, Vector},
};
use crate::{int::Natural, limbs::inverse_of_odd, radix52};
use core::{
    array::from_fn,
    sync::atomic::{Ordering, compiler_fence},
};

/// The greatest number of candidates of one test: two vectors of eight.
pub(crate) const BATCH: usize = 2 * LANES;

/// The lengths in limbs for which there is code.
pub(crate) const LENGTHS: [usize; 5] = [3, 5, 6, 10, 11];

/// The length N for numbers of `bits` bits, such that R = 2^(52·N) ≥ 16n; `None` above 568 bits.
pub(crate) fn length_for(bits: usize) -> Option<usize> {
    LENGTHS.into_iter().find(|length| bits + 4 <= RADIX_BITS * length)
}

/// Eight odd numbers n.
pub(super) struct Moduli<const N: usize> {
    limbs: [Row; N],
    /// −1/n mod 2^52, as integers.
    negated_inverse: Row,
}

impl<const N: usize> Moduli<N> {
    pub(super) fn new(engine: Engine, numbers: [[u64; N]; LANES]) -> Moduli<N> {
        let negated_inverse = |n: [u64; N]| inverse_of_odd(n[0]).wrapping_neg() & LIMB_MASK;
        Moduli { limbs: engine.encoded(rows(numbers)), negated_inverse: Row(numbers.map(negated_inverse)) }
    }
}

/// An unfinished product or square modulo n, column by column. It has only two sums at a time; factors are
/// loaded from memory when they are needed, except for those of a square in vectors of eight lanes, which
/// have twice as many registers.
///
/// The compiler would multiply everything first, and run out of registers. A fence before each column
/// prevents it from loading the factors too early.
#[derive(Clone, Copy)]
pub(super) struct Product<V: Vector, const N: usize> {
    v: V,
    negated_inverse: V::Sum,
    rounding: V::Sum,
    digits: [V::Factor; N],
    /// The limbs of x, for a square in vectors of eight lanes.
    kept: [V::Factor; N],
    /// The sum that the columns so far contribute to the next one.
    sum: V::Sum,
    carry: V::Sum,
}

impl<V: Vector, const N: usize> Product<V, N> {
    #[inline(always)]
    pub(super) fn new(v: V, n: &Moduli<N>) -> Self {
        let negated_inverse = v.load_integer(&n.negated_inverse);
        Product {
            v,
            negated_inverse,
            rounding: v.rounding(negated_inverse),
            digits: [v.load(&n.limbs[0]); N],
            kept: [v.load(&n.limbs[0]); N],
            sum: v.zero(),
            carry: v.zero(),
        }
    }

    /// The square of x, which is to be begun.
    #[inline(always)]
    pub(super) fn square_of(v: V, n: &Moduli<N>, x: &[Row; N]) -> Self {
        let mut product = Product::new(v, n);
        if const { V::PARTS == 1 } {
            for i in 0..N {
                product.kept[i] = v.load(&x[i]);
            }
        }
        product
    }

    /// A limb of x, for a square.
    #[inline(always)]
    fn limb(&self, x: &[Row; N], i: usize) -> V::Factor {
        if const { V::PARTS == 1 } { self.kept[i] } else { self.v.load(&x[i]) }
    }

    /// Clears the next column of x·y.
    #[inline(always)]
    pub(super) fn clear<const COLUMN: usize>(&mut self, n: &Moduli<N>, x: &[Row; N], y: &[Row; N]) {
        let (low, high) = self.add_product(x, y, 0, COLUMN);
        self.add_digit::<COLUMN>(n, low, high);
    }

    /// Clears the next column of x², for the x of [`Product::square_of`].
    #[inline(always)]
    pub(super) fn clear_square<const COLUMN: usize>(&mut self, n: &Moduli<N>, x: &[Row; N]) {
        let (low, high) = self.add_square(x, 0, COLUMN);
        self.add_digit::<COLUMN>(n, low, high);
    }

    /// The next column of x·y/R, once the lower ones are clear.
    #[inline(always)]
    pub(super) fn column<const COLUMN: usize>(
        &mut self,
        n: &Moduli<N>,
        x: &[Row; N],
        y: &[Row; N],
    ) -> V::Sum {
        let (low, high) = self.add_product(x, y, COLUMN + 1, COLUMN + N);
        self.add_digits::<COLUMN>(n, low, high)
    }

    /// The next column of x²/R, once the lower ones are clear.
    #[inline(always)]
    pub(super) fn column_of_square<const COLUMN: usize>(&mut self, n: &Moduli<N>, x: &[Row; N]) -> V::Sum {
        let (low, high) = self.add_square(x, COLUMN + 1, COLUMN + N);
        self.add_digits::<COLUMN>(n, low, high)
    }

    /// Adds the products of limbs from `first` on whose indices sum to `sum`.
    #[inline(always)]
    fn add_product(&self, x: &[Row; N], y: &[Row; N], first: usize, sum: usize) -> (V::Sum, V::Sum) {
        compiler_fence(Ordering::SeqCst);
        let v = self.v;
        let (mut low, mut high) = (v.zero(), v.zero());
        for i in first..sum + 1 - first {
            (low, high) = v.multiply_add(low, high, v.load(&x[i]), v.load(&y[sum - i]));
        }
        (low, high)
    }

    /// [`add_product`](Self::add_product) for a square: the products with different indices once, doubled,
    /// and the one in the middle.
    #[inline(always)]
    fn add_square(&self, x: &[Row; N], first: usize, sum: usize) -> (V::Sum, V::Sum) {
        compiler_fence(Ordering::SeqCst);
        let v = self.v;
        let (mut low, mut high) = (v.zero(), v.zero());
        for i in first..sum.div_ceil(2) {
            (low, high) = v.multiply_add(low, high, self.limb(x, i), self.limb(x, sum - i));
        }
        let (low, high) = (v.add(low, low), v.add(high, high));
        if sum % 2 == 1 || sum / 2 < first {
            return (low, high);
        }
        let middle = self.limb(x, sum / 2);
        v.multiply_add(low, high, middle, middle)
    }

    /// Column c sums c + 1 products of factors and, without the low half of q_c·n_0, c of q and n; and the
    /// high halves of column c − 1: c of each.
    #[inline(always)]
    fn add_digit<const COLUMN: usize>(&mut self, n: &Moduli<N>, mut low: V::Sum, mut high: V::Sum) {
        let v = self.v;
        for i in 0..COLUMN {
            (low, high) = v.multiply_add(low, high, self.digits[i], v.load(&n.limbs[COLUMN - i]));
        }
        // The terms that depend on the last digit come last.
        let sum = v.add(low, v.add(self.sum, self.carry));
        let sum = v.unbias(sum, 2 * COLUMN + 1, 2 * COLUMN);
        let (q, carry) = v.quotient(sum, self.negated_inverse, self.rounding);
        self.digits[COLUMN] = q;
        self.carry = carry;
        self.sum = v.multiply_add_high(high, q, v.load(&n.limbs[0]));
    }

    /// Column N + c sums N − 1 − c products of factors and as many of q and n; and the high halves of the
    /// column before it: N − c of each.
    #[inline(always)]
    fn add_digits<const COLUMN: usize>(
        &mut self,
        n: &Moduli<N>,
        mut low: V::Sum,
        mut high: V::Sum,
    ) -> V::Sum {
        let v = self.v;
        for i in COLUMN + 1..N {
            (low, high) = v.multiply_add(low, high, self.digits[i], v.load(&n.limbs[COLUMN + N - i]));
        }
        let left = N - COLUMN;
        let sum = v.unbias(v.add(low, self.sum), 2 * (left - 1), 2 * left);
        self.sum = high;
        if const { COLUMN == 0 } { v.add(sum, self.carry) } else { sum }
    }
}

/// Eight items from one to eight: copies of the first stand for missing ones.
pub(super) fn filled<T>(few: &[T]) -> [&T; LANES] {
    from_fn(|lane| few.get(lane).unwrap_or(&few[0]))
}

impl Engine {
    pub(super) fn encoded<const N: usize>(self, rows: [Row; N]) -> [Row; N] {
        rows.map(|row| Row(row.0.map(|limb| self.encode(limb))))
    }

    /// The limbs of a lane.
    pub(super) fn column<const N: usize>(self, rows: &[Row; N], lane: usize) -> [u64; N] {
        from_fn(|limb| self.decode(rows[limb].0[lane]))
    }
}

/// Eight columns as rows of integers.
pub(super) fn rows<const N: usize>(columns: [[u64; N]; LANES]) -> [Row; N] {
    from_fn(|limb| Row(columns.map(|column| column[limb])))
}

/// The limbs of a number that has at most N.
pub(super) fn split<const N: usize>(value: &Natural) -> [u64; N] {
    let mut limbs = [0; N];
    limbs.iter_mut().zip(radix52::split(value)).for_each(|(limb, value)| *limb = value);
    limbs
}

/// Whether x < multiples·n.
pub(super) fn is_below<const N: usize>(x: &[u64; N], multiples: u64, n: &[u64; N]) -> bool {
    let mut borrow = 0i128;
    for limb in 0..N {
        borrow = (i128::from(x[limb]) - i128::from(multiples * n[limb]) + borrow) >> RADIX_BITS;
    }
    borrow < 0
}

/// Whether x = residue + k·n for some 0 ≤ k < multiples, at most 2^12.
pub(super) fn is_congruent<const N: usize>(
    x: &[u64; N],
    residue: &[u64; N],
    n: &[u64; N],
    multiples: u64,
) -> bool {
    (0..multiples).any(|k| {
        let mut carry = 0;
        let same = (0..N).all(|limb| {
            carry += residue[limb] + k * n[limb];
            let low = carry & LIMB_MASK;
            carry >>= RADIX_BITS;
            low == x[limb]
        });
        same && carry == 0
    })
}

/// 2^exponent·R mod n.
pub(super) fn power_of_two<const N: usize>(exponent: usize, n: &Natural) -> [u64; N] {
    let start = n.bits() - 1;
    let mut power = [0; N];
    power[start / RADIX_BITS] = 1 << (start % RADIX_BITS);
    times_power_of_two(power, RADIX_BITS * N + exponent - start, &split(n))
}

/// x·2^exponent mod n for x < n.
pub(super) fn times_power_of_two<const N: usize>(
    mut x: [u64; N],
    mut exponent: usize,
    n: &[u64; N],
) -> [u64; N] {
    while exponent > 0 {
        let bits = exponent.min(MAX_SHIFT);
        x = shift_left(&x, bits, n);
        exponent -= bits;
    }
    x
}

/// The greatest shift of [`shift_left`]. Its quotients are below 2^44, so the rounding errors of doubles, a
/// few times 2^-53 of the value, change them by at most one.
const MAX_SHIFT: usize = 44;

/// x·2^bits mod n, for x < n and up to [`MAX_SHIFT`] bits.
fn shift_left<const N: usize>(x: &[u64; N], bits: usize, n: &[u64; N]) -> [u64; N] {
    let quotient = as_double(x) * (1u64 << bits) as f64 / as_double(n);
    let quotient = quotient as i128;
    let mut carry = 0i128;
    let rest = from_fn(|limb| {
        carry += (i128::from(x[limb]) << bits) - quotient * i128::from(n[limb]);
        let low = carry as u64 & LIMB_MASK;
        carry >>= RADIX_BITS;
        low
    });
    if carry < 0 {
        let mut carry = 0;
        return from_fn(|limb| {
            carry += rest[limb] + n[limb];
            let low = carry & LIMB_MASK;
            carry >>= RADIX_BITS;
            low
        });
    }
    if rest.iter().rev().ge(n.iter().rev()) { subtract(&rest, n) } else { rest }
}

fn as_double<const N: usize>(x: &[u64; N]) -> f64 {
    x.iter().rev().fold(0.0, |sum, &limb| sum * (1u64 << RADIX_BITS) as f64 + limb as f64)
}

/// x − y for y ≤ x.
pub(super) fn subtract<const N: usize>(x: &[u64; N], y: &[u64; N]) -> [u64; N] {
    let mut borrow = 0;
    from_fn(|limb| {
        let difference = x[limb].wrapping_sub(y[limb]).wrapping_sub(borrow);
        borrow = difference >> 63;
        difference & LIMB_MASK
    })
}

#[cfg(test)]
mod tests;
