//! Checks the rounds that were read: first everything but their delays, then the delays.

use super::{
    super::{
        error::{Error, Unused},
        options::{DELAYS_TOGETHER, Delays, GROUPS_PER_THREAD, TICKETS_TOGETHER},
        progress::Step,
        stretch::{Decoded, Held},
        work::in_groups,
    },
    Verifier,
};
use crate::{
    FalseRounds, Pending,
    bundle::Entry,
    chain::{Chain, Tip},
    epoch::EpochProof,
    invalid::Invalid,
    round::Round,
    verified::Verified,
};

impl<S: Iterator<Item = Result<T, E>>, T: AsRef<Entry>, E> Verifier<S, T, E> {
    /// Checks everything about the rounds that were read except their delays.
    pub(super) fn check(&mut self) -> Step<T> {
        let groups = groups(std::mem::take(&mut self.stretch.decoded), self.options.threads);
        let check = |group: Vec<Decoded>| check_group(&self.chain, group);
        let (pending, failure) = in_groups(groups, self.options.threads, check);
        let count = pending.len();
        self.stretch.pending.extend(pending);
        self.tally.checked += count as u64;
        // A false round comes before the event that ended the reading.
        if let Some((round, reason)) = failure {
            self.end = Some(Err(Error::Invalid { round, reason }));
        }
        Step::Checked(count)
    }

    /// Checks the delays of the stretch. Returns `None` if the first of them is false.
    pub(super) fn settle(&mut self) -> Option<Step<T>> {
        match self.stretch.proof.take() {
            // The chain ends before the epoch does.
            Some(_) if self.end.is_some() && !self.stretch.is_whole() => self.settle_by_own(),
            Some(proof) => Some(self.settle_by(&proof).unwrap_or_else(Step::Unused)),
            None => self.settle_by_own(),
        }
    }

    /// Checks the delays of an epoch by its proof. If the proof cannot be used, the rounds stay where they
    /// are.
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
            Delays::Own => one_by_one(&self.chain, pending, self.options.threads),
            Delays::Combined => together(&self.chain, pending, self.options.threads),
        };
        if let Some((round, reason)) = failure {
            self.end = Some(Err(Error::Invalid { round, reason }));
        }
        let entries = self.accept(rounds.len());
        (!rounds.is_empty()).then(|| Step::Rounds(entries.into_iter().zip(rounds).collect()))
    }

    /// Accepts the first `count` rounds of the stretch, and drops the others.
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

/// Splits rounds into groups of consecutive ones, with enough tickets to fill lanes and enough groups for the
/// threads.
fn groups(decoded: Vec<Decoded>, threads: usize) -> Vec<Vec<Decoded>> {
    let tickets_of = |decoded: &Decoded| decoded.round.tickets.len();
    let share = decoded.iter().map(tickets_of).sum::<usize>() / (GROUPS_PER_THREAD * threads);
    let enough = share.clamp(*TICKETS_TOGETHER.start(), *TICKETS_TOGETHER.end());
    let (mut groups, mut tickets) = (Vec::<Vec<Decoded>>::new(), 0);
    for decoded in decoded {
        tickets += tickets_of(&decoded);
        match groups.last_mut() {
            Some(group) if tickets <= enough => group.push(decoded),
            _ => {
                tickets = tickets_of(&decoded);
                groups.push(vec![decoded]);
            }
        }
    }
    groups
}

/// Checks everything but the delays. Returns the rounds before the first invalid one, and that round with its
/// defect.
fn check_group(chain: &Chain, group: Vec<Decoded>) -> (Vec<Pending>, Option<(u64, Invalid)>) {
    let (tips, rounds): (Vec<Tip>, Vec<Round>) =
        group.into_iter().map(|Decoded { before, round }| (before, round)).unzip();
    let mut sound = Vec::with_capacity(rounds.len());
    for (tip, checked) in tips.iter().zip(chain.check_each(tips.iter().zip(rounds).collect())) {
        match checked {
            Ok(pending) => sound.push(pending),
            Err(reason) => return (sound, Some((tip.next_round(), reason))),
        }
    }
    (sound, None)
}

/// Returns the rounds before the first one whose delay is invalid by its own proof, and that round with its
/// defect.
fn one_by_one(
    chain: &Chain,
    mut pending: Vec<Pending>,
    threads: usize,
) -> (Vec<Verified<Round>>, Option<(u64, Invalid)>) {
    let mut groups = Vec::with_capacity(pending.len().div_ceil(DELAYS_TOGETHER));
    while !pending.is_empty() {
        let rest = pending.split_off(pending.len().min(DELAYS_TOGETHER));
        groups.push(std::mem::replace(&mut pending, rest));
    }
    in_groups(groups, threads, |group| chain.verify_each(group))
}

/// Checks the delays of all rounds by one equation. Returns all rounds, or the first one whose delay is
/// invalid.
fn together(
    chain: &Chain,
    pending: Vec<Pending>,
    threads: usize,
) -> (Vec<Verified<Round>>, Option<(u64, Invalid)>) {
    let first = pending.first().map_or(0, |pending| pending.round().number);
    match chain.verify_all(pending, threads) {
        Ok(rounds) => (rounds, None),
        // At least one round is named. Even if none were, nothing would be accepted.
        Err(FalseRounds(named)) => {
            (Vec::new(), Some(named.into_iter().next().unwrap_or((first, Invalid::OtherChain))))
        }
    }
}
