//! Statements with a delay each, as bytes.

use crate::{
    batch::{
        error::Invalid,
        records::{self, checked_sides},
        units::find_non_unit,
    },
    statement::MAX_DELAY,
};
use alloc::vec::Vec;
use core::ops::Range;
use heliast_group::{Encoded, Group};

/// Bytes of t.
const DELAY_LEN: usize = 8;

/// Statements y_i = x_i^(2^(t_i)): records of t ‖ x ‖ y, t as eight bytes, the most significant first;
/// checked to be such, t_i from 1 to [`MAX_DELAY`] − 1, x_i not the identity.
#[derive(Clone, Debug)]
pub struct Records<'a> {
    bytes: &'a [u8],
    sides: [Encoded<'a>; 2],
    stride: usize,
}

/// The reason why bytes are not a list of statements with a delay each.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadRecords {
    /// t is 0, or 2^48 and more.
    #[error("statement {index}: a delay takes from 1 to 2^48 - 1 squarings, not {t}")]
    Delay {
        /// The place of the record, from 0.
        index: usize,
        /// Its t.
        t: u64,
    },
    /// An error that statements about one delay can have, too.
    #[error(transparent)]
    Records(#[from] records::BadRecords),
}

impl BadRecords {
    /// Adds to an error in a part of a list the place `start` where the part begins.
    #[cfg(feature = "std")]
    pub(in crate::batch) fn moved(self, start: u64) -> BadRecords {
        match self {
            BadRecords::Delay { index, t } => {
                let start = usize::try_from(start).unwrap_or(usize::MAX);
                BadRecords::Delay { index: start.saturating_add(index), t }
            }
            BadRecords::Records(reason) => reason.moved(start).into(),
        }
    }
}

impl<'a> Records<'a> {
    /// The bytes of a record: t and two elements.
    pub fn record_len<G: Group>(group: &G) -> usize {
        DELAY_LEN + 2 * group.encoded_len()
    }

    /// The statements in these bytes, which may be empty.
    pub fn new<G: Group>(group: &G, bytes: &'a [u8]) -> Result<Records<'a>, BadRecords> {
        let stride = Records::record_len(group);
        let sides = checked_sides(group, bytes, stride, [DELAY_LEN, DELAY_LEN + group.encoded_len()])?;
        let records = Records { bytes, sides, stride };
        let identity = group.encode(&group.identity());
        for index in 0..records.len() {
            let t = records.delay(index);
            if !(1..MAX_DELAY).contains(&t) {
                return Err(BadRecords::Delay { index, t });
            }
            if sides[0].get(index) == identity {
                return Err(records::BadRecords::TrivialInput { index }.into());
            }
        }
        Ok(records)
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

    /// t of one.
    ///
    /// # Panics
    /// If there are fewer statements.
    pub fn delay(&self, index: usize) -> u64 {
        let record = &self.bytes[index * self.stride..][..DELAY_LEN];
        record.iter().fold(0, |t, byte| t << 8 | u64::from(*byte))
    }

    /// The statements at these places.
    ///
    /// # Panics
    /// If there are fewer statements.
    pub fn range(&self, places: Range<usize>) -> Records<'a> {
        let bytes = &self.bytes[places.start * self.stride..places.end * self.stride];
        Records { bytes, sides: self.sides.map(|side| side.range(places.clone())), stride: self.stride }
    }

    /// That all elements are units, or which is the first that is not: one gcd for every few hundred
    /// statements.
    pub fn check_units<G: Group>(&self, group: &G) -> Result<(), Invalid> {
        find_non_unit(group, self.sides()).map_or(Ok(()), Err)
    }

    /// All x, and all y.
    pub(super) fn sides(&self) -> [Encoded<'a>; 2] {
        self.sides
    }

    /// Statements (t, x, y) as records.
    pub fn encode<'e, G: Group>(
        group: &G,
        statements: impl IntoIterator<Item = (u64, &'e G::Elem, &'e G::Elem)>,
    ) -> Vec<u8>
    where
        G::Elem: 'e,
    {
        let record =
            |(t, x, y): (u64, _, _)| [t.to_be_bytes().to_vec(), group.encode(x), group.encode(y)].concat();
        statements.into_iter().flat_map(record).collect()
    }
}
