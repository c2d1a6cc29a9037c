//! Verifying many chains at once: the segments of all of them are one list of work.

use super::{Invalid, Proof, Statement, cut::Cut};
use crate::{parallel::jobs_in_parallel, told::Told, work::Work};
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use heliast_group::{RootElement, RootField};
use sha2::{Digest, Sha256};

/// Steps between two looks at whether to go on: some tenths of a millisecond.
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

/// The reason why [`verify_many`] does not say that all statements are true.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ManyError {
    /// These are not accepted: at least one, each with its place in the list, in ascending order.
    #[error("{} of the chains of roots are not valid", .0.len())]
    False(Vec<(usize, Invalid)>),
    /// The callback for progress has stopped the work.
    #[error("the verification was interrupted")]
    Interrupted,
}

/// Accepts statements that are true, or says which are not. A false one never spoils its neighbours, and the
/// first of its segments that is found false ends the work on it. `progress` hears the steps that are taken
/// back; see [`verify`](super::verify) for `coins`.
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

    let state = State {
        told: Told::from(0, work.progress),
        is_stopped: AtomicBool::new(false),
        is_false: claims.iter().map(|_| AtomicBool::new(false)).collect(),
    };
    jobs_in_parallel(segments.len(), work.threads, &|index| state.check(&segments[index]));
    if state.is_stopped.load(Relaxed) {
        return None;
    }
    let found = state.is_false.iter().enumerate().filter(|(_, is_false)| is_false.load(Relaxed));
    refused.extend(found.map(|(index, _)| (index, Invalid::Segment)));
    refused.sort_unstable_by_key(|(index, _)| *index);
    Some(refused)
}

/// A part of a chain that can be checked for itself.
struct Segment<'a> {
    /// The place of its claim.
    claim: usize,
    /// Its place in its claim.
    place: u16,
    field: &'a RootField,
    from: &'a RootElement,
    to: &'a RootElement,
    steps: u64,
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
    ends.zip(0..).map(move |(((from, to), steps), place)| Segment { claim, place, field, from, to, steps })
}

/// Orders segments by hashes under the coins.
fn shuffle(segments: &mut [Segment], coins: &[u8; 32]) {
    segments.sort_by_cached_key(|segment| -> [u8; 32] {
        let hash = Sha256::new_with_prefix(coins).chain_update((segment.claim as u64).to_be_bytes());
        hash.chain_update(segment.place.to_be_bytes()).finalize().into()
    });
}

/// What the threads know of each other.
struct State<F> {
    told: Told<F>,
    is_stopped: AtomicBool,
    /// For each claim whether a segment of it was found false.
    is_false: Vec<AtomicBool>,
}

impl<F: Fn(u64) -> bool> State<F> {
    /// Takes a segment back, and notes it if it does not lead where it should.
    fn check(&self, segment: &Segment) {
        let is_false = &self.is_false[segment.claim];
        // An element of another field.
        let mut current = segment.field.element(segment.to.natural().clone());
        let mut left = segment.steps;
        while let Some(y) = current.as_ref().filter(|_| left > 0) {
            let steps = left.min(PATIENCE);
            current = Some(segment.field.steps_back(y, steps));
            left -= steps;
            if is_false.load(Relaxed) || self.is_stopped.load(Relaxed) {
                return;
            }
            if !self.told.add(steps) {
                return self.is_stopped.store(true, Relaxed);
            }
        }
        if current.as_ref() != Some(segment.from) {
            is_false.store(true, Relaxed);
        }
    }
}
