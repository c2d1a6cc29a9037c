//! One suite for every kernel: `rings` lists the constructors that this machine supports.

use super::{MAX_MODULUS_BITS, Residue, Ring, RingError};
use crate::{
    backend::Backend,
    int::Natural,
    testing::{RSA_2048, Random, decimal, natural, odd_modulus, power_of_two_less},
};
use proptest::prelude::*;
use std::{vec, vec::Vec};
use zeroize::Zeroize;

/// The ring modulo `n` on each kernel.
fn rings(n: &Natural) -> Vec<Ring> {
    Ring::on_each_backend(n).unwrap()
}

/// Bit lengths around limb boundaries, with odd and even numbers of limbs, and the usual lengths of moduli.
const BIT_LENGTHS: [usize; 31] = [
    2, 3, 8, 31, 32, 33, 63, 64, 65, 127, 128, 129, 191, 192, 255, 256, 257, 320, 511, 512, 513, 521, 576,
    1000, 1024, 1536, 2048, 2049, 3072, 4096, 8192,
];

/// Moduli of exactly `bits` bits: the smallest and the largest, one with ones only in the end limbs, one
/// random.
fn moduli(bits: usize) -> Vec<Natural> {
    let one = Natural::one();
    let smallest = &one.shl(bits - 1) + &one;
    let largest = power_of_two_less(bits, 1);
    let random = Random::new(bits as u64).natural(bits);
    let random = &random.low_bits(bits - 1).shr(1).shl(1) + &smallest;
    vec![smallest, largest, random.low_bits(bits)]
}

/// Numbers where carries, borrows and the final subtraction do most: modulo n, also for a Montgomery factor
/// R.
fn operands(n: &Natural) -> Vec<Natural> {
    let one = Natural::one();
    let minus_one = n.sub(&one).unwrap();
    let r = Natural::one().shl(64 * n.limbs().len());
    let inverse_of_r = r.invert_mod(n).unwrap();
    vec![
        Natural::zero(),
        one.clone(),
        minus_one.clone(),
        n.shr(1),
        &r % n,
        &(&minus_one * &inverse_of_r) % n,
        &power_of_two_less(n.bits(), 1) % n,
        &Random::new(n.limbs()[0]).natural(n.bits()) % n,
    ]
}

#[test]
fn every_operation_matches_the_integers() {
    for n in BIT_LENGTHS.into_iter().flat_map(moduli) {
        for ring in rings(&n) {
            for a in operands(&n) {
                check_unary(&ring, &n, &a);
                for b in operands(&n) {
                    check_binary(&ring, &n, &a, &b);
                }
            }
        }
    }
}

fn check_unary(ring: &Ring, n: &Natural, a: &Natural) {
    let x = ring.residue(a);
    assert_eq!(ring.natural(&x), *a, "{a:?} modulo {n:?}");
    assert_eq!(ring.is_zero(&x), a.is_zero());
    assert_eq!(ring.natural(&ring.neg(&x)), &n.sub(a).unwrap() % n);
    let half = ring.natural(&ring.half(&x));
    assert!(half < *n);
    assert_eq!(&half.shl(1) % n, *a);
    let mut double = x.clone();
    ring.double_assign(&mut double);
    assert_eq!(ring.natural(&double), &a.shl(1) % n);
    let mut expected = a.clone();
    for count in 0..4 {
        let mut square = x.clone();
        ring.square_n(&mut square, count);
        assert_eq!(ring.natural(&square), expected, "{count} squarings of {a:?} modulo {n:?}");
        expected = &(&expected * &expected) % n;
    }
}

fn check_binary(ring: &Ring, n: &Natural, a: &Natural, b: &Natural) {
    let (x, y) = (ring.residue(a), ring.residue(b));
    assert_eq!(ring.natural(&ring.mul(&x, &y)), &(a * b) % n, "{a:?} times {b:?} modulo {n:?}");
    assert_eq!(ring.natural(&ring.add(&x, &y)), &(a + b) % n, "{a:?} plus {b:?} modulo {n:?}");
    let difference = &(a + n).sub(b).unwrap() % n;
    assert_eq!(ring.natural(&ring.sub(&x, &y)), difference, "{a:?} minus {b:?} modulo {n:?}");
    assert_eq!(ring.equal(&x, &y), a == b);
}

#[test]
fn all_residues_of_small_moduli() {
    for n in (3..40u64).step_by(2) {
        let n = Natural::from(n);
        for ring in rings(&n) {
            for a in 0..n.limbs()[0] {
                check_unary(&ring, &n, &Natural::from(a));
                for b in 0..n.limbs()[0] {
                    check_binary(&ring, &n, &Natural::from(a), &Natural::from(b));
                }
            }
        }
    }
}

#[test]
fn long_chains_of_squarings_match_the_integers() {
    for bits in [256, 1024, 1088, 2048] {
        let n = Natural::from_limbs(Random::new(7).natural(bits).limbs());
        let n = &n.shr(1).shl(1) + &Natural::one();
        let start = &Random::new(8).natural(bits) % &n;
        let expected = (0..500).fold(start.clone(), |x, _| &(&x * &x) % &n);
        for ring in rings(&n) {
            let mut x = ring.residue(&start);
            ring.square_n(&mut x, 200);
            ring.square_n(&mut x, 300);
            assert_eq!(ring.natural(&x), expected);
        }
    }
}

#[test]
fn small_powers_are_repeated_products() {
    for n in [Natural::from(3u64), Natural::from(1_000_003u64), power_of_two_less(521, 1)] {
        for ring in rings(&n) {
            for base in operands(&n) {
                let base = ring.residue(&base);
                let mut expected = ring.one();
                for exponent in 0..200u64 {
                    assert!(ring.equal(&ring.pow(&base, &Natural::from(exponent)), &expected));
                    ring.mul_assign(&mut expected, &base);
                }
            }
        }
    }
}

#[test]
fn powers_of_every_window_width_are_right() {
    let n = power_of_two_less(127, 1);
    for bits in [1, 7, 8, 23, 24, 79, 80, 239, 240, 671, 672, 1791, 1792, 3000] {
        for exponent in
            [power_of_two_less(bits, 1), Natural::one().shl(bits - 1), Random::new(3).natural(bits)]
        {
            let base = Natural::from(0x1234_5678_9abc_def0_1122_3344_5566_7788u128);
            let mut expected = Natural::one();
            for index in (0..exponent.bits()).rev() {
                expected = &(&expected * &expected) % &n;
                if exponent.bit(index) {
                    expected = &(&expected * &base) % &n;
                }
            }
            for ring in rings(&n) {
                assert_eq!(
                    ring.natural(&ring.pow(&ring.residue(&base), &exponent)),
                    expected,
                    "{exponent:?}"
                );
            }
        }
    }
}

#[test]
fn unsuitable_moduli_are_refused() {
    for constructor in [Ring::new, |n: &Natural| Ring::on(Backend::Portable, n)] {
        let refusal = |n: Natural| constructor(&n).map(|ring| ring.backend()).unwrap_err();
        assert_eq!(refusal(Natural::zero()), RingError::Even);
        assert_eq!(refusal(Natural::from(10u64)), RingError::Even);
        assert_eq!(refusal(Natural::one()), RingError::TooSmall);
        assert_eq!(refusal(&Natural::one().shl(MAX_MODULUS_BITS) + &Natural::one()), RingError::TooLarge);
        assert!(constructor(&power_of_two_less(MAX_MODULUS_BITS, 1)).is_ok());
    }
}

#[test]
fn residues_of_other_rings_do_not_panic() {
    let moduli =
        [Natural::from(3u64), power_of_two_less(255, 19), decimal(RSA_2048), power_of_two_less(8192, 1)];
    let all: Vec<Ring> = moduli.iter().flat_map(rings).collect();
    for home in &all {
        for away in &all {
            let foreign = away.residue(&away.modulus().sub(&Natural::one()).unwrap());
            use_foreign(home, &foreign, &home.one());
            use_foreign(home, &home.one(), &foreign);
            use_foreign(home, &foreign, &foreign);
            let mut wiped = foreign.clone();
            wiped.zeroize();
            use_foreign(home, &wiped, &foreign);
        }
    }
}

fn use_foreign(ring: &Ring, a: &Residue, b: &Residue) {
    let mut x = a.clone();
    ring.square_n(&mut x, 2);
    ring.mul_assign(&mut x, b);
    ring.double_assign(&mut x);
    let results =
        [ring.add(a, b), ring.sub(a, b), ring.neg(a), ring.half(a), ring.pow(a, &Natural::from(5u64)), x];
    for result in &results {
        assert!(ring.natural(result) < *ring.modulus());
    }
    ring.equal(a, b);
    ring.is_zero(a);
}

#[test]
fn rings_are_shared_between_threads() {
    fn assert_shareable<T: Send + Sync + Clone>() {}
    assert_shareable::<Ring>();
    assert_shareable::<Residue>();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn random_operations_match_the_integers(n in odd_modulus(9), a in natural(12), b in natural(9)) {
        for ring in rings(&n) {
            prop_assert_eq!(ring.natural(&ring.residue(&a)), &a % &n);
            let (a, b) = (&a % &n, &b % &n);
            check_unary(&ring, &n, &a);
            check_binary(&ring, &n, &a, &b);
        }
    }

    #[test]
    fn exponents_add_up(n in odd_modulus(5), a in natural(5), e in natural(4), f in natural(4)) {
        for ring in rings(&n) {
            let a = ring.residue(&a);
            let product = ring.mul(&ring.pow(&a, &e), &ring.pow(&a, &f));
            prop_assert!(ring.equal(&ring.pow(&a, &(&e + &f)), &product));
        }
    }
}
