//! Integer square roots.

use super::Natural;

impl Natural {
    /// Whether the number is the square of an integer.
    pub fn is_square(&self) -> bool {
        // Only 12 of the 64 residues modulo 64 are squares, which settles most numbers.
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
}

#[cfg(test)]
mod tests;
