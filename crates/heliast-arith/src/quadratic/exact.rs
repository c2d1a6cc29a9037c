//! Exact division from the low end: see `integer/exact.rs`.
//!
//! Columns get at most 2·L halves of products before they are cleared, so none exceeds 2^58.

use super::{
    number::{Number, Signed, make_positive, shift_down, sum_of_products},
    vector::{Lanes, RADIX_BITS, Words, exponent, high, low, nonzero, splat, zero},
};
use core::arch::x86_64::{_mm512_add_epi64, _mm512_and_si512, _mm512_srli_epi64, _mm512_sub_epi64};

/// A divisor d, of which only the lowest limbs are needed.
pub(super) struct Divisor<const N: usize> {
    /// d without its power of 2.
    odd: Number<N>,
    /// The exponent of 2 in d.
    zeros: Words,
    /// −1/odd modulo 2^52.
    inverse: Words,
    /// The limbs of a quotient.
    len: usize,
    /// Lanes that are handed to the scalar path: 2^52 divides d.
    pub(super) failed: Lanes,
}

impl<const N: usize> Divisor<N> {
    /// Divides by d, with quotients of `len` limbs.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    pub(super) fn new(d: &Number<N>, len: usize) -> Divisor<N> {
        let lowest = _mm512_and_si512(d[0], _mm512_sub_epi64(zero(), d[0]));
        let failed = !nonzero(d[0]);
        let zeros = exponent(lowest);
        let mut odd = [zero(); N];
        odd[..=len].copy_from_slice(&d[..=len]);
        shift_down(&mut odd[..=len], zeros);
        // d·d ≡ 1 modulo 8; each step doubles the number of bits that are right.
        let (two, mut inverse) = (splat(2), odd[0]);
        for _ in 0..5 {
            let factor = _mm512_sub_epi64(two, low(zero(), odd[0], inverse));
            inverse = low(zero(), inverse, factor);
        }
        Divisor { odd, zeros, inverse: _mm512_sub_epi64(zero(), inverse), len, failed }
    }

    /// (x·y ± z·w)/d, which must be an integer in the range of its limbs in two's complement; z·w is
    /// subtracted in the lanes of `minus`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    pub(super) fn divide(
        &self,
        first: (&[Words], &[Words]),
        minus: Lanes,
        second: (&[Words], &[Words]),
    ) -> Signed<N> {
        let mut columns = [zero(); N];
        sum_of_products(first, minus, second, &mut columns[..=self.len]);
        shift_down(&mut columns[..=self.len], self.zeros);
        let mut quotient = Signed::zero();
        for i in 0..self.len {
            // The digit of the negative quotient, with which the sum becomes 0 in this column.
            let digit = low(zero(), columns[i], self.inverse);
            quotient.magnitude[i] = digit;
            let cleared = low(columns[i], digit, self.odd[0]);
            if i + 1 < self.len {
                columns[i + 1] =
                    _mm512_add_epi64(columns[i + 1], _mm512_srli_epi64::<{ RADIX_BITS as u32 }>(cleared));
            }
            let limbs = self.odd[..self.len - i].windows(2);
            for (column, pair) in columns[i + 1..].iter_mut().zip(limbs) {
                *column = high(low(*column, digit, pair[1]), digit, pair[0]);
            }
        }
        quotient.negative = !make_positive(&mut quotient.magnitude[..self.len]);
        quotient
    }
}
