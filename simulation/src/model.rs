//! The rules of a chain, written a second time from `spec/round.md`, `spec/schedule.md` and
//! `spec/sortition.md`, as simply as possible.
//!
//! It shares no code with the crates that it judges, only their message types. It verifies no proofs: it
//! knows the maker of each one ([`Answer`]), and therefore what a verifier must answer. It recomputes
//! everything from the whole history each time.

mod hash;
mod judge;
mod message;
mod rules;
mod votes;

#[cfg(test)]
mod tests;

pub use judge::{Class, Judgement};
pub use message::{Announcement, Ticket};
pub use rules::Rules;
pub use votes::{Votes, votes};

use crate::answer::{Answer, Source, end, leaf_and_step};
use hash::{Entropy, hash};
use heliast::{
    keys::{Change, Key},
    stateful::{PublicKey, Scheme},
};
use std::collections::BTreeMap;

/// An announcement in the chain.
#[derive(Clone, Debug)]
struct Past {
    round: u64,
    change: Change,
}

impl Past {
    /// E.
    fn effective(&self, lead: u64) -> u64 {
        let least = self.round.saturating_add(lead);
        match self.change {
            Change::Key(key) => least.max(key.terms.first()),
            Change::Withdrawal | Change::Member(_) => least,
        }
    }
}

/// The contents of the round that is collecting.
#[derive(Clone, Debug, Default)]
struct Sent {
    /// The outputs, by slot and participant.
    tickets: BTreeMap<(u8, u32), Vec<u8>>,
    announcements: BTreeMap<u32, (u32, Change)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Waiting,
    Collecting,
    Delaying,
}

/// The state of a chain according to its rules.
#[derive(Clone, Debug)]
pub struct Model {
    rules: Rules,
    /// The last round that was stored.
    height: u64,
    /// Q of the next round.
    seed: [u8; 32],
    histories: Vec<Vec<Past>>,
    /// (round, D) after every announcement.
    digests: Vec<(u64, [u8; 32])>,
    phase: Phase,
    time_ms: u64,
    sent: Sent,
}

impl Model {
    /// The state before round 1.
    pub fn new(rules: Rules) -> Model {
        let seed = hash("heliast/seed/v1", &[&rules.chain]);
        let histories = vec![Vec::new(); rules.members.len()];
        let (digests, sent) = (Vec::new(), Sent::default());
        Model { rules, height: 0, seed, histories, digests, phase: Phase::Waiting, time_ms: 0, sent }
    }

    /// The rules that the chain fixes.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The round that comes next or is under way.
    pub fn round(&self) -> u64 {
        self.height + 1
    }

    /// The opening time of the latest round.
    pub fn time_ms(&self) -> u64 {
        self.time_ms
    }

    /// Q of the latest round.
    pub fn seed(&self) -> &[u8; 32] {
        &self.seed
    }

    /// The key that is due: the last announced one that has taken effect, if it is a key that has not
    /// expired.
    pub fn due(&self, participant: u32, round: u64) -> Key {
        let mut last = None;
        for past in &self.histories[participant as usize] {
            if past.effective(self.rules.lead) <= round {
                last = Some(&past.change);
            }
        }
        match last {
            Some(Change::Key(key)) if round < end(&key.terms) => Key::Stateful(*key),
            _ => Key::Stateless,
        }
    }

    /// All announcements of the participant, in the order of rounds.
    pub fn announced(&self, participant: u32) -> impl DoubleEndedIterator<Item = (u64, &Change)> {
        self.histories[participant as usize].iter().map(|past| (past.round, &past.change))
    }

    /// The keys that the participant has announced, in the order of rounds.
    pub fn keys(&self, participant: u32) -> impl DoubleEndedIterator<Item = &PublicKey> {
        self.announced(participant).filter_map(|(_, change)| match change {
            Change::Key(key) => Some(key),
            Change::Withdrawal | Change::Member(_) => None,
        })
    }

    /// The serial number of the participant's next announcement.
    pub fn next_serial(&self, participant: u32) -> u32 {
        self.histories[participant as usize].len() as u32
    }

    /// Whether a ticket of this participant is in the round that is collecting.
    pub fn has_ticket(&self, slot: u8, participant: u32) -> bool {
        self.sent.tickets.contains_key(&(slot, participant))
    }

    /// Whether this same lot, with any proof, is in the round that is collecting.
    pub fn holds(&self, ticket: &Ticket) -> bool {
        let held = self.sent.tickets.get(&(ticket.slot, ticket.participant));
        held.is_some_and(|output| *output == ticket.answer.output)
    }

    /// α of a slot of the next round.
    pub fn ticket_input(&self, slot: u8) -> Vec<u8> {
        self.input_of(&self.rules.chain, slot)
    }

    /// α if `chain` were the chain's id.
    pub fn input_of(&self, chain: &[u8; 32], slot: u8) -> Vec<u8> {
        self.input_after(chain, &self.seed, slot)
    }

    /// α if `chain` were the chain's id and `seed` the seed.
    pub fn input_after(&self, chain: &[u8; 32], seed: &[u8; 32], slot: u8) -> Vec<u8> {
        let round = self.round();
        let mut digest = self.first_digest();
        if self.rules.lead > 0 {
            // D after round K − k, over everything announced up to then.
            for (announced, after) in &self.digests {
                if announced.saturating_add(self.rules.lead) <= round {
                    digest = *after;
                }
            }
        }
        ticket_input(chain, round, slot, seed, &digest)
    }

    /// The input that an announcement proves.
    pub fn announcement_input(&self, participant: u32, serial: u32, change: &Change) -> Vec<u8> {
        self.announcement_input_of(&self.rules.chain, participant, serial, change)
    }

    /// The input that an announcement proves on a chain with this id.
    pub fn announcement_input_of(
        &self,
        chain: &[u8; 32],
        participant: u32,
        serial: u32,
        change: &Change,
    ) -> Vec<u8> {
        let words = hash::announced(participant, serial, change);
        hash::tagged("heliast/announcement/v1", &[chain, &words])
    }

    /// The votes that `output` wins.
    pub fn votes(&self, slot: u8, participant: u32, output: &[u8]) -> Votes {
        let (key, stake) = &self.rules.members[participant as usize];
        votes(output, key, *stake, self.rules.total(), self.rules.committees[usize::from(slot)])
    }

    /// The output of an accepted proof, as the specifications of the schemes define it.
    fn output(answer: &Answer, input: &[u8]) -> Vec<u8> {
        match &answer.source {
            Source::Tree(place) => hash::tree_output(place, &answer.proof, input).to_vec(),
            Source::Stateless(_) | Source::Nobody => answer.output.clone(),
        }
    }

    /// Whether `answer` is the one that the rules require from the participant.
    fn is_due(&self, slot: u8, participant: u32, answer: &Answer) -> bool {
        let input = self.ticket_input(slot);
        match (self.due(participant, self.round()), &answer.source) {
            (Key::Stateless, Source::Stateless(key)) => {
                *key == self.rules.members[participant as usize].0 && answer.input == input
            }
            (Key::Stateful(key), Source::Tree(place)) => {
                let same_tree = (key.root, key.pub_seed) == (place.root, place.pub_seed)
                    && (key.terms.scheme(), key.terms.height()) == (place.scheme, place.height);
                let due = leaf_and_step(&key.terms, self.round(), slot);
                // A proof of iVRF discloses a place, which does not depend on the input.
                let same_input = place.scheme == Scheme::IVrf || answer.input == input;
                same_tree && due == Some((place.leaf, place.step)) && same_input
            }
            _ => false,
        }
    }

    fn first_digest(&self) -> [u8; 32] {
        hash("heliast/announcements/v1", &[&self.rules.chain])
    }

    /// e of the round that is collecting, from the tickets sent.
    pub fn entropy(&self) -> [u8; 32] {
        let tickets = self.sent.tickets.iter();
        let lots = tickets.map(|((slot, participant), output)| (*slot, *participant, output.as_slice()));
        let (chain, round, seed) = (&self.rules.chain, self.round(), &self.seed);
        Entropy { chain, round, time_ms: self.time_ms, seed }.hash(lots)
    }

    /// Stores the round, with this beacon.
    pub fn stored(&mut self, beacon: [u8; 32]) {
        let round = self.round();
        let sent = std::mem::take(&mut self.sent);
        for (participant, (serial, change)) in sent.announcements {
            let before = self.digests.last().map_or(self.first_digest(), |(_, digest)| *digest);
            let digest = announced_digest(&before, round, participant, serial, &change);
            self.digests.push((round, digest));
            self.histories[participant as usize].push(Past { round, change });
        }
        (self.height, self.seed, self.phase) = (round, beacon, Phase::Waiting);
    }
}

/// α of a slot of a round, after announcements with this D.
pub fn ticket_input(chain: &[u8; 32], round: u64, slot: u8, seed: &[u8; 32], digest: &[u8; 32]) -> Vec<u8> {
    hash::tagged("heliast/ticket/v2", &[chain, &round.to_be_bytes(), &[slot], seed, digest])
}

/// D after one more announcement, of `round`.
pub fn announced_digest(
    before: &[u8; 32],
    round: u64,
    participant: u32,
    serial: u32,
    change: &Change,
) -> [u8; 32] {
    let words = hash::announced(participant, serial, change);
    hash("heliast/announcements/v1", &[before, &round.to_be_bytes(), &words])
}

/// B of a round whose delay gave `y`.
pub fn beacon(chain: &[u8; 32], round: u64, y: &[u8]) -> [u8; 32] {
    hash("heliast/beacon/v1", &[chain, &round.to_be_bytes(), y])
}

/// e of a round with these lots (slot, participant, output), in their order.
pub fn entropy<'a>(
    chain: &[u8; 32],
    round: u64,
    time_ms: u64,
    seed: &[u8; 32],
    lots: impl ExactSizeIterator<Item = (u8, u32, &'a [u8])>,
) -> [u8; 32] {
    Entropy { chain, round, time_ms, seed }.hash(lots)
}
