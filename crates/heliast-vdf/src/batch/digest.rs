//! Digests of shards: the part of the statements that the transcript of a batch hashes. The hash is BLAKE3,
//! because there are many records of 512 bytes. Leaves are hashed on all threads.

use super::records::Records;
use crate::parallel::jobs_in_parallel;
use alloc::vec::Vec;

const LEAF_TAG: &[u8] = b"\x15heliast/batch/leaf/v1";
const ROOT_TAG: &[u8] = b"\x15heliast/batch/root/v1";

/// The number of records of a leaf, except the last leaf of a shard. Leaves are hashed in parallel.
pub const LEAF_RECORDS: usize = 4096;

/// The part of a shard that the transcript hashes: the number of its records and the hash of the
/// hashes of its leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest {
    /// Records of the shard.
    pub count: u64,
    /// The hash.
    pub root: [u8; 32],
}

impl Digest {
    /// The digest of records in memory, on `threads` threads.
    pub fn of(records: &Records<'_>, threads: usize) -> Digest {
        let mut leaves = Leaves::default();
        leaves.absorb(records, threads);
        leaves.finish()
    }

    /// The digests of consecutive shards with these lengths, which together are the records.
    pub(super) fn of_shards(shards: &[u64], records: &Records<'_>, threads: usize) -> Vec<Digest> {
        let mut start = 0;
        let digest = |count: &u64| {
            let shard = records.range(start..start + *count as usize);
            start += shard.len();
            Digest::of(&shard, threads)
        };
        shards.iter().map(digest).collect()
    }
}

fn hash_leaf(records: &[u8]) -> [u8; 32] {
    blake3::Hasher::new().update(LEAF_TAG).update(records).finalize().into()
}

/// A digest in the making: leaf by leaf, for shards that are not in memory.
#[derive(Clone, Debug)]
pub struct Leaves {
    hasher: blake3::Hasher,
    count: u64,
}

impl Default for Leaves {
    fn default() -> Leaves {
        let mut hasher = blake3::Hasher::new();
        hasher.update(ROOT_TAG);
        Leaves { hasher, count: 0 }
    }
}

impl Leaves {
    /// Adds the next records of the shard: [`LEAF_RECORDS`], or a multiple of that, except at the end of the
    /// shard.
    pub fn absorb(&mut self, records: &Records<'_>, threads: usize) {
        let count = records.len();
        let leaf = |leaf: usize| {
            let places = leaf * LEAF_RECORDS..count.min((leaf + 1) * LEAF_RECORDS);
            hash_leaf(records.range(places).bytes())
        };
        for leaf in jobs_in_parallel(count.div_ceil(LEAF_RECORDS), threads, &leaf) {
            self.hasher.update(&leaf);
        }
        self.count += count as u64;
    }

    /// The digest of the shard.
    pub fn finish(self) -> Digest {
        Digest { count: self.count, root: self.hasher.finalize().into() }
    }
}
