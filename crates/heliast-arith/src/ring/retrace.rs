//! Chains of square roots modulo a prime p ≡ 3 (mod 4), traversed backwards: `spec/roots.md`.
//!
//! An inverse step maps y to σ(y²) if y is even and to σ(−y²) if y is odd, where σ adds 1 to an odd number of
//! [1, p − 1] and subtracts 1 from an even one. p is odd, so −w is even if w is odd, and σ(−w) = −σ(w). So
//! the sign can be kept separate: with x_j = ±u_j,
//!
//! - u_(j+1) = σ(u_j² mod p), for any signs;
//! - x_(j+1) is −u_(j+1) if x_j is odd; x_j is odd if either u_j is odd or the sign is −, but not both.
//!
//! A step is a squaring and the parity of a canonical number. The cost of the parity depends on the kernel.

use super::Ring;
use crate::int::Natural;

impl Ring {
    /// The number from which `steps` steps of `spec/roots.md` lead to `value`, if the modulus is a prime that
    /// is 3 modulo 4 and `value` is in [1, p − 1]. Modulo another number the result has no meaning.
    ///
    /// Cost: one squaring per step, and on kernels in Montgomery's representation also a product with 1.
    pub fn retrace(&self, value: &Natural, steps: u64) -> Natural {
        let mut u = self.residue(value);
        let is_negative = self.kernel().retrace(self.limbs_mut(&mut u), !value.is_even(), steps);
        if is_negative { self.natural(&self.neg(&u)) } else { self.natural(&u) }
    }
}

#[cfg(test)]
mod tests;
