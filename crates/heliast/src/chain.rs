//! A chain: the genesis with everything that follows from it, and the rules of a round (`spec/round.md`).

use crate::{
    genesis::{Genesis, MAX_TIME_MS},
    pending::Pending,
    round::{Invalid, Lot, Round, RoundFacts, Ticket, Verified},
    wire::{Malformed, tagged, tagged_bytes},
};
use arith::Residue;
use group::{Group, RsaGroup};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use vdf::{Claim, Statement};
use vrf::sortition::{Lottery, votes};

/// The least bits of a chain's modulus.
const MIN_MODULUS_BITS: usize = 1024;

/// A chain's fixed part. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct Chain(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    genesis: Genesis,
    bytes: Vec<u8>,
    id: [u8; 32],
    group: RsaGroup,
    lottery: Lottery,
}

/// Where a chain stands after its latest round: all that the next one builds on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tip {
    /// The latest round, 0 before the first.
    pub round: u64,
    /// When it opened; 0 before the first.
    pub time_ms: u64,
    /// The seed of the next round.
    pub seed: [u8; 32],
}

impl Tip {
    /// The round that comes next. A decoded round may claim any number, so the last there is has itself as successor.
    pub fn next_round(&self) -> u64 {
        self.round.saturating_add(1)
    }
}

impl Chain {
    /// The chain of a genesis, whose rules and modulus are checked.
    pub fn new(genesis: Genesis) -> Result<Chain, Malformed> {
        genesis.check()?;
        let group = if genesis.modulus == *RsaGroup::rsa_2048().modulus() {
            RsaGroup::rsa_2048()
        } else {
            RsaGroup::new(&genesis.modulus, MIN_MODULUS_BITS)?
        };
        let total = genesis.participants.iter().map(|p| p.stake).sum();
        let rule = "no lottery can be drawn";
        let lottery = Lottery::new(total, u64::from(genesis.expected_votes))
            .map_err(|_| Malformed::Field { field: "expected votes", rule })?;
        let bytes = genesis.encode();
        let id = tagged("heliast/chain/v1").chain_update(&bytes).finalize().into();
        Ok(Chain(Arc::new(Inner { genesis, bytes, id, group, lottery })))
    }

    /// The chain of a genesis' bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Chain, Malformed> {
        Chain::new(Genesis::parse(bytes)?)
    }

    /// The chain id: pin it, and nobody can pass another chain off as this one.
    pub fn id(&self) -> &[u8; 32] {
        &self.0.id
    }

    /// The parameters.
    pub fn genesis(&self) -> &Genesis {
        &self.0.genesis
    }

    /// The encoded genesis.
    pub fn genesis_bytes(&self) -> &[u8] {
        &self.0.bytes
    }

    /// The delay's group.
    pub fn group(&self) -> &RsaGroup {
        &self.0.group
    }

    /// The sum of all stakes.
    pub fn total_stake(&self) -> u64 {
        self.0.genesis.participants.iter().map(|p| p.stake).sum()
    }

    /// Bytes that a round of this chain has at most: every participant holds a ticket.
    pub fn max_round_len(&self) -> u64 {
        let ticket = 6 + self.0.genesis.vrf.proof_len().end();
        let tickets = self.0.genesis.participants.len() * ticket;
        (25 + tickets + 2 * self.0.group.encoded_len()) as u64
    }

    /// Before round 1.
    pub fn start(&self) -> Tip {
        Tip { round: 0, time_ms: 0, seed: Sha256::digest(self.seed_preimage()).into() }
    }

    /// What Q_1 is the SHA-256 of.
    pub fn seed_preimage(&self) -> Vec<u8> {
        tagged_bytes("heliast/seed/v1", &[&self.0.id])
    }

    /// α_K: what every participant evaluates its VRF on in the round after `tip`.
    pub fn ticket_input(&self, tip: &Tip) -> Vec<u8> {
        tagged_bytes("heliast/ticket/v1", &[&self.0.id, &tip.next_round().to_be_bytes(), &tip.seed])
    }

    /// How many votes an output wins. 0 for nobody's output.
    pub fn votes(&self, participant: u32, output: &[u8]) -> u64 {
        let member = self.0.genesis.participants.get(participant as usize);
        member.map_or(0, |p| votes(output, &p.public_key, p.stake, &self.0.lottery).unwrap_or(0))
    }

    /// A round's bytes, well formed but not verified.
    pub fn decode_round(&self, bytes: &[u8]) -> Result<Round, Malformed> {
        Round::decode(bytes, self)
    }

    /// Checks a ticket for the round after `tip`: the proof holds and has won votes.
    pub fn verify_ticket(&self, tip: &Tip, ticket: Ticket) -> Result<Verified<Ticket>, Invalid> {
        let participant = ticket.participant;
        let members = &self.0.genesis.participants;
        let member = members.get(participant as usize).ok_or(Invalid::Participant(participant))?;
        let input = self.ticket_input(tip);
        let output = self
            .0
            .genesis
            .vrf
            .verify(&member.public_key, &input, &ticket.proof)
            .map_err(|reason| Invalid::Ticket { participant, reason })?;
        let votes = self.votes(participant, &output);
        if votes == 0 {
            return Err(Invalid::NoVotes(participant));
        }
        Ok(Verified::new(ticket, Lot { participant, votes, output, seed: tip.seed }))
    }

    /// Whether a round may open at `time_ms` after `tip`.
    pub fn check_time(&self, tip: &Tip, time_ms: u64) -> Result<(), Invalid> {
        let genesis = &self.0.genesis;
        let since = time_ms.checked_sub(genesis.genesis_time_ms);
        let on_grid = since.is_some_and(|since| since.is_multiple_of(u64::from(genesis.period_ms)));
        if on_grid && time_ms > tip.time_ms && time_ms < MAX_TIME_MS {
            Ok(())
        } else {
            Err(Invalid::Time(time_ms))
        }
    }

    /// (e_K, x_K) of the lots of the round after `tip`.
    pub fn delay_input<'a>(
        &self,
        tip: &Tip,
        time_ms: u64,
        lots: impl ExactSizeIterator<Item = &'a Lot>,
    ) -> ([u8; 32], Residue) {
        let mut hash = tagged("heliast/entropy/v1")
            .chain_update(self.0.id)
            .chain_update(tip.next_round().to_be_bytes())
            .chain_update(time_ms.to_be_bytes())
            .chain_update(tip.seed)
            .chain_update((lots.len() as u32).to_be_bytes());
        for lot in lots {
            hash.update(lot.participant.to_be_bytes());
            hash.update((lot.output.len() as u16).to_be_bytes());
            hash.update(&lot.output);
        }
        let entropy: [u8; 32] = hash.finalize().into();
        let x = vdf::delay_input(&self.0.group, &entropy);
        (entropy, x)
    }

    /// Checks everything about the round after `tip`.
    pub fn verify(&self, tip: &Tip, round: Round) -> Result<Verified<Round>, Invalid> {
        self.check(tip, round)?.verify()
    }

    /// Checks everything about the round after `tip` but its delay.
    pub fn check(&self, tip: &Tip, round: Round) -> Result<Pending, Invalid> {
        let expected = tip.next_round();
        if round.number != expected {
            return Err(Invalid::Number { expected, found: round.number });
        }
        self.check_time(tip, round.time_ms)?;
        let Round { time_ms, tickets, y, proof, .. } = round;
        let tickets = tickets.into_iter().map(|ticket| self.verify_ticket(tip, ticket));
        self.assemble(tip, time_ms, tickets.collect::<Result<_, _>>()?, (y, proof))
    }

    /// The round after `tip`, made of tickets that are verified and a delay that is verified here.
    pub fn seal(
        &self,
        tip: &Tip,
        time_ms: u64,
        tickets: Vec<Verified<Ticket>>,
        delay: (Vec<u8>, Vec<u8>),
    ) -> Result<Verified<Round>, Invalid> {
        self.assemble(tip, time_ms, tickets, delay)?.verify()
    }

    fn assemble(
        &self,
        tip: &Tip,
        time_ms: u64,
        tickets: Vec<Verified<Ticket>>,
        (y, proof): (Vec<u8>, Vec<u8>),
    ) -> Result<Pending, Invalid> {
        self.check_time(tip, time_ms)?;
        if let Some(foreign) = tickets.iter().find(|ticket| ticket.facts().seed != tip.seed) {
            return Err(Invalid::OtherRound(foreign.participant));
        }
        if !tickets.is_sorted_by(|a, b| a.participant < b.participant) {
            return Err(Invalid::Order);
        }
        let (entropy, x) = self.delay_input(tip, time_ms, tickets.iter().map(|ticket| ticket.facts()));
        let group = &self.0.group;
        let element =
            |field, bytes: &[u8]| group.decode(bytes).map_err(|reason| Malformed::Element { field, reason });
        let statement = Statement { x, y: element("delay output", &y)?, t: self.0.genesis.t };
        let pi = element("delay proof", &proof)?;

        let number = tip.next_round();
        let (preimage, beacon) = self.beacon(number, &y);
        let (tickets, lots) = tickets.into_iter().map(Verified::into_parts).unzip();
        let x = group.encode(&statement.x);
        let facts = RoundFacts { seed: tip.seed, lots, entropy, x, beacon, preimage };
        let round = Round { number, time_ms, tickets, y, proof };
        Ok(Pending { chain: self.clone(), round, facts, delay: Claim { statement, proof: pi, hint: None } })
    }

    /// The tip after a round whose verification is known, as on a restart.
    pub fn tip_after(&self, round: &Round) -> Tip {
        let (_, seed) = self.beacon(round.number, &round.y);
        Tip { round: round.number, time_ms: round.time_ms, seed }
    }

    /// The preimage of B_K and B_K itself, of the round `number` whose delay gave `y`.
    pub fn beacon(&self, number: u64, y: &[u8]) -> (Vec<u8>, [u8; 32]) {
        let preimage = tagged_bytes("heliast/beacon/v1", &[&self.0.id, &number.to_be_bytes(), y]);
        let beacon = Sha256::digest(&preimage).into();
        (preimage, beacon)
    }
}

/// Randomness for one use of a round: `label` separates the uses. At most 65,535 bytes of it count.
pub fn derive(beacon: &[u8; 32], label: &[u8]) -> [u8; 32] {
    let label = &label[..label.len().min(usize::from(u16::MAX))];
    let hash = tagged("heliast/derive/v1").chain_update(beacon);
    hash.chain_update((label.len() as u16).to_be_bytes()).chain_update(label).finalize().into()
}
