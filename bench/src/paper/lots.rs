//! *Post-Quantum Verifiable Random Function from Symmetric Primitives in PoS Blockchain*.

mod lengths;
mod measure;
mod plain;
mod sizes;
pub(super) mod stateless;
mod strategies;
pub(super) mod table_1;
pub(super) mod table_2;
pub(super) mod trees;
mod units;
