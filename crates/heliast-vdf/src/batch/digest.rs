//! Digests of shards: the part of the statements that the transcript of a batch hashes. Hash:
//! BLAKE3, because records of 512 bytes are many, and its leaves are hashed on all threads.

use super::records::Records;
use crate::parallel::jobs_in_parallel;

const LEAF_TAG: &[u8] = b"\x15heliast/batch/leaf/v1";
const ROOT_TAG: &[u8] = b"\x15heliast/batch/root/v1";

/// Records of a leaf, the last of a shard excepted. Leaves are hashed in parallel.
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
    /// Adds the next records of the shard: [`LEAF_RECORDS`], or a multiple of that, but for the end of the
    /// shard.
    pub fn absorb(&mut self, records: &Records<'_>, threads: usize) {
        self.absorb_bytes(records.bytes(), records.len(), threads);
    }

    /// Adds `count` records of either kind.
    pub(super) fn absorb_bytes(&mut self, records: &[u8], count: usize, threads: usize) {
        let stride = records.len() / count.max(1);
        let leaves = count.div_ceil(LEAF_RECORDS);
        let leaf = |leaf: usize| {
            let end = count.min((leaf + 1) * LEAF_RECORDS);
            hash_leaf(&records[leaf * LEAF_RECORDS * stride..end * stride])
        };
        for leaf in jobs_in_parallel(leaves, threads, &leaf) {
            self.hasher.update(&leaf);
        }
        self.count += count as u64;
    }

    /// The digest of the shard.
    pub fn finish(self) -> Digest {
        Digest { count: self.count, root: self.hasher.finalize().into() }
    }
}
