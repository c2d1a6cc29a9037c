//! Sends transactions to every node repeatedly, until a block has them or they are no longer useful.
//!
//! A mempool may drop a transaction, a node may be down, and a peer passes each transaction on only once. So
//! a transaction that was taken is offered again every two seconds, which costs a node a look into its cache,
//! and one that was not taken is offered again soon.

#[cfg(test)]
mod tests;

use super::newest::Newest;
use crate::{
    duty::Duty,
    rpc::{Rpc, Sent},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// The time between a success and the next offer.
const AGAIN: Duration = Duration::from_secs(2);
/// The time between a failure and the next offer; it doubles up to [`AGAIN`].
const RETRY: Duration = Duration::from_millis(100);
/// The longest time for which a thread waits before it checks whether the worker ends.
const LOOK: Duration = Duration::from_millis(100);

/// The identity of a transaction to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Want {
    /// A ticket.
    Ticket { round: u64, slot: u8, participant: u32 },
    /// An announcement.
    Announcement { round: u64, participant: u32 },
    /// A request for a block.
    Tick { round: u64, number: u32 },
    /// A delay.
    Delay { round: u64 },
}

impl Want {
    /// Whether a block may still take it, and no block has it yet.
    fn is_wanted(self, duty: &Duty) -> bool {
        match (self, duty) {
            (Want::Ticket { round, slot, participant }, Duty::Draw { round: under_way, tickets, .. }) => {
                round == *under_way && !tickets.contains(&(slot, participant))
            }
            (
                Want::Announcement { round, participant },
                Duty::Draw { round: under_way, announcements, .. },
            ) => round == *under_way && !announcements.contains(&participant),
            (Want::Tick { round, number }, Duty::Wait { round: to_come, ticks, .. }) => {
                (round, number) == (*to_come, *ticks)
            }
            (Want::Delay { round }, Duty::Evaluate { round: under_way, .. }) => round == *under_way,
            _ => false,
        }
    }
}

/// The transactions that are being sent, and the outcome for tickets.
#[derive(Default)]
pub(super) struct Sender {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    items: BTreeMap<Want, Item>,
    /// Slots and participants of tickets that a node has taken, by round.
    taken: BTreeMap<u64, BTreeSet<(u8, u32)>>,
}

struct Item {
    bytes: Arc<[u8]>,
    /// The offers to each node.
    offers: Vec<Offer>,
}

/// The state of a transaction at one node.
#[derive(Clone, Copy)]
struct Offer {
    /// The time of its next offer; `None` while it is being sent.
    due: Option<Instant>,
    retry: Duration,
}

impl Sender {
    /// Begins to send a transaction to this many nodes, unless it is already being sent.
    pub(super) fn add(&self, want: Want, bytes: Vec<u8>, nodes: usize) {
        let offers = vec![Offer { due: Some(Instant::now()), retry: RETRY }; nodes];
        self.lock().items.entry(want).or_insert(Item { bytes: bytes.into(), offers });
        self.changed.notify_all();
    }

    /// Whether this transaction is being sent.
    pub(super) fn holds(&self, want: Want) -> bool {
        self.lock().items.contains_key(&want)
    }

    /// Drops transactions that no block takes any more.
    pub(super) fn settle(&self, duty: &Duty) {
        self.lock().items.retain(|want, _| want.is_wanted(duty));
    }

    /// Slots and participants of the tickets of a round that a node took. They, and those of earlier rounds,
    /// are then dropped.
    pub(super) fn taken(&self, round: u64) -> BTreeSet<(u8, u32)> {
        let mut state = self.lock();
        let later = state.taken.split_off(&round.saturating_add(1));
        let mut past = std::mem::replace(&mut state.taken, later);
        past.remove(&round).unwrap_or_default()
    }

    /// Serves one node until the worker ends.
    pub(super) fn run(&self, node: usize, rpc: &Rpc, newest: &Newest) {
        let mut is_down = false;
        while !newest.is_stopped() {
            let Some((want, bytes)) = self.next(node) else { continue };
            let sent = rpc.broadcast_tx_sync(&bytes);
            match &sent {
                Ok(Sent::Refused { code, log }) => {
                    tracing::warn!(?want, node = rpc.address(), code, log, "a transaction is refused");
                }
                Err(error) if !is_down => tracing::warn!(%error, "a transaction can't be sent; trying again"),
                sent => tracing::debug!(?want, node = rpc.address(), ?sent, "sent"),
            }
            is_down = sent.is_err();
            self.note(want, node, matches!(sent, Ok(Sent::Taken | Sent::Known)));
        }
    }

    /// Waits for a transaction that is due at this node. Returns `None` from time to time.
    fn next(&self, node: usize) -> Option<(Want, Arc<[u8]>)> {
        let mut state = self.lock();
        let due = |item: &Item| item.offers.get(node).and_then(|offer| offer.due);
        let now = Instant::now();
        let first = state.items.iter_mut().filter_map(|(want, item)| Some((due(item)?, *want, item)));
        match first.min_by_key(|(due, want, _)| (*due, *want)) {
            Some((due, want, item)) if due <= now => {
                item.offers[node].due = None;
                Some((want, Arc::clone(&item.bytes)))
            }
            first => {
                let wait = first.map_or(LOOK, |(due, ..)| due.saturating_duration_since(now).min(LOOK));
                drop(self.changed.wait_timeout(state, wait));
                None
            }
        }
    }

    /// Notes a node's answer.
    fn note(&self, want: Want, node: usize, is_taken: bool) {
        let mut state = self.lock();
        if let (Want::Ticket { round, slot, participant }, true) = (want, is_taken) {
            state.taken.entry(round).or_default().insert((slot, participant));
        }
        let Some(offer) = state.items.get_mut(&want).and_then(|item| item.offers.get_mut(node)) else {
            return;
        };
        let wait = if is_taken { AGAIN } else { offer.retry };
        offer.retry = if is_taken { RETRY } else { (offer.retry * 2).min(AGAIN) };
        offer.due = Some(Instant::now() + wait);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
