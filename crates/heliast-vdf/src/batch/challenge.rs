//! The one transcript of a batch: digests of its shards, the seed that follows from all of them, and the strings that a seed gives.
//!
//! Every record of the list goes into the seed before anything is drawn, so that nobody can choose a statement after its exponent. A
//! string belongs to a statement by its place in the whole list, whatever shards there are. Hash: BLAKE3, three to ten times as fast as
//! SHA-256 on records of 512 bytes.

use super::{combine::Terms, proof::Invalid, records::Records};
use crate::{parallel::jobs_in_parallel, statement::MAX_DELAY};
use alloc::vec::Vec;
use core::ops::Range;
use heliast_group::Group;

const LEAF_TAG: &[u8] = b"\x15heliast/batch/leaf/v1";
const ROOT_TAG: &[u8] = b"\x15heliast/batch/root/v1";
const SEED_TAG: &[u8] = b"\x15heliast/batch/seed/v1";
const STRING_TAG: &[u8] = b"\x17heliast/batch/string/v1";

/// A batch has so many statements at most: 2^40.
pub const MAX_STATEMENTS: u64 = 1 << 40;

/// Records of a leaf, the last of a shard excepted. Leaves are hashed in parallel.
pub const LEAF_RECORDS: usize = 4096;

/// What the transcript takes from a shard: the number of its records and the hash of the hashes of its leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest {
    /// Records of the shard.
    pub count: u64,
    /// The hash.
    pub root: [u8; 32],
}

impl Digest {
    /// That of records in memory, on `threads` threads.
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
    /// Adds the next records of the shard: [`LEAF_RECORDS`], or a multiple of that, but for the end of the shard.
    pub fn absorb(&mut self, records: &Records<'_>, threads: usize) {
        self.absorb_bytes(records.bytes(), records.len(), threads);
    }

    /// So many records of whatever kind.
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

/// What every challenge of a batch is drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed {
    digest: [u8; 32],
    /// The number of statements, where the seed was made from all of them.
    count: Option<u64>,
}

impl Seed {
    /// That of a list in these shards, in their order.
    ///
    /// # Errors
    /// [`Invalid::Empty`] if there are no statements in them, [`Invalid::TooMany`], and [`Invalid::Delay`] if t is out of range.
    pub fn new<G: Group>(group: &G, terms: &Terms, shards: &[Digest]) -> Result<Seed, Invalid> {
        let count = shards.iter().fold(0u64, |sum, shard| sum.saturating_add(shard.count));
        if count == 0 {
            return Err(Invalid::Empty);
        }
        if count > MAX_STATEMENTS {
            return Err(Invalid::TooMany(count));
        }
        if !(1..MAX_DELAY).contains(&terms.t) {
            return Err(Invalid::Delay(terms.t));
        }
        let mut hasher = blake3::Hasher::new();
        hasher.update(SEED_TAG);
        hasher.update(&group.id());
        hasher.update(&(group.encoded_len() as u32).to_be_bytes());
        hasher.update(&terms.t.to_be_bytes());
        hasher.update(&terms.protocol.encode());
        hasher.update(&(shards.len() as u64).to_be_bytes());
        for Digest { count, root } in shards {
            hasher.update(&count.to_be_bytes());
            hasher.update(root);
        }
        Ok(Seed { digest: hasher.finalize().into(), count: Some(count) })
    }

    /// The seed in these bytes, as [`Seed::bytes`] gave it: for a worker that was sent it and computes rows. It finishes no batch.
    pub fn from_bytes(digest: [u8; 32]) -> Seed {
        Seed { digest, count: None }
    }

    /// The number of statements, where the seed was made from all of them.
    pub(super) fn count(&self) -> Option<u64> {
        self.count
    }

    /// The seed as bytes.
    pub fn bytes(&self) -> [u8; 32] {
        self.digest
    }

    /// The strings of the statements at these places, for the reduction `stage` of the protocol, from 0.
    pub(super) fn strings(&self, stage: usize, purpose: Purpose, bits: usize, places: Range<u64>) -> Strings {
        let width = bits.div_ceil(8);
        let mut bytes = alloc::vec![0; width * (places.end - places.start) as usize];
        let mut hasher = blake3::Hasher::new();
        hasher.update(STRING_TAG).update(&self.digest).update(&[stage as u8, purpose as u8]);
        let mut stream = hasher.finalize_xof();
        stream.set_position(places.start.wrapping_mul(width as u64));
        stream.fill(&mut bytes);
        Strings::new(bytes, bits)
    }
}

/// What a string is for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose {
    /// One for every statement.
    Statement = 1,
    /// One for every bucket: its exponent in each round.
    Bucket = 2,
}

/// Strings of so many bits, little-endian: one for each of some statements.
pub(super) struct Strings {
    bytes: Vec<u8>,
    width: usize,
    bits: usize,
}

impl Strings {
    /// Those in these bytes, each in as few of them as hold `bits` bits.
    pub(super) fn new(bytes: Vec<u8>, bits: usize) -> Strings {
        Strings { bytes, width: bits.div_ceil(8), bits }
    }

    /// The bits of each.
    pub(super) fn bits(&self) -> usize {
        self.bits
    }

    /// Those at these places.
    pub(super) fn select(&self, places: &[usize]) -> Strings {
        let string = |place: &usize| &self.bytes[place * self.width..][..self.width];
        Strings { bytes: places.iter().flat_map(string).copied().collect(), ..*self }
    }

    /// The one at this place as a number.
    pub(super) fn natural(&self, place: usize) -> heliast_arith::Natural {
        let bytes: Vec<u8> = self.bytes[place * self.width..][..self.width].iter().rev().copied().collect();
        heliast_arith::Natural::from_be_bytes(&bytes).low_bits(self.bits)
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.bytes.len() / self.width
    }

    /// Bits `from` to `from + count` of each, `count` at most 24: fewer where the strings end.
    pub(super) fn digits(&self, from: usize, count: usize) -> Vec<u32> {
        let count = count.min(self.bits.saturating_sub(from));
        let (first, shift, mask) = (from / 8, from % 8, (1u32 << count) - 1);
        let digit = |string: &[u8]| {
            let bytes = string.get(first..).unwrap_or_default();
            let mut word = [0; 4];
            let len = bytes.len().min(4);
            word[..len].copy_from_slice(&bytes[..len]);
            u32::from_le_bytes(word) >> shift & mask
        };
        self.bytes.chunks_exact(self.width).map(digit).collect()
    }

    /// Each as a number.
    pub(super) fn naturals(&self) -> Vec<heliast_arith::Natural> {
        (0..self.len()).map(|place| self.natural(place)).collect()
    }
}
