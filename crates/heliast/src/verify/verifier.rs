//! The loop: rounds are read, checked, and their delays settled.

mod read;
mod settle;

use super::{
    error::{Error, Unused},
    options::{MAX_THREADS, Options},
    progress::{Reached, Step, Tally},
    stretch::Stretch,
};
use crate::{
    bundle::Entry,
    chain::{Chain, Tip},
};
use std::iter::{FusedIterator, Peekable};

/// Verifies the rounds that a source yields, in steps: an iterator of [`Step`]s whose last item is
/// the [`Error`] that ends it, if there is one.
///
/// `source` yields a `T` for each round in the chain's order: an [`Entry`] or a type that contains one.
/// Entries are not trusted. The source's first error is its last item for the verifier.
pub struct Verifier<S: Iterator<Item = Result<T, E>>, T, E> {
    chain: Chain,
    source: Peekable<S>,
    options: Options,
    /// The tip after the last round that was read.
    ahead: Tip,
    /// The tip after the last round that was accepted.
    tip: Tip,
    stretch: Stretch<T>,
    /// An epoch proof that is not used, still to be reported.
    unused: Option<Unused>,
    /// The reason why the chain stops after the rounds that are held: its end, or a defect.
    end: Option<Result<(), Error<E>>>,
    /// Nothing is left to be reported.
    finished: bool,
    tally: Tally,
}

impl<S: Iterator<Item = Result<T, E>>, T: AsRef<Entry>, E> Verifier<S, T, E> {
    /// Verifies the rounds after `start`, which is taken on trust unless it is [`Chain::start`] or
    /// the tip of rounds that were verified.
    pub fn new(chain: &Chain, start: Tip, source: impl IntoIterator<IntoIter = S>, options: Options) -> Self {
        let (threads, held_bytes) = (options.threads.clamp(1, MAX_THREADS), options.held_bytes.max(1));
        let options = Options { threads, held_bytes, ..options };
        Verifier {
            chain: chain.clone(),
            source: source.into_iter().peekable(),
            options,
            ahead: start.clone(),
            tip: start,
            stretch: Stretch::new(None),
            unused: None,
            end: None,
            finished: false,
            tally: Tally::default(),
        }
    }

    /// The state of the chain after the last accepted round.
    pub fn tip(&self) -> &Tip {
        &self.tip
    }

    /// The work done so far.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Verifies all remaining rounds. After each step it calls `progress` with the work done so far,
    /// and stops if that returns false. A caller that wants the rounds, or wants to go on after a
    /// stop, takes the steps one by one.
    ///
    /// # Errors
    /// The first defect in the order of the rounds, or [`Error::Stopped`].
    pub fn run(mut self, mut progress: impl FnMut(&Tally) -> bool) -> Result<Reached, Error<E>> {
        while let Some(step) = self.next() {
            step?;
            if !progress(&self.tally) {
                return Err(Error::Stopped(self.tip.next_round()));
            }
        }
        Ok(Reached { tip: self.tip, tally: self.tally })
    }

    /// The error that ended the rounds, if any; reported once.
    fn finish(&mut self) -> Option<Error<E>> {
        if std::mem::replace(&mut self.finished, true) {
            return None;
        }
        let missing = || {
            let due = self.tip.next_round();
            self.options.last.is_some_and(|last| due <= last).then_some(Error::Missing(due))
        };
        self.end.take().and_then(Result::err).or_else(missing)
    }
}

impl<S: Iterator<Item = Result<T, E>>, T: AsRef<Entry>, E> Iterator for Verifier<S, T, E> {
    type Item = Result<Step<T>, Error<E>>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(unused) = self.unused.take() {
            return Some(Ok(Step::Unused(unused)));
        }
        if !self.stretch.decoded.is_empty() {
            return Some(Ok(self.check()));
        }
        if self.end.is_none() && !self.finished {
            if self.stretch.held.is_empty() {
                self.begin();
            }
            let read = self.read();
            if read > 0 {
                return Some(Ok(Step::Read(read)));
            }
        }
        if !self.stretch.pending.is_empty()
            && let Some(step) = self.settle()
        {
            return Some(Ok(step));
        }
        self.finish().map(Err)
    }
}

impl<S: Iterator<Item = Result<T, E>>, T: AsRef<Entry>, E> FusedIterator for Verifier<S, T, E> {}
