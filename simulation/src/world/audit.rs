//! The finished chain, read again from its bytes by a reader that knows nothing else.

use super::World;
use crate::{model::Class, referee::Disagreement};
use heliast::{Invalid, Round, Tip};

impl World {
    /// Verifies all rounds from the genesis on and compares the tip; then does so again with an announcement
    /// left out, which must be noticed in the round that the rules state and no later.
    pub(super) fn audit(&mut self) -> Result<(), Disagreement> {
        let mut tip = self.chain.start();
        let mut announcing = Vec::new();
        for bytes in &self.stored {
            let round = self.chain.decode_round(bytes).map_err(Invalid::from);
            let round = round.and_then(|round| self.chain.verify(&tip, round));
            let round = round
                .map_err(|_| Disagreement::Value { round: tip.next_round(), what: "the stored round" })?;
            if !round.announcements.is_empty() {
                announcing.push(round.number);
            }
            tip = self.chain.tip_after(&round);
        }
        if tip != *self.referee.tip() {
            return Err(Disagreement::Value { round: tip.round(), what: "the tip after all rounds" });
        }
        match self.random.pick(&announcing) {
            Some(&number) => self.leave_out(number),
            None => Ok(()),
        }
    }

    /// Reads from round `number` on, without one of its announcements.
    fn leave_out(&mut self, number: u64) -> Result<(), Disagreement> {
        let wrong = |round| Disagreement::Value { round, what: "where an announcement left out shows" };
        let mut tip = self.tip_before(number).ok_or(wrong(number))?;
        let read = |bytes: &Vec<u8>| self.chain.decode_round(bytes).ok();
        let rounds: Option<Vec<Round>> = self.stored[number as usize - 1..].iter().map(read).collect();
        let mut rounds = rounds.ok_or(wrong(number))?;
        let announcements = &mut rounds[0].announcements;
        let left_out = announcements.remove(self.random.index(announcements.len())).participant;
        let settled = number + self.referee.model().rules().lead;
        for round in rounds {
            // The participant's next serial number does not follow, or D differs in an input.
            let at = round.number;
            let later = at > number && round.announcements.iter().any(|other| other.participant == left_out);
            let shows = later || (at >= settled && !round.tickets.is_empty());
            match self.chain.verify(&tip, round) {
                Ok(round) if !shows => tip = self.chain.tip_after(&round),
                Err(_) if shows => {
                    let label = ("forged round", "an announcement left out, k rounds later");
                    self.tally.count(label, Err(Class::Other));
                    return Ok(());
                }
                _ => return Err(wrong(at)),
            }
        }
        Ok(())
    }

    /// The tip before a stored round, read without verification.
    fn tip_before(&self, number: u64) -> Option<Tip> {
        let before = &self.stored[..number as usize - 1];
        let follow = |tip: Tip, bytes: &Vec<u8>| {
            let round = self.chain.decode_round(bytes).ok()?;
            self.chain.follow_unverified(&tip, &round).ok()
        };
        before.iter().try_fold(self.chain.start(), follow)
    }
}
