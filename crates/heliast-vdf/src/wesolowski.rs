//! Wesolowski's proofs, `spec/wesolowski.md`.
//!
//! l = HashToPrime(transcript), π = x^floor(2^t / l), r = 2^t mod l; the proof is valid if π^l · x^r = y.
//! A verification with a 256-bit challenge costs one hash to prime, some 370 multiplications and one gcd.
//!
//! It needs the adaptive root assumption ([`Assumption::AdaptiveRoot`]). In a group in which elements of low
//! order are known, nothing is accepted.

use crate::{
    claim::CompactClaim,
    digits::{Layout, partial_proof},
    drawing::Drawing,
    eval::Evaluation,
    hash_to_prime::{BadHint, Challenge, NoPrime, hash_to_prime, hinted_prime},
    parallel::jobs_in_parallel,
    statement::{MAX_DELAY, Statement, transcript},
    suite::Suite,
    told::Told,
};
use heliast_arith::Natural;
use heliast_group::{Assumption, BulkGroup, Group, Malformed, RsaGroup, Trapdoor, Unsound, multiexp};

/// The reason why a proof is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Invalid {
    /// t is 0, or 2^48 or more.
    #[error("a delay takes from 1 to 2^48 - 1 squarings, not {0}")]
    Delay(u64),
    /// Elements of low order are known in this group, so a proof does not show that a statement is true.
    #[error(transparent)]
    Unsound(#[from] Unsound),
    /// The input, output or proof is not an element.
    #[error(transparent)]
    Element(#[from] Malformed),
    /// The input is the identity, whose delay takes no time.
    #[error("the delay's input is the identity")]
    TrivialInput,
    /// The challenge is too short. An honest one is this short once in 2^64 proofs.
    #[error("l is short: the challenge prime has {found} bits where {expected} are drawn")]
    ShortPrime {
        /// The number of bits of l.
        found: usize,
        /// The number of bits of the suite.
        expected: usize,
    },
    /// The challenge is even.
    #[error("l is even, so it is not a challenge prime")]
    EvenPrime,
    /// The compact form's l is not the challenge of the transcript for the y that it leads to.
    #[error("l is not the challenge prime of this statement")]
    WrongPrime,
    /// π^l · x^r is not y.
    #[error("the delay proof is false: pi^l * x^r is not y")]
    Equation,
    /// There is no challenge for this statement.
    #[error(transparent)]
    NoPrime(#[from] NoPrime),
    /// The hint of the prover does not name a prime.
    #[error(transparent)]
    Hint(#[from] BadHint),
}

/// The reason why there is no proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProveError {
    /// The evaluation is unfinished: advance it to t first.
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
    /// There is no challenge for this statement.
    #[error(transparent)]
    NoPrime(#[from] NoPrime),
}

/// The challenge prime l of a statement. Its counter is the hint in a hinted suite.
pub fn challenge<'a, G: Group>(
    group: &G,
    statement: &Statement<G::Elem>,
    drawing: impl Into<Drawing<'a>>,
) -> Result<Challenge, NoPrime> {
    let drawing = drawing.into();
    hash_to_prime(drawing.suite(), &transcript(group, statement, drawing))
}

/// The challenge prime that a hint names in a hinted suite: one candidate is hashed and tested.
pub fn hinted_challenge<'a, G: Group>(
    group: &G,
    statement: &Statement<G::Elem>,
    drawing: impl Into<Drawing<'a>>,
    hint: u16,
) -> Result<Natural, BadHint> {
    let drawing = drawing.into();
    hinted_prime(drawing.suite(), &transcript(group, statement, drawing), hint)
}

/// Returns (y, π) for a finished evaluation, from its checkpoints, on `threads` threads (one if the feature
/// `std` is off). `progress` receives the done part, from 0 to 1, now and then and from any thread, one call
/// at a time and in ascending order; it returns false to stop.
pub fn prove<'a, G: BulkGroup>(
    evaluation: &Evaluation<G>,
    drawing: impl Into<Drawing<'a>>,
    threads: usize,
    progress: impl Fn(f64) -> bool + Sync,
) -> Result<(G::Elem, G::Elem), ProveError> {
    let (group, t) = (evaluation.group(), evaluation.t());
    let Some(y) = evaluation.output() else {
        return Err(ProveError::Unfinished { done: evaluation.done(), t });
    };
    let statement = Statement { x: evaluation.input().clone(), y: y.clone(), t };
    let prime = challenge(group, &statement, drawing)?.prime;
    if prime.bits() <= 64 {
        return Ok((statement.y, prove_naive(group, &statement.x, t, &prime)));
    }

    let checkpoints = (evaluation.checkpoints(), evaluation.spacing());
    let proof = quotient_power(group, checkpoints, (t, &prime), threads, progress);
    Ok((statement.y, proof.ok_or(ProveError::Interrupted)?))
}

/// x^floor(2^t / l) from the checkpoints x^(2^(i·spacing)), which are all that lie before t, for l > 2^64.
/// `None` if `progress` returns false.
pub(crate) fn quotient_power<G: BulkGroup>(
    group: &G,
    (checkpoints, spacing): (&[G::Elem], u64),
    (t, prime): (u64, &Natural),
    threads: usize,
    progress: impl Fn(f64) -> bool + Sync,
) -> Option<G::Elem> {
    let workers = if cfg!(feature = "std") { threads } else { 1 };
    let row = |checkpoints: u64, kappa: u64| group.digits_cost(checkpoints as usize, kappa as u32) as u64;
    let layout = Layout::new(checkpoints.len() as u64, spacing, workers, row);
    let told = Told::from(0, |sum| progress((sum as f64 / layout.products() as f64).min(1.0)));
    let go_on = |done: u64| told.add(done);
    let tile = |tile| partial_proof(group, checkpoints, (t, prime), (layout, tile), &go_on);
    let parts = jobs_in_parallel(layout.tiles(), workers, &tile);
    parts.into_iter().try_fold(group.identity(), |acc, part| Some(group.mul(&acc, &part?)))
}

/// π by long division, one bit of 2^t / l at a time. This takes t squarings, and is the oracle of [`prove`].
pub fn prove_naive<G: Group>(group: &G, x: &G::Elem, t: u64, prime: &Natural) -> G::Elem {
    let mut proof = group.identity();
    let mut remainder = Natural::one();
    for _ in 0..t {
        group.square_n(&mut proof, 1);
        remainder = remainder.shl(1);
        if let Some(less) = remainder.sub(prime) {
            remainder = less;
            group.mul_assign(&mut proof, x);
        }
    }
    proof
}

/// Returns (y, π) at once, for a caller with the factors of the modulus.
pub fn prove_with_trapdoor<'a>(
    trapdoor: &Trapdoor,
    x: &<RsaGroup as Group>::Elem,
    t: u64,
    drawing: impl Into<Drawing<'a>>,
) -> Result<(<RsaGroup as Group>::Elem, <RsaGroup as Group>::Elem), NoPrime> {
    let y = trapdoor.evaluate(x, t);
    let statement = Statement { x: x.clone(), y, t };
    let prime = challenge(trapdoor.group(), &statement, drawing)?.prime;
    let proof = trapdoor.quotient_power(x, t, &prime);
    Ok((statement.y, proof))
}

/// Checks a proof that y = x^(2^t). It searches for the challenge itself, also in a hinted suite. There it
/// refuses a valid proof whose prover has named a later prime, which [`verify_hinted`] accepts.
pub fn verify<'a, G: BulkGroup>(
    group: &G,
    statement: &Statement<G::Elem>,
    proof: &G::Elem,
    drawing: impl Into<Drawing<'a>>,
) -> Result<(), Invalid> {
    check_equation(group, statement, proof, || Ok(challenge(group, statement, drawing)?.prime))
}

/// [`verify`] with the prover's hint, the counter of its challenge, in a hinted suite: it tests one candidate
/// in place of 25.
pub fn verify_hinted<'a, G: BulkGroup>(
    group: &G,
    statement: &Statement<G::Elem>,
    proof: &G::Elem,
    hint: u16,
    drawing: impl Into<Drawing<'a>>,
) -> Result<(), Invalid> {
    check_equation(group, statement, proof, || Ok(hinted_challenge(group, statement, drawing, hint)?))
}

fn check_equation<G: BulkGroup>(
    group: &G,
    statement: &Statement<G::Elem>,
    proof: &G::Elem,
    challenge: impl FnOnce() -> Result<Natural, Invalid>,
) -> Result<(), Invalid> {
    let Statement { x, y, t } = statement;
    check_input(group, x, *t)?;
    group.check_units(&[x, y, proof])?;
    let prime = challenge()?;
    let expected = combine(group, x, proof, *t, &prime);
    if group.equal(&expected, y) { Ok(()) } else { Err(Invalid::Equation) }
}

/// Returns the y of a claim in compact form: y = π^l · x^r, accepted if l is the challenge of (x, y, t). With
/// a hint, no search for the challenge is needed.
pub fn recover<'a, G: BulkGroup>(
    group: &G,
    claim: &CompactClaim<G::Elem>,
    drawing: impl Into<Drawing<'a>>,
) -> Result<G::Elem, Invalid> {
    let CompactClaim { x, t, proof, prime, hint } = claim;
    let drawing = drawing.into();
    check_compact(group, x, *t, prime, drawing.suite())?;
    group.check_units(&[x, proof])?;
    let y = combine(group, x, proof, *t, prime);
    let statement = Statement { x: x.clone(), y, t: *t };
    let drawn = match hint {
        Some(hint) => hinted_challenge(group, &statement, drawing, *hint)?,
        None => challenge(group, &statement, drawing)?.prime,
    };
    if drawn == *prime { Ok(statement.y) } else { Err(Invalid::WrongPrime) }
}

/// Checks that a statement can be proved: the adaptive root assumption may hold in the group, t is in range,
/// and the input's delay takes time.
pub(crate) fn check_input<G: Group>(group: &G, x: &G::Elem, t: u64) -> Result<(), Invalid> {
    Assumption::AdaptiveRoot.check(group)?;
    if !(1..MAX_DELAY).contains(&t) {
        return Err(Invalid::Delay(t));
    }
    if group.equal(x, &group.identity()) {
        return Err(Invalid::TrivialInput);
    }
    Ok(())
}

/// Checks of a claim in compact form that need no arithmetic.
pub(crate) fn check_compact<G: Group>(
    group: &G,
    x: &G::Elem,
    t: u64,
    prime: &Natural,
    suite: Suite,
) -> Result<(), Invalid> {
    check_input(group, x, t)?;
    let (found, expected) = (prime.bits(), usize::from(suite.bits()));
    if found + 64 <= expected {
        return Err(Invalid::ShortPrime { found, expected });
    }
    if found > expected {
        return Err(Invalid::WrongPrime);
    }
    if prime.is_even() {
        return Err(Invalid::EvenPrime);
    }
    Ok(())
}

/// π^l · x^(2^t mod l).
fn combine<G: BulkGroup>(group: &G, x: &G::Elem, proof: &G::Elem, t: u64, prime: &Natural) -> G::Elem {
    multiexp(group, &[(proof, prime), (x, &power_of_two(t, prime))])
}

/// 2^t mod l.
pub(crate) fn power_of_two(t: u64, l: &Natural) -> Natural {
    Natural::from(2u64).pow_mod(&Natural::from(t), l)
}
