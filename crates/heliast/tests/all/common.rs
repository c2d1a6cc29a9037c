//! A small real chain: five participants, RSA-1024, a short delay.

use heliast::{
    Announcement, Chain, Delay, DelayGroup, Draft, Genesis, Natural, Participant, PrimeMode, Round,
    SecretKey, SquaringRules, StatelessScheme, Suite, Ticket, Tip, Verified,
    keys::{Change, Key},
    stateful::{self, Terms, Turn},
};

pub const RSA_1024: &str = "135066410865995223349603216278805969938881475605667027524485143851526510604859533833940287150571909441798207282164471551373680419703964191743046496589274256239341020864383202110372958725762358509643110564073501508187510676594629205563685529475213500852879416377328533906109750544334999811150056977236890927563";

pub const START_MS: u64 = 1_800_000_000_000;
pub const PERIOD_MS: u32 = 3_000;

/// A chain and its participants' keys.
pub struct House {
    pub chain: Chain,
    pub keys: Vec<SecretKey>,
    /// The hash trees of all participants, and the announcements of the next round.
    pub trees: Vec<stateful::SecretKey>,
    pub announcements: Vec<Announcement>,
}

pub fn genesis(scheme: StatelessScheme, nonce: u8) -> Genesis {
    let participants = keys(scheme).into_iter().zip([50, 40, 30, 20, 1]).map(|(key, stake)| {
        let public_key = key.public_key();
        Participant { public_key, stake }
    });
    Genesis {
        vrf: scheme,
        delays: SquaringRules {
            group: DelayGroup::Rsa { modulus: Natural::from_decimal(RSA_1024).unwrap() },
            suite: Suite::new(PrimeMode::SievedFull, 256).unwrap(),
            t: 60,
        }
        .into(),
        genesis_time_ms: START_MS,
        period_ms: PERIOD_MS,
        lead: 0,
        committees: vec![10],
        members: None,
        participants: participants.collect(),
        nonce: [nonce; 32],
    }
}

/// A genesis with delays in a class group.
pub fn class_genesis(scheme: StatelessScheme, nonce: u8) -> Genesis {
    let group = DelayGroup::Class { bits: 1_024, seed: vec![9; 32] };
    with_squarings(genesis(scheme, nonce), |squarings| squarings.group = group)
}

/// A genesis with other squarings.
pub fn with_squarings(mut genesis: Genesis, change: impl FnOnce(&mut SquaringRules)) -> Genesis {
    genesis.delays.squarings.as_mut().map(change).unwrap();
    genesis
}

fn keys(scheme: StatelessScheme) -> Vec<SecretKey> {
    (1..=5).map(|seed| SecretKey::from_seed(scheme, [seed; 32])).collect()
}

impl House {
    pub fn new(scheme: StatelessScheme, nonce: u8) -> House {
        House::of(genesis(scheme, nonce))
    }

    /// A chain of [`genesis`] with other parameters.
    pub fn of(genesis: Genesis) -> House {
        let keys = keys(genesis.vrf);
        House { chain: Chain::new(genesis).unwrap(), keys, trees: vec![], announcements: vec![] }
    }

    /// A new hash tree for a participant, announced in the next round.
    pub fn announce_key(&mut self, tip: &Tip, participant: u32, terms: Terms) -> stateful::PublicKey {
        let number = self.trees.len() as u8;
        let tree = stateful::SecretKey::generate(terms, &[number; 32], &[number ^ 0xff; 32]);
        let public = *tree.public_key();
        self.trees.push(tree);
        let announcement = self.announcement(tip, participant, Change::Key(public));
        self.announcements.push(announcement);
        public
    }

    /// The announcement that the participant would make in the round after `tip`.
    pub fn announcement(&mut self, tip: &Tip, participant: u32, change: Change) -> Announcement {
        let serial = tip.keys().next_serial(participant).unwrap();
        let input = self.chain.announcement_input(participant, serial, &change);
        let (_, proof) = self.keys[participant as usize].prove(&input).unwrap();
        Announcement { participant, serial, change, proof }
    }

    /// (β, π) of the key that is due, for a slot of the round after `tip`.
    pub fn draw(&mut self, tip: &Tip, slot: u8, participant: u32) -> (Vec<u8>, Vec<u8>) {
        let input = self.chain.ticket_input(tip, slot);
        match tip.keys().due(participant, tip.next_round()).unwrap().unwrap().key {
            Key::Stateless => self.keys[participant as usize].prove(&input).unwrap(),
            Key::Stateful(key) => {
                let tree = self.trees.iter_mut().find(|tree| *tree.public_key() == key).unwrap();
                let turn = Turn { round: tip.next_round(), slot: slot.into() };
                let (output, proof) = tree.prove(turn, &input).unwrap();
                (output.0.to_vec(), proof.as_bytes().to_vec())
            }
        }
    }

    /// The tickets that win something in the round after `tip`.
    pub fn tickets(&mut self, tip: &Tip) -> Vec<Ticket> {
        let mut tickets = Vec::new();
        for slot in 0..self.chain.genesis().committees.len() as u8 {
            for participant in 0..self.keys.len() as u32 {
                let (output, proof) = self.draw(tip, slot, participant);
                if self.chain.votes(tip, slot, participant, &output) > 0 {
                    tickets.push(Ticket { slot, participant, proof });
                }
            }
        }
        tickets
    }

    /// The round after `tip`, with all tickets and announcements, verified from its parts.
    pub fn round(&mut self, tip: &Tip) -> Verified<Round> {
        let time_ms = START_MS + tip.round() * u64::from(PERIOD_MS);
        let tickets = self.tickets(tip);
        let tickets = self.chain.verify_tickets(tip, tickets).unwrap();
        let announced = std::mem::take(&mut self.announcements).into_iter();
        let announcements = announced.map(|one| self.chain.verify_announcement(tip, one).unwrap()).collect();
        let (_, x) = self.chain.delay_input(tip, time_ms, tickets.iter().map(|ticket| ticket.facts()));
        let delay = delay(&self.chain, x);
        self.chain.seal(tip, Draft { time_ms, tickets, announcements, delay }).unwrap()
    }

    /// The first `count` rounds.
    pub fn rounds(&mut self, count: u64) -> Vec<Verified<Round>> {
        let mut tip = self.chain.start();
        let mut next = || {
            let round = self.round(&tip);
            tip = self.chain.tip_after(&round);
            round
        };
        (0..count).map(|_| next()).collect()
    }
}

/// The encoded output and proof of the chain's delay.
pub fn delay(chain: &Chain, x: heliast::DelayInput) -> Delay {
    chain.evaluate(&x).unwrap()
}
