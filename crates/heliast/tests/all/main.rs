//! Rounds, epochs and bundles from outside.

mod bundles;
mod common;
mod epochs;
mod roots;
mod roots_mutations;
mod rounds;
mod schemes;
mod vectors;
mod verify;
mod verify_trees;
