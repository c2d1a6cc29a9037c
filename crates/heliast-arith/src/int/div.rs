//! Division with remainder.
//!
//! One limb: Möller and Granlund, "Improved division by invariant integers" (2011), algorithm 4: two
//! multiplications per limb in place of a division. Several limbs: Knuth, The Art of Computer Programming 2,
//! section 4.3.1, algorithm D.

use super::Natural;
use crate::limbs;
use alloc::{vec, vec::Vec};
use core::ops::{Div, Rem};

impl Natural {
    /// Quotient and remainder: `self = q·divisor + r` with 0 ≤ r < divisor.
    ///
    /// # Panics
    /// If `divisor` is 0.
    pub fn div_rem(&self, divisor: &Natural) -> (Natural, Natural) {
        match divisor.limbs[..] {
            [] => panic!("division by zero: check the divisor first"),
            [limb] => {
                let (quotient, remainder) = self.div_rem_u64(limb);
                (quotient, Natural::from(remainder))
            }
            _ if self < divisor => (Natural::zero(), self.clone()),
            _ => divide(self, divisor),
        }
    }

    /// Quotient and remainder by one limb.
    ///
    /// # Panics
    /// If `divisor` is 0.
    pub fn div_rem_u64(&self, divisor: u64) -> (Natural, u64) {
        let divisor = Divisor::new(divisor);
        let mut quotient = self.limbs.clone();
        let mut remainder = 0;
        for limb in quotient.iter_mut().rev() {
            (*limb, remainder) = divisor.divide(remainder, *limb);
        }
        (Natural::from_limbs(quotient), remainder)
    }

    /// The remainder by one limb.
    ///
    /// # Panics
    /// If `divisor` is 0.
    pub fn rem_u64(&self, divisor: u64) -> u64 {
        let divisor = Divisor::new(divisor);
        self.limbs.iter().rev().fold(0, |remainder, &limb| divisor.divide(remainder, limb).1)
    }
}

/// Algorithm D for a divisor of at least two limbs and a dividend that is not smaller.
fn divide(dividend: &Natural, divisor: &Natural) -> (Natural, Natural) {
    // D1: shift both so that the top bit of the divisor is set.
    let shift = divisor.limbs[divisor.limbs.len() - 1].leading_zeros();
    let mut v = divisor.limbs.clone();
    limbs::shift_left(&mut v, shift);
    let mut u = Vec::with_capacity(dividend.limbs.len() + 1);
    u.extend_from_slice(&dividend.limbs);
    let carry = limbs::shift_left(&mut u, shift);
    u.push(carry);

    // D2 to D7: one limb of the quotient at a time, from the top.
    let n = v.len();
    let top = Divisor::new(v[n - 1]);
    let mut quotient = vec![0; u.len() - n];
    for j in (0..quotient.len()).rev() {
        let window = &mut u[j..=j + n];
        let estimate = estimate_limb(&top, v[n - 2], window[n], window[n - 1], window[n - 2]);
        quotient[j] = subtract_multiple(window, &v, estimate);
    }

    // D8: the remainder, shifted back.
    u.truncate(n);
    limbs::shift_right(&mut u, shift, 0);
    (Natural::from_limbs(quotient), Natural::from_limbs(u))
}

/// D3: a limb of the quotient from the top three limbs of the window and the top two of the divisor (`top`
/// and `second`); at most one too large.
fn estimate_limb(top: &Divisor, second: u64, u2: u64, u1: u64, u0: u64) -> u64 {
    let (mut estimate, mut rest) = if u2 >= top.value() {
        // The window is below B·divisor, so u2 = top here, and the quotient limb is at most B − 1.
        match u1.checked_add(top.value()) {
            Some(rest) => (u64::MAX, rest),
            None => return u64::MAX,
        }
    } else {
        top.divide(u2, u1)
    };
    while u128::from(estimate) * u128::from(second) > u128::from(rest) << 64 | u128::from(u0) {
        estimate -= 1;
        match rest.checked_add(top.value()) {
            Some(larger) => rest = larger,
            None => break,
        }
    }
    estimate
}

/// D4 to D6: `window −= estimate·v`. If the result is below zero, the estimate was one too large and v is
/// added back. Returns the right limb of the quotient.
fn subtract_multiple(window: &mut [u64], v: &[u64], estimate: u64) -> u64 {
    let (low, high) = window.split_at_mut(v.len());
    let mut carry = 0;
    let mut borrow = false;
    for (x, &y) in low.iter_mut().zip(v) {
        let product;
        (product, carry) = limbs::mul_add(0, estimate, y, carry);
        (*x, borrow) = limbs::sub_borrow(*x, product, borrow);
    }
    (high[0], borrow) = limbs::sub_borrow(high[0], carry, borrow);
    if !borrow {
        return estimate;
    }
    let carry = limbs::add_assign(low, v);
    high[0] = high[0].wrapping_add(u64::from(carry));
    estimate - 1
}

/// A one-limb divisor with its reciprocal.
pub(crate) struct Divisor {
    /// The divisor, shifted left until its top bit is set.
    shifted: u64,
    shift: u32,
    /// ⌊(2^128 − 1)/shifted⌋ − 2^64.
    reciprocal: u64,
}

impl Divisor {
    pub(crate) fn new(divisor: u64) -> Divisor {
        assert!(divisor != 0, "division by zero: check the divisor first");
        let shift = divisor.leading_zeros();
        let shifted = divisor << shift;
        let reciprocal = (u128::MAX / u128::from(shifted)) as u64;
        Divisor { shifted, shift, reciprocal }
    }

    fn value(&self) -> u64 {
        self.shifted >> self.shift
    }

    /// Quotient and remainder of high·2^64 + low, for high < divisor.
    #[inline(always)]
    pub(crate) fn divide(&self, high: u64, low: u64) -> (u64, u64) {
        let joined = (u128::from(high) << 64 | u128::from(low)) << self.shift;
        let (u1, u0) = ((joined >> 64) as u64, joined as u64);
        let estimate = (u128::from(self.reciprocal) * u128::from(u1)).wrapping_add(joined);
        let mut quotient = ((estimate >> 64) as u64).wrapping_add(1);
        let mut remainder = u0.wrapping_sub(quotient.wrapping_mul(self.shifted));
        if remainder > estimate as u64 {
            quotient = quotient.wrapping_sub(1);
            remainder = remainder.wrapping_add(self.shifted);
        }
        if remainder >= self.shifted {
            quotient = quotient.wrapping_add(1);
            remainder -= self.shifted;
        }
        (quotient, remainder >> self.shift)
    }
}

impl Div for &Natural {
    type Output = Natural;

    /// The quotient, rounded down. Panics if `divisor` is 0.
    fn div(self, divisor: &Natural) -> Natural {
        self.div_rem(divisor).0
    }
}

impl Rem for &Natural {
    type Output = Natural;

    /// The remainder. Panics if `divisor` is 0.
    fn rem(self, divisor: &Natural) -> Natural {
        self.div_rem(divisor).1
    }
}

#[cfg(test)]
mod tests;
