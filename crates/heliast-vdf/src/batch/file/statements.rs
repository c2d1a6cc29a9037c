//! Lists of statements about one delay.

use super::{
    error::FileError,
    header::{HEADER, Header, OF_MANY_DELAYS, STATEMENTS, check_group, check_len, file_len},
};
use crate::batch::records::Records;
use alloc::vec::Vec;
use heliast_group::Group;

/// The header of a statements file of one delay. `count` records follow, and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementsHeader {
    /// The group's id; the modulus comes from elsewhere.
    pub group_id: [u8; 32],
    /// Bytes of an element, from 1 to 1024.
    pub width: u32,
    /// The number of squarings of every statement.
    pub t: u64,
    /// The number of statements, from 1 to [`MAX_STATEMENTS`](crate::batch::MAX_STATEMENTS).
    pub count: u64,
}

impl StatementsHeader {
    /// Bytes of the header, of either kind.
    pub const LEN: usize = HEADER;

    /// The header of `count` statements of t squarings.
    pub fn new<G: Group>(group: &G, t: u64, count: u64) -> StatementsHeader {
        StatementsHeader { group_id: group.id(), width: group.encoded_len() as u32, t, count }
    }

    /// The header's bytes.
    pub fn encode(&self) -> [u8; HEADER] {
        Header::of_statements(self.group_id, self.width, self.t, self.count).encode(&STATEMENTS)
    }

    /// The header at the start of a statements file of one delay.
    pub fn decode(bytes: &[u8]) -> Result<StatementsHeader, FileError> {
        let header = Header::decode_statements(bytes)?;
        match header.t {
            0 => Err(FileError::Statements(OF_MANY_DELAYS)),
            _ => Ok(StatementsHeader::of_header(&header)),
        }
    }

    pub(in crate::batch) fn of_header(header: &Header) -> StatementsHeader {
        let Header { group_id, width, t, count, .. } = *header;
        StatementsHeader { group_id, width, t, count }
    }

    /// Bytes of a statement.
    pub fn record_len(&self) -> u64 {
        2 * u64::from(self.width)
    }

    /// Bytes of the whole file.
    pub fn file_len(&self) -> u64 {
        file_len(self.count, self.record_len())
    }

    /// Checks that a file of `found` bytes has the length of the header, neither cut nor extended.
    pub fn check_len(&self, found: u64) -> Result<(), FileError> {
        check_len(self.count, self.file_len(), found)
    }

    /// That the statements are about elements of this group.
    pub fn check_group<G: Group>(&self, group: &G) -> Result<(), FileError> {
        check_group(group, &self.group_id, self.width)
    }

    /// A whole statements file.
    pub fn file_of<G: Group>(group: &G, t: u64, records: &Records<'_>) -> Vec<u8> {
        let header = StatementsHeader::new(group, t, records.len() as u64);
        [&header.encode(), records.bytes()].concat()
    }
}
