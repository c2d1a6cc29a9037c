//! Verifying with epoch proofs: tickets, times and links round by round as ever, the delays of an epoch by its one proof.
//!
//! A proof is used or not, and never believed or feared: where it is missing, malformed or false, the rounds' own proofs decide, combined
//! into one equation, and the first false round is named. So a wrong epoch proof makes no good chain bad, and no bad chain good. The own
//! proofs of an epoch that its proof vouches for are not looked at.

use super::{
    BATCH_BYTES, Item, Job, ROUNDS_PER_THREAD, Reached, all, check_all, check_view, decode, follow, of_round,
};
use crate::failure::{Code, Failure};
use heliast::{Chain, EpochProof, FalseRounds, Pending, Round, RoundFacts, Tip};
use heliast_node::view::RoundView;
use indicatif::ProgressBar;
use std::{
    iter::Peekable,
    thread,
    time::{Duration, Instant},
};

/// Rounds without an epoch proof whose own proofs are combined, at most.
const COMBINED: usize = 1024;
/// Rounds are held until their delays are checked, but not more bytes than this: larger epochs do without their proof.
const HELD_BYTES: usize = 256 << 20;

/// By what rounds were verified.
#[derive(Debug, Default)]
pub struct Tally {
    /// Epochs whose proof holds.
    pub epochs: u64,
    /// The rounds in them.
    pub by_epochs: u64,
    /// Why epoch proofs were not used.
    pub unused: Vec<String>,
    /// Time for tickets, times and links.
    pub tickets: Duration,
    /// Time for delays.
    pub delays: Duration,
}

/// Verifies `items`, the rounds after `tip` up to `last`; the first bad one ends it.
pub fn verify(
    chain: &Chain,
    tip: Tip,
    last: u64,
    items: impl Iterator<Item = Result<Item, Failure>>,
    bar: &ProgressBar,
) -> Result<(Reached, Tally), Failure> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let (items, tally) = (items.peekable(), Tally::default());
    let mut fast = Fast { chain, tip, last, items, threads, bar, reached: None, tally };
    while fast.stretch()? {}
    Ok((all(fast.reached, fast.tip.round(), last)?, fast.tally))
}

struct Fast<'a, I: Iterator> {
    chain: &'a Chain,
    tip: Tip,
    last: u64,
    items: Peekable<I>,
    threads: usize,
    bar: &'a ProgressBar,
    reached: Option<Reached>,
    tally: Tally,
}

/// Rounds whose delays are checked together.
#[derive(Default)]
struct Stretch {
    rounds: Vec<Pending>,
    views: Vec<Option<String>>,
    bytes: usize,
    /// What ends the chain after these rounds: its end, or a defect.
    end: Option<Result<(), Failure>>,
}

impl<I: Iterator<Item = Result<Item, Failure>>> Fast<'_, I> {
    /// Verifies the rounds of the epoch that begins here, or those before the next one. False if the source has no more.
    fn stretch(&mut self) -> Result<bool, Failure> {
        let proof = self.announced();
        let want = proof.as_ref().map_or(COMBINED, |proof| proof.count as usize);
        let mut stretch = Stretch::default();
        while stretch.rounds.len() < want && stretch.bytes < HELD_BYTES && stretch.end.is_none() {
            if !self.read(&mut stretch, want, proof.is_some()) {
                break;
            }
        }
        let began = Instant::now();
        let Stretch { rounds, views, end, .. } = stretch;
        if let Some(proof) = proof.as_ref().filter(|_| rounds.len() < want && end.is_none()) {
            self.tally
                .unused
                .push(format!("the epoch from round {} on is too large to be held", proof.first));
        }
        let settled = match proof.filter(|_| rounds.len() == want) {
            Some(proof) => self.settle_by(&proof, rounds, &views),
            None => self.settle(rounds, &views),
        };
        self.tally.delays += began.elapsed();
        // A false delay lies before whatever ended the stretch.
        settled?;
        end.transpose().map(|end| end.is_none())
    }

    /// The epoch proof that begins with the next round, if it can be of use.
    fn announced(&mut self) -> Option<EpochProof> {
        let Some(Ok(item)) = self.items.peek_mut() else { return None };
        let (number, bytes) = (item.number, item.epoch_proof.take()?);
        let why_not = match self.chain.decode_epoch_proof(&bytes) {
            Err(error) => format!("the epoch proof before round {number} is malformed: {error}"),
            Ok(proof) if proof.first != number => {
                format!("the epoch proof before round {number} is of rounds that begin with {}", proof.first)
            }
            // The rounds end before the epoch does: nothing is wrong, and nothing is proved.
            Ok(proof) if *proof.rounds().end() > self.last => return None,
            Ok(proof) => return Some(proof),
        };
        self.tally.unused.push(why_not);
        None
    }

    /// Adds rounds to a stretch, all but their delays checked. False if the next one belongs to another stretch.
    fn read(&mut self, stretch: &mut Stretch, want: usize, is_epoch: bool) -> bool {
        let limit = (want - stretch.rounds.len()).min(self.threads * ROUNDS_PER_THREAD);
        let (mut jobs, mut bytes, mut end, mut more) = (Vec::new(), 0, None, true);
        while jobs.len() < limit && bytes < BATCH_BYTES {
            let begins_another =
                |item: &Result<Item, Failure>| item.as_ref().is_ok_and(|item| item.epoch_proof.is_some());
            if !is_epoch && self.items.peek().is_some_and(begins_another) {
                more = false;
                break;
            }
            let job = match self.items.next() {
                None => {
                    end = Some(Ok(()));
                    break;
                }
                Some(item) => item.and_then(|item| decode(self.chain, self.tip.clone(), item)),
            };
            match job.and_then(|job| Ok((follow(self.chain, &job)?, job))) {
                Err(failure) => {
                    end = Some(Err(failure));
                    break;
                }
                Ok((after, job)) => {
                    bytes += job.item.bytes.len();
                    self.tip = after;
                    jobs.push(job);
                }
            }
        }
        stretch.bytes += bytes;
        stretch.end = end;
        let began = Instant::now();
        let check = |job: &Job| {
            let checked = self.chain.check(&job.before, job.round.clone());
            checked.map_err(|error| of_round(job.item.number, error.into()))
        };
        for (job, checked) in jobs.iter().zip(check_all(&jobs, self.threads, check)) {
            match checked {
                Ok(pending) => {
                    stretch.rounds.push(pending);
                    stretch.views.push(job.item.view.clone());
                }
                Err(failure) => {
                    stretch.end = Some(Err(failure));
                    break;
                }
            }
        }
        self.tally.tickets += began.elapsed();
        self.bar.inc(jobs.len() as u64);
        more
    }

    /// Checks the delays of an epoch by its proof, or else by the rounds' own.
    fn settle_by(
        &mut self,
        proof: &EpochProof,
        rounds: Vec<Pending>,
        views: &[Option<String>],
    ) -> Result<(), Failure> {
        let epoch = match self.chain.verify_epoch(&rounds, proof, self.threads) {
            Ok(epoch) => epoch,
            Err(error) => {
                let (first, last) = proof.rounds().into_inner();
                let message = format!("the epoch proof of rounds {first} to {last} does not hold: {error}");
                self.tally.unused.push(message);
                return self.settle(rounds, views);
            }
        };
        for ((view, kept), round) in RoundView::of_epoch(self.chain, &epoch).zip(views).zip(&epoch.rounds) {
            check_view(round.number, kept.as_deref(), || view)?;
        }
        self.tally.epochs += 1;
        self.tally.by_epochs += epoch.rounds.len() as u64;
        self.reach(epoch.rounds.len(), epoch.rounds.last().zip(epoch.facts().last()));
        Ok(())
    }

    /// Checks the delays by the rounds' own proofs.
    fn settle(&mut self, rounds: Vec<Pending>, views: &[Option<String>]) -> Result<(), Failure> {
        let rounds = self.chain.verify_all(rounds, self.threads).map_err(|FalseRounds(refused)| {
            let first = refused.into_iter().next();
            let named = first.map(|(number, reason)| of_round(number, reason.into()));
            named.unwrap_or_else(|| Failure::new(Code::Internal, "rounds were refused, but none was named"))
        })?;
        for (round, kept) in rounds.iter().zip(views) {
            check_view(round.number, kept.as_deref(), || RoundView::new(self.chain, round))?;
        }
        self.reach(rounds.len(), rounds.last().map(|round| (&**round, round.facts())));
        Ok(())
    }

    /// Counts verified rounds, of which this is the last.
    fn reach(&mut self, rounds: usize, last: Option<(&Round, &RoundFacts)>) {
        let Some((last, facts)) = last else { return };
        let count = self.reached.map_or(0, |reached| reached.count) + rounds as u64;
        self.reached = Some(Reached { count, last: last.number, beacon: facts.beacon });
    }
}
