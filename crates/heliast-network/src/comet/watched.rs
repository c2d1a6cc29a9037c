//! The engine's state, as threads share it: the supervisor, which starts it and ends it, the copier,
//! which reads its log, and all who show it.

use super::log::Complaint;
use std::{
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// The state of the engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineState {
    /// The process that runs now.
    pub process: Option<u32>,
    /// The number of times that it was started again.
    pub restarts: u64,
    /// Its present trouble, in words for people.
    pub trouble: Option<String>,
    /// Whether it is not started again.
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
    /// The process that runs is of no use any more.
    restart: bool,
}

impl Watched {
    /// The state now.
    pub(super) fn shown(&self) -> EngineState {
        self.lock().shown.clone()
    }

    /// Whether it is not started again.
    pub(super) fn has_given_up(&self) -> bool {
        self.lock().shown.given_up
    }

    /// Ends it, and wakes all who sleep.
    pub(super) fn stop(&self) {
        self.lock().stop = true;
        self.changed.notify_all();
    }

    /// Sleeps; true if the engine is to end.
    pub(super) fn sleep(&self, time: Duration) -> bool {
        let waited = self.changed.wait_timeout_while(self.lock(), time, |inner| !inner.stop);
        waited.unwrap_or_else(PoisonError::into_inner).0.stop
    }

    /// A process runs. What those before it complained of is no reason to end this one: it is called when
    /// their logs have been read to the end.
    pub(super) fn begin(&self, process: u32) {
        let mut inner = self.lock();
        inner.shown.process = Some(process);
        inner.restart = false;
    }

    /// The process has ended.
    pub(super) fn end(&self) {
        self.lock().shown.process = None;
    }

    /// Whether the process that runs is to be started again.
    pub(super) fn wants_restart(&self) -> bool {
        self.lock().restart
    }

    /// It was started again, with these words if nothing else says why.
    pub(super) fn note_restart(&self, words: Option<String>) {
        let mut inner = self.lock();
        inner.shown.restarts += 1;
        inner.shown.trouble = inner.shown.trouble.take().or(words);
    }

    /// The engine complains.
    pub(super) fn note(&self, complaint: Complaint) {
        let mut inner = self.lock();
        // The first says more than what follows from it.
        let is_first = inner.shown.trouble.is_none();
        if is_first || inner.has(Complaint::NoSnapshot) {
            inner.shown.trouble = Some(complaint.words().to_owned());
        }
        inner.restart |= complaint.wants_restart();
        inner.shown.given_up |= complaint.is_final();
    }

    /// There is no reason for this complaint any more.
    pub(super) fn calm(&self, complaint: Complaint) {
        let mut inner = self.lock();
        if inner.has(complaint) {
            inner.shown.trouble = None;
        }
    }

    /// There is no trouble any more, if its words are these.
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

    /// An engine says once more while it ends why it can't go on, or ends by itself when it has said it.
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
