//! Leaving: how long the stake of a leaving participant counts in approvals.
//!
//! A leaving that is adopted in round A has effect in round A + k. An approval has the weight of its
//! participant's stake in effect in the round of the count. So an approval in round A, or up to k − 1 rounds
//! later, still decides; k rounds later it is refused, and earlier approvals have no weight in counts from
//! then on.

use super::Verdict;
use crate::membership::{Change, Membership, Refusal, Terms};

/// Values of k.
pub const LEADS: [u64; 4] = [2, 3, 5, 10];
/// The stakes of the participant that leaves, of two that approve with it, and of one that does not. The two
/// have less than two thirds of the remaining stake, and together with the leaving participant more than two
/// thirds of the total.
const STAKES: [u64; 4] = [30, 20, 20, 30];
/// The round in which the leaving is adopted.
const ADOPTED: u64 = 5;

/// The participant whose approval is the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Last {
    /// The participant that leaves.
    Leaver,
    /// Another participant, after the leaving one has approved.
    Other,
}

/// Both cases.
pub const LASTS: [Last; 2] = [Last::Leaver, Last::Other];

/// The counts with one lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaving {
    /// Values of k.
    pub lead: u64,
    /// The participant that approves last.
    pub last: Last,
    /// For each try, the number of rounds between the leaving's adoption and the last approval, and
    /// whether it decided.
    pub tried: Vec<(u64, bool)>,
}

/// Tries the last approval in each round from the adoption of the leaving to k + 2 rounds later.
pub fn run(lead: u64, last: Last) -> Leaving {
    let tried = (0..lead + 3).map(|later| (later, decides(lead, last, later)));
    Leaving { lead, last, tried: tried.collect() }
}

fn decides(lead: u64, last: Last, later: u64) -> bool {
    let mut members = Membership::of_stakes(Terms { lead, life: 40, most: 10 }, &STAKES);
    // Participant 0 leaves: 2 proposes, 1 and 3 approve.
    members.close([(2, Change::Stake { participant: 0, stake: 0 })]);
    members.close([(1, Change::Approval(0))]);
    // Another proposal, by 1.
    members.close([(1, Change::Join { key: vec![1], stake: 1 })]);
    let proposal = 2;
    let (first, second) = if last == Last::Leaver { (2, 0) } else { (0, 2) };
    members.close([(first, Change::Approval(proposal))]);
    while members.round() < ADOPTED + later - 1 {
        let leaving = (members.round() + 1 == ADOPTED).then_some((3, Change::Approval(0)));
        members.close(leaving);
    }
    let approval = Change::Approval(proposal);
    let refused = members.allows(second, &approval);
    debug_assert!(refused != Err(Refusal::Repeated));
    let mut announced: Vec<_> = refused.is_ok().then_some((second, approval)).into_iter().collect();
    if later == 0 {
        announced.push((3, Change::Approval(0)));
    }
    members.close(announced);
    members.counted().iter().any(|counted| counted.place == proposal && counted.is_adopted)
}

impl Last {
    /// A description.
    pub fn name(self) -> &'static str {
        match self {
            Last::Leaver => "who leaves",
            Last::Other => "another",
        }
    }
}

impl Leaving {
    /// The last round after the adoption in which the approval decided.
    pub fn until(&self) -> Option<u64> {
        self.tried.iter().filter(|(_, decides)| *decides).map(|(later, _)| *later).max()
    }

    /// Checks that it decided in all rounds before the leaving takes effect, and in none from then on.
    pub fn verdict(&self) -> Verdict {
        let wrong = self.tried.iter().filter(|(later, decides)| *decides != (*later < self.lead)).count();
        let claim = format!(
            "lead {}, {} approves last: rounds in which the stake of who leaves weighs and should not, or the reverse",
            self.lead,
            self.last.name()
        );
        Verdict::near(claim, wrong as f64, 0.0, 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stake_weighs_until_its_leaving_has_effect() {
        for lead in LEADS {
            for last in LASTS {
                let found = run(lead, last);
                assert!(found.verdict().holds(), "{found:?}");
                assert_eq!((found.until(), found.tried.len() as u64), (Some(lead - 1), lead + 3));
                let other = Leaving { lead: lead + 1, ..found };
                assert!(!other.verdict().holds());
            }
        }
    }
}
