//! Proof files.

use super::{
    error::FileError,
    header::{CUT, HEADER, Header, NO_DELAY, PROOF, VARIED, VARIED_LINEAR, check_group, u64_at},
};
use crate::{
    batch::{
        any::AnyTerms,
        proof::{Proof, Proving},
        protocol::Family,
        varied,
    },
    pietrzak,
    suite::Suite,
};
use alloc::vec::Vec;
use heliast_group::Group;

/// The proof systems, as in delay proof files.
const WESOLOWSKI: u8 = 0;
const PIETRZAK: u8 = 1;
/// The bytes in place of a suite where a system has no suite.
const NO_SUITE: [u8; 4] = [0; 4];

/// A batch proof: its terms, without the statements, and the proofs of the statements that its protocol
/// leaves. The proofs are not decoded yet, because decoding needs the group.
///
/// The parameters of the protocol are not in the file: they follow from its family, its level and the number
/// of statements. Level and suite are the prover's choice, and so are t and the number of statements: compare
/// [`BatchProofFile::strength`] with what you need, and [`BatchProofFile::t`] and [`BatchProofFile::count`]
/// with those of the list. [`BatchProofFile::verify`] makes all of these checks.
///
/// If each statement has its own delay, there is one shard and one proof of Wesolowski's kind, whose suite
/// follows from the level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchProofFile {
    group_id: [u8; 32],
    width: u32,
    family: Family,
    level: u16,
    terms: AnyTerms,
    shards: Vec<u64>,
    proving: Proving,
    proofs: Vec<u8>,
}

/// The contents of a batch proof file without the proof.
#[derive(Clone, Copy, Debug)]
pub struct Contents<'a> {
    /// The family of the protocol that combined the statements.
    pub family: Family,
    /// The level of the protocol.
    pub level: u16,
    /// The number of squarings of every statement; `None` if each has its own.
    pub t: Option<u64>,
    /// The number of statements of each shard of the list.
    pub shards: &'a [u64],
}

impl BatchProofFile {
    /// The file for the proof of a list.
    ///
    /// # Errors
    /// If [`BatchProofFile::from_bytes`] would not accept the proof.
    pub fn new<G: Group>(
        group: &G,
        contents: Contents<'_>,
        proof: &Proof<G::Elem>,
    ) -> Result<BatchProofFile, FileError> {
        let Contents { family, level, t, shards } = contents;
        let bad = FileError::Proof;
        let (group_id, width) = (group.id(), group.encoded_len() as u32);
        let count = total(shards).ok_or(bad("a shard is empty, or there is none"))?;
        if t == Some(0) {
            return Err(bad(NO_DELAY));
        }
        Header::of_statements(group_id, width, t, count).check().map_err(bad)?;
        let terms = AnyTerms::new(family, level, t, count)?;
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
        if let AnyTerms::Varied(terms) = terms
            && (proving != terms.proving() || shards.len() != 1)
        {
            return Err(bad("of different delays there is one shard, and Wesolowski's proof of its level"));
        }
        let shards = shards.to_vec();
        BatchProofFile { group_id, width, family, level, terms, shards, proving, proofs }.checked()
    }

    fn header(&self) -> Header {
        let BatchProofFile { group_id, width, family, level, ref terms, ref shards, .. } = *self;
        let (protocol, shards) = match terms {
            AnyTerms::One(_) => (family as u8, shards.len() as u32),
            AnyTerms::Varied(terms) => (if terms.is_linear() { VARIED_LINEAR } else { VARIED }, 0),
        };
        let t = self.t().unwrap_or(0);
        Header { protocol, level, group_id, width, shards, t, count: self.count() }
    }

    /// The file's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + 8 * self.shards.len() + 5 + self.proofs.len());
        bytes.extend_from_slice(&self.header().encode(&PROOF));
        if let AnyTerms::One(_) = self.terms {
            let (system, suite) = match self.proving {
                Proving::Wesolowski(suite) => (WESOLOWSKI, suite.encode()),
                Proving::Pietrzak => (PIETRZAK, NO_SUITE),
            };
            self.shards.iter().for_each(|count| bytes.extend_from_slice(&count.to_be_bytes()));
            bytes.push(system);
            bytes.extend_from_slice(&suite);
        }
        bytes.extend_from_slice(&self.proofs);
        bytes
    }

    /// Decodes a file. There must be no bytes after it.
    pub fn from_bytes(bytes: &[u8]) -> Result<BatchProofFile, FileError> {
        let (header, rest) = Header::decode(bytes, &PROOF).map_err(FileError::Proof)?;
        match header.protocol {
            VARIED => BatchProofFile::of_varied(Family::RandomExponents, header, rest),
            VARIED_LINEAR => BatchProofFile::of_varied(Family::Linear, header, rest),
            _ => BatchProofFile::of_one(header, rest),
        }
    }

    /// The file with this header about different delays. Only the proof follows the header.
    fn of_varied(family: Family, header: Header, proof: &[u8]) -> Result<BatchProofFile, FileError> {
        let Header { level, group_id, width, shards, t, count, .. } = header;
        if (shards, t) != (0, 0) {
            return Err(FileError::Proof("bytes that must be 0 are not"));
        }
        let terms = varied::Terms::of_family(family, level)?;
        let (shards, proving, proofs) = (alloc::vec![count], terms.proving(), proof.to_vec());
        let terms = AnyTerms::Varied(terms);
        BatchProofFile { group_id, width, family, level, terms, shards, proving, proofs }.checked()
    }

    /// The file with this header about one delay.
    fn of_one(header: Header, rest: &[u8]) -> Result<BatchProofFile, FileError> {
        let Header { protocol, level, group_id, width, shards, t, count } = header;
        let bad = FileError::Proof;
        let cut = bad(CUT);
        let family = Family::from_id(protocol).ok_or(bad("unknown protocol"))?;
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
        let terms = AnyTerms::new(family, level, Some(t), count)?;
        if t == 0 {
            return Err(bad(NO_DELAY));
        }
        let proofs = proofs.to_vec();
        BatchProofFile { group_id, width, family, level, terms, shards, proving, proofs }.checked()
    }

    /// Checks that the proofs have as many bytes as the protocol demands.
    fn checked(self) -> Result<BatchProofFile, FileError> {
        if self.proofs.len() == self.terms.proofs() * self.proof_len() {
            Ok(self)
        } else {
            Err(FileError::Proof("its length does not fit its protocol and proof system"))
        }
    }

    /// The length of one of its proofs in bytes. A proof of Pietrzak's may be empty.
    fn proof_len(&self) -> usize {
        let elements = match self.proving {
            Proving::Wesolowski(_) => 1,
            Proving::Pietrzak => pietrzak::rounds(self.t().unwrap_or(0)) as usize,
        };
        elements * self.width as usize
    }

    /// The proofs as elements of `group`, for [`Proof::check`] or [`verify`](crate::batch::verify); one
    /// if the delays are different.
    pub fn proof<G: Group>(&self, group: &G) -> Result<Proof<G::Elem>, FileError> {
        check_group(group, &self.group_id, self.width)?;
        let len = self.proof_len();
        let proofs = (0..self.terms.proofs()).map(|index| (index, &self.proofs[index * len..][..len]));
        match self.proving {
            Proving::Wesolowski(suite) => {
                let element = |(index, bytes): (usize, &[u8])| {
                    group.decode(bytes).map_err(|reason| FileError::Element { index, reason })
                };
                Ok(Proof::Wesolowski(suite, proofs.map(element).collect::<Result<_, _>>()?))
            }
            Proving::Pietrzak => {
                let proof = |(index, bytes): (usize, &[u8])| {
                    let decoded = pietrzak::Proof::decode(group, self.t().unwrap_or(0), bytes);
                    decoded.map_err(|reason| FileError::Midpoints { index, reason })
                };
                Ok(Proof::Pietrzak(proofs.map(proof).collect::<Result<_, _>>()?))
            }
        }
    }

    /// The proof of different delays as an element of `group`.
    pub(in crate::batch) fn element<G: Group>(&self, group: &G) -> Result<G::Elem, FileError> {
        check_group(group, &self.group_id, self.width)?;
        let bytes = &self.proofs[..group.encoded_len().min(self.proofs.len())];
        group.decode(bytes).map_err(|reason| FileError::Element { index: 0, reason })
    }

    /// The group's id.
    pub fn group_id(&self) -> [u8; 32] {
        self.group_id
    }

    /// The family of the protocol that combined the statements: a name, whose parameters are in
    /// [`BatchProofFile::terms`].
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

    /// The squarings, and the protocol for these statements.
    pub fn terms(&self) -> &AnyTerms {
        &self.terms
    }

    /// The squarings of every statement; `None` if each has its own number of them.
    pub fn t(&self) -> Option<u64> {
        self.terms.t()
    }

    /// The number of statements.
    pub fn count(&self) -> u64 {
        self.shards.iter().sum()
    }

    /// The number of statements of each shard of the list.
    pub fn shards(&self) -> &[u64] {
        &self.shards
    }

    /// The kind of the proofs.
    pub fn proving(&self) -> Proving {
        self.proving
    }
}

/// The sum of the shards' statements; `None` if a shard has no statements.
fn total(shards: &[u64]) -> Option<u64> {
    let sum = shards.iter().try_fold(0u64, |sum, count| sum.checked_add(*count));
    sum.filter(|sum| *sum > 0 && shards.iter().all(|count| *count > 0))
}
