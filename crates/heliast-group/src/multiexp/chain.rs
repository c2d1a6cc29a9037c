//! The chain of squarings that all left-to-right algorithms share, and its cost.

use crate::{Counts, Group};

/// One factor of a product: an entry of the table, to the power 2^`position`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Term {
    pub(crate) position: usize,
    pub(crate) entry: usize,
}

/// ∏ entries[entry]^(2^position), for terms whose positions do not increase; `None` for no terms.
///
/// 1. A := the first term's entry.
/// 2. For every further term, square A down to its position, in one run, and multiply by its entry.
/// 3. Square A down to position 0.
///
/// Cost: as many squarings as the first position, and one product less than there are terms.
pub(crate) fn evaluate<G: Group>(
    group: &G,
    entries: &[G::Elem],
    mut terms: impl Iterator<Item = Term>,
) -> Option<G::Elem> {
    let Term { mut position, entry } = terms.next()?;
    let mut acc = entries[entry].clone();
    for term in terms {
        square(group, &mut acc, position - term.position);
        position = term.position;
        group.mul_assign(&mut acc, &entries[term.entry]);
    }
    square(group, &mut acc, position);
    Some(acc)
}

pub(crate) fn square<G: Group>(group: &G, acc: &mut G::Elem, n: usize) {
    if n > 0 {
        group.square_n(acc, n as u64);
    }
}

/// `acc` := `acc`·`factor`, where `None` is 1 and costs nothing.
pub(crate) fn join<G: Group>(group: &G, acc: &mut Option<G::Elem>, factor: G::Elem) {
    match acc {
        Some(acc) => group.mul_assign(acc, &factor),
        None => *acc = Some(factor),
    }
}

/// Counts the operations of [`evaluate`], from the positions alone.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counter {
    first: usize,
    terms: u64,
}

impl Counter {
    /// Adds a term; the order does not matter.
    pub(crate) fn term(self, position: usize) -> Counter {
        Counter { first: self.first.max(position), terms: self.terms + 1 }
    }

    /// Joins two chains into one, which share their squarings.
    pub(crate) fn shared(self, other: Counter) -> Counter {
        Counter { first: self.first.max(other.first), terms: self.terms + other.terms }
    }

    /// Whether the product is not empty.
    pub(crate) fn any(self) -> bool {
        self.terms > 0
    }

    pub(crate) fn counts(self) -> Counts {
        Counts { squarings: self.first as u64, products: self.terms.saturating_sub(1) }
    }
}
