//! From a list to the statements that are left: map over shards, reduce by products.

use super::{
    digest::Digest,
    error::Invalid,
    incidence::{self, Chosen},
    kind::check_one,
    placed::Placed,
    records::Records,
    reduction::{Method, Reduction},
    seed::Seed,
    sides::Sides,
    table::{Table, rows_of},
    terms::Terms,
    units::find_non_unit,
};
use crate::statement::Statement;
use alloc::vec::Vec;
use heliast_group::{BulkGroup, Group};

/// The result of the first reduction of some of the statements: products that are multiplied row by
/// row with those of the others.
#[derive(Clone, Debug)]
pub struct Rows<E> {
    table: Table<E>,
    /// The number of statements whose products they are.
    count: u64,
}

/// The rows of the statements from place `start` on in the list of this seed, on `threads` threads.
///
/// Memory: a string, a digit and an index for each statement, and 2^c buckets for each thread: 30 bytes a
/// statement and 0.4 kB a bucket at 2048 bits. With incidence buckets it is 1.5 times the rows.
///
/// # Errors
/// [`Invalid::Count`] if the protocol is made for fewer statements, [`Invalid::OtherKind`] if each statement
/// has a delay of its own.
pub fn partial<G: BulkGroup>(
    group: &G,
    terms: &Terms,
    seed: &Seed,
    part: Placed<'_>,
    method: Method,
    threads: usize,
) -> Result<Rows<G::Elem>, Invalid> {
    check_one(part.records)?;
    let (first, count) = (terms.protocol.reductions()[0], part.records.len() as u64);
    let end = part.start.saturating_add(count);
    match first.statements() {
        Some(expected) if expected < end => Err(Invalid::Count { expected: Some(expected), found: end }),
        _ => {
            let table = first.apply(group, part.records, (seed, 0, part.start), method, threads);
            Ok(Rows { table, count })
        }
    }
}

impl<E: Clone + Send + Sync> Rows<E> {
    /// Multiplies by the rows that [`partial`] would return for other statements, on `threads` threads. With
    /// incidence buckets only the rows that some of the statements fall into are computed. This takes memory
    /// for three times the records.
    ///
    /// # Errors
    /// As [`partial`] and [`Rows::merge`].
    pub fn absorb<G: BulkGroup<Elem = E>>(
        &mut self,
        group: &G,
        terms: &Terms,
        seed: &Seed,
        part: Placed<'_>,
        threads: usize,
    ) -> Result<(), Invalid> {
        check_one(part.records)?;
        match (&mut self.table, terms.protocol.reductions()[0]) {
            (Table::Records(rows), Reduction::Incidence(level)) if !group.decodes_slowly() => {
                let (expected, found) = (level.rows(), rows.len() / Records::record_len(group));
                if expected != found {
                    return Err(Invalid::Rows { expected, found });
                }
                let end = part.start.saturating_add(part.records.len() as u64);
                if level.statements() < end {
                    return Err(Invalid::Count { expected: Some(level.statements()), found: end });
                }
                let sides = part.records.sides();
                let part_of = (&Chosen::all(&sides), part.start);
                incidence::absorb(group, level, rows, part_of, (seed, 0), threads)?;
                self.count = self.count.saturating_add(part.records.len() as u64);
                Ok(())
            }
            _ => self.merge(group, &partial(group, terms, seed, part, Method::Best, threads)?),
        }
    }
}

impl<E> Rows<E> {
    /// Multiplies by the rows of other statements.
    ///
    /// # Errors
    /// [`Invalid::Rows`] if they are rows of another protocol, and [`Invalid::Element`] if they show that
    /// some statement has an element that is not a unit.
    pub fn merge<G: BulkGroup<Elem = E>>(&mut self, group: &G, other: &Rows<E>) -> Result<(), Invalid> {
        self.table.merge(group, &other.table)?;
        self.count = self.count.saturating_add(other.count);
        Ok(())
    }

    /// The number of statements in 8 bytes, and the rows as records: 520 bytes for Random Exponents at 2048
    /// bits.
    pub fn encode<G: Group<Elem = E>>(&self, group: &G) -> Vec<u8> {
        let mut bytes = self.count.to_be_bytes().to_vec();
        bytes.extend(self.table.to_records(group).iter());
        bytes
    }

    /// Decodes rows of another worker. Whether it made them honestly is not checked.
    pub fn decode<G: BulkGroup<Elem = E>>(
        group: &G,
        terms: &Terms,
        bytes: &[u8],
    ) -> Result<Rows<E>, Invalid> {
        let first = terms.protocol.reductions()[0];
        let expected = first.rows();
        let found = bytes.len() / Records::record_len(group);
        let (count, bytes) = bytes.split_first_chunk().ok_or(Invalid::Rows { expected, found })?;
        if bytes.len() != expected * Records::record_len(group) {
            return Err(Invalid::Rows { expected, found });
        }
        let table = Table::decode(group, bytes, matches!(first, Reduction::Incidence(_)))?;
        Ok(Rows { table, count: u64::from_be_bytes(*count) })
    }
}

/// The statements that are left when the other reductions are applied to the rows of the whole list. If these
/// are true, all statements of the list are.
///
/// # Errors
/// [`Invalid::Count`] if the rows are of more or fewer statements than the list has. The caller must merge
/// each part exactly once; if one part is missing and another is merged twice, the proof of the rows fails.
/// [`Invalid::Element`] if some element of the list is not a unit; [`combine`] names it.
pub fn finish<G: BulkGroup>(
    group: &G,
    terms: &Terms,
    seed: &Seed,
    rows: Rows<G::Elem>,
    method: Method,
    threads: usize,
) -> Result<Vec<Statement<G::Elem>>, Invalid> {
    let Rows { mut table, count } = rows;
    if seed.count() != Some(count) {
        return Err(Invalid::Count { expected: seed.count(), found: count });
    }
    // If an element is not a unit, some row is not a unit either, with an error as small as that of the
    // reduction. Each of many rows is a factor of the elements that are left, with a smaller error, so one
    // check there is enough.
    let are_many = match &table {
        Table::Elements(sides) => check_units(group, sides).map(|()| false)?,
        Table::Records(_) => true,
    };
    for (stage, reduction) in terms.protocol.reductions().iter().enumerate().skip(1) {
        let encoded = table.into_records(group);
        table = reduction.apply(group, &rows_of(group, &encoded)?, (seed, stage, 0), method, threads);
    }
    let sides = table.into_sides(group)?;
    if are_many {
        check_units(group, &sides)?;
    }
    let [x, y] = sides;
    Ok(x.into_iter().zip(y).map(|(x, y)| Statement { x, y, t: terms.t }).collect())
}

fn check_units<G: Group>(group: &G, sides: &Sides<G::Elem>) -> Result<(), Invalid> {
    let elements: Vec<&G::Elem> = sides.iter().flatten().collect();
    Ok(group.check_units(&elements)?)
}

/// Combines a list in memory, on `threads` threads. Returns the statements that are left.
///
/// # Errors
/// As [`Terms::seed`] and [`finish`], but with the place of an element that is not a unit.
pub fn combine<G: BulkGroup>(
    group: &G,
    terms: &Terms,
    records: &Records<'_>,
    method: Method,
    threads: usize,
) -> Result<Vec<Statement<G::Elem>>, Invalid> {
    combine_shards(group, terms, &[Digest::of(records, threads)], records, method, threads)
}

/// [`combine`] for a list whose shards have these digests.
pub(super) fn combine_shards<G: BulkGroup>(
    group: &G,
    terms: &Terms,
    shards: &[Digest],
    records: &Records<'_>,
    method: Method,
    threads: usize,
) -> Result<Vec<Statement<G::Elem>>, Invalid> {
    let seed = terms.seed(group, shards)?;
    let rows = partial(group, terms, &seed, Placed { start: 0, records }, method, threads)?;
    finish(group, terms, &seed, rows, method, threads).map_err(|invalid| match invalid {
        Invalid::Element(_) => find_non_unit(group, records).unwrap_or(invalid),
        other => other,
    })
}
