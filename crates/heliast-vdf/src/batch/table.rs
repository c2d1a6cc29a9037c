//! The result of a reduction in its first form: few statements as elements, many as records.

use super::{error::Invalid, records::Records, sides::Sides};
use alloc::{borrow::Cow, vec::Vec};
use heliast_group::{BulkGroup, Encoded, Group, Malformed, Members};

/// Rows, as all x and all y.
#[derive(Clone, Debug)]
pub(super) enum Table<E> {
    Elements(Sides<E>),
    /// The rows as x ‖ y, one after the other. A product of elements that are not units may not be an
    /// element; then these bytes are not a valid encoding.
    Records(Vec<u8>),
}

/// Rows that are merged at a time.
const CHUNK: usize = 4096;

impl<E> Table<E> {
    /// The number of rows.
    pub(super) fn len<G: Group<Elem = E>>(&self, group: &G) -> usize {
        match self {
            Table::Elements([x, _]) => x.len(),
            Table::Records(bytes) => bytes.len() / Records::record_len(group),
        }
    }

    pub(super) fn to_records<G: Group<Elem = E>>(&self, group: &G) -> Cow<'_, [u8]> {
        match self {
            Table::Elements([x, y]) => Cow::Owned(Records::encode(group, x.iter().zip(y))),
            Table::Records(bytes) => Cow::Borrowed(bytes),
        }
    }

    pub(super) fn into_records<G: Group<Elem = E>>(self, group: &G) -> Vec<u8> {
        match self {
            Table::Records(bytes) => bytes,
            elements @ Table::Elements(_) => elements.to_records(group).into_owned(),
        }
    }

    /// # Errors
    /// [`Malformed::NotAUnit`] if a row is not an element.
    pub(super) fn into_sides<G: BulkGroup<Elem = E>>(self, group: &G) -> Result<Sides<E>, Malformed> {
        match self {
            Table::Elements(sides) => Ok(sides),
            Table::Records(bytes) => {
                let [x, y] = lists(group, &bytes)?;
                let elements =
                    |list: Encoded<'_>| (0..list.len()).map(|index| list.element(group, index)).collect();
                Ok([elements(x), elements(y)])
            }
        }
    }

    /// Multiplies by other rows.
    ///
    /// # Errors
    /// [`Invalid::Rows`] if they are of another protocol, and [`Malformed::NotAUnit`] if a row is not an
    /// element.
    pub(super) fn merge<G: BulkGroup<Elem = E>>(
        &mut self,
        group: &G,
        other: &Table<E>,
    ) -> Result<(), Invalid> {
        let (expected, found) = (self.len(group), other.len(group));
        if expected != found {
            return Err(Invalid::Rows { expected, found });
        }
        match (self, other) {
            (Table::Elements(sides), Table::Elements(others)) => {
                for (rows, others) in sides.iter_mut().zip(others) {
                    rows.iter_mut().zip(others).for_each(|(row, other)| group.mul_assign(row, other));
                }
            }
            (Table::Records(rows), Table::Records(others)) => {
                let len = CHUNK * Records::record_len(group);
                for (rows, others) in rows.chunks_mut(len).zip(others.chunks(len)) {
                    let products = products(group, rows, others)?;
                    rows.copy_from_slice(&products);
                }
            }
            (Table::Elements(_), Table::Records(_)) | (Table::Records(_), Table::Elements(_)) => {
                return Err(Invalid::Rows { expected, found });
            }
        }
        Ok(())
    }

    /// Decodes rows from another source.
    pub(super) fn decode<G: BulkGroup<Elem = E>>(
        group: &G,
        bytes: &[u8],
        as_records: bool,
    ) -> Result<Table<E>, Malformed> {
        let width = group.encoded_len();
        if as_records {
            bytes.chunks_exact(width).try_for_each(|bytes| group.check_encoding(bytes))?;
            return Ok(Table::Records(bytes.to_vec()));
        }
        let mut sides = [const { Vec::new() }; 2];
        for (index, bytes) in bytes.chunks_exact(width).enumerate() {
            sides[index % 2].push(group.decode(bytes)?);
        }
        Ok(Table::Elements(sides))
    }
}

/// Multiplies row by row.
fn products<G: BulkGroup>(group: &G, rows: &[u8], others: &[u8]) -> Result<Vec<u8>, Malformed> {
    let both = [rows, others].concat();
    let lists = lists(group, &both)?;
    let count = (lists[0].len() / 2) as u32;
    let order: Vec<u32> = (0..count).flat_map(|row| [row, count + row]).collect();
    let starts: Vec<u32> = (0..=count).map(|row| 2 * row).collect();
    Ok(group.bucket_products(&lists, Members::new(&order, &starts)))
}

/// The two sides of rows.
fn lists<'a, G: BulkGroup>(group: &G, bytes: &'a [u8]) -> Result<[Encoded<'a>; 2], Malformed> {
    Ok(rows_of(group, bytes)?.sides())
}

/// Rows as records.
///
/// # Errors
/// [`Malformed::NotAUnit`] if a row is not an element. A product of units would be one.
pub(super) fn rows_of<'a, G: BulkGroup>(group: &G, bytes: &'a [u8]) -> Result<Records<'a>, Malformed> {
    Records::of_rows(group, bytes).map_err(|_| Malformed::NotAUnit)
}
