//! Tests of the operations for which this kernel has its own code. All others are in
//! `kernel/limb_tests.rs`.

use super::{BLOCK, FOUR, new, odd};
use crate::{
    int::Natural,
    kernel::{
        Kernel,
        limb_tests::{moduli, operands},
        portable,
    },
    testing::{Random, power_of_two_less},
};
use std::vec;

/// The kernel for a modulus that it supports; `None` on a CPU without the instructions.
fn kernel(n: &Natural) -> Option<impl Kernel + use<>> {
    heliast_cpu::Adx::detect()?;
    Some(new(n).expect("a modulus that is served"))
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

/// Carries run furthest if all bits of the limbs are ones, or if the modulus is the smallest or the largest.
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
