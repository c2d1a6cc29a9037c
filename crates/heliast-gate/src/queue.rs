//! Stamps that wait for the thread with the list. Stamps that come at the same time are written together.

use heliast_stamp::{Paid, Spending, SpentError, Trouble};
use std::{
    sync::{
        Mutex, PoisonError,
        mpsc::{Receiver, Sender, channel},
    },
    time::Duration,
};

/// The most stamps that are written together.
const MOST_AT_ONCE: usize = 1_024;
/// The time for which a stamp waits for a verdict, because of a slow disk or an older process that has the
/// list.
const PATIENCE: Duration = Duration::from_secs(60);

/// The list's answer about a stamp.
pub(crate) type Verdict = Result<Spending, SpentError>;

/// A stamp that is to be spent, and the channel for the verdict.
pub(crate) struct Wanted {
    pub paid: Paid,
    answer: Sender<Verdict>,
}

/// The callers' end: when it is dropped, the thread ends.
pub(crate) struct Queue(Mutex<Sender<Wanted>>);

impl Queue {
    /// Both ends.
    pub fn new() -> (Queue, Receiver<Wanted>) {
        let (sender, wanted) = channel();
        (Queue(Mutex::new(sender)), wanted)
    }

    /// The thread's answer about a stamp.
    pub fn spend(&self, paid: &Paid) -> Verdict {
        let (answer, answered) = channel();
        let wanted = Wanted { paid: paid.clone(), answer };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).send(wanted).map_err(unavailable)?;
        answered.recv_timeout(PATIENCE).map_err(unavailable)?
    }
}

/// The first stamp, and the others that wait.
pub(crate) fn batch(first: Wanted, wanted: &Receiver<Wanted>) -> Vec<Wanted> {
    let mut batch = vec![first];
    batch.extend(wanted.try_iter().take(MOST_AT_ONCE - 1));
    batch
}

/// Sends the verdict for each stamp of a batch.
pub(crate) fn answer(batch: Vec<Wanted>, verdicts: impl IntoIterator<Item = Verdict>) {
    for (Wanted { answer, .. }, verdict) in batch.into_iter().zip(verdicts) {
        // A client that has stopped waiting gets no pass, but its stamp is spent.
        let _ = answer.send(verdict);
    }
}

/// The trouble of a list: its thread sets it, and callers read it.
#[derive(Default)]
pub(crate) struct TroubleCell(Mutex<Option<Trouble>>);

impl TroubleCell {
    /// The trouble, if there is any.
    pub fn get(&self) -> Option<Trouble> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn set(&self, trouble: Option<Trouble>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = trouble;
    }
}

pub(crate) fn unavailable(error: impl std::error::Error + Send + Sync + 'static) -> SpentError {
    SpentError::Unavailable(Box::new(error))
}
