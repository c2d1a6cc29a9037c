//! The cost of incidence buckets.

use super::{Incidence, rows::Sorts};
use crate::batch::seed::Seed;
use alloc::vec;
use heliast_group::Counts;

/// 2·(2 + r)·m.
pub(in crate::batch) fn thesis_cost(level: Incidence, m: f64) -> f64 {
    2.0 * (2.0 + f64::from(level.families())) * m
}

/// The exact operations of one side of the whole list, from the challenge alone.
pub(in crate::batch) fn exact_cost(level: Incidence, seed: &Seed, stage: usize) -> Counts {
    let mut products = 0;
    Sorts::new(seed, stage, level, 0..level.statements()).each(|numbers, count| {
        let mut filled = vec![false; count as usize];
        numbers.iter().for_each(|bucket| filled[*bucket as usize] = true);
        products += (numbers.len() - filled.iter().filter(|filled| **filled).count()) as u64;
    });
    Counts { products, squarings: 0 }
}

/// The approximate mean of one side.
pub(in crate::batch) fn best_cost(level: Incidence, m: u64) -> f64 {
    let (m, families, buckets) = (m as f64, f64::from(level.families()), f64::from(level.buckets()));
    // A vertex is empty if all of its q edges are unused; a bucket of a family if nothing falls into it.
    let unused = power(1.0 - m / f64::from(level.edges()), level.q());
    let empty = if families > 0.0 { power(1.0 - 1.0 / buckets, m as u32) } else { 0.0 };
    let filled = 2.0 * f64::from(level.vertices()) * (1.0 - unused) + families * buckets * (1.0 - empty);
    ((2.0 + families) * m - filled).max(0.0)
}

/// The approximate number of bytes that m statements take in addition to their records: 1.5 times the rows,
/// and for each statement its place in a graph, its bucket, and its place in order.
pub(in crate::batch) fn memory(level: Incidence, m: u64, width: u64) -> u64 {
    let each = PLACES + u64::from(level.families()) * FAMILY;
    3 * level.rows() as u64 * width + m.saturating_mul(each)
}

/// An edge, a bucket, a place in order, and a part of the data from which edges are drawn.
const PLACES: u64 = 16;
/// A bucket of one family.
const FAMILY: u64 = 4;

/// base^exponent without the standard library.
fn power(mut base: f64, mut exponent: u32) -> f64 {
    let mut product = 1.0;
    while exponent > 0 {
        if exponent % 2 == 1 {
            product *= base;
        }
        base *= base;
        exponent /= 2;
    }
    product
}
