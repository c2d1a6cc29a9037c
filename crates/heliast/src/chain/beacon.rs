//! The hashes of a round's delay: its beacon, the seed of the next round, and randomness for any use.

use super::params::Chain;
use crate::wire::{tagged, tagged_bytes};
use sha2::{Digest, Sha256};

impl Chain {
    /// The bytes whose SHA-256 is Q_1.
    pub fn seed_preimage(&self) -> Vec<u8> {
        tagged_bytes("heliast/seed/v1", &[self.id()])
    }

    /// The preimage of B_K and B_K itself, of the round `number` whose delay gave `y`.
    pub fn beacon(&self, number: u64, y: &[u8]) -> (Vec<u8>, [u8; 32]) {
        let preimage = tagged_bytes("heliast/beacon/v1", &[self.id(), &number.to_be_bytes(), y]);
        let beacon = Sha256::digest(&preimage).into();
        (preimage, beacon)
    }
}

/// Randomness for one use of a round: `label` separates the uses.
///
/// **Only the first 65,535 bytes of a label count.** Two longer labels that begin with the same
/// 65,535 bytes give the same randomness; a caller that takes labels from outside refuses longer
/// ones or hashes them first.
pub fn derive(beacon: &[u8; 32], label: &[u8]) -> [u8; 32] {
    let label = &label[..label.len().min(usize::from(u16::MAX))];
    let hash = tagged("heliast/derive/v1").chain_update(beacon);
    hash.chain_update((label.len() as u16).to_be_bytes()).chain_update(label).finalize().into()
}
