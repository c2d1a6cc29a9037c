//! The limit of time for idle connections. hyper only limits the time of an HTTP/1 header after its first
//! bytes have come.
//!
//! A connection is silent while no request is under way. An HTTP/2 connection is unread while each of its
//! requests waits for the client to take more of the answer: the client has not granted a window for it (RFC
//! 9113, section 5.2), which the operating system does not see. An HTTP/1 client that reads nothing blocks
//! the connection itself, and [`Watched`](heliast_front::Watched) ends it.
//!
//! While at least one answer is being read, or the gate waits for the site, the connection is kept: it may
//! belong to a proxy with many clients, of which only one does not read.

#[cfg(test)]
mod tests;

use heliast_front::{Place, sleep_awake};
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// The requests of a connection.
pub(crate) struct Idle(Mutex<State>);

#[derive(Clone, Copy)]
struct State {
    under_way: usize,
    /// The number of requests whose client must take the available bytes before there are more.
    given: usize,
    /// The time of the latest change.
    since: Instant,
    has_streams: bool,
}

/// A request under way, which ends when this is dropped.
pub(super) struct Busy {
    idle: Arc<Idle>,
    is_given: bool,
}

impl Idle {
    pub fn new() -> Arc<Idle> {
        let state = State { under_way: 0, given: 0, since: Instant::now(), has_streams: false };
        Arc::new(Idle(Mutex::new(state)))
    }

    /// Notes that this is an HTTP/2 connection, whose client may leave one answer unread and read another.
    pub fn has_streams(&self) {
        self.change(|state| state.has_streams = true);
    }

    pub(super) fn begin(self: &Arc<Self>) -> Busy {
        self.change(|state| state.under_way += 1);
        Busy { idle: Arc::clone(self), is_given: false }
    }

    /// Returns when the connection was silent for the time `silence`, or its answers were unread for the time
    /// `unread`.
    pub async fn over(&self, silence: Duration, unread: Duration, place: &Place) {
        let mut in_use = Instant::now();
        loop {
            let (now, state) = (Instant::now(), self.state());
            if state.under_way > 0 || place.is_blocked() {
                in_use = now;
            }
            let end = match state.is_unread() {
                true => state.since + unread,
                false => state.since.max(in_use) + silence,
            };
            if end <= now {
                return;
            }
            // A connection that is silent now may become unread before its time is over.
            sleep_awake((end - now).min(silence).min(unread)).await;
        }
    }

    fn state(&self) -> State {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut state);
        state.since = Instant::now();
    }
}

impl State {
    fn is_unread(&self) -> bool {
        self.has_streams && self.under_way > 0 && self.given == self.under_way
    }
}

impl Busy {
    /// Notes that there are bytes that the client must take.
    pub fn give(&mut self) {
        let more = usize::from(!std::mem::replace(&mut self.is_given, true));
        self.idle.change(|state| state.given += more);
    }

    /// Notes that the client has taken all bytes, and waits for the site.
    pub fn wait(&mut self) {
        let fewer = usize::from(std::mem::replace(&mut self.is_given, false));
        self.idle.change(|state| state.given -= fewer);
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.wait();
        self.idle.change(|state| state.under_way -= 1);
    }
}
