//! Tests of SL-VRF through the public interface: outputs, lengths, and everything that must be refused.
//!
//! `SLVRF_MUTATIONS` sets the number of damaged proofs that are tried; a release is tested with a million.

use heliast_study::slvrf::{Proof, PublicKey, SecretKey, SlVrf, Suite};
use heliast_vrf::{Exhausted, Invalid, Malformed, Output, Vrf};
use proptest::prelude::*;
use std::sync::LazyLock;

/// A key of each suite, with a proof.
struct Sample {
    secret: SecretKey,
    output: Output<32>,
    proof: Proof,
}

const INPUT: &[u8] = b"round 17";
/// The bytes of y, h and salt.
const HEADER: usize = 24 + 48 + 32;

static SAMPLES: LazyLock<[Sample; 2]> = LazyLock::new(|| {
    Suite::ALL.map(|suite| {
        let secret = SecretKey::from_seed(suite, &[0x42; 32]);
        let (output, proof) = secret.prove(INPUT);
        Sample { secret, output, proof }
    })
});

fn verify(public: &PublicKey, input: &[u8], proof: &Proof) -> Result<Output<32>, Invalid> {
    SlVrf::verify(public, (), input, proof)
}

/// Whether decoding or verification refuses these bytes for the sample's key and input.
fn refused(sample: &Sample, bytes: &[u8]) -> bool {
    match Proof::from_bytes(sample.secret.suite(), bytes) {
        Err(Malformed::ProofLength { least, most, found }) => {
            found == bytes.len() && !(least..=most).contains(&found)
        }
        Err(_) => false,
        Ok(proof) => verify(sample.secret.public_key(), INPUT, &proof).is_err(),
    }
}

#[test]
fn outputs_are_unique_and_proofs_are_not() {
    for sample in &*SAMPLES {
        let Sample { secret, output, proof } = sample;
        let public = secret.public_key();
        assert_eq!(secret.evaluate(INPUT), *output);
        assert_eq!(verify(public, INPUT, proof), Ok(*output));
        let (again, same) = secret.prove(INPUT);
        assert_eq!((again, &same), (*output, proof));
        let hedged = [[1; 48], [2; 48]].map(|random| secret.prove_hedged(INPUT, &random));
        for (hedged_output, hedged_proof) in &hedged {
            assert_eq!(hedged_output, output);
            assert_ne!(hedged_proof, proof);
            assert_eq!(hedged_proof.as_bytes()[..24], proof.as_bytes()[..24], "y");
            assert_eq!(verify(public, INPUT, hedged_proof), Ok(*output));
        }
        assert_ne!(hedged[0].1, hedged[1].1);
        let committed = secret.commit(INPUT, None);
        assert_eq!(committed.challenge(), &proof.as_bytes()[24..72]);
        assert_eq!(committed.answer(), (*output, proof.clone()));

        let mut secret = SecretKey::from_seed(secret.suite(), &[0x42; 32]);
        let by_trait: Result<_, Exhausted> = SlVrf::prove(&mut secret, (), INPUT);
        assert_eq!(by_trait, Ok((*output, proof.clone())));
        assert_ne!(secret.evaluate(b"round 18"), *output);
        assert_ne!(secret.evaluate(b""), *output);
    }
}

/// R is 123.95 on average and at most 157; on average 52 · 15/16 executions have corrections.
#[test]
fn lengths_are_as_predicted() {
    assert_eq!(Suite::Paper.proof_len(), 19_184..=24 + 40_088);
    assert_eq!(Suite::Thirteen.proof_len(), 41_648..=24 + 85_016);
    for (suite, proofs, average, deviation) in
        [(Suite::Paper, 36, 37_085, 530), (Suite::Thirteen, 9, 80_609, 1_300)]
    {
        let secret = SecretKey::from_seed(suite, &[0x17; 32]);
        let mut sum = 0;
        for i in 0..proofs {
            let (output, proof) = secret.prove(&[i]);
            assert!(suite.proof_len().contains(&proof.as_bytes().len()));
            sum += proof.as_bytes().len() - 24;
            if i % 8 == 0 {
                assert_eq!(verify(secret.public_key(), &[i], &proof), Ok(output));
            }
        }
        // The tolerance is four standard deviations of the mean.
        let (found, root) = (sum / usize::from(proofs), usize::from(proofs).isqrt());
        assert!(found.abs_diff(average) <= 4 * deviation / root, "{found} on average");
    }
}

#[test]
fn proofs_hold_for_one_key_and_one_input() {
    for sample in &*SAMPLES {
        let Sample { secret, proof, .. } = sample;
        let public = *secret.public_key();
        for input in [&b""[..], b"round 1", b"round 17\0", b"Round 17"] {
            assert_eq!(verify(&public, input, proof), Err(Invalid::Challenge));
        }
        // Tests another nonce, another block and another key.
        for place in [1, 16, 17, 40] {
            let mut bytes = public.to_bytes();
            bytes[place] ^= 1;
            let other = PublicKey::from_bytes(&bytes).unwrap();
            assert_eq!(verify(&other, INPUT, proof), Err(Invalid::Challenge));
        }
        let other = SecretKey::from_seed(secret.suite(), &[0x43; 32]);
        assert_eq!(verify(other.public_key(), INPUT, proof), Err(Invalid::Challenge));
        // Tests y of another input, y of another key, and zeros.
        for y in [&secret.prove(b"x").1.as_bytes()[..24], &other.prove(INPUT).1.as_bytes()[..24], &[0; 24]] {
            assert!(refused(sample, &[y, &proof.as_bytes()[24..]].concat()));
        }
    }
}

#[test]
fn suites_do_not_mix() {
    let [paper, thirteen] = &*SAMPLES;
    for (sample, other) in [(paper, thirteen), (thirteen, paper)] {
        assert_eq!(verify(other.secret.public_key(), INPUT, &sample.proof), Err(Invalid::Suite));
        let bytes = sample.proof.as_bytes();
        let refused = Proof::from_bytes(other.secret.suite(), bytes);
        assert!(matches!(refused, Err(Malformed::ProofLength { found, .. }) if found == bytes.len()));
        let mut key = sample.secret.public_key().to_bytes();
        key[0] = other.secret.suite().id();
        let key = PublicKey::from_bytes(&key).unwrap();
        assert_eq!(verify(&key, INPUT, &sample.proof), Err(Invalid::Suite));
    }
    assert_ne!(paper.output, thirteen.output);
}

#[test]
fn keys_have_41_bytes_and_a_suite() {
    assert_eq!(PublicKey::LEN, 41);
    assert_eq!(Suite::ALL.map(Suite::output_limit), [Some(7), None]);
    for suite in Suite::ALL {
        assert_eq!(Suite::from_id(suite.id()), Some(suite));
    }
    assert_eq!(Suite::from_id(0x41), None);
    for sample in &*SAMPLES {
        let key = sample.secret.public_key();
        let bytes = key.to_bytes();
        assert_eq!(PublicKey::from_bytes(&bytes), Ok(*key));
        for length in [0, 1, 40] {
            let refused = PublicKey::from_bytes(&bytes[..length]);
            assert_eq!(refused, Err(Malformed::Length { expected: 41, found: length }));
        }
        let refused = PublicKey::from_bytes(&[&bytes[..], &[0]].concat());
        assert_eq!(refused, Err(Malformed::Length { expected: 41, found: 42 }));
        for first in (0..=255).filter(|first| !matches!(first, 0x31 | 0x32)) {
            let mut bytes = bytes;
            bytes[0] = first;
            assert_eq!(PublicKey::from_bytes(&bytes), Err(Malformed::Suite { found: first }));
        }
    }
}

#[test]
fn every_byte_of_the_header_counts() {
    let sample = &SAMPLES[0];
    for place in 0..HEADER {
        let mut bytes = sample.proof.as_bytes().to_vec();
        bytes[place] ^= 1 << (place % 8);
        assert!(refused(sample, &bytes), "byte {place}");
    }
}

#[test]
fn lengths_are_exact() {
    for sample in &*SAMPLES {
        let bytes = sample.proof.as_bytes();
        for length in [0, 23, 24, HEADER - 1, HEADER, bytes.len() - 1] {
            assert!(refused(sample, &bytes[..length]));
        }
        let limits = sample.secret.suite().proof_len();
        for length in [bytes.len() + 1, *limits.end(), limits.end() + 1] {
            let mut longer = bytes.to_vec();
            longer.resize(length, 0);
            assert!(refused(sample, &longer));
        }
        let short = Proof::from_bytes(sample.secret.suite(), &bytes[..*limits.start()]).unwrap();
        let (expected, found) = (bytes.len() - 24, limits.start() - 24);
        assert_eq!(
            verify(sample.secret.public_key(), INPUT, &short),
            Err(Invalid::Length { expected, found })
        );
    }
}

/// A generator that is good enough for choosing places.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        ((u128::from(self.0) * limit as u128) >> 64) as usize
    }
}

#[test]
fn damaged_proofs_are_refused() {
    let mutations = std::env::var("SLVRF_MUTATIONS").map_or(200, |count| count.parse().expect("a number"));
    let others = SAMPLES.each_ref().map(|sample| sample.secret.prove(b"another input").1);
    let mut dice = Dice(1);
    for i in 0..mutations {
        // The longer proofs take longer, too.
        let which = usize::from(i % 10 == 0);
        let (sample, other) = (&SAMPLES[which], others[which].as_bytes());
        let bytes = sample.proof.as_bytes();
        let mut damaged = bytes.to_vec();
        let (place, bit) = (dice.below(bytes.len()), dice.below(8));
        match dice.below(8) {
            0..4 => damaged[place] ^= 1 << bit,
            4 => damaged[place] ^= 1 + dice.below(255) as u8,
            5 => drop(damaged.remove(place)),
            6 => damaged.insert(place, dice.below(256) as u8),
            _ => {
                let end = place + dice.below(bytes.len().min(other.len()).saturating_sub(place) + 1);
                if end <= other.len() {
                    damaged[place..end].copy_from_slice(&other[place..end]);
                }
            }
        }
        if damaged != bytes {
            assert!(refused(sample, &damaged), "mutation {i} at {place}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The bytes have any beginning and therefore any challenge; in half of the cases they have the length
    /// that the challenge requires.
    #[test]
    fn any_bytes_are_refused(head: [u8; HEADER], byte: u8, length in 0..90_000usize, exact: bool) {
        let sample = &SAMPLES[0];
        let mut bytes = vec![byte; length];
        bytes.iter_mut().zip(head).for_each(|(to, from)| *to = from);
        prop_assert!(refused(sample, &bytes));
        bytes.resize(30_000, byte);
        if let (true, Ok(proof)) = (exact, Proof::from_bytes(Suite::Paper, &bytes)) {
            let public = sample.secret.public_key();
            if let Err(Invalid::Length { expected, .. }) = verify(public, INPUT, &proof) {
                bytes.resize(24 + expected, byte);
                let proof = Proof::from_bytes(Suite::Paper, &bytes).unwrap();
                prop_assert_eq!(verify(public, INPUT, &proof), Err(Invalid::Challenge));
            }
        }
        let _ = PublicKey::from_bytes(&bytes);
        let _ = PublicKey::from_bytes(&bytes[..41]);
    }
}
