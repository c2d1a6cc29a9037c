//! The step, a root of a neighbour, and its inverse.

use super::{RootElement, RootField};
use heliast_arith::Natural;

impl RootField {
    /// ρ(σ(x)): one step of the chain.
    ///
    /// Cost: n − 2 squarings, and some 310 products at 2,048 bits.
    pub fn step(&self, x: &RootElement) -> RootElement {
        let ring = self.ring();
        let input = ring.residue(&x.neighbour());
        let exponent = self.prime().add(&Natural::one()).shr(2);
        let power = ring.pow(&input, &exponent);
        let mut square = power.clone();
        ring.square_n(&mut square, 1);
        let is_square = ring.equal(&square, &input);
        self.root(ring.natural(&power), is_square)
    }

    /// The step backwards: σ(ρ^-1(y)).
    pub fn step_back(&self, y: &RootElement) -> RootElement {
        self.steps_back(y, 1)
    }

    /// `steps` steps backwards, each one squaring.
    pub fn steps_back(&self, y: &RootElement, steps: u64) -> RootElement {
        RootElement::trusted(self.ring().retrace(y.natural(), steps))
    }

    /// Of a root r and p − r the even one where a square has been rooted, and the odd one where its negative
    /// was a square.
    fn root(&self, r: Natural, is_square: bool) -> RootElement {
        if r.is_even() == is_square {
            return RootElement::trusted(r);
        }
        RootElement::trusted(self.prime().sub(&r).unwrap_or_default())
    }
}
