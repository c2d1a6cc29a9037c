//! Stamps from outside.

mod stamps;
mod vectors;
