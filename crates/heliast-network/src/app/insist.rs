//! The tickets that a proposer must not leave out: `spec/network.md`, "Insisting".
//!
//! If the network file requires it, a validator votes against a block that leaves out a ticket which the
//! validator's own mempool took in time. This affects only its vote: no state depends on it. The
//! specification explains which attacks this prevents, and why honest proposers are never refused.

#[cfg(test)]
mod tests;
mod views;

use crate::state::State;
use heliast::Ticket;
use heliast_finality::Insisting;
use std::{
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

pub use views::{BlockHash, BlockParts, Views};

/// The observations of one validator: the times at which its mempool took tickets, and at which the last
/// block came.
pub(crate) struct Insist {
    /// `None` where the network's validators do not insist.
    rules: Option<Insisting>,
    clock: Clock,
    seen: Mutex<Views>,
    /// A block came.
    changed: Condvar,
}

/// A monotonic clock.
pub(super) type Clock = Box<dyn Fn() -> Duration + Send + Sync>;

impl Insist {
    pub(super) fn new(rules: Option<Insisting>) -> Insist {
        let start = Instant::now();
        Insist::with_clock(rules, Box::new(move || start.elapsed()))
    }

    pub(super) fn with_clock(rules: Option<Insisting>, clock: Clock) -> Insist {
        Insist { rules, clock, seen: Mutex::default(), changed: Condvar::new() }
    }

    /// Notes that the mempool took a valid ticket of the round after this state, in a transaction of `len`
    /// bytes.
    pub(super) fn note_ticket(&self, state: &State, ticket: &Ticket, len: usize) {
        if self.rules.is_none() {
            return;
        }
        let now = (self.clock)();
        self.lock().note_ticket(state, ticket, len, now);
    }

    /// Notes that the block of this state has come.
    pub(super) fn note_block(&self, state: &State) {
        let now = (self.clock)();
        self.lock().note_block(state, self.rules, now);
        self.changed.notify_all();
    }

    /// Notes the block of the next height for which, as the engine knows, more than two thirds voted.
    pub(crate) fn note_valid(&self, block: BlockHash) {
        self.lock().note_valid(block);
    }

    /// Waits until a round collects, at most for the time `most`. Returns whether a round collects.
    pub(crate) fn wait(&self, most: Duration) -> bool {
        let waits = |seen: &mut Views| !seen.collects;
        let waited = self.changed.wait_timeout_while(self.lock(), most, waits);
        waited.unwrap_or_else(PoisonError::into_inner).0.collects
    }

    /// The reason to vote against a block after this state, if there is one. Its transactions must be valid.
    pub(super) fn fault(&self, state: &State, block: &BlockParts<'_>) -> Option<String> {
        let now = (self.clock)();
        self.lock().fault(state, self.rules?, block, now)
    }

    /// For tests: a round that collects, or does not.
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

    fn lock(&self) -> MutexGuard<'_, Views> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
