//! The files of `spec/batch.md`: lists of statements, and their proofs. Here are headers and proofs, from and to bytes; the records of a list are
//! [`Records`], and whoever has them in a file reads them from there, all at once or in parts.

#[cfg(test)]
mod tests;

use super::{
    challenge::MAX_STATEMENTS,
    combine::Terms,
    proof::{Proof, Proving},
    protocol::{Family, Protocol, TooWeak},
    records::Records,
};
use crate::{
    pietrzak,
    statement::{MAX_DELAY, Suite},
};
use alloc::vec::Vec;
use group::{Group, Malformed};

const STATEMENTS: &[u8; 5] = b"HLBS\x01";
const PROOF: &[u8; 5] = b"HLBP\x01";
/// Bytes of either header.
const HEADER: usize = 64;
/// The longest element of any group: 8192 bits.
const MAX_WIDTH: u32 = 1024;
/// The proof systems, as in delay proof files.
const WESOLOWSKI: u8 = 0;
const PIETRZAK: u8 = 1;
/// What stands for a suite where a system has none.
const NO_SUITE: [u8; 4] = [0; 4];

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

/// The header of a statements file. `count` records follow, and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementsHeader {
    /// The group's id; the modulus comes from elsewhere.
    pub group_id: [u8; 32],
    /// Bytes of an element, from 1 to 1024.
    pub width: u32,
    /// The number of squarings of every statement.
    pub t: u64,
    /// The number of statements, from 1 to [`MAX_STATEMENTS`].
    pub count: u64,
}

impl StatementsHeader {
    /// Bytes of the header.
    pub const LEN: usize = HEADER;

    /// That of `count` statements of t squarings.
    pub fn new<G: Group>(group: &G, t: u64, count: u64) -> StatementsHeader {
        StatementsHeader { group_id: group.id(), width: group.encoded_len() as u32, t, count }
    }

    /// The header's bytes.
    pub fn encode(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..5].copy_from_slice(STATEMENTS);
        bytes[8..40].copy_from_slice(&self.group_id);
        bytes[40..44].copy_from_slice(&self.width.to_be_bytes());
        bytes[48..56].copy_from_slice(&self.t.to_be_bytes());
        bytes[56..].copy_from_slice(&self.count.to_be_bytes());
        bytes
    }

    /// The header at the start of a statements file.
    pub fn decode(bytes: &[u8]) -> Result<StatementsHeader, FileError> {
        let bad = FileError::Statements;
        if !bytes.starts_with(STATEMENTS) {
            return Err(bad("it does not begin with HLBS and version 1"));
        }
        let header: &[u8; HEADER] = bytes.first_chunk().ok_or(bad("it is cut short"))?;
        let group_id = field(header, 8);
        let (width, t, count) = (u32_at(header, 40), u64_at(header, 48), u64_at(header, 56));
        if field::<3>(header, 5) != [0; 3] || field::<4>(header, 44) != [0; 4] {
            return Err(bad("bytes that must be 0 are not"));
        }
        check_terms(width, t, count).map_err(bad)?;
        Ok(StatementsHeader { group_id, width, t, count })
    }

    /// Bytes of a statement.
    pub fn record_len(&self) -> u64 {
        2 * u64::from(self.width)
    }

    /// Bytes of the whole file.
    pub fn file_len(&self) -> u64 {
        self.count.saturating_mul(self.record_len()).saturating_add(HEADER as u64)
    }

    /// That a file of `found` bytes is what the header says, neither cut nor extended.
    pub fn check_len(&self, found: u64) -> Result<(), FileError> {
        let expected = self.file_len();
        if expected == found { Ok(()) } else { Err(FileError::Length { count: self.count, expected, found }) }
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

/// A batch proof: what it is about apart from the statements, and the proofs of those that its protocol leaves. They are not decoded yet:
/// that takes the group.
///
/// The parameters of the protocol are not in it: they follow from its family, its level and the number of statements. The level is the prover's
/// choice, and so is the suite: compare [`BatchProofFile::strength`] with what you need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchProofFile {
    group_id: [u8; 32],
    width: u32,
    family: Family,
    level: u16,
    terms: Terms,
    shards: Vec<u64>,
    proving: Proving,
    proofs: Vec<u8>,
}

impl BatchProofFile {
    /// The file for the proof of a list in shards of so many statements.
    ///
    /// # Errors
    /// If the proof is not one that [`BatchProofFile::decode`] would take.
    pub fn new<G: Group>(
        group: &G,
        (family, level): (Family, u16),
        t: u64,
        shards: &[u64],
        proof: &Proof<G::Elem>,
    ) -> Result<BatchProofFile, FileError> {
        let bad = FileError::Proof;
        let (group_id, width) = (group.id(), group.encoded_len() as u32);
        let count = total(shards).ok_or(bad("a shard is empty, or there is none"))?;
        check_terms(width, t, count).map_err(bad)?;
        let terms = Terms { t, protocol: Protocol::of_family(family, level, count)? };
        let (proving, proofs) = match proof {
            Proof::Wesolowski(suite, proofs) => {
                let encoded = proofs.iter().flat_map(|proof| group.encode(proof));
                (Proving::Wesolowski(*suite), encoded.collect())
            }
            Proof::Pietrzak(proofs) => {
                let encoded: Vec<u8> = proofs.iter().flat_map(|proof| proof.encode(group)).collect();
                (Proving::Pietrzak, encoded)
            }
        };
        let shards = shards.to_vec();
        let file = BatchProofFile { group_id, width, family, level, terms, shards, proving, proofs };
        file.check_proofs().map(|()| file)
    }

    /// The file's bytes.
    pub fn encode(&self) -> Vec<u8> {
        let (system, suite) = match self.proving {
            Proving::Wesolowski(suite) => (WESOLOWSKI, suite.encode()),
            Proving::Pietrzak => (PIETRZAK, NO_SUITE),
        };
        let mut bytes = Vec::with_capacity(HEADER + 8 * self.shards.len() + 5 + self.proofs.len());
        bytes.extend_from_slice(PROOF);
        bytes.push(self.family as u8);
        bytes.extend_from_slice(&self.level.to_be_bytes());
        bytes.extend_from_slice(&self.group_id);
        bytes.extend_from_slice(&self.width.to_be_bytes());
        bytes.extend_from_slice(&(self.shards.len() as u32).to_be_bytes());
        bytes.extend_from_slice(&self.terms.t.to_be_bytes());
        bytes.extend_from_slice(&self.count().to_be_bytes());
        self.shards.iter().for_each(|count| bytes.extend_from_slice(&count.to_be_bytes()));
        bytes.push(system);
        bytes.extend_from_slice(&suite);
        bytes.extend_from_slice(&self.proofs);
        bytes
    }

    /// The file of some bytes, which must be exactly one.
    pub fn decode(bytes: &[u8]) -> Result<BatchProofFile, FileError> {
        let bad = FileError::Proof;
        let cut = bad("it is cut short");
        if !bytes.starts_with(PROOF) {
            return Err(bad("it does not begin with HLBP and version 1"));
        }
        let (header, rest) = bytes.split_first_chunk::<HEADER>().ok_or(cut.clone())?;
        let family = Family::from_id(header[5]).ok_or(bad("unknown protocol"))?;
        let level = u16::from_be_bytes(field(header, 6));
        let (group_id, width) = (field(header, 8), u32_at(header, 40));
        let (shards, t, count) = (u32_at(header, 44), u64_at(header, 48), u64_at(header, 56));
        check_terms(width, t, count).map_err(bad)?;

        let len = usize::try_from(8 * u64::from(shards)).ok();
        let (counts, rest) = len.and_then(|len| rest.split_at_checked(len)).ok_or(cut.clone())?;
        let shards: Vec<u64> = counts.chunks_exact(8).map(|count| u64_at(count, 0)).collect();
        if total(&shards) != Some(count) {
            return Err(bad("its shards do not add up to its statements"));
        }
        let (&[system], rest) = rest.split_first_chunk().ok_or(cut.clone())?;
        let (&suite, proofs) = rest.split_first_chunk().ok_or(cut)?;
        let proving = match system {
            WESOLOWSKI => Proving::Wesolowski(Suite::decode(suite).ok_or(bad("unknown suite"))?),
            PIETRZAK if suite == NO_SUITE => Proving::Pietrzak,
            PIETRZAK => return Err(bad("unknown suite")),
            _ => return Err(bad("unknown proof system")),
        };
        let terms = Terms { t, protocol: Protocol::of_family(family, level, count)? };
        let proofs = proofs.to_vec();
        let file = BatchProofFile { group_id, width, family, level, terms, shards, proving, proofs };
        file.check_proofs().map(|()| file)
    }

    /// That there are as many bytes of proofs as the protocol demands.
    fn check_proofs(&self) -> Result<(), FileError> {
        if self.proofs.len() == self.terms.protocol.proofs() * self.proof_len() {
            Ok(())
        } else {
            Err(FileError::Proof("its length does not fit its protocol and proof system"))
        }
    }

    /// Bytes of one of its proofs. One of Pietrzak's may have none.
    fn proof_len(&self) -> usize {
        let elements = match self.proving {
            Proving::Wesolowski(_) => 1,
            Proving::Pietrzak => pietrzak::rounds(self.terms.t) as usize,
        };
        elements * self.width as usize
    }

    /// The proofs as elements of `group`, for [`Proof::check`] or [`super::verify`].
    pub fn proof<G: Group>(&self, group: &G) -> Result<Proof<G::Elem>, FileError> {
        check_group(group, &self.group_id, self.width)?;
        let len = self.proof_len();
        let proofs =
            (0..self.terms.protocol.proofs()).map(|index| (index, &self.proofs[index * len..][..len]));
        match self.proving {
            Proving::Wesolowski(suite) => {
                let element = |(index, bytes): (usize, &[u8])| {
                    group.decode(bytes).map_err(|reason| FileError::Element { index, reason })
                };
                Ok(Proof::Wesolowski(suite, proofs.map(element).collect::<Result<_, _>>()?))
            }
            Proving::Pietrzak => {
                let proof = |(index, bytes): (usize, &[u8])| {
                    let decoded = pietrzak::Proof::decode(group, self.terms.t, bytes);
                    decoded.map_err(|reason| FileError::Midpoints { index, reason })
                };
                Ok(Proof::Pietrzak(proofs.map(proof).collect::<Result<_, _>>()?))
            }
        }
    }

    /// The group's id.
    pub fn group_id(&self) -> [u8; 32] {
        self.group_id
    }

    /// How the statements are combined: a name, whose parameters are in [`BatchProofFile::terms`].
    pub fn family(&self) -> Family {
        self.family
    }

    /// The level of the protocol.
    pub fn level(&self) -> u16 {
        self.level
    }

    /// The lower one of the protocol's level and that of the proofs' suite.
    pub fn strength(&self) -> u16 {
        match self.proving {
            Proving::Wesolowski(suite) => self.level.min(suite.level()),
            // Its challenges have 128 bits (`spec/pietrzak.md`).
            Proving::Pietrzak => self.level.min(128),
        }
    }

    /// The squarings, and the protocol for so many statements.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The number of statements.
    pub fn count(&self) -> u64 {
        self.shards.iter().sum()
    }

    /// How many statements each shard of the list has.
    pub fn shards(&self) -> &[u64] {
        &self.shards
    }

    /// With which proofs.
    pub fn proving(&self) -> Proving {
        self.proving
    }
}

/// The sum of the shards' statements, each of which has some.
fn total(shards: &[u64]) -> Option<u64> {
    let sum = shards.iter().try_fold(0u64, |sum, count| sum.checked_add(*count));
    sum.filter(|sum| *sum > 0 && shards.iter().all(|count| *count > 0))
}

fn check_terms(width: u32, t: u64, count: u64) -> Result<(), &'static str> {
    if !(1..=MAX_WIDTH).contains(&width) {
        return Err("its elements have no bytes, or more than 8192 bits");
    }
    if !(1..MAX_DELAY).contains(&t) {
        return Err("a delay takes from 1 to 2^48 - 1 squarings");
    }
    match count {
        0 => Err("it has no statements"),
        1..=MAX_STATEMENTS => Ok(()),
        _ => Err("it has more statements than a batch can have"),
    }
}

fn check_group<G: Group>(group: &G, id: &[u8; 32], width: u32) -> Result<(), FileError> {
    let same = *id == group.id() && width as usize == group.encoded_len();
    if same { Ok(()) } else { Err(FileError::OtherGroup) }
}

/// The `N` bytes at this place of a header, or of a field of eight bytes.
fn field<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    core::array::from_fn(|index| bytes[at + index])
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_be_bytes(field(bytes, at))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_be_bytes(field(bytes, at))
}
