//! Remainders and quotients, rounded down, without allocation.
//!
//! Knuth's algorithm D with three limbs by two (Möller, Granlund, "Improved division by invariant integers",
//! 2011, algorithms 4 and 6). The divisor is not shifted. Only the leading limbs of both numbers are shifted
//! when they are used, so the estimate of a quotient limb is at most 2 too large.

use super::{CAPACITY, Integer, Sign, words::divide_two_words};
use crate::{int::Divisor, limbs};

impl Integer {
    /// self := x modulo d, in [0, d), for a positive d.
    ///
    /// # Panics
    /// If d is 0, or x has the greatest possible number of limbs.
    pub fn set_remainder(&mut self, x: &Integer, d: &Integer) {
        self.limbs[..x.len].copy_from_slice(x.limbs());
        self.limbs[x.len] = 0;
        divide(&mut self.limbs[..x.len + 1], d.limbs(), None);
        self.normalize(x.len.min(d.len), false);
        if x.negative && !self.is_zero() {
            self.limbs[self.len..d.len].fill(0);
            for i in 0..d.len {
                self.limbs[i] = !self.limbs[i];
            }
            // d − r = d + ~r + 1 modulo 2^(64·len).
            let mut carry = true;
            for i in 0..d.len {
                (self.limbs[i], carry) = limbs::add_carry(self.limbs[i], d.limbs[i], carry);
            }
            self.normalize(d.len, false);
        }
    }

    /// self/2d rounded to the nearest integer, with an error of at most 1, for positive self and d. `None` if
    /// it may exceed 2^30.
    pub fn half_quotient(&self, d: &Integer) -> Option<u64> {
        let bits = self.bits();
        if bits > d.bits() + 30 {
            return None;
        }
        if bits < d.bits() {
            return Some(0);
        }
        // At least 33 bits of d are left.
        let unit = bits as isize - 64;
        let (top, divisor) = (self.bits_from(unit), d.bits_from(unit));
        Some((top / divisor.max(1)).div_ceil(2))
    }

    /// The 64 bits from `offset` on; below bit 0 there are zeros.
    fn bits_from(&self, offset: isize) -> u64 {
        let limb = |index: usize| self.limbs().get(index).copied().unwrap_or(0);
        match usize::try_from(offset) {
            Ok(offset) => {
                let (index, shift) = (offset / 64, (offset % 64) as u32);
                limb(index) >> shift | (limb(index + 1) << 1) << (63 - shift)
            }
            Err(_) => limb(0) << offset.unsigned_abs().min(63),
        }
    }

    /// self := ⌊x/d⌋ for a positive d; returns whether the division left a remainder.
    ///
    /// # Panics
    /// If d is 0, or x has the greatest possible number of limbs.
    pub fn set_quotient(&mut self, x: &Integer, d: &Integer) -> bool {
        let mut rest = [0; CAPACITY];
        rest[..x.len].copy_from_slice(x.limbs());
        let len = (x.len + 1).saturating_sub(d.len);
        divide(&mut rest[..x.len + 1], d.limbs(), Some(&mut self.limbs[..len]));
        self.normalize(len, x.negative);
        let inexact = limbs::significant(&rest[..x.len.min(d.len)]) > 0;
        if inexact && x.negative {
            let truncated = self.clone();
            self.set_sum(&truncated, Sign::Minus, &Integer::from(1));
        }
        inexact
    }
}

/// Divides `x`, whose highest limb is 0, by `d`: the remainder is left in `x[..d.len()]`, and the limbs of
/// the quotient go to `quotient`, whose length is that of `x` minus that of `d`.
///
/// # Panics
/// If `d` is empty.
pub(super) fn divide(x: &mut [u64], d: &[u64], mut quotient: Option<&mut [u64]>) {
    if x.len() <= d.len() {
        return;
    }
    if let [limb] = d {
        let divisor = Divisor::new(*limb);
        let mut rest = 0;
        for i in (0..x.len() - 1).rev() {
            let digit;
            (digit, rest) = divisor.divide(rest, x[i]);
            if let Some(quotient) = quotient.as_deref_mut() {
                quotient[i] = digit;
            }
        }
        x[0] = rest;
        return;
    }
    let n = d.len();
    let top = Top::new(d);
    for j in (0..x.len() - n).rev() {
        let window = &mut x[j..=j + n];
        let mut digit = top.estimate(window);
        let (low, high) = window.split_at_mut(n);
        let above = limbs::sub_row(low, d, digit);
        let mut borrow;
        (high[0], borrow) = high[0].overflowing_sub(above);
        while borrow {
            digit = digit.wrapping_sub(1);
            let carry = limbs::add_assign(low, d);
            let out;
            (high[0], out) = high[0].overflowing_add(u64::from(carry));
            borrow = !out;
        }
        if let Some(quotient) = quotient.as_deref_mut() {
            quotient[j] = digit;
        }
    }
}

/// The leading 128 bits of a divisor, shifted until the highest is set, and their reciprocal.
struct Top {
    shift: u32,
    d1: u64,
    d0: u64,
    reciprocal: u64,
}

impl Top {
    fn new(d: &[u64]) -> Top {
        let n = d.len();
        let shift = d[n - 1].leading_zeros();
        let below = if n > 2 { d[n - 3] } else { 0 };
        let (d1, d0) = (joined(d[n - 1], d[n - 2], shift), joined(d[n - 2], below, shift));
        Top { shift, d1, d0, reciprocal: reciprocal(d1, d0) }
    }

    /// A limb of the quotient from the leading limbs of the window, which is one limb longer than the
    /// divisor. It is exact, or one or two too large because the divisor's other limbs are not used.
    fn estimate(&self, window: &[u64]) -> u64 {
        let n = window.len();
        let below = if n > 3 { window[n - 4] } else { 0 };
        let u2 = joined(window[n - 1], window[n - 2], self.shift);
        let u1 = joined(window[n - 2], window[n - 3], self.shift);
        let u0 = joined(window[n - 3], below, self.shift);
        let d = u128::from(self.d1) << 64 | u128::from(self.d0);
        let leading = u128::from(u2) << 64 | u128::from(u1);
        if leading >= d {
            return u64::MAX;
        }
        // Algorithm 4: the quotient of three limbs by two.
        let q = (u128::from(self.reciprocal) * u128::from(u2)).wrapping_add(leading);
        let (mut high, low) = ((q >> 64) as u64, q as u64);
        let r1 = u1.wrapping_sub(high.wrapping_mul(self.d1));
        let rest = (u128::from(r1) << 64 | u128::from(u0))
            .wrapping_sub(u128::from(self.d0) * u128::from(high))
            .wrapping_sub(d);
        high = high.wrapping_add(1);
        let mut rest = rest;
        if (rest >> 64) as u64 >= low {
            high = high.wrapping_sub(1);
            rest = rest.wrapping_add(d);
        }
        if rest >= d { high.wrapping_add(1) } else { high }
    }
}

/// `high`·2^shift with the highest bits of `low` below it.
fn joined(high: u64, low: u64, shift: u32) -> u64 {
    high << shift | (low >> 1) >> (63 - shift)
}

/// Algorithm 6: ⌊(2^192 − 1)/(d1·2^64 + d0)⌋ − 2^64 for a d1 with its highest bit set.
fn reciprocal(d1: u64, d0: u64) -> u64 {
    let mut v = divide_two_words(!d1, u64::MAX, d1);
    let mut p = d1.wrapping_mul(v).wrapping_add(d0);
    if p < d0 {
        v = v.wrapping_sub(1);
        if p >= d1 {
            v = v.wrapping_sub(1);
            p = p.wrapping_sub(d1);
        }
        p = p.wrapping_sub(d1);
    }
    let t = u128::from(v) * u128::from(d0);
    let (p, carry) = p.overflowing_add((t >> 64) as u64);
    if carry {
        v = v.wrapping_sub(1);
        if u128::from(p) << 64 | u128::from(t as u64) >= u128::from(d1) << 64 | u128::from(d0) {
            v = v.wrapping_sub(1);
        }
    }
    v
}
