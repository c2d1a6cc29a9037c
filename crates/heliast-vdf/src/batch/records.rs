//! The statements of a batch, as bytes.

use crate::statement::MAX_DELAY;
use alloc::vec::Vec;
use core::ops::Range;
use heliast_group::{BadElement, BulkGroup, Encoded, Group, Malformed};

/// Bytes of a statement's own t.
pub(super) const DELAY_LEN: usize = 8;

/// Statements y_i = x_i^(2^(t_i)) as records of x ‖ y. The encodings were checked to be canonical, and x_i is
/// not the identity. Each record begins with t_i in eight bytes, the most significant first, from 1 to
/// [`MAX_DELAY`] − 1. If all statements have the same t, it is in the header of the list instead.
#[derive(Clone, Copy, Debug)]
pub struct Records<'a> {
    bytes: &'a [u8],
    sides: [Encoded<'a>; 2],
    stride: usize,
    /// The number of bytes before x.
    delay_len: usize,
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
    /// The length is not a whole number of records.
    #[error("a statement has {stride} bytes, and {len} is not a multiple of that")]
    Length {
        /// Bytes of a record.
        stride: usize,
        /// Bytes of the list.
        len: usize,
    },
    /// The bytes do not encode an element.
    #[error("the {} of statement {index}: {reason}", match .side { Side::Input => "input", Side::Output => "output" })]
    Element {
        /// The place of the record, from 0.
        index: usize,
        /// The element of the record.
        side: Side,
        /// The error in its encoding.
        reason: Malformed,
    },
    /// The input is the identity, whose delay takes no time.
    #[error("the input of statement {index} is the identity")]
    TrivialInput {
        /// The place of the record, from 0.
        index: usize,
    },
    /// The statement's own t is 0, or 2^48 or more.
    #[error("statement {index}: a delay takes from 1 to 2^48 - 1 squarings, not {t}")]
    Delay {
        /// The place of the record, from 0.
        index: usize,
        /// Its t.
        t: u64,
    },
}

impl BadRecords {
    /// Adds to an error in a part of a list the place `start` where the part begins.
    #[cfg(feature = "std")]
    pub(super) fn moved(self, start: u64) -> BadRecords {
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        let moved = |index: usize| start.saturating_add(index);
        match self {
            BadRecords::Element { index, side, reason } => {
                BadRecords::Element { index: moved(index), side, reason }
            }
            BadRecords::TrivialInput { index } => BadRecords::TrivialInput { index: moved(index) },
            BadRecords::Delay { index, t } => BadRecords::Delay { index: moved(index), t },
            BadRecords::Length { .. } => self,
        }
    }
}

impl<'a> Records<'a> {
    /// The bytes of a record without a t of its own: two elements.
    pub fn record_len<G: Group>(group: &G) -> usize {
        2 * group.encoded_len()
    }

    /// The statements about one t in these bytes, which may be empty.
    pub fn new<G: BulkGroup>(group: &G, bytes: &'a [u8]) -> Result<Records<'a>, BadRecords> {
        Records::checked(group, bytes, 0)
    }

    /// The statements with a t each in these bytes, which may be empty.
    pub fn with_delays<G: BulkGroup>(group: &G, bytes: &'a [u8]) -> Result<Records<'a>, BadRecords> {
        Records::checked(group, bytes, DELAY_LEN)
    }

    fn checked<G: BulkGroup>(
        group: &G,
        bytes: &'a [u8],
        delay_len: usize,
    ) -> Result<Records<'a>, BadRecords> {
        let records = Records::of_elements(group, bytes, delay_len)?;
        let identity = group.encode(&group.identity());
        for index in 0..records.len() {
            let t = records.delay(index);
            if records.have_delays() && !(1..MAX_DELAY).contains(&t) {
                return Err(BadRecords::Delay { index, t });
            }
            if records.sides[0].get(index) == identity {
                return Err(BadRecords::TrivialInput { index });
            }
        }
        Ok(records)
    }

    /// Records whose x may be the identity, as a product may be.
    fn of_elements<G: BulkGroup>(
        group: &G,
        bytes: &'a [u8],
        delay_len: usize,
    ) -> Result<Records<'a>, BadRecords> {
        let stride = delay_len + Records::record_len(group);
        if !bytes.len().is_multiple_of(stride) {
            return Err(BadRecords::Length { stride, len: bytes.len() });
        }
        let side = |offset, side| {
            Encoded::new(group, bytes, stride, offset)
                .map_err(|BadElement { index, reason }| BadRecords::Element { index, side, reason })
        };
        let sides = [side(delay_len, Side::Input)?, side(delay_len + group.encoded_len(), Side::Output)?];
        Ok(Records { bytes, sides, stride, delay_len })
    }

    /// Unfinished rows, as they were encoded.
    pub(super) fn of_rows<G: BulkGroup>(group: &G, bytes: &'a [u8]) -> Result<Records<'a>, BadRecords> {
        Records::of_elements(group, bytes, 0)
    }

    /// The number of statements.
    pub fn len(&self) -> usize {
        self.sides[0].len()
    }

    /// Whether there are no statements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes of the records.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Whether each statement has a t of its own.
    pub fn have_delays(&self) -> bool {
        self.delay_len > 0
    }

    /// t of a statement; 0 if all statements have the same t, which is not in the records.
    ///
    /// # Panics
    /// If there are fewer statements.
    pub fn delay(&self, index: usize) -> u64 {
        let delay = &self.bytes[index * self.stride..][..self.delay_len];
        delay.iter().fold(0, |t, byte| t << 8 | u64::from(*byte))
    }

    /// The statements at these places.
    ///
    /// # Panics
    /// If there are fewer statements.
    pub fn range(&self, places: Range<usize>) -> Records<'a> {
        let bytes = &self.bytes[places.start * self.stride..places.end * self.stride];
        Records { bytes, sides: self.sides.map(|side| side.range(places.clone())), ..*self }
    }

    /// All x, and all y.
    pub(super) fn sides(&self) -> [Encoded<'a>; 2] {
        self.sides
    }

    /// Statements about one t as records.
    pub fn encode<'e, G: Group>(
        group: &G,
        statements: impl IntoIterator<Item = (&'e G::Elem, &'e G::Elem)>,
    ) -> Vec<u8>
    where
        G::Elem: 'e,
    {
        let mut records = Vec::new();
        for (x, y) in statements {
            records.extend(group.encode(x));
            records.extend(group.encode(y));
        }
        records
    }

    /// Statements (t, x, y) as records with a t each.
    pub fn encode_with_delays<'e, G: Group>(
        group: &G,
        statements: impl IntoIterator<Item = (u64, &'e G::Elem, &'e G::Elem)>,
    ) -> Vec<u8>
    where
        G::Elem: 'e,
    {
        let mut records = Vec::new();
        for (t, x, y) in statements {
            records.extend(t.to_be_bytes());
            records.extend(group.encode(x));
            records.extend(group.encode(y));
        }
        records
    }
}
