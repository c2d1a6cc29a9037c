//! A small network for tests: real keys, real tickets, a short delay.

pub mod signed;
pub mod validators;

use crate::{
    duty::Duty,
    transaction::{Body, Transaction},
};
use heliast::{
    Announcement, Chain, DelayGroup, DelayRules, Genesis, MemberRules, Participant, PrimeMode, RootField,
    RootRules, SecretKey, SquaringRules, StatelessScheme, Suite, Ticket, Tip,
    keys::Change,
    stateful::{PublicKey, Scheme, Terms},
};
use heliast_finality::{ConsensusKey, KeyType, NetworkFile, Validator};

pub const GENESIS_MS: u64 = 1_700_000_000_000;
pub const PERIOD_MS: u32 = 1_000;
pub const PARTICIPANTS: u32 = 5;
const SQUARINGS: u64 = 40;

/// A network of four validators that collects for `window_blocks` blocks and `window_ms` milliseconds.
pub fn network(window_blocks: u32, window_ms: u32) -> NetworkFile {
    let validator = |seed| {
        let key = ed25519_dalek::SigningKey::from_bytes(&[seed; 32]).verifying_key();
        Validator { key: ConsensusKey::new(KeyType::Ed25519, key.as_bytes()).unwrap(), power: 10 }
    };
    NetworkFile::new(window_blocks, window_ms, (1..=4).map(validator).collect(), [7; 32]).unwrap()
}

/// The stateless key of a participant, present or future.
pub fn secret(participant: u32) -> SecretKey {
    SecretKey::from_seed(StatelessScheme::EcvrfEll2, [participant as u8 + 1; 32])
}

/// The chain of a network.
pub fn chain(network: &NetworkFile) -> Chain {
    let participant =
        |number| Participant { public_key: secret(number).public_key(), stake: 10 + u64::from(number) };
    Chain::new(Genesis {
        vrf: StatelessScheme::EcvrfEll2,
        delays: SquaringRules {
            group: DelayGroup::rsa_2048(),
            suite: Suite::new(PrimeMode::SievedFull, 200).unwrap(),
            t: SQUARINGS,
        }
        .into(),
        genesis_time_ms: GENESIS_MS,
        period_ms: PERIOD_MS,
        lead: 0,
        committees: vec![20, 3],
        members: None,
        participants: (0..PARTICIPANTS).map(participant).collect(),
        nonce: network.nonce(),
    })
    .unwrap()
}

/// The same chain with roots, in 16 segments, in addition to the squarings or alone.
pub fn chain_of_roots(network: &NetworkFile, is_alone: bool) -> Chain {
    let genesis = chain(network).genesis().clone();
    let field = RootField::built_in(1_024).unwrap();
    let (seed, counter) = (field.seed().to_vec(), field.counter());
    let roots = Some(RootRules { bits: 1_024, seed, counter, t: 160, segments: 16 });
    let squarings = genesis.delays.squarings.clone().filter(|_| !is_alone);
    Chain::new(Genesis { delays: DelayRules { squarings, roots }, ..genesis }).unwrap()
}

/// The same chain, with announcements and one more participant who may join.
pub fn changing_chain(network: &NetworkFile) -> Chain {
    let members = Some(MemberRules { life: 10, most: PARTICIPANTS + 1, validators_change: false });
    Chain::new(Genesis { lead: 2, members, ..chain(network).genesis().clone() }).unwrap()
}

/// The announcement of a participant after `tip`, with its proof.
pub fn announcement(chain: &Chain, tip: &Tip, participant: u32, change: Change) -> Transaction {
    let serial = tip.keys().next_serial(participant).unwrap_or(0);
    let input = chain.announcement_input(participant, serial, &change);
    let (_, proof) = secret(participant).prove(&input).unwrap();
    let body = Body::Announcement(Announcement { participant, serial, change, proof });
    Transaction { round: tip.next_round(), body }
}

/// One of many trees that a participant may announce. Nobody knows its leaves.
pub fn tree(chain: &Chain, number: u16) -> Change {
    let slots = chain.genesis().committees.len() as u16;
    let mut root = [0; 32];
    root[..2].copy_from_slice(&number.to_be_bytes());
    let terms = Terms::new(Scheme::XVrf, 20, slots, 1_000).unwrap();
    Change::Key(PublicKey { terms, root, pub_seed: root })
}

/// The transactions that all participants and an evaluator send after a block.
pub fn transactions(chain: &Chain, duty: &Duty) -> Vec<Transaction> {
    match duty {
        Duty::Wait { round, ticks, .. } => vec![Transaction { round: *round, body: Body::Tick(*ticks) }],
        Duty::Draw { round, inputs, .. } => {
            let ticket = |body| Transaction { round: *round, body: Body::Ticket(body) };
            tickets(chain, inputs).into_iter().map(ticket).collect()
        }
        Duty::Evaluate { round, x } => {
            vec![Transaction { round: *round, body: Body::Delay(chain.evaluate(x).unwrap()) }]
        }
    }
}

/// The tickets of all participants that win.
pub fn tickets(chain: &Chain, inputs: &[Vec<u8>]) -> Vec<Ticket> {
    let mut tickets = Vec::new();
    for participant in 0..PARTICIPANTS {
        let mut key = secret(participant);
        for (slot, input) in (0..).zip(inputs) {
            let (output, proof) = key.prove(input).unwrap();
            if chain.first_votes(slot, participant, &output) > 0 {
                tickets.push(Ticket { slot, participant, proof });
            }
        }
    }
    tickets
}
