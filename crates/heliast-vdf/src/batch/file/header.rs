//! The header that both kinds of files begin with.

use super::error::FileError;
use crate::{
    batch::{protocol::Family, seed::MAX_STATEMENTS},
    statement::MAX_DELAY,
};
use heliast_group::Group;

/// Bytes of either header.
pub(super) const HEADER: usize = 64;
/// The ids of the protocols for different delays, in addition to those of
/// [`Family`](crate::batch::Family): without and with incidence buckets.
pub(super) const VARIED: u8 = 6;
pub(super) const VARIED_LINEAR: u8 = 8;
/// The longest element of any group: 8192 bits.
const MAX_WIDTH: u32 = 1024;

/// The protocols whose proofs have a version other than 1, and that version.
const LINEAR: ([u8; 2], u8) = ([Family::Linear as u8, VARIED_LINEAR], 2);

/// The letters at the beginning of a file, and the message for a file that does not have them.
pub(super) struct Magic(&'static [u8; 4], &'static str);

pub(super) const STATEMENTS: Magic = Magic(b"HLBS", "it does not begin with HLBS and version 1");
pub(super) const PROOF: Magic = Magic(b"HLBP", "it does not begin with HLBP and the version of its protocol");

/// The fields of either header, in their order. Width, t and count are in their ranges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// The id of the protocol of a proof, 0 in a statements file.
    pub(super) protocol: u8,
    /// The level of a proof, 0 in a statements file.
    pub(super) level: u16,
    pub(super) group_id: [u8; 32],
    pub(super) width: u32,
    /// The number of shards, if a proof names them.
    pub(super) shards: u32,
    /// The delay; 0 if every statement has its own.
    pub(super) t: u64,
    pub(super) count: u64,
}

impl Header {
    /// The header of a statements file.
    pub(super) fn of_statements(group_id: [u8; 32], width: u32, t: Option<u64>, count: u64) -> Header {
        Header { protocol: 0, level: 0, group_id, width, shards: 0, t: t.unwrap_or(0), count }
    }

    /// Decodes the header of a statements file.
    pub(super) fn decode_statements(bytes: &[u8]) -> Result<Header, FileError> {
        let (header, _) = Header::decode(bytes, &STATEMENTS).map_err(FileError::Statements)?;
        if (header.protocol, header.level, header.shards) != (0, 0, 0) {
            return Err(FileError::Statements("bytes that must be 0 are not"));
        }
        Ok(header)
    }

    pub(super) fn encode(&self, magic: &Magic) -> [u8; HEADER] {
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

    /// Returns the header at the start of a file, and the bytes after it.
    pub(super) fn decode<'a>(bytes: &'a [u8], magic: &Magic) -> Result<(Header, &'a [u8]), &'static str> {
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

    pub(super) fn check(&self) -> Result<(), &'static str> {
        if !(1..=MAX_WIDTH).contains(&self.width) {
            return Err("its elements have no bytes, or more than 8192 bits");
        }
        if self.t >= MAX_DELAY {
            return Err(NO_DELAY);
        }
        match self.count {
            0 => Err("it has no statements"),
            1..=MAX_STATEMENTS => Ok(()),
            _ => Err("it has more statements than a batch can have"),
        }
    }
}

/// The version of files with this protocol. Statements files have the protocol 0.
fn version(protocol: u8) -> u8 {
    if LINEAR.0.contains(&protocol) { LINEAR.1 } else { 1 }
}

pub(super) const CUT: &str = "it is cut short";
pub(super) const NO_DELAY: &str = "a delay takes from 1 to 2^48 - 1 squarings";

pub(super) fn check_group<G: Group>(group: &G, id: &[u8; 32], width: u32) -> Result<(), FileError> {
    let same = *id == group.id() && width as usize == group.encoded_len();
    if same { Ok(()) } else { Err(FileError::OtherGroup) }
}

/// The `N` bytes at this place of a header, or of a field of eight bytes.
pub(super) fn field<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    core::array::from_fn(|index| bytes[at + index])
}

pub(super) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_be_bytes(field(bytes, at))
}
