//! The parity of a residue's number in [0, N), without computing that number.
//!
//! A residue v is the number plus k·N for k = ⌊v/N⌋, and N is odd: the parity is that of v, changed if k is
//! odd. With n the bits of N, the top bits T = ⌊v/2^(n−64)⌋ < 2^124 and the reciprocal R = ⌊2^(n+126)/N⌋,
//!
//! T·R/2^190 ≤ v/N < T·R/2^190 + 2^−66 + 2^−63,
//!
//! so k is the whole part of T·R/2^190, unless the fraction is within 2^−62 of 1, which happens for random
//! residues with that probability.

use crate::{int::Natural, radix52::RADIX_BITS};

/// The bits of T below those of v/N, and the bits of T·R below the whole part.
const FRACTION_BITS: usize = 64;
const POINT: u32 = 190;
/// The greatest number of bits that a residue may have beyond those of N.
const MAX_EXCESS: usize = 60;

/// N as a divisor of residues.
pub(super) struct Divisor {
    reciprocal: u128,
    /// The limb in which T begins, and its bit there.
    limb: usize,
    shift: usize,
}

impl Divisor {
    /// `None` if N is much shorter than residues, which are below 2^`value_bits`.
    pub(super) fn new(modulus: &Natural, value_bits: usize) -> Option<Divisor> {
        let bits = modulus.bits();
        if bits < FRACTION_BITS || value_bits > bits + MAX_EXCESS {
            return None;
        }
        let reciprocal = Natural::one().shl(bits + 126).div_rem(modulus).0;
        let [low, high] = *reciprocal.limbs() else { return None };
        let start = bits - FRACTION_BITS;
        let reciprocal = u128::from(high) << 64 | u128::from(low);
        Some(Divisor { reciprocal, limb: start / RADIX_BITS, shift: start % RADIX_BITS })
    }

    /// Whether the number of a residue is odd; `None` if this method cannot decide it.
    #[inline(always)]
    pub(super) fn is_odd(&self, a: &[u64]) -> Option<bool> {
        let limb = |index: usize| u128::from(a.get(self.limb + index).copied().unwrap_or(0));
        let top = limb(0) >> self.shift
            | limb(1) << (RADIX_BITS - self.shift)
            | limb(2) << (2 * RADIX_BITS - self.shift)
            // Bits beyond those of a residue are 0.
            | limb(3).checked_shl((3 * RADIX_BITS - self.shift) as u32).unwrap_or(0);
        let quotient = high_product(top, self.reciprocal);
        let fraction_bits = POINT - 128;
        let (whole, fraction) = (quotient >> fraction_bits, quotient & ((1 << fraction_bits) - 1));
        (fraction != (1 << fraction_bits) - 1).then_some((a[0] ^ whole as u64) & 1 == 1)
    }
}

/// ⌊a·b/2^128⌋.
#[inline(always)]
fn high_product(a: u128, b: u128) -> u128 {
    let mask = u128::from(u64::MAX);
    let (a0, a1, b0, b1) = (a & mask, a >> 64, b & mask, b >> 64);
    let low = ((a0 * b0) >> 64) + ((a0 * b1) & mask) + ((a1 * b0) & mask);
    a1 * b1 + ((a0 * b1) >> 64) + ((a1 * b0) >> 64) + (low >> 64)
}

#[cfg(test)]
mod tests {
    use super::{super::class::CLASSES, *};
    use crate::testing::{Random, power_of_two_less};
    use std::vec::Vec;

    /// The number of random residues, whose parities are always found.
    const RANDOM: usize = 50;

    /// Numbers near multiples of N, where the quotient changes, and random numbers, up to the largest
    /// residue.
    #[test]
    fn parities_are_those_of_remainders() {
        let mut random = Random::new(5);
        for class in &CLASSES {
            for bits in [class.bits, class.bits - 1, class.bits - 2] {
                let top = Natural::one().shl(bits - 1);
                let any = &(&top + &random.natural(bits - 2).shl(1)) + &Natural::one();
                for n in [any, power_of_two_less(bits, 1), &top + &Natural::one()] {
                    let Some(divisor) = Divisor::new(&n, class.value_bits) else {
                        assert!(class.value_bits > bits + MAX_EXCESS);
                        continue;
                    };
                    let end = Natural::one().shl(class.value_bits);
                    let mut values: Vec<Natural> =
                        (0..RANDOM).map(|_| random.natural(class.value_bits)).collect();
                    values.push(power_of_two_less(class.value_bits, 1));
                    let mut factors: Vec<Natural> = (0..20).map(|_| random.natural(50)).collect();
                    factors.extend([0u64, 1, 2, 3].map(Natural::from));
                    let multiples = factors.iter().map(|k| k * &n).filter(|multiple| *multiple < end);
                    for multiple in multiples.collect::<Vec<_>>() {
                        values.extend(multiple.sub(&Natural::one()));
                        values.push(&multiple + &Natural::one());
                        values.push(multiple);
                    }
                    for (index, value) in values.iter().enumerate() {
                        let limbs: Vec<u64> = crate::radix52::split(value).collect();
                        let limbs = [&limbs[..], &[0; 8]].concat();
                        if let Some(is_odd) = divisor.is_odd(&limbs) {
                            assert_eq!(is_odd, !(value % &n).is_even(), "{value:?} modulo {n:?}");
                        } else {
                            assert!(index >= RANDOM, "{value:?} modulo {n:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn high_products_are_those_of_integers() {
        let mut random = Random::new(6);
        let mut any = || u128::from(random.limb()) << 64 | u128::from(random.limb());
        for _ in 0..200 {
            for (a, b) in [(any(), any()), (u128::MAX, any()), (u128::MAX, u128::MAX), (any(), 1)] {
                let product = &Natural::from(a) * &Natural::from(b);
                assert_eq!(Natural::from(high_product(a, b)), product.shr(128));
            }
        }
    }
}
