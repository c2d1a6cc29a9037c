//! The input of a round's delay, out of the round's lots.

use super::{params::Chain, tip::Tip};
use crate::{round::Lot, wire::tagged};
use heliast_arith::Residue;
use sha2::Digest;

impl Chain {
    /// (e_K, x_K) of the lots of the round after `tip`.
    pub fn delay_input<'a>(
        &self,
        tip: &Tip,
        time_ms: u64,
        lots: impl ExactSizeIterator<Item = &'a Lot>,
    ) -> ([u8; 32], Residue) {
        let mut hash = tagged("heliast/entropy/v2")
            .chain_update(*self.id())
            .chain_update(tip.next_round().to_be_bytes())
            .chain_update(time_ms.to_be_bytes())
            .chain_update(tip.seed())
            .chain_update((lots.len() as u32).to_be_bytes());
        for lot in lots {
            hash.update([lot.slot]);
            hash.update(lot.participant.to_be_bytes());
            hash.update((lot.output.len() as u16).to_be_bytes());
            hash.update(&lot.output);
        }
        let entropy: [u8; 32] = hash.finalize().into();
        let x = heliast_vdf::delay_input(self.group(), &entropy);
        (entropy, x)
    }
}
