//! The files of different delays: the header of a list, and a proof.

use super::{records::Records, terms::Terms};
use crate::batch::file::{
    FileError,
    header::{
        CUT, HEADER, Header, OF_ONE_DELAY, PROOF, STATEMENTS, VARIED, VARIED_LINEAR, check_group, check_len,
        file_len,
    },
};
use alloc::vec::Vec;
use heliast_group::Group;

/// The header of a statements file in which each statement has its own delay. `count` records follow, and
/// nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementsHeader {
    /// The group's id; the modulus comes from elsewhere.
    pub group_id: [u8; 32],
    /// Bytes of an element, from 1 to 1024.
    pub width: u32,
    /// The number of statements, from 1 to [`MAX_STATEMENTS`](crate::batch::MAX_STATEMENTS).
    pub count: u64,
}

impl StatementsHeader {
    /// Bytes of the header.
    pub const LEN: usize = HEADER;

    /// The header of `count` statements.
    pub fn new<G: Group>(group: &G, count: u64) -> StatementsHeader {
        StatementsHeader { group_id: group.id(), width: group.encoded_len() as u32, count }
    }

    /// The header's bytes.
    pub fn encode(&self) -> [u8; HEADER] {
        Header::of_statements(self.group_id, self.width, 0, self.count).encode(&STATEMENTS)
    }

    /// The header at the start of such a file.
    pub fn decode(bytes: &[u8]) -> Result<StatementsHeader, FileError> {
        let header = Header::decode_statements(bytes)?;
        match header.t {
            0 => Ok(StatementsHeader::of_header(&header)),
            _ => Err(FileError::Statements(OF_ONE_DELAY)),
        }
    }

    pub(in crate::batch) fn of_header(header: &Header) -> StatementsHeader {
        let Header { group_id, width, count, .. } = *header;
        StatementsHeader { group_id, width, count }
    }

    /// Bytes of a statement.
    pub fn record_len(&self) -> u64 {
        8 + 2 * u64::from(self.width)
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
    pub fn file_of<G: Group>(group: &G, records: &Records<'_>) -> Vec<u8> {
        let header = StatementsHeader::new(group, records.len() as u64);
        [&header.encode(), records.bytes()].concat()
    }
}

/// A proof of statements of which each has its own delay. Its element is not decoded yet: that takes the
/// group.
///
/// Nothing but the level is the prover's choice: compare [`ProofFile::level`] with what you need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofFile {
    group_id: [u8; 32],
    terms: Terms,
    count: u64,
    proof: Vec<u8>,
}

impl ProofFile {
    /// The file for the proof of a list of `count` statements.
    ///
    /// # Errors
    /// If [`ProofFile::from_bytes`] would not take it.
    pub fn new<G: Group>(
        group: &G,
        terms: Terms,
        count: u64,
        proof: &G::Elem,
    ) -> Result<ProofFile, FileError> {
        let file = ProofFile { group_id: group.id(), terms, count, proof: group.encode(proof) };
        file.header().check().map(|()| file).map_err(FileError::Proof)
    }

    fn header(&self) -> Header {
        let ProofFile { group_id, terms, count, ref proof } = *self;
        let (level, width) = (terms.level(), proof.len() as u32);
        let protocol = if terms.is_linear() { VARIED_LINEAR } else { VARIED };
        Header { protocol, level, group_id, width, shards: 0, t: 0, count }
    }

    /// The file's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        [&self.header().encode(&PROOF)[..], &self.proof].concat()
    }

    /// The file of some bytes, which must be exactly one.
    pub fn from_bytes(bytes: &[u8]) -> Result<ProofFile, FileError> {
        let (header, rest) = Header::decode(bytes, &PROOF).map_err(FileError::Proof)?;
        if !header.is_varied() {
            return Err(FileError::Proof(OF_ONE_DELAY));
        }
        ProofFile::of_header(header, rest)
    }

    pub(in crate::batch) fn of_header(header: Header, proof: &[u8]) -> Result<ProofFile, FileError> {
        let Header { protocol, level, group_id, width, shards, t, count } = header;
        let bad = FileError::Proof;
        if (shards, t) != (0, 0) {
            return Err(bad("bytes that must be 0 are not"));
        }
        let terms = if protocol == VARIED_LINEAR { Terms::linear(level) } else { Terms::new(level) }?;
        match proof.len() as u64 {
            len if len == u64::from(width) => Ok(ProofFile { group_id, terms, count, proof: proof.to_vec() }),
            len if len < u64::from(width) => Err(bad(CUT)),
            _ => Err(bad("it goes on after its proof")),
        }
    }

    /// The proof as an element of `group`, for [`varied::verify`](crate::batch::varied::verify).
    pub fn proof<G: Group>(&self, group: &G) -> Result<G::Elem, FileError> {
        check_group(group, &self.group_id, self.proof.len() as u32)?;
        group.decode(&self.proof).map_err(|reason| FileError::Element { index: 0, reason })
    }

    /// The group's id.
    pub fn group_id(&self) -> [u8; 32] {
        self.group_id
    }

    /// The terms of the proof: its level λ, and whether there are incidence buckets.
    pub fn terms(&self) -> Terms {
        self.terms
    }

    /// λ: bits of security, the challenge having twice as many.
    pub fn level(&self) -> u16 {
        self.terms.level()
    }

    /// The number of statements.
    pub fn count(&self) -> u64 {
        self.count
    }
}
