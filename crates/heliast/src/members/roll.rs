//! The list of participants, with the stakes that each has had and will have.

use super::{change::Proposal, refusal::MemberRefusal};
use heliast_vrf::sortition::TOTAL_LIMIT;

/// A participant. Its number and its key never change.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) public_key: Vec<u8>,
    /// Stakes, each with the round from which on it has effect: in ascending order, and never empty.
    pub(super) stakes: Vec<(u64, u64)>,
}

/// All participants.
#[derive(Clone, Debug)]
pub(super) struct Roll {
    members: Vec<Member>,
    /// The participants' numbers, in the order of their keys.
    by_key: Vec<u32>,
    /// The totals of stake, each with the round from which on it has effect.
    totals: Vec<(u64, u64)>,
}

impl Member {
    pub(super) fn stake_in(&self, round: u64) -> u64 {
        in_effect(&self.stakes, round)
    }

    pub(super) fn stake_decided(&self) -> u64 {
        decided(&self.stakes)
    }
}

impl Roll {
    /// The participants of the genesis, with their stakes.
    pub(super) fn new(members: impl Iterator<Item = (Vec<u8>, u64)>) -> Roll {
        let members: Vec<_> =
            members.map(|(public_key, stake)| Member { public_key, stakes: vec![(0, stake)] }).collect();
        let mut by_key: Vec<_> = (0..members.len() as u32).collect();
        by_key.sort_by_key(|number| &members[*number as usize].public_key);
        let total = members.iter().map(Member::stake_decided).sum();
        Roll { members, by_key, totals: vec![(0, total)] }
    }

    pub(super) fn count(&self) -> u32 {
        self.members.len() as u32
    }

    pub(super) fn member(&self, participant: u32) -> Option<&Member> {
        self.members.get(participant as usize)
    }

    pub(super) fn number_of(&self, public_key: &[u8]) -> Option<u32> {
        let place = self.place_of(public_key).ok()?;
        self.by_key.get(place).copied()
    }

    /// The index of a key in `by_key`, or the index at which it would be inserted.
    fn place_of(&self, public_key: &[u8]) -> Result<usize, usize> {
        let key = |number: &u32| &self.members[*number as usize].public_key[..];
        self.by_key.binary_search_by(|number| key(number).cmp(public_key))
    }

    pub(super) fn total_in(&self, round: u64) -> u64 {
        in_effect(&self.totals, round)
    }

    /// Checks that a proposal can be adopted, by the stakes decided, in a chain of at most `most`
    /// participants.
    pub(super) fn check(&self, proposal: &Proposal, most: u32) -> Result<(), MemberRefusal> {
        match proposal {
            Proposal::Join { key, .. } => {
                if self.count() >= most {
                    return Err(MemberRefusal::Full { most });
                }
                if let Some(participant) = self.number_of(key.as_bytes()) {
                    return Err(MemberRefusal::KnownKey { participant });
                }
            }
            Proposal::Validators(_) => return Ok(()),
            Proposal::Stake { participant, stake } => {
                let participant = *participant;
                let member = self.member(participant).ok_or(MemberRefusal::Nobody { participant })?;
                if member.stake_decided() == *stake {
                    return Err(MemberRefusal::SameStake { participant, stake: *stake });
                }
            }
        }
        let total = self.total_with(proposal);
        if (1..TOTAL_LIMIT).contains(&total) { Ok(()) } else { Err(MemberRefusal::Total { total }) }
    }

    /// The total decided if the proposal is adopted, or 2^64 − 1 if it is more.
    fn total_with(&self, proposal: &Proposal) -> u64 {
        let total = decided(&self.totals);
        match proposal {
            Proposal::Validators(_) => total,
            Proposal::Join { stake, .. } => total.saturating_add(*stake),
            Proposal::Stake { participant, stake } => {
                let before = self.member(*participant).map_or(0, Member::stake_decided);
                (total - before).saturating_add(*stake)
            }
        }
    }

    /// Adopts a proposal that passed [`Roll::check`], with effect from round `effective` on.
    pub(super) fn adopt(&mut self, proposal: &Proposal, effective: u64) {
        self.totals.push((effective, self.total_with(proposal)));
        match proposal {
            Proposal::Validators(_) => {}
            Proposal::Join { key, stake } => {
                let number = self.count();
                if let Err(place) = self.place_of(key.as_bytes()) {
                    self.by_key.insert(place, number);
                }
                let public_key = key.as_bytes().to_vec();
                self.members.push(Member { public_key, stakes: vec![(effective, *stake)] });
            }
            Proposal::Stake { participant, stake } => {
                if let Some(member) = self.members.get_mut(*participant as usize) {
                    member.stakes.push((effective, *stake));
                }
            }
        }
    }
}

/// The last of the steps that has effect by `round`; 0 before the first.
fn in_effect(steps: &[(u64, u64)], round: u64) -> u64 {
    let count = steps.partition_point(|(effective, _)| *effective <= round);
    steps[..count].last().map_or(0, |(_, stake)| *stake)
}

fn decided(steps: &[(u64, u64)]) -> u64 {
    steps.last().map_or(0, |(_, stake)| *stake)
}
