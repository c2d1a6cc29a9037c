//! The rows: products of buckets, and the statements that are left as they are.
//!
//! Buckets are filled one sort (points, lines, a family) at a time. The places of their statements are sorted
//! by bucket. Then all threads multiply the statements of some buckets at a time.

use super::{Chosen, Incidence, draw, graph};
use crate::{
    batch::{incidence::chosen::lists_of, seed::Seed},
    parallel::{MAX_THREADS, in_parallel, jobs_in_parallel, joined},
};
use alloc::{vec, vec::Vec};
use heliast_group::{BulkGroup, Encoded, Malformed, Members};

/// The least number of buckets of a job: fewer are not worth their powers of R.
const JOB: usize = 256;
/// The number of jobs of a sort of buckets for each thread: their products wait for each other.
const JOBS: usize = 4;

/// The rows of `chosen`, the statements from place `start` on among the `level.statements()` of reduction
/// number `stage`. The result is records of all buckets, without the rows of other statements that are left
/// as they are.
pub(in crate::batch) fn rows<G: BulkGroup>(
    group: &G,
    level: Incidence,
    chosen: &Chosen<'_>,
    (seed, stage, start): (&Seed, usize, u64),
    threads: usize,
) -> Vec<u8> {
    let places = start..start + chosen.len() as u64;
    let sorts = Sorts::new(seed, stage, level, places.clone());
    let mut rows = Vec::with_capacity(level.rows() * chosen.record_len(group));
    if group.decodes_slowly() {
        rows.extend(scattered(group, chosen, &sorts, threads));
    } else {
        sorts.each(|numbers, count| {
            let (mut order, starts) = sort(numbers, count);
            order.iter_mut().for_each(|at| *at = chosen.place(*at));
            for products in multiplied(group, chosen.lists, Members::new(&order, &starts), threads) {
                rows.extend_from_slice(&products);
            }
        });
    }
    let one = group.encode(&group.identity()).repeat(chosen.lists.len());
    for place in draw::places(seed, stage, level) {
        match places.contains(&place) {
            true => chosen.record((place - start) as usize).for_each(|bytes| rows.extend_from_slice(bytes)),
            false => rows.extend_from_slice(&one),
        }
    }
    rows
}

/// Multiplies further statements into the rows of others, with the result of [`rows`] for all of them. Only
/// buckets that get some of the statements are computed again, so a part may be much shorter than the rows.
///
/// Memory: the rows, and three times the records.
///
/// # Errors
/// [`Malformed::NotAUnit`] if a row is not an element.
pub(in crate::batch) fn absorb<G: BulkGroup>(
    group: &G,
    level: Incidence,
    rows: &mut [u8],
    (chosen, start): (&Chosen<'_>, u64),
    (seed, stage): (&Seed, usize),
    threads: usize,
) -> Result<(), Malformed> {
    let (len, count) = (chosen.record_len(group), chosen.len());
    let places = start..start + count as u64;
    let own: Vec<u8> = (0..count).flat_map(|at| chosen.record(at)).flatten().copied().collect();
    let (own_len, mut first, mut both, mut absorbed) = (own.len(), 0, own, Ok(()));
    Sorts::new(seed, stage, level, places.clone()).each(|numbers, buckets| {
        let (order, starts) = sort(numbers, buckets);
        let bucket = |bucket: u32| starts[bucket as usize] as usize..starts[bucket as usize + 1] as usize;
        let filled: Vec<u32> = (0..buckets).filter(|number| !bucket(*number).is_empty()).collect();
        // The row of a bucket is multiplied with the new members.
        both.truncate(own_len);
        let (mut members, mut ends) = (Vec::with_capacity(order.len() + filled.len()), vec![0]);
        for (number, row) in filled.iter().zip(count as u32..) {
            both.extend_from_slice(&rows[(first + *number as usize) * len..][..len]);
            members.push(row);
            members.extend_from_slice(&order[bucket(*number)]);
            ends.push(members.len() as u32);
        }
        match lists_of(group, &both, chosen.lists.len()) {
            Ok(both) => {
                let products = multiplied(group, &both, Members::new(&members, &ends), threads);
                for (number, product) in
                    filled.iter().zip(products.iter().flat_map(|job| job.chunks_exact(len)))
                {
                    rows[(first + *number as usize) * len..][..len].copy_from_slice(product);
                }
            }
            Err(malformed) => absorbed = Err(malformed),
        }
        first += buckets as usize;
    });
    for (place, row) in
        draw::places(seed, stage, level).into_iter().zip(rows[first * len..].chunks_exact_mut(len))
    {
        if places.contains(&place) {
            let record = chosen.record((place - start) as usize);
            row.chunks_exact_mut(group.encoded_len())
                .zip(record)
                .for_each(|(row, own)| row.copy_from_slice(own));
        }
    }
    absorbed
}

/// For every sort of buckets the bucket of each statement.
pub(super) struct Sorts {
    level: Incidence,
    edges: Vec<u32>,
    families: Vec<Vec<u32>>,
}

impl Sorts {
    pub(super) fn new(seed: &Seed, stage: usize, level: Incidence, places: core::ops::Range<u64>) -> Sorts {
        let families = draw::families(seed, stage, level, places.clone());
        Sorts { level, edges: draw::edges(seed, stage, level, places), families }
    }

    /// f of the bucket of each statement and of the number of buckets, for one sort after the other.
    pub(super) fn each(&self, mut f: impl FnMut(&[u32], u32)) {
        let (q, vertices) = (self.level.q(), self.level.vertices());
        let mut ends: Vec<u32> = self.edges.iter().map(|edge| graph::ends(*edge, q).0).collect();
        f(&ends, vertices);
        ends.iter_mut().zip(&self.edges).for_each(|(end, edge)| *end = graph::ends(*edge, q).1);
        f(&ends, vertices);
        drop(ends);
        self.families.iter().for_each(|numbers| f(numbers, self.level.buckets()));
    }
}

/// The products of all buckets, some of them together.
fn multiplied<G: BulkGroup>(
    group: &G,
    lists: &[Encoded<'_>],
    members: Members<'_>,
    threads: usize,
) -> Vec<Vec<u8>> {
    let threads = threads.clamp(1, MAX_THREADS);
    let size = members.len().div_ceil(JOBS * threads).max(JOB.min(members.len().div_ceil(threads))).max(1);
    let job = |job: usize| {
        let buckets = job * size..members.len().min((job + 1) * size);
        group.bucket_products(lists, members.range(buckets))
    };
    jobs_in_parallel(members.len().div_ceil(size), threads, &job)
}

/// The places of the statements in the order of their buckets, and the bounds of each bucket.
fn sort(numbers: &[u32], count: u32) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0u32; count as usize + 1];
    numbers.iter().for_each(|number| starts[*number as usize + 1] += 1);
    let mut sum = 0;
    starts.iter_mut().for_each(|start| {
        sum += *start;
        *start = sum;
    });
    // Each bucket ends where the next one starts, so the places are filled from the end backwards.
    let mut order = vec![0; numbers.len()];
    let mut at = starts.clone();
    for (place, number) in (0u32..).zip(numbers) {
        let at = &mut at[*number as usize];
        order[*at as usize] = place;
        *at += 1;
    }
    (order, starts)
}

/// The rows in a group where an element takes longer to decode than to multiply: each is decoded once. All
/// buckets of a list are in memory as elements.
pub(super) fn scattered<G: BulkGroup>(
    group: &G,
    chosen: &Chosen<'_>,
    sorts: &Sorts,
    threads: usize,
) -> Vec<u8> {
    let (mut numbers, mut total) = (Vec::new(), 0);
    sorts.each(|buckets, count| {
        numbers.push(buckets.iter().map(|bucket| total + bucket).collect::<Vec<_>>());
        total += count;
    });
    let products_of = |list: &Encoded<'_>| {
        let mut buckets: Vec<Option<G::Elem>> = vec![None; total as usize];
        for at in 0..chosen.len() {
            let element = list.element(group, chosen.place(at as u32) as usize);
            for numbers in &numbers {
                match &mut buckets[numbers[at] as usize] {
                    Some(product) => group.mul_assign(product, &element),
                    empty @ None => *empty = Some(element.clone()),
                }
            }
        }
        buckets.iter().map(|bucket| bucket.as_ref().map(|product| group.encode(product))).collect::<Vec<_>>()
    };
    let lists = chosen.lists;
    let part = |range: core::ops::Range<usize>| lists[range].iter().map(&products_of).collect::<Vec<_>>();
    let products = joined(in_parallel(lists.len(), threads, &part));
    let one = group.encode(&group.identity());
    let mut rows = Vec::with_capacity(lists.len() * one.len() * total as usize);
    for bucket in 0..total as usize {
        for list in &products {
            rows.extend_from_slice(list[bucket].as_ref().unwrap_or(&one));
        }
    }
    rows
}
