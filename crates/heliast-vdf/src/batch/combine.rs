//! From a list to the statements that are left: map over shards, reduce by products.

use super::{
    digest::Digest, error::Invalid, placed::Placed, records::Records, reduction::Method, seed::Seed,
    terms::Terms, units::find_non_unit, windows::Sides,
};
use crate::statement::Statement;
use alloc::vec::Vec;
use heliast_group::{Group, Malformed};

/// What the first reduction leaves of some of the statements: products that are multiplied row by row with
/// those of the others.
#[derive(Clone, Debug)]
pub struct Rows<E> {
    sides: Sides<E>,
    /// How many statements they are the products of.
    count: u64,
}

/// The rows of the statements that stand at `start` and after in the list of this seed, on `threads` threads.
///
/// Memory: a string, a digit and an index for each statement, and 2^c buckets for each thread: 30 bytes a
/// statement and 0.4 kB a bucket at 2048 bits.
pub fn partial<G: Group>(
    group: &G,
    terms: &Terms,
    seed: &Seed,
    part: Placed<'_, Records<'_>>,
    method: Method,
    threads: usize,
) -> Rows<G::Elem> {
    let first = terms.protocol.reductions()[0];
    let sides = first.apply(group, part.records, (seed, 0, part.start), method, threads);
    Rows { sides, count: part.records.len() as u64 }
}

impl<E> Rows<E> {
    /// Multiplies by the rows of other statements.
    ///
    /// # Errors
    /// [`Invalid::Rows`] if they are rows of another protocol.
    pub fn merge<G: Group<Elem = E>>(&mut self, group: &G, other: &Rows<E>) -> Result<(), Invalid> {
        let (expected, found) = (self.sides[0].len(), other.sides[0].len());
        if expected != found {
            return Err(Invalid::Rows { expected, found });
        }
        for (rows, others) in self.sides.iter_mut().zip(&other.sides) {
            rows.iter_mut().zip(others).for_each(|(row, other)| group.mul_assign(row, other));
        }
        self.count = self.count.saturating_add(other.count);
        Ok(())
    }

    /// The number of statements in 8 bytes, and the rows as records: 520 bytes for Random Exponents at 2048
    /// bits.
    pub fn encode<G: Group<Elem = E>>(&self, group: &G) -> Vec<u8> {
        let mut bytes = self.count.to_be_bytes().to_vec();
        bytes.extend(encode_sides(group, &self.sides));
        bytes
    }

    /// The rows in these bytes, which another worker made: whether it made them honestly cannot be seen.
    pub fn decode<G: Group<Elem = E>>(group: &G, terms: &Terms, bytes: &[u8]) -> Result<Rows<E>, Invalid> {
        let (expected, width) = (terms.protocol.reductions()[0].rows(), group.encoded_len());
        let found = bytes.len() / Records::record_len(group);
        let (count, bytes) = bytes.split_first_chunk().ok_or(Invalid::Rows { expected, found })?;
        if bytes.len() != expected * Records::record_len(group) {
            return Err(Invalid::Rows { expected, found });
        }
        let elements: Result<Vec<E>, Malformed> =
            bytes.chunks_exact(width).map(|bytes| group.decode(bytes)).collect();
        let mut sides = [Vec::new(), Vec::new()];
        elements?.into_iter().enumerate().for_each(|(index, element)| sides[index % 2].push(element));
        Ok(Rows { sides, count: u64::from_be_bytes(*count) })
    }
}

fn encode_sides<G: Group>(group: &G, [x, y]: &Sides<G::Elem>) -> Vec<u8> {
    Records::encode(group, x.iter().zip(y))
}

/// The statements that the other reductions leave of the rows of the whole list. All statements of the list
/// are true if these are.
///
/// # Errors
/// [`Invalid::Count`] if the rows are of more or fewer statements than the list has. That no part is missing
/// while another was merged twice in its place is up to the caller; the proof of such rows fails.
/// [`Invalid::Element`] if some element of the list is no unit: which it is, [`combine`] says.
pub fn finish<G: Group>(
    group: &G,
    terms: &Terms,
    seed: &Seed,
    rows: Rows<G::Elem>,
    method: Method,
    threads: usize,
) -> Result<Vec<Statement<G::Elem>>, Invalid> {
    let Rows { mut sides, count } = rows;
    if seed.count() != Some(count) {
        return Err(Invalid::Count { expected: seed.count(), found: count });
    }
    // An element that is no unit is in some row, but for an error as small as that of the reduction, and
    // makes it none.
    let elements: Vec<&G::Elem> = sides.iter().flatten().collect();
    group.check_units(&elements)?;
    for (stage, reduction) in terms.protocol.reductions().iter().enumerate().skip(1) {
        let encoded = encode_sides(group, &sides);
        let records = Records::of_rows(group, &encoded);
        sides = reduction.apply(group, &records, (seed, stage, 0), method, threads);
    }
    let [x, y] = sides;
    Ok(x.into_iter().zip(y).map(|(x, y)| Statement { x, y, t: terms.t }).collect())
}

/// The statements that are left of a list in memory, on `threads` threads.
///
/// # Errors
/// As [`Terms::seed`] and [`finish`], but with the place of an element that is no unit.
pub fn combine<G: Group>(
    group: &G,
    terms: &Terms,
    records: &Records<'_>,
    method: Method,
    threads: usize,
) -> Result<Vec<Statement<G::Elem>>, Invalid> {
    combine_shards(group, terms, &[Digest::of(records, threads)], records, method, threads)
}

/// The same of a list whose shards have these digests.
pub(super) fn combine_shards<G: Group>(
    group: &G,
    terms: &Terms,
    shards: &[Digest],
    records: &Records<'_>,
    method: Method,
    threads: usize,
) -> Result<Vec<Statement<G::Elem>>, Invalid> {
    let seed = terms.seed(group, shards)?;
    let rows = partial(group, terms, &seed, Placed { start: 0, records }, method, threads);
    finish(group, terms, &seed, rows, method, threads).map_err(|invalid| match invalid {
        Invalid::Element(_) => find_non_unit(group, records.sides()).unwrap_or(invalid),
        other => other,
    })
}
