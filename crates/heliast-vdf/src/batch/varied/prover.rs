//! The prover of different delays: one chain for all of them (`chain.rs`), and the powers that complete its
//! product.
//!
//! Cost: that of the chain, and of the products of powers that X_t and ỹ are.

use super::{
    chain::Chain,
    find::find_false,
    groups::Rule,
    piece::{Part, Piece},
    records::Records,
    terms::Terms,
};
use crate::batch::{
    digest::Digest,
    error::{Invalid, ProveError},
    placed::Placed,
    seed::Seed,
};
use alloc::vec::Vec;
use heliast_arith::Natural;
use heliast_group::Group;

/// What is proved of a list: the base of every delay that is in it, their product, and the challenge.
pub struct Prover<'a, E> {
    pub(super) terms: Terms,
    pub(super) seed: Seed,
    piece: Piece<'a>,
    /// t and X_t, ascending.
    pub(super) bases: Vec<(u64, E)>,
    output: E,
    pub(super) prime: Natural,
}

impl<'a, E: Clone + Send + Sync> Prover<'a, E> {
    /// Combines the statements, on `threads` threads: all that there is to do before the squarings.
    pub fn new<G: Group<Elem = E>>(
        group: &G,
        terms: Terms,
        records: &Records<'a>,
        threads: usize,
    ) -> Result<Prover<'a, E>, Invalid> {
        let seed = terms.seed(group, &[Digest::of_varied(records, threads)])?;
        let mut rule = Rule::new(records.len() as u64, terms);
        let piece = Piece::new(terms, &seed, Placed { start: 0, records }, |_, count| rule.merges(count));
        let (bases, output) = (piece.bases(group, threads), piece.output(group, threads));
        let elements: Vec<&E> = bases.iter().map(|(_, base)| base).chain([&output]).collect();
        if let Err(reason) = group.check_units(&elements) {
            return Err(records.check_units(group).err().unwrap_or(Invalid::Element(reason)));
        }
        let prime = terms.prime(group, &seed, &output)?;
        Ok(Prover { terms, seed, piece, bases, output, prime })
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
