//! Draws from a seed: a different edge for every statement, a bucket of every family, and places.

use super::Incidence;
use crate::batch::seed::{Purpose, Seed};
use alloc::{vec, vec::Vec};
use core::ops::Range;

/// The edges of the statements at these places. They are drawn from the first statement on.
///
/// Cost: 64 bits for each statement up to the last one, and more if edges are drawn twice: (M/m)·ln(M/(M−m))
/// words per statement. Memory: a bit for each of the M edges, or four bytes if most are in use.
pub(super) fn edges(seed: &Seed, stage: usize, level: Incidence, places: Range<u64>) -> Vec<u32> {
    let (statements, edges) = (level.statements(), u64::from(level.edges()));
    if 20 * statements > 17 * edges {
        shuffled(seed, stage, edges, places)
    } else {
        redrawn(seed, stage, edges, places)
    }
}

/// Each word names an edge; edges that are in use are skipped.
fn redrawn(seed: &Seed, stage: usize, edges: u64, places: Range<u64>) -> Vec<u32> {
    let mut words = Words::new(seed, stage, Purpose::Edge);
    let mut used = vec![0u64; edges.div_ceil(64) as usize];
    let mut drawn = Vec::with_capacity((places.end - places.start) as usize);
    let mut place = 0;
    while place < places.end {
        let edge = words.below(edges);
        let (word, bit) = (&mut used[(edge / 64) as usize], 1 << (edge % 64));
        if *word & bit == 0 {
            *word |= bit;
            if place >= places.start {
                drawn.push(edge as u32);
            }
            place += 1;
        }
    }
    drawn
}

/// Draws edges as the start of a shuffle (Fisher, Yates).
fn shuffled(seed: &Seed, stage: usize, edges: u64, places: Range<u64>) -> Vec<u32> {
    let mut words = Words::new(seed, stage, Purpose::Edge);
    let mut order: Vec<u32> = (0..edges as u32).collect();
    for place in 0..places.end {
        order.swap(place as usize, (place + words.below(edges - place)) as usize);
    }
    order.truncate(places.end as usize);
    order.drain(..places.start as usize);
    order
}

/// The statements that are left as they are.
pub(super) fn places(seed: &Seed, stage: usize, level: Incidence) -> Vec<u64> {
    let mut words = Words::new(seed, stage, Purpose::Place);
    (0..level.places()).map(|_| words.below(level.statements())).collect()
}

/// For every family the buckets of the statements at these places.
pub(super) fn families(seed: &Seed, stage: usize, level: Incidence, places: Range<u64>) -> Vec<Vec<u32>> {
    let families = usize::from(level.families());
    if families == 0 {
        return Vec::new();
    }
    let strings = seed.strings(stage, Purpose::Family, 16 * families, places);
    let bits = level.buckets().ilog2() as usize;
    (0..families).map(|family| strings.digits(16 * family, bits)).collect()
}

/// Words of 64 bits, one after the other.
struct Words {
    stream: blake3::OutputReader,
    buffer: [u8; 4096],
    at: usize,
}

impl Words {
    fn new(seed: &Seed, stage: usize, purpose: Purpose) -> Words {
        Words { stream: seed.stream(stage, purpose), buffer: [0; 4096], at: 4096 }
    }

    fn next(&mut self) -> u64 {
        if self.at == self.buffer.len() {
            self.stream.fill(&mut self.buffer);
            self.at = 0;
        }
        let word: [u8; 8] = core::array::from_fn(|byte| self.buffer[self.at + byte]);
        self.at += 8;
        u64::from_le_bytes(word)
    }

    /// A number below `count`, each with a probability of (1/count)·(1 + count/2^64) at most.
    fn below(&mut self, count: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(count)) >> 64) as u64
    }
}
