//! The header that both kinds of files begin with.

use super::error::FileError;
use crate::{
    batch::{protocol::Family, seed::MAX_STATEMENTS},
    statement::MAX_DELAY,
};
use heliast_group::Group;

/// Bytes of either header.
pub(in crate::batch) const HEADER: usize = 64;
/// The ids of the protocols for different delays, in addition to those of
/// [`Family`](crate::batch::Family): without and with incidence buckets.
pub(in crate::batch) const VARIED: u8 = 6;
pub(in crate::batch) const VARIED_LINEAR: u8 = 8;
/// The longest element of any group: 8192 bits.
const MAX_WIDTH: u32 = 1024;

/// The protocols whose proofs have another version than 1, and that version.
const LINEAR: ([u8; 2], u8) = ([Family::Linear as u8, VARIED_LINEAR], 2);

/// The letters at the beginning of a file, and the message for a file that does not have them.
pub(in crate::batch) struct Magic(&'static [u8; 4], &'static str);

pub(in crate::batch) const STATEMENTS: Magic = Magic(b"HLBS", "it does not begin with HLBS and version 1");
pub(in crate::batch) const PROOF: Magic =
    Magic(b"HLBP", "it does not begin with HLBP and the version of its protocol");

/// The fields of either header, in their order. Width, t and count are in their ranges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::batch) struct Header {
    /// The id of the protocol of a proof, 0 in a statements file.
    pub(in crate::batch) protocol: u8,
    /// The level of a proof, 0 in a statements file.
    pub(in crate::batch) level: u16,
    pub(in crate::batch) group_id: [u8; 32],
    pub(in crate::batch) width: u32,
    /// The number of shards, where a proof names them.
    pub(in crate::batch) shards: u32,
    /// 0 where every statement has its own.
    pub(in crate::batch) t: u64,
    pub(in crate::batch) count: u64,
}

impl Header {
    /// The header of a statements file.
    pub(in crate::batch) fn of_statements(group_id: [u8; 32], width: u32, t: u64, count: u64) -> Header {
        Header { protocol: 0, level: 0, group_id, width, shards: 0, t, count }
    }

    /// Decodes the header of a statements file of either kind.
    pub(in crate::batch) fn decode_statements(bytes: &[u8]) -> Result<Header, FileError> {
        let (header, _) = Header::decode(bytes, &STATEMENTS).map_err(FileError::Statements)?;
        if (header.protocol, header.level, header.shards) != (0, 0, 0) {
            return Err(FileError::Statements("bytes that must be 0 are not"));
        }
        Ok(header)
    }

    /// Whether it is that of a proof of different delays.
    pub(in crate::batch) fn is_varied(&self) -> bool {
        matches!(self.protocol, VARIED | VARIED_LINEAR)
    }

    pub(in crate::batch) fn encode(&self, magic: &Magic) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..4].copy_from_slice(magic.0);
        bytes[4] = version(self.protocol);
        bytes[5] = self.protocol;
        bytes[6..8].copy_from_slice(&self.level.to_be_bytes());
        bytes[8..40].copy_from_slice(&self.group_id);
        bytes[40..44].copy_from_slice(&self.width.to_be_bytes());
        bytes[44..48].copy_from_slice(&self.shards.to_be_bytes());
        bytes[48..56].copy_from_slice(&self.t.to_be_bytes());
        bytes[56..].copy_from_slice(&self.count.to_be_bytes());
        bytes
    }

    /// The header at the start of a file, and what follows.
    pub(in crate::batch) fn decode<'a>(
        bytes: &'a [u8],
        magic: &Magic,
    ) -> Result<(Header, &'a [u8]), &'static str> {
        if !bytes.starts_with(magic.0) {
            return Err(magic.1);
        }
        let (bytes, rest) = bytes.split_first_chunk::<HEADER>().ok_or(CUT)?;
        if bytes[4] != version(bytes[5]) {
            return Err(magic.1);
        }
        let header = Header {
            protocol: bytes[5],
            level: u16::from_be_bytes(field(bytes, 6)),
            group_id: field(bytes, 8),
            width: u32::from_be_bytes(field(bytes, 40)),
            shards: u32::from_be_bytes(field(bytes, 44)),
            t: u64_at(bytes, 48),
            count: u64_at(bytes, 56),
        };
        header.check().map(|()| (header, rest))
    }

    pub(in crate::batch) fn check(&self) -> Result<(), &'static str> {
        if !(1..=MAX_WIDTH).contains(&self.width) {
            return Err("its elements have no bytes, or more than 8192 bits");
        }
        if self.t >= MAX_DELAY {
            return Err("a delay takes from 1 to 2^48 - 1 squarings");
        }
        match self.count {
            0 => Err("it has no statements"),
            1..=MAX_STATEMENTS => Ok(()),
            _ => Err("it has more statements than a batch can have"),
        }
    }
}

/// The version of files with this protocol; of statements files, which have 0 here, too.
fn version(protocol: u8) -> u8 {
    if LINEAR.0.contains(&protocol) { LINEAR.1 } else { 1 }
}

pub(in crate::batch) const CUT: &str = "it is cut short";
pub(in crate::batch) const OF_ONE_DELAY: &str =
    "its statements have one delay; one that gives each its own is wanted";
pub(in crate::batch) const OF_MANY_DELAYS: &str =
    "each of its statements has a delay of its own; one of one delay is wanted";

/// That a file of `found` bytes has as many records as it says.
pub(in crate::batch) fn check_len(count: u64, expected: u64, found: u64) -> Result<(), FileError> {
    if expected == found { Ok(()) } else { Err(FileError::Length { count, expected, found }) }
}

pub(in crate::batch) fn check_group<G: Group>(group: &G, id: &[u8; 32], width: u32) -> Result<(), FileError> {
    let same = *id == group.id() && width as usize == group.encoded_len();
    if same { Ok(()) } else { Err(FileError::OtherGroup) }
}

/// Bytes of the file of `count` records.
pub(in crate::batch) fn file_len(count: u64, record_len: u64) -> u64 {
    count.saturating_mul(record_len).saturating_add(HEADER as u64)
}

/// The `N` bytes at this place of a header, or of a field of eight bytes.
pub(in crate::batch) fn field<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    core::array::from_fn(|index| bytes[at + index])
}

pub(in crate::batch) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_be_bytes(field(bytes, at))
}
