//! Beyond the suite of all kernels: the bounds, and limbs at their extremes.

use super::{Fma, Kernel, Shape, balanced_digits, new, power_of_two};
use crate::{
    int::Natural,
    kernel::portable,
    testing::{Random, power_of_two_less},
};
use std::vec::Vec;

/// The kernel for a modulus, which serves it; `None` on a CPU without the instructions.
fn kernel(modulus: &Natural) -> Option<Fma> {
    heliast_cpu::Fma::detect()?;
    Some(new(modulus).expect("a modulus that is served"))
}

/// A random odd number of exactly `bits` bits.
fn odd_modulus(bits: usize) -> Natural {
    let random = Random::new(bits as u64).natural(bits).low_bits(bits - 1).shr(1).shl(1);
    &random + &(&Natural::one().shl(bits - 1) + &Natural::one())
}

const LENGTHS: [usize; 7] = [640, 1000, 1024, 2048, 3072, 4096, 8192];

#[test]
fn every_length_has_a_shape_within_its_bounds() {
    for bits in 3..=8192 {
        let Shape { radix, vectors, exponent } = Shape::of(bits).expect("a shape");
        let (limbs, radix) = (4 * vectors as i64, i64::from(radix));
        // The result of a fold fits its limbs, and its top limb is short: |x'| < 2^(r·L − 1).
        let rows = limbs + 1;
        let log = 64 - (rows as u64 - 1).leading_zeros() as i64;
        assert!(bits as i64 - 1 + radix - 1 + log < radix * limbs - 1, "{bits} bits");
        // A sum of two results fits as well: (L+1)·2^(bits + r − 2)·2, with a spare for the low limbs, below
        // 2^(r·L − 1).
        let row_sum = Natural::from(2 * rows as u64).shl(bits + radix as usize - 2);
        let low_limbs = Natural::one().shl((radix * (limbs - 1) + 1) as usize);
        assert!(((&row_sum + &low_limbs).bits() as i64) < radix * limbs, "{bits} bits");
        // Column sums keep their exponent: (L+1) · (2^(r−1) + 2^8)² < 2^(m−1).
        let limb = Natural::from((1u64 << (radix - 1)) + 256);
        let sum = limb.mul(&limb).mul(&Natural::from(rows as u64));
        assert!((sum.bits() as i32) < exponent, "{bits} bits");
        // What the sums lose stays exact, in squares and in half of a product or fold; carries are whole.
        let half_quantum = Natural::one().shl((exponent - 53) as usize);
        let most = half_quantum.mul(&Natural::from((limbs as u64 / 2 + 2).max(21)));
        assert!(most.bits() <= 53 && exponent - 52 >= radix as i32, "{bits} bits");
    }
}

#[test]
fn the_shapes_of_usual_lengths() {
    let shape = |bits| Shape::of(bits).map(|shape| (shape.radix, shape.vectors)).unwrap();
    assert_eq!(shape(1024), (48, 6));
    assert_eq!(shape(2048), (48, 11));
    assert_eq!(shape(4096), (47, 23));
}

#[test]
fn digits_are_balanced_where_carries_run_far() {
    for bits in [47, 48, 49, 95, 96, 1103, 2048] {
        for offset in [1, 2, 1 << 46, 1 << 47] {
            let value = power_of_two_less(bits, offset);
            let digits = balanced_digits(&value, 48, 44);
            assert!(digits.iter().all(|digit| digit.abs() <= power_of_two(47)), "2^{bits} - {offset}");
        }
    }
}

/// Lengths between those of the suite, where shapes change.
#[test]
fn the_least_modulus_of_many_lengths() {
    for bits in (640..2100).step_by(11) {
        let modulus = &Natural::one().shl(bits - 1) + &Natural::one();
        let Some(fma) = kernel(&modulus) else {
            return;
        };
        for a in [modulus.shr(1), modulus.sub(&Natural::one()).unwrap()] {
            check(&fma, &modulus, &fma.enter(&a), &fma.enter(&modulus.shr(1)));
        }
    }
}

/// Any limbs within the bound, not only those that a computation leads to, and at both ends of it.
#[test]
fn limbs_at_the_bound() {
    for bits in LENGTHS {
        for modulus in [power_of_two_less(bits, 1), odd_modulus(bits)] {
            let Some(fma) = kernel(&modulus) else {
                return;
            };
            let bound = power_of_two(fma.shape.radix as i32 - 1) + 256.0;
            let mut random = Random::new(bits as u64);
            let mut limbs = |choose: fn(u64) -> f64| -> Vec<u64> {
                // The top limb of a residue is short.
                let mut limbs: Vec<u64> =
                    (0..fma.len()).map(|_| (bound * choose(random.limb())).to_bits()).collect();
                limbs[fma.len() - 1] = 0;
                limbs
            };
            let all = [
                limbs(|_| 1.0),
                limbs(|_| -1.0),
                limbs(|word| if word % 2 == 0 { 1.0 } else { -1.0 }),
                limbs(|word| [1.0, -1.0, 0.0][(word % 3) as usize]),
            ];
            for a in &all {
                for b in &all {
                    check(&fma, &modulus, a, b);
                }
            }
        }
    }
}

fn check(fma: &Fma, modulus: &Natural, a: &[u64], b: &[u64]) {
    let (x, y) = (fma.leave(a), fma.leave(b));
    let after = |work: &dyn Fn(&mut Vec<u64>)| {
        let mut a = a.to_vec();
        work(&mut a);
        assert!(fma.is_bounded(&a));
        fma.leave(&a)
    };
    assert_eq!(after(&|a| fma.mul(a, b)), &x.mul(&y) % modulus);
    assert_eq!(after(&|a| fma.square_n(a, 1)), &x.mul(&x) % modulus);
    assert_eq!(after(&|a| fma.add(a, b)), &(&x + &y) % modulus);
    assert_eq!(after(&|a| fma.sub(a, b)), &(&x + modulus).sub(&y).unwrap() % modulus);
}

/// Additions alone, without a product between them, do not grow.
#[test]
fn a_thousand_doublings() {
    for bits in LENGTHS {
        let modulus = odd_modulus(bits);
        let Some(fma) = kernel(&modulus) else {
            return;
        };
        let portable = portable::new(&modulus);
        let start = modulus.shr(1);
        let (mut a, mut b) = (fma.enter(&start), portable.enter(&start));
        for _ in 0..1000 {
            fma.double(&mut a);
            portable.double(&mut b);
        }
        assert_eq!(fma.leave(&a), portable.leave(&b));
        fma.square_n(&mut a, 3);
        portable.square_n(&mut b, 3);
        assert_eq!(fma.leave(&a), portable.leave(&b));
    }
}

#[test]
fn limbs_that_are_no_numbers_do_no_harm() {
    let Some(fma) = kernel(&odd_modulus(2048)) else {
        return;
    };
    for bits in [f64::NAN.to_bits(), f64::INFINITY.to_bits(), f64::MAX.to_bits(), u64::MAX, 1] {
        let mut a: Vec<u64> = (0..fma.len()).map(|i| if i % 5 == 0 { bits } else { 0 }).collect();
        let b = a.clone();
        fma.square_n(&mut a, 2);
        fma.mul(&mut a, &b);
        fma.add(&mut a, &b);
        fma.half(&mut a);
        assert!(fma.leave(&a) < fma.modulus);
    }
}
