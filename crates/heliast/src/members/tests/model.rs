//! The rules once more, from the list of all announcements. Nothing is kept between calls.

use crate::members::MemberRules;

/// An announcement; keys by their number in the test, proposals by their place in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Join { key: usize, stake: u64 },
    Stake { participant: u32, stake: u64 },
    Approval { place: usize },
}

/// An announcement that was allowed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said {
    pub(super) round: u64,
    pub(super) participant: u32,
    pub(super) what: What,
}

/// A proposal that got its approvals.
pub(super) struct Adoption {
    pub(super) round: u64,
    pub(super) place: usize,
    /// Whether it could be adopted then.
    pub(super) possible: bool,
}

pub(super) struct Model {
    /// The key and the stake of each first participant.
    pub(super) first: Vec<(usize, u64)>,
    pub(super) lead: u64,
    pub(super) rules: MemberRules,
    pub(super) log: Vec<Said>,
}

impl Model {
    pub(super) fn new(first: Vec<(usize, u64)>, lead: u64, rules: MemberRules) -> Model {
        Model { first, lead, rules, log: Vec::new() }
    }

    /// The adoptions up to a round, in order.
    pub(super) fn adoptions(&self, last: u64) -> Vec<Adoption> {
        let mut adopted = Vec::new();
        for round in 1..=last {
            for (place, said) in self.log.iter().enumerate() {
                let is_approval = matches!(said.what, What::Approval { .. });
                if is_approval || said.round > round || !self.is_open(place, round, &adopted, true) {
                    continue;
                }
                let approvals: Vec<_> = self
                    .log
                    .iter()
                    .filter(|one| one.what == What::Approval { place } && one.round <= round)
                    .collect();
                if said.round != round && approvals.iter().all(|one| one.round != round) {
                    continue;
                }
                let stakes = self.in_effect(round, &adopted);
                let voices = approvals.iter().map(|one| one.participant).chain([said.participant]);
                let weight: u64 = voices.map(|who| stakes[who as usize]).sum();
                if weight * 3 > stakes.iter().sum::<u64>() * 2 {
                    let possible = self.is_possible(said.what, &self.participants(&adopted));
                    adopted.push(Adoption { round, place, possible });
                }
            }
        }
        adopted
    }

    /// Whether a proposal is open before `round`; with `adopted` of that round, whether it may be counted in
    /// it.
    pub(super) fn is_open(&self, place: usize, round: u64, adopted: &[Adoption], counting: bool) -> bool {
        let said = &self.log[place];
        if matches!(said.what, What::Approval { .. }) {
            return false;
        }
        let last = if counting { round } else { round - 1 };
        let is_replaced = self.log.iter().any(|other| {
            said.round < other.round
                && other.round <= last
                && other.participant == said.participant
                && !matches!(other.what, What::Approval { .. })
        });
        let is_counted = adopted.iter().any(|one| one.place == place);
        let about = |what| if let What::Stake { participant, .. } = what { Some(participant) } else { None };
        let is_overtaken = about(said.what).is_some()
            && adopted.iter().any(|one| {
                one.possible && one.round >= said.round && about(self.log[one.place].what) == about(said.what)
            });
        !is_replaced && !is_counted && !is_overtaken && round <= said.round + u64::from(self.rules.life)
    }

    /// Each participant's key, and the stake decided after these adoptions.
    pub(super) fn participants(&self, adopted: &[Adoption]) -> Vec<(usize, u64)> {
        let mut found = self.first.clone();
        for one in adopted.iter().filter(|one| one.possible) {
            match self.log[one.place].what {
                What::Join { key, stake } => found.push((key, stake)),
                What::Stake { participant, stake } => found[participant as usize].1 = stake,
                What::Approval { .. } => {}
            }
        }
        found
    }

    pub(super) fn in_effect(&self, round: u64, adopted: &[Adoption]) -> Vec<u64> {
        let settled = adopted.iter().take_while(|one| one.round + self.lead <= round).count();
        let mut stakes: Vec<_> =
            self.participants(&adopted[..settled]).into_iter().map(|(_, stake)| stake).collect();
        stakes.resize(self.participants(adopted).len(), 0);
        stakes
    }

    fn is_possible(&self, what: What, found: &[(usize, u64)]) -> bool {
        let mut after = found.to_vec();
        let fits = match what {
            What::Join { key, stake } => {
                after.push((key, stake));
                found.len() < self.rules.most as usize && found.iter().all(|(other, _)| *other != key)
            }
            What::Stake { participant, stake } => match after.get_mut(participant as usize) {
                Some(member) => std::mem::replace(&mut member.1, stake) != stake,
                None => false,
            },
            What::Approval { .. } => false,
        };
        fits && (1..1 << 54).contains(&after.iter().map(|(_, stake)| stake).sum::<u64>())
    }

    pub(super) fn allows(&self, round: u64, participant: u32, what: What) -> bool {
        let adopted = self.adoptions(round - 1);
        if self.in_effect(round, &adopted)[participant as usize] == 0 {
            return false;
        }
        let What::Approval { place } = what else {
            return self.is_possible(what, &self.participants(&adopted));
        };
        let has_approved = self.log[place].participant == participant
            || self.log.iter().any(|one| one.participant == participant && one.what == what);
        self.is_open(place, round, &adopted, false) && !has_approved
    }
}
