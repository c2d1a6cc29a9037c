//! One test suite for every kernel, through the interface that the rings use.

use super::*;
use crate::testing::{Random, power_of_two_less};
use std::{boxed::Box, vec::Vec};

/// The kernels of this CPU that support this modulus.
fn kernels(n: &Natural) -> Vec<Box<dyn Kernel>> {
    Backend::ALL.into_iter().filter_map(|backend| on(backend, n)).collect()
}

/// Lengths at which the code of kernels begins, ends, or changes.
const LENGTHS: [usize; 22] = [
    2, 63, 64, 65, 128, 192, 255, 256, 257, 264, 319, 320, 512, 575, 576, 599, 600, 1024, 1025, 2048, 3000,
    4096,
];

fn moduli() -> impl Iterator<Item = Natural> {
    LENGTHS.into_iter().flat_map(|bits| {
        let random = &(&Random::new(bits as u64).natural(bits - 2).shl(1) + &Natural::one().shl(bits - 1));
        [power_of_two_less(bits, 1), random + &Natural::one()]
    })
}

/// The ends of the range, the middle and a random number.
fn values(n: &Natural) -> [Natural; 5] {
    let last = n.sub(&Natural::one()).unwrap();
    [Natural::zero(), Natural::one(), n.shr(1), last, &Random::new(1).natural(n.bits()) % n]
}

#[test]
fn numbers_go_in_and_come_out() {
    for n in moduli() {
        for kernel in kernels(&n) {
            for a in values(&n) {
                let x = kernel.enter(&a);
                assert_eq!(x.len(), kernel.len(), "{} {n:?}", kernel.backend());
                assert_eq!(kernel.leave(&x), a, "{} {n:?}", kernel.backend());
                assert!(kernel.equal(&x, &kernel.enter(&a)));
            }
        }
    }
}

/// Comparison depends only on the number: numbers that differ by one are different, with any representatives.
#[test]
fn residues_are_equal_if_their_numbers_are() {
    for n in moduli() {
        for kernel in kernels(&n) {
            for a in values(&n) {
                let next = &(&a + &Natural::one()) % &n;
                let (x, mut y) = (kernel.enter(&a), kernel.enter(&next));
                assert!(!kernel.equal(&x, &y), "{} {n:?}", kernel.backend());
                // The same number, computed in another way.
                kernel.sub(&mut y, &kernel.enter(&Natural::one()));
                assert!(kernel.equal(&x, &y), "{} {n:?}", kernel.backend());
                kernel.double(&mut y);
                kernel.half(&mut y);
                assert!(kernel.equal(&x, &y) && kernel.leave(&y) == a, "{} {n:?}", kernel.backend());
            }
        }
    }
}

/// a^(2^count)·2^e for the lowest bits e of an exponent.
#[test]
fn squarings_and_doublings() {
    let exponent = Natural::from_limbs([0xb5e3_0f19_7a24_c68d, 0x1357]);
    for n in moduli() {
        for a in values(&n) {
            let mut expected = a.clone();
            for count in [0, 1, 2, 7, 33] {
                let power = |count: usize| {
                    (0..count).rev().fold(a.clone(), |x, index| {
                        let square = &x * &x;
                        &(if exponent.bit(index) { square.shl(1) } else { square }) % &n
                    })
                };
                expected = if count == 0 { expected } else { power(count) };
                for kernel in kernels(&n) {
                    let mut x = kernel.enter(&a);
                    kernel.square_and_double(&mut x, &exponent, count);
                    assert_eq!(kernel.leave(&x), expected, "{} {count} {n:?}", kernel.backend());
                }
            }
        }
    }
}

/// mixed·doubled − p and doubled² − two.
#[test]
fn steps_of_lucas_chains() {
    for n in moduli() {
        for a in values(&n) {
            for b in values(&n) {
                let (p, two) = (Natural::from(3_u64), Natural::from(2_u64));
                let less = |x: &Natural, y: &Natural| &(&(x % &n) + &n).sub(&(y % &n)).unwrap() % &n;
                let (mixed, doubled) = (less(&(&a * &b), &p), less(&(&b * &b), &two));
                for kernel in kernels(&n) {
                    let enter = |x: &Natural| kernel.enter(&(x % &n));
                    let (mut x, mut y) = (enter(&b), enter(&a));
                    kernel.lucas_step(&mut x, &mut y, &enter(&p), &enter(&two));
                    assert_eq!(kernel.leave(&x), doubled, "{} {n:?}", kernel.backend());
                    assert_eq!(kernel.leave(&y), mixed, "{} {n:?}", kernel.backend());
                }
            }
        }
    }
}

/// Sums that are never made canonical in between.
#[test]
fn long_sums_stay_in_bounds() {
    for n in moduli() {
        let last = n.sub(&Natural::one()).unwrap();
        for kernel in kernels(&n) {
            let step = kernel.enter(&last);
            let (mut up, mut down) = (step.clone(), step.clone());
            for _ in 0..200 {
                kernel.add(&mut up, &step);
                kernel.sub(&mut down, &step);
            }
            let times = |count: u64| &(&last * &Natural::from(count)) % &n;
            assert_eq!(kernel.leave(&up), times(201), "{} {n:?}", kernel.backend());
            // 1 − 200 = −199 times −1.
            assert_eq!(kernel.leave(&down), &Natural::from(199_u64) % &n, "{} {n:?}", kernel.backend());
            // Their product is that of their numbers.
            let expected = &(&times(201) * &Natural::from(199_u64)) % &n;
            kernel.mul(&mut up, &down);
            assert_eq!(kernel.leave(&up), expected, "{} {n:?}", kernel.backend());
        }
    }
}

/// The fastest kernel is one of those that support the modulus, and the portable one supports every length.
#[test]
fn every_modulus_has_a_kernel() {
    for n in moduli() {
        let found: Vec<Backend> = kernels(&n).iter().map(|kernel| kernel.backend()).collect();
        assert_eq!(found[0], Backend::Portable);
        assert!(found.contains(&fastest(&n).backend()));
    }
}

/// Each kernel supports certain lengths of the modulus, on a CPU that has it; the portable one supports all.
#[test]
fn kernels_serve_their_lengths() {
    let serves = |backend: Backend, n: &Natural| on(backend, n).is_some();
    let has = |backend: Backend| serves(backend, &power_of_two_less(1024, 1));
    for bits in
        [2, 64, 255, 256, 257, 319, 320, 321, 575, 576, 577, 599, 600, 639, 640, 641, 4096, 8191, 8192]
    {
        for n in [power_of_two_less(bits, 1), &Natural::one().shl(bits - 1) + &Natural::one()] {
            assert!(serves(Backend::Portable, &n), "{bits}");
            // Five and nine limbs are only supported without their top bit.
            assert_eq!(serves(Backend::Adx, &n), has(Backend::Adx) && ![320, 576].contains(&bits), "{bits}");
            assert_eq!(
                serves(Backend::Umulh, &n),
                has(Backend::Umulh) && bits > 448 && !(513..=576).contains(&bits),
                "{bits}"
            );
            assert_eq!(serves(Backend::Fma, &n), has(Backend::Fma) && bits >= 640, "{bits}");
            assert_eq!(serves(Backend::Ifma, &n), has(Backend::Ifma) && bits >= 600, "{bits}");
        }
    }
}

/// The choice depends only on the length and the CPU.
#[test]
fn the_fastest_kernel_is_the_first_that_serves() {
    for n in moduli() {
        let order = [Backend::Ifma, Backend::Fma, Backend::Adx, Backend::Umulh, Backend::Portable];
        let expected = order.into_iter().find(|backend| on(*backend, &n).is_some());
        assert_eq!(Some(fastest(&n).backend()), expected, "{n:?}");
    }
}

/// Operations for which a kernel has its own code agree with the single operations.
#[test]
fn steps_in_one_call_are_single_operations() {
    let exponent = Random::new(8).natural(200);
    for n in moduli() {
        for kernel in kernels(&n) {
            for a in values(&n) {
                for count in [0, 1, 63, 64, 65, 130] {
                    let (mut own, mut single) = (kernel.enter(&a), kernel.enter(&a));
                    kernel.square_and_double(&mut own, &exponent, count);
                    square_and_double(&*kernel, &mut single, &exponent, count);
                    assert!(kernel.equal(&own, &single), "{} {count} {n:?}", kernel.backend());
                }
                let (x, y) = (kernel.enter(&a), kernel.enter(&n.shr(1)));
                let (mut doubled, mut mixed) = (x.clone(), y.clone());
                kernel.lucas_step(&mut doubled, &mut mixed, &y, &x);
                let (mut expected, mut other) = (x.clone(), y.clone());
                lucas_step(&*kernel, &mut expected, &mut other, &y, &x);
                assert!(kernel.equal(&doubled, &expected), "{} {n:?}", kernel.backend());
                assert!(kernel.equal(&mixed, &other), "{} {n:?}", kernel.backend());
            }
        }
    }
}

/// −1 to an even power, 2 to the power of 2^k, and 0 and 1, which do not change.
#[test]
fn squarings_with_known_results() {
    for n in moduli().filter(|n| n.bits() > 40) {
        let minus_one = n.sub(&Natural::one()).unwrap();
        for kernel in kernels(&n) {
            let power = |a: &Natural, count: u64| {
                let mut x = kernel.enter(a);
                kernel.square_n(&mut x, count);
                kernel.leave(&x)
            };
            for count in [1, 2, 3, 10, 100] {
                assert!(power(&minus_one, count).is_one(), "{} {n:?}", kernel.backend());
                assert!(power(&Natural::one(), count).is_one(), "{} {n:?}", kernel.backend());
                assert!(power(&Natural::zero(), count).is_zero(), "{} {n:?}", kernel.backend());
            }
            for count in 0..6 {
                let expected = &Natural::one().shl(1 << count) % &n;
                assert_eq!(power(&Natural::from(2u64), count), expected, "{} {n:?}", kernel.backend());
            }
            assert_eq!(power(&minus_one, 0), minus_one);
        }
    }
}
