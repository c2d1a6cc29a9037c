//! Delays whose proof is ready a moment after their output, `spec/segments.md`.
//!
//! Wesolowski's challenge needs the output, so the proof of a whole delay can only begin when the delay ends.
//! A delay in segments, x → y_1 → y_2 → ... → y, has one proof for each segment, which is made while later
//! segments are evaluated. The segments become shorter by a factor 2^b, so that only the proof of a short
//! segment is left at the end: of r remaining squarings a segment takes r − floor(r/2^b), and the last one
//! takes all.
//!
//! Every segment is a statement and a proof of `spec/wesolowski.md`. If all hold, the delay holds. The prover
//! chooses only the two small numbers of the [`Cut`], from which the lengths follow. So a proof does not
//! contain the lengths, and they always add up to t.

mod encoding;
#[cfg(feature = "std")]
mod evaluation;
#[cfg(test)]
mod tests;

pub use encoding::BadEncoding;
#[cfg(feature = "std")]
pub use evaluation::SegmentedEvaluation;

use crate::{
    claim::Claim,
    digits,
    many::{FalseClaims, verify_many},
    statement::{MAX_DELAY, Statement},
    suite::Suite,
    wesolowski,
};
use alloc::vec::Vec;
use heliast_group::BulkGroup;

/// The greatest number of segments.
pub const MAX_SEGMENTS: u8 = 16;
/// The greatest b: each segment is then 65,536 times as long as all later ones together.
pub const MAX_SHIFT: u8 = 16;

/// The division of a delay into segments: their number, and the b of the factor 2^b by which they
/// become shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    count: u8,
    shift: u8,
}

/// The proofs of all segments, and the outputs of all but the last.
#[derive(Clone, Debug)]
pub struct SegmentedProof<E> {
    cut: Cut,
    /// y_1 to y_(s−1).
    outputs: Vec<E>,
    /// π_1 to π_s.
    proofs: Vec<E>,
}

/// The reason why a proof in segments is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Invalid {
    /// t is 0, or 2^48 or more.
    #[error("a delay takes from 1 to 2^48 - 1 squarings, not {0}")]
    Delay(u64),
    /// There would be segments without squarings.
    #[error("a delay of {t} squarings is too short for {count} segments")]
    Cut {
        /// The number of squarings.
        t: u64,
        /// The number of segments.
        count: u8,
    },
    /// The proof of a segment is false; the first such segment.
    #[error("segment {segment}: {reason}")]
    Segment {
        /// The number of the segment, from 1.
        segment: usize,
        /// The error in its proof.
        reason: wesolowski::Invalid,
    },
}

impl Cut {
    /// A cut into `count` segments (1 to [`MAX_SEGMENTS`]), each shorter than the one before by a factor
    /// 2^`shift` (1 to [`MAX_SHIFT`]; 1 for a single segment).
    pub fn new(count: u8, shift: u8) -> Option<Cut> {
        let allowed = (1..=MAX_SEGMENTS).contains(&count) && (1..=MAX_SHIFT).contains(&shift);
        (allowed && (count > 1 || shift == 1)).then_some(Cut { count, shift })
    }

    /// The fewest segments with which `threads` threads, one of them squaring, have the proof of t squarings
    /// a moment after the output: within the time of t/1024 or 4,096 squarings. With one thread no cut helps,
    /// and there is one segment. There is also one segment if t is out of range.
    pub fn plan(t: u64, threads: usize) -> Cut {
        let whole = Cut { count: 1, shift: 1 };
        if threads < 2 || t >= MAX_DELAY {
            return whole;
        }
        let shifts = |count| 1..=if count == 1 { 1 } else { MAX_SHIFT };
        let cuts = (1..=MAX_SEGMENTS).flat_map(|count| shifts(count).map(move |shift| Cut { count, shift }));
        let cuts = cuts.filter(|cut| cut.lengths(t).is_some());
        let rank = |cut: &Cut| cut.latency(t, threads).max(MOMENT.max(t / 1024));
        cuts.min_by_key(rank).unwrap_or(whole)
    }

    /// The number of segments.
    pub fn count(self) -> u8 {
        self.count
    }

    /// b.
    pub fn shift(self) -> u8 {
        self.shift
    }

    /// The segments' lengths in squarings, which add up to t; `None` if one would be 0.
    pub fn lengths(self, t: u64) -> Option<Vec<u64>> {
        let left = |segments: u8| t.checked_shr(u32::from(segments) * u32::from(self.shift)).unwrap_or(0);
        let last = self.count - 1;
        let lengths = (0..last).map(|segment| left(segment) - left(segment + 1)).chain([left(last)]);
        (left(last) > 0).then(|| lengths.collect())
    }

    /// The time from the output until the proof is ready, in squarings: each proof begins when its segment
    /// and the proof before are ready, on all threads but one (there are at least two). The last proof uses
    /// all threads.
    fn latency(self, t: u64, threads: usize) -> u64 {
        let (mut evaluated, mut proved, mut backlog) = (0, 0, 0);
        for (segment, length) in (1..).zip(self.lengths(t).unwrap_or_default()) {
            evaluated += length;
            if segment == self.count {
                backlog = proof_time(length, threads);
            } else {
                proved = evaluated.max(proved) + proof_time(length, threads - 1);
            }
        }
        proved.saturating_sub(evaluated) + backlog
    }
}

/// The length of a moment, in squarings: some milliseconds, of which the last challenge prime takes
/// a large part anyway.
const MOMENT: u64 = 1 << 12;
/// The approximate time to draw a challenge, in squarings.
const CHALLENGE_TIME: u64 = 1000;

/// The time of a proof, in squarings; a product takes about 5/4 of a squaring.
fn proof_time(t: u64, threads: usize) -> u64 {
    let operations = digits::cost(t, threads);
    operations + operations / 4 + CHALLENGE_TIME
}

impl<E: Clone> SegmentedProof<E> {
    /// The division of the delay into segments.
    pub fn cut(&self) -> Cut {
        self.cut
    }

    /// The claims of this proof about a statement; `None` if t cannot be cut in this way.
    fn claims(&self, statement: &Statement<E>) -> Option<Vec<Claim<E>>> {
        let inputs = [&statement.x].into_iter().chain(&self.outputs);
        let outputs = self.outputs.iter().chain([&statement.y]);
        let ends = inputs.zip(outputs).zip(&self.proofs);
        let claim = |(t, ((x, y), proof)): (u64, ((&E, &E), &E))| Claim {
            statement: Statement { x: x.clone(), y: y.clone(), t },
            proof: proof.clone(),
            hint: None,
        };
        Some(self.cut.lengths(statement.t)?.into_iter().zip(ends).map(claim).collect())
    }
}

/// Checks a proof that y = x^(2^t). The segments are verified together, on `threads` threads (one if the
/// feature `std` is off); see [`verify_many`] for the cost.
pub fn verify<G: BulkGroup>(
    group: &G,
    statement: &Statement<G::Elem>,
    proof: &SegmentedProof<G::Elem>,
    suite: Suite,
    threads: usize,
) -> Result<(), Invalid> {
    let t = statement.t;
    if !(1..MAX_DELAY).contains(&t) {
        return Err(Invalid::Delay(t));
    }
    let claims = proof.claims(statement).ok_or(Invalid::Cut { t, count: proof.cut.count })?;
    verify_many(group, &claims, suite, threads).map_err(|FalseClaims(refused)| {
        let first = refused.into_iter().next();
        let (index, reason) = first.unwrap_or((0, wesolowski::Invalid::Equation));
        Invalid::Segment { segment: index + 1, reason }
    })
}
