//! Long lists in groups that decode slowly ([`BulkGroup::decodes_slowly`]), such as class groups, where an
//! element takes as long to decode as several products: each is decoded once, not for every window of its
//! string.
//!
//! The list is processed in chunks, whose elements are kept until their products are computed.
//! [`BulkGroup::multiexp`], which may use signed digits, computes products of powers.
//! [`BulkGroup::digit_products_of`] computes products by unsigned digits.

use super::{sides::Sides, strings::Strings};
use crate::parallel::{in_parallel, jobs_in_parallel, joined};
use alloc::vec::Vec;
use core::ops::Range;
use heliast_group::{BulkGroup, Digits, Encoded, Group};

/// The number of elements of a side that all threads together keep decoded at a time: some 45 MB of forms of
/// 1024 bits. Buckets in lanes are 21 MB more for each thread at most. In tests it is small, so that short
/// lists have several chunks.
const CHUNK: usize = if cfg!(test) { 64 } else { 1 << 17 };

/// ∏ x_i^(string i) of each of these lists, which all have as many elements as there are strings: a job for
/// each list and each part of it, shared among threads.
pub(super) fn multiply_powers<G: BulkGroup>(
    group: &G,
    lists: &[Encoded<'_>],
    strings: &Strings,
    threads: usize,
) -> Vec<G::Elem> {
    let (len, threads) = (strings.len(), threads.max(1));
    let longest = CHUNK.div_ceil(threads);
    let parts = threads.div_ceil(lists.len().max(1)).max(len.div_ceil(longest)).max(1);
    let size = len.div_ceil(parts).max(1);
    let parts = len.div_ceil(size).max(1);
    let job = |job: usize| {
        let (list, part) = (lists[job / parts], job % parts);
        let places = part * size..len.min((part + 1) * size);
        let bases = decode(group, list, places.clone());
        let exponents: Vec<_> = places.map(|index| strings.natural(index)).collect();
        group.multiexp(&bases.iter().zip(&exponents).collect::<Vec<_>>())
    };
    let products = jobs_in_parallel(lists.len() * parts, threads, &job);
    products.chunks(parts).map(|parts| product(group, parts)).collect()
}

/// Does the same as `windows::by_windows`.
pub(super) fn by_windows<G: BulkGroup>(
    group: &G,
    sides: [Encoded<'_>; 2],
    windows: &[Range<usize>],
    digits: impl Fn(Range<usize>) -> Vec<u32> + Sync,
    asked: Digits,
    threads: usize,
) -> Sides<G::Elem> {
    let len = sides[0].len();
    let mut rows: [Vec<G::Elem>; 2] = [const { Vec::new() }; 2];
    for start in (0..len.max(1)).step_by(CHUNK) {
        let chunk = start..len.min(start + CHUNK);
        let elements = sides.map(|side| decode_on(group, side, chunk.clone(), threads));
        let elements = elements.each_ref().map(|elements| elements.iter().collect::<Vec<_>>());
        let job = |job: usize| {
            let window = &windows[job / 2];
            let digits = &digits(window.clone())[chunk.clone()];
            group.digit_products_of(&elements[job % 2], digits, window.len() as u32, asked)
        };
        let products = jobs_in_parallel(2 * windows.len(), threads, &job);
        let mut sides = [const { Vec::new() }; 2];
        products.into_iter().enumerate().for_each(|(job, products)| sides[job % 2].extend(products));
        for (rows, products) in rows.iter_mut().zip(sides) {
            if start == 0 {
                *rows = products;
            } else {
                rows.iter_mut().zip(&products).for_each(|(row, product)| group.mul_assign(row, product));
            }
        }
    }
    rows
}

fn decode<G: Group>(group: &G, list: Encoded<'_>, places: Range<usize>) -> Vec<G::Elem> {
    places.map(|index| list.element(group, index)).collect()
}

fn decode_on<G: Group>(group: &G, list: Encoded<'_>, places: Range<usize>, threads: usize) -> Vec<G::Elem> {
    let part = |part: Range<usize>| decode(group, list, places.start + part.start..places.start + part.end);
    joined(in_parallel(places.len(), threads, &part))
}

fn product<G: Group>(group: &G, factors: &[G::Elem]) -> G::Elem {
    let (first, others) = factors.split_first().expect("a part of every list");
    others.iter().fold(first.clone(), |product, factor| group.mul(&product, factor))
}
