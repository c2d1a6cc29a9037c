//! A chain of a small network, and the keys of its participants.

use heliast::{
    Announcement, Chain, DelayGroup, Genesis, Participant, PrimeMode, SecretKey, SquaringRules,
    StatelessScheme, Suite, Ticket, Tip,
    keys::{Change, Key},
    stateful::{self, Scheme, Terms, Turn},
};
use heliast_finality::{ConsensusKey, KeyType, NetworkFile, Validator};
use heliast_network::parts::{Body, Duty, Transaction};

pub const GENESIS_MS: u64 = 1_700_000_000_000;
pub const PERIOD_MS: u32 = 1_000;
pub const PARTICIPANTS: u32 = 5;
pub const NODES: usize = 4;
const SQUARINGS: u64 = 100;

/// All secrets of a network.
pub struct House {
    pub chain: Chain,
    pub network: NetworkFile,
    keys: Vec<SecretKey>,
    trees: Vec<stateful::SecretKey>,
    /// The round whose tickets were drawn, and the tickets.
    drawn: (u64, Vec<Ticket>),
}

impl House {
    /// A chain that takes announcements `lead` rounds ahead, or no announcements.
    pub fn new(lead: u16, genesis_time_ms: u64) -> House {
        // Half of all strings are valid keys.
        let keys = (0..=u8::MAX).filter_map(|byte| ConsensusKey::new(KeyType::Ed25519, &[byte; 32]).ok());
        let validators = keys.take(NODES).map(|key| Validator { key, power: 10 }).collect();
        let network = NetworkFile::new(3, 200, validators, [7; 32]).unwrap();
        let keys: Vec<_> =
            (1..).take(PARTICIPANTS as usize).map(|seed| SecretKey::from_seed(SCHEME, [seed; 32])).collect();
        let participants =
            keys.iter().zip(10..).map(|(key, stake)| Participant { public_key: key.public_key(), stake });
        let chain = Chain::new(Genesis {
            vrf: SCHEME,
            delays: SquaringRules {
                group: DelayGroup::rsa_2048(),
                suite: Suite::new(PrimeMode::SievedFull, 200).unwrap(),
                t: SQUARINGS,
            }
            .into(),
            genesis_time_ms,
            period_ms: PERIOD_MS,
            lead,
            committees: vec![20, 3],
            members: None,
            participants: participants.collect(),
            nonce: network.nonce(),
        });
        House { chain: chain.unwrap(), network, keys, trees: vec![], drawn: (0, vec![]) }
    }

    /// Transactions of all participants and an evaluator after a block, in one order.
    pub fn transactions(&mut self, duty: &Duty) -> Vec<Vec<u8>> {
        let bodies = match duty {
            Duty::Wait { ticks, .. } => vec![Body::Tick(*ticks)],
            Duty::Draw { tip, .. } => self.tickets(tip).into_iter().map(Body::Ticket).collect(),
            Duty::Evaluate { x, .. } => vec![Body::Delay(self.chain.evaluate(x).unwrap())],
        };
        bodies.into_iter().map(|body| bytes(duty.round(), body)).collect()
    }

    /// The tickets of all participants that win in the round after `tip`, with the keys that are
    /// due.
    fn tickets(&mut self, tip: &Tip) -> Vec<Ticket> {
        if self.drawn.0 == tip.next_round() {
            return self.drawn.1.clone();
        }
        let mut tickets = Vec::new();
        for slot in 0..self.chain.genesis().committees.len() as u8 {
            for participant in 0..PARTICIPANTS {
                let (output, proof) = self.draw(tip, slot, participant);
                if self.chain.votes(tip, slot, participant, &output) > 0 {
                    tickets.push(Ticket { slot, participant, proof });
                }
            }
        }
        self.drawn = (tip.next_round(), tickets.clone());
        tickets
    }

    fn draw(&mut self, tip: &Tip, slot: u8, participant: u32) -> (Vec<u8>, Vec<u8>) {
        let input = self.chain.ticket_input(tip, slot);
        match tip.keys().due(participant, tip.next_round()).unwrap().unwrap().key {
            Key::Stateless => self.keys[participant as usize].prove(&input).unwrap(),
            Key::Stateful(key) => {
                let tree = self.trees.iter_mut().find(|tree| *tree.public_key() == key).unwrap();
                let (output, proof) =
                    tree.prove(Turn { round: tip.next_round(), slot: slot.into() }, &input).unwrap();
                (output.0.to_vec(), proof.as_bytes().to_vec())
            }
        }
    }

    /// A hash tree for a participant, which answers from the round `first` on, announced after `tip`.
    pub fn announce(&mut self, tip: &Tip, participant: u32, first: u64) -> Vec<u8> {
        let slots = self.chain.genesis().committees.len() as u16;
        let terms = Terms::new(Scheme::XVrf, 4, slots, first).unwrap();
        let tree = stateful::SecretKey::generate(terms, &[participant as u8; 32], &[9; 32]);
        let change = Change::Key(*tree.public_key());
        self.trees.push(tree);
        let serial = tip.keys().next_serial(participant).unwrap();
        let input = self.chain.announcement_input(participant, serial, &change);
        let (_, proof) = self.keys[participant as usize].prove(&input).unwrap();
        let announcement = Announcement { participant, serial, change, proof };
        bytes(tip.next_round(), Body::Announcement(announcement))
    }
}

const SCHEME: StatelessScheme = StatelessScheme::EcvrfEll2;

pub fn bytes(round: u64, body: Body) -> Vec<u8> {
    Transaction { round, body }.to_bytes()
}
