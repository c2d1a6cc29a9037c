//! Verifying rounds in their order, on all cores.
//!
//! A round's bytes give the state after it (its output is hashed into the next seed), so that rounds are decoded one after
//! another and verified at the same time. Nothing after the first bad round counts.

pub mod fast;
mod frames;
mod remote;
mod stored;

use crate::failure::{Code, Failure};
use heliast::{Chain, Round, Tip};
use heliast_node::view::RoundView;
use indicatif::ProgressBar;
use std::{
    sync::{
        OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

pub use frames::Bundle;
pub use remote::{Remote, remote_keys};
pub use stored::{Stored, is_within};

/// Rounds that a thread verifies in a batch, about.
const ROUNDS_PER_THREAD: usize = 16;
/// A batch is full with this many bytes: rounds of large committees can have megabytes.
const BATCH_BYTES: usize = 32 << 20;

/// A round as its source has it.
pub struct Item {
    /// Its place in the chain.
    pub number: u64,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The JSON that a store keeps beside it.
    pub view: Option<String>,
    /// The bytes of an epoch proof that begins with it, where the source has one and was asked for it.
    pub epoch_proof: Option<Vec<u8>>,
}

/// How far verified rounds have led.
#[derive(Clone, Copy, Debug)]
pub struct Reached {
    /// How many there were, at least one.
    pub count: u64,
    /// The last of them.
    pub last: u64,
    /// Its beacon.
    pub beacon: [u8; 32],
}

/// A decoded round with the state that it builds on.
struct Job {
    before: Tip,
    round: Round,
    item: Item,
}

/// Verifies `items`, the rounds after `tip` up to `last`. Each goes to `sink` when it and all before it are verified; the first
/// bad one ends it.
pub fn verify(
    chain: &Chain,
    mut tip: Tip,
    last: u64,
    mut items: impl Iterator<Item = Result<Item, Failure>>,
    bar: &ProgressBar,
    mut sink: impl FnMut(&Item) -> Result<(), Failure>,
) -> Result<Reached, Failure> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut verified = None::<Reached>;
    loop {
        let (jobs, end) = batch(chain, &mut tip, &mut items, threads * ROUNDS_PER_THREAD);
        let count = verified.map_or(0, |verified| verified.count);
        let outcomes = check_all(&jobs, threads, |job| check(chain, job));
        for ((job, outcome), index) in jobs.iter().zip(outcomes).zip(1..) {
            let beacon = outcome?;
            sink(&job.item)?;
            verified = Some(Reached { count: count + index, last: job.item.number, beacon });
        }
        bar.inc(jobs.len() as u64);
        match end {
            None => {}
            Some(Err(failure)) => return Err(failure),
            Some(Ok(())) => return all(verified, tip.round(), last),
        }
    }
}

/// All that was promised.
fn all(verified: Option<Reached>, reached: u64, last: u64) -> Result<Reached, Failure> {
    match verified {
        Some(verified) if verified.last == last => Ok(verified),
        _ => Err(Failure::new(Code::Malformed, format_args!("round {} is missing", reached + 1))),
    }
}

/// The failure of a chain or range without a round.
pub fn nothing() -> Failure {
    Failure::new(Code::Pending, "there is no finished round yet")
        .hint("the first takes about a period; try again then")
}

/// The failure of another chain than the pinned one.
pub fn require_chain(chain: &Chain, pinned: Option<&[u8; 32]>) -> Result<(), Failure> {
    match pinned {
        Some(pinned) if pinned != chain.id() => {
            let message =
                format_args!("this is chain {}, not {}", hex::encode(chain.id()), hex::encode(pinned));
            Err(Failure::new(Code::Invalid, message)
                .hint("it comes from another beacon, or somebody passes one off as the other"))
        }
        _ => Ok(()),
    }
}

/// Decodes the next rounds; the second part says why there will be no more, if so.
#[allow(clippy::type_complexity)]
fn batch(
    chain: &Chain,
    tip: &mut Tip,
    items: &mut impl Iterator<Item = Result<Item, Failure>>,
    limit: usize,
) -> (Vec<Job>, Option<Result<(), Failure>>) {
    let (mut jobs, mut bytes) = (Vec::new(), 0);
    while jobs.len() < limit && bytes < BATCH_BYTES {
        let job = match items.next() {
            None => return (jobs, Some(Ok(()))),
            Some(item) => item.and_then(|item| decode(chain, tip.clone(), item)),
        };
        let next = job.and_then(|job| Ok((follow(chain, &job)?, job)));
        match next {
            Err(failure) => return (jobs, Some(Err(failure))),
            Ok((after, job)) => {
                bytes += job.item.bytes.len();
                *tip = after;
                jobs.push(job);
            }
        }
    }
    (jobs, None)
}

fn decode(chain: &Chain, before: Tip, item: Item) -> Result<Job, Failure> {
    let due = before.next_round();
    if item.number != due {
        let message = format_args!("round {due} is missing: what follows is kept as round {}", item.number);
        return Err(Failure::new(Code::Malformed, message).hint("take the chain from another source"));
    }
    let round = chain.decode_round(&item.bytes).map_err(|error| of_round(due, error.into()))?;
    if round.number != due {
        let message = format_args!("what is kept as round {due} says that it is round {}", round.number);
        return Err(of_round(due, Failure::new(Code::Invalid, message)));
    }
    Ok(Job { before, round, item })
}

/// The state after a decoded round, which is yet to be verified.
fn follow(chain: &Chain, job: &Job) -> Result<Tip, Failure> {
    chain.follow_unverified(&job.before, &job.round).map_err(|error| of_round(job.item.number, error.into()))
}

fn of_round(number: u64, failure: Failure) -> Failure {
    failure
        .about(format_args!("round {number}"))
        .hint("take this round from another source, or don't rely on it")
}

/// What `check` says of each job; in the jobs' order, as far as the first failure.
fn check_all<T: Send + Sync>(
    jobs: &[Job],
    threads: usize,
    check: impl Fn(&Job) -> Result<T, Failure> + Sync,
) -> Vec<Result<T, Failure>> {
    let outcomes: Vec<OnceLock<_>> = jobs.iter().map(|_| OnceLock::new()).collect();
    let (next, first_bad) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
    let work = || loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let wanted = index <= first_bad.load(Ordering::Relaxed);
        let (Some(job), Some(slot), true) = (jobs.get(index), outcomes.get(index), wanted) else { return };
        let outcome = check(job);
        if outcome.is_err() {
            first_bad.fetch_min(index, Ordering::Relaxed);
        }
        // Each slot is filled once.
        let _ = slot.set(outcome);
    };
    thread::scope(|scope| {
        (1..threads.min(jobs.len())).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    outcomes.into_iter().map_while(OnceLock::into_inner).collect()
}

/// The beacon of the job's round.
fn check(chain: &Chain, job: &Job) -> Result<[u8; 32], Failure> {
    let number = job.item.number;
    let verified =
        chain.verify(&job.before, job.round.clone()).map_err(|error| of_round(number, error.into()))?;
    check_view(number, job.item.view.as_deref(), || RoundView::new(chain, &verified))?;
    Ok(verified.facts().beacon)
}

/// That the JSON that is kept beside a valid round, if there is any, is the round's.
fn check_view(number: u64, kept: Option<&str>, view: impl FnOnce() -> RoundView) -> Result<(), Failure> {
    if kept.is_none_or(|kept| kept == view().to_json()) {
        return Ok(());
    }
    let message = "the round itself is valid, but the stored answer to `GET /v1/rounds` is another";
    Err(of_round(number, Failure::new(Code::Malformed, message)))
}
