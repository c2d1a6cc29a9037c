//! Jacobi symbols and powers.

use crate::{int::Natural, ring::Ring};
use core::mem;

impl Natural {
    /// The Jacobi symbol (self/n): −1, 0 or 1; 0 means a common factor, or an even `n`, for which it is not
    /// defined.
    ///
    /// Euclid's algorithm with the law of quadratic reciprocity (Cohen, algorithm 1.4.10, with full
    /// remainders).
    pub fn jacobi(&self, n: &Natural) -> i32 {
        if n.is_even() {
            return 0;
        }
        let mut sign = 1;
        let mut bottom = n.clone();
        let mut top = self % n;
        while !top.is_zero() {
            let twos = top.trailing_zeros();
            if twos % 2 == 1 && matches!(bottom.low_limb() % 8, 3 | 5) {
                sign = -sign;
            }
            top = top.shr(twos);
            if top.low_limb() % 4 == 3 && bottom.low_limb() % 4 == 3 {
                sign = -sign;
            }
            mem::swap(&mut top, &mut bottom);
            top = &top % &bottom;
        }
        if bottom.is_one() { sign } else { 0 }
    }

    /// The power modulo any `modulus` (0 modulo 1).
    ///
    /// Montgomery arithmetic for odd moduli of at most 8192 bits, one full division per product for the
    /// others.
    ///
    /// # Panics
    /// If `modulus` is 0.
    pub fn pow_mod(&self, exponent: &Natural, modulus: &Natural) -> Natural {
        if let Ok(ring) = Ring::new(modulus) {
            return ring.natural(&ring.pow(&ring.residue(self), exponent));
        }
        let base = self % modulus;
        let mut power = &Natural::one() % modulus;
        for index in (0..exponent.bits()).rev() {
            power = &(&power * &power) % modulus;
            if exponent.bit(index) {
                power = &(&power * &base) % modulus;
            }
        }
        power
    }
}

#[cfg(test)]
mod tests;
