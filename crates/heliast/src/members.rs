//! Members of a chain: the participants with their stakes in each round, and the rules by which these change
//! (`spec/members.md`).
//!
//! Participants join, leave and change their stake by proposals that more than 2/3 of the stake approve.
//! Proposals and approvals are announced on the chain ([`Change::Member`](crate::keys::Change::Member)), so
//! that everybody who has the chain up to round K − k computes the same stakes of round K.
//!
//! [`Members`] is the state after some round. It is an immutable value like [`Keys`](crate::Keys), of which
//! it is a part: the next round makes a new one, and copies share memory.
//!
//! Cost: a round without changes costs nothing. A round with changes costs time in proportion to the open
//! proposals and to the approvals of those that are counted. An adoption copies the list of participants.

mod change;
mod open;
mod refusal;
mod roll;
#[cfg(test)]
mod tests;
mod validators;

use crate::genesis::Genesis;
use open::Ballot;
use roll::Roll;
use std::sync::Arc;

pub(crate) use change::VALIDATORS;
pub use change::{MemberChange, Proposal};
pub use open::OpenProposal;
pub use refusal::MemberRefusal;
pub use validators::{ValidatorChange, ValidatorEntry};

/// The greatest number of participants and the life of a proposal, for a chain whose members change.
pub use crate::genesis::MemberRules;

/// The participants of a chain after some round, and the open proposals about them. Copies are cheap.
#[derive(Clone, Debug)]
pub struct Members {
    /// `None` where members do not change.
    rules: Option<MemberRules>,
    lead: u64,
    roll: Arc<Roll>,
    ballot: Arc<Ballot>,
    /// Changes of validators that were adopted, each with its round.
    validators: Arc<Vec<(u64, ValidatorChange)>>,
}

impl Members {
    /// The members before round 1.
    pub(crate) fn new(genesis: &Genesis) -> Members {
        let members = genesis.participants.iter().map(|p| (p.public_key.clone(), p.stake));
        let (roll, ballot) = (Arc::new(Roll::new(members)), Arc::default());
        let (lead, validators) = (genesis.lead.into(), Arc::default());
        Members { rules: genesis.members, lead, roll, ballot, validators }
    }

    /// `count` participants with one unit of stake each, who do not change.
    #[cfg(test)]
    pub(crate) fn fixed(count: u32) -> Members {
        let members = (0..count).map(|number| (number.to_be_bytes().to_vec(), 1));
        let (roll, ballot) = (Arc::new(Roll::new(members)), Arc::default());
        Members { rules: None, lead: 0, roll, ballot, validators: Arc::default() }
    }

    /// The number of participants, including those without stake. They are numbered from 0.
    pub fn count(&self) -> u32 {
        self.roll.count()
    }

    /// The stateless public key of a participant; `None` if there is no such participant.
    pub fn public_key(&self, participant: u32) -> Option<&[u8]> {
        Some(&self.roll.member(participant)?.public_key)
    }

    /// The participant with this stateless public key.
    pub fn number_of(&self, public_key: &[u8]) -> Option<u32> {
        self.roll.number_of(public_key)
    }

    /// The stake of a participant that is in effect in `round`: 0 if there is no such participant. The stakes
    /// of a round that is more than k rounds after the latest one may still change.
    pub fn stake_in(&self, participant: u32, round: u64) -> u64 {
        self.roll.member(participant).map_or(0, |member| member.stake_in(round))
    }

    /// The stake of a participant by the last change adopted, which may have effect later.
    pub fn stake_decided(&self, participant: u32) -> u64 {
        self.roll.member(participant).map_or(0, |member| member.stake_decided())
    }

    /// The stakes of a participant, each with the round from which on it has effect, in ascending order of
    /// rounds. The last of one round counts.
    pub fn stakes(&self, participant: u32) -> &[(u64, u64)] {
        self.roll.member(participant).map_or(&[], |member| &member.stakes)
    }

    /// The total of the stakes that are in effect in `round`.
    pub fn total_in(&self, round: u64) -> u64 {
        self.roll.total_in(round)
    }

    /// The rules of a chain whose members change; `None` where they do not.
    pub fn rules(&self) -> Option<MemberRules> {
        self.rules
    }

    /// The changes of validators that were adopted, each with its round, in their order. Whether one has
    /// effect depends on the network file (`spec/validators.md`).
    pub fn validator_changes(&self) -> &[(u64, ValidatorChange)] {
        &self.validators
    }

    /// The proposals that may be approved in `round`, which comes after the round of this state, in the order
    /// in which they were made.
    pub fn open_in(&self, round: u64) -> impl Iterator<Item = &OpenProposal> {
        let life = self.life();
        self.ballot.all().filter(move |open| open.lives_in(round, life))
    }

    /// The stake in effect in `round` of those who have approved a proposal.
    pub fn weight_in(&self, proposal: &OpenProposal, round: u64) -> u64 {
        proposal.approved().map(|participant| self.stake_in(participant, round)).sum()
    }

    /// Checks rule 6: `participant`, which exists, may announce a key or a withdrawal in `round`, the next
    /// one.
    pub(crate) fn check_key(&self, participant: u32, round: u64) -> Result<(), MemberRefusal> {
        let has_stake = self.stake_in(participant, round) > 0 || self.stake_decided(participant) > 0;
        if has_stake { Ok(()) } else { Err(MemberRefusal::NoStake { round }) }
    }

    /// Checks rules 7 to 9: `participant`, which exists, may announce `change` in `round`, the next one.
    pub(crate) fn check(
        &self,
        participant: u32,
        change: &MemberChange,
        round: u64,
    ) -> Result<(), MemberRefusal> {
        if self.rules.is_none() {
            return Err(MemberRefusal::Fixed);
        }
        if self.stake_in(participant, round) == 0 {
            return Err(MemberRefusal::NoStake { round });
        }
        match change {
            MemberChange::Proposal(proposal) => self.check_adoption(proposal),
            MemberChange::Approval(id) => {
                let open = self.ballot.get(id).filter(|open| open.lives_in(round, self.life()));
                let open = open.ok_or(MemberRefusal::NotOpen)?;
                if open.is_approved_by(participant) {
                    return Err(MemberRefusal::Approved);
                }
                Ok(())
            }
        }
    }

    /// Checks that a proposal can be adopted, by the stakes decided.
    pub fn check_adoption(&self, proposal: &Proposal) -> Result<(), MemberRefusal> {
        let rules = self.rules.ok_or(MemberRefusal::Fixed)?;
        match proposal {
            Proposal::Validators(_) if rules.validators_change => Ok(()),
            Proposal::Validators(_) => Err(MemberRefusal::FixedValidators),
            Proposal::Join { .. } | Proposal::Stake { .. } => self.roll.check(proposal, rules.most),
        }
    }

    /// The members after `round`, which has these changes, each with its participant and the value of D after
    /// it. [`Members::check`] has allowed all of them. The rounds between had none.
    pub(crate) fn after<'a>(
        &self,
        round: u64,
        changes: impl Iterator<Item = (u32, &'a MemberChange, [u8; 32])> + Clone,
    ) -> Members {
        let mut next = self.clone();
        if changes.clone().next().is_none() {
            return next;
        }
        let ballot = Arc::make_mut(&mut next.ballot);
        ballot.close_old(round, self.life());
        let touched = ballot.take(round, changes);
        for id in touched {
            next.count_votes(&id, round);
        }
        next
    }

    /// If enough stake has approved a proposal and it can be adopted, adopts and closes it.
    fn count_votes(&mut self, id: &[u8; 32], round: u64) {
        let Some(open) = self.ballot.get(id) else { return };
        let (weight, total) = (self.weight_in(open, round), self.total_in(round));
        if !is_enough(weight, total) {
            return;
        }
        let proposal = open.proposal().clone();
        let ballot = Arc::make_mut(&mut self.ballot);
        ballot.close(id);
        if self.check_adoption(&proposal).is_err() {
            return;
        }
        Arc::make_mut(&mut self.ballot).close_about(&proposal);
        if let Proposal::Validators(change) = proposal {
            Arc::make_mut(&mut self.validators).push((round, change));
        } else {
            Arc::make_mut(&mut self.roll).adopt(&proposal, round.saturating_add(self.lead));
        }
    }

    fn life(&self) -> u64 {
        self.rules.map_or(0, |rules| rules.life.into())
    }
}

/// Whether those who have approved have more than 2/3 of the total. Totals are below 2^54.
fn is_enough(weight: u64, total: u64) -> bool {
    u128::from(weight) * 3 > u128::from(total) * 2
}
