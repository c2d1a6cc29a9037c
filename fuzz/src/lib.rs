//! The common parts of the fuzz targets: fields cut from the fuzzer's bytes, and fixtures from `vectors/`.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod class;
pub mod fields;
pub mod frames;
pub mod model;
pub mod network;
pub mod schedule;
pub mod stamps;
pub mod vectors;

use num_bigint::BigUint;

/// Converts a number to the type of a library that shares no code with `arith`.
pub fn big(n: &heliast_arith::Natural) -> BigUint {
    let halves = |limb: &u64| [*limb as u32, (limb >> 32) as u32];
    BigUint::new(n.limbs().iter().flat_map(halves).collect())
}
