//! Tickets that were verified for the round under way: a node meets each of them about five times, in its
//! mempool, in proposals and in blocks.

use heliast::{Chain, Invalid, Ticket, Tip, Verified};
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

/// True verdicts, of one round at a time and one for each place in it. False ones are not kept: anybody can make
/// as many as they like.
#[derive(Debug, Default)]
pub struct Verdicts(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    seed: [u8; 32],
    /// By slot and participant.
    tickets: HashMap<(u8, u32), Verified<Ticket>>,
}

impl Verdicts {
    /// The ticket, verified after `tip` now or before.
    ///
    /// # Errors
    /// Those of [`Chain::verify_ticket`].
    pub fn ticket(&self, chain: &Chain, tip: &Tip, ticket: &Ticket) -> Result<Verified<Ticket>, Invalid> {
        let place = (ticket.slot, ticket.participant);
        let is_same = |known: &&Verified<Ticket>| ***known == *ticket && chain.ticket_follows(tip, known);
        if let Some(known) = self.lock().tickets.get(&place).filter(is_same) {
            return Ok(known.clone());
        }
        let verified = chain.verify_ticket(tip, ticket.clone())?;
        let mut known = self.lock();
        if known.seed != *tip.seed() {
            *known = Known { seed: *tip.seed(), ..Known::default() };
        }
        known.tickets.entry(place).or_insert_with(|| verified.clone());
        Ok(verified)
    }

    /// Whether another good ticket of the same slot and participant was seen after `tip`. Some VRFs let whoever
    /// wins make any number of proofs of its one lot.
    pub fn has_other(&self, chain: &Chain, tip: &Tip, ticket: &Ticket) -> bool {
        let known = self.lock();
        let first = known.tickets.get(&(ticket.slot, ticket.participant));
        first.is_some_and(|first| **first != *ticket && chain.ticket_follows(tip, first))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
