//! *Post-Quantum Verifiable Random Function from Symmetric Primitives in PoS Blockchain*.

mod measure;
mod strategies;
pub(super) mod table_1;
