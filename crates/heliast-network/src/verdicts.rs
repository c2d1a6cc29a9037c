//! Tickets that were verified for the round under way: a node meets each of them about five times, in its
//! mempool, in proposals and in blocks.

use heliast::{Chain, Invalid, Ticket, Tip, Verified};
use sha2::{Digest, Sha256};
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

/// Whoever wins may make many valid proofs of its one lot; more than these are verified anew each time.
const MAX: usize = 4096;

/// True verdicts, of one round at a time. False ones are not kept: anybody can make as many as they like.
#[derive(Debug, Default)]
pub struct Verdicts(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    seed: [u8; 32],
    tickets: HashMap<[u8; 32], Verified<Ticket>>,
}

impl Verdicts {
    /// The ticket, verified after `tip` now or before.
    ///
    /// # Errors
    /// Those of [`Chain::verify_ticket`].
    pub fn ticket(&self, chain: &Chain, tip: &Tip, ticket: &Ticket) -> Result<Verified<Ticket>, Invalid> {
        let mut bytes = Vec::new();
        ticket.encode(&mut bytes);
        let hash: [u8; 32] = Sha256::digest(&bytes).into();
        if let Some(known) = self.lock().tickets.get(&hash).filter(|known| chain.ticket_follows(tip, known)) {
            return Ok(known.clone());
        }
        let verified = chain.verify_ticket(tip, ticket.clone())?;
        let mut known = self.lock();
        if known.seed != *tip.seed() {
            *known = Known { seed: *tip.seed(), ..Known::default() };
        }
        if known.tickets.len() < MAX {
            known.tickets.insert(hash, verified.clone());
        }
        Ok(verified)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
