//! Delays and their proofs from outside.

mod batch;
mod chia;
mod class;
mod class_mutations;
mod class_vectors;
mod files;
mod mutations;
mod roots_mutations;
mod vectors;
mod wesolowski;
