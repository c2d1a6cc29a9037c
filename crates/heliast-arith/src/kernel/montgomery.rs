//! Montgomery's representation in 64-bit limbs, which the kernels on general registers share. Only their
//! product and squaring differ.
//!
//! A residue x is stored as x·R mod N in L canonical limbs, where L is at least the length of N and R =
//! 2^(64·L) (Montgomery, "Modular multiplication without trial division", 1985).

pub(super) mod parity;

use super::Kernel;
use crate::{backend::Backend, int::Natural, limbs};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The greatest number of limbs of a modulus: 8192 bits.
pub(super) const MAX_LIMBS: usize = 128;

/// The operations that differ between kernels.
pub(super) trait Products: Send + Sync {
    const BACKEND: Backend;

    /// `a = a·b/R mod N`, canonical if a·b < N·R.
    fn multiply(&self, a: &mut [u64], b: &[u64], modulus: &Modulus);

    /// `a = a^(2^count)/R^(2^count − 1) mod N`, canonical if count > 0 and a < N.
    fn square_n(&self, a: &mut [u64], count: u64, modulus: &Modulus);

    /// [`Kernel::square_and_double`], if there is code for it; returns whether there is.
    fn square_and_double(&self, _a: &mut [u64], _exponent: &Natural, _count: usize) -> bool {
        false
    }

    /// [`Kernel::lucas_step`], if there is code for it; returns whether there is.
    fn lucas_step(&self, _doubled: &mut [u64], _mixed: &mut [u64], _p: &[u64], _two: &[u64]) -> bool {
        false
    }

    /// Bit 64·L of a·b, for a of L limbs and b of L + 1.
    fn bit_above(&self, a: &[u64], b: &[u64]) -> bool {
        parity::bit_above(a, b)
    }
}

/// An odd number N prepared for reductions.
pub(super) struct Modulus {
    /// N, in L limbs.
    pub(super) limbs: Vec<u64>,
    /// −N^−1 mod 2^64.
    pub(super) negated_inverse: u64,
}

impl Modulus {
    /// Subtracts N once if carry·R + a ≥ N.
    #[inline(always)]
    pub(super) fn make_canonical(&self, a: &mut [u64], carry: bool) {
        make_canonical(a, &self.limbs, carry);
    }
}

pub(super) struct Montgomery<P> {
    modulus: Modulus,
    /// R² mod N.
    square_of_r: Vec<u64>,
    products: P,
}

impl<P: Products> Montgomery<P> {
    /// The kernel for an odd number of at most [`MAX_LIMBS`] limbs, with residues of `length` limbs.
    pub(super) fn new(odd: &Natural, length: usize, products: impl FnOnce(&Modulus) -> P) -> Montgomery<P> {
        debug_assert!(!odd.is_even() && odd.limbs().len() <= length && length <= MAX_LIMBS);
        let square_of_r = &Natural::one().shl(128 * length) % odd;
        let modulus = Modulus {
            limbs: padded(odd, length),
            negated_inverse: limbs::inverse_of_odd(odd.low_limb()).wrapping_neg(),
        };
        Montgomery { products: products(&modulus), square_of_r: padded(&square_of_r, length), modulus }
    }
}

impl<P: Products> Kernel for Montgomery<P> {
    fn backend(&self) -> Backend {
        P::BACKEND
    }

    fn len(&self) -> usize {
        self.modulus.limbs.len()
    }

    fn enter(&self, value: &Natural) -> Vec<u64> {
        let mut a = padded(value, self.len());
        self.mul(&mut a, &self.square_of_r);
        a
    }

    fn leave(&self, a: &[u64]) -> Natural {
        // The product with 1 is canonical for every a below R.
        let mut product = padded(&Natural::one(), self.len());
        self.mul(&mut product, a);
        Natural::from_limbs(product)
    }

    fn mul(&self, a: &mut [u64], b: &[u64]) {
        self.products.multiply(a, b, &self.modulus);
    }

    fn square_n(&self, a: &mut [u64], n: u64) {
        self.products.square_n(a, n, &self.modulus);
    }

    fn square_and_double(&self, a: &mut [u64], exponent: &Natural, count: usize) {
        if !self.products.square_and_double(a, exponent, count) {
            super::square_and_double(self, a, exponent, count);
        }
    }

    fn lucas_step(&self, doubled: &mut [u64], mixed: &mut [u64], p: &[u64], two: &[u64]) {
        if !self.products.lucas_step(doubled, mixed, p, two) {
            super::lucas_step(self, doubled, mixed, p, two);
        }
    }

    fn retrace(&self, a: &mut [u64], mut is_odd: bool, steps: u64) -> bool {
        let (one, inverse) = (self.enter(&Natural::one()), parity::negated_inverse(&self.modulus));
        let mut is_negative = false;
        for _ in 0..steps {
            self.square_n(a, 1);
            is_negative = is_odd;
            let is_square_odd = self.products.bit_above(a, &inverse);
            if is_square_odd {
                self.add(a, &one);
            } else {
                self.sub(a, &one);
            }
            is_odd = is_square_odd == is_negative;
        }
        is_negative
    }

    fn add(&self, a: &mut [u64], b: &[u64]) {
        let carry = limbs::add_assign(a, b);
        self.modulus.make_canonical(a, carry);
    }

    fn double(&self, a: &mut [u64]) {
        let carry = limbs::shift_left(a, 1) == 1;
        self.modulus.make_canonical(a, carry);
    }

    fn sub(&self, a: &mut [u64], b: &[u64]) {
        // The borrow is random, so a branch could not be predicted.
        let mask = u64::from(limbs::sub_assign(a, b)).wrapping_neg();
        let mut carry = false;
        for (x, &n) in a.iter_mut().zip(&self.modulus.limbs) {
            (*x, carry) = limbs::add_carry(*x, n & mask, carry);
        }
    }

    fn half(&self, a: &mut [u64]) {
        let odd = a[0] & 1 == 1;
        let carry = odd && limbs::add_assign(a, &self.modulus.limbs);
        limbs::shift_right(a, 1, u64::from(carry));
    }

    fn equal(&self, a: &[u64], b: &[u64]) -> bool {
        a == b
    }
}

/// Subtracts n once if carry·R + a ≥ n.
#[inline(always)]
pub(super) fn make_canonical(a: &mut [u64], n: &[u64], carry: bool) {
    if carry || limbs::compare(a, n) != Ordering::Less {
        limbs::sub_assign(a, n);
    }
}

/// Calls `work` with 2·`length` zero limbs on the stack. There are few of them for short moduli, whose
/// products cost less than clearing the longest scratch.
#[inline(always)]
pub(super) fn with_scratch<T>(length: usize, work: impl FnOnce(&mut [u64]) -> T) -> T {
    match length {
        0..=8 => work(&mut [0; 16][..2 * length]),
        9..=32 => work(&mut [0; 64][..2 * length]),
        _ => work(&mut [0; 2 * MAX_LIMBS][..2 * length]),
    }
}

/// The limbs of `value` and zeros up to `length`.
pub(super) fn padded(value: &Natural, length: usize) -> Vec<u64> {
    let mut limbs = value.limbs().to_vec();
    limbs.resize(length, 0);
    limbs
}

#[cfg(test)]
mod tests;
