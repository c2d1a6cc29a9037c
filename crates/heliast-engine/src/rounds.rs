//! The rounds of a node: an engine adds them, and anybody reads them and waits for the next.

use crate::{board::StatusBoard, clock::Clock, periods};
use heliast::{Chain, Epoch, Round, Verified};
use heliast_store::{Store, StoreError};
use std::{num::NonZeroU32, sync::Arc};
use tokio::sync::watch;

/// A chain's rounds in their store, and the announcement of new ones. One engine thread writes them, and any
/// number of requests read them. Nothing is announced before it is on the disk.
pub struct Rounds {
    store: Arc<Store>,
    epoch_rounds: NonZeroU32,
    clock: Clock,
    latest: watch::Sender<u64>,
    board: Arc<StatusBoard>,
}

impl Rounds {
    pub(crate) fn new(
        store: Arc<Store>,
        epoch_rounds: NonZeroU32,
        clock: Clock,
        board: Arc<StatusBoard>,
    ) -> Rounds {
        let latest = watch::Sender::new(store.last());
        Rounds { store, epoch_rounds, clock, latest, board }
    }

    /// The chain.
    pub fn chain(&self) -> &Chain {
        self.store.chain()
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Stores a finished round durably, then announces it here and on the status board.
    ///
    /// # Errors
    /// The errors of [`Store::append`]. After a full disk or an IO error the node goes on answering,
    /// `/health` says 503, and the same round may be tried again.
    pub fn accept(&self, round: &Verified<Round>) -> Result<(), StoreError> {
        self.accept_all(std::slice::from_ref(round))
    }

    /// Like [`Rounds::accept`], for consecutive rounds, which are made durable together
    /// ([`Store::append_all`]). After an error the first ones may be stored and announced.
    ///
    /// # Errors
    /// The errors of [`Store::append_all`].
    pub fn accept_all(&self, rounds: &[Verified<Round>]) -> Result<(), StoreError> {
        let start = self.clock.instant();
        let mut tip = self.store.tip();
        let before = tip.round();
        let stored = self.store.append_all(rounds);
        self.board.note_append(self.clock.instant() - start, stored.as_ref().err());
        let last = self.store.last();
        for round in rounds.iter().filter(|round| (before + 1..=last).contains(&round.number)) {
            self.board.note_round(&tip, round);
            self.latest.send_replace(round.number);
            tip = self.chain().tip_after(round);
        }
        stored
    }

    /// The number of rounds of an epoch: epoch n has rounds (n − 1)·len + 1 to n·len.
    pub fn epoch_rounds(&self) -> NonZeroU32 {
        self.epoch_rounds
    }

    /// Stores the proof of an epoch durably; from then on it is served.
    ///
    /// # Errors
    /// The errors of [`Store::add_epoch`].
    pub fn accept_epoch(&self, epoch: &Verified<Epoch>) -> Result<(), StoreError> {
        self.store.add_epoch(epoch)?;
        self.board.note_epoch();
        Ok(())
    }

    /// The last stored round, as it changes.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.latest.subscribe()
    }

    /// The clock by which the node acts.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// This node's time, in milliseconds since 1970.
    pub fn now_ms(&self) -> u64 {
        self.clock.now_ms()
    }

    /// The latest time at which the future round `round` is finished, if it keeps to its period and no period
    /// is left empty; milliseconds since 1970.
    pub fn due_ms(&self, round: u64) -> u64 {
        let tip = self.store.tip();
        let ahead = round.saturating_sub(tip.round()).saturating_add(1);
        periods::start_after(self.chain(), tip.round(), tip.time_ms(), ahead)
    }
}
