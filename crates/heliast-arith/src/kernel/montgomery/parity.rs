//! The parity of a residue's number in [0, N), without Montgomery's reduction of the residue.
//!
//! Let a = u·R mod N, R = B^L, B = 2^64, and m = −a·N^−1 mod 2R. Then a + m·N is a multiple of 2R. With b the
//! highest bit of m, m = m' + b·R, and a + m'·N is the reduction's u·R: so u·R + b·R·N is a multiple of 2R,
//! and u + b·N is even. N is odd, so u is odd if b is 1. b is bit 64·L of the product of a and −N^−1 mod 2R.
//! This needs the lower limbs of the product and their carries: L(L + 1)/2 limb products. The reduction takes
//! L² + L.

use super::{Modulus, with_scratch};
use crate::limbs::add_row;
use alloc::vec::Vec;

/// −N^−1 mod B^(L+1), limb by limb: 1 + m·N with m_i = −t_i/N clears limb i, as a reduction does.
pub(super) fn negated_inverse(modulus: &Modulus) -> Vec<u64> {
    let n = &modulus.limbs;
    let len = n.len() + 1;
    let mut t = alloc::vec![0u64; len];
    t[0] = 1;
    (0..len)
        .map(|i| {
            let m = t[i].wrapping_mul(modulus.negated_inverse);
            let end = len.min(i + n.len());
            let carry = add_row(&mut t[i..end], &n[..end - i], m);
            if let Some(above) = t.get_mut(end) {
                // The carry out of this limb is not needed.
                *above = above.wrapping_add(carry);
            }
            m
        })
        .collect()
}

/// Bit 64·L of a·b, for a of L limbs and b of L + 1.
pub(in crate::kernel) fn bit_above(a: &[u64], b: &[u64]) -> bool {
    with_scratch(a.len(), |t| {
        let mut sum = 0;
        for (i, &x) in a.iter().enumerate() {
            let rest = a.len() - i;
            sum ^= add_row(&mut t[i..a.len()], &b[..rest], x) ^ x & b[rest];
        }
        sum & 1 == 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{int::Natural, limbs, testing::Random};

    #[test]
    fn inverses_are_negated_ones() {
        let mut random = Random::new(8);
        for length in [1, 2, 3, 8, 17, 32] {
            for _ in 0..20 {
                let n = &random.natural(64 * length - 1).shl(1) + &Natural::one();
                let modulus = Modulus {
                    limbs: super::super::padded(&n, length),
                    negated_inverse: limbs::inverse_of_odd(n.low_limb()).wrapping_neg(),
                };
                let found = Natural::from_limbs(negated_inverse(&modulus));
                let sum = &(&found * &n) + &Natural::one();
                assert!(sum.shr(64 * (length + 1)).shl(64 * (length + 1)) == sum, "{length} limbs");
            }
        }
    }

    #[test]
    fn the_bit_above_is_that_of_the_product() {
        let mut random = Random::new(9);
        for length in [1, 2, 5, 8, 16, 33] {
            for round in 0..20 {
                let mut limbs = |count: usize| -> Vec<u64> {
                    (0..count).map(|_| if round < 2 { u64::MAX } else { random.limb() }).collect()
                };
                let (a, b) = (limbs(length), limbs(length + 1));
                let product = &Natural::from_limbs(a.clone()) * &Natural::from_limbs(b.clone());
                assert_eq!(bit_above(&a, &b), product.bit(64 * length), "{length} limbs");
            }
        }
    }
}
