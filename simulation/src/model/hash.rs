//! The hashes of `spec/round.md`, `spec/xvrf.md` and `spec/ivrf.md`.

use crate::answer::Place;
use heliast::{keys::Change, stateful::Scheme};
use sha2::{Digest, Sha256};

/// tag(name) ‖ parts.
pub(super) fn tagged(name: &str, parts: &[&[u8]]) -> Vec<u8> {
    let mut bytes = vec![name.len() as u8];
    bytes.extend(name.as_bytes());
    parts.iter().for_each(|part| bytes.extend(*part));
    bytes
}

/// H(tag(name) ‖ parts).
pub(super) fn hash(name: &str, parts: &[&[u8]]) -> [u8; 32] {
    Sha256::digest(tagged(name, parts)).into()
}

/// u32(participant) ‖ u32(serial) ‖ change.
pub(super) fn announced(participant: u32, serial: u32, change: &Change) -> Vec<u8> {
    let mut bytes = participant.to_be_bytes().to_vec();
    bytes.extend(serial.to_be_bytes());
    match change {
        Change::Withdrawal => bytes.push(0),
        // The members of the simulated chains do not change.
        Change::Member(_) => {}
        Change::Key(key) => {
            bytes.push(1);
            bytes.push(match key.terms.scheme() {
                Scheme::XVrf => 0x21,
                Scheme::IVrf => 0x22,
            });
            bytes.push(key.terms.height());
            bytes.extend(key.terms.slots().to_be_bytes());
            bytes.extend(key.terms.first().to_be_bytes());
            bytes.extend(key.root);
            bytes.extend(key.pub_seed);
        }
    }
    bytes
}

/// y of a proof that a hash tree made at this place for `input`.
pub(super) fn tree_output(place: &Place, proof: &[u8], input: &[u8]) -> [u8; 32] {
    let number = |value: u64, len: usize| [&vec![0; len - 8][..], &value.to_be_bytes()].concat();
    let word = |value: u32, len: usize| [&vec![0; len - 4][..], &value.to_be_bytes()].concat();
    let mut hash = Sha256::new();
    match place.scheme {
        Scheme::XVrf => hash.update(word(0x5856_5246, 28)),
        Scheme::IVrf => hash.update(word(0x4956_5246, 28)),
    }
    hash.update(word(place.height.into(), 4));
    hash.update(place.root);
    hash.update(place.pub_seed);
    match place.scheme {
        Scheme::XVrf => hash.update(proof),
        Scheme::IVrf => {
            hash.update(number(place.leaf, 32));
            hash.update(number(place.step, 32));
            hash.update(proof.get(4..36).unwrap_or_default());
        }
    }
    hash.update(input);
    hash.finalize().into()
}

/// The input of e_K without the lots.
pub(super) struct Entropy<'a> {
    pub chain: &'a [u8; 32],
    pub round: u64,
    pub time_ms: u64,
    pub seed: &'a [u8; 32],
}

impl Entropy<'_> {
    pub fn hash<'a>(&self, lots: impl ExactSizeIterator<Item = (u8, u32, &'a [u8])>) -> [u8; 32] {
        let count = (lots.len() as u32).to_be_bytes();
        let mut bytes = tagged(
            "heliast/entropy/v2",
            &[self.chain, &self.round.to_be_bytes(), &self.time_ms.to_be_bytes(), self.seed, &count],
        );
        for (slot, participant, output) in lots {
            bytes.push(slot);
            bytes.extend(participant.to_be_bytes());
            bytes.extend((output.len() as u16).to_be_bytes());
            bytes.extend(output);
        }
        Sha256::digest(bytes).into()
    }
}
