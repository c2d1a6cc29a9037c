//! Lists of statements.

use super::{
    error::FileError,
    header::{HEADER, Header, STATEMENTS, check_group},
};
use crate::batch::records::{BadRecords, DELAY_LEN, Records};
use heliast_group::{BulkGroup, Group};

/// The header of a statements file. `count` records follow, and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementsHeader {
    /// The group's id; the modulus comes from elsewhere.
    pub group_id: [u8; 32],
    /// Bytes of an element, from 1 to 1024.
    pub width: u32,
    /// The number of squarings of every statement; `None` if each has its own, in its record.
    pub t: Option<u64>,
    /// The number of statements, from 1 to [`MAX_STATEMENTS`](crate::batch::MAX_STATEMENTS).
    pub count: u64,
}

impl StatementsHeader {
    /// Bytes of the header.
    pub const LEN: usize = HEADER;

    /// The header of `count` statements, with t squarings each, or with a number of squarings for each.
    pub fn new<G: Group>(group: &G, t: Option<u64>, count: u64) -> StatementsHeader {
        StatementsHeader { group_id: group.id(), width: group.encoded_len() as u32, t, count }
    }

    /// The header's bytes.
    pub fn encode(&self) -> [u8; HEADER] {
        Header::of_statements(self.group_id, self.width, self.t, self.count).encode(&STATEMENTS)
    }

    /// The header at the start of a statements file.
    pub fn decode(bytes: &[u8]) -> Result<StatementsHeader, FileError> {
        let Header { group_id, width, t, count, .. } = Header::decode_statements(bytes)?;
        Ok(StatementsHeader { group_id, width, t: (t > 0).then_some(t), count })
    }

    /// Bytes of a statement.
    pub fn record_len(&self) -> u64 {
        let delay_len = if self.t.is_none() { DELAY_LEN as u64 } else { 0 };
        delay_len + 2 * u64::from(self.width)
    }

    /// Bytes of the whole file.
    pub fn file_len(&self) -> u64 {
        self.count.saturating_mul(self.record_len()).saturating_add(HEADER as u64)
    }

    /// Checks that a file of `found` bytes has the length of the header, neither cut nor extended.
    pub fn check_len(&self, found: u64) -> Result<(), FileError> {
        let (count, expected) = (self.count, self.file_len());
        if expected == found { Ok(()) } else { Err(FileError::Length { count, expected, found }) }
    }

    /// Checks that the statements are about elements of this group.
    pub fn check_group<G: Group>(&self, group: &G) -> Result<(), FileError> {
        check_group(group, &self.group_id, self.width)
    }

    /// The statements in these bytes, which are a part of the records after the header.
    pub fn records<'a, G: BulkGroup>(&self, group: &G, bytes: &'a [u8]) -> Result<Records<'a>, BadRecords> {
        match self.t {
            Some(_) => Records::new(group, bytes),
            None => Records::with_delays(group, bytes),
        }
    }
}
