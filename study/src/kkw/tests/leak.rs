//! A proof in Picnic3's own mode reveals the key; a proof in our mode, read in the same way, does not.
//!
//! The commitment of the hidden party P is in the proof. In Picnic3 it is the beginning of that party's tape,
//! and therefore its share of the mask of K_0·k; the other shares are those of the parties that are opened.

use super::{
    super::{
        challenge::Challenge,
        hash::Hashes,
        seeds::Forest,
        strings::{extract, word_of_bytes},
        tapes::Tapes,
        tree::Tree,
        *,
    },
    picnic3::{PICNIC3, Signer},
};
use crate::lowmc::{Bits, Parameters};
use heliast_symmetric::keccak::Keccak;
use std::{vec, vec::Vec};

/// Returns the candidate keys that the commitments of hidden parties suggest: one for each opened execution
/// that hides another party than the last one.
fn candidates(profile: &Profile, instance: &Instance, proof: &[u8]) -> Vec<Bits> {
    let n = profile.cipher.bits();
    let (h, rest) = proof.split_at(profile.digest_bytes);
    let mut digest = [0; 64];
    digest[..h.len()].copy_from_slice(h);
    let hashes = Hashes::new(Keccak::new(), profile, *rest.first_chunk().unwrap());
    let challenge = Challenge::expand(&hashes, &digest);
    let nodes = Tree::new(profile.executions).reveal(&challenge.executions).len();
    let mut openings = &rest[SALT_BYTES + nodes * (profile.seed_bytes + profile.digest_bytes)..];
    let mut take = |length: usize| {
        let (part, rest) = openings.split_at(length);
        openings = rest;
        part
    };
    let mut candidates = Vec::new();
    for (execution, party) in challenge.opened {
        let mut seeds = Forest::new(PARTIES, vec![execution]);
        for node in Tree::new(PARTIES).reveal(&[u16::from(party)]) {
            seeds.plant(0, node, Seed::from_slice(take(profile.seed_bytes)));
        }
        seeds.grow(&hashes);
        if usize::from(party) != PARTIES - 1 {
            take(profile.gate_bytes());
        }
        let masked_key = take(profile.block_bytes());
        take(profile.gate_bytes());
        let commitment = take(profile.digest_bytes);

        let mut tapes = Tapes::new(profile, 1);
        let mut commitments = vec![0; PARTIES * profile.digest_bytes];
        tapes.squeeze(
            &hashes,
            &mut hashes.seeded(heliast_vrf::tagged::Tag::Tape),
            &seeds,
            (0, 0),
            &mut commitments,
        );
        let hidden = extract(|word| word_of_bytes(commitment, word), 0, n);
        let mut mask = hidden;
        for (half, rows) in tapes.halves(0).into_iter().enumerate() {
            for lane in (0..8).filter(|lane| 8 * half + lane != usize::from(party)) {
                mask ^= extract(|word| rows[word].0[lane], 0, n);
            }
        }
        if usize::from(party) != PARTIES - 1 {
            let masked_key = extract(|word| word_of_bytes(masked_key, word), 0, n);
            candidates.push(instance.lowmc.whitening().key_inverse.mul(&mask) ^ masked_key);
        }
    }
    assert!(openings.is_empty());
    candidates
}

#[test]
fn one_signature_of_picnic3_is_the_key() {
    for profile in PICNIC3 {
        let instance = Instance::new(profile.cipher);
        let decode = |byte: u8| {
            let mut bytes = vec![byte; profile.block_bytes()];
            *bytes.last_mut().unwrap() = 0x80;
            profile.cipher.decode(&bytes).unwrap()
        };
        let (key, plaintext) = (decode(0x6b), decode(0xa1));
        let ciphertext = instance.lowmc.encrypt(&instance.lowmc.round_keys(&key), &plaintext);
        let signer = Signer { profile, instance, key, plaintext, ciphertext };
        let signature = signer.sign(Keccak::new(), b"any message");
        assert_eq!(signer.verify(Keccak::new(), b"any message", &signature), Ok(()));
        let candidates = candidates(&profile, &signer.instance, &signature);
        assert!(candidates.len() > profile.opened / 2);
        assert!(candidates.iter().all(|candidate| *candidate == key));
    }
}

#[test]
fn one_proof_of_ours_is_not() {
    for cipher in [Parameters::N192R4, Parameters::N192R13] {
        let profile = Profile::two_blocks(0x31, cipher);
        let instance = Instance::new(cipher);
        let [key, p, x] = [0x6b, 0xa1, 0x3c].map(|byte| cipher.decode(&[byte; 24]).unwrap());
        let lowmc = &instance.lowmc;
        let encrypt = |key: &Bits, block: &Bits| lowmc.encrypt(&lowmc.round_keys(key), block);
        let statements = [(p, encrypt(&key, &p)), (x, encrypt(&key, &x))];
        let witness = Witness { key: &key, inputs: &[p, x], bound: &[], salt: [5; 32], root: Seed([6; 32]) };
        let proof = Committed::new(Keccak::new(), &profile, &instance, &witness).answer();
        assert_eq!(verify(Keccak::new(), &profile, &instance, &statements, &[], &proof), Ok(()));
        let candidates = candidates(&profile, &instance, &proof);
        assert!(candidates.len() > profile.opened / 2);
        for candidate in candidates {
            assert_ne!(candidate, key);
            assert_ne!(encrypt(&candidate, &p), statements[0].1);
        }
    }
}
