//! The time for which a connection may do nothing. hyper bounds only that of a header of HTTP/1, once its
//! first bytes are there.
//!
//! A connection is silent while no request is under way. One of HTTP/2 lies unread while each of its requests
//! waits for the client to take more of the answer: the client has granted no window for it (RFC 9113,
//! section 5.2), which the system below does not see. A client of HTTP/1 that reads nothing blocks the
//! connection itself, and [`Watched`](heliast_front::Watched) ends it.
//!
//! Where one of several answers is taken, or the site is waited for, the connection is kept: it may be that
//! of a proxy with many clients, of whom one alone does not read.

#[cfg(test)]
mod tests;

use heliast_front::Place;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use tokio::time::sleep_until;

/// The requests of a connection.
pub(crate) struct Idle(Mutex<State>);

#[derive(Clone, Copy)]
struct State {
    under_way: usize,
    /// The requests whose client has to take what is there before there is more.
    given: usize,
    /// The time of the latest change.
    since: Instant,
    has_streams: bool,
}

/// A request under way, until it is dropped.
pub(super) struct Busy {
    idle: Arc<Idle>,
    is_given: bool,
}

impl Idle {
    pub fn new() -> Arc<Idle> {
        let state = State { under_way: 0, given: 0, since: Instant::now(), has_streams: false };
        Arc::new(Idle(Mutex::new(state)))
    }

    /// Says that this is a connection of HTTP/2, whose client may leave an answer unread and read another.
    pub fn has_streams(&self) {
        self.change(|state| state.has_streams = true);
    }

    pub(super) fn begin(self: &Arc<Self>) -> Busy {
        self.change(|state| state.under_way += 1);
        Busy { idle: Arc::clone(self), is_given: false }
    }

    /// Returns when the connection was silent for the first time, or its answers lay unread for the second.
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
            // A connection that is silent now may be unread before its time is over.
            sleep_until(end.min(now + silence.min(unread)).into()).await;
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
    /// The connection has something that its client is to take.
    pub fn give(&mut self) {
        let more = usize::from(!std::mem::replace(&mut self.is_given, true));
        self.idle.change(|state| state.given += more);
    }

    /// The client has taken all that there is, and waits for the site.
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
