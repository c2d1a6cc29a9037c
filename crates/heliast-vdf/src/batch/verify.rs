//! Verification of a list in memory by a proof.

use super::{
    any::AnyTerms, combine::combine, error::Invalid, proof::Proof, records::Records, reduction::Method,
    terms::Terms, varied,
};
use heliast_group::BulkGroup;

/// Checks a proof of all statements of a list, on `threads` threads. The list is hashed as one shard.
///
/// `terms`, which are [`Terms`] or [`varied::Terms`], are the verifier's own: if all statements have one t,
/// it is not in the records. For the terms in a file, and for proofs over several shards, see
/// [`BatchProofFile::verify`](super::BatchProofFile::verify).
///
/// Cost: the reductions ([`super::Protocol::best_cost`]: 40 multiplications per statement at 10^3, 17 at
/// 10^6; [`varied::Terms::best_cost`]), a hash of the list, and the verification of each proof.
pub fn verify<G: BulkGroup>(
    group: &G,
    terms: impl Into<AnyTerms>,
    records: &Records<'_>,
    proof: &Proof<G::Elem>,
    threads: usize,
) -> Result<(), Invalid> {
    match terms.into() {
        AnyTerms::One(terms) => verify_one(group, &terms, records, proof, threads),
        AnyTerms::Varied(terms) => varied::verify(group, terms, records, terms.element(proof)?, threads),
    }
}

fn verify_one<G: BulkGroup>(
    group: &G,
    terms: &Terms,
    records: &Records<'_>,
    proof: &Proof<G::Elem>,
    threads: usize,
) -> Result<(), Invalid> {
    proof.proving().assumption().check(group)?;
    let (expected, found) = (terms.protocol.proofs(), proof.len());
    if expected != found {
        return Err(Invalid::Proofs { expected, found });
    }
    let left = combine(group, terms, records, Method::Best, threads)?;
    proof.check(group, &left)
}
