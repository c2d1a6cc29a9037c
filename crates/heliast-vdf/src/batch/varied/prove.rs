//! The prover of different delays: one chain for all of them (`chain.rs`), and the powers that complete its product.
//!
//! Cost: that of the chain, and of the products of powers that X_t and ỹ are.

use super::{Part, Piece, VariedEvaluation, VariedRecords, VariedTerms, chain::Chain, groups::Rule};
use crate::batch::{
    challenge::{Digest, Seed},
    proof::{Invalid, ProveError},
    search::false_ones,
};
use alloc::vec::Vec;
use core::ops::Range;
use heliast_arith::Natural;
use heliast_group::Group;

/// Squarings between two questions whether to go on.
const PATIENCE: u64 = 1 << 15;

/// A proof of all statements of a list: [`VariedProver::new`] and [`VariedProver::prove`].
///
/// # Errors
/// If statements are false it says which, at the cost of another chain for every halving.
pub fn prove_varied<G: Group>(
    group: &G,
    terms: VariedTerms,
    records: &VariedRecords<'_>,
    threads: usize,
    progress: impl Fn(f64) -> bool,
) -> Result<G::Elem, ProveError> {
    VariedProver::new(group, terms, records, threads)?.prove(group, threads, progress)
}

/// What is proved of a list: the base of every delay that is in it, their product, and the challenge.
pub struct VariedProver<'a, E> {
    pub(super) terms: VariedTerms,
    pub(super) seed: Seed,
    piece: Piece<'a>,
    /// t and X_t, ascending.
    pub(super) bases: Vec<(u64, E)>,
    output: E,
    pub(super) prime: Natural,
}

impl<'a, E: Clone + Send + Sync> VariedProver<'a, E> {
    /// Combines the statements, on `threads` threads: all that there is to do before the squarings.
    pub fn new<G: Group<Elem = E>>(
        group: &G,
        terms: VariedTerms,
        records: &VariedRecords<'a>,
        threads: usize,
    ) -> Result<VariedProver<'a, E>, Invalid> {
        let seed = terms.seed(group, &[Digest::of_varied(records, threads)])?;
        let mut rule = Rule::new(records.len() as u64, terms);
        let piece = Piece::new(terms, &seed, (0, records.clone()), |_, count| rule.merges(count));
        let (bases, output) = (piece.bases(group, threads), piece.output(group, threads));
        let elements: Vec<&E> = bases.iter().map(|(_, base)| base).chain([&output]).collect();
        if let Err(reason) = group.check_units(&elements) {
            return Err(records.check_units(group).err().unwrap_or(Invalid::Element(reason)));
        }
        let prime = terms.prime(group, &seed, &output)?;
        Ok(VariedProver { terms, seed, piece, bases, output, prime })
    }

    /// The proof: as many squarings as the longest delay has, on one thread, and products on `threads` threads. `progress` is told the done part of
    /// the squarings, from 0 to 1, now and then; it returns false to stop. [`VariedEvaluation`] does the same in steps that can be saved.
    ///
    /// # Errors
    /// If statements are false it says which, at the cost of another chain for every halving.
    pub fn prove<G: Group<Elem = E>>(
        &self,
        group: &G,
        threads: usize,
        progress: impl Fn(f64) -> bool,
    ) -> Result<E, ProveError> {
        VariedEvaluation::start(group, self).finish(threads, progress)
    }

    /// The proof from a chain that has done all squarings.
    pub(super) fn conclude<G: Group<Elem = E>>(
        &self,
        chain: &Chain<'_, G>,
        threads: usize,
        progress: &impl Fn(f64) -> bool,
    ) -> Result<E, ProveError> {
        let group = chain.group;
        if !group.equal(&chain.power(), &self.output) {
            return Err(find_false(group, &self.piece, threads, progress));
        }
        let of = (Part::Quotient, self.terms.level);
        Ok(group.mul(&chain.quotient(), &self.piece.multiply_single(group, &self.prime, of, threads)))
    }
}

impl Piece<'_> {
    /// t and X_t of every delay, ascending.
    fn bases<G: Group>(&self, group: &G, threads: usize) -> Vec<(u64, G::Elem)> {
        let all = self.delays.all();
        all.iter().map(|delay| delay.t).zip(self.merge(group, &all, threads)).collect()
    }
}

impl<G: Group> Chain<'_, G> {
    /// Does all squarings that are left.
    pub(super) fn run(&mut self, progress: &impl Fn(f64) -> bool) -> Result<(), ProveError> {
        while self.done() < self.total() {
            self.advance(PATIENCE);
            if !progress(self.done() as f64 / self.total() as f64) {
                return Err(ProveError::Interrupted);
            }
        }
        Ok(())
    }
}

/// The false statements of a list, by halving: a half is true if its own product is.
fn find_false<G: Group>(
    group: &G,
    piece: &Piece<'_>,
    threads: usize,
    progress: &impl Fn(f64) -> bool,
) -> ProveError {
    // The bar stays where it is: how long the search takes depends on what it finds.
    let holds = |places: Range<usize>| holds(group, &piece.range(places), threads, &|_| progress(0.0));
    match false_ones(piece.records.len(), holds) {
        Ok(found) => ProveError::False(found),
        Err(error) => error,
    }
}

/// Whether the product of these statements is true, with the exponents that they have in the list; one statement by itself.
fn holds<G: Group>(
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
