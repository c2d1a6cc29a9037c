//! The input of a round's delay, out of the round's lots.

use super::{params::Chain, tip::Tip};
use crate::{
    round::{Lot, Round},
    wire::tagged,
};
use heliast_group::AnyElem;
use sha2::Digest;

impl Chain {
    /// (e_K, x_K) of the lots of the round after `tip`.
    pub fn delay_input<'a>(
        &self,
        tip: &Tip,
        time_ms: u64,
        lots: impl ExactSizeIterator<Item = &'a Lot>,
    ) -> ([u8; 32], AnyElem) {
        let seats = lots.map(|lot| (lot.slot, lot.participant, &lot.output[..]));
        self.input_of((tip.next_round(), time_ms, tip.seed()), seats)
    }

    /// The same of a round of this chain that was verified once, with the seed of its lots, from the outputs
    /// that its tickets were found to have then, in their order. Both are taken on trust, and tickets without
    /// an output are left out.
    pub fn trusted_delay_input(
        &self,
        seed: &[u8; 32],
        round: &Round,
        outputs: &[Vec<u8>],
    ) -> ([u8; 32], AnyElem) {
        let seats = round.tickets.iter().zip(outputs);
        let seats = seats.map(|(ticket, output)| (ticket.slot, ticket.participant, &output[..]));
        self.input_of((round.number, round.time_ms, seed), seats)
    }

    /// Of a round with this number, time and seed, and of each lot's slot, participant and output.
    fn input_of<'a>(
        &self,
        (number, time_ms, seed): (u64, u64, &[u8; 32]),
        lots: impl ExactSizeIterator<Item = (u8, u32, &'a [u8])>,
    ) -> ([u8; 32], AnyElem) {
        let mut hash = tagged("heliast/entropy/v2")
            .chain_update(*self.id())
            .chain_update(number.to_be_bytes())
            .chain_update(time_ms.to_be_bytes())
            .chain_update(seed)
            .chain_update((lots.len() as u32).to_be_bytes());
        for (slot, participant, output) in lots {
            hash.update([slot]);
            hash.update(participant.to_be_bytes());
            hash.update((output.len() as u16).to_be_bytes());
            hash.update(output);
        }
        let entropy: [u8; 32] = hash.finalize().into();
        let x = heliast_vdf::delay_input(self.group(), &entropy);
        (entropy, x)
    }
}
