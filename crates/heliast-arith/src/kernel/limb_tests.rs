//! Kernels on 64-bit limbs against the portable one, limb by limb if both have the same R.

use super::{Kernel, on, portable};
use crate::{
    backend::Backend,
    int::Natural,
    testing::{Random, power_of_two_less},
};
use std::{boxed::Box, vec, vec::Vec};

/// Every length up to 40 limbs, and longer ones near whole blocks and at the end.
fn lengths() -> impl Iterator<Item = usize> {
    (1..=40).chain([48, 64, 65, 96, 127, 128])
}

/// Moduli of exactly this many limbs: the smallest, the largest, one just above a limb boundary, and two
/// random ones, with the top bit set and without. Also the largest ones without the top bit, for the lengths
/// that ADX supports only without it.
pub(super) fn moduli(limbs: usize) -> Vec<Natural> {
    let bits = 64 * limbs - usize::from([5, 9].contains(&limbs));
    let one = Natural::one();
    let smallest = if limbs == 1 { Natural::from(3u64) } else { &one.shl(64 * (limbs - 1)) + &one };
    let random = |seed: usize, bits: usize| {
        let top = one.shl(bits - 1);
        let low = Random::new(seed as u64).natural(bits - 1).shr(1).shl(1);
        &(&top + &low) + &one
    };
    let (full, short) = (random(limbs, bits), random(limbs + 1000, 64 * limbs - 61));
    vec![smallest, power_of_two_less(bits, 1), power_of_two_less(bits, 159), full, short]
}

/// The kernels of this CPU that support a modulus.
fn kernels(n: &Natural) -> impl Iterator<Item = Box<dyn Kernel>> {
    [Backend::Adx, Backend::Umulh].into_iter().filter_map(|backend| on(backend, n))
}

/// Numbers below n at the ends of their range, n with its low limb changed, and random ones.
pub(super) fn operands(n: &Natural) -> Vec<Natural> {
    let one = Natural::one();
    let mut random = Random::new(n.low_limb());
    vec![
        Natural::zero(),
        one.clone(),
        n.sub(&one).unwrap(),
        n.shr(1),
        &power_of_two_less(n.bits(), 1) % n,
        &random.natural(n.bits()) % n,
        &random.natural(n.bits()) % n,
    ]
}

#[test]
fn they_agree_with_the_portable_kernel() {
    for n in lengths().flat_map(moduli) {
        let portable = portable::new(&n);
        for kernel in kernels(&n) {
            for a in operands(&n) {
                let (x, y) = (kernel.enter(&a), portable.enter(&a));
                for b in operands(&n) {
                    let (mut x, mut y) = (x.clone(), y.clone());
                    kernel.mul(&mut x, &kernel.enter(&b));
                    portable.mul(&mut y, &portable.enter(&b));
                    assert_eq!(kernel.leave(&x), portable.leave(&y), "{a:?} times {b:?} modulo {n:?}");
                }
                let (mut x, mut y) = (x, y);
                kernel.square_n(&mut x, 3);
                portable.square_n(&mut y, 3);
                assert_eq!(kernel.leave(&x), portable.leave(&y), "the eighth power of {a:?} modulo {n:?}");
            }
        }
    }
}

/// For any limbs a kernel gives the same result as the portable one, if both have the same R: t/R + N·q/R,
/// minus N once.
#[test]
fn foreign_limbs_give_the_residue_that_they_mean() {
    let mut random = Random::new(3);
    for limbs in [4, 8, 16, 24, 32, 40, 128] {
        for n in moduli(limbs) {
            let portable = portable::new(&n);
            let any: Vec<u64> = (0..limbs).map(|_| random.limb()).collect();
            for kernel in kernels(&n) {
                assert_eq!(kernel.len(), portable.len());
                for a in [vec![u64::MAX; limbs], vec![0; limbs], n.limbs().to_vec(), any.clone()] {
                    for b in [vec![u64::MAX; limbs], a.clone()] {
                        let (mut x, mut y) = (a.clone(), a.clone());
                        kernel.mul(&mut x, &b);
                        portable.mul(&mut y, &b);
                        assert_eq!(x, y, "{a:?} times {b:?} modulo {n:?}");
                    }
                    let (mut x, mut y) = (a.clone(), a.clone());
                    kernel.square_n(&mut x, 2);
                    portable.square_n(&mut y, 2);
                    assert_eq!(x, y, "the fourth power of {a:?} modulo {n:?}");
                    assert_eq!(kernel.leave(&a), portable.leave(&a));
                }
            }
        }
    }
}
