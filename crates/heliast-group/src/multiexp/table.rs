//! Tables that are kept, for bases that are known in advance.

use super::{MultiexpError, Strategy};
use crate::{Counts, Group};
use alloc::vec::Vec;
use heliast_arith::Natural;

/// The values that a strategy computes from the bases alone, for any number of multi-exponentiations with
/// these bases.
#[derive(Clone, Debug)]
pub struct Table<G: Group> {
    group: G,
    strategy: Strategy,
    bases: usize,
    entries: Vec<G::Elem>,
}

impl<G: Group> Table<G> {
    /// Computes the table, at the cost that [`Strategy::cost`] calls precomputation.
    ///
    /// # Errors
    /// If the strategy does not serve this number of bases.
    pub fn new(group: &G, strategy: Strategy, bases: &[&G::Elem]) -> Result<Table<G>, MultiexpError> {
        strategy.applies(bases.len())?;
        let entries = strategy.precompute(group, bases);
        Ok(Table { group: group.clone(), strategy, bases: bases.len(), entries })
    }

    /// ∏ base_i^exponent_i, in variable time.
    ///
    /// # Errors
    /// If the numbers of exponents and bases differ.
    pub fn multiexp(&self, exponents: &[&Natural]) -> Result<G::Elem, MultiexpError> {
        self.check(exponents)?;
        let product = self.strategy.evaluate(&self.group, &self.entries, exponents);
        Ok(product.unwrap_or_else(|| self.group.identity()))
    }

    /// The exact cost of [`Table::multiexp`] with these exponents.
    ///
    /// # Errors
    /// If the numbers of exponents and bases differ.
    pub fn cost(&self, exponents: &[&Natural]) -> Result<Counts, MultiexpError> {
        self.check(exponents)?;
        Ok(self.strategy.cost(exponents)?.evaluation)
    }

    /// The algorithm of the table.
    pub fn strategy(&self) -> Strategy {
        self.strategy
    }

    /// The number of elements in the table.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the table is empty, because there are no bases.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn check(&self, exponents: &[&Natural]) -> Result<(), MultiexpError> {
        let (expected, found) = (self.bases, exponents.len());
        if found == expected { Ok(()) } else { Err(MultiexpError::Exponents { expected, found }) }
    }
}
