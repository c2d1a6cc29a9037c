//! The callback for the progress of long work.

use std::{
    ffi::c_void,
    sync::{Mutex, PoisonError},
};

/// Receives the part of the work that is done, from 0 to 1; false asks to stop. It runs on the
/// caller's thread or on one of the work's own, never twice at the same time, and must come back:
/// no exception and no `longjmp` may leave it.
pub type ProgressCallback = Option<unsafe extern "C" fn(context: *mut c_void, done: f64) -> bool>;

/// A callback with what the caller passes to it.
pub(crate) struct Progress {
    callback: ProgressCallback,
    state: Mutex<State>,
}

struct State {
    context: *mut c_void,
    /// It has asked to stop, and is not asked again.
    is_stopped: bool,
}

// SAFETY: the context is only passed on, under the lock, and the header says that threads of ours do so.
unsafe impl Send for State {}

impl Progress {
    pub(crate) fn new(callback: ProgressCallback, context: *mut c_void) -> Progress {
        Progress { callback, state: Mutex::new(State { context, is_stopped: false }) }
    }

    /// Whether to go on.
    pub(crate) fn told(&self, done: f64) -> bool {
        let Some(callback) = self.callback else { return true };
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if !state.is_stopped {
            // SAFETY: the caller's function with the caller's context, one call at a time.
            state.is_stopped = !unsafe { callback(state.context, done) };
        }
        !state.is_stopped
    }
}
