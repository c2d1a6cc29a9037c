//! The files of `spec/batch.md`: lists of statements, and their proofs, each of two kinds: of one delay, or of a delay for each statement. Here are
//! headers and proofs, from and to bytes; the records of a list are [`Records`](super::Records) or [`VariedRecords`](super::VariedRecords), and whoever
//! has them in a file reads them from there, all at once or in parts.

mod proof;
mod statements;
#[cfg(test)]
mod tests;
mod varied;

use super::{challenge::MAX_STATEMENTS, protocol::TooWeak};
use crate::{pietrzak, statement::MAX_DELAY};
use heliast_group::{Group, Malformed};

pub use proof::BatchProofFile;
pub use statements::{AnyHeader, StatementsHeader};
pub use varied::{AnyProofFile, VariedHeader, VariedProofFile};

/// Bytes of either header.
const HEADER: usize = 64;
/// The longest element of any group: 8192 bits.
const MAX_WIDTH: u32 = 1024;

/// Why bytes are no list of statements, or no batch proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// No statements file.
    #[error("this is no statements file: {0}")]
    Statements(&'static str),
    /// A statements file of another length than its header says.
    #[error("a file of {count} such statements has {expected} bytes, not {found}")]
    Length {
        /// Statements, by the header.
        count: u64,
        /// Bytes of the file, by the header.
        expected: u64,
        /// Bytes of the file.
        found: u64,
    },
    /// No batch proof file.
    #[error("this is no batch proof file: {0}")]
    Proof(&'static str),
    /// There is no such protocol.
    #[error("this is no batch proof file: {0}")]
    Protocol(#[from] TooWeak),
    /// Elements of another group than the given one.
    #[error("the file was made in another group than this one: give its modulus")]
    OtherGroup,
    /// A proof that is no element.
    #[error("proof {index} of the batch: {reason}")]
    Element {
        /// The place of the proof, from 0.
        index: usize,
        /// What is wrong.
        reason: Malformed,
    },
    /// One of Pietrzak's proofs whose midpoints are no elements.
    #[error("proof {index} of the batch: {reason}")]
    Midpoints {
        /// The place of the proof, from 0.
        index: usize,
        /// What is wrong.
        reason: pietrzak::BadEncoding,
    },
}

/// What a file begins with, and what is said of one that does not.
struct Magic(&'static [u8; 5], &'static str);

const STATEMENTS: Magic = Magic(b"HLBS\x01", "it does not begin with HLBS and version 1");
const PROOF: Magic = Magic(b"HLBP\x01", "it does not begin with HLBP and version 1");

/// The fields of either header, in their order. Width, t and count are in their ranges.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Header {
    /// The id of the protocol of a proof, 0 in a statements file.
    protocol: u8,
    /// That of a proof, 0 in a statements file.
    level: u16,
    group_id: [u8; 32],
    width: u32,
    /// The number of shards, where a proof names them.
    shards: u32,
    /// 0 where every statement has its own.
    t: u64,
    count: u64,
}

impl Header {
    /// That of a statements file.
    fn of_statements(group_id: [u8; 32], width: u32, t: u64, count: u64) -> Header {
        Header { protocol: 0, level: 0, group_id, width, shards: 0, t, count }
    }

    fn encode(&self, magic: &Magic) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..5].copy_from_slice(magic.0);
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
    fn decode<'a>(bytes: &'a [u8], magic: &Magic) -> Result<(Header, &'a [u8]), &'static str> {
        if !bytes.starts_with(magic.0) {
            return Err(magic.1);
        }
        let (bytes, rest) = bytes.split_first_chunk::<HEADER>().ok_or(CUT)?;
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

    fn check(&self) -> Result<(), &'static str> {
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

const CUT: &str = "it is cut short";
const OF_ONE_DELAY: &str = "its statements have one delay; one that gives each its own is wanted";
const OF_MANY_DELAYS: &str = "each of its statements has a delay of its own; one of one delay is wanted";

/// That a file of `found` bytes has as many records as it says.
fn check_len(count: u64, expected: u64, found: u64) -> Result<(), FileError> {
    if expected == found { Ok(()) } else { Err(FileError::Length { count, expected, found }) }
}

fn check_group<G: Group>(group: &G, id: &[u8; 32], width: u32) -> Result<(), FileError> {
    let same = *id == group.id() && width as usize == group.encoded_len();
    if same { Ok(()) } else { Err(FileError::OtherGroup) }
}

/// Bytes of the file of so many records.
fn file_len(count: u64, record_len: u64) -> u64 {
    count.saturating_mul(record_len).saturating_add(HEADER as u64)
}

/// The `N` bytes at this place of a header, or of a field of eight bytes.
fn field<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    core::array::from_fn(|index| bytes[at + index])
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_be_bytes(field(bytes, at))
}
