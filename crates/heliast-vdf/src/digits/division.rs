//! The bits of floor(2^t / l), from any position downwards.

use alloc::vec::Vec;
use heliast_arith::{Natural, Residue, Ring};

/// The number of bits of the quotient that one step of the division gives.
const STEP: u32 = 48;

/// Long division of 2^t by l, [`STEP`] bits at a time (Knuth, *The Art of Computer Programming* 2, 4.3.1,
/// algorithm D with one digit of the quotient). A step is one division of 128 by 64 bits and two passes over
/// the limbs of l.
pub(crate) struct Division {
    /// l·2^shift, so that its highest bit is the highest of a limb.
    divisor: Vec<u64>,
    /// The rest of the dividend, below l, also times 2^shift.
    remainder: Vec<u64>,
    shift: usize,
    /// Computed bits of the quotient; the lowest `left` of them are not returned yet.
    found: u64,
    left: u32,

    ring: Ring,
    /// 2^exponent mod l for the last exponent that was sought.
    start: (u64, Residue),
    /// 2^stride mod l.
    stride: (u64, Residue),
}

impl Division {
    /// A division by a prime above 2^64. Seeking from an exponent to the one `stride` above it is cheap.
    pub(crate) fn new(prime: &Natural, stride: u64) -> Option<Division> {
        let ring = Ring::new(prime).ok()?;
        let limbs = prime.limbs().len();
        let shift = 64 * limbs - prime.bits();
        if limbs < 2 {
            return None;
        }
        Some(Division {
            divisor: prime.shl(shift).limbs().to_vec(),
            remainder: alloc::vec![0; limbs],
            shift,
            found: 0,
            left: 0,
            start: (0, ring.one()),
            stride: (stride, power_of_two(&ring, stride)),
            ring,
        })
    }

    /// Moves to the bits of the quotient below position t − `exponent`. The bits above are skipped.
    pub(crate) fn seek(&mut self, exponent: u64) {
        let (last, power) = &mut self.start;
        if last.checked_add(self.stride.0) == Some(exponent) {
            self.ring.mul_assign(power, &self.stride.1);
        } else {
            *power = power_of_two(&self.ring, exponent);
        }
        *last = exponent;
        let remainder = self.ring.natural(power).shl(self.shift);
        self.remainder.fill(0);
        self.remainder.iter_mut().zip(remainder.limbs()).for_each(|(to, from)| *to = *from);
        self.left = 0;
    }

    /// The next `width` bits, at most 16.
    pub(crate) fn digit(&mut self, width: u32) -> u16 {
        debug_assert!(width <= 16);
        if self.left < width {
            self.found = self.found << STEP | self.step();
            self.left += STEP;
        }
        self.left -= width;
        (self.found >> self.left & ((1 << width) - 1)) as u16
    }

    /// floor(2^STEP·remainder / divisor), below 2^STEP; the remainder stays.
    fn step(&mut self) -> u64 {
        let mut carry = 0;
        for limb in &mut self.remainder {
            (*limb, carry) = (*limb << STEP | carry, *limb >> (64 - STEP));
        }
        let top = self.divisor.len() - 1;
        let numerator = u128::from(carry) << 64 | u128::from(self.remainder[top]);
        // At most 2 too large, because the divisor's highest bit is set.
        let mut quotient = (numerator / u128::from(self.divisor[top])) as u64;
        let mut above = carry.wrapping_sub(subtract_multiple(&mut self.remainder, &self.divisor, quotient));
        while above != 0 {
            quotient -= 1;
            above = above.wrapping_add(add(&mut self.remainder, &self.divisor));
        }
        quotient
    }
}

/// 2^exponent modulo the ring's modulus.
fn power_of_two(ring: &Ring, exponent: u64) -> Residue {
    ring.pow(&ring.residue(&Natural::from(2u64)), &Natural::from(exponent))
}

/// a := a − factor·b; returns the limb to be subtracted above a. `factor` is below 2^63.
fn subtract_multiple(a: &mut [u64], b: &[u64], factor: u64) -> u64 {
    let mut owed = 0;
    for (a, b) in a.iter_mut().zip(b) {
        let product = u128::from(factor) * u128::from(*b) + u128::from(owed);
        let (difference, under) = a.overflowing_sub(product as u64);
        *a = difference;
        owed = (product >> 64) as u64 + u64::from(under);
    }
    owed
}

/// a := a + b; returns the carry.
fn add(a: &mut [u64], b: &[u64]) -> u64 {
    let mut carry = false;
    for (a, b) in a.iter_mut().zip(b) {
        let (sum, over) = a.overflowing_add(*b);
        let (sum, over_too) = sum.overflowing_add(u64::from(carry));
        *a = sum;
        carry = over || over_too;
    }
    carry.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares every part of the quotient, for divisors of all shapes, with a single division.
    #[test]
    fn digits_are_those_of_the_quotient() {
        let ones = |bits: usize| Natural::one().shl(bits).sub(&Natural::one()).unwrap();
        let divisors = [
            ones(65),
            ones(128),
            ones(256),
            Natural::one().shl(64).add(&Natural::one()),
            Natural::one().shl(255).add(&Natural::one()),
            Natural::one().shl(191).add(&ones(64)),
            Natural::from_be_bytes(&[0xb5; 32]),
            Natural::from_be_bytes(&[0x35; 33]),
        ];
        let t = 1500;
        for divisor in divisors {
            let (quotient, _) = Natural::one().shl(t).div_rem(&divisor);
            for width in 1..=16 {
                let mut division = Division::new(&divisor, 100).unwrap();
                for start in [0, 100, 200, 37] {
                    division.seek(start);
                    for position in (0..=t - start as usize - width).rev().step_by(width) {
                        let expected = (0..width)
                            .fold(0, |digit, bit| digit | u16::from(quotient.bit(position + bit)) << bit);
                        assert_eq!(
                            division.digit(width as u32),
                            expected,
                            "{divisor:x}: {width} bits at {position}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn short_and_even_divisors_are_left_to_others() {
        assert!(Division::new(&Natural::from(u64::MAX), 1).is_none());
        assert!(Division::new(&Natural::one().shl(70), 1).is_none());
    }
}
