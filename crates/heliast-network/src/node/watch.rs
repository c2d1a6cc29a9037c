//! Watches the chain of a running node, and reports changes.

use super::event::{Event, RoundEvent};
use heliast_engine::{Alarm, Handles, Rounds, StatusBoard, note_made};
use heliast_keystore::Claim;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// The time between two looks for changes.
pub(super) const LOOK: Duration = Duration::from_millis(50);
/// A node that is less than this many rounds behind reports how long a round took beyond its delay.
const CATCHING_UP: u64 = 10;
/// The time between two estimates of a node that catches up.
const PACE: Duration = Duration::from_secs(10);

/// The rounds and alarms that were reported to the caller.
pub(super) struct Watch {
    rounds: Arc<Rounds>,
    board: Arc<StatusBoard>,
    /// The record of the made rounds; `None` for a relay, which has no keys whose use would be recorded.
    claim: Option<Claim>,
    last: u64,
    alarms: Vec<Alarm>,
    /// The time of the last estimate.
    paced: Instant,
}

impl Watch {
    /// Begins after the last round of the store.
    pub(super) fn new(Handles { rounds, board, .. }: Handles, claim: Option<Claim>) -> Watch {
        let last = rounds.store().last();
        Watch { rounds, board, claim, last, alarms: vec![], paced: Instant::now() }
    }

    pub(super) fn board(&self) -> &StatusBoard {
        &self.board
    }

    /// Reports new rounds and alarms.
    pub(super) fn look<E>(&mut self, on_event: &mut dyn FnMut(Event) -> Result<(), E>) -> Result<(), E> {
        self.rounds(on_event)?;
        self.alarms(on_event)
    }

    /// Reports the last rounds. Returns the last one.
    pub(super) fn end<E>(mut self, on_event: &mut dyn FnMut(Event) -> Result<(), E>) -> Result<u64, E> {
        self.rounds(on_event)?;
        Ok(self.last)
    }

    fn rounds<E>(&mut self, on_event: &mut dyn FnMut(Event) -> Result<(), E>) -> Result<(), E> {
        let last = self.rounds.store().last();
        if last == self.last {
            return Ok(());
        }
        let behind = self.behind();
        for round in self.last + 1..=last {
            let Ok(Some(view)) = self.rounds.store().view(round) else { continue };
            let votes: u64 = view.tickets.iter().map(|ticket| ticket.votes).sum();
            let is_near = behind < CATCHING_UP;
            let beyond_seconds = if is_near { self.beyond(view.time_ms) } else { None };
            let took_ms = is_near.then(|| self.since_ms(view.time_ms));
            let beyond_ms = beyond_seconds.map(|seconds| (seconds * 1e3) as u64);
            tracing::info!(round, votes, took_ms, beyond_ms, "stored");
            on_event(Event::Round(RoundEvent { round, beacon: view.randomness, votes, beyond_seconds }))?;
        }
        self.last = last;
        if let Some(claim) = &mut self.claim {
            note_made(&self.board, claim, last);
        }
        Ok(())
    }

    fn alarms<E>(&mut self, on_event: &mut dyn FnMut(Event) -> Result<(), E>) -> Result<(), E> {
        let raised = self.board.alarms();
        if raised == self.alarms {
            return Ok(());
        }
        let known = std::mem::replace(&mut self.alarms, raised.clone());
        if raised.is_empty() {
            on_event(Event::Well)?;
        }
        let is_new = |alarm: &Alarm| known.iter().all(|known| known.kind != alarm.kind);
        raised.into_iter().filter(is_new).try_for_each(|alarm| on_event(Event::Trouble(alarm)))
    }

    /// While the node is behind, reports at intervals how long it still needs to catch up.
    pub(super) fn pace<E>(&mut self, on_event: &mut dyn FnMut(Event) -> Result<(), E>) -> Result<(), E> {
        if self.paced.elapsed() < PACE {
            return Ok(());
        }
        self.paced = Instant::now();
        match self.board.catch_up().filter(|catch_up| catch_up.seconds_left.is_some()) {
            Some(catch_up) => on_event(Event::CatchingUp(catch_up)),
            None => Ok(()),
        }
    }

    /// The number of rounds from the latest one to the present.
    fn behind(&self) -> u64 {
        let period = u64::from(self.rounds.chain().genesis().period_ms).max(1);
        let opened = self.rounds.store().tip().time_ms();
        self.rounds.now_ms().saturating_sub(opened) / period
    }

    /// Milliseconds from the opening time to now.
    fn since_ms(&self, opened_ms: u64) -> u64 {
        self.rounds.now_ms().saturating_sub(opened_ms)
    }

    /// Seconds from the opening time to now, minus the time of the delay at the speed of this machine.
    fn beyond(&self, opened_ms: u64) -> Option<f64> {
        let speed = self.board.status().squarings_per_second;
        (speed > 0.0).then(|| {
            (self.since_ms(opened_ms) as f64 / 1e3 - self.rounds.chain().genesis().delays.t() as f64 / speed)
                .max(0.0)
        })
    }
}
