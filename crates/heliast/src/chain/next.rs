//! The round after a tip: checked as a whole, or made of parts that are verified.

use super::{params::Chain, pending::Pending, tip::Tip};
use crate::{
    delay::Delay,
    genesis::MAX_TIME_MS,
    invalid::Invalid,
    keys::{Announcement, Keys},
    round::{Round, RoundFacts, Ticket},
    verified::Verified,
};

/// A round that is being made: everything but its number, which its tip gives.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The time of its opening, in milliseconds since 1970.
    pub time_ms: u64,
    /// The tickets, in ascending order of slots and participants.
    pub tickets: Vec<Verified<Ticket>>,
    /// The announcements, in ascending order of participants.
    pub announcements: Vec<Verified<Announcement>>,
    /// The delay, not yet verified.
    pub delay: Delay,
}

/// A round whose parts have all been verified except the delay.
struct Parts {
    time_ms: u64,
    tickets: Vec<Verified<Ticket>>,
    announcements: Vec<Announcement>,
    /// The keys after the round.
    keys: Keys,
    delay: Delay,
}

impl Chain {
    /// Whether a round may open at `time_ms` after `tip`.
    pub fn check_time(&self, tip: &Tip, time_ms: u64) -> Result<(), Invalid> {
        let genesis = self.genesis();
        let since = time_ms.checked_sub(genesis.genesis_time_ms);
        let on_grid = since.is_some_and(|since| since.is_multiple_of(u64::from(genesis.period_ms)));
        if on_grid && time_ms > tip.time_ms() && time_ms < MAX_TIME_MS {
            Ok(())
        } else {
            Err(Invalid::Time(time_ms))
        }
    }

    /// Checks everything about the round after `tip`.
    pub fn verify(&self, tip: &Tip, round: Round) -> Result<Verified<Round>, Invalid> {
        self.check(tip, round)?.verify()
    }

    /// Checks everything about the round after `tip` but its delay.
    pub fn check(&self, tip: &Tip, mut round: Round) -> Result<Pending, Invalid> {
        self.check_opening(tip, &round)?;
        let tickets = std::mem::take(&mut round.tickets);
        let tickets = self.verify_tickets(tip, tickets)?;
        self.check_rest(tip, round, tickets)
    }

    /// Returns the result of [`check`](Self::check) for each of these rounds, every one after its
    /// own tip; they need not follow each other. The proofs of their hash trees are verified now,
    /// all in the same lanes; everything else about a round is checked when the iterator reaches it.
    pub(crate) fn check_each<'a>(
        &'a self,
        rounds: Vec<(&'a Tip, Round)>,
    ) -> impl Iterator<Item = Result<Pending, Invalid>> + 'a {
        let mut tickets = Vec::with_capacity(rounds.len());
        let mut open = |(tip, mut round): (&'a Tip, Round)| {
            let opens = self.check_opening(tip, &round);
            let of_round = std::mem::take(&mut round.tickets);
            tickets.push((tip, if opens.is_ok() { of_round } else { Vec::new() }));
            opens.map(|()| (tip, round))
        };
        let opened: Vec<_> = rounds.into_iter().map(&mut open).collect();
        let close = |(opened, tickets): (Result<(&Tip, Round), _>, Result<_, _>)| {
            let (tip, round) = opened?;
            self.check_rest(tip, round, tickets?)
        };
        opened.into_iter().zip(self.verify_tickets_of(tickets)).map(close)
    }

    /// Checks that `tip` is of this chain, and that a round has the number and a possible time of the next
    /// one.
    fn check_opening(&self, tip: &Tip, round: &Round) -> Result<(), Invalid> {
        self.check_tip(tip)?;
        let expected = tip.next_round();
        if round.number != expected {
            return Err(Invalid::Number { expected, found: round.number });
        }
        self.check_time(tip, round.time_ms)
    }

    /// Checks the rest of a round with these tickets, except its delay.
    fn check_rest(
        &self,
        tip: &Tip,
        round: Round,
        tickets: Vec<Verified<Ticket>>,
    ) -> Result<Pending, Invalid> {
        let Round { time_ms, announcements, y, proof, .. } = round;
        let keys = tip.keys().after(&announcements)?;
        announcements.iter().try_for_each(|announcement| self.authenticate(tip, announcement))?;
        let delay = Delay { y, proof };
        self.assemble(tip, Parts { time_ms, tickets, announcements, keys, delay })
    }

    /// The round after `tip`, made of tickets and announcements that are verified and a delay that
    /// is verified here.
    pub fn seal(&self, tip: &Tip, draft: Draft) -> Result<Verified<Round>, Invalid> {
        let Draft { time_ms, tickets, announcements, delay } = draft;
        let digest = tip.digest();
        if let Some(foreign) = announcements.iter().find(|one| one.facts().tip != digest) {
            return Err(Invalid::OtherAnnouncement(foreign.participant));
        }
        let announcements: Vec<_> = announcements.into_iter().map(|one| one.into_parts().0).collect();
        let keys = tip.keys().after(&announcements)?;
        self.assemble(tip, Parts { time_ms, tickets, announcements, keys, delay })?.verify()
    }

    fn assemble(&self, tip: &Tip, parts: Parts) -> Result<Pending, Invalid> {
        let Parts { time_ms, tickets, announcements, keys, delay: Delay { y, proof } } = parts;
        self.check_time(tip, time_ms)?;
        let digest = tip.digest();
        if let Some(foreign) = tickets.iter().find(|ticket| ticket.facts().tip != digest) {
            return Err(Invalid::OtherRound(foreign.participant));
        }
        if !tickets.is_sorted_by(|a, b| (a.slot, a.participant) < (b.slot, b.participant)) {
            return Err(Invalid::Order);
        }
        let (entropy, x) = self.delay_input(tip, time_ms, tickets.iter().map(|ticket| ticket.facts()));
        let encoded = self.encode_input(&x);
        let delay = Delay { y, proof };
        let claims = self.claims(x, &delay)?;
        let Delay { y, proof } = delay;

        let number = tip.next_round();
        let (preimage, beacon) = self.beacon(number, &y);
        let (tickets, lots) = tickets.into_iter().map(Verified::into_parts).unzip();
        let seed = *tip.seed();
        let facts = RoundFacts { seed, lots, entropy, x: encoded, beacon, preimage, keys, tip: digest };
        let round = Round { number, time_ms, tickets, announcements, y, proof };
        Ok(Pending { chain: self.clone(), round, facts, claims })
    }
}
