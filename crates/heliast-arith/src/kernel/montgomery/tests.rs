//! The representation: x·R in canonical limbs, for any length of R.

use super::{super::portable::Rows, *};
use crate::testing::{Random, power_of_two_less};
use std::{vec, vec::Vec};

/// The smallest and the largest modulus of this many limbs, and a random one.
fn moduli(limbs: usize) -> [Natural; 3] {
    let smallest = &Natural::one().shl(64 * (limbs - 1)) + &Natural::from(2 - u64::from(limbs > 1));
    let random = &Random::new(limbs as u64).natural(64 * limbs - 2).shl(1) + &Natural::one();
    [smallest, power_of_two_less(64 * limbs, 1), if random.is_one() { Natural::from(5u64) } else { random }]
}

/// Moduli with the lengths of residues: the length of the modulus, and longer ones, with zero limbs above the
/// modulus.
fn kernels() -> Vec<(Natural, Montgomery<Rows>)> {
    let lengths = [(1, 1), (1, 2), (1, 8), (3, 3), (3, 4), (4, 4), (5, 5), (5, 6), (7, 33), (9, 9), (9, 16)];
    let with_moduli = lengths.into_iter().flat_map(|(limbs, length)| moduli(limbs).map(|n| (n, length)));
    with_moduli
        .map(|(n, length)| (n.clone(), Montgomery::new(&n, length.max(n.limbs().len()), |_| Rows)))
        .collect()
}

#[test]
fn residues_are_multiples_of_the_radix() {
    for (n, kernel) in kernels() {
        let radix = Natural::one().shl(64 * kernel.len());
        let last = n.sub(&Natural::one()).unwrap();
        for value in [Natural::zero(), Natural::one(), n.shr(1), last] {
            let residue = kernel.enter(&value);
            assert_eq!(residue, padded(&(&(&value * &radix) % &n), kernel.len()), "{value:?} modulo {n:?}");
            assert_eq!(kernel.leave(&residue), value, "modulo {n:?}");
        }
        assert_eq!(kernel.square_of_r, padded(&(&(&radix * &radix) % &n), kernel.len()));
        let inverse = Natural::from(kernel.modulus.negated_inverse);
        // N·(−1/N) = −1 modulo a limb.
        assert_eq!((&n * &inverse).low_limb(), u64::MAX, "{n:?}");
    }
}

/// Everything stays canonical: each number has one residue.
#[test]
fn sums_and_products_are_canonical() {
    for (n, kernel) in kernels() {
        let last = n.sub(&Natural::one()).unwrap();
        let values = [Natural::zero(), Natural::one(), n.shr(1), &n.shr(1) + &Natural::one(), last];
        let values = values.map(|value| &value % &n);
        for a in &values {
            let x = kernel.enter(a);
            let is = |found: &[u64], expected: Natural| {
                assert_eq!(found, kernel.enter(&(&expected % &n)), "{a:?} modulo {n:?}");
            };
            let (mut double, mut half) = (x.clone(), x.clone());
            kernel.double(&mut double);
            is(&double, a.shl(1));
            kernel.half(&mut half);
            is(&half, if a.is_even() { a.shr(1) } else { (a + &n).shr(1) });
            for b in &values {
                let y = kernel.enter(b);
                let (mut sum, mut difference, mut product) = (x.clone(), x.clone(), x.clone());
                kernel.add(&mut sum, &y);
                kernel.sub(&mut difference, &y);
                kernel.mul(&mut product, &y);
                is(&sum, a + b);
                is(&difference, (a + &n).sub(b).unwrap());
                is(&product, a * b);
                assert_eq!(kernel.equal(&x, &y), a == b);
            }
        }
    }
}

#[test]
fn zero_squarings_leave_any_limbs_alone() {
    for (_, kernel) in kernels() {
        let any = vec![0xdead_beef; kernel.len()];
        let mut a = any.clone();
        kernel.square_n(&mut a, 0);
        assert_eq!(a, any);
    }
}

#[test]
fn scratch_is_twice_the_length_and_zero() {
    for length in 1..=MAX_LIMBS {
        let mut calls = 0;
        with_scratch(length, |t| {
            assert!(t.len() == 2 * length && t.iter().all(|limb| *limb == 0), "{length}");
            t.fill(1);
            calls += 1;
        });
        assert_eq!(calls, 1);
    }
}

#[test]
fn padding_is_zeros_above() {
    for length in 3..7 {
        let found = padded(&Natural::from_limbs([1, 2, 3]), length);
        assert_eq!((&found[..3], found.len()), (&[1, 2, 3][..], length));
        assert!(found[3..].iter().all(|limb| *limb == 0));
    }
    assert_eq!(padded(&Natural::zero(), 2), [0, 0]);
}

/// All numbers of two small limbs with and without a carry: N is subtracted once if the sum is not below it.
#[test]
fn one_subtraction_makes_sums_canonical() {
    let n = [5, 1];
    let wide = |limbs: [u64; 2]| u128::from(limbs[1]) << 64 | u128::from(limbs[0]);
    for low in [0, 1, 4, 5, 6, u64::MAX] {
        for high in [0, 1, 2] {
            let mut a = [low, high];
            let expected = if wide(a) < wide(n) { wide(a) } else { wide(a) - wide(n) };
            make_canonical(&mut a, &n, false);
            assert_eq!(wide(a), expected, "{low} {high}");
            let mut a = [low, high];
            let expected = wide(a).wrapping_sub(wide(n));
            make_canonical(&mut a, &n, true);
            assert_eq!(wide(a), expected, "{low} {high} and a carry");
        }
    }
}
