//! Lots without proofs: real outputs of real keys on a real chain's inputs, and real delays, for
//! experiments that need millions of them.
//!
//! The keys are A-VRF keys, whose outputs take microseconds. Proofs would make no difference: they are not in
//! the entropy.

use crate::{
    model::{beacon, entropy},
    random::Random,
    setting::{PERIOD_MS, START_MS, chain},
};
use heliast::{Chain, Group, Malformed, SecretKey, Squarings, StatelessScheme, Tip, TipParts};
use std::ops::Range;

/// A won place in a committee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Won {
    /// The slot.
    pub slot: u8,
    /// The participant that won it.
    pub participant: u32,
    /// β.
    pub output: Vec<u8>,
    /// Its votes.
    pub votes: u64,
}

/// A chain of lots.
pub struct Lots {
    chain: Chain,
    secrets: Vec<SecretKey>,
    tip: Tip,
}

impl Lots {
    /// The state before round 1, with these stakes.
    ///
    /// # Errors
    /// [`Malformed`] if no chain has such parameters.
    pub fn new(stakes: &[u64], committees: &[u32], random: &mut Random) -> Result<Lots, Malformed> {
        let vrf = StatelessScheme::AVrfFast;
        let secrets: Vec<_> = stakes.iter().map(|_| SecretKey::from_seed(vrf, random.bytes())).collect();
        let accounts = secrets.iter().map(SecretKey::public_key).zip(stakes.iter().copied());
        let chain = chain(vrf, 0, committees, accounts, random)?;
        let tip = chain.start();
        Ok(Lots { chain, secrets, tip })
    }

    /// The chain.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// Q of the next round.
    pub fn seed(&self) -> [u8; 32] {
        *self.tip.seed()
    }

    /// The places that each of `participants` wins in a slot of the next round.
    pub fn draw(&mut self, slot: u8, participants: Range<u32>) -> Vec<Won> {
        self.draw_at(&self.tip.clone(), slot, participants)
    }

    /// The places that each would win in the round after that, if `beacon` were the next round's.
    pub fn draw_after(&mut self, beacon: [u8; 32], slot: u8, participants: Range<u32>) -> Vec<Won> {
        self.draw_at(&self.tip_after(beacon), slot, participants)
    }

    fn draw_at(&mut self, tip: &Tip, slot: u8, participants: Range<u32>) -> Vec<Won> {
        let input = self.chain.ticket_input(tip, slot);
        let mut won = Vec::new();
        for participant in participants {
            let Ok(output) = self.secrets[participant as usize].evaluate(&input) else { continue };
            let votes = self.chain.first_votes(slot, participant, &output);
            if votes > 0 {
                won.push(Won { slot, participant, output, votes });
            }
        }
        won
    }

    /// The round's beacon if these tickets, which are in order, are sent.
    pub fn beacon(&self, sent: &[&Won]) -> [u8; 32] {
        let round = self.tip.next_round();
        let time_ms = START_MS + self.tip.round() * u64::from(PERIOD_MS);
        let lots = sent.iter().map(|won| (won.slot, won.participant, won.output.as_slice()));
        let entropy = entropy(self.chain.id(), round, time_ms, self.tip.seed(), lots);
        let Squarings { group, t, .. } = self.chain.squarings().expect("its delays are squarings");
        let mut y = heliast_vdf::delay_input(group, &entropy);
        group.square_n(&mut y, *t);
        beacon(self.chain.id(), round, &group.encode(&y))
    }

    /// Advances to the next round with this beacon.
    pub fn advance(&mut self, beacon: [u8; 32]) {
        self.tip = self.tip_after(beacon);
    }

    fn tip_after(&self, beacon: [u8; 32]) -> Tip {
        let round = self.tip.next_round();
        Tip::from_trusted_parts(TipParts { round, seed: beacon, ..self.tip.to_parts() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heliast::Ticket;

    /// The lots drawn here are those that the chain accepts in its next round.
    #[test]
    fn lots_are_the_tickets_that_the_chain_accepts() {
        let mut lots = Lots::new(&[50, 30, 20, 10], &[10, 3], &mut Random::new(1, "lots")).unwrap();
        for slot in 0..2 {
            for won in lots.draw(slot, 0..4) {
                let input = lots.chain.ticket_input(&lots.tip, slot);
                let (_, proof) = lots.secrets[won.participant as usize].prove(&input).unwrap();
                let ticket = Ticket { slot, participant: won.participant, proof };
                let verified = lots.chain.verify_ticket(&lots.tip, ticket).unwrap();
                assert_eq!((&verified.facts().output, verified.facts().votes), (&won.output, won.votes));
            }
        }
    }
}
