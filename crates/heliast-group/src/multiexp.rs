//! Products of powers, ∏ base_i^exponent_i: algorithms, their exact costs, and the choice between them.
//!
//! There is one algorithm per file. Each cuts exponents into digits (`digits`), has a table of powers, and
//! computes a chain of squarings (`chain`). Everything here runs in variable time.

mod ary;
mod chain;
mod digits;
mod expected;
mod interleave;
mod odd_powers;
mod pippenger;
mod plan;
mod separate;
mod strategy;
mod table;
pub mod tune;
mod yll;

use crate::{BulkGroup, Group};
use alloc::vec::Vec;
use heliast_arith::Natural;

pub use expected::Mean;
pub(crate) use expected::power;
pub use plan::{OpCost, Shape, plan};
pub use strategy::{Cost, MeanCost, Strategy};
pub use table::Table;

/// The reason why a multi-exponentiation was not done: a mistake of the caller.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MultiexpError {
    /// The window is outside the strategy's range.
    #[error("{strategy}: the window must be from 1 to {widest}")]
    Window {
        /// The requested strategy.
        strategy: Strategy,
        /// The widest window of this algorithm.
        widest: usize,
    },
    /// The joint table of this number of bases would be too large.
    #[error("{strategy}: the table for {bases} bases would exceed 2^12 entries; use interleaving or buckets")]
    Table {
        /// The requested strategy.
        strategy: Strategy,
        /// The number of bases.
        bases: usize,
    },
    /// The numbers of exponents and bases differ.
    #[error("{found} exponents were given for {expected} bases")]
    Exponents {
        /// The number of bases.
        expected: usize,
        /// The number of exponents.
        found: usize,
    },
}

/// ∏ base_i^exponent_i by the fastest method in this group ([`BulkGroup::multiexp`]); 1 for no bases.
/// Variable time.
///
/// Two bases and 256 bits take about 254 squarings and 115 products; 512 bits take 511 and 199. If inverses
/// are free, 256 bits take 256 and 102.
pub fn multiexp<G: BulkGroup>(group: &G, powers: &[(&G::Elem, &Natural)]) -> G::Elem {
    group.multiexp(powers)
}

/// [`multiexp`] by the strategy that [`plan`] expects to be the cheapest.
pub(crate) fn planned<G: Group>(group: &G, powers: &[(&G::Elem, &Natural)]) -> G::Elem {
    let powers = powers.iter().filter(|(_, exponent)| !exponent.is_zero());
    let (bases, exponents): (Vec<&G::Elem>, Vec<&Natural>) = powers.copied().unzip();
    let strategy = plan(Shape::of(exponents.iter().copied()), &OpCost::default());
    let entries = strategy.precompute(group, &bases);
    strategy.evaluate(group, &entries, &exponents).unwrap_or_else(|| group.identity())
}

/// ∏ base_i^exponent_i by this strategy; 1 for no bases. Variable time.
///
/// # Errors
/// If the strategy cannot be used for this number of bases.
pub fn multiexp_with<G: Group>(
    group: &G,
    strategy: Strategy,
    powers: &[(&G::Elem, &Natural)],
) -> Result<G::Elem, MultiexpError> {
    let (bases, exponents): (Vec<&G::Elem>, Vec<&Natural>) = powers.iter().copied().unzip();
    Table::new(group, strategy, &bases)?.multiexp(&exponents)
}

#[cfg(test)]
mod tests;
