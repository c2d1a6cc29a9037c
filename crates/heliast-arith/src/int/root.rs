//! Integer roots: square roots rounded down, and exact odd roots.

use super::Natural;
use crate::limbs;

impl Natural {
    /// Whether the number is the square of an integer.
    pub fn is_square(&self) -> bool {
        // Only 12 of the 64 residues modulo 64 are squares, which decides most numbers.
        const SQUARES: u64 = 0x0202_0212_0203_0213;
        if SQUARES >> (self.low_limb() % 64) & 1 == 0 {
            return false;
        }
        let root = self.sqrt();
        &root * &root == *self
    }

    /// The square root, rounded down, by Newton's iteration from above (Cohen, algorithm 1.7.1).
    pub fn sqrt(&self) -> Natural {
        if self.is_zero() {
            return Natural::zero();
        }
        let mut root = Natural::one().shl(self.bits().div_ceil(2));
        loop {
            let next = (&root + &(self / &root)).shr(1);
            if next >= root {
                return root;
            }
            root = next;
        }
    }

    /// The x with x^`exponent` = n, for odd n and an odd exponent; `None` if no such x exists, or
    /// if n or the exponent is even.
    ///
    /// Modulo 2^m, x ↦ x^`exponent` permutes the odd numbers, so there is one candidate. m is 64 more than
    /// the bits that a root can have, so for most numbers n without a root the candidate is too long. With
    /// y = n^(−1/`exponent`) the candidate is n·y^(`exponent` − 1), and y comes from Newton's iteration, y +
    /// y·(1 − n·y^`exponent`)/`exponent`, which doubles the number of right bits, from one (Bernstein,
    /// "Detecting perfect powers in essentially linear time", 1998).
    pub fn odd_root(&self, exponent: u32) -> Option<Natural> {
        if self.is_even() || exponent.is_multiple_of(2) {
            return None;
        }
        let k = exponent as usize;
        if k >= self.bits() {
            return self.is_one().then(Natural::one);
        }
        let longest = self.bits().div_ceil(k);
        let length = longest + 64;
        // Six steps in one limb: 1, 2, 4, ..., 64 right bits.
        let (n, factor) = (self.low_limb(), u64::from(exponent));
        let inverse = limbs::inverse_of_odd(factor);
        let root = (0..6).fold(1u64, |y, _| {
            let rest = 1u64.wrapping_sub(n.wrapping_mul(y.wrapping_pow(exponent)));
            y.wrapping_add(y.wrapping_mul(inverse).wrapping_mul(rest))
        });
        let factor = Natural::from(factor);
        let (mut root, mut inverse, mut right) = (Natural::from(root), Natural::from(inverse), 64);
        while right < length {
            right = length.min(2 * right);
            // `a` − b modulo 2^right.
            let less = |a: u64, b: Natural| {
                let wrapped = &Natural::one().shl(right + 1) + &Natural::from(a);
                wrapped.sub(&b.low_bits(right)).unwrap_or_default().low_bits(right)
            };
            inverse = (&inverse * &less(2, &inverse * &factor)).low_bits(right);
            let rest = less(1, &self.low_bits(right) * &root.power_low_bits(k, right));
            root = (&root + &(&(&root * &inverse).low_bits(right) * &rest)).low_bits(right);
        }
        let root = (&self.low_bits(length) * &root.power_low_bits(k - 1, length)).low_bits(length);
        // Nothing is cut off this power: the root is below 2^longest.
        (root.bits() <= longest && root.power_low_bits(k, k * longest) == *self).then_some(root)
    }

    /// n^`exponent` modulo 2^`bits`.
    fn power_low_bits(&self, exponent: usize, bits: usize) -> Natural {
        let mut power = Natural::one();
        for index in (0..usize::BITS - exponent.leading_zeros()).rev() {
            power = (&power * &power).low_bits(bits);
            if exponent >> index & 1 == 1 {
                power = (&power * self).low_bits(bits);
            }
        }
        power
    }
}

#[cfg(test)]
mod tests;
