//! The verdicts of the rules on inputs.

use super::{Announcement, Model, Phase, Ticket, Votes};
use crate::answer::{Source, end};
use heliast::keys::Change;

/// The rule that forbids an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// It does not belong to this phase of a round.
    Phase,
    /// The round already has such a ticket.
    Doubled,
    /// There is no such participant.
    Participant,
    /// There is no such slot.
    Slot,
    /// The proof is not the due key's for the round's input.
    Proof,
    /// The output wins no votes.
    NoVotes,
    /// The chain takes no announcements.
    NoAnnouncements,
    /// A second announcement in one round.
    Second,
    /// Not the next serial number.
    Serial,
    /// The key answers fewer slots than the chain has.
    Slots,
    /// The key would never be due.
    Expired,
    /// The tree was announced before.
    Known,
    /// The announcement does not come from its participant.
    Unauthentic,
    /// The time is not a possible opening time, or not later than the last one.
    Time,
    /// It belongs to another round.
    Round,
    /// The delay is invalid.
    Delay,
    /// The bytes are not a round.
    Malformed,
    /// None of these: no known rule forbids the input.
    Other,
}

/// Accepted, or the reason for the refusal.
pub type Judgement = Result<(), Class>;

fn unless(wrong: bool, class: Class) -> Judgement {
    if wrong { Err(class) } else { Ok(()) }
}

impl Model {
    /// Opens a round.
    pub fn open(&mut self, time_ms: u64, genesis_time_ms: u64, period_ms: u64) -> Judgement {
        unless(self.phase != Phase::Waiting, Class::Phase)?;
        let on_grid = time_ms >= genesis_time_ms && (time_ms - genesis_time_ms).is_multiple_of(period_ms);
        unless(!on_grid || time_ms <= self.time_ms || time_ms >= 1 << 53, Class::Time)?;
        (self.phase, self.time_ms) = (Phase::Collecting, time_ms);
        Ok(())
    }

    /// Receives a ticket; `None` if floating point cannot tell whether it won anything.
    pub fn ticket(&mut self, ticket: &Ticket) -> Option<Judgement> {
        let Ticket { slot, participant, ref answer } = *ticket;
        let placed = || {
            unless(self.phase != Phase::Collecting, Class::Phase)?;
            unless(self.has_ticket(slot, participant), Class::Doubled)?;
            unless(participant as usize >= self.rules.members.len(), Class::Participant)?;
            unless(usize::from(slot) >= self.rules.committees.len(), Class::Slot)?;
            unless(!self.is_due(slot, participant, answer), Class::Proof)
        };
        if let Err(class) = placed() {
            return Some(Err(class));
        }
        let output = Model::output(answer, &self.ticket_input(slot));
        match self.votes(slot, participant, &output) {
            Votes::Close => None,
            Votes::Clear(0) => Some(Err(Class::NoVotes)),
            Votes::Clear(_) => {
                self.sent.tickets.insert((slot, participant), output);
                Some(Ok(()))
            }
        }
    }

    /// Accepts a ticket that won something according to the machine, where [`ticket`](Self::ticket) could not
    /// tell.
    pub fn take(&mut self, ticket: &Ticket) {
        let output = Model::output(&ticket.answer, &self.ticket_input(ticket.slot));
        self.sent.tickets.insert((ticket.slot, ticket.participant), output);
    }

    /// Receives an announcement.
    pub fn announcement(&mut self, announcement: &Announcement) -> Judgement {
        let Announcement { participant, serial, ref change, ref answer } = *announcement;
        unless(self.phase != Phase::Collecting, Class::Phase)?;
        unless(self.sent.announcements.contains_key(&participant), Class::Second)?;
        unless(self.rules.lead == 0, Class::NoAnnouncements)?;
        unless(participant as usize >= self.rules.members.len(), Class::Participant)?;
        unless(serial != self.next_serial(participant), Class::Serial)?;
        if let Change::Key(key) = change {
            unless(usize::from(key.terms.slots()) < self.rules.committees.len(), Class::Slots)?;
            let effective = (self.round() + self.rules.lead).max(key.terms.first());
            unless(effective >= end(&key.terms), Class::Expired)?;
            let known =
                self.keys(participant).any(|other| (other.root, other.pub_seed) == (key.root, key.pub_seed));
            unless(known, Class::Known)?;
        }
        let own = Source::Stateless(self.rules.members[participant as usize].0.clone());
        let input = self.announcement_input(participant, serial, change);
        unless(answer.source != own || answer.input != input, Class::Unauthentic)?;
        self.sent.announcements.insert(participant, (serial, change.clone()));
        Ok(())
    }

    /// Closes the round at its deadline.
    pub fn close(&mut self) -> Judgement {
        unless(self.phase != Phase::Collecting, Class::Phase)?;
        self.phase = Phase::Delaying;
        Ok(())
    }

    /// Receives a false delay for `round`, which the rules refuse with `class`.
    pub fn false_delay(&self, round: u64, class: Class) -> Judgement {
        unless(self.phase != Phase::Delaying, Class::Phase)?;
        unless(round != self.round(), Class::Round)?;
        Err(class)
    }
}
