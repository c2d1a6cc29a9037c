//! The libraries with which we compare Heliast. Each library has one file with all its `unsafe` code.

pub mod batch;
pub mod chiavdf;
pub mod faest;
pub mod gmp;
pub mod instructions;
pub mod multiexp;
pub mod node;
pub mod openssl;
pub mod paper;
pub mod picnic;
pub mod sloth;
pub mod xmss;
