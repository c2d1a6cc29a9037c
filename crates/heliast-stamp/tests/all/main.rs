//! Stamps from outside.

mod solving;
mod stamps;
mod vectors;
