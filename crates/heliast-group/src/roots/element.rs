//! An element of a field of roots.

use heliast_arith::Natural;

/// A number in [1, p − 1] for the p of the [`RootField`](crate::RootField) that made it. In another field it
/// gives results without meaning, never undefined behaviour.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RootElement(Natural);

impl RootElement {
    /// The element of a number that the caller knows to be in range.
    pub(super) fn trusted(number: Natural) -> RootElement {
        RootElement(number)
    }

    /// The number.
    pub fn natural(&self) -> &Natural {
        &self.0
    }

    /// σ: its neighbour, x + 1 for odd x and x − 1 for even x.
    pub(super) fn neighbour(&self) -> Natural {
        let one = Natural::one();
        if self.0.is_even() { self.0.sub(&one).unwrap_or_default() } else { &self.0 + &one }
    }
}
