//! Tests of the proof system: known answers of Picnic3, a prover bit by bit, what a proof gives away, and the
//! parts by themselves.

mod leak;
mod oracle;
mod picnic3;
mod planes;
mod strings;
mod toys;
mod trees;
