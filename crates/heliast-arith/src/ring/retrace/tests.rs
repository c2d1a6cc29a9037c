//! Steps back on every backend, against the definition.

use crate::{
    int::Natural,
    ring::Ring,
    testing::{Random, decimal},
};
use std::vec::Vec;

/// `spec/roots.md`: σ.
fn neighbour(x: &Natural) -> Natural {
    let one = Natural::one();
    if x.is_even() { x.sub(&one).unwrap() } else { x + &one }
}

/// `spec/roots.md`: the inverse step.
fn step_back(y: &Natural, p: &Natural) -> Natural {
    let square = &(y * y) % p;
    neighbour(&if y.is_even() { square } else { p.sub(&square).unwrap() })
}

fn chain(y: &Natural, p: &Natural, steps: u64) -> Natural {
    (0..steps).fold(y.clone(), |y, _| step_back(&y, p))
}

#[test]
fn every_element_modulo_small_primes() {
    for p in [7u64, 11, 19, 23, 47, 59, 83, 107] {
        let p = Natural::from(p);
        for ring in Ring::on_each_backend(&p).unwrap() {
            for y in 1..p.low_limb() {
                let y = Natural::from(y);
                for steps in 0..6 {
                    assert_eq!(ring.retrace(&y, steps), chain(&y, &p, steps), "{y} modulo {p} in {ring:?}");
                }
            }
        }
    }
}

/// Any odd numbers that are 3 modulo 4 suffice, if squares are not 0: 2^1024 − 105 and others near the ends
/// of the kernels' classes.
#[test]
fn random_elements_modulo_long_numbers() {
    let mut random = Random::new(7);
    for bits in [62, 64, 127, 256, 260, 320, 448, 521, 576, 640, 1023, 1024, 1025, 2047, 2048, 3072] {
        let top = Natural::one().shl(bits - 1);
        let p = &(&top + &random.natural(bits - 1).shr(2).shl(2)) + &Natural::from(3u64);
        let near_top = p.sub(&Natural::one()).unwrap();
        let mut values: Vec<Natural> = (0..3).map(|_| &random.natural(bits) % &p).collect();
        values.extend([Natural::one(), Natural::from(2u64), near_top]);
        for ring in Ring::on_each_backend(&p).unwrap() {
            for y in &values {
                for steps in [0, 1, 2, 40] {
                    assert_eq!(ring.retrace(y, steps), chain(y, &p, steps), "{y:?} in {ring:?}");
                }
            }
        }
    }
}

#[test]
fn backends_agree_after_many_steps() {
    // Any odd modulus can be used.
    let p = decimal(crate::testing::RSA_2048);
    let p = &p.shr(2).shl(2) + &Natural::from(3u64);
    let rings = Ring::on_each_backend(&p).unwrap();
    let ends: Vec<Natural> = rings.iter().map(|ring| ring.retrace(&p.shr(1), 3000)).collect();
    assert!(ends.iter().all(|end| *end == chain(&p.shr(1), &p, 3000)));
}
