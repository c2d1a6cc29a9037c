//! A small network: a chain with real keys and short delays, and what its participants can make.

use heliast::{
    Announcement, Chain, DelayGroup, Genesis, MemberRules, Participant, PrimeMode, SecretKey, SquaringRules,
    StatelessKey, StatelessScheme, Suite, Ticket, Tip,
    keys::Change,
    members::{MemberChange, Proposal, ValidatorChange, ValidatorEntry},
    stateful::{PublicKey, Scheme, Terms},
};
use heliast_finality::{ConsensusKey, Insisting, KeyType, NetworkFile, Validator};
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

pub const GENESIS_MS: u64 = 1_700_000_000_000;
pub const PERIOD_MS: u32 = 1_000;
/// Rounds from the adoption of a change to its effect.
pub const LEAD: u64 = 2;
const SQUARINGS: u64 = 16;
const VRF: StatelessScheme = StatelessScheme::EcvrfEll2;

/// A network of this many validators of equal power.
pub fn network(validators: u8, window_blocks: u32, insisting: Option<Insisting>) -> NetworkFile {
    let validator = |seed| Validator { key: consensus_key(seed), power: 10 };
    let file = NetworkFile::new(window_blocks, 0, (1..=validators).map(validator).collect(), [7; 32]);
    match insisting {
        Some(rules) => file.unwrap().with_insisting(rules).unwrap(),
        None => file.unwrap(),
    }
}

/// The key of a validator by the byte of its seed, from 1 to 9.
pub fn consensus_key(seed: u8) -> ConsensusKey {
    static KEYS: LazyLock<Vec<ConsensusKey>> = LazyLock::new(|| {
        let key = |seed| {
            let key = ed25519_dalek::SigningKey::from_bytes(&[seed; 32]).verifying_key();
            ConsensusKey::new(KeyType::Ed25519, key.as_bytes()).unwrap()
        };
        (1..=9).map(key).collect()
    });
    KEYS[usize::from(seed) - 1].clone()
}

/// The chain of a network. All participants win in all rounds, except in one of some thousands. The first
/// participant decides alone on members and validators.
pub fn chain(network: &NetworkFile, participants: u32) -> Chain {
    let stake = |number| if number == 0 { 1_000 } else { 100 };
    let participant = |number| Participant { public_key: secret(number).public_key(), stake: stake(number) };
    Chain::new(Genesis {
        vrf: VRF,
        delays: SquaringRules {
            group: DelayGroup::rsa_2048(),
            suite: Suite::new(PrimeMode::SievedFull, 200).unwrap(),
            t: SQUARINGS,
        }
        .into(),
        genesis_time_ms: GENESIS_MS,
        period_ms: PERIOD_MS,
        lead: LEAD as u16,
        committees: vec![200],
        members: Some(MemberRules { life: 10, most: participants + 1, validators_change: true }),
        participants: (0..participants).map(participant).collect(),
        nonce: network.nonce(),
    })
    .unwrap()
}

/// The stateless key of a participant, present or future.
fn secret(participant: u32) -> SecretKey {
    SecretKey::from_seed(VRF, [participant as u8 + 1; 32])
}

/// Identifies a tip: its seed alone does not bind the announcements.
pub fn tip_id(tip: &Tip) -> [u8; 32] {
    Sha256::digest([&tip.seed()[..], &tip.keys().digest()].concat()).into()
}

/// The ticket of a participant after `tip`, if it has won.
pub fn ticket(chain: &Chain, tip: &Tip, participant: u32) -> Option<Ticket> {
    let (output, proof) = secret(participant).prove(&chain.ticket_input(tip, 0)).unwrap();
    let won = chain.votes(tip, 0, participant, &output) > 0;
    won.then_some(Ticket { slot: 0, participant, proof })
}

/// The announcement of a participant after `tip`.
pub fn announcement(chain: &Chain, tip: &Tip, participant: u32, change: Change) -> Announcement {
    let serial = tip.keys().next_serial(participant).unwrap_or(0);
    let input = chain.announcement_input(participant, serial, &change);
    let (_, proof) = secret(participant).prove(&input).unwrap();
    Announcement { participant, serial, change, proof }
}

/// One of many trees that a participant may announce. Nobody knows its leaves.
pub fn tree(number: u8) -> Change {
    let root = [number; 32];
    let terms = Terms::new(Scheme::XVrf, 20, 1, 1_000).unwrap();
    Change::Key(PublicKey { terms, root, pub_seed: root })
}

/// A proposal that somebody joins with some stake.
pub fn join(participant: u32) -> Change {
    let key = StatelessKey::new(VRF, &secret(participant).public_key()).unwrap();
    Change::Member(MemberChange::Proposal(Proposal::Join { key, stake: 100 }))
}

/// A proposal that a validator gets this power.
pub fn power(seed: u8, power: u64) -> Change {
    let public_key = consensus_key(seed).as_bytes().to_vec();
    let entry = ValidatorEntry { key_type: 1, public_key, power, proof: vec![] };
    let change = ValidatorChange::new(vec![entry]).unwrap();
    Change::Member(MemberChange::Proposal(Proposal::Validators(change)))
}
