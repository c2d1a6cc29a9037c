//! Batch proofs of exponentiation, `spec/batch.md`: one short proof that y_i = x_i^(2^t) for every statement of a list of up to millions.
//!
//! A *reduction* turns statements into fewer ones that are all true only if the first ones are, but for a small error: products of powers,
//! with exponents drawn by a hash of the whole list. A [`Protocol`] is a list of reductions; what is left is proved as any delay is
//! (Wesolowski, Pietrzak).
//!
//! | protocol | reductions | statements left | error | needs |
//! |---|---|---|---|---|
//! | Random Subsets | `Subsets` | λ | 2^−λ | |
//! | Random Exponents | `Exponents` | 1 | 2^−λ | low order |
//! | Hybrid | `Subsets`, `Exponents` | 1 | 2·2^−λ | low order |
//! | Bucket | `Buckets`, `Exponents` | 1 | 3·2^−λ | low order |
//!
//! *Low order*: nobody can find an element of an order below 2^λ, other than 1; in this group of classes modulo ±1, −1 is 1. The errors add to
//! that of the proof of what is left, which over Wesolowski needs the low-order assumption anyway. Whoever knows the order of the group can prove anything.
//!
//! The work is *map and reduce*: [`Digest`] of every shard of the list, a [`Seed`] from all of them, [`partial`] products of every shard under that
//! one seed, [`Rows::merge`], and [`finish`]. Shards, threads and machines may be as many as one likes: the result is the same group element.
//! [`combine`] does it all for a list in memory.
//!
//! [`prove_varied`] and [`verify_varied`] are for statements that each have a delay of their own: no protocol to choose, one element as the proof, and one
//! chain of as many squarings as the longest delay has. [`VariedEvaluation`] keeps it in a checkpoint. [`VariedProducts`] verifies in parts. [`AnyHeader`] and
//! [`AnyProofFile`] tell files of the two kinds apart.
//!
//! Sources: Ivanova, *Practical Batch Proofs of Exponentiation*; Rotem, *Simple and efficient batch verification techniques for verifiable delay
//! functions*; Bellare, Garay, Rabin, *Fast batch verification for modular exponentiation and digital signatures*.

mod buckets;
mod challenge;
mod combine;
mod exponents;
mod file;
mod plan;
mod proof;
mod protocol;
mod records;
mod reduction;
mod search;
mod subsets;
#[cfg(test)]
mod tests;
mod varied;

pub use challenge::{Digest, LEAF_RECORDS, Leaves, MAX_STATEMENTS, Seed};
pub use combine::{Rows, Terms, combine, finish, partial};
pub use file::{
    AnyHeader, AnyProofFile, BatchProofFile, FileError, StatementsHeader, VariedHeader, VariedProofFile,
};
pub use plan::{Plan, plan};
pub use proof::{Invalid, Proof, ProveError, Proving, find_false, name_false, prove, prove_left, verify};
pub use protocol::{Family, Protocol, TooWeak};
pub use records::{BadRecords, Records, Side};
pub use reduction::{Evaluation, Reduction, Weights};
pub use varied::{
    BadVariedRecords, DelayCounts, VariedEvaluation, VariedPowers, VariedProducts, VariedProver,
    VariedRecords, VariedResumeError, VariedTerms, prove_varied, verify_varied,
};
