//! Tests rejection: its frequency, and the accepted responses. The key is fixed, so every run has the same
//! counts.

use super::{keccak, key, verify};
use crate::lbvrf::{
    sample::ball,
    scheme::{attempt, basis, product},
    *,
};
use std::{sync::LazyLock, vec::Vec};

const TRIES: u32 = 3000;

/// A key, and all proofs of one output among its tries.
static PROOFS: LazyLock<(SecretKey, Vec<Proof>)> = LazyLock::new(|| {
    let key = key(1);
    let u = key.public.context(b"input");
    let basis = basis(keccak(), &u);
    let v = product(&basis, &key.projected).finish();
    let proofs = (0..TRIES).filter_map(|number| attempt(&key, &u, &basis, v, number)).collect();
    (key, proofs)
});

#[test]
fn tries_succeed_as_often_as_they_should() {
    let (_, proofs) = &*PROOFS;
    let expected =
        (1.0 - f64::from(2 * WEIGHT as u32) / f64::from(2 * MASK + 1)).powi((N * POLYNOMIALS) as i32);
    assert!((expected - 0.3678).abs() < 0.0001);
    let deviation = (expected * (1.0 - expected) / f64::from(TRIES)).sqrt();
    let rate = proofs.len() as f64 / f64::from(TRIES);
    assert!((rate - expected).abs() < 4.0 * deviation, "{rate}");
}

#[test]
fn all_proofs_have_one_output() {
    let (key, proofs) = &*PROOFS;
    let output = verify(&key.public, b"input", &proofs[0]).unwrap();
    for (i, proof) in proofs.iter().enumerate().take(300) {
        assert_eq!(verify(&key.public, b"input", proof), Ok(output));
        assert!(proofs[..i].iter().all(|other| other.c != proof.c));
    }
}

#[test]
fn responses_are_uniform_in_their_box() {
    const BINS: usize = 64;
    let (_, proofs) = &*PROOFS;
    let mut bins = [0_u32; BINS];
    let mut count = 0;
    for z in proofs.iter().flat_map(|proof| proof.z.as_flattened()) {
        assert!(z.abs() <= RESPONSE);
        bins[(z + RESPONSE) as usize * BINS / (2 * RESPONSE as usize + 1)] += 1;
        count += 1;
    }
    let expected = f64::from(count) / BINS as f64;
    let chi_square: f64 = bins.iter().map(|n| (f64::from(*n) - expected).powi(2) / expected).sum();
    // With 63 degrees of freedom, the mean is 63 and the deviation 11.2.
    assert!((20.0..120.0).contains(&chi_square), "{chi_square}");
    let largest = proofs.iter().flat_map(|proof| proof.z.as_flattened()).map(|z| z.abs()).max();
    assert!(largest.unwrap() > RESPONSE - 10, "the bound is met, not avoided");
}

/// Tests the purpose of rejection: near the bounds of its box, z reveals nothing about the sign of c·s.
/// Without rejection, z > β − κ would show that c·s is likely to be positive.
#[test]
fn responses_do_not_lean_to_the_secret() {
    let (key, proofs) = &*PROOFS;
    let (mut agree, mut differ) = (0_i32, 0_i32);
    for proof in proofs {
        let c = ball(keccak(), &proof.c);
        for (z, s) in proof.z.iter().zip(&key.s) {
            let mut product = [0; N];
            scheme::add_product(&mut product, &c, s);
            for (z, product) in z.iter().zip(product).filter(|(z, _)| z.abs() > RESPONSE - 1000) {
                match z.signum() * product.signum() {
                    1 => agree += 1,
                    -1 => differ += 1,
                    _ => {}
                }
            }
        }
    }
    let count = f64::from(agree + differ);
    assert!(count > 10_000.0);
    assert!(f64::from(agree - differ).abs() < 4.0 * count.sqrt(), "{agree} against {differ}");
}

#[test]
fn challenges_have_their_weight() {
    let keccak = keccak();
    let mut hits = [0; N];
    let mut signs = 0;
    for number in 0..1000_u32 {
        let mut seed = [0; CHALLENGE_LEN];
        seed[..4].copy_from_slice(&number.to_le_bytes());
        let c = ball(keccak, &seed);
        assert!(c.iter().all(|it| it.abs() <= 1));
        assert_eq!(c.iter().filter(|it| **it != 0).count(), WEIGHT);
        c.iter().zip(&mut hits).for_each(|(it, hits)| *hits += it.abs());
        signs += c.iter().sum::<i32>();
    }
    // The mean at each place is 1000·39/256 = 152.3, with a deviation of 11.4; signs add up to 0, with a
    // deviation of 197.
    assert!(hits.iter().all(|hits| (95..210).contains(hits)), "{hits:?}");
    assert!(signs.abs() < 800, "{signs}");
}
