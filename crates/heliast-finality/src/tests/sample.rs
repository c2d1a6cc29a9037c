//! Frames and keys that tests make, and the engine's answers that would give such a frame.

use crate::{
    ConsensusKey, Frame, KeyType, Record, Validator, ValidatorSet,
    header::{self, HEIGHT, Header, number},
    vote::{Block, Vote},
};
use ed25519_dalek::SigningKey;
use proptest::{collection::vec, option, prelude::*};
use std::sync::OnceLock;

/// The keys whose secret is 32 times a byte, each made once.
static KEYS: [OnceLock<ConsensusKey>; 256] = [const { OnceLock::new() }; 256];

/// The validator whose secret key is 32 times this byte.
pub(crate) fn validator(seed: u8, power: u64) -> Validator {
    let key = KEYS[usize::from(seed)].get_or_init(|| {
        let key = SigningKey::from_bytes(&[seed; 32]).verifying_key();
        ConsensusKey::new(KeyType::Ed25519, key.as_bytes()).unwrap()
    });
    Validator { key: key.clone(), power }
}

/// A validator whose ML-DSA-65 key is 1,952 times this byte; nothing is signed with it.
pub(crate) fn post_quantum(byte: u8, power: u64) -> Validator {
    Validator { key: ConsensusKey::new(KeyType::MlDsa65, &[byte; 1952]).unwrap(), power }
}

pub(crate) fn set(validators: Vec<Validator>) -> ValidatorSet {
    ValidatorSet::new(validators).unwrap()
}

/// Fields of a header, each with other bytes, at this height.
pub(crate) fn leaves(height: u64) -> [Vec<u8>; header::FIELDS] {
    let mut leaves: [Vec<u8>; header::FIELDS] = std::array::from_fn(|i| vec![i as u8; i + 1]);
    leaves[HEIGHT] = number(height);
    leaves
}

/// Any vote whose signature has this length.
fn vote(len: usize) -> impl Strategy<Value = Vote> {
    (0u64..253_402_300_800, 0u32..1_000_000_000, vec(any::<u8>(), len))
        .prop_map(|(seconds, nanoseconds, signature)| Vote { seconds, nanoseconds, signature })
}

/// A validator of either scheme, and its vote or none.
fn voter(seed: u8) -> impl Strategy<Value = (Validator, Option<Vote>)> {
    (1u64..1 << 40, any::<bool>()).prop_flat_map(move |(power, is_post_quantum)| {
        let one = if is_post_quantum { post_quantum(seed, power) } else { validator(seed, power) };
        let len = one.key.key_type().signature_len();
        option::of(vote(len)).prop_map(move |vote| (one.clone(), vote))
    })
}

/// Any header.
pub(crate) fn any_header() -> impl Strategy<Value = Header> {
    (vec(vec(any::<u8>(), 0..40), header::FIELDS), 1u64..1 << 63).prop_map(|(leaves, height)| {
        let mut leaves: [Vec<u8>; header::FIELDS] = leaves.try_into().unwrap();
        leaves[HEIGHT] = number(height);
        Header::new(leaves).unwrap()
    })
}

pub(crate) fn any_block() -> impl Strategy<Value = Block> {
    (0u32..1 << 31, any::<u32>(), any::<[u8; 32]>()).prop_map(|(commit_round, parts, parts_hash)| Block {
        commit_round,
        parts,
        parts_hash,
    })
}

pub(crate) fn any_record() -> impl Strategy<Value = Record> {
    (any::<u64>(), any::<u64>(), any::<[u8; 32]>()).prop_map(|(opened_ms, closed_ms, state)| Record {
        opened_ms,
        closed_ms,
        state,
    })
}

/// Any frame of up to four validators.
pub(crate) fn any_frame() -> impl Strategy<Value = Frame> {
    let voters = (1u8..=4).prop_flat_map(|count| (1..=count).map(voter).collect::<Vec<_>>());
    (any::<[u8; 32]>(), 1u64.., any_record(), any_header(), any_block(), voters).prop_map(
        |(chain_id, round, record, header, block, voters)| {
            let set = set(voters.iter().map(|(one, _)| one.clone()).collect());
            let vote_of = |one: &Validator| voters.iter().find(|(found, _)| found == one).unwrap().1.clone();
            let votes = set.validators().iter().map(vote_of).collect();
            Frame { chain_id, round, record, header, block, set, votes }
        },
    )
}
