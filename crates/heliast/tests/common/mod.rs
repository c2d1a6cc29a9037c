//! A small real chain: five participants, RSA-1024, a short delay.

#![allow(dead_code, reason = "every test uses its part")]

use heliast::{
    Chain, Evaluation, Genesis, Group, Natural, Participant, PrimeMode, Round, SecretKey, Suite, Ticket, Tip,
    Verified, VrfScheme,
};

const RSA_1024: &str = "135066410865995223349603216278805969938881475605667027524485143851526510604859533833940287150571909441798207282164471551373680419703964191743046496589274256239341020864383202110372958725762358509643110564073501508187510676594629205563685529475213500852879416377328533906109750544334999811150056977236890927563";

pub const START_MS: u64 = 1_800_000_000_000;
pub const PERIOD_MS: u32 = 3_000;

/// A chain and its participants' keys.
pub struct House {
    pub chain: Chain,
    pub keys: Vec<SecretKey>,
}

pub fn genesis(scheme: VrfScheme, nonce: u8) -> Genesis {
    let participants = keys(scheme).into_iter().zip([50, 40, 30, 20, 1]).map(|(key, stake)| {
        let public_key = key.public_key();
        Participant { public_key, stake }
    });
    Genesis {
        vrf: scheme,
        delay: Suite::new(PrimeMode::SievedFull, 256).unwrap(),
        t: 60,
        genesis_time_ms: START_MS,
        period_ms: PERIOD_MS,
        expected_votes: 10,
        modulus: Natural::from_decimal(RSA_1024).unwrap(),
        participants: participants.collect(),
        nonce: [nonce; 32],
    }
}

fn keys(scheme: VrfScheme) -> Vec<SecretKey> {
    (1..=5).map(|seed| SecretKey::from_seed(scheme, [seed; 32])).collect()
}

impl House {
    pub fn new(scheme: VrfScheme, nonce: u8) -> House {
        House { chain: Chain::new(genesis(scheme, nonce)).unwrap(), keys: keys(scheme) }
    }

    /// The tickets that win something in the round after `tip`.
    pub fn tickets(&mut self, tip: &Tip) -> Vec<Ticket> {
        let input = self.chain.ticket_input(tip);
        let mut tickets = Vec::new();
        for (participant, key) in (0..).zip(&mut self.keys) {
            let (output, proof) = key.prove(&input).unwrap();
            if self.chain.votes(participant, &output) > 0 {
                tickets.push(Ticket { participant, proof });
            }
        }
        tickets
    }

    /// The round after `tip`, with all tickets, verified from its parts.
    pub fn round(&mut self, tip: &Tip) -> Verified<Round> {
        let time_ms = START_MS + tip.round * u64::from(PERIOD_MS);
        let tickets =
            self.tickets(tip).into_iter().map(|ticket| self.chain.verify_ticket(tip, ticket).unwrap());
        let tickets: Vec<_> = tickets.collect();
        let (_, x) = self.chain.delay_input(tip, time_ms, tickets.iter().map(|ticket| ticket.facts()));
        let (y, proof) = delay(&self.chain, x);
        self.chain.seal(tip, time_ms, tickets, (y, proof)).unwrap()
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
pub fn delay(chain: &Chain, x: <heliast::RsaGroup as Group>::Elem) -> (Vec<u8>, Vec<u8>) {
    let genesis = chain.genesis();
    let mut evaluation = Evaluation::start(chain.group(), x, genesis.t).unwrap();
    evaluation.advance(genesis.t);
    let (y, proof) = vdf::prove(&evaluation, genesis.delay, 1, |_| true).unwrap();
    (chain.group().encode(&y), chain.group().encode(&proof))
}
