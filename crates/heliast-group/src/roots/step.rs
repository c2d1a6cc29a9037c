//! The step, a root of a neighbour, and its inverse.

use super::{
    RootElement, RootField,
    plan::{Ladder, Windows},
};
use alloc::{sync::Arc, vec::Vec};
use heliast_arith::{LANES, Natural, Residue};

impl RootField {
    /// ρ(σ(x)), one step of the chain. Many steps are faster by [`RootField::stepper`].
    ///
    /// Cost: n − 3 squarings, and some 330 products at 2,048 bits.
    pub fn step(&self, x: &RootElement) -> RootElement {
        let input = self.ring().residue(&x.neighbour());
        let power = self.ring().pow(&input, &self.exponent());
        self.root(&input, power)
    }

    /// The step backwards: σ(ρ^-1(y)).
    pub fn step_back(&self, y: &RootElement) -> RootElement {
        self.steps_back(y, 1)
    }

    /// `steps` steps backwards, each of one squaring.
    pub fn steps_back(&self, y: &RootElement, steps: u64) -> RootElement {
        RootElement::trusted(self.ring().retrace(y.natural(), steps))
    }

    /// The number of chains that are traversed backwards faster together than one by one: 1 if the CPU has no
    /// lanes for this field.
    pub fn lanes(&self) -> usize {
        if self.0.retrace.is_some() { LANES } else { 1 }
    }

    /// `steps` steps backwards from each of these elements: groups as large as the [lanes](Self::lanes) are
    /// computed together, and the rest one by one.
    pub fn steps_back_each(&self, elements: &mut [RootElement], steps: u64) {
        let mut rest = elements;
        if let Some(retrace) = &self.0.retrace {
            let (eights, left) = rest.as_chunks_mut::<LANES>();
            for eight in eights {
                let mut values = eight.each_ref().map(|element| element.natural().clone());
                retrace.run(&mut values, steps);
                *eight = values.map(RootElement::trusted);
            }
            rest = left;
        }
        for element in rest {
            *element = self.steps_back(element, steps);
        }
    }

    /// Plans the exponent for many steps, in some milliseconds.
    pub fn stepper(&self) -> RootStepper {
        let exponent = self.exponent();
        let (windows, ladder) = (Windows::new(&exponent), Ladder::new(&exponent));
        RootStepper(Arc::new(Inner { field: self.clone(), windows, ladder }))
    }

    /// (p + 1)/4.
    fn exponent(&self) -> Natural {
        self.prime().add(&Natural::one()).shr(2)
    }

    /// ρ of a number by its power r with the exponent (p + 1)/4: r² is the number if that is a square, and
    /// its negative if not. ρ is the even one of r and p − r in the first case, and the odd one in the
    /// second.
    fn root(&self, input: &Residue, power: Residue) -> RootElement {
        let ring = self.ring();
        let r = ring.natural(&power);
        let mut square = power;
        ring.square_n(&mut square, 1);
        if r.is_even() == ring.equal(&square, input) {
            return RootElement::trusted(r);
        }
        RootElement::trusted(self.prime().sub(&r).unwrap_or_default())
    }
}

/// Steps in one field, whose exponent has been cut into windows. Cloning is cheap.
///
/// [`step`](Self::step) runs on one core. For two cores a step has parts: one core calls
/// [`square`](Self::square) and passes the resulting powers to the other, which adds each to its
/// [`RootProducts`]; then [`close`](Self::close) makes the step from both. `heliast_vdf::roots` has the
/// threads.
#[derive(Clone, Debug)]
pub struct RootStepper(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    field: RootField,
    windows: Windows,
    ladder: Ladder,
}

/// The result of the squarings of a step: the input of the root, and its highest power.
#[derive(Clone, Debug)]
pub struct Squared {
    input: Residue,
    power: Residue,
}

/// The products of a step on the second core.
#[derive(Clone, Debug)]
pub struct RootProducts {
    stepper: RootStepper,
    /// The number of powers that were taken.
    taken: usize,
    /// The products of the powers with each odd digit from 1.
    buckets: Vec<Option<Residue>>,
}

impl RootStepper {
    /// The field.
    pub fn field(&self) -> &RootField {
        &self.0.field
    }

    /// ρ(σ(x)), as [`RootField::step`].
    ///
    /// Cost: n − 3 squarings, and some 305 products at 2,048 bits.
    pub fn step(&self, x: &RootElement) -> RootElement {
        let Inner { field, windows, .. } = &*self.0;
        let ring = field.ring();
        let input = ring.residue(&x.neighbour());
        let table = self.table(&input);
        let mut power = table[windows.first].clone();
        for &(squarings, place) in &windows.rest {
            ring.square_n(&mut power, squarings);
            ring.mul_assign(&mut power, &table[place]);
        }
        ring.square_n(&mut power, windows.tail);
        field.root(&input, power)
    }

    /// The powers of x with the digits of the windows.
    fn table(&self, x: &Residue) -> Vec<Residue> {
        let Inner { field, windows, .. } = &*self.0;
        let ring = field.ring();
        let mut table = Vec::with_capacity(windows.digits.len());
        table.push(x.clone());
        // x², x⁴, x⁶, ...
        let mut even: Vec<Residue> = Vec::new();
        for (place, digits) in windows.digits.windows(2).enumerate() {
            let half_distance = usize::from(digits[1] - digits[0]) / 2;
            while even.len() < half_distance {
                even.push(match (even.first(), even.last()) {
                    (Some(square), Some(last)) => ring.mul(last, square),
                    _ => ring.mul(x, x),
                });
            }
            table.push(ring.mul(&table[place], &even[half_distance - 1]));
        }
        table
    }

    /// Does only the squarings of a step. `hand` is called with the powers for the products, in the order in
    /// which [`RootProducts::take`] takes them.
    pub fn square(&self, x: &RootElement, mut hand: impl FnMut(&Residue)) -> Squared {
        let Inner { field, ladder, .. } = &*self.0;
        let input = field.ring().residue(&x.neighbour());
        let mut power = input.clone();
        for &(squarings, _) in &ladder.positions {
            field.ring().square_n(&mut power, squarings);
            hand(&power);
        }
        field.ring().square_n(&mut power, ladder.tail);
        Squared { input, power }
    }

    /// The products of a step, before the first one.
    pub fn products(&self) -> RootProducts {
        RootProducts { stepper: self.clone(), taken: 0, buckets: alloc::vec![None; 1 << (Ladder::WIDTH - 1)] }
    }

    /// Whether a step has products for a second core: if not, [`square`](Self::square) gives no powers.
    pub fn has_products(&self) -> bool {
        !self.0.ladder.positions.is_empty()
    }

    /// The step with these squarings and products; the product is `None` if a step has no powers.
    pub fn close(&self, squared: Squared, product: Option<&Residue>) -> RootElement {
        let Squared { input, mut power } = squared;
        if let Some(product) = product {
            self.field().ring().mul_assign(&mut power, product);
        }
        self.field().root(&input, power)
    }
}

impl RootProducts {
    /// Takes the next power. Returns true if it was the last. Further powers are ignored.
    pub fn take(&mut self, power: &Residue) -> bool {
        let Inner { field, ladder, .. } = &*self.stepper.0;
        let Some((_, digit)) = ladder.positions.get(self.taken) else { return true };
        let bucket = &mut self.buckets[usize::from(*digit) / 2];
        match bucket {
            Some(product) => field.ring().mul_assign(product, power),
            None => *bucket = Some(power.clone()),
        }
        self.taken += 1;
        if self.taken == ladder.mixed {
            combine(field, &mut self.buckets);
        }
        self.taken == ladder.positions.len()
    }

    /// The product, once all powers are taken; `None` if a step has no powers. Afterwards another step
    /// begins.
    pub fn finish(&mut self) -> Option<Residue> {
        self.taken = 0;
        self.buckets[0].take()
    }
}

/// Leaves ∏ b_d^d in the bucket of 1, and the others empty. From the largest d down, it computes the running
/// product of the buckets and the product of these running products, ∏ b_d^((d−1)/2); then the square of that
/// times the product of all buckets.
fn combine(field: &RootField, buckets: &mut [Option<Residue>]) {
    let ring = field.ring();
    let (mut running, mut total) = (None, None);
    for bucket in buckets[1..].iter_mut().rev() {
        running = product(field, running, bucket.take());
        total = product(field, total, running.clone());
    }
    if let Some(total) = &mut total {
        ring.square_n(total, 1);
    }
    let all = product(field, running, buckets[0].take());
    buckets[0] = product(field, all, total);
}

/// The product of two products, each of which may be empty.
fn product(field: &RootField, a: Option<Residue>, b: Option<Residue>) -> Option<Residue> {
    match (a, b) {
        (Some(a), Some(b)) => Some(field.ring().mul(&a, &b)),
        (a, b) => a.or(b),
    }
}
