//! Remembered verdicts of the current round: a node gets each ticket, announcement and delay about five
//! times, in its mempool, in proposals and in blocks.

#[cfg(test)]
mod tests;

use heliast::{
    Announcement, Chain, Delay, DelayInput, Invalid, Malformed, Round, Ticket, Tip, Verified, roots,
};
use std::{
    collections::{BTreeMap, btree_map::Entry},
    ops::Deref,
    sync::{Mutex, PoisonError},
};

/// Positive verdicts of one round at a time. There are at most two for each place, so that their number is
/// bounded. Negative ones are not kept: anybody can cause any number of them.
#[derive(Debug, Default)]
pub struct Verdicts(Mutex<Known>);

#[derive(Clone, Debug, Default)]
struct Known {
    /// The round before that of the verdicts. The seed distinguishes it from rounds of other branches.
    round: u64,
    seed: [u8; 32],
    /// Tickets by slot and participant.
    tickets: BTreeMap<(u8, u32), Good<Verified<Ticket>>>,
    /// Announcements by participant.
    announcements: BTreeMap<u32, Good<Verified<Announcement>>>,
    /// The last sealed round.
    sealed: Option<Box<Verified<Round>>>,
    /// The segments of its roots that are known to be true.
    roots: Option<roots::Prefix>,
}

/// The known valid tickets or announcements of one place.
#[derive(Clone, Debug)]
struct Good<T> {
    /// The first one, which is the only one that the mempool takes.
    first: T,
    /// The last other one: a block may have another one than this node's mempool.
    other: Option<T>,
}

impl Verdicts {
    /// Verifies the ticket after `tip`, unless it was verified before.
    ///
    /// # Errors
    /// The errors of [`Chain::verify_ticket`].
    pub fn ticket(&self, chain: &Chain, tip: &Tip, ticket: &Ticket) -> Result<Verified<Ticket>, Invalid> {
        let place = (ticket.slot, ticket.participant);
        let known = self.lock().tickets.get(&place).and_then(|known| known.find(ticket)).cloned();
        if let Some(known) = known.filter(|known| chain.ticket_follows(tip, known)) {
            return Ok(known);
        }
        let verified = chain.verify_ticket(tip, ticket.clone())?;
        if let Some(known) = self.lock().after(tip) {
            Good::keep(known.tickets.entry(place), &verified);
        }
        Ok(verified)
    }

    /// Verifies the announcement after `tip`, unless it was verified before.
    ///
    /// # Errors
    /// The errors of [`Chain::verify_announcement`].
    pub fn announcement(
        &self,
        chain: &Chain,
        tip: &Tip,
        announcement: &Announcement,
    ) -> Result<Verified<Announcement>, Invalid> {
        let place = announcement.participant;
        let known = self.lock().announcements.get(&place).and_then(|known| known.find(announcement)).cloned();
        if let Some(known) = known.filter(|known| chain.announcement_follows(tip, known)) {
            return Ok(known);
        }
        let verified = chain.verify_announcement(tip, announcement.clone())?;
        if let Some(known) = self.lock().after(tip) {
            Good::keep(known.announcements.entry(place), &verified);
        }
        Ok(verified)
    }

    /// The round after `tip` that this delay sealed before, if it did. The caller must check that it is the
    /// round in question: the delay may have been seen with other tickets.
    pub fn sealed(&self, chain: &Chain, tip: &Tip, delay: &Delay) -> Option<Box<Verified<Round>>> {
        let known = self.lock().sealed.clone()?;
        let is_same = known.y == delay.y && known.proof == delay.proof && chain.follows(tip, &known);
        is_same.then_some(known)
    }

    /// Whether another delay of this input is known to be valid: there is only one output, and only one proof
    /// that can be found.
    pub(crate) fn contradict(&self, chain: &Chain, tip: &Tip, x: &DelayInput, delay: &Delay) -> bool {
        let known = self.lock().sealed.clone();
        known.is_some_and(|known| {
            (&known.y, &known.proof) != (&delay.y, &delay.proof)
                && chain.follows(tip, &known)
                && known.facts().x == chain.encode_input(x)
        })
    }

    /// Whether the roots of a delay, if the chain has roots, are true in all known segments and in one more.
    /// Anybody can anonymously send false ones. So each costs the verification of one segment, and only as
    /// many delays as there are segments can be verified completely.
    ///
    /// # Errors
    /// [`Malformed`] if it does not have the form of the chain.
    pub(crate) fn admit_roots(
        &self,
        chain: &Chain,
        tip: &Tip,
        x: &DelayInput,
        delay: &Delay,
    ) -> Result<bool, Malformed> {
        let Some(anew) = chain.known_roots(x) else { return Ok(true) };
        let known = self.lock().roots.clone().filter(|known| known.input() == anew.input());
        let mut known = known.unwrap_or(anew);
        let before = known.segments();
        // This takes time, and so runs without the lock.
        let admitted = chain.admits_roots(&mut known, delay)?;
        if known.segments() > before
            && let Some(kept) = self.lock().after(tip)
        {
            kept.roots = Some(known);
        }
        Ok(admitted)
    }

    /// Keeps the sealed round after `tip`.
    pub fn keep_sealed(&self, tip: &Tip, round: &Verified<Round>) {
        if let Some(known) = self.lock().after(tip) {
            known.sealed = Some(Box::new(round.clone()));
        }
    }

    /// Whether another valid ticket of the same slot and participant was seen first after `tip`. With some
    /// VRFs a winner can make any number of proofs of its lot.
    pub fn has_other(&self, chain: &Chain, tip: &Tip, ticket: &Ticket) -> bool {
        let known = self.lock();
        let good = known.tickets.get(&(ticket.slot, ticket.participant));
        good.is_some_and(|Good { first, .. }| **first != *ticket && chain.ticket_follows(tip, first))
    }

    /// Whether another valid announcement of the same participant was seen first after `tip`. A participant
    /// can make any number of valid ones, each with a new tree.
    pub(crate) fn has_other_announcement(
        &self,
        chain: &Chain,
        tip: &Tip,
        announcement: &Announcement,
    ) -> bool {
        let known = self.lock();
        let good = known.announcements.get(&announcement.participant);
        good.is_some_and(|Good { first, .. }| {
            **first != *announcement && chain.announcement_follows(tip, first)
        })
    }

    /// The number of other participants with a known valid announcement for the round after `tip`.
    pub(crate) fn others_that_announce(&self, tip: &Tip, participant: u32) -> usize {
        let known = self.lock();
        match known.seed == *tip.seed() {
            true => known.announcements.len() - usize::from(known.announcements.contains_key(&participant)),
            false => 0,
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An independent copy, for models of nodes.
impl Clone for Verdicts {
    fn clone(&self) -> Verdicts {
        Verdicts(Mutex::new(self.lock().clone()))
    }
}

impl Known {
    /// The verdicts of the round after `tip`; those of earlier rounds are dropped. `None` if they belong to a
    /// later round: the mempool's thread was verifying a ticket when the block came that ended its round, and
    /// its result is no longer needed.
    fn after(&mut self, tip: &Tip) -> Option<&mut Known> {
        if tip.round() < self.round {
            return None;
        }
        if self.seed != *tip.seed() {
            *self = Known { round: tip.round(), seed: *tip.seed(), ..Known::default() };
        }
        Some(self)
    }
}

impl<T: Clone + Deref<Target: PartialEq>> Good<T> {
    fn find(&self, one: &T::Target) -> Option<&T> {
        [Some(&self.first), self.other.as_ref()].into_iter().flatten().find(|known| ***known == *one)
    }

    fn keep<K: Ord>(entry: Entry<'_, K, Good<T>>, verified: &T) {
        match entry {
            Entry::Vacant(place) => {
                place.insert(Good { first: verified.clone(), other: None });
            }
            Entry::Occupied(mut place) if *place.get().first != **verified => {
                place.get_mut().other = Some(verified.clone());
            }
            Entry::Occupied(_) => {}
        }
    }
}
