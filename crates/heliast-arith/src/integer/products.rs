//! Products and sums of two products.
//!
//! Operands of the common sizes (forms of up to 1152 bits) are put into arrays of fixed length and multiplied
//! column by column, without a branch. All others are multiplied row by row.

use super::{CAPACITY, Integer, Sign};
use crate::limbs;

/// x·y, for M = 2N.
#[inline(always)]
fn multiply<const N: usize, const M: usize>(x: &[u64; N], y: &[u64; N]) -> [u64; M] {
    let mut product = [0; M];
    for i in 0..N {
        let mut carry = 0;
        for j in 0..N {
            (product[i + j], carry) = limbs::mul_add(product[i + j], x[i], y[j], carry);
        }
        product[i + N] = carry;
    }
    product
}

/// x·y modulo 2^(64·N).
#[inline(always)]
pub(super) fn multiply_low<const N: usize>(x: &[u64; N], y: &[u64; N]) -> [u64; N] {
    let mut product = [0; N];
    for i in 0..N {
        let mut carry = 0;
        for j in 0..N - i {
            (product[i + j], carry) = limbs::mul_add(product[i + j], x[i], y[j], carry);
        }
    }
    product
}

/// `out = x·y` modulo 2^(64·out.len()).
pub(super) fn multiply_low_rows(out: &mut [u64], x: &[u64], y: &[u64]) {
    out.fill(0);
    for (i, &factor) in y.iter().enumerate().take(out.len()) {
        let row = x.len().min(out.len() - i);
        let carry = limbs::add_row(&mut out[i..i + row], &x[..row], factor);
        if let Some(above) = out.get_mut(i + row) {
            *above = carry;
        }
    }
}

/// `p := p ± r`, wrapping.
#[inline(always)]
pub(super) fn combine(p: &mut [u64], r: &[u64], sign: Sign) {
    let mask = if sign == Sign::Minus { u64::MAX } else { 0 };
    let mut carry = sign == Sign::Minus;
    for (x, y) in p.iter_mut().zip(r) {
        (*x, carry) = limbs::add_carry(*x, y ^ mask, carry);
    }
}

impl Integer {
    /// self := x·y.
    pub fn set_product(&mut self, x: &Integer, y: &Integer) {
        if x.is_zero() || y.is_zero() {
            return self.normalize(0, false);
        }
        let len = x.len + y.len;
        limbs::multiply(&mut self.limbs[..len], x.limbs(), y.limbs());
        self.normalize(len, x.negative ^ y.negative);
    }

    /// self := x − factor·y, for a factor below 2^63.
    pub fn set_less_multiple(&mut self, x: &Integer, y: &Integer, factor: u64) {
        debug_assert!(factor < 1 << 63, "the highest bit of the result is its sign");
        let len = x.len.max(y.len) + 1;
        self.limbs[..x.len].copy_from_slice(x.limbs());
        self.limbs[x.len..len].fill(0);
        let (low, high) = self.limbs[..len].split_at_mut(y.len);
        if x.negative == y.negative {
            let borrow = limbs::sub_row(low, y.limbs(), factor);
            limbs::sub_assign(high, &[borrow]);
            self.normalize_complement(len, x.negative);
        } else {
            let carry = limbs::add_row(low, y.limbs(), factor);
            limbs::add_assign(high, &[carry]);
            self.normalize(len, x.negative);
        }
    }

    /// self := x·y ± z·w.
    pub fn set_dot(&mut self, x: &Integer, y: &Integer, sign: Sign, z: &Integer, w: &Integer) {
        let bits = x.bits().max(y.bits()).max(z.bits()).max(w.bits());
        // Two products of 64·N − 2 bits each and a sign fit 2N limbs.
        match bits {
            0..=254 => self.set_dot_fixed::<4, 8>(x, y, sign, z, w),
            255..=318 => self.set_dot_fixed::<5, 10>(x, y, sign, z, w),
            319..=574 => self.set_dot_fixed::<9, 18>(x, y, sign, z, w),
            _ => self.set_dot_rows(x, y, sign, z, w),
        }
    }

    fn set_dot_fixed<const N: usize, const M: usize>(
        &mut self,
        x: &Integer,
        y: &Integer,
        sign: Sign,
        z: &Integer,
        w: &Integer,
    ) {
        let mut p = multiply::<N, M>(&x.low(), &y.low());
        let r = multiply::<N, M>(&z.low(), &w.low());
        combine(&mut p, &r, relative_sign(x, y, sign, z, w));
        self.limbs[..M].copy_from_slice(&p);
        self.normalize_complement(M, x.negative ^ y.negative);
    }

    fn set_dot_rows(&mut self, x: &Integer, y: &Integer, sign: Sign, z: &Integer, w: &Integer) {
        let len = (x.len + y.len).max(z.len + w.len) + 1;
        let mut r = [0; CAPACITY];
        multiply_low_rows(&mut self.limbs[..len], x.limbs(), y.limbs());
        multiply_low_rows(&mut r[..len], z.limbs(), w.limbs());
        combine(&mut self.limbs[..len], &r[..len], relative_sign(x, y, sign, z, w));
        self.normalize_complement(len, x.negative ^ y.negative);
    }
}

/// The sign s for which x·y ± z·w = ±(|x·y| s |z·w|), where the outer sign is that of x·y.
pub(super) fn relative_sign(x: &Integer, y: &Integer, sign: Sign, z: &Integer, w: &Integer) -> Sign {
    let minus = x.negative ^ y.negative ^ z.negative ^ w.negative ^ (sign == Sign::Minus);
    if minus { Sign::Minus } else { Sign::Plus }
}
