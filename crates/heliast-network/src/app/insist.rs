//! The tickets that a proposer must not leave out: `spec/network.md`, "Insisting".
//!
//! A validator votes against a block without a ticket that its own mempool took in time, where the
//! network file says so. That is about its vote alone: no state depends on it. Whom it keeps from
//! what, and why honest proposers are never refused, is argued there.

#[cfg(test)]
mod tests;

use crate::{
    room,
    state::State,
    transaction::{Body, Transaction},
};
use heliast::Ticket;
use heliast_finality::Insisting;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// The hash by which the engine knows a block.
pub(crate) type BlockHash = [u8; 32];

/// Slot and participant.
type Place = (u8, u32);

/// The views of one validator: when its mempool took which tickets, and when it had the last block.
pub(crate) struct Insist {
    /// `None` where the network's validators do not insist.
    rules: Option<Insisting>,
    clock: Clock,
    seen: Mutex<Seen>,
    /// A block came.
    changed: Condvar,
}

/// A clock that only goes on.
pub(super) type Clock = Box<dyn Fn() -> Duration + Send + Sync>;

#[derive(Default)]
struct Seen {
    /// The seed of the round that the tickets are of.
    seed: [u8; 32],
    /// One for each place, so that the round bounds them.
    tickets: BTreeMap<Place, Arrival>,
    /// The time at which the last block was there; `None` until this process has seen one.
    had: Option<Duration>,
    /// Whether the round collects after that block.
    collects: bool,
    /// The block that more than two thirds voted for in an attempt that failed.
    valid: Option<BlockHash>,
}

/// A ticket that the mempool took.
#[derive(Clone, Copy)]
struct Arrival {
    /// The last block at that time.
    height: u64,
    at: Duration,
    /// Bytes of its transaction.
    len: usize,
}

impl Insist {
    pub(super) fn new(rules: Option<Insisting>) -> Insist {
        let start = Instant::now();
        Insist::with_clock(rules, Box::new(move || start.elapsed()))
    }

    pub(super) fn with_clock(rules: Option<Insisting>, clock: Clock) -> Insist {
        Insist { rules, clock, seen: Mutex::default(), changed: Condvar::new() }
    }

    /// The mempool took a good ticket of the round after this state, in a transaction of `len` bytes.
    pub(super) fn note_ticket(&self, state: &State, ticket: &Ticket, len: usize) {
        if self.rules.is_none() {
            return;
        }
        let arrival = Arrival { height: state.height(), at: (self.clock)(), len };
        let mut seen = self.lock();
        if seen.seed == *state.tip().seed() {
            seen.tickets.entry((ticket.slot, ticket.participant)).or_insert(arrival);
        }
    }

    /// The block of this state is there.
    pub(super) fn note_block(&self, state: &State) {
        let mut seen = self.lock();
        if seen.seed != *state.tip().seed() {
            (seen.seed, seen.tickets) = (*state.tip().seed(), BTreeMap::new());
        }
        (seen.had, seen.valid) = (Some((self.clock)()), None);
        seen.collects = self.rules.is_some() && state.opened().is_some();
        self.changed.notify_all();
    }

    /// The engine knows a block of the next height that more than two thirds voted for.
    pub(crate) fn note_valid(&self, block: BlockHash) {
        self.lock().valid = Some(block);
    }

    /// Waits until a round collects, for as long as `most` at most; whether one does.
    pub(crate) fn wait(&self, most: Duration) -> bool {
        let waits = |seen: &mut Seen| !seen.collects;
        let waited = self.changed.wait_timeout_while(self.lock(), most, waits);
        waited.unwrap_or_else(PoisonError::into_inner).0.collects
    }

    /// The reason to vote against a block after this state, if there is one. Its transactions are good.
    pub(super) fn fault(&self, state: &State, block: &BlockParts<'_>) -> Option<String> {
        let (rules, opened) = (self.rules?, state.opened()?);
        let seen = self.lock();
        let had = seen.had?;
        let is_over = (self.clock)() >= had + ms(rules.until_ms);
        if is_over || seen.valid.is_some_and(|valid| valid == *block.hash) {
            return None;
        }
        let last = had + ms(rules.within_ms);
        let in_time = |arrival: &Arrival| arrival.at <= last && arrival.height + 1 >= opened;
        let tickets = block.tickets();
        let missing = seen.tickets.iter().find(|((slot, participant), arrival)| {
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

    /// One for tests, of a round that collects or not.
    #[cfg(test)]
    pub(crate) fn collecting(collects: bool) -> Insist {
        let insist = Insist::new(None);
        insist.set_collects(collects);
        insist
    }

    #[cfg(test)]
    pub(crate) fn set_collects(&self, collects: bool) {
        self.lock().collects = collects;
        self.changed.notify_all();
    }

    #[cfg(test)]
    pub(crate) fn valid(&self) -> Option<BlockHash> {
        self.lock().valid
    }

    fn lock(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A block that is proposed.
pub(super) struct BlockParts<'a> {
    pub(super) hash: &'a [u8],
    /// Its transactions, and the bytes of each.
    pub(super) transactions: &'a [(Transaction, usize)],
}

/// The tickets of a block.
struct Tickets {
    places: BTreeSet<Place>,
    /// The room that they take.
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
