//! Computations in several class groups at once, one for each lane of a vector.
//!
//! Discriminants that differ have nothing in common, so proofs of different groups cannot be combined. But
//! eight computations can be done at the same time, each in its own lane. On a CPU without such lanes, and
//! for discriminants of other lengths than about 1024 and about 2048 bits, one computation follows the other.
//! The results are the same.

mod windows;

use super::{
    ClassGroup, Form,
    powers::{self, Table},
    seats::{FEWEST, LANES, Seats, in_products},
};
use alloc::vec::Vec;
use heliast_arith::{EightForms, Natural};
use windows::{WIDTH, Windows};

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

    /// The number of limbs in a lane, if the group has lanes.
    fn limbs(&self) -> Option<usize> {
        EightForms::limbs(self.group.bits())
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
            if !prefer_lanes(&some) {
                continue;
            }
            places.iter().zip(by_windows(&some)).for_each(|((_, index), form)| results[*index] = Some(form));
        }
    }
    let alone = |product: &Product<'_>| product.group.product_of_powers(product.powers);
    results.into_iter().zip(products).map(|(form, product)| form.unwrap_or_else(|| alone(product))).collect()
}

/// The greatest number of bases of a product in lanes: their tables have up to 5 MB then.
const MOST_BASES: usize = 64;

/// Whether up to eight products of one length take less time in lanes than one after the other. A squaring
/// takes about two thirds of the time of a product, and eight in lanes take 8/5 of it.
fn prefer_lanes(products: &[Product<'_>]) -> bool {
    let factors: Vec<_> = products.iter().map(Product::factors).collect();
    let bits = |factors: &[(&Form, &Natural)]| factors.iter().map(|(_, n)| n.bits()).max().unwrap_or(0);
    let alone = |(product, factors): (&Product<'_>, &Vec<_>)| {
        powers::cost(product.group, factors).saturating_add(bits(factors) / 3 * 2)
    };
    let alone = products.iter().zip(&factors).map(alone).fold(0, usize::saturating_add);
    let most = factors.iter().map(Vec::len).max().unwrap_or(0);
    let longest =
        |place: usize| bits(&factors.iter().filter_map(|some| some.get(place).copied()).collect::<Vec<_>>());
    let of_eight = (0..most.min(MOST_BASES)).map(|place| Windows::cost(longest(place))).sum();
    let squarings = factors.iter().map(|some| bits(some)).max().unwrap_or(0);
    let in_lanes = products.first().map_or(0, |product| in_products(product.group, of_eight));
    most <= MOST_BASES && in_lanes.saturating_add(squarings / 5 * 8) < alone
}

/// The number of squarings after which the power of a base should fit into a lane. A generator takes ten at
/// 2048 bits.
const MOST_SQUARINGS: usize = 12;

/// Up to eight products by windows.
///
/// Bases that fit into lanes have windows at the same places for all products. The coefficients of others,
/// such as a generator, are short: the 2^n-th power of such a base fits, and only the lowest n bits of its
/// exponent, or all if none fits, have windows of their own.
fn by_windows(products: &[Product<'_>]) -> Vec<Form> {
    let mut seats = Seats::new(products.iter().map(|product| product.group));
    let factors: Vec<Vec<(&Form, &Natural)>> = products.iter().map(Product::factors).collect();
    let most = factors.iter().map(Vec::len).max().unwrap_or(0);
    let mut tables: Vec<Vec<Table>> = products.iter().map(|_| Vec::new()).collect();
    let mut windows = Vec::with_capacity(most);
    for place in 0..most {
        let (mut bases, mut exponents) = (seats.row(), [const { None }; LANES]);
        for (index, factors) in factors.iter().enumerate() {
            let Some(&(base, exponent)) = factors.get(place) else { continue };
            seats.put(&mut bases, index, base);
            let mut low = 0;
            while !bases.is_inside(index) && low < MOST_SQUARINGS {
                seats.square_one(&mut bases, index);
                low += 1;
            }
            if bases.is_inside(index) {
                exponents[index] = Some(exponent.shr(low));
            } else {
                bases.clear(index);
                low = exponent.bits();
            }
            let rest = exponent.low_bits(low);
            if !rest.is_zero() {
                tables[index].push(Table::new(seats.composer(index), (base, &rest)));
            }
        }
        windows.push(Windows::new(&mut seats, bases, exponents.each_ref().map(Option::as_ref)));
    }

    let columns = tables.iter().flatten().map(Table::columns);
    let columns = columns.chain(windows.iter().map(Windows::columns)).max().unwrap_or(0);
    let mut row = seats.row();
    for column in (0..columns).rev() {
        seats.square(&mut row);
        for (index, tables) in tables.iter().enumerate() {
            for (factor, inverse) in tables.iter().filter_map(|table| table.factor(column)) {
                seats.multiply_one(&mut row, index, factor, inverse);
            }
        }
        for windows in windows.iter().filter(|_| column.is_multiple_of(WIDTH)) {
            windows.multiply(&mut seats, &mut row, column / WIDTH);
        }
    }
    let one = |product: &Product<'_>| Form::principal(product.group.discriminant_magnitude());
    products
        .iter()
        .enumerate()
        .map(|(index, product)| row.form(index).unwrap_or_else(|| one(product)))
        .collect()
}

/// Squares each form n times in its own group, eight at once.
pub fn square_n(forms: &mut [(&ClassGroup, Form)], n: u64) {
    for forms in forms.chunks_mut(LANES) {
        let mut seats = Seats::new(forms.iter().map(|(group, _)| *group));
        let mut row = seats.row();
        for (index, (_, form)) in forms.iter().enumerate() {
            seats.put(&mut row, index, form);
        }
        for _ in 0..n {
            seats.square(&mut row);
        }
        for (index, (_, form)) in forms.iter_mut().enumerate() {
            *form = row.form(index).unwrap_or_else(|| form.clone());
        }
    }
}

#[cfg(test)]
mod tests;
