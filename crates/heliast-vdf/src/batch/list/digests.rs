//! The digests of the shards of a list that comes in parts.

use super::parts::Part;
use crate::batch::{
    digest::{Digest, Leaves},
    records::Records,
};
use alloc::vec::Vec;

/// The digests of finished shards, and the leaves of the next one.
#[derive(Default)]
pub(super) struct Digests {
    pub(super) shards: Vec<Digest>,
    leaves: Leaves,
}

impl Digests {
    /// Adds the records of the next part.
    pub(super) fn absorb(&mut self, part: &Part, records: &Records<'_>, threads: usize) {
        let mut start = 0;
        for piece in &part.pieces {
            self.leaves.absorb(&records.range(start..start + piece.len), threads);
            start += piece.len;
            if piece.ends_shard_of.is_some() {
                self.shards.push(core::mem::take(&mut self.leaves).finish());
            }
        }
    }
}
