//! The false statements of a list of different delays.

use super::{chain::Chain, piece::Piece};
use crate::batch::{error::ProveError, search::false_ones};
use core::ops::Range;
use heliast_group::BulkGroup;

/// Finds the false statements of a list by halving: a half is true if its own product is.
pub(super) fn find_false<G: BulkGroup>(
    group: &G,
    piece: &Piece<'_>,
    threads: usize,
    progress: &impl Fn(f64) -> bool,
) -> ProveError {
    // The reported progress stays at 0: the time of the search depends on its results.
    let holds = |places: Range<usize>| holds(group, &piece.range(places), threads, &|_| progress(0.0));
    match false_ones(piece.records.len(), &holds) {
        Ok(found) => ProveError::False(found),
        Err(error) => error,
    }
}

/// Whether the product of these statements is true, with the exponents that they have in the list. A single
/// statement is checked without an exponent.
fn holds<G: BulkGroup>(
    group: &G,
    piece: &Piece<'_>,
    threads: usize,
    progress: &impl Fn(f64) -> bool,
) -> Result<bool, ProveError> {
    let (bases, output) = if piece.records.len() == 1 {
        let [input, output] = piece.records.sides().map(|side| side.element(group, 0));
        (alloc::vec![(piece.records.delay(0), input)], output)
    } else {
        (piece.bases(group, threads), piece.output(group, threads))
    };
    let mut chain = Chain::start(group, &bases, None);
    chain.run(progress)?;
    Ok(group.equal(&chain.power(), &output))
}
