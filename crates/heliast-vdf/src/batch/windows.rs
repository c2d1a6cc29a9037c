//! Strings cut into windows, and the products of digits of which the best methods consist.

use super::{decoded, reduction::Reduction, sides::Sides};
use crate::parallel::{in_parallel, jobs_in_parallel, joined};
use alloc::vec::Vec;
use core::ops::Range;
use heliast_group::{BulkGroup, Digits, Encoded};

impl Reduction {
    /// The division of the strings of m statements into digits, if they have any.
    pub(super) fn windows(self, m: u64) -> Vec<Range<usize>> {
        match self {
            Reduction::Subsets { rows } => best_windows(m, rows.into()),
            Reduction::Exponents { bits } => best_windows(m, bits.into()),
            Reduction::Buckets { bits, rounds, .. } => {
                let bits = usize::from(bits);
                (0..usize::from(rounds)).map(|round| round * bits..(round + 1) * bits).collect()
            }
            Reduction::Incidence(_) => Vec::new(),
        }
    }
}

/// Computes `f` for both sides, on two threads if there are two.
pub(super) fn in_parallel_sides<T: Send>(threads: usize, f: impl Fn(usize) -> T + Sync) -> [T; 2] {
    let parts = in_parallel(2, threads, &|sides| sides.map(&f).collect::<Vec<_>>());
    let mut sides = joined(parts).into_iter();
    core::array::from_fn(|_| sides.next().expect("two sides"))
}

/// The digit products of both sides, window after window: a job for each window and side, shared among
/// threads.
pub(super) fn by_windows<G: BulkGroup>(
    group: &G,
    sides: [Encoded<'_>; 2],
    windows: &[Range<usize>],
    digits: impl Fn(Range<usize>) -> Vec<u32> + Sync,
    asked: Digits,
    threads: usize,
) -> Sides<G::Elem> {
    if group.decodes_slowly() {
        return decoded::by_windows(group, sides, windows, digits, asked, threads);
    }
    let job = |job: usize| {
        let window = &windows[job / 2];
        group.digit_products(sides[job % 2], &digits(window.clone()), window.len() as u32, asked)
    };
    let jobs = 2 * windows.len();
    let products = jobs_in_parallel(jobs, threads, &job);
    let mut sides = [const { Vec::new() }; 2];
    products.into_iter().enumerate().for_each(|(job, products)| sides[job % 2].extend(products));
    sides
}

/// Cuts strings of `bits` bits into windows of about equal length, with the least work for m statements. A
/// bucket counts as two products even if it stays empty: in lanes it is multiplied, and without them it is
/// checked.
fn best_windows(m: u64, bits: usize) -> Vec<Range<usize>> {
    let price = |count: usize| {
        let windows = even_windows(bits, count);
        let work = |window: &Range<usize>| u128::from(m) + (2 << window.len());
        (windows[0].len() <= heliast_group::MAX_DIGIT_BITS as usize)
            .then(|| (windows.iter().map(work).sum::<u128>(), windows))
    };
    let cheapest = (1..=bits).filter_map(price).min_by_key(|(work, _)| *work);
    cheapest.map(|(_, windows)| windows).unwrap_or_default()
}

/// `count` windows, the longer ones first.
fn even_windows(bits: usize, count: usize) -> Vec<Range<usize>> {
    let (len, longer) = (bits / count, bits % count);
    let start = |index: usize| index * len + index.min(longer);
    (0..count).map(|index| start(index)..start(index + 1)).collect()
}

/// The operations of one side.
pub(super) fn cost_of_windows(windows: &[Range<usize>], m: u64, asked: Digits) -> f64 {
    // Windows have at most two lengths, one after the other.
    let (mut total, mut last) = (0.0, (0, 0.0));
    for window in windows {
        if window.len() != last.0 {
            last = (window.len(), asked.expected(m, window.len() as u32));
        }
        total += last.1;
    }
    total
}
