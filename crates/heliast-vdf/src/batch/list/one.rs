//! Lists about one delay.

use super::{
    digests::Digests,
    error::ListError,
    parts::{Part, cut, longest},
    progress::{Pass, Progress, each_part},
    reader::Reader,
    room::Room,
};
use crate::{
    batch::{
        combine::{Rows, finish, partial},
        error::{Invalid, ProveError},
        file::StatementsHeader,
        find::{find_false, name_false},
        placed::Placed,
        records::{BadRecords, Records},
        reduction::Method,
        seed::{Seed, check_count},
        terms::Terms,
        units::find_non_unit,
    },
    statement::Statement,
};
use alloc::vec::Vec;
use core::ops::Range;
use heliast_group::Group;
use std::io::{Read, Seek};

/// False statements that end a search: what a part has beyond them is named, too.
const MOST_NAMED: usize = 16;

/// The statements of a file of [`StatementsHeader`], or of anything else that is laid out so. They are not
/// checked before they are read.
#[derive(Debug)]
pub struct List<'g, G, R> {
    group: &'g G,
    header: StatementsHeader,
    reader: Reader<R>,
}

/// The result of combining a list.
#[derive(Clone, Debug)]
pub struct Left<E> {
    /// To be proved, or held to a [`Proof`](crate::batch::Proof).
    pub statements: Vec<Statement<E>>,
    /// In how many parts the list was read.
    pub parts: usize,
}

impl<'g, G: Group, R: Read + Seek> List<'g, G, R> {
    /// The list whose header was read from the beginning of `source`.
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

    /// The statements that are left of the list in shards of these lengths.
    ///
    /// # Errors
    /// [`Invalid::OtherDelay`] if `terms`, which often come from a prover's file, have another t
    /// than the list; [`Invalid::Count`] if the shards have another number of statements. Any error
    /// of the list; for an element that is not a unit, its place.
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
        let parts = cut(shards, longest(&self.header, terms, room));
        let (seed, rows) = match &parts[..] {
            [_] => self.at_once(&parts, terms, room.threads, &mut progress)?,
            parts => self.in_parts(parts, terms, room.threads, &mut progress)?,
        };
        match finish(self.group, terms, &seed, rows, Method::Best, room.threads) {
            Ok(statements) => Ok(Left { statements, parts: parts.len() }),
            Err(Invalid::Element(reason)) => {
                Err(self.find_non_unit(&parts).unwrap_or(Invalid::Element(reason)).into())
            }
            Err(invalid) => Err(invalid.into()),
        }
    }

    fn check_delay(&self, terms: &Terms) -> Result<(), Invalid> {
        let (expected, found) = (self.header.t, terms.t);
        if expected == found { Ok(()) } else { Err(Invalid::OtherDelay { expected, found }) }
    }

    fn at_once(
        &mut self,
        whole: &[Part],
        terms: &Terms,
        threads: usize,
        progress: &mut impl FnMut(Progress) -> bool,
    ) -> Result<(Seed, Rows<G::Elem>), ListError> {
        let (mut bytes, mut made) = (Vec::new(), None);
        each_part(Pass::Combine, whole, progress, |part| {
            let records = self.read(part.places.clone(), &mut bytes)?;
            let mut digests = Digests::default();
            digests.absorb(part, &records, threads);
            let seed = terms.seed(self.group, &digests.shards)?;
            let list = Placed { start: 0, records: &records };
            made = Some((seed, partial(self.group, terms, &seed, list, Method::Best, threads)?));
            Ok(())
        })?;
        made.ok_or(ListError::Invalid(Invalid::Empty))
    }

    fn in_parts(
        &mut self,
        parts: &[Part],
        terms: &Terms,
        threads: usize,
        progress: &mut impl FnMut(Progress) -> bool,
    ) -> Result<(Seed, Rows<G::Elem>), ListError> {
        let (group, mut bytes, mut digests) = (self.group, Vec::new(), Digests::default());
        each_part(Pass::Digest, parts, progress, |part| {
            digests.absorb(part, &self.read(part.places.clone(), &mut bytes)?, threads);
            Ok(())
        })?;
        let seed = terms.seed(group, &digests.shards)?;

        let (mut again, mut combined) = (Digests::default(), None::<Rows<G::Elem>>);
        each_part(Pass::Combine, parts, progress, |part| {
            let records = self.read(part.places.clone(), &mut bytes)?;
            again.absorb(part, &records, threads);
            let placed = Placed { start: part.places.start, records: &records };
            match &mut combined {
                Some(combined) => combined.absorb(group, terms, &seed, placed, threads)?,
                None => combined = Some(partial(group, terms, &seed, placed, Method::Best, threads)?),
            }
            Ok(())
        })?;
        // The multiplied statements must be those that were hashed.
        if again.shards != digests.shards {
            return Err(ListError::Changed);
        }
        Ok((seed, combined.ok_or(Invalid::Empty)?))
    }

    /// The false statements of a list of which some are: about sixteen at most. If `progress` says stop,
    /// those that were found by then.
    ///
    /// # Errors
    /// As [`name_false`](crate::batch::name_false), if the list cannot be read, and
    /// [`Invalid::OtherDelay`].
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
            // Of one part of several, it is not known whether something is false in it.
            let searched = match parts.len() {
                1 => name_false(group, terms.t, &records, |_| progress()),
                _ => find_false(group, terms.t, &records, |_| progress()),
            };
            match searched {
                Ok(places) => found.extend(places.iter().map(|place| part.places.start + place)),
                // The statements that were found before are reported.
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
            find_non_unit(group, records.sides()).map(|invalid| invalid.moved(places.start))
        })
    }

    /// Reads the statements at these places.
    fn read<'b>(&mut self, places: Range<u64>, bytes: &'b mut Vec<u8>) -> Result<Records<'b>, ListError> {
        self.reader.read(places.clone(), bytes)?;
        let moved = |reason: BadRecords| reason.moved(places.start);
        Ok(Records::new(self.group, bytes).map_err(moved)?)
    }
}
