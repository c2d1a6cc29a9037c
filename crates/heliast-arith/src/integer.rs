//! Signed integers of fixed capacity, which are on the stack, for the composition of binary quadratic forms.
//!
//! [`Natural`] allocates for every result. Each squaring of forms in a chain makes some twenty results of a
//! few hundred bits. So here results go into integers that their owner keeps: every operation is a `set_…` of
//! its target.
//!
//! # Bounds
//!
//! [`CAPACITY`] limbs are 4608 bits. With a discriminant of n ≤ 4096 bits the coefficients a and b of a
//! reduced form have at most n/2 bits and c at most n − 1; all products that a composition makes are below
//! 2^(n + 64) in absolute value (the documentation of `heliast_group::ClassGroup` shows this for each
//! product). A result that exceeds the capacity panics, because only a wrong bound can lead to one.

mod bezout;
mod division;
mod exact;
mod gcd;
mod lehmer;
mod products;
mod words;

use crate::{Natural, limbs};
use core::{cmp::Ordering, fmt, mem};

pub use bezout::{Bezout, ShortBasis, SmallRemainder};
pub use exact::ExactDivisor;

/// The number of limbs for which an [`Integer`] has room.
pub const CAPACITY: usize = 72;

/// A signed integer below 2^4608 in absolute value. Operations take variable time.
#[derive(Clone)]
pub struct Integer {
    /// The number of limbs in use, the highest of them not 0; 0 for the number 0.
    len: usize,
    /// Whether the integer is below 0; false for 0.
    negative: bool,
    /// The magnitude, little-endian; limbs from `len` on have no meaning.
    limbs: [u64; CAPACITY],
}

/// Whether the second term of a sum is added or subtracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// Added.
    Plus,
    /// Subtracted.
    Minus,
}

impl Integer {
    /// 0.
    pub const fn zero() -> Integer {
        Integer { len: 0, negative: false, limbs: [0; CAPACITY] }
    }

    /// The integer with this magnitude and sign; `None` if it has more than [`CAPACITY`] limbs.
    pub fn new(magnitude: &Natural, negative: bool) -> Option<Integer> {
        let mut integer = Integer::zero();
        if magnitude.limbs().len() > CAPACITY {
            return None;
        }
        integer.assign(magnitude, negative);
        Some(integer)
    }

    /// Takes this magnitude and sign.
    ///
    /// # Panics
    /// If the magnitude has more than [`CAPACITY`] limbs.
    pub fn assign(&mut self, magnitude: &Natural, negative: bool) {
        self.set_limbs(magnitude.limbs(), negative);
    }

    /// Takes the value of another integer.
    pub fn copy_from(&mut self, other: &Integer) {
        copy(&mut self.limbs, &other.limbs, other.len);
        (self.len, self.negative) = (other.len, other.negative);
    }

    /// Exchanges the values of two integers: only the limbs in use are moved.
    pub fn swap(&mut self, other: &mut Integer) {
        let len = self.len.max(other.len);
        self.limbs[..len].swap_with_slice(&mut other.limbs[..len]);
        mem::swap(&mut self.len, &mut other.len);
        mem::swap(&mut self.negative, &mut other.negative);
    }

    /// The absolute value.
    pub fn magnitude(&self) -> Natural {
        Natural::from_limbs(self.limbs())
    }

    /// Whether the integer is below 0.
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// Whether the integer is 0.
    pub fn is_zero(&self) -> bool {
        self.len == 0
    }

    /// Whether the integer is 1.
    pub fn is_one(&self) -> bool {
        !self.negative && self.limbs() == [1]
    }

    /// Whether 2 divides the integer.
    pub fn is_even(&self) -> bool {
        self.len == 0 || self.limbs[0] & 1 == 0
    }

    /// The number of bits of the magnitude without leading zeros; 0 for 0.
    pub fn bits(&self) -> usize {
        match self.limbs().last() {
            Some(top) => 64 * self.len - top.leading_zeros() as usize,
            None => 0,
        }
    }

    /// Compares absolute values.
    pub fn compare_magnitudes(&self, other: &Integer) -> Ordering {
        self.len.cmp(&other.len).then_with(|| limbs::compare(self.limbs(), other.limbs()))
    }

    /// self := −self.
    pub fn negate(&mut self) {
        self.negative = !self.negative && self.len > 0;
    }

    /// self := |self|.
    pub fn make_positive(&mut self) {
        self.negative = false;
    }

    /// self := x ± y.
    pub fn set_sum(&mut self, x: &Integer, sign: Sign, y: &Integer) {
        let y_negative = y.negative ^ (sign == Sign::Minus);
        if x.negative == y_negative {
            self.set_magnitude_sum(x, y);
            self.negative = x.negative && self.len > 0;
            return;
        }
        let (large, small, negative) = match x.compare_magnitudes(y) {
            Ordering::Less => (y, x, y_negative),
            _ => (x, y, x.negative),
        };
        self.limbs[..large.len].copy_from_slice(large.limbs());
        limbs::sub_assign(&mut self.limbs[..large.len], small.limbs());
        self.normalize(large.len, negative);
    }

    /// self := self/2, rounded towards 0.
    pub fn halve(&mut self) {
        limbs::shift_right(&mut self.limbs[..self.len], 1, 0);
        self.normalize(self.len, self.negative);
    }

    /// self := 2·self.
    pub fn double(&mut self) {
        let carry = limbs::shift_left(&mut self.limbs[..self.len], 1);
        if carry != 0 {
            self.limbs[self.len] = carry;
            self.len += 1;
        }
    }

    /// The limbs of the magnitude, the highest of them not 0.
    pub(crate) fn limbs(&self) -> &[u64] {
        &self.limbs[..self.len]
    }

    /// Takes these limbs, of which the highest may be 0.
    pub(crate) fn set_limbs(&mut self, limbs: &[u64], negative: bool) {
        self.limbs[..limbs.len()].copy_from_slice(limbs);
        self.normalize(limbs.len(), negative);
    }

    /// Takes the lowest `len` limbs of a row of fixed length.
    #[inline(always)]
    fn take<const N: usize>(&mut self, row: &[u64; N], len: usize, negative: bool) {
        copy(&mut self.limbs, row, len);
        self.normalize(len, negative);
    }

    /// The lowest N limbs.
    fn low<const N: usize>(&self) -> [u64; N] {
        // Higher limbs are read, and replaced by 0 without a branch.
        core::array::from_fn(|i| if i < self.len { self.limbs[i] } else { 0 })
    }

    /// |x| + |y|.
    fn set_magnitude_sum(&mut self, x: &Integer, y: &Integer) {
        let (long, short) = if x.len >= y.len { (x, y) } else { (y, x) };
        self.limbs[..long.len].copy_from_slice(long.limbs());
        self.len = long.len;
        if limbs::add_assign(&mut self.limbs[..long.len], short.limbs()) {
            self.limbs[long.len] = 1;
            self.len += 1;
        }
    }

    /// Makes the lowest `len` limbs the magnitude.
    fn normalize(&mut self, len: usize, negative: bool) {
        self.len = limbs::significant(&self.limbs[..len]);
        self.negative = negative && self.len > 0;
    }

    /// Makes the lowest `len` limbs, a number in two's complement, the value; `flip` changes its sign.
    fn normalize_complement(&mut self, len: usize, flip: bool) {
        let below_zero = self.limbs[len - 1] >> 63 == 1;
        if below_zero {
            let mut carry = true;
            for limb in &mut self.limbs[..len] {
                (*limb, carry) = limbs::add_carry(!*limb, 0, carry);
            }
        }
        self.normalize(len, below_zero ^ flip);
    }
}

/// Copies `len` limbs, and the rest of their last block of four. A call that copies just a few limbs would
/// take longer.
#[inline(always)]
fn copy<const N: usize, const M: usize>(to: &mut [u64; N], from: &[u64; M], len: usize) {
    const { assert!(N.is_multiple_of(4) && M.is_multiple_of(4)) };
    for (to, from) in to.as_chunks_mut::<4>().0.iter_mut().zip(from.as_chunks::<4>().0).take(len.div_ceil(4))
    {
        *to = *from;
    }
}

impl From<u64> for Integer {
    fn from(value: u64) -> Integer {
        let mut integer = Integer::zero();
        integer.set_limbs(&[value], false);
        integer
    }
}

impl PartialEq for Integer {
    fn eq(&self, other: &Integer) -> bool {
        self.negative == other.negative && self.limbs() == other.limbs()
    }
}

impl Eq for Integer {}

impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.negative { "-" } else { "" }, self.magnitude())
    }
}

#[cfg(test)]
mod tests;
