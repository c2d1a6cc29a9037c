//! Tests of the proof system: known answers of Picnic3, a prover that works bit by bit, the information that
//! a proof reveals, and the parts separately.

mod leak;
mod oracle;
mod picnic3;
mod planes;
mod strings;
mod toys;
mod trees;
