//! Verifying different delays, in parts where a list does not fit into the memory.
//!
//! A part is wanted three times: for the digest and the delays, on which it depends which statements are
//! merged; for ỹ and the bases of merged statements, on which l depends; and for the bases of the others,
//! whose exponents depend on l. Parts and threads change no result.

use super::{
    groups::{DelayCounts, remainders},
    piece::{Part, Piece},
    product::{multiply_powers, strings_of},
    records::Records,
    terms::{Terms, invalid},
};
use crate::{
    batch::{digest::Digest, error::Invalid, placed::Placed, seed::Seed},
    digits::multiply,
    wesolowski,
};
use alloc::{collections::BTreeMap, vec::Vec};
use heliast_arith::Natural;
use heliast_group::{Assumption, Encoded, Group};

/// Accepts a proof of all statements of a list in memory, or says why not, on `threads` threads.
///
/// Cost: [`Terms::best_cost`] multiplications, a hash of the list, and a hash to a prime.
pub fn verify<G: Group>(
    group: &G,
    terms: Terms,
    records: &Records<'_>,
    proof: &G::Elem,
    threads: usize,
) -> Result<(), Invalid> {
    Assumption::AdaptiveRoot.check(group)?;
    let mut delays = DelayCounts::default();
    delays.absorb(records);
    check_in_memory(group, terms, records, &delays, proof, threads)
}

/// The same, of a list whose delays are counted.
pub(in crate::batch) fn check_in_memory<G: Group>(
    group: &G,
    terms: Terms,
    records: &Records<'_>,
    delays: &DelayCounts,
    proof: &G::Elem,
    threads: usize,
) -> Result<(), Invalid> {
    let digest = Digest::of_varied(records, threads);
    let mut products = Products::new(group, terms, &[digest], delays)?;
    products.absorb(group, Placed { start: 0, records }, threads);
    let mut powers = products.draw(group)?;
    if powers.wanted() > 0 {
        powers.absorb(group, Placed { start: 0, records }, threads);
    }
    powers.check(group, proof, threads).map_err(|reason| match reason {
        Invalid::Wesolowski { reason: wesolowski::Invalid::Element(_), .. } => {
            records.check_units(group).err().unwrap_or(reason)
        }
        other => other,
    })
}

/// The products that the challenge depends on, in the making: ỹ, and the base of every delay whose statements
/// are merged.
#[derive(Clone, Debug)]
pub struct Products<E> {
    terms: Terms,
    seed: Seed,
    merged: BTreeMap<u64, Option<E>>,
    output: Option<E>,
    /// Statements of the list, those of them that are not merged, and those that were absorbed.
    count: u64,
    single: u64,
    absorbed: u64,
}

impl<E: Clone + Send + Sync> Products<E> {
    /// None yet, of a list in these shards, with these delays.
    ///
    /// # Errors
    /// As [`Terms::seed`], and [`Invalid::Count`] if there are not as many delays as statements.
    pub fn new<G: Group<Elem = E>>(
        group: &G,
        terms: Terms,
        shards: &[Digest],
        delays: &DelayCounts,
    ) -> Result<Products<E>, Invalid> {
        let seed = terms.seed(group, shards)?;
        let count = shards.iter().map(|shard| shard.count).sum();
        demand(count, delays.total())?;
        let (merged, single) = delays.split(terms);
        let merged = merged.into_iter().map(|t| (t, None)).collect();
        Ok(Products { terms, seed, merged, output: None, count, single, absorbed: 0 })
    }

    /// Multiplies the statements from the place `start` of the list on into the products, on `threads`
    /// threads.
    pub fn absorb<G: Group<Elem = E>>(&mut self, group: &G, part: Placed<'_, Records<'_>>, threads: usize) {
        let piece = self.piece(part);
        multiply(group, &mut self.output, &piece.output(group, threads));
        let delays = piece.delays.merged();
        for (delay, base) in delays.iter().zip(piece.merge(group, &delays, threads)) {
            if let Some(product) = self.merged.get_mut(&delay.t) {
                multiply(group, product, &base);
            }
        }
        self.absorbed += part.records.len() as u64;
    }

    fn piece<'a>(&self, part: Placed<'_, Records<'a>>) -> Piece<'a> {
        Piece::new(self.terms, &self.seed, part, |t, _| self.merged.contains_key(&t))
    }

    /// The challenge, after the whole list.
    ///
    /// # Errors
    /// [`Invalid::Count`] if statements are missing or were absorbed twice.
    pub fn draw<G: Group<Elem = E>>(self, group: &G) -> Result<Powers<E>, Invalid> {
        demand(self.count, self.absorbed)?;
        let output = self.output.clone().ok_or(Invalid::Empty)?;
        let prime = self.terms.prime(group, &self.seed, &output)?;
        Ok(Powers { products: self, output, prime, single: None, absorbed: 0 })
    }
}

/// The product of the inputs that are not merged, in the making.
#[derive(Clone, Debug)]
pub struct Powers<E> {
    products: Products<E>,
    output: E,
    prime: Natural,
    single: Option<E>,
    absorbed: u64,
}

impl<E: Clone + Send + Sync> Powers<E> {
    /// How many statements are not merged. If all are merged, no part is wanted again.
    pub fn wanted(&self) -> u64 {
        self.products.single
    }

    /// Multiplies the statements from the place `start` of the list on that are not merged into the product,
    /// on `threads` threads.
    pub fn absorb<G: Group<Elem = E>>(&mut self, group: &G, part: Placed<'_, Records<'_>>, threads: usize) {
        let piece = self.products.piece(part);
        let of = (Part::Remainder, self.products.terms.suite.bits());
        multiply(group, &mut self.single, &piece.multiply_single(group, &self.prime, of, threads));
        self.absorbed += part.records.len() as u64;
    }

    /// Accepts a proof, or says why not.
    ///
    /// # Errors
    /// If a product is no unit, so is some element of the list: which it is, [`Records::check_units`] says.
    pub fn check<G: Group<Elem = E>>(self, group: &G, proof: &E, threads: usize) -> Result<(), Invalid> {
        Assumption::AdaptiveRoot.check(group)?;
        let Powers { products, output, prime, single, absorbed } = self;
        demand(if products.single == 0 { 0 } else { products.count }, absorbed)?;
        let (delays, mut factors): (Vec<u64>, Vec<E>) =
            products.merged.into_iter().filter_map(|(t, base)| Some((t, base?))).unzip();
        let mut exponents = remainders(&delays, &prime);
        let single = single.unwrap_or_else(|| group.identity());
        factors.push(proof.clone());
        exponents.push(prime);

        // Every input is in a factor or in `single`, every output in ỹ.
        let elements: Vec<&E> = factors.iter().chain([&single, &output]).collect();
        group.check_units(&elements).map_err(|reason| invalid(reason.into()))?;
        let encoded: Vec<u8> = factors.iter().flat_map(|factor| group.encode(factor)).collect();
        let list = Encoded::new(group, &encoded, group.encoded_len(), 0)
            .map_err(|bad| invalid(bad.reason.into()))?;
        let bits = products.terms.suite.bits();
        let product = multiply_powers(group, list, &strings_of(&exponents, bits), threads);
        let holds = group.equal(&group.mul(&product, &single), &output);
        if holds { Ok(()) } else { Err(invalid(wesolowski::Invalid::Equation)) }
    }
}

fn demand(expected: u64, found: u64) -> Result<(), Invalid> {
    if expected == found { Ok(()) } else { Err(Invalid::Count { expected: Some(expected), found }) }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{encode, factors, group, statements, terms},
        *,
    };
    use crate::batch::{Leaves, ProveError, varied};
    use crate::work::Work;
    use alloc::vec;
    use heliast_arith::Residue;
    use heliast_group::RsaGroup;

    /// Delays of which one is merged and the others are not.
    const COUNT: u64 = 700;
    fn delays() -> Vec<u64> {
        (0..COUNT).map(|index| if index % 3 == 0 { 300 } else { 301 + index % 300 }).collect()
    }

    /// What is found of a list in these parts.
    fn check(group: &RsaGroup, bytes: &[u8], parts: &[(u64, u64)], proof: &Residue) -> Result<(), Invalid> {
        let records = Records::new(group, bytes).unwrap();
        let part = |(start, end): &(u64, u64)| records.range(*start as usize..*end as usize);
        let (mut leaves, mut delays) = (Leaves::default(), DelayCounts::default());
        leaves.absorb_varied(&records, 1);
        parts.iter().for_each(|places| delays.absorb(&part(places)));
        let mut products = Products::new(group, terms(), &[leaves.finish()], &delays)?;
        parts
            .iter()
            .for_each(|places| products.absorb(group, Placed { start: places.0, records: &part(places) }, 2));
        let mut powers = products.draw(group)?;
        if powers.wanted() > 0 {
            parts.iter().for_each(|places| {
                powers.absorb(group, Placed { start: places.0, records: &part(places) }, 2)
            });
        }
        powers.check(group, proof, 1)
    }

    fn prove(group: &RsaGroup, bytes: &[u8]) -> Result<Residue, ProveError> {
        let work = Work { threads: 1, progress: |_| true };
        varied::prove(group, terms(), &Records::new(group, bytes).unwrap(), work)
    }

    #[test]
    fn parts_change_nothing() {
        let group = group();
        let list = statements(&group, &delays());
        let bytes = encode(&group, &list);
        let proof = prove(&group, &bytes).unwrap();
        let mut wrong = list.clone();
        group.square_n(&mut wrong[699].2, 1);
        let wrong = encode(&group, &wrong);
        for parts in [vec![(0, COUNT)], vec![(0, 1), (1, COUNT)], vec![(0, 300), (300, 301), (301, COUNT)]] {
            assert_eq!(check(&group, &bytes, &parts, &proof), Ok(()), "{parts:?}");
            let found = check(&group, &wrong, &parts, &proof);
            assert_eq!(found, Err(invalid(wesolowski::Invalid::Equation)), "{parts:?}");
        }
        let equal = encode(&group, &statements(&group, &[300; 20]));
        let proof = prove(&group, &equal).unwrap();
        assert_eq!(check(&group, &equal, &[(0, 3), (3, 20)], &proof), Ok(()), "all are merged");
    }

    #[test]
    fn parts_that_are_missing_or_come_twice_are_refused() {
        let group = group();
        let bytes = encode(&group, &statements(&group, &delays()));
        let proof = prove(&group, &bytes).unwrap();
        for parts in [vec![(0, COUNT - 1)], vec![(0, COUNT), (0, 1)], vec![]] {
            let found = parts.iter().map(|(start, end)| end - start).sum();
            let refused = check(&group, &bytes, &parts, &proof);
            assert_eq!(refused, Err(Invalid::Count { expected: Some(COUNT), found }));
        }
        let records = Records::new(&group, &bytes).unwrap();
        let mut delays = DelayCounts::default();
        delays.absorb(&records);
        let digest = Digest::of_varied(&records, 1);
        let mut products = Products::new(&group, terms(), &[digest], &delays).unwrap();
        products.absorb(&group, Placed { start: 0, records: &records }, 1);
        let powers = products.draw(&group).unwrap();
        assert_eq!(powers.check(&group, &proof, 1), Err(Invalid::Count { expected: Some(COUNT), found: 0 }));
    }

    #[test]
    fn non_units_of_parts_are_refused() {
        let group = group();
        let mut list = statements(&group, &delays());
        let proof = prove(&group, &encode(&group, &list)).unwrap();
        list[500].1 = group.ring().residue(&factors()[0]);
        let bytes = encode(&group, &list);
        let refused = check(&group, &bytes, &[(0, 400), (400, COUNT)], &proof).unwrap_err();
        assert!(matches!(refused, Invalid::Wesolowski { reason: wesolowski::Invalid::Element(_), .. }));
        let named = Records::new(&group, &bytes).unwrap().check_units(&group).unwrap_err();
        assert!(matches!(named, Invalid::NotAUnit { index: 500, .. }), "{named:?}");
    }
}
