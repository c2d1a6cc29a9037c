//! A small network whose validators change: participant 0 decides alone.

use super::{PARTICIPANTS, chain as fixed_chain};
use crate::state::State;
use ed25519_dalek::{Signer, SigningKey};
use heliast::{
    Chain, Genesis, MemberRules, Participant,
    members::{MemberChange, Proposal, ValidatorChange, ValidatorEntry},
};
use heliast_finality::{ConsensusKey, KeyType, NetworkFile, proof_input};

/// The chain of a network whose validators change.
pub fn chain(network: &NetworkFile) -> Chain {
    let members = Some(MemberRules { life: 10, most: PARTICIPANTS + 1, validators_change: true });
    let mut genesis = Genesis { lead: 2, members, ..fixed_chain(network).genesis().clone() };
    let first = genesis.participants[0].clone();
    genesis.participants[0] = Participant { stake: 1_000, ..first };
    Chain::new(genesis).unwrap()
}

/// The public key of a validator by the byte of its seed.
pub fn key(seed: u8) -> ConsensusKey {
    let key = SigningKey::from_bytes(&[seed; 32]).verifying_key();
    ConsensusKey::new(KeyType::Ed25519, key.as_bytes()).unwrap()
}

/// An entry that gives a validator this power, with a proof of the key if it is not in the list.
pub fn entry(state: &State, seed: u8, power: u64) -> ValidatorEntry {
    let key = key(seed);
    let is_new = power > 0 && state.validator_list().power_of(&key) == 0;
    let proof = SigningKey::from_bytes(&[seed; 32]).sign(&proof_input(state.chain().id(), &key));
    let proof = if is_new { proof.to_bytes().to_vec() } else { vec![] };
    ValidatorEntry { key_type: 1, public_key: key.as_bytes().to_vec(), power, proof }
}

/// The proposal of these powers.
pub fn proposal(entries: &[ValidatorEntry]) -> MemberChange {
    MemberChange::Proposal(Proposal::Validators(ValidatorChange::new(entries.to_vec()).unwrap()))
}
