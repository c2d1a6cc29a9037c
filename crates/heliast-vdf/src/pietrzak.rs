//! Pietrzak's proof that y = x^(2^t), `spec/pietrzak.md`: t is halved with a midpoint μ = x^(2^(t/2)) and a
//! challenge r, until few squarings are left.
//!
//! Both halves, x → μ and μ → y, are claims about h = floor(t/2) squarings. With a random r they become one:
//!
//! > x' = x^r · μ,    y' = μ^r · y,    y' = x'^(2^h).
//!
//! An odd t is first reduced by a squaring: y = x^(2^t) is the same claim as y = (x²)^(2^(t−1)). After i
//! rounds floor(t/2^i) squarings are left, so the number of rounds follows from t. When at most [`DIRECT`]
//! squarings are left, the verifier does them.
//!
//! **Soundness.** Let μ = α·x^(2^h) and y = β·x^(2^t), β ≠ 1. The next claim is true only if α^(r − 2^h)·β =
//! 1, and the r that give this lie in one residue class modulo the order of α. Challenges are uniform among
//! 2^128, so a challenge makes a false claim true with probability 2^-128, unless the order of α is below
//! 2^128. Then β has such an order, too. A prover with Q hashes succeeds with probability Q·2^-128. Without
//! elements of low order (N = pq, (p−1)/2 and (q−1)/2 prime, squares only) this holds against any prover; for
//! other N it must be infeasible to find one, which is the low-order assumption. Unlike Wesolowski's proof it
//! does not assume that a root is hard. In (Z/N)* the element −1 is known and has order two, so elements are
//! classes modulo ±1. In a class group the low-order assumption is one of its own. No proof is accepted in a
//! group in which such elements are known ([`Assumption`]).
//!
//! Sources: Pietrzak, *Simple verifiable delay functions*, sections 3 and 6.1; Boneh, Bünz, Fisch, *A survey
//! of two verifiable delay functions*, sections 3 and 4.

mod encoding;
mod midpoints;
mod round;
#[cfg(test)]
mod tests;
mod transcript;

pub use encoding::BadEncoding;
pub use round::{DIRECT, rounds};

use crate::{
    eval::Evaluation,
    statement::{MAX_DELAY, Statement},
    wesolowski::ProveError,
};
use alloc::vec::Vec;
use heliast_group::{Assumption, BulkGroup, Group, Malformed, Unsound, multiexp};
use midpoints::Midpoints;
use round::fold;
use transcript::Transcript;

/// The midpoints μ of all rounds.
#[derive(Clone, Debug)]
pub struct Proof<E> {
    midpoints: Vec<E>,
}

impl<E: Clone> Proof<E> {
    /// The proof that the identity to any power is the identity: all midpoints are the identity. [`verify`]
    /// does not accept it.
    pub(crate) fn trivial<G: Group<Elem = E>>(group: &G, t: u64) -> Proof<E> {
        Proof { midpoints: alloc::vec![group.identity(); rounds(t) as usize] }
    }

    /// Whether this is [`Proof::trivial`].
    pub(crate) fn is_trivial<G: Group<Elem = E>>(&self, group: &G, t: u64) -> bool {
        let one = group.identity();
        self.midpoints.len() == rounds(t) as usize
            && self.midpoints.iter().all(|midpoint| group.equal(midpoint, &one))
    }
}

/// The reason why a proof is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Invalid {
    /// t is 0, or 2^48 or more.
    #[error("a delay takes from 1 to 2^48 - 1 squarings, not {0}")]
    Delay(u64),
    /// The input is the identity, whose delay takes no time.
    #[error("the delay's input is the identity")]
    TrivialInput,
    /// The proof is about another number of squarings.
    #[error("a proof of this delay has {expected} midpoints, not {found}")]
    Rounds {
        /// The number of midpoints that t demands.
        expected: u32,
        /// The number of midpoints of the proof.
        found: usize,
    },
    /// Elements of low order are known in this group, so a proof does not show that a statement is true.
    #[error(transparent)]
    Unsound(#[from] Unsound),
    /// The input, output or a midpoint is not an element.
    #[error(transparent)]
    Element(#[from] Malformed),
    /// The last claim is false, and so is the first.
    #[error("the delay proof is false: what its rounds leave does not hold")]
    Equation,
}

/// Returns (y, proof) for a finished evaluation, on `threads` threads (one if the feature `std` is off).
/// `progress` receives the done part, from 0 to 1, now and then; it returns false to stop.
///
/// Cost, with the checkpoints that an evaluation keeps: about 20·√t products and squarings up to t = 2^25 (a
/// fiftieth of the evaluation at 2^20, a hundredth at 2^22), and t/700 at 2^30. See `midpoints.rs`.
///
/// # Errors
/// [`ProveError::Unfinished`] and [`ProveError::Interrupted`].
pub fn prove<G: BulkGroup>(
    evaluation: &Evaluation<G>,
    threads: usize,
    progress: impl Fn(f64) -> bool + Sync,
) -> Result<(G::Elem, Proof<G::Elem>), ProveError> {
    let (group, t) = (evaluation.group(), evaluation.t());
    let Some(y) = evaluation.output() else {
        return Err(ProveError::Unfinished { done: evaluation.done(), t });
    };
    let statement = Statement { x: evaluation.input().clone(), y: y.clone(), t };
    let mut transcript = Transcript::new(group, &statement);
    let mut source = Midpoints::new(evaluation, threads);
    let mut midpoints = Vec::with_capacity(rounds(t) as usize);
    for round in 1..=rounds(t) {
        let midpoint = source.next(&progress).ok_or(ProveError::Interrupted)?;
        source.fold(&midpoint, &transcript.challenge(round, &group.encode(&midpoint)));
        midpoints.push(midpoint);
    }
    Ok((statement.y, Proof { midpoints }))
}

/// Checks a proof that y = x^(2^t).
///
/// Cost for k rounds: 128·(k + 1) + k + [`DIRECT`] squarings at most, some 75·k products, one gcd.
pub fn verify<G: BulkGroup>(
    group: &G,
    statement: &Statement<G::Elem>,
    proof: &Proof<G::Elem>,
) -> Result<(), Invalid> {
    let Statement { x, y, t } = statement;
    Assumption::LowOrder.check(group)?;
    if !(1..MAX_DELAY).contains(t) {
        return Err(Invalid::Delay(*t));
    }
    if group.equal(x, &group.identity()) {
        return Err(Invalid::TrivialInput);
    }
    let (expected, found) = (rounds(*t), proof.midpoints.len());
    if expected as usize != found {
        return Err(Invalid::Rounds { expected, found });
    }
    let elements: Vec<_> = [x, y].into_iter().chain(&proof.midpoints).collect();
    group.check_units(&elements)?;

    let mut transcript = Transcript::new(group, statement);
    let mut input = x.clone();
    let mut left = *t;
    let mut challenges = Vec::with_capacity(found);
    for (round, midpoint) in (1..).zip(&proof.midpoints) {
        let challenge = transcript.challenge(round, &group.encode(midpoint));
        group.square_n(&mut input, left % 2);
        input = fold(group, &input, midpoint, &challenge);
        left /= 2;
        challenges.push(challenge);
    }
    group.square_n(&mut input, left);
    // y is only ever multiplied: the last y' is y·∏ μ^r.
    let powers: Vec<_> = proof.midpoints.iter().zip(&challenges).collect();
    let output = group.mul(&multiexp(group, &powers), y);
    if group.equal(&input, &output) { Ok(()) } else { Err(Invalid::Equation) }
}
