//! Lists in which each statement has its own delay.
//!
//! A verifier reads one that does not fit into the memory three times. A prover wants all of it in the
//! memory, and with it an element for every delay that there is.

use super::{
    file::StatementsHeader,
    groups::DelayCounts,
    records::{BadRecords, Records},
    terms::Terms,
    verify::{Products, check_in_memory},
};
use crate::{
    batch::{
        digest::Leaves,
        error::Invalid,
        list::{
            error::ListError,
            parts::{INDICES, Part, cut, whole_leaves},
            progress::{Pass, Progress, each_part},
            reader::Reader,
            room::Room,
        },
        placed::Placed,
        seed::check_count,
    },
    parallel::MAX_THREADS,
    wesolowski,
};
use alloc::vec::Vec;
use core::ops::Range;
use heliast_group::Group;
use std::io::{Read, Seek};

/// The statements of a file of [`StatementsHeader`], or of anything else that is laid out so. They are not
/// checked before they are read.
#[derive(Debug)]
pub struct List<'g, G, R> {
    group: &'g G,
    header: StatementsHeader,
    reader: Reader<R>,
}

/// Facts about a list whose proof holds.
#[derive(Clone, Debug)]
pub struct Verified {
    /// Its delays.
    pub delays: DelayCounts,
    /// The number of parts in which it was read.
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

    /// About how many bytes a prover needs: all statements are in its memory at once, and with incidence
    /// buckets rows of up to a third of them.
    pub fn memory_to_prove(&self, terms: Terms) -> u64 {
        let width = u64::from(self.header.width) * if terms.is_linear() { 2 } else { 1 };
        let strings = 5 * u64::from(terms.level()).div_ceil(8);
        self.header.count.saturating_mul(self.header.record_len() + 2 * width + strings + 256)
    }

    /// Reads all statements, in place of the content of `bytes`.
    pub fn read_all<'b>(&mut self, bytes: &'b mut Vec<u8>) -> Result<Records<'b>, ListError> {
        self.read(0..self.header.count, bytes)
    }

    /// Accepts a proof of the list, or says why not.
    ///
    /// # Errors
    /// Any error of the list or the proof; for an element that is not a unit, its place.
    pub fn verify(
        &mut self,
        terms: Terms,
        proof: &G::Elem,
        room: Room,
        mut progress: impl FnMut(Progress) -> bool,
    ) -> Result<Verified, ListError> {
        let parts = cut(&[self.header.count], longest_varied(&self.header, terms.level(), room));
        let checked = match &parts[..] {
            [_] => self.verify_at_once(&parts, terms, proof, room.threads, &mut progress),
            parts => self.verify_in_parts(parts, terms, proof, room.threads, &mut progress),
        };
        match checked {
            Ok(delays) => Ok(Verified { delays, parts: parts.len() }),
            Err(ListError::Invalid(unknown)) if is_of_an_element(&unknown) => {
                Err(self.find_non_unit(&parts).unwrap_or(unknown).into())
            }
            Err(error) => Err(error),
        }
    }

    fn verify_at_once(
        &mut self,
        whole: &[Part],
        terms: Terms,
        proof: &G::Elem,
        threads: usize,
        progress: &mut impl FnMut(Progress) -> bool,
    ) -> Result<DelayCounts, ListError> {
        let (group, mut bytes, mut delays) = (self.group, Vec::new(), DelayCounts::default());
        each_part(Pass::Combine, whole, progress, |part| {
            let records = self.read(part.places.clone(), &mut bytes)?;
            delays.absorb(&records);
            Ok(check_in_memory(group, terms, &records, &delays, proof, threads)?)
        })?;
        Ok(delays)
    }

    fn verify_in_parts(
        &mut self,
        parts: &[Part],
        terms: Terms,
        proof: &G::Elem,
        threads: usize,
        progress: &mut impl FnMut(Progress) -> bool,
    ) -> Result<DelayCounts, ListError> {
        let (group, mut bytes, mut delays) = (self.group, Vec::new(), DelayCounts::default());
        let mut leaves = Leaves::default();
        each_part(Pass::Digest, parts, progress, |part| {
            let records = self.read(part.places.clone(), &mut bytes)?;
            leaves.absorb_varied(&records, threads);
            delays.absorb(&records);
            Ok(())
        })?;
        let digest = leaves.finish();

        let mut again = Leaves::default();
        let mut products = Products::new(group, terms, &[digest], &delays)?;
        each_part(Pass::Combine, parts, progress, |part| {
            let records = self.read(part.places.clone(), &mut bytes)?;
            again.absorb_varied(&records, threads);
            let placed = Placed { start: part.places.start, records: &records };
            products.absorb(group, placed, threads).map_err(changed)
        })?;
        // The multiplied statements must be those that were hashed.
        if again.finish() != digest {
            return Err(ListError::Changed);
        }

        let mut powers = products.draw(group, threads)?;
        if powers.wanted() > 0 {
            let mut again = Leaves::default();
            each_part(Pass::Raise, parts, progress, |part| {
                let records = self.read(part.places.clone(), &mut bytes)?;
                again.absorb_varied(&records, threads);
                let placed = Placed { start: part.places.start, records: &records };
                powers.absorb(group, placed, threads).map_err(changed)
            })?;
            if again.finish() != digest {
                return Err(ListError::Changed);
            }
        }
        powers.check(group, proof, threads)?;
        Ok(delays)
    }

    /// Finds an element of the list that is not a unit.
    fn find_non_unit(&mut self, parts: &[Part]) -> Option<Invalid> {
        let (group, mut bytes) = (self.group, Vec::new());
        parts.iter().find_map(|Part { places, .. }| {
            let invalid = self.read(places.clone(), &mut bytes).ok()?.check_units(group).err()?;
            Some(invalid.moved(places.start))
        })
    }

    /// Reads the statements at these places.
    fn read<'b>(&mut self, places: Range<u64>, bytes: &'b mut Vec<u8>) -> Result<Records<'b>, ListError> {
        self.reader.read(places.clone(), bytes)?;
        let moved = |reason: BadRecords| reason.moved(places.start);
        Ok(Records::new(self.group, bytes).map_err(moved)?)
    }
}

impl From<BadRecords> for ListError {
    fn from(reason: BadRecords) -> ListError {
        match reason {
            BadRecords::Delay { index, t } => ListError::Delay { index, t },
            BadRecords::Records(reason) => reason.into(),
        }
    }
}

/// Statements have other delays than when they were counted.
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

/// The number of statements that fit into the memory, each with its string, its place by delay, its
/// exponent twice, and a copy of its input. Data about the whole list is not counted: some 30 bytes
/// for every delay, an element for every one whose statements are merged, and the rows of incidence
/// buckets.
fn longest_varied(header: &StatementsHeader, level: u16, room: Room) -> u64 {
    let threads = room.threads.min(MAX_THREADS) as u64;
    const PLACES: u64 = 128;
    let width = u64::from(header.width);
    let strings = 5 * u64::from(level).div_ceil(8);
    whole_leaves(
        room.memory
            / (header.record_len() + width + strings + PLACES + threads * (INDICES + width.div_ceil(4))),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_different_delays_fit_into_the_memory() {
        let header = StatementsHeader { group_id: [0; 32], width: 256, count: 1 << 40 };
        let longest = |memory, threads| longest_varied(&header, 128, Room { memory, threads });
        assert_eq!((longest(0, 1), longest(1 << 20, 64)), (4096, 4096));
        for memory in [64 << 20, 2 << 30, 1 << 40] {
            let statements = longest(memory, 2);
            assert!(statements.is_multiple_of(4096) && longest(memory, 8) < statements);
            assert!(
                (800..1300).contains(&(memory / statements)),
                "bytes of a statement: {}",
                memory / statements
            );
        }
    }
}
