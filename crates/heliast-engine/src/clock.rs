//! The time: the machine's, or one that a test sets by hand.
//!
//! All decisions of the node that depend on the time use this clock, so that tests can control it. Code that
//! only waits for another thread or a socket does not use it.

use std::time::{Duration, Instant};

/// The source of the time. Copies show the same time.
#[derive(Clone)]
pub enum Clock {
    /// The machine's clocks.
    System,
    /// A clock that stands still until a test moves it.
    #[cfg(any(test, feature = "testing"))]
    ByHand(std::sync::Arc<ByHand>),
}

impl Clock {
    /// Milliseconds since 1970. An operator may set this clock back.
    pub fn now_ms(&self) -> u64 {
        match self {
            Clock::System => system_ms(),
            #[cfg(any(test, feature = "testing"))]
            Clock::ByHand(clock) => clock.now_ms(),
        }
    }

    /// The time of a clock that never goes back.
    pub fn instant(&self) -> Instant {
        match self {
            Clock::System => Instant::now(),
            #[cfg(any(test, feature = "testing"))]
            Clock::ByHand(clock) => clock.instant(),
        }
    }

    /// Returns when this time has passed.
    pub fn sleep(&self, time: Duration) {
        match self {
            Clock::System => std::thread::sleep(time),
            #[cfg(any(test, feature = "testing"))]
            Clock::ByHand(clock) => clock.sleep(time),
        }
    }
}

fn system_ms() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(any(test, feature = "testing"))]
pub use by_hand::ByHand;

#[cfg(any(test, feature = "testing"))]
mod by_hand {
    use super::{Clock, Duration, Instant};
    use std::sync::{Arc, Mutex};

    /// A clock that only tests and sleeps move.
    pub struct ByHand(Mutex<State>);

    struct State {
        start: Instant,
        passed: Duration,
        now_ms: u64,
        on_sleep: Box<dyn FnMut(u32) + Send>,
        sleeps: u32,
    }

    impl ByHand {
        /// A clock that stands at this time.
        pub fn at(now_ms: u64) -> Arc<ByHand> {
            let (start, passed) = (Instant::now(), Duration::ZERO);
            Arc::new(ByHand(Mutex::new(State {
                start,
                passed,
                now_ms,
                on_sleep: Box::new(|_| ()),
                sleeps: 0,
            })))
        }

        /// The clock that a node reads.
        pub fn clock(self: &Arc<Self>) -> Clock {
            Clock::ByHand(Arc::clone(self))
        }

        /// Sets the date, forwards or back, as an operator or a time service does.
        pub fn set_ms(&self, now_ms: u64) {
            self.0.lock().unwrap().now_ms = now_ms;
        }

        /// Lets time pass.
        pub fn pass(&self, time: Duration) {
            let mut state = self.0.lock().unwrap();
            state.passed += time;
            state.now_ms += time.as_millis() as u64;
        }

        /// Calls `action` before each sleep, with the number of sleeps before it. A test does there what
        /// happens elsewhere meanwhile.
        pub fn on_sleep(&self, action: impl FnMut(u32) + Send + 'static) {
            self.0.lock().unwrap().on_sleep = Box::new(action);
        }

        /// The number of sleeps so far.
        pub fn sleeps(&self) -> u32 {
            self.0.lock().unwrap().sleeps
        }

        pub(super) fn now_ms(&self) -> u64 {
            self.0.lock().unwrap().now_ms
        }

        pub(super) fn instant(&self) -> Instant {
            let state = self.0.lock().unwrap();
            state.start + state.passed
        }

        /// Returns at once: the clock jumps.
        pub(super) fn sleep(&self, time: Duration) {
            let (mut action, count) = {
                let mut state = self.0.lock().unwrap();
                state.sleeps += 1;
                (std::mem::replace(&mut state.on_sleep, Box::new(|_| ())), state.sleeps - 1)
            };
            // The lock is released here, since the action may move this clock.
            action(count);
            self.0.lock().unwrap().on_sleep = action;
            self.pass(time);
        }
    }
}
