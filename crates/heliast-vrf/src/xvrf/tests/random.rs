//! Random proofs, true and damaged, in lanes and by the specification's definitions, and statistics of
//! outputs.
//!
//! `XVRF_PROOFS` and `XVRF_OUTPUTS` set their numbers; a release is tested with a million each.

use super::*;
use std::vec::Vec;

fn count(variable: &str, default: u64) -> u64 {
    std::env::var(variable).map_or(default, |count| count.parse().expect("a number"))
}

#[test]
fn random_proofs_are_judged_as_the_oracle_judges() {
    const GROUP: u64 = 40;
    for start in (0..count("XVRF_PROOFS", 120)).step_by(GROUP as usize) {
        for sha in Sha256::all() {
            let random = |i: u64| sha.digest(&[b"case", &i.to_be_bytes()]);
            let (mut cases, mut wanted) = (Vec::new(), Vec::new());
            for number in start..start + GROUP {
                let dice = random(number);
                let height = 1 + dice[0] % 27;
                let leaf = u32::from_be_bytes(*dice[1..].first_chunk().unwrap()) >> (32 - height);
                let lot = Lot::new(sha, height, leaf, number);
                let x = dice[..usize::from(dice[5] % 33)].to_vec();
                let (output, mut proof) = lot.evaluate(&x);
                let secret = oracle::Secret::of(&lot, number);
                assert_eq!(
                    (output.0, proof.clone()),
                    oracle::evaluate(&secret, leaf, &x, &lot.path),
                    "{number}"
                );
                if dice[6] % 2 == 1 {
                    let bit =
                        u64::from_be_bytes(*dice[8..].first_chunk().unwrap()) as usize % (8 * proof.len());
                    proof[bit / 8] ^= 1 << (bit % 8);
                }
                wanted.push(oracle::verify(&lot.key, leaf, &x, &proof));
                cases.push((lot, x, proof));
            }
            let claims: Vec<_> = cases
                .iter()
                .map(|(lot, x, proof)| Claim { key: lot.key, leaf: lot.leaf, x, proof })
                .collect();
            let outputs = |verdicts: Vec<Result<Output<32>, Invalid>>| -> Vec<_> {
                verdicts.into_iter().map(|verdict| verdict.ok().map(|output| output.0)).collect()
            };
            assert_eq!(outputs(verify_many(sha, &claims)), wanted, "from {start} on {}", sha.name());
            assert_eq!(
                outputs(claims.iter().map(|claim| verify(sha, claim)).collect()),
                wanted,
                "from {start}"
            );
        }
    }
}

/// One input at many leaves: bytes are uniform, and so are the differences between neighbours. The seeds are
/// fixed, so the result is always the same; a random sample exceeds the bounds once in ten million.
#[test]
fn outputs_look_random() {
    let sha = Sha256::new();
    let lot = Lot::new(sha, 27, 0, 99);
    let n = count("XVRF_OUTPUTS", 4096);
    // A wrong path makes no difference to y.
    let outputs: Vec<[u8; 32]> = (0..n)
        .map(|leaf| evaluate(&lot.hash, &lot.secret, &lot.key, leaf as u32, b"the same", &lot.path).0.0)
        .collect();
    let differences: Vec<[u8; 32]> =
        outputs.windows(2).map(|pair| core::array::from_fn(|i| pair[0][i] ^ pair[1][i])).collect();
    for sample in [&outputs, &differences] {
        let mut counts = [0u64; 256];
        sample.as_flattened().iter().for_each(|byte| counts[usize::from(*byte)] += 1);
        let expected = 32.0 * sample.len() as f64 / 256.0;
        let chi_square: f64 = counts.iter().map(|count| (*count as f64 - expected).powi(2) / expected).sum();
        // 255 degrees of freedom: mean 255, deviation 22.6.
        assert!((150.0..385.0).contains(&chi_square), "{chi_square}");
        let ones: u32 = sample.as_flattened().iter().map(|byte| byte.count_ones()).sum();
        let bits = 256.0 * sample.len() as f64;
        assert!((f64::from(ones) - bits / 2.0).abs() < 5.5 * (bits / 4.0).sqrt(), "{ones} of {bits}");
    }
    let distinct: std::collections::HashSet<_> = outputs.iter().collect();
    assert_eq!(distinct.len(), outputs.len());
}
