//! The engine's state, as threads share it: the supervisor, which starts and ends it, the copier, which reads
//! its log, and all threads that show it.

use super::log::Complaint;
use std::{
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// The state of the engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineState {
    /// The number of the running process.
    pub process: Option<u32>,
    /// The number of restarts.
    pub restarts: u64,
    /// Its current trouble, as a text for people.
    pub trouble: Option<String>,
    /// Whether the engine is not restarted any more.
    pub given_up: bool,
}

#[derive(Default)]
pub(super) struct Watched {
    state: Mutex<Inner>,
    changed: Condvar,
}

#[derive(Default)]
struct Inner {
    shown: EngineState,
    stop: bool,
    /// The running process must be restarted.
    restart: bool,
}

impl Watched {
    /// The current state.
    pub(super) fn shown(&self) -> EngineState {
        self.lock().shown.clone()
    }

    /// Whether the engine is not restarted any more.
    pub(super) fn has_given_up(&self) -> bool {
        self.lock().shown.given_up
    }

    /// Tells the threads to stop, and wakes those that sleep.
    pub(super) fn stop(&self) {
        self.lock().stop = true;
        self.changed.notify_all();
    }

    /// Sleeps for this time; returns true if the engine is to end.
    pub(super) fn sleep(&self, time: Duration) -> bool {
        let waited = self.changed.wait_timeout_while(self.lock(), time, |inner| !inner.stop);
        waited.unwrap_or_else(PoisonError::into_inner).0.stop
    }

    /// Notes that a process runs. Complaints of earlier processes must not end this one, so this is called
    /// after their logs were read to the end.
    pub(super) fn begin(&self, process: u32) {
        let mut inner = self.lock();
        inner.shown.process = Some(process);
        inner.restart = false;
    }

    /// Notes that the process has ended.
    pub(super) fn end(&self) {
        self.lock().shown.process = None;
    }

    /// Whether the running process must be restarted.
    pub(super) fn wants_restart(&self) -> bool {
        self.lock().restart
    }

    /// Notes a restart. `words` is the trouble to show if no other is known.
    pub(super) fn note_restart(&self, words: Option<String>) {
        let mut inner = self.lock();
        inner.shown.restarts += 1;
        inner.shown.trouble = inner.shown.trouble.take().or(words);
    }

    /// Notes a complaint of the engine.
    pub(super) fn note(&self, complaint: Complaint) {
        let mut inner = self.lock();
        // The first error is more informative than those that follow from it.
        let is_first = inner.shown.trouble.is_none();
        if is_first || inner.has(Complaint::NoSnapshot) {
            inner.shown.trouble = Some(complaint.words().to_owned());
        }
        inner.restart |= complaint.wants_restart();
        inner.shown.given_up |= complaint.is_final();
    }

    /// Ends this complaint.
    pub(super) fn calm(&self, complaint: Complaint) {
        let mut inner = self.lock();
        if inner.has(complaint) {
            inner.shown.trouble = None;
        }
    }

    /// Ends the current trouble if `words` accepts its text.
    pub(super) fn calm_if(&self, words: impl FnOnce(&str) -> bool) {
        let mut inner = self.lock();
        if inner.shown.trouble.as_deref().is_some_and(words) {
            inner.shown.trouble = None;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn has(&self, complaint: Complaint) -> bool {
        self.shown.trouble.as_deref() == Some(complaint.words())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An engine logs its reason once more while it ends, or ends by itself after logging it.
    #[test]
    fn a_process_is_not_ended_for_what_the_one_before_it_said() {
        let watched = Watched::default();
        watched.begin(1);
        watched.note(Complaint::Stopped);
        assert!(watched.wants_restart());
        watched.end();
        watched.note(Complaint::Stopped);
        watched.begin(2);
        assert!(!watched.wants_restart());
        watched.note(Complaint::NotSynced);
        assert!(watched.wants_restart(), "its own words count");
    }

    #[test]
    fn the_first_trouble_stays_until_its_words_are_over() {
        let watched = Watched::default();
        watched.note(Complaint::NoSigner);
        watched.note_restart(Some("again and again".to_owned()));
        let trouble = |watched: &Watched| watched.shown().trouble;
        assert_eq!(trouble(&watched).as_deref(), Some(Complaint::NoSigner.words()));
        watched.calm(Complaint::SignerRefuses);
        watched.calm_if(|words| words == "again and again");
        assert!(trouble(&watched).is_some());
        watched.calm(Complaint::NoSigner);
        assert_eq!(trouble(&watched), None);
        watched.note_restart(Some("again and again".to_owned()));
        watched.calm_if(|words| words == "again and again");
        assert_eq!((watched.shown().restarts, trouble(&watched)), (2, None));
    }
}
