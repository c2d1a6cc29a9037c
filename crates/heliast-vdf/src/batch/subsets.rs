//! Random Subsets (Rotem; thesis, Figure 1.2): row j is the product of the statements whose string has bit j.
//!
//! Naive: every row by itself, m/2 products of each side on average. Best: rows in windows of c bits, with
//! four Russians' buckets: every statement is multiplied once per window.

use super::strings::Strings;
use alloc::vec::Vec;
use heliast_group::{Counts, Encoded, Group};

/// λ·m: ρ rows of m/2 elements, two sides. The thesis counts the first element of a row as a product, too.
pub(super) fn thesis_cost(m: f64, rows: u16) -> f64 {
    f64::from(rows) * m
}

pub(super) fn naive<G: Group>(group: &G, side: Encoded<'_>, strings: &Strings, rows: u16) -> Vec<G::Elem> {
    let row = |row: usize| {
        let chosen = strings.digits(row, 1).into_iter().enumerate().filter(|(_, digit)| *digit == 1);
        let elements = chosen.map(|(index, _)| side.element(group, index));
        elements.reduce(|product, element| group.mul(&product, &element)).unwrap_or_else(|| group.identity())
    };
    (0..rows.into()).map(row).collect()
}

/// The operations of one side.
pub(super) fn naive_cost(strings: &Strings, rows: u16) -> Counts {
    let row = |row: usize| (strings.digits(row, 1).iter().sum::<u32>() as u64).saturating_sub(1);
    Counts { products: (0..rows.into()).map(row).sum(), squarings: 0 }
}
