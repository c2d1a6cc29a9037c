//! Stamps that wait for the one thread that has a list: what comes at once is written down together.

use heliast_stamp::{Paid, Spending, SpentError};
use std::{
    sync::{
        Mutex, PoisonError,
        mpsc::{Receiver, Sender, channel},
    },
    time::Duration,
};

/// Stamps that are written down together at most.
const MOST_AT_ONCE: usize = 1_024;
/// The time that a stamp waits for a verdict: for a slow disk, or for an older process that has the list.
const PATIENCE: Duration = Duration::from_secs(60);

/// The list's answer about a stamp.
pub(crate) type Verdict = Result<Spending, SpentError>;

/// A stamp that is to be spent, and who waits for it.
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

/// Answers with the verdicts of `spend` until nobody can ask any more.
pub(crate) fn serve(wanted: &Receiver<Wanted>, mut spend: impl FnMut(&[&Paid]) -> Vec<Verdict>) {
    while let Ok(first) = wanted.recv() {
        let batch = batch(first, wanted);
        let verdicts = spend(&batch.iter().map(|wanted| &wanted.paid).collect::<Vec<_>>());
        answer(batch, verdicts);
    }
}

/// The first one, and what else waits.
pub(crate) fn batch(first: Wanted, wanted: &Receiver<Wanted>) -> Vec<Wanted> {
    let mut batch = vec![first];
    batch.extend(wanted.try_iter().take(MOST_AT_ONCE - 1));
    batch
}

/// Tells each of a batch its verdict.
pub(crate) fn answer(batch: Vec<Wanted>, verdicts: impl IntoIterator<Item = Verdict>) {
    for (Wanted { answer, .. }, verdict) in batch.into_iter().zip(verdicts) {
        // A client that has stopped waiting gets no pass, and its stamp is spent.
        let _ = answer.send(verdict);
    }
}

pub(crate) fn unavailable(error: impl std::error::Error + Send + Sync + 'static) -> SpentError {
    SpentError::Unavailable(Box::new(error))
}
