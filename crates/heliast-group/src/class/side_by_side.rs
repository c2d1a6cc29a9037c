//! Computations in several class groups at once, one for each lane of a vector.
//!
//! Discriminants that differ have nothing in common, so proofs of different groups cannot be combined. But
//! the squarings of eight computations can be done at the same time, each in its own lane. On a CPU without
//! such lanes, and for discriminants of other lengths than about 1024 and about 2048 bits, one computation
//! follows the other. The results are the same.

mod seats;

use super::{
    ClassGroup, Form,
    powers::{self, Table},
};
use alloc::vec::Vec;
use heliast_arith::{EightForms, Natural};
use seats::Seats;

/// The number of lanes.
const LANES: usize = 8;
/// From this number on, lanes take less time than computations in turn.
const FEWEST: usize = 3;

/// A product of powers in a group: ∏ base^exponent.
#[derive(Clone, Copy)]
pub struct Product<'a> {
    /// The group.
    pub group: &'a ClassGroup,
    /// Bases with their exponents.
    pub powers: &'a [(&'a Form, &'a Natural)],
}

impl<'a> Product<'a> {
    /// The powers whose exponents are not 0.
    fn factors(&self) -> Vec<(&'a Form, &'a Natural)> {
        self.powers.iter().filter(|(_, exponent)| !exponent.is_zero()).copied().collect()
    }

    /// The number of limbs in a lane, if lanes are the way to compute the product.
    fn limbs(&self) -> Option<usize> {
        EightForms::limbs(self.group.bits()).filter(|_| powers::prefers_windows(&self.factors()))
    }
}

/// Computes [`ClassGroup::product_of_powers`] for each product, eight at once.
pub fn products_of_powers(products: &[Product<'_>]) -> Vec<Form> {
    let mut order: Vec<(usize, usize)> =
        products.iter().enumerate().filter_map(|(index, product)| Some((product.limbs()?, index))).collect();
    order.sort_unstable();
    let mut results: Vec<Option<Form>> = products.iter().map(|_| None).collect();
    for run in order.chunk_by(|one, other| one.0 == other.0) {
        for places in run.chunks(LANES).filter(|places| places.len() >= FEWEST) {
            let some: Vec<_> = places.iter().map(|(_, index)| products[*index]).collect();
            places.iter().zip(by_windows(&some)).for_each(|((_, index), form)| results[*index] = Some(form));
        }
    }
    let alone = |product: &Product<'_>| product.group.product_of_powers(product.powers);
    results.into_iter().zip(products).map(|(form, product)| form.unwrap_or_else(|| alone(product))).collect()
}

/// Up to eight products by windows, whose squarings are done at once.
fn by_windows(products: &[Product<'_>]) -> Vec<Form> {
    let mut seats = Seats::new(products.iter().map(|product| product.group));
    let tables: Vec<Vec<Table>> = products
        .iter()
        .enumerate()
        .map(|(index, product)| {
            product.factors().into_iter().map(|factor| Table::new(seats.composer(index), factor)).collect()
        })
        .collect();
    let columns = tables.iter().flatten().map(Table::columns).max().unwrap_or(0);
    for column in (0..columns).rev() {
        seats.square();
        for (index, tables) in tables.iter().enumerate() {
            for (factor, inverse) in tables.iter().filter_map(|table| table.factor(column)) {
                seats.multiply(index, factor, inverse);
            }
        }
    }
    let form = |(index, product): (usize, &Product<'_>)| {
        seats.form(index).unwrap_or_else(|| Form::principal(product.group.discriminant_magnitude()))
    };
    products.iter().enumerate().map(form).collect()
}

/// Squares each form n times in its own group, eight at once.
pub fn square_n(forms: &mut [(&ClassGroup, Form)], n: u64) {
    for forms in forms.chunks_mut(LANES) {
        let mut seats = Seats::new(forms.iter().map(|(group, _)| *group));
        for (index, (_, form)) in forms.iter().enumerate() {
            seats.multiply(index, form, false);
        }
        for _ in 0..n {
            seats.square();
        }
        for (index, (_, form)) in forms.iter_mut().enumerate() {
            *form = seats.form(index).unwrap_or_else(|| form.clone());
        }
    }
}

#[cfg(test)]
mod tests;
