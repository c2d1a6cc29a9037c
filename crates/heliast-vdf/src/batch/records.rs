//! The statements of a batch, as bytes.

use alloc::vec::Vec;
use core::ops::Range;
use heliast_group::{BadElement, Encoded, Group, Malformed};

/// Statements y_i = x_i^(2^t) about one t: records of x ‖ y in canonical encodings, checked to be such, x_i
/// not the identity.
#[derive(Clone, Copy, Debug)]
pub struct Records<'a> {
    bytes: &'a [u8],
    sides: [Encoded<'a>; 2],
    stride: usize,
}

/// An element of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The input x.
    Input,
    /// The output y.
    Output,
}

/// The reason why bytes are not a list of statements.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadRecords {
    /// Not a whole number of records.
    #[error("a statement has {stride} bytes, and {len} is no multiple of that")]
    Length {
        /// Bytes of a record.
        stride: usize,
        /// Bytes of the list.
        len: usize,
    },
    /// Bytes that do not encode an element.
    #[error("the {} of statement {index}: {reason}", match .side { Side::Input => "input", Side::Output => "output" })]
    Element {
        /// The place of the record, from 0.
        index: usize,
        /// The element of the record.
        side: Side,
        /// The error in its encoding.
        reason: Malformed,
    },
    /// The delay of the identity takes no time.
    #[error("the input of statement {index} is the identity")]
    TrivialInput {
        /// The place of the record, from 0.
        index: usize,
    },
}

impl BadRecords {
    /// Adds to an error in a part of a list the place `start` where the part begins.
    #[cfg(feature = "std")]
    pub(super) fn moved(self, start: u64) -> BadRecords {
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        match self {
            BadRecords::Element { index, side, reason } => {
                BadRecords::Element { index: start.saturating_add(index), side, reason }
            }
            BadRecords::TrivialInput { index } => {
                BadRecords::TrivialInput { index: start.saturating_add(index) }
            }
            BadRecords::Length { .. } => self,
        }
    }
}

impl<'a> Records<'a> {
    /// The bytes of a record: two elements.
    pub fn record_len<G: Group>(group: &G) -> usize {
        2 * group.encoded_len()
    }

    /// The statements in these bytes, which may be empty.
    pub fn new<G: Group>(group: &G, bytes: &'a [u8]) -> Result<Records<'a>, BadRecords> {
        let stride = Records::record_len(group);
        let sides = checked_sides(group, bytes, stride, [0, group.encoded_len()])?;
        let identity = group.encode(&group.identity());
        match (0..sides[0].len()).find(|index| sides[0].get(*index) == identity) {
            Some(index) => Err(BadRecords::TrivialInput { index }),
            None => Ok(Records { bytes, sides, stride }),
        }
    }

    /// Rows in the making, as they were encoded: products may be the identity.
    pub(super) fn of_rows<G: Group>(group: &G, bytes: &'a [u8]) -> Result<Records<'a>, BadRecords> {
        let (stride, width) = (Records::record_len(group), group.encoded_len());
        Ok(Records { bytes, sides: checked_sides(group, bytes, stride, [0, width])?, stride })
    }

    /// The number of statements.
    pub fn len(&self) -> usize {
        self.sides[0].len()
    }

    /// Whether there are no statements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes that they were read from.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The statements at these places.
    ///
    /// # Panics
    /// If there are fewer statements.
    pub fn range(&self, places: Range<usize>) -> Records<'a> {
        let bytes = &self.bytes[places.start * self.stride..places.end * self.stride];
        Records { bytes, sides: self.sides.map(|side| side.range(places.clone())), stride: self.stride }
    }

    /// All x, and all y.
    pub(super) fn sides(&self) -> [Encoded<'a>; 2] {
        self.sides
    }

    /// Statements as records.
    pub fn encode<'e, G: Group>(
        group: &G,
        statements: impl IntoIterator<Item = (&'e G::Elem, &'e G::Elem)>,
    ) -> Vec<u8>
    where
        G::Elem: 'e,
    {
        let pairs = statements.into_iter();
        pairs.flat_map(|(x, y)| [group.encode(x), group.encode(y)]).flatten().collect()
    }
}

/// All x and all y of records of `stride` bytes, with x and y at these places in each.
pub(super) fn checked_sides<'a, G: Group>(
    group: &G,
    bytes: &'a [u8],
    stride: usize,
    [input, output]: [usize; 2],
) -> Result<[Encoded<'a>; 2], BadRecords> {
    if !bytes.len().is_multiple_of(stride) {
        return Err(BadRecords::Length { stride, len: bytes.len() });
    }
    let side = |offset, side| {
        Encoded::new(group, bytes, stride, offset)
            .map_err(|BadElement { index, reason }| BadRecords::Element { index, side, reason })
    };
    Ok([side(input, Side::Input)?, side(output, Side::Output)?])
}
