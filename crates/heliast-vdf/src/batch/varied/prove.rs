//! Proving in one step.

use super::{prover::Prover, terms::Terms};
use crate::{
    batch::{error::ProveError, records::Records},
    work::Work,
};
use heliast_group::BulkGroup;

/// Proves all statements of a list with a delay each.
///
/// # Errors
/// If statements are false, the error names them, at the cost of another chain for every halving.
pub(in crate::batch) fn prove<G: BulkGroup>(
    group: &G,
    terms: Terms,
    records: &Records<'_>,
    work: Work<impl Fn(f64) -> bool>,
) -> Result<G::Elem, ProveError> {
    Prover::new(group, terms, records, work.threads)?.prove(group, work)
}
