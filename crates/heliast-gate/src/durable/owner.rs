//! The thread that owns the list. It waits for a list that another process has, and opens a list again after
//! its file has failed, since redb does not use a file any more after one error.

use crate::queue::{self, TroubleCell, Verdict, Wanted, unavailable};
use heliast_stamp::{Paid, Trouble};
use std::{
    io, mem,
    sync::{
        Arc,
        mpsc::{Receiver, TryRecvError},
    },
    thread,
    time::{Duration, Instant},
};

/// The time between two looks at a file that another process has, or at the queue while the file fails.
const PAUSE: Duration = Duration::from_millis(50);
/// The time between two attempts to open a file that fails.
const AGAIN: Duration = Duration::from_secs(1);
/// The state of a list that another process has.
pub(super) const WAITING: &str = "another process has the list of spent stamps";

/// The file of a list.
pub(super) trait Source {
    /// An open list.
    type List;

    /// Opens the list. A missing file is made, unless it `was_there` before.
    fn open(&self, was_there: bool) -> Attempt<Self::List>;

    /// Spends some stamps, or says why the list failed.
    fn spend(&self, list: &Self::List, stamps: &[&Paid]) -> Result<Vec<Verdict>, String>;

    /// Closes a list that failed. Nothing more is written to its file.
    fn abandon(&self, list: Self::List);
}

/// The outcome of an attempt to open the list.
pub(super) enum Attempt<L> {
    /// It is this process's.
    Open(L),
    /// Another process has it.
    Elsewhere,
    /// It can't be used, for this reason.
    Failed(String),
}

/// The list, or the reason why this process does not have it.
pub(super) struct Owner<S: Source> {
    source: S,
    /// Whether this process has had the list.
    was_here: bool,
    held: Held<S::List>,
    trouble: Arc<TroubleCell>,
}

enum Held<L> {
    /// The list is this process's.
    Here(L),
    /// Another process has it.
    Elsewhere,
    /// It can't be used, for this reason; it is opened again at this time.
    Broken(String, Instant),
}

impl<S: Source> Owner<S> {
    /// The owner of an open list. Without one, another process has the list, and the owner waits for it.
    pub(super) fn new(source: S, list: Option<S::List>, trouble: Arc<TroubleCell>) -> Owner<S> {
        let mut owner = Owner { source, was_here: false, held: Held::Elsewhere, trouble };
        owner.hold(list.map_or(Held::Elsewhere, Held::Here));
        owner
    }

    /// Answers until all callers are gone.
    pub(super) fn run(mut self, wanted: &Receiver<Wanted>) {
        loop {
            match &self.held {
                Held::Here(_) => match wanted.recv() {
                    Ok(first) => self.answer(queue::batch(first, wanted)),
                    Err(_) => return,
                },
                // Stamps stay in the queue meanwhile, so it can't show that all callers are gone.
                Held::Elsewhere if Arc::strong_count(&self.trouble) == 1 => return,
                Held::Elsewhere => {
                    thread::sleep(PAUSE);
                    self.open();
                }
                Held::Broken(_, again) if Instant::now() >= *again => self.open(),
                Held::Broken(..) => match wanted.try_recv() {
                    Ok(first) => self.answer(queue::batch(first, wanted)),
                    Err(TryRecvError::Empty) => thread::sleep(PAUSE),
                    Err(TryRecvError::Disconnected) => return,
                },
            }
        }
    }

    fn answer(&mut self, batch: Vec<Wanted>) {
        let verdicts = self.spend(&batch.iter().map(|wanted| &wanted.paid).collect::<Vec<_>>());
        queue::answer(batch, verdicts);
    }

    /// Returns the verdict on each stamp.
    fn spend(&mut self, stamps: &[&Paid]) -> Vec<Verdict> {
        let reason = match &self.held {
            Held::Here(list) => match self.source.spend(list, stamps) {
                Ok(verdicts) => return verdicts,
                Err(reason) => {
                    self.fail(reason.clone());
                    reason
                }
            },
            Held::Broken(reason, _) => reason.clone(),
            Held::Elsewhere => WAITING.to_owned(),
        };
        stamps.iter().map(|_| Err(unavailable(io::Error::other(reason.clone())))).collect()
    }

    /// Tries to open the list.
    fn open(&mut self) {
        match self.source.open(self.was_here) {
            Attempt::Open(list) => {
                tracing::info!("the list of spent stamps is open: stamps are taken");
                self.hold(Held::Here(list));
            }
            Attempt::Elsewhere => self.hold(Held::Elsewhere),
            Attempt::Failed(reason) => self.fail(reason),
        }
    }

    /// Notes a failure, which is logged once.
    fn fail(&mut self, reason: String) {
        if !matches!(self.held, Held::Broken(..)) {
            tracing::error!(reason, "the list of spent stamps can't be used: no stamp is taken");
        }
        self.hold(Held::Broken(reason, Instant::now() + AGAIN));
    }

    fn hold(&mut self, held: Held<S::List>) {
        self.was_here |= matches!(held, Held::Here(_));
        self.trouble.set(match &held {
            Held::Here(_) => None,
            Held::Elsewhere => Some(Trouble::Waiting(WAITING.to_owned())),
            Held::Broken(reason, _) => {
                Some(Trouble::Refusing(format!("the list of spent stamps can't be used: {reason}")))
            }
        });
        if let Held::Here(failed) = mem::replace(&mut self.held, held) {
            self.source.abandon(failed);
        }
    }
}
