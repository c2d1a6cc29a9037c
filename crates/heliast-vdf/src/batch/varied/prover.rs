//! The prover of different delays: one chain for all of them (`chain.rs`), and the powers that complete its
//! product.
//!
//! Cost: that of the chain, and of the products of powers for X_t and ỹ.

use super::{
    chain::Chain,
    counts::DelayCounts,
    division::Division,
    find::find_false,
    graphs::{Graphs, Reduced},
    groups::Rule,
    piece::{Part, Piece},
    terms::Terms,
};
use crate::batch::{
    digest::Digest,
    error::{Invalid, ProveError},
    kind::check_varied,
    records::Records,
    seed::Seed,
    units::find_non_unit,
};
use alloc::vec::Vec;
use heliast_arith::Natural;
use heliast_group::BulkGroup;

/// The statement that is proved for a list: the base of every delay in it, their product, and the challenge.
pub struct Prover<'a, E> {
    pub(super) terms: Terms,
    pub(super) seed: Seed,
    /// The statements that have no graphs of their own.
    piece: Piece<'a>,
    /// t and X_t for every delay, ascending.
    pub(super) bases: Vec<(u64, E)>,
    output: E,
    pub(super) prime: Natural,
}

impl<'a, E: Clone + Send + Sync> Prover<'a, E> {
    /// Combines the statements, on `threads` threads. This is all the work before the squarings.
    ///
    /// # Errors
    /// If the list is not a batch of different delays, or some element is not a unit.
    pub fn new<G: BulkGroup<Elem = E>>(
        group: &G,
        terms: Terms,
        records: &Records<'a>,
        threads: usize,
    ) -> Result<Prover<'a, E>, Invalid> {
        check_varied(records)?;
        let seed = terms.seed(group, &[Digest::of(records, threads)])?;
        let delays = DelayCounts::of(records);
        let division = Division::new(terms, &delays);
        let mut graphs = Graphs::new(terms, seed, &division);
        let split = graphs.split(records);
        let mut rule = Rule::new(division.rest, terms);
        let piece = Piece::rest(&graphs, (records, &split, 0), |_, count| rule.merges(count))?;

        // If an element is not a unit, some product is not a unit, and perhaps not an element.
        let named = |reason| find_non_unit(group, records).unwrap_or(reason);
        graphs.absorb(group, records, &split, threads).map_err(named)?;
        let Reduced { mut bases, product } =
            graphs.finish(group, threads).map_err(|bad| named(bad.into()))?;
        bases.extend(piece.bases(group, threads));
        bases.sort_unstable_by_key(|(t, _)| *t);
        let mut output = product.unwrap_or_else(|| group.identity());
        if !graphs.has_outputs() {
            group.mul_assign(&mut output, &piece.output(group, threads));
        }
        let elements: Vec<&E> = bases.iter().map(|(_, base)| base).chain([&output]).collect();
        group.check_units(&elements).map_err(|reason| named(reason.into()))?;
        let prime = terms.prime(group, &seed, &output)?;
        Ok(Prover { terms, seed, piece, bases, output, prime })
    }

    /// Makes the proof from a chain that has done all squarings.
    pub(super) fn conclude<G: BulkGroup<Elem = E>>(
        &self,
        chain: &Chain<'_, G>,
        threads: usize,
        progress: &impl Fn(f64) -> bool,
    ) -> Result<E, ProveError> {
        let group = chain.group;
        if !group.equal(&chain.power(), &self.output) {
            let all = Piece::whole(&self.piece.records, &self.seed, self.terms.level());
            return Err(find_false(group, &all, threads, progress));
        }
        let single = self.piece.multiply_single(group, &self.prime, Part::Quotient, threads);
        Ok(group.mul(&chain.quotient(), &single))
    }
}
