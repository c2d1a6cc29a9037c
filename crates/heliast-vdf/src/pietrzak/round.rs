//! The rounds: their number, and the next input by a challenge.

use heliast_arith::Natural;
use heliast_group::{BulkGroup, multiexp};

/// The greatest number of last squarings, which the verifier does itself. A round costs it some 200 products
/// and halves the remaining squarings, so stopping at 412 is fastest. 1024 costs at most 360 more, and the
/// proof is shorter by one or two midpoints.
pub const DIRECT: u64 = 1024;

/// The number of rounds in the proof of t squarings: the least i with floor(t/2^i) <= [`DIRECT`].
pub fn rounds(t: u64) -> u32 {
    (t / (DIRECT + 1)).checked_ilog2().map_or(0, |log| log + 1)
}

/// x' = x^r · μ.
pub(super) fn fold<G: BulkGroup>(group: &G, x: &G::Elem, midpoint: &G::Elem, challenge: &Natural) -> G::Elem {
    group.mul(&multiexp(group, &[(x, challenge)]), midpoint)
}
