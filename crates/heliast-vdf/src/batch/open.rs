//! Verification of a list by a proof file, in memory.

use super::{
    any::AnyTerms,
    combine::combine_shards,
    digest::Digest,
    error::Invalid,
    file::{BatchProofFile, FileError, StatementsHeader},
    records::Records,
    reduction::Method,
    varied,
};
use heliast_group::BulkGroup;

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
    /// Checks, on `threads` threads, that the proof shows that the list of this header and these records is
    /// true: it has at least `least_level` bits ([`strength`](Self::strength)), it is about the header's
    /// group, t and number of statements, and it holds for the list in the shards that it names.
    ///
    /// # Errors
    /// [`Invalid::Level`], [`Invalid::OtherDelay`], [`Invalid::OtherKind`], [`Invalid::Count`],
    /// [`FileError::OtherGroup`], and those of [`proof`](Self::proof) and [`verify`](super::verify).
    pub fn verify<G: BulkGroup>(
        &self,
        group: &G,
        header: &StatementsHeader,
        records: &Records<'_>,
        least_level: u16,
        threads: usize,
    ) -> Result<(), OpenError> {
        let found = self.strength();
        if found < least_level {
            return Err(Invalid::Level { least: least_level, found }.into());
        }
        self.check_claim(header)?;
        if records.len() as u64 != self.count() {
            return Err(Invalid::Count { expected: Some(self.count()), found: records.len() as u64 }.into());
        }
        header.check_group(group)?;
        match self.terms() {
            AnyTerms::One(terms) => {
                let proof = self.proof(group)?;
                let shards = Digest::of_shards(self.shards(), records, threads);
                let left = combine_shards(group, terms, &shards, records, Method::Best, threads)?;
                Ok(proof.check(group, &left)?)
            }
            AnyTerms::Varied(terms) => {
                Ok(varied::verify(group, *terms, records, &self.element(group)?, threads)?)
            }
        }
    }

    /// Checks that it is a claim about a list with this header.
    pub(super) fn check_claim(&self, header: &StatementsHeader) -> Result<(), Invalid> {
        match (header.t, self.t()) {
            (Some(expected), Some(found)) if expected != found => {
                return Err(Invalid::OtherDelay { expected, found });
            }
            (Some(_), None) | (None, Some(_)) => return Err(Invalid::OtherKind),
            _ => {}
        }
        let (expected, found) = (self.count(), header.count);
        if expected == found { Ok(()) } else { Err(Invalid::Count { expected: Some(expected), found }) }
    }
}
