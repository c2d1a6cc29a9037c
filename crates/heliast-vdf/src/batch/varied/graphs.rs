//! The rows of incidence buckets while they are computed: rows of every delay that has graphs of
//! its own, and of the outputs of the rest (`division.rs`).

use super::{division::Division, product::multiply_powers, terms::Terms};
use crate::batch::{
    error::Invalid,
    incidence::{
        self, Chosen, Incidence,
        exponents::{self, Sum},
        lists_of,
    },
    records::Records,
    seed::{Purpose, Seed},
    strings::Strings,
};
use alloc::{collections::BTreeMap, vec::Vec};
use core::ops::Range;
use heliast_group::{BulkGroup, Encoded, Malformed};

/// The number of the reduction that draws the exponents of the statements that incidence buckets leave.
const EXPONENTS: usize = 3;

/// The rows while they are computed, and the random values for them.
#[derive(Clone, Debug)]
pub(super) struct Graphs {
    terms: Terms,
    seed: Seed,
    own: BTreeMap<u64, Share>,
    rest: Share,
    /// The exponents of the first rows of the rest, if it has any.
    of_rows: Vec<Sum>,
}

/// The statements that are reduced together.
#[derive(Clone, Debug)]
struct Share {
    levels: Vec<Incidence>,
    /// The number of statements, and the number of those that were added.
    count: u64,
    taken: u64,
    /// The first rows of these statements.
    rows: Vec<u8>,
}

/// The result of the rows.
pub(super) struct Reduced<E> {
    /// t and X_t of every delay with graphs of its own, ascending.
    pub(super) bases: Vec<(u64, E)>,
    /// The product of all outputs, including those of the rest if they are reduced; `None` if there are no
    /// rows.
    pub(super) product: Option<E>,
}

/// The division of the statements of a part by their graphs.
pub(super) struct Split {
    own: BTreeMap<u64, Vec<u32>>,
    /// The places of the other statements; `None` stands for all statements, if no delay has graphs of its
    /// own.
    rest: Option<Vec<u32>>,
    rest_len: usize,
}

impl Split {
    /// The places of the statements that have no graphs of their own; `None` if these are all statements.
    pub(super) fn rest(&self) -> Option<&[u32]> {
        self.rest.as_deref()
    }

    /// The number of these statements.
    pub(super) fn rest_len(&self) -> u64 {
        self.rest_len as u64
    }
}

impl Graphs {
    pub(super) fn new(terms: Terms, seed: Seed, division: &Division) -> Graphs {
        let own = division.own.iter().map(|(t, levels)| {
            let count = levels.first().map_or(0, |level| level.statements());
            (*t, Share::new(levels.clone(), count))
        });
        let rest = Share::new(division.outputs.clone(), division.rest);
        let mut graphs = Graphs { terms, seed, own: own.collect(), rest, of_rows: Vec::new() };
        if !graphs.rest.levels.is_empty() {
            let mut sums = exponents::of_strings(&graphs.drawn(0..graphs.rest.left()));
            for (stage, level) in graphs.rest.levels.iter().enumerate().skip(1).rev() {
                sums = exponents::back(*level, &sums, (&seed, stage), 0..level.statements());
            }
            graphs.of_rows = sums;
        }
        graphs
    }

    /// The exponents ρ_k at these places of the rows that are left.
    fn drawn(&self, places: Range<u64>) -> Strings {
        self.seed.strings(EXPONENTS, Purpose::Statement, self.terms.level().into(), places)
    }

    /// Whether the outputs of the rest are reduced here.
    pub(super) fn has_outputs(&self) -> bool {
        !self.rest.levels.is_empty()
    }

    /// Divides these statements by their graphs.
    pub(super) fn split(&self, records: &Records<'_>) -> Split {
        let mut own = BTreeMap::<u64, Vec<u32>>::new();
        if self.own.is_empty() {
            return Split { own, rest: None, rest_len: records.len() };
        }
        let mut rest = Vec::new();
        for index in 0..records.len() {
            let t = records.delay(index);
            let members = if self.own.contains_key(&t) { own.entry(t).or_default() } else { &mut rest };
            members.push(index as u32);
        }
        Split { own, rest_len: rest.len(), rest: Some(rest) }
    }

    /// r_i of the statements of the rest in this part, of which `start` came before, for each place of the
    /// part.
    ///
    /// # Errors
    /// [`Invalid::Count`] if the rest has fewer.
    pub(super) fn strings(&self, split: &Split, start: u64, len: usize) -> Result<Strings, Invalid> {
        let places = start..start.saturating_add(split.rest_len as u64);
        self.rest.check(places.end)?;
        let strings = match self.rest.levels.first() {
            _ if !self.terms.is_linear() => {
                self.seed.strings(0, Purpose::Statement, self.terms.level().into(), places)
            }
            None => self.drawn(places),
            Some(level) => {
                exponents::to_strings(&exponents::back(*level, &self.of_rows, (&self.seed, 0), places))
            }
        };
        Ok(match &split.rest {
            None => strings,
            Some(places) => strings.spread(places, len),
        })
    }

    /// Multiplies the next statements of the list into the rows.
    ///
    /// # Errors
    /// [`Invalid::Count`] if a delay has more statements than were counted; [`Invalid::Element`] if a row is
    /// not an element.
    pub(super) fn absorb<G: BulkGroup>(
        &mut self,
        group: &G,
        records: &Records<'_>,
        split: &Split,
        threads: usize,
    ) -> Result<(), Invalid> {
        let sides = records.sides();
        for (t, places) in &split.own {
            let Some(share) = self.own.get_mut(t) else { continue };
            share.absorb(group, &Chosen::at(&sides, places), (&self.seed, places.len()), threads)?;
        }
        let outputs = match &split.rest {
            Some(places) => Chosen::at(&sides[1..], places),
            None => Chosen::all(&sides[1..]),
        };
        self.rest.absorb(group, &outputs, (&self.seed, split.rest_len), threads)
    }

    /// The number of statements of the rest that were added.
    pub(super) fn rest_taken(&self) -> u64 {
        self.rest.taken
    }

    /// The bases and the product from the rows of the whole list.
    ///
    /// # Errors
    /// [`Malformed::NotAUnit`] if a row is not an element.
    pub(super) fn finish<G: BulkGroup>(
        &self,
        group: &G,
        threads: usize,
    ) -> Result<Reduced<G::Elem>, Malformed> {
        let first = if self.has_outputs() { 0 } else { self.rest.left() };
        let (mut outputs, mut at) = (self.rest.last_rows(group, &self.seed, 1, threads)?, self.rest.left());
        let (mut bases, width) = (Vec::new(), group.encoded_len());
        for (t, share) in &self.own {
            let rows = share.last_rows(group, &self.seed, 2, threads)?;
            let inputs = lists_of(group, &rows, 2)?[0];
            let exponents = self.drawn(at..at + share.left());
            bases.push((*t, multiply_powers(group, inputs, &exponents, threads)));
            rows.chunks_exact(2 * width).for_each(|row| outputs.extend_from_slice(&row[width..]));
            at += share.left();
        }
        let outputs: Vec<Encoded<'_>> = lists_of(group, &outputs, 1)?;
        let product = match at - first {
            0 => None,
            _ => Some(multiply_powers(group, outputs[0], &self.drawn(first..at), threads)),
        };
        Ok(Reduced { bases, product })
    }
}

impl Share {
    fn new(levels: Vec<Incidence>, count: u64) -> Share {
        Share { levels, count, taken: 0, rows: Vec::new() }
    }

    /// The number of rows that are left in the end, or of statements if there are no graphs.
    fn left(&self) -> u64 {
        self.levels.last().map_or(self.count, |level| level.rows() as u64)
    }

    fn check(&self, end: u64) -> Result<(), Invalid> {
        let fits = end <= self.count;
        if fits { Ok(()) } else { Err(Invalid::Count { expected: Some(self.count), found: end }) }
    }

    fn absorb<G: BulkGroup>(
        &mut self,
        group: &G,
        chosen: &Chosen<'_>,
        (seed, count): (&Seed, usize),
        threads: usize,
    ) -> Result<(), Invalid> {
        let (start, end) = (self.taken, self.taken.saturating_add(count as u64));
        self.check(end)?;
        self.taken = end;
        match self.levels.first() {
            Some(_) if count == 0 => {}
            Some(level) if self.rows.is_empty() => {
                self.rows = incidence::rows(group, *level, chosen, (seed, 0, start), threads);
            }
            Some(level) => {
                incidence::absorb(group, *level, &mut self.rows, (chosen, start), (seed, 0), threads)?;
            }
            None => {}
        }
        Ok(())
    }

    /// The rows that are left of all statements, each with `lists` elements. Without graphs there are no
    /// rows.
    fn last_rows<G: BulkGroup>(
        &self,
        group: &G,
        seed: &Seed,
        lists: usize,
        threads: usize,
    ) -> Result<Vec<u8>, Malformed> {
        let mut rows = self.rows.clone();
        for (stage, level) in self.levels.iter().enumerate().skip(1) {
            let lists = lists_of(group, &rows, lists)?;
            rows = incidence::rows(group, *level, &Chosen::all(&lists), (seed, stage, 0), threads);
        }
        Ok(rows)
    }
}
