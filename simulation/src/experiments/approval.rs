//! Approval: what a coalition can adopt, and what it can block.
//!
//! A proposal is adopted by more than two thirds of the stake (`spec/members.md`). So a coalition adopts
//! nothing by itself unless it has more than that, and blocks nothing if it has less than a third: the others
//! then have more than two thirds. Only the stakes and the order of events are random here, so the claims are
//! exact, to the unit.

use super::{Effort, Verdict};
use crate::{
    membership::{Change, Membership, Terms},
    random::Random,
};

const TOTAL: u64 = 3_000_000_000;
/// The number of accounts of the coalition, which come first, and of others.
const OWN: u32 = 7;
const OTHERS: u32 = 13;
const TRIALS: u64 = 300;
/// Rounds in which all participants announce at random; participants that should approve and have not done so
/// do so afterwards.
const ROUNDS: u64 = 12;

/// The coalition's stake, in units.
pub const STAKES: [u64; 6] =
    [TOTAL / 10, TOTAL / 3 - 1, TOTAL / 3, TOTAL / 3 * 2, TOTAL / 3 * 2 + 1, TOTAL / 10 * 9];

/// The aim of the coalition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// To have a proposal of its own adopted, by its approvals alone.
    Adopt,
    /// To stay when the others want one of its accounts to leave: it approves none of their proposals, and
    /// makes other proposals, about the same account and of all kinds, as often as it can.
    Stay,
}

/// Both plays.
pub const PLAYS: [Play; 2] = [Play::Adopt, Play::Stay];

/// The counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approvals {
    /// The coalition's stake in units, of [`Approvals::TOTAL`].
    pub stake: u64,
    /// The coalition's aim.
    pub play: Play,
    /// The number of histories.
    pub trials: u64,
    /// The histories in which the intended proposal was adopted.
    pub adopted: u64,
}

/// Runs all histories of one coalition.
pub fn run(stake: u64, play: Play, effort: Effort) -> Approvals {
    let mut random = Random::new(effort.seed, &format!("approval {stake} {}", play.name()));
    let trials = (TRIALS / effort.divisor).max(10);
    let adopted = (0..trials).filter(|_| history(stake, play, &mut random)).count() as u64;
    Approvals { stake, play, trials, adopted }
}

/// Whether the intended proposal was adopted.
fn history(stake: u64, play: Play, random: &mut Random) -> bool {
    let mut stakes = parts(stake, OWN, random);
    stakes.extend(parts(TOTAL - stake, OTHERS, random));
    let terms = Terms { lead: 2 + random.below(4), life: 40, most: 100 };
    let mut members = Membership::of_stakes(terms, &stakes);
    let meant = match play {
        Play::Adopt => {
            members.close([(0, hostile_proposal(random))]);
            0
        }
        Play::Stay => {
            let hostile: Vec<_> = (0..OWN).map(|account| (account, hostile_proposal(random))).collect();
            members.close(hostile.into_iter().chain([(OWN, Change::Stake { participant: 0, stake: 0 })]));
            OWN as usize
        }
    };
    for _ in 0..ROUNDS {
        let own = |place: &usize| members.said()[*place].participant < OWN;
        let open: Vec<_> = members.open().into_iter().filter(own).collect();
        let hostile = (0..OWN).map(|account| (account, hostile_change(&open, account, random)));
        let mut announced: Vec<_> = hostile.collect();
        if play == Play::Stay {
            announced.extend((OWN..OWN + OTHERS).map(|account| {
                let approval = Change::Approval(meant);
                (account, random.one_in(2).then_some(approval))
            }));
        }
        let allowed: Vec<_> = announced
            .into_iter()
            .filter_map(|(account, change)| Some((account, change?)))
            .filter(|(account, change)| members.allows(*account, change).is_ok())
            .collect();
        members.close(allowed);
    }
    for account in if play == Play::Stay { OWN..OWN + OTHERS } else { 0..OWN } {
        if members.allows(account, &Change::Approval(meant)).is_ok() {
            members.close([(account, Change::Approval(meant))]);
        }
    }
    members
        .counted()
        .iter()
        .any(|counted| counted.is_adopted && is_meant(&members, counted.place, meant, play))
}

/// A coalition that acts alone intends any adoption.
fn is_meant(members: &Membership, place: usize, meant: usize, play: Play) -> bool {
    match play {
        Play::Adopt => members.said()[place].participant < OWN,
        Play::Stay => place == meant,
    }
}

/// An approval of a proposal of another account of the coalition, or a proposal.
fn hostile_change(open: &[usize], account: u32, random: &mut Random) -> Option<Change> {
    match random.below(4) {
        0 => None,
        1 if account > 0 => Some(hostile_proposal(random)),
        _ => random.pick(open).map(|place| Change::Approval(*place)),
    }
}

/// More stake for one of its accounts, none for another participant, or a new account.
fn hostile_proposal(random: &mut Random) -> Change {
    match random.below(3) {
        0 => Change::Join { key: random.bytes::<32>().to_vec(), stake: 1 + random.below(TOTAL) },
        1 => {
            Change::Stake { participant: random.below(OWN.into()) as u32, stake: TOTAL + random.below(TOTAL) }
        }
        _ => Change::Stake { participant: OWN + random.below(OTHERS.into()) as u32, stake: 0 },
    }
}

/// Divides a sum into random parts of 1 or more.
fn parts(sum: u64, count: u32, random: &mut Random) -> Vec<u64> {
    let mut parts = vec![1; count as usize];
    let mut left = sum - u64::from(count);
    for part in &mut parts[1..] {
        let more = random.below(left / 2 + 1);
        (*part, left) = (*part + more, left - more);
    }
    parts[0] += left;
    random.shuffle(&mut parts);
    parts
}

impl Play {
    /// A description.
    pub fn name(self) -> &'static str {
        match self {
            Play::Adopt => "adopts by itself",
            Play::Stay => "is not made to leave",
        }
    }
}

impl Approvals {
    /// The total number of units.
    pub const TOTAL: u64 = TOTAL;

    /// The share of the histories in which the intended proposal is adopted, in theory: all or none.
    pub fn theory(&self) -> f64 {
        let approving = if self.play == Play::Adopt { self.stake } else { TOTAL - self.stake };
        f64::from(u8::from(3 * approving > 2 * TOTAL))
    }

    /// The measured share of the histories.
    pub fn share(&self) -> f64 {
        self.adopted as f64 / self.trials as f64
    }

    /// Checks that the share is all or none.
    pub fn verdict(&self) -> Verdict {
        let what = match self.play {
            Play::Adopt => "something of its own is adopted by its approvals",
            Play::Stay => "one of its accounts is made to leave by the others",
        };
        let claim =
            format!("a coalition with {} of {TOTAL} units: share of histories in which {what}", self.stake);
        Verdict::near(claim, self.share(), self.theory(), 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_decides() {
        let effort = Effort { seed: 5, divisor: 50 };
        for play in PLAYS {
            let found = STAKES.map(|stake| run(stake, play, effort));
            assert!(found.iter().all(|one| one.verdict().holds()), "{found:?}");
            let mut other = found[1].clone();
            other.stake = if play == Play::Adopt { STAKES[4] } else { STAKES[2] };
            assert!(!other.verdict().holds(), "{other:?}");
        }
    }

    #[test]
    fn parts_are_a_sum() {
        let mut random = Random::new(1, "parts");
        for count in [1, 2, 7, 13] {
            let parts = parts(1_000, count, &mut random);
            assert_eq!((parts.len(), parts.iter().sum::<u64>()), (count as usize, 1_000));
            assert!(parts.iter().all(|part| *part > 0));
        }
    }
}
