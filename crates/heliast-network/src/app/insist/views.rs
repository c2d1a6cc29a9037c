//! The tickets and blocks that one validator has seen, and its votes according to them; without a clock and a
//! lock.

use crate::{
    room,
    state::State,
    transaction::{Body, Transaction},
};
use heliast::Ticket;
use heliast_finality::Insisting;
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

/// The engine's hash of a block.
pub type BlockHash = [u8; 32];

/// Slot and participant.
type Place = (u8, u32);

/// The observations of one validator. Times are those of its own monotonic clock.
#[derive(Clone, Debug, Default)]
pub struct Views {
    /// The seed of the round of the tickets.
    seed: [u8; 32],
    /// One arrival for each place, so that their number is bounded.
    tickets: BTreeMap<Place, Arrival>,
    /// The time at which the last block came; `None` until this process has seen a block.
    had: Option<Duration>,
    /// Whether a round collects after that block.
    pub(super) collects: bool,
    /// The block for which more than two thirds voted in a failed attempt.
    pub(super) valid: Option<BlockHash>,
}

/// A ticket that the mempool took.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    /// The height of the last block at that time.
    height: u64,
    at: Duration,
    /// The length of its transaction in bytes.
    len: usize,
}

impl Views {
    /// Notes that the mempool took a valid ticket of the round after this state, in a transaction of `len`
    /// bytes.
    pub fn note_ticket(&mut self, state: &State, ticket: &Ticket, len: usize, now: Duration) {
        let arrival = Arrival { height: state.height(), at: now, len };
        if self.seed == *state.tip().seed() {
            self.tickets.entry((ticket.slot, ticket.participant)).or_insert(arrival);
        }
    }

    /// Notes that the block of this state has come, in a network with these rules.
    pub fn note_block(&mut self, state: &State, rules: Option<Insisting>, now: Duration) {
        if self.seed != *state.tip().seed() {
            (self.seed, self.tickets) = (*state.tip().seed(), BTreeMap::new());
        }
        (self.had, self.valid) = (Some(now), None);
        self.collects = rules.is_some() && state.opened().is_some();
    }

    /// Notes the block of the next height for which, as the engine knows, more than two thirds voted.
    pub fn note_valid(&mut self, block: BlockHash) {
        self.valid = Some(block);
    }

    /// The reason to vote against a block after this state, if there is one. Its transactions must be valid.
    pub fn fault(
        &self,
        state: &State,
        rules: Insisting,
        block: &BlockParts<'_>,
        now: Duration,
    ) -> Option<String> {
        let (opened, had) = (state.opened()?, self.had?);
        let is_over = now >= had + ms(rules.until_ms);
        if is_over || self.valid.is_some_and(|valid| valid == *block.hash) {
            return None;
        }
        let last = had + ms(rules.within_ms);
        let in_time = |arrival: &Arrival| arrival.at <= last && arrival.height + 1 >= opened;
        let tickets = block.tickets();
        let missing = self.tickets.iter().find(|((slot, participant), arrival)| {
            in_time(arrival)
                && !tickets.places.contains(&(*slot, *participant))
                && state.awaits_ticket(*slot, *participant)
                && tickets.len + arrival.len + room::FRAME <= room::BLOCK
        });
        missing.map(|((slot, participant), _)| {
            format!(
                "it leaves out a ticket that was here in time, of slot {slot} and participant {participant}"
            )
        })
    }
}

/// A proposed block.
pub struct BlockParts<'a> {
    /// Its hash.
    pub hash: &'a [u8],
    /// Its transactions, each with its length in bytes.
    pub transactions: &'a [(Transaction, usize)],
}

/// The tickets of a block.
struct Tickets {
    places: BTreeSet<Place>,
    /// The room that they take in the block.
    len: usize,
}

impl BlockParts<'_> {
    fn tickets(&self) -> Tickets {
        let mut tickets = Tickets { places: BTreeSet::new(), len: 0 };
        for (transaction, len) in self.transactions {
            if let Body::Ticket(ticket) = &transaction.body {
                tickets.places.insert((ticket.slot, ticket.participant));
                tickets.len += len + room::FRAME;
            }
        }
        tickets
    }
}

fn ms(milliseconds: u32) -> Duration {
    Duration::from_millis(milliseconds.into())
}
