//! Reports to the caller of the work that threads do together: one thread at a time reports, and each number
//! is greater than the one before.
//!
//! If threads incremented and reported a count without a lock, the caller could see it go back: one thread
//! increments it to 5, another to 6 and reports 6, and then the first reports 5.

#[cfg(not(feature = "std"))]
use core::cell::Cell;
#[cfg(feature = "std")]
use std::sync::{Mutex, PoisonError};

/// A count, and the function that receives it and returns whether to continue. The function is not called
/// again after it has returned false.
pub(crate) struct Told<F> {
    tell: F,
    #[cfg(feature = "std")]
    state: Mutex<State>,
    /// Without `std` there is one thread.
    #[cfg(not(feature = "std"))]
    state: Cell<State>,
}

#[derive(Clone, Copy)]
struct State {
    done: u64,
    is_stopped: bool,
}

impl<F: Fn(u64) -> bool> Told<F> {
    /// Begins with this much work done.
    pub(crate) fn from(done: u64, tell: F) -> Told<F> {
        let state = State { done, is_stopped: false }.into();
        Told { tell, state }
    }

    /// Adds to the count and reports it. Returns whether to continue.
    pub(crate) fn add(&self, more: u64) -> bool {
        #[cfg(feature = "std")]
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        #[cfg(not(feature = "std"))]
        let mut state = self.state.get();
        state.done += more;
        state.is_stopped = state.is_stopped || !(self.tell)(state.done);
        #[cfg(not(feature = "std"))]
        self.state.set(state);
        !state.is_stopped
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

    #[test]
    fn what_is_told_grows_from_thread_to_thread() {
        let last = AtomicU64::new(7);
        let told = Told::from(7, |done| last.swap(done, Relaxed) <= done);
        std::thread::scope(|scope| {
            for more in [0, 1, 2] {
                let told = &told;
                scope.spawn(move || (0..500).for_each(|_| assert!(told.add(more), "it went back")));
            }
        });
        assert_eq!(last.into_inner(), 7 + 500 * 3);
    }

    #[test]
    fn who_has_said_no_is_not_asked_again() {
        let asked = AtomicU64::new(0);
        let told = Told::from(0, |done| {
            asked.fetch_add(1, Relaxed);
            done != 2
        });
        assert_eq!([1, 1, 1, 5].map(|more| told.add(more)), [true, false, false, false]);
        assert_eq!(asked.into_inner(), 2);
    }
}
