//! Properties of a discriminant that reveal elements of low order.
//!
//! - Composite |D| = p·q: the form (p, p, (p + q)/4), or its reduction, has order two.
//! - |D| = 2^k − b²: (b + √D)/2 has the norm 2^(k−2) and is not divisible by an integer, so the (k−2)-th
//!   power of the form (2, 1, c) is the identity. Mersenne primes are of this kind, with b = 1. |D| = 4·a^n −
//!   b² has a similar structure for any a: see Belabas, Kleinjung, Sanso, Wesolowski, *A note on the low
//!   order assumption in class groups of imaginary quadratic number fields*.
//!
//! The maker of D can hide such a structure so that no check here finds it. A discriminant from a seed can
//! have such a structure only by chance, and such numbers are rare.
//!
//! Cost, once for each group: one Baillie-PSW test and some forty square roots.

use super::discriminant::MIN_BITS;
use crate::LowOrder;
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};
use heliast_arith::{Natural, prime::is_prime};

const UNKNOWN: u8 = 0;
const ASSUMED: u8 = 1;
const COMPOSITE: u8 = 2;
const POWER_OF_TWO: u8 = 3;
/// |D| = 2^k − b² is searched for with b up to 2^((bits + `MARGIN`)/2).
const MARGIN: usize = 40;

/// The result of the checks of a discriminant. It is computed when it is needed: callers that only compute in
/// the group need not wait for it.
pub(super) struct Standing(AtomicU8);

impl Standing {
    pub(super) const fn unknown() -> Standing {
        Standing(AtomicU8::new(UNKNOWN))
    }

    /// The result for the discriminant −`magnitude`, which must be the same in all calls.
    pub(super) fn low_order(&self, magnitude: &Natural) -> LowOrder {
        let mut found = self.0.load(Relaxed);
        if found == UNKNOWN {
            found = find(magnitude);
            self.0.store(found, Relaxed);
        }
        match found {
            COMPOSITE => {
                LowOrder::Known("its discriminant is composite, and a factor gives an element of order 2")
            }
            POWER_OF_TWO => LowOrder::Known(
                "its discriminant is a square less a power of two, and the form with a = 2 has an order that is \
                 shorter than the discriminant",
            ),
            _ => LowOrder::Assumed,
        }
    }
}

fn find(magnitude: &Natural) -> u8 {
    if !is_prime(magnitude) {
        COMPOSITE
    } else if magnitude.bits() >= MIN_BITS && is_power_of_two_less_square(magnitude) {
        POWER_OF_TWO
    } else {
        ASSUMED
    }
}

/// Whether |D| = 2^k − b² for some k that is not much longer than |D|. In groups small enough to enumerate
/// nearly every |D| is of this kind, which has no meaning there.
fn is_power_of_two_less_square(magnitude: &Natural) -> bool {
    let bits = magnitude.bits();
    (bits..=bits + MARGIN).any(|k| Natural::one().shl(k).sub(magnitude).is_some_and(|rest| rest.is_square()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Assumption, ClassGroup, Group, Unsound};

    fn standing(magnitude: &Natural) -> LowOrder {
        Standing::unknown().low_order(magnitude)
    }

    fn less(bits: usize, offset: u64) -> Natural {
        Natural::one().shl(bits).sub(&Natural::from(offset)).unwrap()
    }

    #[test]
    fn discriminants_from_seeds_have_nothing_special() {
        for seed in [[1; 32], [2; 32], [3; 32]] {
            let group = ClassGroup::from_seed(&seed, 256).unwrap();
            for _ in 0..2 {
                assert_eq!(group.low_order(), LowOrder::Assumed);
                assert_eq!(Assumption::AdaptiveRoot.check(&group), Ok(()));
            }
        }
    }

    /// The element of order two exists.
    #[test]
    fn composite_discriminants_are_seen() {
        let (p, q) = (less(127, 1), less(255, 19));
        let group = ClassGroup::unchecked(&p.mul(&q));
        let two = group.form(&p, &p, false).unwrap();
        assert_eq!(group.mul(&two, &two), group.identity());
        for assumption in [Assumption::LowOrder, Assumption::AdaptiveRoot] {
            let Err(Unsound { assumption: found, reason }) = assumption.check(&group) else {
                panic!("{assumption}")
            };
            assert_eq!(found, assumption);
            assert!(reason.contains("composite"), "{reason}");
        }
    }

    /// [`ClassGroup::new`] takes Mersenne primes, and the form with a = 2 has the order n − 2.
    #[test]
    fn mersenne_primes_are_seen() {
        for n in [521, 607, 1279] {
            let group = ClassGroup::new(&less(n, 1), 256).unwrap();
            let two = group.generator().unwrap();
            assert_ne!(two, group.identity());
            assert_eq!(group.pow(&two, &Natural::from(n as u64 - 2)), group.identity());
            assert!(matches!(group.low_order(), LowOrder::Known(reason) if reason.contains("power of two")));
        }
    }

    /// Primes 2^k − b² with a long b.
    #[test]
    fn powers_of_two_less_a_square_are_seen() {
        for k in [301, 421] {
            let bases = (3u64..).step_by(2).map(|b| Natural::from(b).shl(140).add(&Natural::one()));
            let square_less = |b: &Natural| Natural::one().shl(k).sub(&b.mul(b)).filter(is_prime);
            let magnitude = bases.into_iter().find_map(|b| square_less(&b)).unwrap();
            assert_eq!(magnitude.rem_u64(8), 7);
            let group = ClassGroup::new(&magnitude, 256).unwrap();
            let two = group.generator().unwrap();
            assert_eq!(group.pow(&two, &Natural::from(k as u64 - 2)), group.identity());
            assert!(matches!(standing(&magnitude), LowOrder::Known(_)), "{k}");
        }
    }

    #[test]
    fn toys_are_nobodys_secret() {
        assert_eq!(standing(&Natural::from(19_403u64)), LowOrder::Assumed, "a prime");
        assert!(matches!(standing(&Natural::from(19_399u64)), LowOrder::Known(_)), "19 · 1021");
    }
}
