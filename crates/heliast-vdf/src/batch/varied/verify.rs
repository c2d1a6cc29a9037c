//! Verification of different delays, in parts if a list does not fit into the memory.
//!
//! A part is read three times: for the digest and the delays, which decide which statements are merged; for ỹ
//! and the bases of merged statements, on which l depends; and for the bases of the others, whose exponents
//! depend on l. The result does not depend on the number of parts or threads.

use super::{
    counts::DelayCounts,
    division::Division,
    graphs::{Graphs, Reduced, Split},
    groups::remainders,
    piece::{Part, Piece},
    product::{multiply_powers, strings_of},
    terms::{Terms, invalid},
};
use crate::{
    batch::{
        digest::Digest, error::Invalid, kind::check_varied, placed::Placed, records::Records, seed::Seed,
        units::find_non_unit,
    },
    digits::multiply,
    wesolowski,
};
use alloc::{collections::BTreeMap, vec::Vec};
use heliast_arith::Natural;
use heliast_group::{Assumption, BulkGroup, Encoded, Group};

/// Checks a proof of all statements of a list in memory, on `threads` threads.
///
/// Cost: [`Terms::best_cost`] multiplications, a hash of the list, and a hash to a prime.
pub(in crate::batch) fn verify<G: BulkGroup>(
    group: &G,
    terms: Terms,
    records: &Records<'_>,
    proof: &G::Elem,
    threads: usize,
) -> Result<(), Invalid> {
    Assumption::AdaptiveRoot.check(group)?;
    check_varied(records)?;
    check_in_memory(group, terms, records, &DelayCounts::of(records), proof, threads)
}

/// Checks a proof of a list in memory whose delays are already counted.
pub(in crate::batch) fn check_in_memory<G: BulkGroup>(
    group: &G,
    terms: Terms,
    records: &Records<'_>,
    delays: &DelayCounts,
    proof: &G::Elem,
    threads: usize,
) -> Result<(), Invalid> {
    let check = || {
        let digest = Digest::of(records, threads);
        let mut products = Products::new(group, terms, &[digest], delays)?;
        let list = Placed { start: 0, records };
        let piece = products.absorb(group, list, threads)?;
        let mut powers = products.draw(group, threads)?;
        if powers.wanted() > 0 {
            match piece {
                Some(piece) => powers.absorb_piece(group, &piece, list, threads)?,
                None => powers.absorb(group, list, threads)?,
            }
        }
        powers.check(group, proof, threads)
    };
    check().map_err(|reason| match reason {
        Invalid::Wesolowski { reason: wesolowski::Invalid::Element(_), .. } => {
            find_non_unit(group, records).unwrap_or(reason)
        }
        other => other,
    })
}

/// The unfinished products on which the challenge depends: ỹ, and the base of every delay whose statements
/// are merged.
#[derive(Clone, Debug)]
pub(in crate::batch) struct Products<E> {
    terms: Terms,
    seed: Seed,
    graphs: Graphs,
    merged: BTreeMap<u64, Option<E>>,
    output: Option<E>,
    /// The number of statements of the list, of those that are not merged, and of those that were absorbed.
    count: u64,
    single: u64,
    absorbed: u64,
}

impl<E: Clone + Send + Sync> Products<E> {
    /// The products of no statements yet, for a list in these shards, with these delays.
    ///
    /// # Errors
    /// As [`Terms::seed`], and [`Invalid::Count`] if there are not as many delays as statements.
    pub(in crate::batch) fn new<G: Group<Elem = E>>(
        group: &G,
        terms: Terms,
        shards: &[Digest],
        delays: &DelayCounts,
    ) -> Result<Products<E>, Invalid> {
        let seed = terms.seed(group, shards)?;
        let count = shards.iter().map(|shard| shard.count).sum();
        demand(count, delays.total())?;
        let division = Division::new(terms, delays);
        let (merged, single) = division.split(terms, delays);
        let merged = merged.into_iter().map(|t| (t, None)).collect();
        let graphs = Graphs::new(terms, seed, &division);
        Ok(Products { terms, seed, graphs, merged, output: None, count, single, absorbed: 0 })
    }

    /// Multiplies the next statements of the list into the products, on `threads` threads. Returns the rest
    /// of the statements, with their exponents if this call needed them, for [`Powers::absorb_piece`]: these
    /// take up to 60 bytes per statement at λ = 128.
    ///
    /// # Errors
    /// [`Invalid::Order`] if these are not the next ones, [`Invalid::Count`] if a delay has more statements
    /// than were counted, and [`Invalid::Wesolowski`] if a row is not an element because some element of the
    /// list is not a unit.
    pub(in crate::batch) fn absorb<'a, G: BulkGroup<Elem = E>>(
        &mut self,
        group: &G,
        part: Placed<'a>,
        threads: usize,
    ) -> Result<Option<Piece<'a>>, Invalid> {
        in_order(self.absorbed, part.start)?;
        let split = self.graphs.split(part.records);
        let start = self.graphs.rest_taken();
        self.graphs.absorb(group, part.records, &split, threads).map_err(of_element)?;
        self.absorbed += part.records.len() as u64;
        // The exponents of the rest take long to compute, so they are computed only if a product here needs
        // them.
        let has_output = !self.graphs.has_outputs();
        if split.rest_len() == 0 || !has_output && self.merged.is_empty() {
            return Ok(None);
        }
        let piece = self.piece(part.records, &split, start)?;
        if has_output {
            multiply(group, &mut self.output, &piece.output(group, threads));
        }
        let delays = piece.delays.merged();
        for (delay, base) in delays.iter().zip(piece.merge(group, &delays, threads)) {
            if let Some(product) = self.merged.get_mut(&delay.t) {
                multiply(group, product, &base);
            }
        }
        Ok(Some(piece))
    }

    /// The statements of the rest in this part, of which `start` came before.
    fn piece<'a>(&self, records: &Records<'a>, split: &Split, start: u64) -> Result<Piece<'a>, Invalid> {
        Piece::rest(&self.graphs, (records, split, start), |t, _| self.merged.contains_key(&t))
    }

    /// Draws the challenge after the whole list was absorbed, and reduces the rows of the list for it, on
    /// `threads` threads.
    ///
    /// # Errors
    /// [`Invalid::Count`] if statements are missing, and [`Invalid::Wesolowski`] if a row is not an element.
    pub(in crate::batch) fn draw<G: BulkGroup<Elem = E>>(
        mut self,
        group: &G,
        threads: usize,
    ) -> Result<Powers<E>, Invalid> {
        demand(self.count, self.absorbed)?;
        let Reduced { bases, product } =
            self.graphs.finish(group, threads).map_err(|bad| invalid(bad.into()))?;
        product.iter().for_each(|product| multiply(group, &mut self.output, product));
        self.merged.extend(bases.into_iter().map(|(t, base)| (t, Some(base))));
        let output = self.output.clone().ok_or(Invalid::Empty)?;
        let prime = self.terms.prime(group, &self.seed, &output)?;
        Ok(Powers { products: self, output, prime, single: None, absorbed: 0, rest_taken: 0 })
    }
}

/// The unfinished product of the inputs that are not merged.
#[derive(Clone, Debug)]
pub(in crate::batch) struct Powers<E> {
    products: Products<E>,
    output: E,
    prime: Natural,
    single: Option<E>,
    absorbed: u64,
    rest_taken: u64,
}

impl<E: Clone + Send + Sync> Powers<E> {
    /// The number of statements that are not merged. If all are merged, no part is read again.
    pub(in crate::batch) fn wanted(&self) -> u64 {
        self.products.single
    }

    /// Takes the next statements of the list, and multiplies those that are not merged into the product, on
    /// `threads` threads.
    ///
    /// # Errors
    /// [`Invalid::Order`] if these are not the next ones, [`Invalid::Count`] if a delay has more statements
    /// than were counted.
    pub(in crate::batch) fn absorb<G: BulkGroup<Elem = E>>(
        &mut self,
        group: &G,
        part: Placed<'_>,
        threads: usize,
    ) -> Result<(), Invalid> {
        in_order(self.absorbed, part.start)?;
        let split = self.products.graphs.split(part.records);
        if split.rest_len() > 0 {
            let piece = self.products.piece(part.records, &split, self.rest_taken)?;
            self.absorb_piece(group, &piece, part, threads)
        } else {
            self.take(part, 0)
        }
    }

    /// The same of a part whose rest [`Products::absorb`] gave.
    ///
    /// # Errors
    /// [`Invalid::Order`] if others come next.
    pub(in crate::batch) fn absorb_piece<G: BulkGroup<Elem = E>>(
        &mut self,
        group: &G,
        piece: &Piece<'_>,
        part: Placed<'_>,
        threads: usize,
    ) -> Result<(), Invalid> {
        self.take(part, piece.len() as u64)?;
        let factor = piece.multiply_single(group, &self.prime, Part::Remainder, threads);
        multiply(group, &mut self.single, &factor);
        Ok(())
    }

    /// Counts the statements that come next in the list, and those of the rest among them.
    fn take(&mut self, part: Placed<'_>, rest: u64) -> Result<(), Invalid> {
        in_order(self.absorbed, part.start)?;
        self.rest_taken += rest;
        self.absorbed += part.records.len() as u64;
        Ok(())
    }

    /// Checks a proof.
    ///
    /// # Errors
    /// If a product is not a unit, some element of the list is not a unit.
    pub(in crate::batch) fn check<G: BulkGroup<Elem = E>>(
        self,
        group: &G,
        proof: &E,
        threads: usize,
    ) -> Result<(), Invalid> {
        Assumption::AdaptiveRoot.check(group)?;
        let Powers { products, output, prime, single, absorbed, .. } = self;
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

/// Checks that the next statements are those from `start` on.
fn in_order(expected: u64, start: u64) -> Result<(), Invalid> {
    if expected == start { Ok(()) } else { Err(Invalid::Order { expected, found: start }) }
}

/// Reports an element error as an error of the proof: the row comes from elements of the list.
fn of_element(reason: Invalid) -> Invalid {
    match reason {
        Invalid::Element(bad) => invalid(bad.into()),
        other => other,
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
    use crate::batch::{ProveError, varied};
    use crate::work::Work;
    use alloc::vec;
    use heliast_arith::Residue;
    use heliast_group::RsaGroup;

    /// The number of statements, with delays of which one is merged and the others are not.
    const COUNT: u64 = 700;
    fn delays() -> Vec<u64> {
        (0..COUNT).map(|index| if index % 3 == 0 { 300 } else { 301 + index % 300 }).collect()
    }

    /// Verifies a list in these parts.
    fn check(group: &RsaGroup, bytes: &[u8], parts: &[(u64, u64)], proof: &Residue) -> Result<(), Invalid> {
        let records = Records::with_delays(group, bytes).unwrap();
        let part = |(start, end): &(u64, u64)| records.range(*start as usize..*end as usize);
        let (digest, delays) = (Digest::of(&records, 1), DelayCounts::of(&records));
        let mut products = Products::new(group, terms(), &[digest], &delays)?;
        for places in parts {
            products.absorb(group, Placed { start: places.0, records: &part(places) }, 2)?;
        }
        let mut powers = products.draw(group, 2)?;
        if powers.wanted() > 0 {
            for places in parts {
                powers.absorb(group, Placed { start: places.0, records: &part(places) }, 2)?;
            }
        }
        powers.check(group, proof, 1)
    }

    fn prove(group: &RsaGroup, bytes: &[u8]) -> Result<Residue, ProveError> {
        let work = Work { threads: 1, progress: |_| true };
        varied::prove(group, terms(), &Records::with_delays(group, bytes).unwrap(), work)
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
        for parts in [vec![(0, COUNT - 1)], vec![]] {
            let found = parts.iter().map(|(start, end)| end - start).sum();
            let refused = check(&group, &bytes, &parts, &proof);
            assert_eq!(refused, Err(Invalid::Count { expected: Some(COUNT), found }));
        }
        for (parts, expected, found) in
            [(vec![(0, COUNT), (0, 1)], COUNT, 0), (vec![(0, 5), (7, COUNT)], 5, 7), (vec![(3, COUNT)], 0, 3)]
        {
            let refused = check(&group, &bytes, &parts, &proof);
            assert_eq!(refused, Err(Invalid::Order { expected, found }));
        }
        let records = Records::with_delays(&group, &bytes).unwrap();
        let delays = DelayCounts::of(&records);
        let digest = Digest::of(&records, 1);
        let mut products = Products::new(&group, terms(), &[digest], &delays).unwrap();
        products.absorb(&group, Placed { start: 0, records: &records }, 1).unwrap();
        let powers = products.draw(&group, 1).unwrap();
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
        let named = find_non_unit(&group, &Records::with_delays(&group, &bytes).unwrap()).unwrap();
        assert!(matches!(named, Invalid::NotAUnit { index: 500, .. }), "{named:?}");
    }
}
