//! Files of either kind.

use super::{
    file::{
        BatchProofFile, FileError, StatementsHeader,
        header::{HEADER, Header, PROOF, check_len, file_len},
    },
    varied,
};
use heliast_group::Group;

/// The header of a statements file of either kind, which differ in t: 0 means that each statement
/// has its own delay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyHeader {
    /// All statements are about one delay.
    One(StatementsHeader),
    /// Each statement has its own.
    Varied(varied::StatementsHeader),
}

impl AnyHeader {
    /// The header at the start of a statements file.
    pub fn decode(bytes: &[u8]) -> Result<AnyHeader, FileError> {
        let header = Header::decode_statements(bytes)?;
        Ok(match header.t {
            0 => AnyHeader::Varied(varied::StatementsHeader::of_header(&header)),
            _ => AnyHeader::One(StatementsHeader::of_header(&header)),
        })
    }

    /// The header's bytes.
    pub fn encode(&self) -> [u8; HEADER] {
        match self {
            AnyHeader::One(header) => header.encode(),
            AnyHeader::Varied(header) => header.encode(),
        }
    }

    /// Bytes of a statement.
    pub fn record_len(&self) -> u64 {
        match self {
            AnyHeader::One(header) => header.record_len(),
            AnyHeader::Varied(header) => header.record_len(),
        }
    }

    /// Bytes of the whole file.
    pub fn file_len(&self) -> u64 {
        file_len(self.count(), self.record_len())
    }

    /// The number of statements.
    pub fn count(&self) -> u64 {
        match self {
            AnyHeader::One(header) => header.count,
            AnyHeader::Varied(header) => header.count,
        }
    }

    /// Checks that a file of `found` bytes has the length of the header, neither cut nor extended.
    pub fn check_len(&self, found: u64) -> Result<(), FileError> {
        check_len(self.count(), self.file_len(), found)
    }

    /// Checks that the statements are about elements of this group.
    pub fn check_group<G: Group>(&self, group: &G) -> Result<(), FileError> {
        match self {
            AnyHeader::One(header) => header.check_group(group),
            AnyHeader::Varied(header) => header.check_group(group),
        }
    }
}

/// A batch proof of either kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyProofFile {
    /// Of statements about one delay.
    One(BatchProofFile),
    /// Of statements with a delay each.
    Varied(varied::ProofFile),
}

impl AnyProofFile {
    /// The file of some bytes, which must be exactly one.
    pub fn from_bytes(bytes: &[u8]) -> Result<AnyProofFile, FileError> {
        let (header, rest) = Header::decode(bytes, &PROOF).map_err(FileError::Proof)?;
        if header.is_varied() {
            varied::ProofFile::of_header(header, rest).map(AnyProofFile::Varied)
        } else {
            BatchProofFile::of_header(header, rest).map(AnyProofFile::One)
        }
    }

    /// Bits of security.
    pub fn strength(&self) -> u16 {
        match self {
            AnyProofFile::One(file) => file.strength(),
            AnyProofFile::Varied(file) => file.level(),
        }
    }
}
