//! Together: competing proposals that are approved one by one and all adopted.
//!
//! All participants outside a coalition follow this rule: approve nothing that brings the coalition to a
//! third of the stake. The coalition approves only what gains it something. Participants that look at one
//! proposal at a time, and at the decided stakes, are outrun: two proposals that are harmless alone together
//! bring the coalition to a third. Participants that count every open proposal with an honest approval as
//! adopted are not outrun.
//!
//! With either policy, nothing is adopted that no honest participant has approved, as long as the coalition's
//! stake in effect is less than a third: the stakes in effect were all decided before.

use super::{Effort, Verdict};
use crate::{
    membership::{Change, Membership, Terms},
    random::Random,
};

const TRIALS: u64 = 400;
/// The number of accounts of the coalition, which come first, and of others, in the genesis.
const OWN: u32 = 3;
const OTHERS: u32 = 7;
const STAKE: u64 = 1_000;
const ROUNDS: u64 = 30;

/// The stakes against which honest participants weigh a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// The decided stakes.
    OneByOne,
    /// The decided stakes, and all open proposals with an honest approval.
    AllOpen,
}

/// Both policies.
pub const POLICIES: [Policy; 2] = [Policy::OneByOne, Policy::AllOpen];

/// The counts with one policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Together {
    /// The policy of the honest participants.
    pub policy: Policy,
    /// The number of histories.
    pub trials: u64,
    /// The number of adopted proposals.
    pub adopted: u64,
    /// The adopted proposals that no honest participant had approved while the coalition had less than a
    /// third.
    pub alone: u64,
    /// The histories in which the coalition reached a third or more.
    pub outrun: u64,
}

/// Runs all histories with one policy.
pub fn run(policy: Policy, effort: Effort) -> Together {
    let mut random = Random::new(effort.seed, &format!("together {}", policy.name()));
    let trials = (TRIALS / effort.divisor).max(20);
    let mut found = Together { policy, trials, adopted: 0, alone: 0, outrun: 0 };
    (0..trials).for_each(|_| found.add(&History::new(&mut random).run(policy, &mut random)));
    found
}

/// A chain, and which of its participants belong to the coalition.
struct History {
    members: Membership,
    hostile: Vec<bool>,
    /// x.
    life: u64,
}

/// The result of one history.
#[derive(Default)]
struct Outcome {
    adopted: u64,
    alone: u64,
    outrun: bool,
}

impl History {
    fn new(random: &mut Random) -> History {
        let hostile: Vec<_> = (0..OWN + OTHERS).map(|account| account < OWN).collect();
        let stakes: Vec<_> = hostile.iter().map(|_| STAKE - random.below(STAKE / 10)).collect();
        let terms = Terms { lead: 2 + random.below(4), life: 4 + random.below(6), most: 40 };
        History { members: Membership::of_stakes(terms, &stakes), hostile, life: terms.life }
    }

    fn run(mut self, policy: Policy, random: &mut Random) -> Outcome {
        let mut outcome = Outcome::default();
        for _ in 0..ROUNDS {
            let round = self.members.round() + 1;
            outcome.outrun |= !self.is_safe(&self.members.stakes(round));
            let announced = self.announced(policy, random);
            let counted = self.members.counted().len();
            self.members.close(announced);
            self.name_the_new();
            for one in self.members.counted()[counted..].iter().filter(|one| one.is_adopted) {
                outcome.adopted += 1;
                let mut voices = self.members.voices(one.place).into_iter();
                outcome.alone +=
                    u64::from(!outcome.outrun && voices.all(|voice| self.hostile[voice as usize]));
            }
        }
        outcome
    }

    /// The announcements of all participants in the next round. At most one honest participant proposes; they
    /// take turns.
    fn announced(&self, policy: Policy, random: &mut Random) -> Vec<(u32, Change)> {
        let turn = self.members.round() as usize % self.hostile.len();
        let (wanted, ending) = (self.acceptable(policy), self.ending());
        let mut announced = Vec::new();
        for account in 0..self.hostile.len() as u32 {
            let is_hostile = self.hostile[account as usize];
            let change = match is_hostile {
                true if !self.has_open(account) => Some(self.hostile_proposal(random)),
                true => self.approval(account, &ending, random),
                false if account as usize == turn => Some(honest_proposal(account, random))
                    .filter(|own| self.may_propose(own, &wanted, policy)),
                false => self.approval(account, &wanted, random),
            };
            announced.extend(change.map(|change| (account, change)));
        }
        announced.retain(|(account, change)| self.members.allows(*account, change).is_ok());
        announced
    }

    fn has_open(&self, account: u32) -> bool {
        self.members.open().into_iter().any(|place| self.members.said()[place].participant == account)
    }

    /// An approval of one of these that the participant has not approved.
    fn approval(&self, account: u32, places: &[usize], random: &mut Random) -> Option<Change> {
        let changes = places.iter().map(|place| Change::Approval(*place));
        let allowed: Vec<_> = changes.filter(|change| self.members.allows(account, change).is_ok()).collect();
        random.pick(&allowed).cloned()
    }

    /// The open proposals that honest participants approve. With the policy of counting all open proposals,
    /// they approve one at a time: the first, until it is adopted or closed.
    fn acceptable(&self, policy: Policy) -> Vec<usize> {
        let open = self.members.open();
        match policy {
            Policy::OneByOne => open.into_iter().filter(|place| self.is_safe_with([*place])).collect(),
            Policy::AllOpen => {
                let begun = self.begun();
                let fits = |place: &usize| self.is_safe_with(begun.iter().chain([place]).copied());
                begun.iter().chain(&open).copied().find(fits).into_iter().collect()
            }
        }
    }

    /// The open proposals with an honest approval.
    fn begun(&self) -> Vec<usize> {
        let is_honest = |voice: &u32| !self.hostile[*voice as usize];
        let begun = |place: &usize| self.members.voices(*place).iter().any(is_honest);
        self.members.open().into_iter().filter(begun).collect()
    }

    /// Whether an honest participant may propose this while the others approve `wanted`.
    fn may_propose(&self, own: &Change, wanted: &[usize], policy: Policy) -> bool {
        let others = if policy == Policy::OneByOne { Vec::new() } else { [&self.begun(), wanted].concat() };
        self.is_safe(
            &self
                .stakes_with(others.into_iter().map(|place| &self.members.said()[place].change).chain([own])),
        )
    }

    fn is_safe_with(&self, places: impl IntoIterator<Item = usize>) -> bool {
        self.is_safe(&self.stakes_with(places.into_iter().map(|place| &self.members.said()[place].change)))
    }

    /// The open proposals of the coalition near their end: others' approvals cannot be revoked, so it
    /// withholds its own until several proposals have those of others.
    fn ending(&self) -> Vec<usize> {
        let mut open = self.members.open();
        open.retain(|place| {
            let said = &self.members.said()[*place];
            self.hostile[said.participant as usize] && said.round + self.life <= self.members.round() + 4
        });
        open
    }

    /// The stakes at their worst if some of these are adopted: those of the coalition where they exceed the
    /// decided ones, those of honest participants where they are lower. Joining members come last.
    fn stakes_with<'a>(&self, changes: impl IntoIterator<Item = &'a Change>) -> Vec<u64> {
        let (mut stakes, mut joining) = (self.members.decided(), 0);
        for change in changes {
            match change {
                Change::Join { key, stake } => joining += if is_hostile_key(key) { *stake } else { 0 },
                Change::Stake { participant, stake } => {
                    let before = &mut stakes[*participant as usize];
                    let is_hostile = self.hostile[*participant as usize];
                    *before = if is_hostile { *stake.max(before) } else { *stake.min(before) };
                }
                Change::Approval(_) => {}
            }
        }
        stakes.push(joining);
        stakes
    }

    /// Whether the coalition has less than a third. Stakes after those of the participants belong to joining
    /// members, which count as the coalition's.
    fn is_safe(&self, stakes: &[u64]) -> bool {
        let [honest, hostile] = self.sums(stakes);
        2 * hostile < honest
    }

    /// The total stake of honest participants, and of the coalition.
    fn sums(&self, stakes: &[u64]) -> [u64; 2] {
        let own = |account: usize| self.hostile.get(account).copied().unwrap_or(true);
        let sum = |of: bool| {
            stakes.iter().enumerate().filter(|(account, _)| own(*account) == of).map(|(_, stake)| stake).sum()
        };
        [sum(false), sum(true)]
    }

    /// Assigns a new participant to the coalition if its key says so.
    fn name_the_new(&mut self) {
        let joined = self.members.counted().iter().filter(|one| one.is_adopted);
        let joined = joined.filter_map(|one| match &self.members.said()[one.place].change {
            Change::Join { key, .. } => Some(is_hostile_key(key)),
            _ => None,
        });
        let first = (0..OWN + OTHERS).map(|account| account < OWN);
        self.hostile = first.chain(joined).collect();
    }

    /// An account of the coalition joins or gets more, or another participant gets less, by most of the
    /// difference to a third: harmless alone, and too much if another such proposal is adopted.
    fn hostile_proposal(&self, random: &mut Random) -> Change {
        let decided = self.members.decided();
        let [honest, hostile] = self.sums(&decided);
        let room = (honest / 2).saturating_sub(hostile) * (60 + random.below(40)) / 100;
        let participant = random.index(decided.len());
        let (before, participant) = (decided[participant], participant as u32);
        match (random.one_in(3), self.hostile[participant as usize]) {
            (true, _) => Change::Join { key: [&[1][..], &random.bytes::<16>()].concat(), stake: room },
            (_, true) => Change::Stake { participant, stake: before + room },
            _ => Change::Stake { participant, stake: before.saturating_sub(2 * room) },
        }
    }
}

/// An honest member joins, or gets a usual stake.
fn honest_proposal(account: u32, random: &mut Random) -> Change {
    let stake = STAKE - random.below(STAKE / 10);
    match random.one_in(2) {
        true => Change::Join { key: [&[0][..], &random.bytes::<16>()].concat(), stake },
        false => Change::Stake { participant: account, stake },
    }
}

fn is_hostile_key(key: &[u8]) -> bool {
    key.len() > 4 && key[0] == 1
}

impl Policy {
    /// A description.
    pub fn name(self) -> &'static str {
        match self {
            Policy::OneByOne => "one by one",
            Policy::AllOpen => "with all that is open",
        }
    }
}

impl Together {
    fn add(&mut self, outcome: &Outcome) {
        self.adopted += outcome.adopted;
        self.alone += outcome.alone;
        self.outrun += u64::from(outcome.outrun);
    }

    /// The share of the histories in which the coalition reached a third.
    pub fn share_outrun(&self) -> f64 {
        self.outrun as f64 / self.trials as f64
    }

    /// Checks that nothing is adopted by the coalition alone, and that participants are outrun only if they
    /// do not count all open proposals.
    pub fn verdicts(&self) -> Vec<Verdict> {
        let name = |what| format!("proposals weighed {}: {what}", self.policy.name());
        let alone = name("adopted without any honest approval, while the coalition has less than a third");
        let outrun = name("share of histories in which the coalition comes to a third");
        vec![
            Verdict::near(alone, self.alone as f64, 0.0, 0.0),
            match self.policy {
                Policy::AllOpen => Verdict::near(outrun, self.share_outrun(), 0.0, 0.0),
                Policy::OneByOne => {
                    Verdict { claim: outrun, measured: self.share_outrun(), low: 0.2, high: 1.0 }
                }
            },
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_counts_what_is_open_is_not_outrun() {
        let effort = Effort { seed: 5, divisor: 20 };
        for policy in POLICIES {
            let found = run(policy, effort);
            assert!(found.verdicts().iter().all(Verdict::holds), "{found:?}");
            assert!(found.adopted > found.trials, "{found:?}");
            let other = if policy == Policy::AllOpen { Policy::OneByOne } else { Policy::AllOpen };
            assert!(Together { policy: other, ..found }.verdicts().iter().any(|verdict| !verdict.holds()));
        }
    }
}
