//! Lots and their keys from outside.

mod avrf;
mod avrf_zeroise;
mod book;
mod ecvrf;
mod ivrf;
mod sortition;
mod sortition_scale;
mod stateful;
mod stateful_vectors;
mod stateless;
mod tree;
mod vectors;
mod vectors_stateless;
mod xmss_zeroise;
