//! The input of a reduction: the elements at some places of one list or two.

use alloc::vec::Vec;
use heliast_group::{BulkGroup, Encoded, Group, Malformed};

/// Statements, or outputs alone: the elements of each list at these places, or all elements.
#[derive(Clone, Copy)]
pub(in crate::batch) struct Chosen<'a> {
    pub(super) lists: &'a [Encoded<'a>],
    places: Option<&'a [u32]>,
}

impl<'a> Chosen<'a> {
    /// All elements of lists that are equally long.
    pub(in crate::batch) fn all(lists: &'a [Encoded<'a>]) -> Chosen<'a> {
        Chosen { lists, places: None }
    }

    /// The elements at these places.
    pub(in crate::batch) fn at(lists: &'a [Encoded<'a>], places: &'a [u32]) -> Chosen<'a> {
        Chosen { lists, places: Some(places) }
    }

    pub(super) fn len(&self) -> usize {
        self.places.map_or_else(|| self.lists.first().map_or(0, Encoded::len), <[u32]>::len)
    }

    /// The place of the element of this number.
    pub(super) fn place(&self, number: u32) -> u32 {
        self.places.map_or(number, |places| places[number as usize])
    }

    /// Its encodings.
    pub(super) fn record(&self, number: usize) -> impl Iterator<Item = &'a [u8]> {
        let place = self.place(number as u32) as usize;
        self.lists.iter().map(move |list| list.get(place))
    }

    /// Bytes of a row.
    pub(super) fn record_len<G: Group>(&self, group: &G) -> usize {
        self.lists.len() * group.encoded_len()
    }
}

/// Rows as the lists of their `count` elements.
///
/// # Errors
/// [`Malformed::NotAUnit`] if a row is not an element. A product of units would be one.
pub(in crate::batch) fn lists_of<'a, G: BulkGroup>(
    group: &G,
    rows: &'a [u8],
    count: usize,
) -> Result<Vec<Encoded<'a>>, Malformed> {
    let width = group.encoded_len();
    let list = |at: usize| Encoded::new(group, rows, count * width, at * width);
    (0..count).map(list).collect::<Result<_, _>>().map_err(|_| Malformed::NotAUnit)
}
