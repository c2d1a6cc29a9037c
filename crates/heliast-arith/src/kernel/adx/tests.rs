//! Against the portable kernel, limb by limb where both have the same R.

use super::{BLOCK, FOUR, new, odd};
use crate::{
    int::Natural,
    kernel::{Kernel, portable},
    testing::{Random, power_of_two_less},
};
use std::{vec, vec::Vec};

/// Every length up to 40 limbs, and longer ones around blocks and at the end.
fn lengths() -> impl Iterator<Item = usize> {
    (1..=40).chain([48, 64, 65, 96, 127, 128])
}

/// Moduli of exactly this many limbs: the smallest, the largest, one just above a limb boundary, two random
/// ones, with the top bit set and without; the largest ones without, for the lengths that are served only so.
fn moduli(limbs: usize) -> Vec<Natural> {
    let bits = 64 * limbs - usize::from(odd::LENGTHS.contains(&limbs));
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

/// The kernel for a modulus, which serves it; `None` on a CPU without the instructions.
fn kernel(n: &Natural) -> Option<impl Kernel + use<>> {
    heliast_cpu::Adx::detect()?;
    Some(new(n).expect("a modulus that is served"))
}

/// Numbers below n at the ends of their range, n with its low limb changed, and random ones.
fn operands(n: &Natural) -> Vec<Natural> {
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
fn it_agrees_with_the_portable_kernel() {
    for n in lengths().flat_map(moduli) {
        let Some(kernel) = kernel(&n) else { return };
        let portable = portable::new(&n);
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

#[test]
fn lengths_are_rounded_up() {
    for (limbs, length) in
        [(1, FOUR), (4, FOUR), (6, BLOCK), (8, BLOCK), (10, 2 * BLOCK), (127, 128), (128, 128)]
    {
        let Some(kernel) = kernel(&power_of_two_less(64 * limbs, 1)) else { return };
        assert_eq!(kernel.len(), length);
    }
}

#[test]
fn five_and_nine_limbs_are_served_without_their_top_bit() {
    for limbs in odd::LENGTHS {
        let Some(kernel) = kernel(&power_of_two_less(64 * limbs - 1, 1)) else { return };
        assert_eq!(kernel.len(), limbs);
        assert!(new(&power_of_two_less(64 * limbs, 1)).is_none());
    }
}

/// Where all limbs are ones, or the modulus is as small or as large as it can be, carries run furthest.
#[test]
fn foreign_limbs_of_five_and_nine_are_read_as_some_residue() {
    for n in odd::LENGTHS.into_iter().flat_map(moduli) {
        let Some(kernel) = kernel(&n) else { return };
        let ones = vec![u64::MAX; kernel.len()];
        assert_eq!(kernel.leave(&ones), portable::new(&n).leave(&ones));
        for other in [ones.clone(), n.limbs().to_vec(), vec![1 << 63; kernel.len()]] {
            let (mut product, mut square) = (ones.clone(), other.clone());
            kernel.mul(&mut product, &other);
            kernel.square_n(&mut square, 2);
            assert!(kernel.leave(&product) < n && kernel.leave(&square) < n);
        }
    }
}

/// Of any limbs at all the kernel makes what the portable one does, if both have the same R: t/R + N·q/R less
/// N once.
#[test]
fn foreign_limbs_give_the_residue_that_they_mean() {
    let mut random = Random::new(3);
    for limbs in [4, 8, 16, 24, 32, 40, 128] {
        for n in moduli(limbs) {
            let Some(kernel) = kernel(&n) else { return };
            let portable = portable::new(&n);
            assert_eq!(kernel.len(), portable.len());
            let any: Vec<u64> = (0..limbs).map(|_| random.limb()).collect();
            for a in [vec![u64::MAX; limbs], vec![0; limbs], n.limbs().to_vec(), any] {
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

#[test]
fn powers_of_two_are_those_of_squarings_and_doublings() {
    let mut random = Random::new(4);
    for n in [1, 3, 4, 5, 8, 9].into_iter().flat_map(moduli) {
        let Some(kernel) = kernel(&n) else { return };
        for count in [0, 1, 2, 63, 64, 65, 127, 128, 129, 250] {
            for exponent in
                [Natural::zero(), power_of_two_less(300, 1), random.natural(300), random.natural(100)]
            {
                for start in operands(&n) {
                    let mut x = kernel.enter(&start);
                    kernel.square_and_double(&mut x, &exponent, count);
                    let expected = (0..count).rev().fold(start.clone(), |power, index| {
                        let square = &(&power * &power) % &n;
                        if exponent.bit(index) { &square.shl(1) % &n } else { square }
                    });
                    assert_eq!(kernel.leave(&x), expected, "{start:?}, {exponent:?}, {count} modulo {n:?}");
                }
            }
        }
    }
}

#[test]
fn a_lucas_step_is_its_formula() {
    for n in [1, 3, 4, 5, 8, 9].into_iter().flat_map(moduli) {
        let Some(kernel) = kernel(&n) else { return };
        let operands = operands(&n);
        let less = |a: &Natural, b: &Natural| &(a + &n).sub(b).unwrap() % &n;
        for (w, other) in operands.iter().flat_map(|w| operands.iter().map(move |other| (w, other))) {
            for (p, two) in operands.iter().zip(operands.iter().rev()) {
                let (mut doubled, mut mixed) = (kernel.enter(w), kernel.enter(other));
                kernel.lucas_step(&mut doubled, &mut mixed, &kernel.enter(p), &kernel.enter(two));
                assert_eq!(
                    kernel.leave(&mixed),
                    less(&(&(w * other) % &n), p),
                    "{w:?}, {other:?} modulo {n:?}"
                );
                assert_eq!(kernel.leave(&doubled), less(&(&(w * w) % &n), two), "{w:?} modulo {n:?}");
            }
        }
    }
}
