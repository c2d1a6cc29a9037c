//! Tests in addition to the suite of all kernels: the bounds, and limbs at their extremes.

use super::{
    Fma, Kernel, LANES, MAX_LIMBS, MIN_BITS, Shape, balanced_digits, ceil_log2, negate, new, power_of_two,
};
use crate::{
    int::Natural,
    kernel::portable,
    testing::{Random, power_of_two_less},
};
use std::vec::Vec;

/// The kernel for a modulus that it supports; `None` on a CPU without the instructions.
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
        // A sum of two results fits as well: (L+1)·2^(bits + r − 2)·2, with a reserve for the low limbs, is
        // below 2^(r·L − 1).
        let row_sum = Natural::from(2 * rows as u64).shl(bits + radix as usize - 2);
        let low_limbs = Natural::one().shl((radix * (limbs - 1) + 1) as usize);
        assert!(((&row_sum + &low_limbs).bits() as i64) < radix * limbs, "{bits} bits");
        // Column sums keep their exponent: (L+1) · (2^(r−1) + 2^8)² < 2^(m−1).
        let limb = Natural::from((1u64 << (radix - 1)) + 256);
        let sum = limb.mul(&limb).mul(&Natural::from(rows as u64));
        assert!((sum.bits() as i32) < exponent, "{bits} bits");
        // The rounding errors of the sums are exact, in squares and in half of a product or fold;
        // carries are whole.
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

/// Any limbs within the bound and at both ends of it, not only those of a computation.
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

/// Sums do not grow, even without a product between them.
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
fn limbs_that_are_not_numbers_do_no_harm() {
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

/// Σ digit·2^(radix·index) is the number, and each digit is balanced.
#[test]
fn digits_add_up_to_the_number() {
    let mut random = Random::new(21);
    for radix in [44, 46, 47, 48] {
        for bits in [1, 43, 44, 48, 64, 95, 96, 97, 640, 1000] {
            for value in [power_of_two_less(bits, 1), Natural::one().shl(bits - 1), random.natural(bits)] {
                // One digit more takes the last carry.
                let digits = balanced_digits(&value, radix, bits / radix as usize + 2);
                let half = power_of_two(radix as i32 - 1);
                assert!(digits.iter().all(|digit| (-half..half).contains(digit)), "{value:?}");
                let sum = |sign: f64| {
                    let chosen = digits.iter().enumerate().filter(|(_, digit)| **digit * sign > 0.0);
                    chosen.fold(Natural::zero(), |sum, (index, digit)| {
                        &sum + &Natural::from((digit * sign) as u64).shl(index * radix as usize)
                    })
                };
                assert_eq!(sum(1.0).sub(&sum(-1.0)), Some(value), "radix 2^{radix}");
            }
        }
    }
}

#[test]
fn complements_are_negated_numbers() {
    let mut random = Random::new(22);
    for length in 1..6 {
        let mut words: Vec<u64> = (0..length).map(|_| random.limb()).collect();
        for zeros in 0..=length {
            words[..zeros].fill(0);
            let (value, modulus) = (Natural::from_limbs(words.clone()), Natural::one().shl(64 * length));
            let mut negated = words.clone();
            negate(&mut negated);
            assert_eq!(&(&Natural::from_limbs(negated.clone()) + &value) % &modulus, Natural::zero());
            negate(&mut negated);
            assert_eq!(negated, words);
        }
    }
}

#[test]
fn powers_of_two_are_exact() {
    for exponent in -60..=120 {
        let found = power_of_two(exponent);
        assert_eq!(found * power_of_two(-exponent), 1.0, "2^{exponent}");
        assert_eq!(power_of_two(exponent + 1), 2.0 * found);
    }
    for n in 1..2000usize {
        let log = ceil_log2(n);
        assert!(1 << log >= n && (log == 0 || 1 << (log - 1) < n), "{n}");
    }
}

/// The rounding constants: C has room for sums of either sign, and the other one rounds to multiples of 2^r.
#[test]
fn constants_round_as_their_names_say() {
    for bits in LENGTHS {
        let shape = Shape::of(bits).unwrap();
        assert!(shape.limbs() == LANES * shape.vectors && shape.limbs() <= MAX_LIMBS);
        let constants = shape.constants();
        let quantum = power_of_two(shape.exponent - 52);
        assert_eq!(constants.start + quantum - constants.start, quantum, "{bits}");
        assert_eq!(constants.start + quantum / 4.0, constants.start, "{bits}");
        let radix = power_of_two(shape.radix as i32);
        for multiple in [-5.0, -1.0, 0.0, 1.0, 1000.0] {
            for rest in [-0.49, -0.25, 0.0, 0.25, 0.49] {
                let value = ((multiple + rest) * radix).round();
                let rounded = value + constants.split - constants.split;
                assert_eq!(rounded, multiple * radix, "{bits}: {multiple} {rest}");
                assert_eq!(rounded * constants.shift, multiple, "{bits}");
            }
        }
    }
}

#[test]
fn short_moduli_are_not_served() {
    for bits in [2, 64, MIN_BITS - 1] {
        assert!(new(&power_of_two_less(bits, 1)).is_none(), "{bits}");
    }
    let Some(fma) = kernel(&power_of_two_less(MIN_BITS, 1)) else { return };
    assert_eq!(fma.len() % LANES, 0);
}

/// Residues of either sign: 0 and N are the same, −1 and N − 1, and limbs of mixed signs.
#[test]
fn numbers_of_either_sign_leave_as_residues() {
    for bits in LENGTHS {
        let modulus = odd_modulus(bits);
        let Some(fma) = kernel(&modulus) else { return };
        let limbs = |of: &[f64]| {
            let mut limbs = std::vec![0.0f64.to_bits(); fma.len()];
            limbs.iter_mut().zip(of).for_each(|(limb, value)| *limb = value.to_bits());
            limbs
        };
        let radix = Natural::one().shl(fma.shape.radix as usize);
        let less = |n: Natural| modulus.sub(&n).unwrap();
        assert_eq!(fma.leave(&limbs(&[-1.0])), less(Natural::one()), "{bits}");
        assert_eq!(fma.leave(&limbs(&[0.0, -1.0])), less(radix.clone()), "{bits}");
        assert_eq!(fma.leave(&limbs(&[-1.0, 1.0])), radix.sub(&Natural::one()).unwrap(), "{bits}");
        assert_eq!(fma.leave(&limbs(&[1.0, -1.0])), less(radix.sub(&Natural::one()).unwrap()), "{bits}");
        assert!(fma.leave(&fma.enter(&modulus)).is_zero(), "{bits}");
        assert!(fma.equal(&fma.enter(&modulus), &limbs(&[])) && fma.leave(&limbs(&[])).is_zero());
        assert!(!fma.equal(&limbs(&[1.0]), &limbs(&[-1.0])));
    }
}
