//! π = x^floor(2^t / l) from the checkpoints of an evaluation, without squaring t times again.
//!
//! Checkpoints C_i = x^(2^(si)) lie s squarings apart. The s bits of floor(2^t / l) that belong to a
//! checkpoint are cut into γ = ceil(s/κ) digits of κ bits, the last one shorter: floor(2^t / l) = Σ_i Σ_j
//! b_ij·2^(si + κj), and
//!
//! > π = ∏_j ( ∏_b ( ∏_(i: b_ij = b) C_i )^b )^(2^(κj)),    0 <= j < γ.
//!
//! The inner products are collected in 2^κ buckets and raised to their numbers by running products; j runs
//! downwards, so that 2^(κj) is Horner's rule. Cost for n = ceil(t/s) checkpoints: γ·(n + 2^(κ+1)) products,
//! about t/κ + γ·2^(κ+1), and s squarings; at t = 2.5 million some 240,000, a tenth of the evaluation.
//! Squarings hardly occur, so the best κ does not depend on what a product costs in squarings. The digits
//! themselves ([`Division`]) cost under a hundredth of the products.
//!
//! Several workers share the work in tiles: bands of rows j, and ranges of checkpoints. Bands repeat no work,
//! but there are few rows. Each range repeats the running products, so with many workers a smaller κ is
//! better ([`Layout`]). The result is the same. Source: Wesolowski, *Efficient verifiable delay functions*,
//! section 4.1.

pub(crate) mod division;

use crate::parallel::MAX_THREADS;
use alloc::vec::Vec;
use core::ops::Range;
use division::Division;
use heliast_arith::Natural;
use heliast_group::{BulkGroup, Digits, Group};

/// The greatest number of checkpoints that an evaluation keeps: 16 MiB at 2048 bits.
const MAX_CHECKPOINTS: u64 = 1 << 16;
/// The greatest number of bits of a digit: a worker has 2^κ buckets.
const MAX_KAPPA: u64 = 12;
/// The number of rows whose digits are computed together: 2 bytes for each row and checkpoint, 8 MiB for all
/// workers.
const BLOCK_ROWS: u64 = 64;
/// The number of products between two calls of `go_on`, or all of a row if the group computes these at once.
const PATIENCE: usize = 1024;

/// The number of squarings from one checkpoint to the next that suits one worker best.
pub(crate) fn spacing(t: u64) -> u64 {
    let rows = |kappa: u64| t.div_ceil(MAX_CHECKPOINTS * kappa).max(1);
    let products = |kappa: &u64| t / kappa + (rows(*kappa) << (kappa + 1));
    let kappa = (1..=MAX_KAPPA).min_by_key(products).unwrap_or(1);
    kappa * rows(kappa)
}

/// The number of products that each of `workers` workers computes for the proof of t squarings, with the
/// squarings that join them, in a group that computes one product after the other.
pub(crate) fn cost(t: u64, workers: usize) -> u64 {
    let spacing = spacing(t);
    Layout::new(t.div_ceil(spacing), spacing, workers, row_alone).cost
}

/// The number of products of a row with digits of κ bits, one after the other.
fn row_alone(checkpoints: u64, kappa: u64) -> u64 {
    checkpoints + (2 << kappa)
}

/// The division of the work into tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    spacing: u64,
    checkpoints: u64,
    kappa: u64,
    rows: u64,
    bands: u64,
    ranges: u64,
    cost: u64,
}

impl Layout {
    /// The layout of at most `workers` tiles (up to 1024) whose largest has the fewest operations, of which a
    /// row of so many checkpoints with digits of so many bits takes `row`.
    pub(crate) fn new(
        checkpoints: u64,
        spacing: u64,
        workers: usize,
        row: impl Fn(u64, u64) -> u64,
    ) -> Layout {
        let workers = workers.clamp(1, MAX_THREADS) as u64;
        let layout = |kappa: u64, bands: u64| {
            let rows = spacing.div_ceil(kappa);
            let ranges = (workers / bands).min(checkpoints);
            let cost = rows.div_ceil(bands) * row(checkpoints.div_ceil(ranges), kappa) + spacing;
            Layout { spacing, checkpoints, kappa, rows, bands, ranges, cost }
        };
        let (layout, bands) = (&layout, |kappa: u64| 1..=workers.min(spacing.div_ceil(kappa)));
        let layouts = (1..=MAX_KAPPA).flat_map(|kappa| bands(kappa).map(move |bands| layout(kappa, bands)));
        layouts.min_by_key(|layout| layout.cost).unwrap_or(layout(1, 1))
    }

    /// The number of tiles.
    pub(crate) fn tiles(self) -> usize {
        (self.bands * self.ranges) as usize
    }

    /// The number of products of all tiles that [`partial_proof`] reports.
    pub(crate) fn products(self) -> u64 {
        self.rows * self.checkpoints
    }

    /// The rows and the checkpoints of a tile.
    fn tile(self, tile: usize) -> (Range<u64>, Range<usize>) {
        let part = |of: u64, parts: u64, index: u64| of * index / parts..of * (index + 1) / parts;
        let rows = part(self.rows, self.bands, tile as u64 / self.ranges);
        let range = part(self.checkpoints, self.ranges, tile as u64 % self.ranges);
        (rows, range.start as usize..range.end as usize)
    }

    /// The bits [low, high) of the exponent that the digit b_ij has.
    fn bits(self, i: usize, j: u64) -> Range<u64> {
        let low = j * self.kappa;
        let high = (low + self.kappa).min(self.spacing);
        i as u64 * self.spacing + low..i as u64 * self.spacing + high
    }
}

/// The factor of π from a tile: ∏ C_i^(b_ij·2^(κj)) over it; `None` if `go_on` returns false. Each call of
/// `go_on` receives the number of products since the last call. `prime` must exceed 2^64.
pub(crate) fn partial_proof<G: BulkGroup>(
    group: &G,
    checkpoints: &[G::Elem],
    (t, prime): (u64, &Natural),
    (layout, tile): (Layout, usize),
    go_on: &impl Fn(u64) -> bool,
) -> Option<G::Elem> {
    let (rows, range) = layout.tile(tile);
    let checkpoints = checkpoints.get(range.clone())?;
    let mut division = Division::new(prime, layout.spacing)?;
    let mut result: Option<G::Elem> = None;
    let mut end = rows.end;
    while end > rows.start {
        let block = rows.start.max(end.saturating_sub(BLOCK_ROWS))..end;
        let digits = digits(&mut division, layout, t, &block, &range);
        for digits in digits.rchunks(range.len().max(1)) {
            if let Some(result) = &mut result {
                group.square_n(result, layout.kappa);
            }
            if let Some(weighted) = row(group, checkpoints, digits, layout.kappa as u32, go_on)? {
                multiply(group, &mut result, &weighted);
            }
        }
        end = block.start;
    }
    if let Some(result) = &mut result {
        group.square_n(result, layout.kappa * rows.start);
    }
    Some(result.unwrap_or_else(|| group.identity()))
}

/// The digits b_ij of some rows, one row after the other, i ascending in each.
fn digits(
    division: &mut Division,
    layout: Layout,
    t: u64,
    rows: &Range<u64>,
    range: &Range<usize>,
) -> Vec<u16> {
    let mut digits = alloc::vec![0; range.len() * (rows.end - rows.start) as usize];
    // With all rows at once, the digits of each checkpoint are followed by those of the one below.
    let seamless = *rows == (0..layout.rows);
    let mut under_way = false;
    for i in range.clone().rev() {
        for j in rows.clone().rev() {
            let bits = layout.bits(i, j);
            // The topmost digits are 0, because l is longer than they are.
            if bits.end > t {
                continue;
            }
            if !under_way {
                division.seek(t - bits.end);
                under_way = true;
            }
            let at = (j - rows.start) as usize * range.len() + (i - range.start);
            digits[at] = division.digit((bits.end - bits.start) as u32);
        }
        under_way &= seamless;
    }
    digits
}

/// ∏ C_i^(b_i), all at once if the group has a faster way; the inner `None` is 1.
fn row<G: BulkGroup>(
    group: &G,
    checkpoints: &[G::Elem],
    digits: &[u16],
    kappa: u32,
    go_on: &impl Fn(u64) -> bool,
) -> Option<Option<G::Elem>> {
    if group.digits_cost(digits.len(), kappa) as u64 >= row_alone(digits.len() as u64, kappa.into()) {
        let buckets = collect(group, checkpoints, digits, 1 << kappa, go_on)?;
        return Some(weighted_product(group, &buckets));
    }
    let digits: Vec<u32> = digits.iter().map(|digit| u32::from(*digit)).collect();
    let checkpoints: Vec<_> = checkpoints.iter().collect();
    let product = group.digit_products_of(&checkpoints, &digits, kappa, Digits::Weighted).pop();
    go_on(digits.len() as u64).then_some(product)
}

/// The products of the checkpoints that share a digit. The digit 0 needs no product.
fn collect<G: Group>(
    group: &G,
    checkpoints: &[G::Elem],
    digits: &[u16],
    count: usize,
    go_on: &impl Fn(u64) -> bool,
) -> Option<Vec<Option<G::Elem>>> {
    let mut buckets = alloc::vec![None; count];
    for (checkpoints, digits) in checkpoints.chunks(PATIENCE).zip(digits.chunks(PATIENCE)) {
        for (checkpoint, &digit) in checkpoints.iter().zip(digits).filter(|(_, digit)| **digit != 0) {
            multiply(group, &mut buckets[usize::from(digit)], checkpoint);
        }
        if !go_on(digits.len() as u64) {
            return None;
        }
    }
    Some(buckets)
}

/// ∏ bucket_b^b by running products from the top.
pub(crate) fn weighted_product<G: Group>(group: &G, buckets: &[Option<G::Elem>]) -> Option<G::Elem> {
    let (mut running, mut total): (Option<G::Elem>, Option<G::Elem>) = (None, None);
    for bucket in buckets.iter().skip(1).rev() {
        bucket.iter().for_each(|bucket| multiply(group, &mut running, bucket));
        running.iter().for_each(|running| multiply(group, &mut total, running));
    }
    total
}

/// acc := acc·factor, where `None` is the identity.
pub(crate) fn multiply<G: Group>(group: &G, acc: &mut Option<G::Elem>, factor: &G::Elem) {
    match acc {
        Some(acc) => group.mul_assign(acc, factor),
        None => *acc = Some(factor.clone()),
    }
}

#[cfg(test)]
mod tests;
