//! *Post-Quantum Verifiable Random Function from Symmetric Primitives in PoS Blockchain*.

mod lengths;
mod measure;
pub(super) mod stateless;
mod strategies;
pub(super) mod table_1;
