//! Tests whether a prime divides a word, by one multiplication.
//!
//! Exactly the multiples of p become at most ⌊(2^64 − 1)/p⌋ when they are multiplied by the inverse of p
//! modulo 2^64 (Granlund, Montgomery, "Division by invariant integers using multiplication", 1994, section
//! 9).

use crate::limbs;

/// An odd number p.
#[derive(Clone, Copy)]
pub(crate) struct Divisor {
    pub(crate) p: u64,
    /// p^−1 mod 2^64.
    pub(crate) inverse: u64,
    /// ⌊(2^64 − 1)/p⌋.
    pub(crate) limit: u64,
}

impl Divisor {
    pub(crate) const fn new(p: u64) -> Divisor {
        Divisor { p, inverse: limbs::inverse_of_odd(p), limit: u64::MAX / p }
    }

    #[inline(always)]
    pub(crate) fn divides(&self, n: u64) -> bool {
        n.wrapping_mul(self.inverse) <= self.limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Multiples near the ends of the limb's range, and their neighbours.
    #[test]
    fn a_divisor_divides_its_multiples_alone() {
        for p in (1..3000).step_by(2).chain([u64::MAX, u64::MAX - 2, (1 << 32) + 1]) {
            let divisor = Divisor::new(p);
            assert_eq!((p.wrapping_mul(divisor.inverse), divisor.limit), (1, u64::MAX / p));
            let last = u64::MAX / p * p;
            for multiple in [0, p, last / p / 2 * p, last] {
                assert!(divisor.divides(multiple), "{p} divides {multiple}");
                for offset in [1, p / 2, p - 1] {
                    if let Some(other) = multiple.checked_add(offset).filter(|_| offset > 0 && offset < p) {
                        assert!(!divisor.divides(other), "{p} does not divide {other}");
                    }
                }
            }
        }
    }
}
