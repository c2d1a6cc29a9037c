//! The measurements: each file returns only seconds or counts.

pub(super) mod batch;
pub(super) mod breakdown;
pub(super) mod candidates;
pub(super) mod hashing;
pub(super) mod powers;
pub(super) mod primality;
