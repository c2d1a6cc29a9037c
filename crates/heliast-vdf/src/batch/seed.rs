//! Seeds, and the strings that follow from them. A string belongs to a statement by its place in
//! the whole list, with any shards.

use super::{digest::Digest, error::Invalid, strings::Strings};
use core::ops::Range;
use heliast_group::Group;

const STRING_TAG: &[u8] = b"\x17heliast/batch/string/v1";

/// A batch has at most 2^40 statements.
pub const MAX_STATEMENTS: u64 = 1 << 40;

/// The seed from which every challenge of a batch is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed {
    digest: [u8; 32],
    /// The number of statements, if the seed was made from all of them.
    count: Option<u64>,
}

impl Seed {
    /// Decodes a seed from [`Seed::to_bytes`], for a worker that computes rows. A batch cannot be finished
    /// with such a seed.
    pub fn from_bytes(digest: [u8; 32]) -> Seed {
        Seed { digest, count: None }
    }

    /// The seed as if it had been made from this many statements, as a forger would like it.
    #[cfg(test)]
    pub(super) fn with_count(self, count: u64) -> Seed {
        Seed { count: Some(count), ..self }
    }

    /// The number of statements, if the seed was made from all of them.
    pub(super) fn count(&self) -> Option<u64> {
        self.count
    }

    /// The seed as bytes.
    pub fn to_bytes(&self) -> [u8; 32] {
        self.digest
    }

    /// The strings of the statements at these places, for the reduction `stage` of the protocol, from 0.
    pub(super) fn strings(&self, stage: usize, purpose: Purpose, bits: usize, places: Range<u64>) -> Strings {
        let width = bits.div_ceil(8);
        let mut bytes = alloc::vec![0; width * (places.end - places.start) as usize];
        let mut stream = self.stream(stage, purpose);
        stream.set_position(places.start.wrapping_mul(width as u64));
        stream.fill(&mut bytes);
        Strings::new(bytes, bits)
    }

    /// The stream of random bytes for one purpose of the reduction `stage`.
    pub(super) fn stream(&self, stage: usize, purpose: Purpose) -> blake3::OutputReader {
        let mut hasher = blake3::Hasher::new();
        hasher.update(STRING_TAG).update(&self.digest).update(&[stage as u8, purpose as u8]);
        hasher.finalize_xof()
    }
}

/// The purpose of a string.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose {
    /// A string for every statement.
    Statement = 1,
    /// A string for every bucket: its exponent in each round.
    Bucket = 2,
    /// Words that name edges of a graph.
    Edge = 3,
    /// Words that name statements.
    Place = 4,
    /// A string for every statement: its bucket in each family.
    Family = 5,
}

/// Checks that a list can have this many statements.
///
/// # Errors
/// [`Invalid::Empty`], [`Invalid::TooMany`].
pub(super) fn check_count(count: u64) -> Result<(), Invalid> {
    match count {
        0 => Err(Invalid::Empty),
        1..=MAX_STATEMENTS => Ok(()),
        _ => Err(Invalid::TooMany(count)),
    }
}

/// Draws the seed from the transcript of a list in these shards, in their order: tag ‖ group ‖ terms ‖
/// shards. Every record of the list is in it, so that no prover can choose a statement after its exponent.
///
/// # Errors
/// [`Invalid::Empty`] if the shards have no statements, [`Invalid::TooMany`].
pub(super) fn draw<G: Group>(
    tag: &[u8],
    group: &G,
    terms: &[&[u8]],
    shards: &[Digest],
) -> Result<Seed, Invalid> {
    let count = shards.iter().fold(0u64, |sum, shard| sum.saturating_add(shard.count));
    check_count(count)?;
    let mut hasher = blake3::Hasher::new();
    hasher.update(tag);
    hasher.update(&group.id());
    hasher.update(&(group.encoded_len() as u32).to_be_bytes());
    for part in terms {
        hasher.update(part);
    }
    hasher.update(&(shards.len() as u64).to_be_bytes());
    for Digest { count, root } in shards {
        hasher.update(&count.to_be_bytes());
        hasher.update(root);
    }
    Ok(Seed { digest: hasher.finalize().into(), count: Some(count) })
}
