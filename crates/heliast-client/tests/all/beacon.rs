//! Chains: one that is made here, and one that was made by the reference and signed by CometBFT.

use heliast::{
    Chain, DelayGroup, DelayRules, Draft, Genesis, Participant, Round, SecretKey, StatelessScheme, Tip,
    Verified,
    bundle::{self, Pin},
};
use std::{
    ops::RangeInclusive,
    sync::{Arc, OnceLock},
};

/// More squarings than a challenge has bits, because all proofs of shorter delays are the identity.
const SQUARINGS: u64 = 400;
/// The opening time of the first round, and the time between two.
pub const GENESIS_MS: u64 = 1_700_000_000_000;
pub const PERIOD_MS: u64 = 1_000;

/// A chain with its rounds, and the other data of a network's nodes.
pub struct Beacon {
    pub chain: Chain,
    pub rounds: Vec<Verified<Round>>,
    /// The state before each round, and after the last.
    pub tips: Vec<Tip>,
    /// The network file and the frames of the first rounds; `None` and empty for a solo chain.
    pub network: Option<Vec<u8>>,
    pub frames: Vec<Vec<u8>>,
}

impl Beacon {
    /// A solo chain of 12 rounds.
    pub fn solo() -> Arc<Beacon> {
        static MADE: OnceLock<Arc<Beacon>> = OnceLock::new();
        Arc::clone(MADE.get_or_init(|| Arc::new(Beacon::made(7, 12))))
    }

    /// Another chain, of three rounds.
    pub fn other() -> Arc<Beacon> {
        static MADE: OnceLock<Arc<Beacon>> = OnceLock::new();
        Arc::clone(MADE.get_or_init(|| Arc::new(Beacon::made(8, 3))))
    }

    fn made(nonce: u8, count: u64) -> Beacon {
        let (mut keys, chain) = genesis(nonce);
        let (mut rounds, mut tips) = (vec![], vec![chain.start()]);
        for _ in 0..count {
            let tip = tips.last().unwrap();
            let round = next_round(&mut keys, &chain, tip, 0);
            tips.push(chain.tip_after(&round));
            rounds.push(round);
        }
        Beacon { chain, rounds, tips, network: None, frames: vec![] }
    }

    /// The same chain up to a round, with other rounds after it, which opened later: both are valid.
    pub fn forked(&self, after: u64) -> Beacon {
        let (mut keys, chain) = genesis(7);
        let (mut rounds, mut tips) =
            (self.rounds[..after as usize].to_vec(), self.tips[..=after as usize].to_vec());
        for _ in after..self.rounds.len() as u64 {
            let round = next_round(&mut keys, &chain, tips.last().unwrap(), 1);
            tips.push(chain.tip_after(&round));
            rounds.push(round);
        }
        Beacon { chain, rounds, tips, network: None, frames: vec![] }
    }

    /// A chain of a network, of three rounds.
    pub fn signed() -> Arc<Beacon> {
        let cases = testkit::cases("finality.json");
        let case = testkit::of_kind(&cases, "network")[0];
        let chain = Chain::from_bytes(&testkit::bytes(case, "genesis_bytes")).unwrap();
        let (mut rounds, mut tips) = (vec![], vec![chain.start()]);
        for encoded in case["rounds"].as_array().unwrap() {
            let bytes = hex::decode(encoded.as_str().unwrap()).unwrap();
            let round = chain.verify(tips.last().unwrap(), chain.decode_round(&bytes).unwrap()).unwrap();
            tips.push(chain.tip_after(&round));
            rounds.push(round);
        }
        let frames = testkit::of_kind(&cases, "engine").into_iter();
        let frames = frames.filter(|case| case["network"] == "ed25519");
        let frames = frames.map(|case| testkit::bytes(case, "bytes")).collect();
        Arc::new(Beacon { chain, rounds, tips, network: Some(testkit::bytes(case, "bytes")), frames })
    }

    pub fn pin(&self) -> Pin {
        Pin::from(&self.chain)
    }

    /// The bytes of a bundle of some rounds.
    pub fn bundle(&self, range: RangeInclusive<u64>) -> Vec<u8> {
        let (from, to) = (*range.start() as usize, *range.end() as usize);
        let mut bytes = vec![];
        bundle::write_header(&mut bytes, &self.chain, &self.tips[from - 1], (to - from + 1) as u64).unwrap();
        for round in &self.rounds[from - 1..to] {
            bundle::write_round(&mut bytes, &round.encode()).unwrap();
        }
        bytes
    }

    pub fn beacon_of(&self, number: u64) -> [u8; 32] {
        self.rounds[number as usize - 1].facts().beacon
    }
}

fn genesis(nonce: u8) -> (Vec<SecretKey>, Chain) {
    let keys: Vec<_> = (1..=3).map(|i| SecretKey::from_seed(StatelessScheme::EcvrfEll2, [i; 32])).collect();
    let participants =
        keys.iter().map(|key| Participant { public_key: key.public_key(), stake: 10 }).collect();
    let genesis = Genesis {
        vrf: StatelessScheme::EcvrfEll2,
        delays: DelayRules::squarings(DelayGroup::rsa_2048(), SQUARINGS),
        genesis_time_ms: GENESIS_MS,
        period_ms: PERIOD_MS as u32,
        lead: 0,
        committees: vec![20],
        members: None,
        participants,
        nonce: [nonce; 32],
    };
    (keys, Chain::new(genesis).unwrap())
}

/// The round after `tip`, which opens this many periods late.
fn next_round(keys: &mut [SecretKey], chain: &Chain, tip: &Tip, late: u64) -> Verified<Round> {
    let input = chain.ticket_input(tip, 0);
    let tickets: Vec<_> = (0..)
        .zip(keys)
        .filter_map(|(participant, key)| {
            let (_, proof) = key.prove(&input).unwrap();
            chain.verify_ticket(tip, heliast::Ticket { slot: 0, participant, proof }).ok()
        })
        .collect();
    let time_ms = match tip.round() {
        0 => GENESIS_MS,
        _ => tip.time_ms() + PERIOD_MS * (1 + late),
    };
    let (_, x) = chain.delay_input(tip, time_ms, tickets.iter().map(|ticket| ticket.facts()));
    let delay = chain.evaluate(&x).unwrap();
    chain.seal(tip, Draft { time_ms, tickets, announcements: vec![], delay }).unwrap()
}
