//! The measurements: each file gives seconds, or counts, and nothing else.

pub(super) mod batch;
pub(super) mod breakdown;
pub(super) mod candidates;
pub(super) mod hashing;
pub(super) mod powers;
pub(super) mod primality;
