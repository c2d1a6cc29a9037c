//! Opened lists, and the work on them in as many passes as it takes.

use super::{
    digests::Digests,
    error::ListError,
    parts::{Part, cut, longest, longest_varied},
    progress::{Pass, Progress, tell},
    reader::Reader,
    room::Room,
};
use crate::{
    batch::{
        any::AnyTerms,
        combine::{Rows, finish, partial},
        digest::Digest,
        error::{Invalid, ProveError},
        file::{BatchProofFile, StatementsHeader},
        find::{find_false, name_false},
        placed::Placed,
        records::{BadRecords, Records},
        reduction::Method,
        seed::{Seed, check_count},
        terms::Terms,
        units::find_non_unit,
        varied::{self, DelayCounts, Products, check_in_memory},
    },
    statement::Statement,
    wesolowski,
};
use alloc::vec::Vec;
use core::ops::Range;
use heliast_group::BulkGroup;
use std::io::{Read, Seek};

/// The number of false statements that ends a search. Further ones of the same part are named, too.
const MOST_NAMED: usize = 16;

/// The statements of a file with a [`StatementsHeader`], or of another source with the same layout. They are
/// not checked before they are read.
#[derive(Debug)]
pub struct List<'g, G, R> {
    group: &'g G,
    header: StatementsHeader,
    reader: Reader<R>,
}

/// The result of combining a list.
#[derive(Clone, Debug)]
pub struct Left<E> {
    /// The statements to be proved, or to be checked by a [`Proof`](crate::batch::Proof).
    pub statements: Vec<Statement<E>>,
    /// The number of parts in which the list was read.
    pub parts: usize,
}

/// Facts about a list whose proof holds.
#[derive(Clone, Debug)]
pub struct Verified {
    /// Its delays.
    pub delays: DelayCounts,
    /// The number of parts in which it was read.
    pub parts: usize,
}

impl<'g, G: BulkGroup, R: Read + Seek> List<'g, G, R> {
    /// The list in `source`, from the beginning of which the header was read.
    ///
    /// # Errors
    /// If it is of another group, or has no statements or too many.
    pub fn new(group: &'g G, header: StatementsHeader, source: R) -> Result<Self, ListError> {
        header.check_group(group)?;
        check_count(header.count)?;
        let reader = Reader::new(source, header.record_len());
        Ok(List { group, header, reader })
    }

    /// The header of the list.
    pub fn header(&self) -> &StatementsHeader {
        &self.header
    }

    /// The approximate number of bytes that a prover of different delays needs: all statements are in its
    /// memory at once, and with incidence buckets also rows of up to a third of their size.
    pub fn memory_to_prove(&self, terms: varied::Terms) -> u64 {
        let width = u64::from(self.header.width) * if terms.is_linear() { 2 } else { 1 };
        let strings = 5 * u64::from(terms.level()).div_ceil(8);
        self.header.count.saturating_mul(self.header.record_len() + 2 * width + strings + 256)
    }

    /// Reads all statements, in place of the content of `bytes`.
    pub fn read_all<'b>(&mut self, bytes: &'b mut Vec<u8>) -> Result<Records<'b>, ListError> {
        self.read(0..self.header.count, bytes)
    }

    /// Checks a proof of the list. The caller must check the level of the proof.
    ///
    /// # Errors
    /// [`Invalid::OtherDelay`], [`Invalid::OtherKind`] or [`Invalid::Count`] if the proof is about another
    /// list. Any error of the list or the proof; for an element that is not a unit, its place.
    pub fn verify(
        &mut self,
        file: &BatchProofFile,
        room: Room,
        progress: impl FnMut(Progress) -> bool,
    ) -> Result<Verified, ListError> {
        file.check_claim(&self.header)?;
        match file.terms() {
            AnyTerms::One(terms) => {
                let proof = file.proof(self.group)?;
                let Left { statements, parts } = self.combine(terms, file.shards(), room, progress)?;
                proof.check(self.group, &statements)?;
                let delays = [(terms.t, self.header.count)].into_iter().collect();
                Ok(Verified { delays, parts })
            }
            AnyTerms::Varied(terms) => {
                let proof = file.element(self.group)?;
                self.verify_varied(*terms, &proof, room, progress)
            }
        }
    }

    /// Combines the list, which has one delay, in shards of these lengths. Returns the statements that are
    /// left.
    ///
    /// # Errors
    /// [`Invalid::OtherDelay`] or [`Invalid::OtherKind`] if `terms`, which often come from a prover's file,
    /// have another t than the list; [`Invalid::Count`] if the shards have another number of statements. Any
    /// error of the list; for an element that is not a unit, its place.
    pub fn combine(
        &mut self,
        terms: &Terms,
        shards: &[u64],
        room: Room,
        mut progress: impl FnMut(Progress) -> bool,
    ) -> Result<Left<G::Elem>, ListError> {
        self.check_delay(terms)?;
        let found = shards.iter().fold(0u64, |sum, count| sum.saturating_add(*count));
        if found != self.header.count {
            return Err(Invalid::Count { expected: Some(self.header.count), found }.into());
        }
        let (group, threads) = (self.group, room.threads);
        let parts = cut(shards, longest(&self.header, terms, room));
        let (seed, rows) = match &parts[..] {
            [_] => self.at_once(&mut progress, |records| {
                let seed = terms.seed(group, &Digest::of_shards(shards, records, threads))?;
                let list = Placed { start: 0, records };
                Ok((seed, partial(group, terms, &seed, list, Method::Best, threads)?))
            })?,
            parts => self.in_parts(parts, terms, threads, &mut progress)?,
        };
        match finish(group, terms, &seed, rows, Method::Best, threads) {
            Ok(statements) => Ok(Left { statements, parts: parts.len() }),
            Err(Invalid::Element(reason)) => {
                Err(self.find_non_unit(&parts).unwrap_or(Invalid::Element(reason)).into())
            }
            Err(invalid) => Err(invalid.into()),
        }
    }

    fn check_delay(&self, terms: &Terms) -> Result<(), Invalid> {
        match (self.header.t, terms.t) {
            (None, _) => Err(Invalid::OtherKind),
            (Some(expected), found) if expected != found => Err(Invalid::OtherDelay { expected, found }),
            _ => Ok(()),
        }
    }

    fn in_parts(
        &mut self,
        parts: &[Part],
        terms: &Terms,
        threads: usize,
        progress: &mut impl FnMut(Progress) -> bool,
    ) -> Result<(Seed, Rows<G::Elem>), ListError> {
        let group = self.group;
        let digests = self.pass(Pass::Digest, parts, threads, progress, |_| Ok(()))?;
        let seed = terms.seed(group, &digests)?;
        let mut combined = None::<Rows<G::Elem>>;
        self.pass_again(&digests, Pass::Combine, parts, threads, progress, |part| {
            match &mut combined {
                Some(combined) => combined.absorb(group, terms, &seed, part, threads)?,
                None => combined = Some(partial(group, terms, &seed, part, Method::Best, threads)?),
            }
            Ok(())
        })?;
        Ok((seed, combined.ok_or(Invalid::Empty)?))
    }

    fn verify_varied(
        &mut self,
        terms: varied::Terms,
        proof: &G::Elem,
        room: Room,
        mut progress: impl FnMut(Progress) -> bool,
    ) -> Result<Verified, ListError> {
        let (group, threads) = (self.group, room.threads);
        let parts = cut(&[self.header.count], longest_varied(&self.header, terms.level(), room));
        let checked = match &parts[..] {
            [_] => self.at_once(&mut progress, |records| {
                let delays = DelayCounts::of(records);
                check_in_memory(group, terms, records, &delays, proof, threads)?;
                Ok(delays)
            }),
            parts => self.verify_in_parts(parts, terms, proof, threads, &mut progress),
        };
        match checked {
            Ok(delays) => Ok(Verified { delays, parts: parts.len() }),
            Err(ListError::Invalid(unknown)) if is_of_an_element(&unknown) => {
                Err(self.find_non_unit(&parts).unwrap_or(unknown).into())
            }
            Err(error) => Err(error),
        }
    }

    fn verify_in_parts(
        &mut self,
        parts: &[Part],
        terms: varied::Terms,
        proof: &G::Elem,
        threads: usize,
        progress: &mut impl FnMut(Progress) -> bool,
    ) -> Result<DelayCounts, ListError> {
        let (group, mut delays) = (self.group, DelayCounts::default());
        let digests = self.pass(Pass::Digest, parts, threads, progress, |part| {
            delays.absorb(part.records);
            Ok(())
        })?;
        let mut products = Products::new(group, terms, &digests, &delays)?;
        self.pass_again(&digests, Pass::Combine, parts, threads, progress, |part| {
            products.absorb(group, part, threads).map(drop).map_err(changed)
        })?;
        let mut powers = products.draw(group, threads)?;
        if powers.wanted() > 0 {
            self.pass_again(&digests, Pass::Raise, parts, threads, progress, |part| {
                powers.absorb(group, part, threads).map_err(changed)
            })?;
        }
        powers.check(group, proof, threads)?;
        Ok(delays)
    }

    /// Reads the list in one part, and works on it.
    fn at_once<T>(
        &mut self,
        progress: &mut impl FnMut(Progress) -> bool,
        work: impl FnOnce(&Records<'_>) -> Result<T, ListError>,
    ) -> Result<T, ListError> {
        tell(progress, Pass::Combine, 0, 1)?;
        let made = work(&self.read_all(&mut Vec::new())?)?;
        tell(progress, Pass::Combine, self.header.count, 1)?;
        Ok(made)
    }

    /// Reads part after part, passes each to `take`, and returns the digests of the shards as they were read.
    fn pass(
        &mut self,
        pass: Pass,
        parts: &[Part],
        threads: usize,
        progress: &mut impl FnMut(Progress) -> bool,
        mut take: impl FnMut(Placed<'_>) -> Result<(), ListError>,
    ) -> Result<Vec<Digest>, ListError> {
        let (mut bytes, mut digests) = (Vec::new(), Digests::default());
        for part in parts {
            tell(progress, pass, part.places.start, parts.len())?;
            let records = self.read(part.places.clone(), &mut bytes)?;
            digests.absorb(part, &records, threads);
            take(Placed { start: part.places.start, records: &records })?;
        }
        tell(progress, pass, self.header.count, parts.len())?;
        Ok(digests.shards)
    }

    /// A pass over the statements, which must be those that were hashed.
    fn pass_again(
        &mut self,
        digests: &[Digest],
        pass: Pass,
        parts: &[Part],
        threads: usize,
        progress: &mut impl FnMut(Progress) -> bool,
        take: impl FnMut(Placed<'_>) -> Result<(), ListError>,
    ) -> Result<(), ListError> {
        let again = self.pass(pass, parts, threads, progress, take)?;
        if again == digests { Ok(()) } else { Err(ListError::Changed) }
    }

    /// Finds about sixteen false statements at most in a list of one delay that has some. If `progress` stops
    /// the search, it returns those that were found before.
    ///
    /// # Errors
    /// As [`name_false`](crate::batch::name_false), if the list cannot be read, and
    /// [`Invalid::OtherDelay`] or [`Invalid::OtherKind`].
    pub fn find_false(
        &mut self,
        terms: &Terms,
        room: Room,
        progress: impl Fn() -> bool,
    ) -> Result<Vec<u64>, ListError> {
        self.check_delay(terms)?;
        let parts = cut(&[self.header.count], longest(&self.header, terms, room));
        let (group, mut bytes, mut found) = (self.group, Vec::new(), Vec::new());
        for part in &parts {
            let records = self.read(part.places.clone(), &mut bytes)?;
            // If the list has several parts, it is not known which of them have false statements.
            let searched = match parts.len() {
                1 => name_false(group, terms.t, &records, |_| progress()),
                _ => find_false(group, terms.t, &records, |_| progress()),
            };
            match searched {
                Ok(places) => found.extend(places.iter().map(|place| part.places.start + place)),
                // The statements that were found before are returned.
                Err(ProveError::Interrupted) => break,
                Err(error) => return Err(ListError::Search(error)),
            }
            if found.len() >= MOST_NAMED {
                break;
            }
        }
        Ok(found)
    }

    /// Finds an element of the list that is not a unit.
    fn find_non_unit(&mut self, parts: &[Part]) -> Option<Invalid> {
        let (group, mut bytes) = (self.group, Vec::new());
        parts.iter().find_map(|Part { places, .. }| {
            let records = self.read(places.clone(), &mut bytes).ok()?;
            find_non_unit(group, &records).map(|invalid| invalid.moved(places.start))
        })
    }

    /// Reads the statements at these places.
    fn read<'b>(&mut self, places: Range<u64>, bytes: &'b mut Vec<u8>) -> Result<Records<'b>, ListError> {
        self.reader.read(places.clone(), bytes)?;
        let moved = |reason: BadRecords| reason.moved(places.start);
        Ok(self.header.records(self.group, bytes).map_err(moved)?)
    }
}

/// The error for statements that have other delays than when they were counted.
fn changed(invalid: Invalid) -> ListError {
    match invalid {
        Invalid::Count { .. } => ListError::Changed,
        other => other.into(),
    }
}

/// Whether some element is not a unit, without its place.
fn is_of_an_element(invalid: &Invalid) -> bool {
    matches!(invalid, Invalid::Wesolowski { reason: wesolowski::Invalid::Element(_), .. })
}
