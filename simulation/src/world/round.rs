//! One round of a world.

use super::World;
use crate::{
    adversary::{Archive, Message, STRATEGIES, Scene, false_delays, forgeries},
    model::{Announcement, Class, Ticket},
    referee::{Disagreement, class_of_invalid},
    setting::{PERIOD_MS, START_MS},
    tally::Label,
};
use heliast::{Invalid, Round, Verified};
use heliast_beacon::Input;

/// A message, and whether its sender follows the rules.
struct Sent {
    label: Label,
    message: Message,
    honest: bool,
}

impl World {
    pub(super) fn round(&mut self) -> Result<Verified<Round>, Disagreement> {
        self.open()?;
        let mut withheld = Vec::new();
        let mut messages = self.ordinary(&mut withheld);
        let mut sent = Vec::new();
        messages.extend(self.attempts(&sent));
        self.random.shuffle(&mut messages);
        for message in messages {
            self.deliver(message, &mut sent)?;
        }
        for message in self.attempts(&sent) {
            self.deliver(message, &mut sent)?;
        }
        let x = self.referee.close()?;
        self.after_the_deadline(withheld)?;
        let (y, proof) = self.referee.evaluate(x)?;
        if self.random.one_in(2) {
            let false_delay =
                false_delays(&self.chain, &self.referee, &sent, (&y, &proof), &mut self.random)?;
            let (what, round, delay) = false_delay;
            self.referee.false_delay(("last revealer", what), round, delay, &mut self.tally)?;
        }
        let sealed = self.referee.delay(&y, &proof)?;
        self.forge(&sealed)?;
        self.referee.stored(&y)?;
        self.stored.push(sealed.encode());
        let round = sealed.number;
        Archive::keep(&mut self.archive.tickets, sent.into_iter().map(|ticket| (round, ticket)));
        Ok(sealed)
    }

    /// Opens at the next opening time, or a period or more later; sometimes tries a false time first.
    fn open(&mut self) -> Result<(), Disagreement> {
        let period = u64::from(PERIOD_MS);
        let last = self.referee.time_ms();
        let skipped = if self.random.one_in(20) { self.random.below(4) } else { 0 };
        let time_ms = if last == 0 { START_MS } else { last + period * (1 + skipped) };
        if self.random.one_in(10) {
            let (what, wrong) = match self.random.below(3) {
                0 => ("off the grid", time_ms + 1 + self.random.below(period - 1)),
                1 => ("the last round's time", last),
                _ => ("before the genesis", START_MS - period),
            };
            let input = Input::Open { time_ms: wrong };
            self.referee.misplaced(("time", what), input, Class::Time, &mut self.tally)?;
        }
        self.referee.open(time_ms).map(drop)
    }

    /// The ordinary messages, which follow the rules; adversaries withhold some of them.
    fn ordinary(&mut self, withheld: &mut Vec<Ticket>) -> Vec<Sent> {
        let slots = self.referee.model().rules().committees.len() as u8;
        let mut messages = Vec::new();
        for me in 0..self.members.len() as u32 {
            let honest = !self.adversaries.contains(&me);
            let label = |what| (if honest { "honest" } else { "an adversary's ordinary play" }, what);
            let (model, member) = (self.referee.model(), &mut self.members[me as usize]);
            if let Some(change) = member.plan(model, me, &mut self.random) {
                let serial = model.next_serial(me);
                if let Some(answer) = member.stateless(&model.announcement_input(me, serial, &change)) {
                    let announcement = Announcement { participant: me, serial, change, answer };
                    let message = Message::Announcement(announcement);
                    messages.push(Sent { label: label("announcement"), message, honest });
                }
            }
            for slot in 0..slots {
                let Some(answer) = member.draw(&self.chain, model, me, slot) else { continue };
                let ticket = Ticket { slot, participant: me, answer };
                if !honest && self.random.one_in(3) {
                    withheld.push(ticket);
                } else {
                    messages.push(Sent { label: label("ticket"), message: Message::Ticket(ticket), honest });
                }
            }
        }
        messages
    }

    /// The attempts of the strategies, each by one of the adversaries.
    fn attempts(&mut self, sent: &[Ticket]) -> Vec<Sent> {
        let mut attempts = Vec::new();
        for (strategy, attempt) in STRATEGIES {
            let Some(&me) = self.random.pick(&self.adversaries) else { break };
            if self.random.one_in(3) {
                continue;
            }
            let mut scene = Scene {
                chain: &self.chain,
                sibling: self.sibling,
                model: self.referee.model(),
                members: &mut self.members,
                archive: &self.archive,
                sent,
                random: &mut self.random,
                me,
            };
            if let Some((what, message)) = attempt(&mut scene) {
                attempts.push(Sent { label: (strategy, what), message, honest: false });
            }
        }
        attempts
    }

    fn deliver(&mut self, sent: Sent, accepted: &mut Vec<Ticket>) -> Result<(), Disagreement> {
        let Sent { label, message, honest } = sent;
        match message {
            Message::Ticket(ticket) => {
                let taken = if honest {
                    self.referee.honest_ticket(label, &ticket, &mut self.tally)?
                } else {
                    self.referee.ticket(label, &ticket, &mut self.tally)?
                };
                if taken {
                    accepted.push(ticket);
                }
            }
            Message::Announcement(announcement) => {
                let taken = if honest {
                    self.referee.honest_announcement(label, &announcement, &mut self.tally)?;
                    true
                } else {
                    self.referee.announcement(label, &announcement, &mut self.tally)?
                };
                if taken {
                    Archive::keep(&mut self.archive.announcements, [announcement]);
                }
            }
        }
        Ok(())
    }

    /// Tickets and announcements that come too late.
    fn after_the_deadline(&mut self, withheld: Vec<Ticket>) -> Result<(), Disagreement> {
        for ticket in withheld {
            if self.random.one_in(2) {
                self.referee.ticket(
                    ("withholding", "a ticket after the deadline"),
                    &ticket,
                    &mut self.tally,
                )?;
            } else {
                self.tally.withheld += 1;
            }
        }
        if self.random.one_in(4)
            && let Some(announcement) = self.archive.announcements.back().cloned()
        {
            let label = ("late announcement", "an announcement after the deadline");
            self.referee.announcement(label, &announcement, &mut self.tally)?;
        }
        Ok(())
    }

    /// Gives changed copies of the sealed round to a reader of the chain.
    fn forge(&mut self, sealed: &Round) -> Result<(), Disagreement> {
        let earlier: Vec<_> =
            self.archive.tickets.iter().rev().take(20).map(|(_, ticket)| ticket.clone()).collect();
        let Some(forgery) = forgeries(&self.chain, sealed, &earlier, &mut self.random) else { return Ok(()) };
        let read = self.chain.decode_round(&forgery.bytes).map_err(Invalid::from);
        let read = read.and_then(|round| self.chain.verify(self.referee.tip(), round));
        let found = read.map(drop).map_err(|invalid| (class_of_invalid(&invalid), invalid.to_string()));
        let agrees = match (&found, forgery.verdict) {
            (Ok(()), Ok(())) | (Err(_), Err(Class::Other)) => true,
            (Err((found, _)), Err(expected)) => *found == expected,
            _ => false,
        };
        let label = ("forged round", forgery.what);
        if !agrees {
            let (what, round) = (format!("{}: {}", label.0, label.1), sealed.number);
            let refusal = found.as_ref().err().map(|(_, words)| words.clone()).unwrap_or_default();
            let found = found.map_err(|(class, _)| class);
            return Err(Disagreement::Verdict { round, what, expected: forgery.verdict, found, refusal });
        }
        self.tally.count(label, found.map_err(|(class, _)| class));
        Ok(())
    }
}
