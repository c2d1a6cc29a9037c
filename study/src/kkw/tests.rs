//! Tests of the proof system: known answers of Picnic3, a prover bit by bit, and what a proof gives away.

mod leak;
mod oracle;
mod picnic3;
mod toys;
