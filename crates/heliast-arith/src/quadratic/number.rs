//! Eight integers, each in a column of limbs of 52 bits: magnitudes with a set of negative lanes, or two's
//! complement modulo a power of 2^52.
//!
//! The highest two limbs of every [`Number`] of N limbs are for what exceeds L = N − 2 limbs on the way.

use super::vector::{
    LIMB_MASK, Lanes, RADIX_BITS, Words, add_or_subtract, carry, difference, high, low, low_limb, shift_left,
    splat, zero,
};
use core::arch::x86_64::{
    _mm512_add_epi64, _mm512_mask_blend_epi64, _mm512_mask_sub_epi64, _mm512_maskz_mov_epi64,
    _mm512_movepi64_mask, _mm512_slli_epi64, _mm512_sub_epi64,
};

/// Limbs, the lowest first.
pub(super) type Number<const N: usize> = [Words; N];

/// Magnitudes with the lanes whose numbers are negative.
#[derive(Clone, Copy)]
pub(super) struct Signed<const N: usize> {
    pub(super) magnitude: Number<N>,
    pub(super) negative: Lanes,
}

/// Replaces columns below 2^62 in absolute value by limbs; returns what is carried out.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn settle(columns: &mut [Words]) -> Words {
    let mut above = zero();
    for column in columns {
        let sum = _mm512_add_epi64(*column, above);
        *column = low_limb(sum);
        above = carry(sum);
    }
    above
}

/// The lanes whose numbers in two's complement are negative.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
pub(super) fn is_negative(top: Words) -> Lanes {
    _mm512_movepi64_mask(_mm512_slli_epi64::<{ 64 - RADIX_BITS as u32 }>(top))
}

/// The limb above a number in two's complement.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
pub(super) fn extension(top: Words) -> Words {
    _mm512_maskz_mov_epi64(is_negative(top), splat(LIMB_MASK))
}

/// Makes numbers in two's complement positive; returns the lanes in which they were negative.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
pub(super) fn make_positive(number: &mut [Words]) -> Lanes {
    let Some(top) = number.last() else { return 0 };
    let negative = is_negative(*top);
    let mut above = zero();
    for limb in number {
        // −limb + carry, or the limb.
        let sum = _mm512_mask_sub_epi64(*limb, negative, above, *limb);
        *limb = low_limb(sum);
        above = _mm512_maskz_mov_epi64(negative, carry(sum));
    }
    negative
}

/// The lanes in which x < y.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
pub(super) fn is_less(x: &[Words], y: &[Words]) -> Lanes {
    let mut borrow = zero();
    for (x, y) in x.iter().zip(y) {
        borrow = carry(_mm512_add_epi64(_mm512_sub_epi64(*x, *y), borrow));
    }
    _mm512_movepi64_mask(borrow)
}

/// x·2^shift/2^52, for shifts of 0 to 52 that move nothing out at the top: limbs move up by one.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn shift_up(number: &mut [Words], shift: Words) {
    for i in (1..number.len()).rev() {
        number[i] = low_limb(shift_left(number[i], number[i - 1], shift));
    }
    if let Some(first) = number.first_mut() {
        *first = low_limb(shift_left(*first, zero(), shift));
    }
}

/// ⌊x/2^shift⌋ for shifts of 0 to 51.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn shift_down(number: &mut [Words], shift: Words) {
    let rest = _mm512_sub_epi64(splat(RADIX_BITS as u64), shift);
    let len = number.len();
    for i in 0..len {
        let upper = if i + 1 < len { number[i + 1] } else { zero() };
        number[i] = low_limb(shift_left(upper, number[i], rest));
    }
}

impl<const N: usize> Signed<N> {
    /// 0 in every lane. A result that is computed in its place need not be copied there.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn zero() -> Signed<N> {
        Signed { magnitude: [zero(); N], negative: 0 }
    }
}

/// x, or y in the lanes of `other`.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn select<const N: usize>(other: Lanes, x: &Number<N>, y: &Number<N>) -> Number<N> {
    let mut result = *x;
    for (x, y) in result.iter_mut().zip(y) {
        *x = _mm512_mask_blend_epi64(other, *x, *y);
    }
    result
}

/// (x ± y)/2, which must be an integer, for x and y of L limbs; with minus in the lanes of `minus`.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
pub(super) fn half_of_sum<const N: usize>(x: &Signed<N>, minus: Lanes, y: &Signed<N>) -> Signed<N> {
    let minus = minus ^ x.negative ^ y.negative;
    let mut half = Signed::zero();
    let magnitude = &mut half.magnitude;
    for ((sum, x), y) in magnitude[..N - 2].iter_mut().zip(&x.magnitude).zip(&y.magnitude) {
        *sum = add_or_subtract(minus, *x, *y);
    }
    magnitude[N - 2] = low_limb(settle(&mut magnitude[..N - 2]));
    half.negative = make_positive(&mut magnitude[..=N - 2]) ^ x.negative;
    shift_down(&mut half.magnitude[..=N - 2], splat(1));
    half
}

/// Column k of the product of x and y: the low halves that belong there and the high halves from the column
/// below. It is below 2^52·(the number of terms).
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn column(x: &[Words], y: &[Words], k: usize) -> Words {
    let [mut lows, mut highs] = [zero(); 2];
    for (i, x) in x.iter().enumerate() {
        if let Some(y) = k.checked_sub(i).and_then(|j| y.get(j)) {
            lows = low(lows, *x, *y);
        }
        if let Some(y) = k.checked_sub(i + 1).and_then(|j| y.get(j)) {
            highs = high(highs, *x, *y);
        }
    }
    _mm512_add_epi64(lows, highs)
}

/// u·x ± v·y for words u and v.
pub(super) struct Combination {
    pub(super) u: Words,
    pub(super) v: Words,
    /// Lanes in which v·y is subtracted, and lanes in which the sum is negated.
    pub(super) minus: Lanes,
    pub(super) negated: Lanes,
}

impl Combination {
    /// The combination in two's complement, of as many limbs as the result.
    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn of(&self, x: &[Words], y: &[Words], result: &mut [Words]) {
        let mut above = zero();
        let [mut x_below, mut y_below] = [zero(); 2];
        for ((x, y), result) in x.iter().zip(y).zip(result) {
            let p = low(high(zero(), self.u, x_below), self.u, *x);
            let q = low(high(zero(), self.v, y_below), self.v, *y);
            let sum = add_or_subtract(self.minus, p, q);
            let sum = add_or_subtract(self.negated, above, sum);
            *result = low_limb(sum);
            above = carry(sum);
            (x_below, y_below) = (*x, *y);
        }
    }
}

/// x·y ± z·w, in two's complement, as many limbs as the result; subtracted in the lanes of `minus`.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn sum_of_products(
    (x, y): (&[Words], &[Words]),
    minus: Lanes,
    (z, w): (&[Words], &[Words]),
    result: &mut [Words],
) -> Words {
    let mut above = zero();
    for (k, limb) in result.iter_mut().enumerate() {
        let columns = add_or_subtract(minus, column(x, y, k), column(z, w, k));
        let sum = _mm512_add_epi64(columns, above);
        *limb = low_limb(sum);
        above = carry(sum);
    }
    above
}

/// Applies a matrix to a pair with limbs in order: rows u·x − v·y, or v·y − u·x in their `turned` lanes.
/// Returns what is carried out of the highest limbs, with the halves above them.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn apply(matrix: &super::run::Matrix, x: &mut [Words], y: &mut [Words]) -> (Words, Words) {
    let (a, b) = (&matrix.x, &matrix.y);
    let [mut above_x, mut above_y, mut x_below, mut y_below] = [zero(); 4];
    for (x, y) in x.iter_mut().zip(y) {
        let (old_x, old_y) = (*x, *y);
        let p = low(high(zero(), a.u, x_below), a.u, old_x);
        let q = low(high(zero(), a.v, y_below), a.v, old_y);
        let sum = _mm512_add_epi64(difference(a.turned, p, q), above_x);
        *x = low_limb(sum);
        above_x = carry(sum);
        let p = low(high(zero(), b.u, x_below), b.u, old_x);
        let q = low(high(zero(), b.v, y_below), b.v, old_y);
        let sum = _mm512_add_epi64(difference(b.turned, p, q), above_y);
        *y = low_limb(sum);
        above_y = carry(sum);
        (x_below, y_below) = (old_x, old_y);
    }
    let rest = |row: &super::run::Row| {
        difference(row.turned, high(zero(), row.u, x_below), high(zero(), row.v, y_below))
    };
    (_mm512_add_epi64(rest(a), above_x), _mm512_add_epi64(rest(b), above_y))
}
