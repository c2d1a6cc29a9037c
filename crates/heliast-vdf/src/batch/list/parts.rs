//! A list in parts that fit into the memory.

use super::room::Room;
use crate::{
    batch::{digest::LEAF_RECORDS, file::StatementsHeader, reduction::Reduction, terms::Terms},
    parallel::MAX_THREADS,
};
use alloc::vec::Vec;
use core::ops::Range;

/// The number of bytes that a thread keeps for a statement, in addition to its buckets.
const INDICES: u64 = 24;

/// Statements that are in memory together.
pub(super) struct Part {
    /// Their places in the whole list.
    pub(super) places: Range<u64>,
    /// The shards, or pieces of shards, of which they consist.
    pub(super) pieces: Vec<Piece>,
}

/// Statements of one shard: whole leaves, except at the end of the shard.
pub(super) struct Piece {
    /// The number of statements.
    pub(super) len: usize,
    /// The length of the shard, if these statements end it.
    pub(super) ends_shard_of: Option<u64>,
}

/// Cuts a list of shards into parts of about equal length, in the order of the list. There are as few as
/// possible with at most `longest` statements each; `longest` is a number of whole leaves.
pub(super) fn cut(shards: &[u64], longest: u64) -> Vec<Part> {
    let count: u64 = shards.iter().sum();
    let longest = count.div_ceil(count.div_ceil(longest)).next_multiple_of(LEAF_RECORDS as u64);
    let mut parts = Vec::new();
    let mut part = Part { places: 0..0, pieces: Vec::new() };
    for shard in shards {
        let mut left = *shard;
        while left > 0 {
            let room = longest - (part.places.end - part.places.start);
            let len = if left <= room { left } else { room / LEAF_RECORDS as u64 * LEAF_RECORDS as u64 };
            if len == 0 {
                let end = part.places.end;
                parts.push(core::mem::replace(&mut part, Part { places: end..end, pieces: Vec::new() }));
                continue;
            }
            left -= len;
            part.places.end += len;
            part.pieces.push(Piece { len: len as usize, ends_shard_of: (left == 0).then_some(*shard) });
        }
    }
    parts.push(part);
    parts
}

/// With incidence buckets, a part has at least the number of rows divided by this. The statements of a
/// shorter part would be multiplied in nearly one by one, each with a power of R.
const SHORTEST: u64 = 12;

/// The number of statements that fit into the memory with the data for their products: their strings, on
/// every thread a digit, an index and a place for each, and the buckets. If the number of buckets is not
/// fixed, it is below an eighth of the statements. The result is at least one leaf.
pub(super) fn longest(header: &StatementsHeader, terms: &Terms, room: Room) -> u64 {
    let threads = room.threads.min(MAX_THREADS) as u64;
    let bucket = 2 * u64::from(header.width);
    let (string_bits, buckets) = match terms.protocol.reductions()[0] {
        first @ Reduction::Incidence(level) => {
            let fixed = first.memory(0, header.width.into(), 1);
            let indices = first.memory(1, header.width.into(), 1) - fixed;
            let at_once = fixed + header.count.saturating_mul(header.record_len() + indices);
            if at_once <= room.memory {
                return whole_leaves(header.count.saturating_add(LEAF_RECORDS as u64));
            }
            let rows = level.rows() as u64;
            let left = room.memory.saturating_sub(rows * bucket);
            return whole_leaves((left / (3 * header.record_len() + indices)).max(rows / SHORTEST));
        }
        Reduction::Subsets { rows } => (u64::from(rows), None),
        Reduction::Exponents { bits } => (u64::from(bits), None),
        Reduction::Buckets { bits, rounds, .. } => (u64::from(bits) * u64::from(rounds), Some(1 << bits)),
    };
    let fixed = threads * buckets.unwrap_or(0) * bucket;
    let for_buckets = if buckets.is_none() { bucket.div_ceil(8) } else { 0 };
    let each = header.record_len() + string_bits.div_ceil(8) + threads * (INDICES + for_buckets);
    whole_leaves(room.memory.saturating_sub(fixed) / each)
}

/// The number of statements with a delay each that fit into the memory, each with its string, its place by
/// delay, its exponent twice, and a copy of its input. Data about the whole list is not counted: some 30
/// bytes for every delay, an element for every delay whose statements are merged, and the rows of incidence
/// buckets.
pub(super) fn longest_varied(header: &StatementsHeader, level: u16, room: Room) -> u64 {
    let threads = room.threads.min(MAX_THREADS) as u64;
    const PLACES: u64 = 128;
    let width = u64::from(header.width);
    let strings = 5 * u64::from(level).div_ceil(8);
    let each = header.record_len() + width + strings + PLACES + threads * (INDICES + width.div_ceil(4));
    whole_leaves(room.memory / each)
}

/// The number of statements, rounded down to whole leaves, but at least one leaf.
fn whole_leaves(statements: u64) -> u64 {
    let leaf = LEAF_RECORDS as u64;
    (statements / leaf * leaf).max(leaf)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::protocol::{Family, Protocol};

    fn parts(shards: &[u64], memory: u64) -> Vec<Part> {
        let count = shards.iter().sum();
        let header = StatementsHeader { group_id: [0; 32], width: 256, t: Some(1), count };
        let protocol = Protocol::of_family(Family::RandomExponents, 128, count).unwrap();
        cut(shards, longest(&header, &Terms { t: 1, protocol }, Room { memory, threads: 2 }))
    }

    #[test]
    fn parts_cover_the_list_in_whole_leaves() {
        for shards in [&[1][..], &[4096], &[4097], &[1_000_000], &[3, 1_000_000, 4096, 70_000], &[1; 10_000]]
        {
            for memory in [0, 10 << 20, 64 << 20, 1 << 40] {
                let (mut at, mut in_shard, mut ended) = (0, 0, Vec::new());
                for part in parts(shards, memory) {
                    assert_eq!(part.places.start, at);
                    for piece in part.pieces {
                        assert!(piece.len > 0 && in_shard % LEAF_RECORDS == 0);
                        at += piece.len as u64;
                        in_shard += piece.len;
                        if let Some(count) = piece.ends_shard_of {
                            assert_eq!(count, in_shard as u64);
                            in_shard = 0;
                            ended.push(count);
                        }
                    }
                    assert_eq!(part.places.end, at);
                }
                assert_eq!(ended, shards);
            }
        }
        assert_eq!(parts(&[1_000_000], 1 << 40).len(), 1);
        assert_eq!(parts(&[1_000_000], 0).len(), 245);
        assert_eq!(parts(&[1; 10_000], 0).len(), 3);
        assert_eq!(parts(&[1; 10_000], 1 << 40).len(), 1);
        let longest =
            parts(&[1_000_000], 64 << 20).iter().map(|part| part.places.end - part.places.start).max();
        assert!(longest.is_some_and(|longest| (70_000..130_000).contains(&longest)), "{longest:?}");
    }

    #[test]
    fn parts_of_different_delays_fit_into_the_memory() {
        let header = StatementsHeader { group_id: [0; 32], width: 256, t: None, count: 1 << 40 };
        let longest = |memory, threads| longest_varied(&header, 128, Room { memory, threads });
        assert_eq!((longest(0, 1), longest(1 << 20, 64)), (4096, 4096));
        for memory in [64 << 20, 2 << 30, 1 << 40] {
            let statements = longest(memory, 2);
            assert!(statements.is_multiple_of(4096) && longest(memory, 8) < statements);
            assert!(
                (800..1300).contains(&(memory / statements)),
                "bytes of a statement: {}",
                memory / statements
            );
        }
    }
}
