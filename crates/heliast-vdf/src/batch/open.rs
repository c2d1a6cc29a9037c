//! From a list and a proof file to a verdict, in memory.

use super::{
    combine::combine_shards,
    digest::Digest,
    error::Invalid,
    file::{BatchProofFile, FileError, StatementsHeader},
    records::Records,
    reduction::Method,
};
use alloc::vec::Vec;
use heliast_group::Group;

/// The reason why a proof file does not show that a list is true.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// Its bytes, or those of the list, are invalid, or belong to another group.
    #[error(transparent)]
    File(#[from] FileError),
    /// The claim is false, is about another list, or is weaker than the caller demands.
    #[error(transparent)]
    Invalid(#[from] Invalid),
}

impl BatchProofFile {
    /// Accepts the list of this header and these records, or says why not, on `threads` threads: the proof
    /// has at least `least_level` bits ([`strength`](Self::strength)), it is about the header's group, t and
    /// number of statements, and it holds for the list in the shards that it names.
    ///
    /// # Errors
    /// [`Invalid::Level`], [`Invalid::OtherDelay`], [`Invalid::Count`], [`FileError::OtherGroup`], and those
    /// of [`proof`](Self::proof) and [`verify`](super::verify).
    pub fn verify<G: Group>(
        &self,
        group: &G,
        header: &StatementsHeader,
        records: &Records<'_>,
        least_level: u16,
        threads: usize,
    ) -> Result<(), OpenError> {
        self.check_claim(header, records, least_level)?;
        header.check_group(group)?;
        let proof = self.proof(group)?;
        let shards = self.digests(records, threads);
        let left = combine_shards(group, self.terms(), &shards, records, Method::Best, threads)?;
        Ok(proof.check(group, &left)?)
    }

    /// That it is a claim about this list, and strong enough.
    fn check_claim(
        &self,
        header: &StatementsHeader,
        records: &Records<'_>,
        least: u16,
    ) -> Result<(), Invalid> {
        let found = self.strength();
        if found < least {
            return Err(Invalid::Level { least, found });
        }
        let (expected, found) = (header.t, self.terms().t);
        if expected != found {
            return Err(Invalid::OtherDelay { expected, found });
        }
        let counts = [header.count, records.len() as u64];
        match counts.into_iter().find(|count| *count != self.count()) {
            Some(found) => Err(Invalid::Count { expected: Some(self.count()), found }),
            None => Ok(()),
        }
    }

    /// The digests of its shards. They are of as many statements as `records` has.
    fn digests(&self, records: &Records<'_>, threads: usize) -> Vec<Digest> {
        let mut start = 0;
        let digest = |count: &u64| {
            let shard = records.range(start..start + *count as usize);
            start += shard.len();
            Digest::of(&shard, threads)
        };
        self.shards().iter().map(digest).collect()
    }
}
