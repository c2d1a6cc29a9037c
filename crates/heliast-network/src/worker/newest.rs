//! The newest block, which all threads of a worker use.

#[cfg(test)]
mod tests;

use crate::duty::{Committed, Duty};
use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// The last committed block, and whether the worker is to end.
#[derive(Default)]
pub(super) struct Newest {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    committed: Option<Arc<Committed>>,
    count: u64,
    stopped: bool,
}

impl Newest {
    pub(super) fn set(&self, committed: Arc<Committed>) {
        let mut state = self.lock();
        state.committed = Some(committed);
        state.count += 1;
        self.changed.notify_all();
    }

    pub(super) fn stop(&self) {
        self.lock().stopped = true;
        self.changed.notify_all();
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.lock().stopped
    }

    /// Whether the newest block still has this duty, and the worker goes on.
    pub(super) fn is_due(&self, duty: impl Fn(&Duty) -> bool) -> bool {
        let state = self.lock();
        !state.stopped && state.committed.as_ref().is_some_and(|committed| duty(&committed.duty))
    }

    /// Waits for a block after the first `seen` ones. Returns the number of blocks so far, and the newest
    /// one; `None` when the worker ends.
    pub(super) fn after(&self, seen: u64) -> Option<(u64, Arc<Committed>)> {
        let state = self.lock();
        let waits = |state: &mut State| !state.stopped && state.count <= seen;
        let state = self.changed.wait_while(state, waits).unwrap_or_else(PoisonError::into_inner);
        if state.stopped {
            return None;
        }
        Some((state.count, Arc::clone(state.committed.as_ref()?)))
    }

    /// Returns when this time has passed or the worker ends; false if it ends.
    pub(super) fn sleep(&self, time: Duration) -> bool {
        let until = Instant::now() + time;
        let mut state = self.lock();
        while !state.stopped {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return true;
            }
            state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        false
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
