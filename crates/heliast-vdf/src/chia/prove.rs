//! Proofs in Chia's format: one proof of the whole delay, or one with segments before it.
//!
//! An [`Evaluation`] keeps x^(2^(i·s)) for a spacing s. Segments begin and end at these checkpoints, so each
//! has its own input, output and checkpoints. All proofs together cost about as much as one.

use super::{
    challenge::{PRIME_LEN, challenge},
    form::{Written, check_size},
    invalid::Invalid,
};
use crate::{eval::Evaluation, resume::ResumeError, wesolowski::quotient_power};
use alloc::vec::Vec;
use heliast_group::{ClassGroup, Group};

/// The reason why there is no proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProveError {
    /// The evaluation is unfinished: advance it to its end first.
    #[error("the evaluation has done {done} of {t} squarings: finish it before proving")]
    Unfinished {
        /// The number of squarings that are done.
        done: u64,
        /// The number of all squarings.
        t: u64,
    },
    /// The caller asked to stop.
    #[error("proving was interrupted")]
    Interrupted,
    /// Segments begin and end at checkpoints, and there are too few of these.
    #[error(
        "a delay of {t} squarings is cut into at most {greatest} segments before the last part, not {depth}"
    )]
    Depth {
        /// The requested number of segments.
        depth: u64,
        /// The number of squarings of the delay.
        t: u64,
        /// The greatest number of segments that is possible.
        greatest: u64,
    },
    /// The discriminant is too long: its forms do not fit into 100 bytes.
    #[error("the discriminant has {0} bits; Chia's forms have at most 1024")]
    Discriminant(usize),
}

/// Begins a delay of `iterations` squarings of the form that consensus reads from `x`. It can be saved and
/// resumed by [`Evaluation::to_bytes`] and [`Evaluation::from_bytes`].
///
/// # Errors
/// If x is not a form, the discriminant is too long, or `iterations` is 0, or 2^48 or more.
pub fn evaluate(group: &ClassGroup, x: &[u8], iterations: u64) -> Result<Evaluation<ClassGroup>, Invalid> {
    check_size(group)?;
    let x = Written::decode(group, x).ok_or(Invalid::Form("input"))?;
    Evaluation::begin(group, x.form, iterations).map_err(|error| match error {
        ResumeError::Delay(t) => Invalid::Delay(t),
        _ => Invalid::Form("input"),
    })
}

/// The greatest depth in which [`prove_evaluation`] proves a delay of `iterations` squarings.
pub fn greatest_depth(iterations: u64) -> u64 {
    iterations.div_ceil(crate::digits::spacing(iterations)).saturating_sub(1)
}

/// Returns y ‖ π ‖ segments for a finished evaluation; the witness type is `depth`, the number of segments.
/// It uses `threads` threads (one if the feature `std` is off). `progress` receives the done part, from 0 to
/// 1, now and then and from any thread, and returns false to stop.
///
/// A greater depth makes a longer proof, which is not ready sooner here. Timelords prove the first segments
/// while they square.
///
/// # Errors
/// If the evaluation is unfinished, there are fewer checkpoints than segments, or `progress` has stopped it.
pub fn prove_evaluation(
    evaluation: &Evaluation<ClassGroup>,
    depth: u64,
    threads: usize,
    progress: impl Fn(f64) -> bool + Sync,
) -> Result<Vec<u8>, ProveError> {
    let (group, t) = (evaluation.group(), evaluation.t());
    check_size(group).map_err(|_| ProveError::Discriminant(group.bits()))?;
    let Some(output) = evaluation.output() else {
        return Err(ProveError::Unfinished { done: evaluation.done(), t });
    };
    let (checkpoints, spacing) = (evaluation.checkpoints(), evaluation.spacing());
    let greatest = greatest_depth(t);
    if depth > greatest {
        return Err(ProveError::Depth { depth, t, greatest });
    }
    let count = checkpoints.len();
    // u128: count · part stays exact. The last part ends at t, the others at a checkpoint.
    let start = |part: u64| (count as u128 * u128::from(part) / (u128::from(depth) + 1)) as usize;
    let mut segments = Vec::new();
    let (mut x, mut head) = (Written::of(group, evaluation.input().clone()), Vec::new());
    for part in 0..=depth {
        let (first, end) = (start(part), start(part + 1));
        let is_last = part == depth;
        let next = if is_last { output } else { &checkpoints[end] };
        let next = Written::of(group, next.clone());
        let prime = challenge(&x.encoded, &next.encoded);
        let squarings = if is_last { t - first as u64 * spacing } else { (end - first) as u64 * spacing };
        let told = |done: f64| progress((first as f64 + done * (end - first) as f64) / count as f64);
        let pi =
            quotient_power(group, (&checkpoints[first..end], spacing), (squarings, &prime), threads, told);
        let pi = Written::of(group, pi.ok_or(ProveError::Interrupted)?).encoded;
        if is_last {
            head = [next.encoded, pi].concat();
        } else {
            let prime = prime.to_be_bytes(PRIME_LEN).unwrap_or_default();
            segments.push([&squarings.to_be_bytes()[..], &prime, &pi].concat());
        }
        x = next;
    }
    Ok(head.into_iter().chain(segments.into_iter().rev().flatten()).collect())
}

/// Returns y ‖ π for a delay of `iterations` squarings: witness type 0, on this thread. Above 2^16 squarings
/// it keeps some 2^16 forms in memory.
///
/// # Errors
/// If x is not a form, the discriminant is too long, or `iterations` is 2^48 or more.
pub fn prove(group: &ClassGroup, x: &[u8], iterations: u64) -> Result<Vec<u8>, Invalid> {
    if iterations == 0 {
        return prove_nothing(group, x);
    }
    let mut evaluation = evaluate(group, x, iterations)?;
    evaluation.advance(iterations);
    prove_evaluation(&evaluation, 0, 1, |_| true).map_err(|_| Invalid::Delay(iterations))
}

/// The delay of no squarings: y = x, and π is the identity.
fn prove_nothing(group: &ClassGroup, x: &[u8]) -> Result<Vec<u8>, Invalid> {
    check_size(group)?;
    let x = Written::decode(group, x).ok_or(Invalid::Form("input"))?;
    Ok([x.encoded, Written::of(group, group.identity()).encoded].concat())
}
