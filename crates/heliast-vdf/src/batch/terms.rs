//! The terms of a batch of one delay, and the seed that follows from them and from the list.

use super::{
    digest::Digest,
    error::Invalid,
    protocol::Protocol,
    seed::{self, Seed},
};
use crate::statement::MAX_DELAY;
use heliast_group::Group;

const SEED_TAG: &[u8] = b"\x15heliast/batch/seed/v1";

/// The terms of a batch, apart from its statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The number of squarings of every statement.
    pub t: u64,
    /// The protocol that combines the statements.
    pub protocol: Protocol,
}

impl Terms {
    /// The seed of a list in these shards, in their order.
    ///
    /// # Errors
    /// [`Invalid::Empty`] if the shards have no statements, [`Invalid::TooMany`], [`Invalid::Delay`] if t
    /// is out of range, and [`Invalid::Count`] if the protocol was made for another number of statements.
    pub fn seed<G: Group>(&self, group: &G, shards: &[Digest]) -> Result<Seed, Invalid> {
        let seed = seed::draw(SEED_TAG, group, &[&self.t.to_be_bytes(), &self.protocol.encode()], shards)?;
        if !(1..MAX_DELAY).contains(&self.t) {
            return Err(Invalid::Delay(self.t));
        }
        let found = seed.count().unwrap_or_default();
        match self.protocol.reductions()[0].statements() {
            Some(expected) if expected != found => Err(Invalid::Count { expected: Some(expected), found }),
            _ => Ok(seed),
        }
    }
}
