//! Batch proofs of exponentiation, `spec/batch.md`: one short proof that y_i = x_i^(2^t) for every statement
//! of a list of up to millions.
//!
//! ```
//! use heliast_group::{Group, RsaGroup};
//! use heliast_vdf::{Suite, batch::{self, Family, Invalid, Protocol, Proving, Records, Sample, Terms, Work}};
//!
//! let group = RsaGroup::rsa_2048();
//! let t = 100;
//! let evaluate = |x: &_| {
//!     let mut y = Clone::clone(x);
//!     group.square_n(&mut y, t);
//!     Ok::<_, Invalid>(y)
//! };
//! let statements: Vec<_> = Sample::new(&group, "an example", t, 1, evaluate)?.take(10).collect();
//! let bytes = Records::encode(&group, statements.iter().map(|(_, x, y)| (x, y)));
//!
//! let records = Records::new(&group, &bytes)?;
//! let terms = Terms { t, protocol: Protocol::of_family(Family::RandomExponents, 128, 10)? };
//! let proving = Proving::Wesolowski(Suite::default());
//! let work = Work { threads: 2, progress: |_| true };
//! let proof = batch::prove(&group, &terms, &records, proving, work)?;
//! batch::verify(&group, &terms, &records, &proof, 2)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A *reduction* turns statements into fewer ones: products of powers, with exponents drawn by a hash of the
//! whole list. With a small error, these are all true only if the first ones are. A [`Protocol`] is a list of
//! reductions; the statements that are left are proved like any delay (Wesolowski, Pietrzak).
//!
//! | protocol | reductions | statements left | error | needs |
//! |---|---|---|---|---|
//! | Random Subsets | `Subsets` | λ | 2^−λ | |
//! | Random Exponents | `Exponents` | 1 | 2^−λ | low order |
//! | Hybrid | `Subsets`, `Exponents` | 1 | 2·2^−λ | low order |
//! | Bucket | `Buckets`, `Exponents` | 1 | 3·2^−λ | low order |
//! | Linear | up to three [`Incidence`], `Exponents` | 1 | 2·2^−λ, λ <= 128 | low order |
//!
//! *Low order*: it is infeasible to find an element other than 1 of an order below 2^λ. Modulo ±1, −1 is 1.
//! In class groups this is an assumption of its own ([`heliast_group::Assumption`]). [`plan_in`] and all
//! verifiers refuse a group in which such elements are known. The errors add to that of the proof of the
//! statements that are left. Wesolowski's proof needs the low-order assumption anyway. A prover that knows
//! the order of the group can prove anything.
//!
//! The work is *map and reduce*: [`Digest`] of every shard of the list, a [`Seed`] from all of them,
//! [`partial`] products of every shard under that one seed, [`Rows::merge`], and [`finish`]. Under one seed,
//! the result is the same for any number of parts, threads and machines. The division into shards is in the
//! seed, and a proof names it. [`combine`] does all steps for a list in memory and one shard, and `List` for
//! a list that is longer than the memory (with the feature `std`).
//!
//! A list has one delay for all statements or a delay for each. In the second case its [`Records`] begin with
//! the delays, its [`StatementsHeader`] has no t, and [`varied`] proves and verifies it, with incidence
//! buckets or without. Files, digests and `List` are the same for both.
//!
//! Sources: Ivanova, *Practical Batch Proofs of Exponentiation*; Rotem, *Simple and efficient batch
//! verification techniques for verifiable delay functions*; Bellare, Garay, Rabin, *Fast batch verification
//! for modular exponentiation and digital signatures*.

mod any;
mod buckets;
mod combine;
mod decoded;
mod delay;
mod digest;
mod error;
mod exponents;
mod file;
mod find;
mod incidence;
mod kind;
#[cfg(feature = "std")]
mod list;
mod open;
mod placed;
mod plan;
mod proof;
mod protocol;
mod prove;
mod records;
mod reduce;
mod reduction;
mod sample;
mod search;
mod seed;
mod sides;
mod strings;
mod subsets;
mod table;
mod terms;
#[cfg(test)]
mod tests;
mod units;
pub mod varied;
mod verify;
mod windows;

pub use crate::work::Work;
pub use any::AnyTerms;
pub use combine::{Rows, combine, finish, partial};
pub use digest::{Digest, LEAF_RECORDS, Leaves};
pub use error::{Invalid, ProveError};
pub use file::{BatchProofFile, Contents, FileError, StatementsHeader};
pub use find::{find_false, name_false};
pub use incidence::Incidence;
#[cfg(feature = "std")]
pub use list::{Left, List, ListError, Pass, Progress, Room, Verified};
pub use open::OpenError;
pub use placed::Placed;
pub use plan::{Plan, plan, plan_in};
pub use proof::{Proof, Proving};
pub use protocol::{Family, Protocol, TooWeak};
pub use prove::{prove, prove_left};
pub use records::{BadRecords, Records, Side};
pub use reduction::{Method, Reduction, Weights};
pub use sample::Sample;
pub use seed::{MAX_STATEMENTS, Seed};
pub use terms::Terms;
pub use verify::verify;
