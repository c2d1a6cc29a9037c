//! The delay of one statement that is left.

use super::error::{Invalid, ProveError};
use crate::eval::Evaluation;
use heliast_group::Group;

/// Evaluates the whole delay of x.
pub(super) fn evaluate<G: Group>(
    group: &G,
    (x, t): (&G::Elem, u64),
    progress: &impl Fn(f64) -> bool,
) -> Result<Evaluation<G>, ProveError> {
    const STEP: u64 = 1 << 16;
    let started = Evaluation::begin(group, x.clone(), t);
    let mut evaluation = started.map_err(|_| ProveError::Invalid(Invalid::Delay(t)))?;
    while evaluation.output().is_none() {
        evaluation.advance(STEP);
        if !progress(evaluation.done() as f64 / t as f64) {
            return Err(ProveError::Interrupted);
        }
    }
    Ok(evaluation)
}
