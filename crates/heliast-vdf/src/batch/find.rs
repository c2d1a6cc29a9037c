//! The false statements of a list.

use super::{
    combine::combine,
    delay::evaluate,
    error::{Invalid, ProveError},
    kind::check_one,
    protocol::{Family, Protocol},
    records::Records,
    reduction::Method,
    search::false_ones,
    terms::Terms,
};
use crate::statement::Statement;
use alloc::vec::Vec;
use heliast_group::BulkGroup;

/// Finds up to sixteen false statements of a list of which nothing is known, each by its place. If its
/// combination by Random Exponents is true, the result is empty, after t squarings. Otherwise it searches as
/// [`name_false`] does.
///
/// # Errors
/// As [`prove`](super::prove).
pub fn find_false<G: BulkGroup>(
    group: &G,
    t: u64,
    records: &Records<'_>,
    progress: impl Fn(f64) -> bool,
) -> Result<Vec<u64>, ProveError> {
    check_one(records)?;
    if records.is_empty() {
        return Err(Invalid::Empty.into());
    }
    if holds(group, t, records, &progress)? {
        Ok(Vec::new())
    } else {
        name_false(group, t, records, progress)
    }
}

/// Finds up to sixteen false statements of a list in which some are false, each by its place. It searches by
/// halving: a half is true if its own combination by Random Exponents is, at the cost of t squarings each.
/// `progress` receives 0 now and then; it returns false to stop.
///
/// # Errors
/// As [`prove`](super::prove).
pub fn name_false<G: BulkGroup>(
    group: &G,
    t: u64,
    records: &Records<'_>,
    progress: impl Fn(f64) -> bool,
) -> Result<Vec<u64>, ProveError> {
    check_one(records)?;
    false_ones(records.len(), &|places| holds(group, t, &records.range(places), &progress))
}

/// Whether all of these statements are true, by t squarings.
fn holds<G: BulkGroup>(
    group: &G,
    t: u64,
    records: &Records<'_>,
    progress: &impl Fn(f64) -> bool,
) -> Result<bool, ProveError> {
    let left = if records.len() == 1 {
        let [x, y] = records.sides().map(|side| side.element(group, 0));
        alloc::vec![Statement { x, y, t }]
    } else {
        let exponents = Protocol::of_family(Family::RandomExponents, 128, records.len() as u64);
        let Ok(protocol) = exponents else { return Ok(false) };
        combine(group, &Terms { t, protocol }, records, Method::Best, 1)?
    };
    for statement in left {
        // The reported progress stays at 0: the time of the search depends on its results.
        let evaluation = evaluate(group, (&statement.x, t), &|_| progress(0.0))?;
        if !evaluation.output().is_some_and(|y| group.equal(y, &statement.y)) {
            return Ok(false);
        }
    }
    Ok(true)
}
