//! Long lists of elements, in the form in which they are stored and transmitted.

use crate::{BulkGroup, Group, Malformed};
use core::ops::Range;

/// A list of elements in canonical encodings, at equal distances in a range of bytes. All were checked when
/// the list was made.
#[derive(Clone, Copy, Debug)]
pub struct Encoded<'a> {
    /// The bytes from the first encoding to the end of the last.
    bytes: &'a [u8],
    stride: usize,
    width: usize,
    len: usize,
}

/// The place of bytes that do not encode an element, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("element {index} of the list: {reason}")]
pub struct BadElement {
    /// Its place, from 0.
    pub index: usize,
    /// The error in its encoding.
    pub reason: Malformed,
}

impl<'a> Encoded<'a> {
    /// The elements that begin `offset` bytes into each record of `stride` bytes. Bytes after the last whole
    /// record are ignored.
    ///
    /// # Errors
    /// The first element whose encoding is not canonical. Whether elements are units is not
    /// checked: see [`Group::check_units`].
    pub fn new<G: BulkGroup>(
        group: &G,
        records: &'a [u8],
        stride: usize,
        offset: usize,
    ) -> Result<Encoded<'a>, BadElement> {
        let width = group.encoded_len();
        let len = if offset + width <= stride { records.len() / stride } else { 0 };
        let list = Encoded { bytes: records.get(offset..).unwrap_or_default(), stride, width, len };
        for index in 0..len {
            group.check_encoding(list.get(index)).map_err(|reason| BadElement { index, reason })?;
        }
        Ok(list)
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The encoding of one element.
    ///
    /// # Panics
    /// If there are fewer elements.
    pub fn get(&self, index: usize) -> &'a [u8] {
        assert!(index < self.len, "element {index} of a list of {}", self.len);
        &self.bytes[index * self.stride..][..self.width]
    }

    /// The elements at these places.
    ///
    /// # Panics
    /// If there are fewer elements.
    pub fn range(&self, places: Range<usize>) -> Encoded<'a> {
        assert!(places.start <= places.end && places.end <= self.len, "{places:?} of a list of {}", self.len);
        let bytes = self.bytes.get(places.start * self.stride..).unwrap_or_default();
        Encoded { bytes, len: places.len(), ..*self }
    }

    /// Decodes one element of the group for which the list was made.
    ///
    /// # Panics
    /// If there are fewer elements, or these bytes are not an encoding in this group.
    pub fn element<G: Group>(&self, group: &G, index: usize) -> G::Elem {
        group.decode(self.get(index)).expect("an encoding that was checked for this group")
    }
}
