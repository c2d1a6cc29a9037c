//! `spec/network.md`, "Blocks", implemented again and as plainly as possible: it verifies nothing, and knows
//! the maker and the round of each transaction.

use crate::{
    block::Block,
    keys::{self, GENESIS_MS, LEAD, PERIOD_MS},
    tx::{Truth, Tx, TxRef},
};
use heliast::{
    keys::Change,
    members::{MemberChange, Proposal},
};
use heliast_network::parts::{Duty, State};
use std::collections::BTreeMap;

/// The state after some blocks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Oracle {
    window_blocks: u64,
    pub height: u64,
    pub round: u64,
    pub phase: Phase,
    pub ticks: u32,
    /// The tickets of the round under way, by participant.
    pub tickets: BTreeMap<u32, TxRef>,
    announcements: BTreeMap<u32, TxRef>,
    last_opening_ms: u64,
    /// The rounds in which participants joined, by their proposals alone.
    joined: Vec<u64>,
    /// The powers of validators that were changed.
    powers: BTreeMap<u8, u64>,
    participants: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    Waiting,
    Collecting { height: u64, opening_ms: u64 },
    Delaying { opening_ms: u64 },
}

/// A round that a block has sealed.
pub struct Sealed {
    pub round: u64,
    pub tickets: BTreeMap<u32, TxRef>,
    pub announcements: BTreeMap<u32, TxRef>,
}

impl Oracle {
    pub fn new(window_blocks: u32, participants: u32) -> Oracle {
        Oracle {
            window_blocks: window_blocks.into(),
            height: 0,
            round: 1,
            phase: Phase::Waiting,
            ticks: 0,
            tickets: BTreeMap::new(),
            announcements: BTreeMap::new(),
            last_opening_ms: 0,
            joined: vec![],
            powers: BTreeMap::new(),
            participants,
        }
    }

    /// Takes a block, which comes after the round with this seed; returns the round that it sealed.
    pub fn take(&mut self, block: &Block, seed: &[u8; 32]) -> Option<Sealed> {
        let (mut sealed, mut has_ticked) = (None, false);
        for tx in &block.txs {
            if tx.round != self.round || sealed.is_some() {
                continue;
            }
            match (&tx.truth, self.phase) {
                (Truth::Tick(n), Phase::Waiting) if !has_ticked && *n == self.ticks => {
                    (self.ticks, has_ticked) = (n + 1, true);
                }
                (Truth::Ticket { seed: of, participant }, Phase::Collecting { .. }) if of == seed => {
                    self.tickets.entry(*participant).or_insert_with(|| tx.clone());
                }
                (Truth::Announcement { seed: of, participant, .. }, Phase::Collecting { .. })
                    if of == seed =>
                {
                    self.announcements.entry(*participant).or_insert_with(|| tx.clone());
                }
                (Truth::Delay { seed: of, opening_ms, tickets }, Phase::Delaying { opening_ms: opened })
                    if of == seed && *opening_ms == opened && *tickets == self.tickets =>
                {
                    sealed = Some(self.seal(opened));
                }
                _ => {}
            }
        }
        self.end(block.time_ms);
        sealed
    }

    fn seal(&mut self, opening_ms: u64) -> Sealed {
        let (tickets, announcements) =
            (std::mem::take(&mut self.tickets), std::mem::take(&mut self.announcements));
        let sealed = Sealed { round: self.round, tickets, announcements };
        self.adopt(&sealed);
        (self.round, self.ticks, self.phase) = (self.round + 1, 0, Phase::Waiting);
        self.last_opening_ms = opening_ms;
        sealed
    }

    /// The first participant has more than two thirds of the stake: its proposals are adopted at once.
    fn adopt(&mut self, sealed: &Sealed) {
        let Some(tx) = sealed.announcements.get(&0) else { return };
        let Truth::Announcement { change: Change::Member(MemberChange::Proposal(proposal)), .. } = &tx.truth
        else {
            return;
        };
        match proposal {
            Proposal::Join { .. } => self.joined.push(sealed.round),
            Proposal::Validators(change) => {
                for entry in change.entries() {
                    let seed = (1..=9).find(|seed| keys::consensus_key(*seed).as_bytes() == entry.public_key);
                    self.powers.insert(seed.unwrap(), entry.power);
                }
            }
            other => panic!("{other:?}"),
        }
    }

    fn end(&mut self, time_ms: u64) {
        self.height += 1;
        if self.phase == Phase::Waiting && time_ms >= GENESIS_MS {
            let period = u64::from(PERIOD_MS);
            let opening_ms = GENESIS_MS + (time_ms - GENESIS_MS) / period * period;
            if opening_ms > self.last_opening_ms {
                self.phase = Phase::Collecting { height: self.height, opening_ms };
            }
        }
        if let Phase::Collecting { height, opening_ms } = self.phase
            && self.height >= height + self.window_blocks
        {
            self.phase = Phase::Delaying { opening_ms };
        }
    }

    /// Returns whether a node that has the same blocks is in this state.
    pub fn agrees(&self, state: &State, duty: &Duty) -> bool {
        let is_same = state.height() == self.height
            && state.tip().next_round() == self.round
            && state.ticks() == self.ticks;
        is_same
            && match (duty, self.phase) {
                (Duty::Wait { .. }, Phase::Waiting) | (Duty::Evaluate { .. }, Phase::Delaying { .. }) => true,
                (
                    Duty::Draw { tickets, announcements, opening_ms: opened, .. },
                    Phase::Collecting { opening_ms, .. },
                ) => {
                    tickets.iter().map(|(_, who)| who).eq(self.tickets.keys())
                        && announcements.iter().eq(self.announcements.keys())
                        && *opened == opening_ms
                }
                _ => false,
            }
    }
}

impl Oracle {
    /// Returns whether members and validators are those that were decided.
    pub fn has_members(&self, state: &State) -> bool {
        let members = state.tip().keys().members();
        let stake = |number: u32, round| match number {
            0 => 1_000,
            _ if number < self.participants => 100,
            _ => match self.joined.get((number - self.participants) as usize) {
                Some(adopted) if round >= adopted + LEAD => 100,
                _ => 0,
            },
        };
        let count = self.participants + self.joined.len() as u32;
        let rounds = self.round..self.round + LEAD;
        let are_members = members.count() == count
            && (0..count)
                .all(|who| rounds.clone().all(|round| members.stake_in(who, round) == stake(who, round)));
        let validators = state.validators();
        let has_power =
            |(seed, power): (&u8, &u64)| validators.power_of(&keys::consensus_key(*seed)) == *power;
        are_members && self.powers.iter().all(has_power)
    }
}

impl Sealed {
    /// Returns whether the block's round has these tickets and announcements, byte for byte.
    pub fn agrees(&self, state: &State) -> bool {
        let Some(round) = state.sealed() else { return false };
        let head = |tx: &Tx| tx.bytes.slice(9..);
        let encoded = |encode: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = vec![];
            encode(&mut bytes);
            bytes
        };
        round.number == self.round
            && round
                .tickets
                .iter()
                .map(|one| encoded(&|bytes| one.encode(bytes)))
                .eq(self.tickets.values().map(|tx| head(tx)))
            && round
                .announcements
                .iter()
                .map(|one| encoded(&|bytes| one.encode(bytes)))
                .eq(self.announcements.values().map(|tx| head(tx)))
    }
}
