//! Unsigned integers of any size, in variable time.

mod div;
mod gcd;
mod root;
mod text;

pub(crate) use div::Divisor;

use crate::limbs;
use alloc::{vec, vec::Vec};
use core::{
    cmp::Ordering,
    ops::{Add, Mul},
};
use zeroize::Zeroize;

/// An unsigned integer of any size: little-endian 64-bit limbs without leading zero limbs.
///
/// Every operation takes variable time. A number that is secret is wiped with [`Zeroize::zeroize`];
/// intermediate values of an operation are not wiped.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Natural {
    limbs: Vec<u64>,
}

impl Natural {
    /// 0.
    pub const fn zero() -> Natural {
        Natural { limbs: Vec::new() }
    }

    /// 1.
    pub fn one() -> Natural {
        Natural::from(1u64)
    }

    /// The number with these little-endian limbs; leading zero limbs are allowed.
    pub fn from_limbs(limbs: impl Into<Vec<u64>>) -> Natural {
        let mut limbs = limbs.into();
        let length = limbs.iter().rposition(|&limb| limb != 0).map_or(0, |top| top + 1);
        limbs.truncate(length);
        Natural { limbs }
    }

    /// The little-endian limbs, without leading zero limbs; none for 0.
    pub fn limbs(&self) -> &[u64] {
        &self.limbs
    }

    /// The number of bits without leading zeros; 0 for 0.
    pub fn bits(&self) -> usize {
        match self.limbs.last() {
            Some(top) => 64 * self.limbs.len() - top.leading_zeros() as usize,
            None => 0,
        }
    }

    /// Bit `index` (0 is the lowest); bits above the number are 0.
    pub fn bit(&self, index: usize) -> bool {
        self.limbs.get(index / 64).is_some_and(|limb| limb >> (index % 64) & 1 == 1)
    }

    /// Whether the number is 0.
    pub fn is_zero(&self) -> bool {
        self.limbs.is_empty()
    }

    /// Whether the number is 1.
    pub fn is_one(&self) -> bool {
        self.limbs == [1]
    }

    /// Whether 2 divides the number.
    pub fn is_even(&self) -> bool {
        !self.bit(0)
    }

    /// The exponent of the highest power of 2 that divides the number; 0 for 0.
    pub fn trailing_zeros(&self) -> usize {
        match self.limbs.iter().position(|&limb| limb != 0) {
            Some(index) => 64 * index + self.limbs[index].trailing_zeros() as usize,
            None => 0,
        }
    }

    /// The number modulo 2^64.
    pub(crate) fn low_limb(&self) -> u64 {
        self.limbs.first().copied().unwrap_or(0)
    }

    /// The sum.
    pub fn add(&self, other: &Natural) -> Natural {
        let (long, short) = if self.limbs.len() >= other.limbs.len() { (self, other) } else { (other, self) };
        let mut sum = Vec::with_capacity(long.limbs.len() + 1);
        sum.extend_from_slice(&long.limbs);
        if limbs::add_assign(&mut sum, &short.limbs) {
            sum.push(1);
        }
        Natural { limbs: sum }
    }

    /// The difference, or `None` if `other` is larger.
    pub fn sub(&self, other: &Natural) -> Option<Natural> {
        if self < other {
            return None;
        }
        let mut difference = self.limbs.clone();
        limbs::sub_assign(&mut difference, &other.limbs);
        Some(Natural::from_limbs(difference))
    }

    /// The product (schoolbook: one limb product per pair of limbs).
    pub fn mul(&self, other: &Natural) -> Natural {
        if self.is_zero() || other.is_zero() {
            return Natural::zero();
        }
        let mut product = vec![0; self.limbs.len() + other.limbs.len()];
        limbs::multiply(&mut product, &self.limbs, &other.limbs);
        Natural::from_limbs(product)
    }

    /// The number times 2^`bits`.
    pub fn shl(&self, bits: usize) -> Natural {
        if self.is_zero() {
            return Natural::zero();
        }
        let mut shifted = vec![0; bits / 64];
        shifted.extend_from_slice(&self.limbs);
        let carry = limbs::shift_left(&mut shifted, (bits % 64) as u32);
        shifted.push(carry);
        Natural::from_limbs(shifted)
    }

    /// The number divided by 2^`bits`, rounded down.
    pub fn shr(&self, bits: usize) -> Natural {
        let mut shifted = self.limbs.get(bits / 64..).unwrap_or_default().to_vec();
        limbs::shift_right(&mut shifted, (bits % 64) as u32, 0);
        Natural::from_limbs(shifted)
    }

    /// The number modulo 2^`bits`.
    pub fn low_bits(&self, bits: usize) -> Natural {
        if bits >= self.bits() {
            return self.clone();
        }
        let mut low = self.limbs[..bits.div_ceil(64)].to_vec();
        if let (Some(top), 1..) = (low.last_mut(), bits % 64) {
            *top &= (1 << (bits % 64)) - 1;
        }
        Natural::from_limbs(low)
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Natural) -> Ordering {
        self.limbs.len().cmp(&other.limbs.len()).then_with(|| limbs::compare(&self.limbs, &other.limbs))
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Natural) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<u64> for Natural {
    fn from(value: u64) -> Natural {
        Natural::from_limbs([value])
    }
}

impl From<u128> for Natural {
    fn from(value: u128) -> Natural {
        Natural::from_limbs([value as u64, (value >> 64) as u64])
    }
}

impl Add for &Natural {
    type Output = Natural;

    fn add(self, other: &Natural) -> Natural {
        Natural::add(self, other)
    }
}

impl Mul for &Natural {
    type Output = Natural;

    fn mul(self, other: &Natural) -> Natural {
        Natural::mul(self, other)
    }
}

impl Zeroize for Natural {
    /// Wipes the limbs; the number is 0 afterwards.
    fn zeroize(&mut self) {
        self.limbs.zeroize();
    }
}

#[cfg(test)]
mod tests;
