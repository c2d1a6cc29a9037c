//! Forks: some rounds of another branch, made by a copy of machine and model. Its messages are then tried on
//! the chain.

use super::World;
use crate::{
    adversary::Archive,
    model::{Announcement, Ticket},
    referee::{Disagreement, Referee},
    setting::{PERIOD_MS, START_MS},
};
use heliast::{
    keys::Change,
    stateful::{Scheme, Terms},
};

impl World {
    /// Runs rounds of a branch from here: as many as an announcement takes to have an effect, and a few more.
    /// Returns their number.
    pub(super) fn fork(&mut self) -> Result<u64, Disagreement> {
        let mut branch = self.referee.clone();
        let rounds = branch.model().rules().lead + 3;
        for number in 0..rounds {
            let time_ms = (branch.time_ms() + u64::from(PERIOD_MS)).max(START_MS);
            branch.open(time_ms)?;
            if branch.model().rules().lead > 0
                && number % 2 == 0
                && let Some(announcement) = self.announce_on(&branch)
            {
                branch.announcement(("fork", "announcement"), &announcement, &mut self.tally)?;
                Archive::keep(&mut self.archive.forked_announcements, [announcement]);
            }
            self.draw_on(&mut branch)?;
            let x = branch.close()?;
            let (y, proof) = branch.evaluate(x)?;
            branch.delay(&y, &proof)?;
            branch.stored(&y)?;
        }
        Ok(rounds)
    }

    /// Sends half of the tickets, so that the seeds differ from the chain's. An honest owner does not answer
    /// on two branches, but may have been deceived.
    fn draw_on(&mut self, branch: &mut Referee) -> Result<(), Disagreement> {
        let (round, slots) = (branch.model().round(), branch.model().rules().committees.len() as u8);
        for participant in 0..self.members.len() as u32 {
            for slot in 0..slots {
                if self.random.one_in(2) {
                    continue;
                }
                let (key, input) =
                    (branch.model().due(participant, round), branch.model().ticket_input(slot));
                let answer = self.members[participant as usize].answer_again(key, round, slot, &input);
                let Some(answer) = answer else { continue };
                let ticket = Ticket { slot, participant, answer };
                branch.ticket(("fork", "ticket"), &ticket, &mut self.tally)?;
                Archive::keep(&mut self.archive.forked, [(round, ticket)]);
            }
        }
        Ok(())
    }

    /// An adversary's key on the branch.
    fn announce_on(&mut self, branch: &Referee) -> Option<Announcement> {
        let model = branch.model();
        let participant = *self.random.pick(&self.adversaries)?;
        let first = model.round() + model.rules().lead;
        let terms = Terms::new(Scheme::IVrf, 3, model.rules().committees.len() as u16, first).ok()?;
        let member = &mut self.members[participant as usize];
        let change = Change::Key(member.grow(terms, &mut self.random));
        let serial = model.next_serial(participant);
        let answer = member.stateless(&model.announcement_input(participant, serial, &change))?;
        Some(Announcement { participant, serial, change, answer })
    }
}
