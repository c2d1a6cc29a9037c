//! Groups and multi-exponentiation from outside.

mod class;
mod class_vectors;
mod digits;
mod linear;
mod moduli;
mod strategies;
mod toy;
mod vectors;
