//! The record that a network's application hash binds: `spec/network.md`.

use heliast::{Tip, wire::tagged};
use sha2::Digest;

/// A network's data about its last sealed round, in addition to the round: part of its application hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The time of the block in which the round opened, in milliseconds since 1970.
    pub opened_ms: u64,
    /// The time of the block in which it closed, in milliseconds since 1970.
    pub closed_ms: u64,
    /// The hash of the network's state: what it will do next.
    pub state: [u8; 32],
}

impl Record {
    /// The application hash of the network of the chain with this id, when its last sealed round is the one
    /// before `tip`.
    pub fn app_hash(&self, chain_id: &[u8; 32], tip: &Tip) -> [u8; 32] {
        let hash = tagged("heliast/network-app/v1").chain_update(chain_id);
        let hash = hash.chain_update(tip.round().to_be_bytes()).chain_update(tip.seed());
        let hash = hash.chain_update(tip.keys().digest()).chain_update(self.opened_ms.to_be_bytes());
        hash.chain_update(self.closed_ms.to_be_bytes()).chain_update(self.state).finalize().into()
    }
}
