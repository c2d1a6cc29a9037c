//! The prover of different delays: one chain for all of them, from the longest down.
//!
//! Positions j count squarings that are still to do. κ of the digits of 1/l at a time make D_i = b_(κi+1) ... b_(κ(i+1)), and the part that they have in Q
//! is A_(κ(i+1))^(D_i), but for the bases whose t lies strictly between κi and κ(i+1): those have the first t − κi digits of the block only,
//! X_t^(D_i >> (κ(i+1) − t)). All these powers have exponents below 2^κ, so each is one product into the bucket of its exponent, and
//! running products weight the buckets in the end. Nothing of the chain is kept.
//!
//! Cost: max t squarings, max t / κ + 2^(κ+1) + 2K products for K delays, and the products of powers that X_t and ỹ are.

use super::{Part, Piece, VariedRecords, VariedTerms, groups::Rule};
use crate::{
    batch::{
        challenge::Digest,
        proof::{Invalid, ProveError},
        search::false_ones,
    },
    digits::{division::Division, multiply, weighted_product},
    wesolowski::power_of_two,
};
use alloc::vec::Vec;
use arith::Natural;
use core::ops::Range;
use group::Group;

/// Bits of a digit at most: 2^κ buckets.
const MAX_KAPPA: u64 = 12;
/// Digits that are found together.
const BLOCK: u64 = 4096;

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
    terms: VariedTerms,
    piece: Piece<'a>,
    /// t and X_t, ascending.
    bases: Vec<(u64, E)>,
    output: E,
    prime: Natural,
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
        Ok(VariedProver { terms, piece, bases, output, prime })
    }

    /// The proof: as many squarings as the longest delay has, on one thread, and products on `threads` threads. `progress` is told the done part of
    /// the squarings, from 0 to 1, now and then; it returns false to stop.
    ///
    /// # Errors
    /// If statements are false it says which, at the cost of another chain for every halving.
    pub fn prove<G: Group<Elem = E>>(
        &self,
        group: &G,
        threads: usize,
        progress: impl Fn(f64) -> bool,
    ) -> Result<E, ProveError> {
        let (quotient, found) = run(group, &self.bases, Some(&self.prime), &progress)?;
        if !group.equal(&found, &self.output) {
            return Err(find_false(group, &self.piece, threads, &progress));
        }
        let of = (Part::Quotient, self.terms.level);
        Ok(group.mul(&quotient, &self.piece.multiply_single(group, &self.prime, of, threads)))
    }
}

impl Piece<'_> {
    /// t and X_t of every delay, ascending.
    fn bases<G: Group>(&self, group: &G, threads: usize) -> Vec<(u64, G::Elem)> {
        let all = self.delays.all();
        all.iter().map(|delay| delay.t).zip(self.merge(group, &all, threads)).collect()
    }
}

/// ∏ X_t^floor(2^t / l), or 1 without l, and ∏ X_t^(2^t), of bases with ascending t.
fn run<G: Group>(
    group: &G,
    bases: &[(u64, G::Elem)],
    prime: Option<&Natural>,
    progress: &impl Fn(f64) -> bool,
) -> Result<(G::Elem, G::Elem), ProveError> {
    let longest = bases.last().map_or(0, |(t, _)| *t);
    let kappa = (1..=MAX_KAPPA).min_by_key(|kappa| longest / kappa + (2 << kappa)).unwrap_or(1);
    let mut buckets = alloc::vec![None; 1 << kappa];
    let mut bases = bases.iter().rev().peekable();
    let mut chain: Option<G::Elem> = None;
    let mut block = longest.div_ceil(kappa);
    while block > 0 {
        let some = block.saturating_sub(BLOCK)..block;
        let digits = prime.map(|prime| digits(prime, kappa, some.clone()));
        for index in some.clone().rev() {
            let (low, high) = (kappa * index, kappa * (index + 1));
            let mut position = high;
            if let Some((_, base)) = bases.next_if(|(t, _)| *t == high) {
                multiply(group, &mut chain, base);
            }
            let digit = digits.as_ref().map_or(0, |digits| digits[(index - some.start) as usize]);
            let mut collect = |digit: u16, factor: &G::Elem| {
                if digit > 0 {
                    multiply(group, &mut buckets[usize::from(digit)], factor);
                }
            };
            chain.iter().for_each(|chain| collect(digit, chain));
            while let Some((t, base)) = bases.next_if(|(t, _)| *t > low) {
                collect(digit >> (high - t), base);
                square(group, &mut chain, position - t);
                multiply(group, &mut chain, base);
                position = *t;
            }
            square(group, &mut chain, position - low);
        }
        block = some.start;
        if !progress(1.0 - (kappa * block) as f64 / longest as f64) {
            return Err(ProveError::Interrupted);
        }
    }
    let quotient = weighted_product(group, &buckets);
    Ok((quotient.unwrap_or_else(|| group.identity()), chain.unwrap_or_else(|| group.identity())))
}

fn square<G: Group>(group: &G, chain: &mut Option<G::Elem>, times: u64) {
    if let Some(chain) = chain {
        group.square_n(chain, times);
    }
}

/// D_i of some i.
pub(super) fn digits(prime: &Natural, kappa: u64, blocks: Range<u64>) -> Vec<u16> {
    let Some(mut division) = Division::new(prime, kappa) else {
        return digits_by_division(prime, kappa, blocks);
    };
    division.seek(kappa * blocks.start);
    blocks.map(|_| division.digit(kappa as u32)).collect()
}

/// For short challenges, which are never drawn, and tests.
pub(super) fn digits_by_division(prime: &Natural, kappa: u64, blocks: Range<u64>) -> Vec<u16> {
    let digit = |index: u64| {
        let (quotient, _) = power_of_two(kappa * index, prime).shl(kappa as usize).div_rem(prime);
        quotient.limbs().first().map_or(0, |limb| *limb as u16)
    };
    blocks.map(digit).collect()
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
    if piece.records.len() == 1 {
        let [input, output] = piece.records.sides().map(|side| side.element(group, 0));
        let (_, found) = run(group, &[(piece.records.delay(0), input)], None, progress)?;
        return Ok(group.equal(&found, &output));
    }
    let (_, found) = run(group, &piece.bases(group, threads), None, progress)?;
    Ok(group.equal(&found, &piece.output(group, threads)))
}
