//! Verification of many chains at once: the segments of all of them are one list of work.

use super::{Invalid, Proof, Statement, cut::Cut};
use crate::{parallel::jobs_in_parallel, told::Told, work::Work};
use alloc::{collections::BTreeMap, vec::Vec};
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use heliast_group::{RootElement, RootField};
use sha2::{Digest, Sha256};

/// The number of steps between two calls of `progress`: some tenths of a millisecond.
const PATIENCE: u64 = 1024;

/// A statement with its proof, in its field.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The field.
    pub field: RootField,
    /// The statement.
    pub statement: Statement,
    /// The ends of its segments.
    pub proof: Proof,
}

/// The reason why [`verify_many`] does not accept all statements.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ManyError {
    /// These statements are not accepted: at least one, each with its place in the list, in ascending order.
    #[error("{} of the chains of roots are not valid", .0.len())]
    False(Vec<(usize, Invalid)>),
    /// The callback for progress has stopped the work.
    #[error("the verification was interrupted")]
    Interrupted,
}

/// Checks statements, and names the false ones. A false statement never changes the verdict on others, and
/// the first of its segments that is found to be false ends the work on it. `progress` receives the number of
/// steps that are taken back; see [`verify`](super::verify) for `coins`.
///
/// Cost: the sum of t squarings.
///
/// # Errors
/// [`ManyError`].
pub fn verify_many(
    claims: &[Claim],
    coins: &[u8; 32],
    work: Work<impl Fn(u64) -> bool + Sync>,
) -> Result<(), ManyError> {
    let claims: Vec<_> = claims.iter().map(|claim| (&claim.field, &claim.statement, &claim.proof)).collect();
    let refused = refused(&claims, coins, work).ok_or(ManyError::Interrupted)?;
    if refused.is_empty() { Ok(()) } else { Err(ManyError::False(refused)) }
}

/// The claims that are not accepted, in ascending order; `None` if the work was stopped.
pub(super) fn refused(
    claims: &[(&RootField, &Statement, &Proof)],
    coins: &[u8; 32],
    work: Work<impl Fn(u64) -> bool + Sync>,
) -> Option<Vec<(usize, Invalid)>> {
    let mut refused = Vec::new();
    let mut segments = Vec::new();
    for (index, &(field, statement, proof)) in claims.iter().enumerate() {
        match Cut::new(statement.t, proof.segments()) {
            Ok(cut) => segments.extend(of_claim(index, field, statement, proof, cut)),
            Err(reason) => refused.push((index, reason.into())),
        }
    }
    shuffle(&mut segments, coins);
    let jobs = jobs(&segments, work.threads);

    let state = State {
        told: Told::from(0, work.progress),
        is_stopped: AtomicBool::new(false),
        is_false: claims.iter().map(|_| AtomicBool::new(false)).collect(),
    };
    jobs_in_parallel(jobs.len(), work.threads, &|index| state.check(&jobs[index]));
    if state.is_stopped.load(Relaxed) {
        return None;
    }
    let found = state.is_false.iter().enumerate().filter(|(_, is_false)| is_false.load(Relaxed));
    refused.extend(found.map(|(index, _)| (index, Invalid::Segment)));
    refused.sort_unstable_by_key(|(index, _)| *index);
    Some(refused)
}

/// A part of a chain that can be checked by itself.
struct Segment<'a> {
    /// The place of its claim.
    claim: usize,
    /// Its place in its claim.
    place: u16,
    field: &'a RootField,
    from: &'a RootElement,
    to: &'a RootElement,
    steps: u64,
    /// The number of steps of the shortest segment of its claim.
    least: u64,
}

/// The segments of one claim.
fn of_claim<'a>(
    claim: usize,
    field: &'a RootField,
    statement: &'a Statement,
    proof: &'a Proof,
    cut: Cut,
) -> impl Iterator<Item = Segment<'a>> {
    let from = [&statement.x].into_iter().chain(proof.ends());
    let to = proof.ends().iter().chain([&statement.y]);
    let ends = from.zip(to).zip(cut.lengths());
    let least = cut.t() / u64::from(cut.segments());
    let segment = move |(((from, to), steps), place)| Segment { claim, place, field, from, to, steps, least };
    ends.zip(0..).map(segment)
}

/// Orders segments by hashes under the coins.
fn shuffle(segments: &mut [Segment], coins: &[u8; 32]) {
    segments.sort_by_cached_key(|segment| -> [u8; 32] {
        let hash = Sha256::new_with_prefix(coins).chain_update((segment.claim as u64).to_be_bytes());
        hash.chain_update(segment.place.to_be_bytes()).finalize().into()
    });
}

/// Segments of one field that are checked together: one, or as many as the field's lanes hold. Their lengths
/// differ by one step at most.
type Job<'a> = Vec<&'a Segment<'a>>;

/// The jobs in their order, for `threads` threads. Jobs in lanes come first, if every thread gets the same
/// number of them.
fn jobs<'a>(segments: &'a [Segment<'a>], threads: usize) -> Vec<Job<'a>> {
    let mut alike: BTreeMap<_, Vec<&Segment>> = BTreeMap::new();
    for segment in segments {
        alike.entry((segment.field.id(), segment.least)).or_default().push(segment);
    }
    let (mut together, mut alone) = (Vec::new(), Vec::new());
    for mut segments in alike.into_values() {
        let lanes = segments[0].field.lanes();
        let threads = threads.clamp(1, segments.len());
        let full = segments.len() / (lanes * threads) * threads;
        let rest = segments.split_off(if lanes > 1 { full * lanes } else { 0 });
        together.extend(segments.chunks(lanes).map(<[_]>::to_vec));
        alone.extend(rest.into_iter().map(|segment| alloc::vec![segment]));
    }
    together.append(&mut alone);
    together
}

/// The state that the threads share.
struct State<F> {
    told: Told<F>,
    is_stopped: AtomicBool,
    /// For each claim whether a segment of it was found false.
    is_false: Vec<AtomicBool>,
}

impl<F: Fn(u64) -> bool> State<F> {
    /// Takes segments back, and marks the claims of those that do not lead to the right element.
    fn check(&self, job: &Job) {
        let Some(first) = job.first() else { return };
        let field = first.field;
        let mut elements: Vec<RootElement> = job.iter().map(|segment| segment.to.clone()).collect();
        let mut left = job.iter().map(|segment| segment.steps).min().unwrap_or(0);
        let shortest = left;
        while left > 0 {
            let steps = left.min(PATIENCE);
            field.steps_back_each(&mut elements, steps);
            left -= steps;
            if self.is_stopped.load(Relaxed) || job.iter().all(|segment| self.is_known_false(segment)) {
                return;
            }
            if !self.told.add(steps * job.len() as u64) {
                return self.is_stopped.store(true, Relaxed);
            }
        }
        for (segment, element) in job.iter().zip(elements) {
            let more = segment.steps - shortest;
            let found = if more > 0 { field.steps_back(&element, more) } else { element };
            // An element of another field may be reduced on the way.
            if found != *segment.from || !field.contains(segment.to) {
                self.is_false[segment.claim].store(true, Relaxed);
            }
            if more > 0 && !self.told.add(more) {
                self.is_stopped.store(true, Relaxed);
            }
        }
    }

    fn is_known_false(&self, segment: &Segment) -> bool {
        self.is_false[segment.claim].load(Relaxed)
    }
}
