//! The solution of challenges, for the sender of a request.

use crate::{
    Challenge,
    challenge::BadChallenge,
    public::{PRIME, suite},
    terms::Form,
};
use heliast_group::Group;
use heliast_vdf::{Evaluation, ProveError, ResumeError, Statement, challenge, prove};

/// The number of squarings between two calls of `progress`.
const SLICE: u64 = 4_096;

/// The reason why a challenge is not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The bytes are not a challenge.
    #[error(transparent)]
    Malformed(#[from] BadChallenge),
    /// The delay of the number to square takes no time.
    #[error("the challenge can't be solved: {0}")]
    Delay(#[from] ResumeError),
    /// The caller asked to stop.
    #[error("solving was interrupted")]
    Interrupted,
    /// The delay cannot be proved.
    #[error("the stamp's proof can't be made: {0}")]
    Proof(ProveError),
}

/// Solves a challenge, on one thread. `progress` gets the done part, from 0 to 1, now and
/// then, and returns false to stop.
///
/// The issuer decides how many squarings it takes, up to 2^48: check [`Challenge::terms`] first if the issuer
/// is not trusted.
///
/// # Errors
/// If the bytes are not a challenge, or the caller stops it.
pub fn solve(challenge: &[u8], progress: impl Fn(f64) -> bool + Sync) -> Result<Vec<u8>, SolveError> {
    let challenge = Challenge::from_bytes(challenge)?;
    match challenge.form {
        Form::Private => private(challenge, progress),
        Form::Public => public(challenge, progress),
    }
}

fn private(challenge: Challenge, progress: impl Fn(f64) -> bool) -> Result<Vec<u8>, SolveError> {
    let Challenge { mut head, terms, group, mut x, .. } = challenge;
    let mut done = 0;
    while done < terms.t {
        let next = SLICE.min(terms.t - done);
        group.square_n(&mut x, next);
        done += next;
        if !progress(done as f64 / terms.t as f64) {
            return Err(SolveError::Interrupted);
        }
    }
    head.extend(group.encode(&x));
    Ok(head)
}

/// The share of squaring in the whole work, if a proof follows.
const SQUARING: f64 = 0.85;

fn public(challenge: Challenge, progress: impl Fn(f64) -> bool + Sync) -> Result<Vec<u8>, SolveError> {
    let Challenge { mut head, group, x, terms, .. } = challenge;
    let mut evaluation = Evaluation::start(&group, x.clone(), terms.t)?;
    while !evaluation.advance(SLICE) {
        if !progress(SQUARING * evaluation.done() as f64 / terms.t as f64) {
            return Err(SolveError::Interrupted);
        }
    }
    let proving = |done: f64| progress(SQUARING + (1.0 - SQUARING) * done);
    let (y, proof) = prove(&evaluation, suite(), 1, proving).map_err(|error| match error {
        ProveError::Interrupted => SolveError::Interrupted,
        other => SolveError::Proof(other),
    })?;
    let drawn = self::challenge(&group, &Statement { x, y, t: terms.t }, suite());
    let drawn = drawn.map_err(|error| SolveError::Proof(error.into()))?;
    head.extend(group.encode(&proof));
    head.extend(drawn.prime.to_be_bytes(PRIME).unwrap_or_default());
    head.extend((drawn.counter as u16).to_be_bytes());
    Ok(head)
}
