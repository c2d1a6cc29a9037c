//! Rounds that were read are checked, at first without their delays, then those.

use super::{
    super::{
        error::{Error, Unused},
        options::Delays,
        progress::Step,
        stretch::{Decoded, Held},
        work::in_order,
    },
    Verifier,
};
use crate::{
    FalseRounds, Pending, bundle::Entry, chain::Chain, epoch::EpochProof, invalid::Invalid, round::Round,
    verified::Verified,
};

impl<S: Iterator<Item = Result<T, E>>, T: AsRef<Entry>, E> Verifier<S, T, E> {
    /// Checks everything but the delays of the rounds that were read.
    pub(super) fn check(&mut self) -> Step<T> {
        let check = |Decoded { before, round }: Decoded| {
            let number = round.number;
            self.chain.check(&before, round).map_err(|reason| (number, reason))
        };
        let decoded = std::mem::take(&mut self.stretch.decoded);
        let (pending, failure) = in_order(decoded, self.options.threads, check);
        let count = pending.len();
        self.stretch.pending.extend(pending);
        self.tally.checked += count as u64;
        // A false round lies before whatever ended the reading.
        if let Some((round, reason)) = failure {
            self.end = Some(Err(Error::Invalid { round, reason }));
        }
        Step::Checked(count)
    }

    /// Checks the delays of the stretch. Nothing if the first of them is false.
    pub(super) fn settle(&mut self) -> Option<Step<T>> {
        match self.stretch.proof.take() {
            // The chain ends before the epoch does.
            Some(_) if self.end.is_some() && !self.stretch.is_whole() => self.settle_by_own(),
            Some(proof) => Some(self.settle_by(&proof).unwrap_or_else(Step::Unused)),
            None => self.settle_by_own(),
        }
    }

    /// Checks the delays of an epoch by its proof. The rounds stay where they are if it is of no use.
    fn settle_by(&mut self, proof: &EpochProof) -> Result<Step<T>, Unused> {
        if !self.stretch.is_whole() {
            return Err(Unused::TooLarge { first: proof.first });
        }
        let epoch = self
            .chain
            .verify_epoch(&self.stretch.pending, proof, self.options.threads)
            .map_err(|reason| Unused::False { rounds: proof.rounds(), reason })?;
        self.stretch.pending.clear();
        let entries = self.accept(epoch.rounds.len());
        self.tally.epochs += 1;
        self.tally.by_epochs += entries.len() as u64;
        Ok(Step::Epoch { entries, epoch })
    }

    /// Checks the delays by the rounds' own proofs.
    fn settle_by_own(&mut self) -> Option<Step<T>> {
        let pending = std::mem::take(&mut self.stretch.pending);
        let (rounds, failure) = match self.options.delays {
            Delays::Own => one_by_one(pending, self.options.threads),
            Delays::Combined => together(&self.chain, pending, self.options.threads),
        };
        if let Some((round, reason)) = failure {
            self.end = Some(Err(Error::Invalid { round, reason }));
        }
        let entries = self.accept(rounds.len());
        (!rounds.is_empty()).then(|| Step::Rounds(entries.into_iter().zip(rounds).collect()))
    }

    /// Takes the first rounds of the stretch for good, and drops the others.
    fn accept(&mut self, count: usize) -> Vec<T> {
        let held = std::mem::take(&mut self.stretch.held).into_iter().take(count);
        let tip = &mut self.tip;
        let entries: Vec<_> = held
            .map(|Held { entry, after }| {
                *tip = after;
                entry
            })
            .collect();
        self.tally.accepted += entries.len() as u64;
        entries
    }
}

/// The rounds before the first whose delay does not hold by its own proof, which is the second part.
fn one_by_one(pending: Vec<Pending>, threads: usize) -> (Vec<Verified<Round>>, Option<(u64, Invalid)>) {
    in_order(pending, threads, |pending| {
        let number = pending.round().number;
        pending.verify().map_err(|reason| (number, reason))
    })
}

/// All of the rounds by one equation, or the first whose delay does not hold.
fn together(
    chain: &Chain,
    pending: Vec<Pending>,
    threads: usize,
) -> (Vec<Verified<Round>>, Option<(u64, Invalid)>) {
    let first = pending.first().map_or(0, |pending| pending.round().number);
    match chain.verify_all(pending, threads) {
        Ok(rounds) => (rounds, None),
        // At least one is named. If none were, nothing would be accepted all the same.
        Err(FalseRounds(named)) => {
            (Vec::new(), Some(named.into_iter().next().unwrap_or((first, Invalid::OtherChain))))
        }
    }
}
