//! What was verified for the round under way: a node meets each ticket, announcement and delay about five
//! times, in its mempool, in proposals and in blocks.

use heliast::{Announcement, Chain, Delay, Invalid, Round, Ticket, Tip, Verified};
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

/// True verdicts, of one round at a time and one for each place in it, so that the round bounds them. False
/// ones are not kept: anybody can make as many as they like.
#[derive(Debug, Default)]
pub struct Verdicts(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    seed: [u8; 32],
    /// By slot and participant.
    tickets: HashMap<(u8, u32), Verified<Ticket>>,
    /// By participant.
    announcements: HashMap<u32, Verified<Announcement>>,
    /// The round as it was sealed last.
    sealed: Option<Box<Verified<Round>>>,
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
        self.lock().after(tip).tickets.entry(place).or_insert_with(|| verified.clone());
        Ok(verified)
    }

    /// The announcement, verified after `tip` now or before.
    ///
    /// # Errors
    /// Those of [`Chain::verify_announcement`].
    pub fn announcement(
        &self,
        chain: &Chain,
        tip: &Tip,
        announcement: &Announcement,
    ) -> Result<Verified<Announcement>, Invalid> {
        let participant = announcement.participant;
        let is_same = |known: &&Verified<Announcement>| {
            ***known == *announcement && chain.announcement_follows(tip, known)
        };
        if let Some(known) = self.lock().announcements.get(&participant).filter(is_same) {
            return Ok(known.clone());
        }
        let verified = chain.verify_announcement(tip, announcement.clone())?;
        self.lock().after(tip).announcements.insert(participant, verified.clone());
        Ok(verified)
    }

    /// The round after `tip` that this delay sealed before, if it did. Whether it is the round that came is
    /// for the caller to see: the same delay may be known of other tickets.
    pub fn sealed(&self, chain: &Chain, tip: &Tip, delay: &Delay) -> Option<Box<Verified<Round>>> {
        let known = self.lock().sealed.clone()?;
        let is_same = known.y == delay.y && known.proof == delay.proof && chain.follows(tip, &known);
        is_same.then_some(known)
    }

    /// Keeps the round after `tip` that was sealed.
    pub fn keep_sealed(&self, tip: &Tip, round: &Verified<Round>) {
        self.lock().after(tip).sealed = Some(Box::new(round.clone()));
    }

    /// Whether another good ticket of the same slot and participant was seen after `tip`. Some VRFs let
    /// whoever wins make any number of proofs of its one lot.
    pub fn has_other(&self, chain: &Chain, tip: &Tip, ticket: &Ticket) -> bool {
        let known = self.lock();
        let first = known.tickets.get(&(ticket.slot, ticket.participant));
        first.is_some_and(|first| **first != *ticket && chain.ticket_follows(tip, first))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// What is known of the round after `tip`, and of no other any more.
    fn after(&mut self, tip: &Tip) -> &mut Known {
        if self.seed != *tip.seed() {
            *self = Known { seed: *tip.seed(), ..Known::default() };
        }
        self
    }
}
