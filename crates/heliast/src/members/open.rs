//! The open proposals.

use super::change::{MemberChange, Proposal};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// A proposal that can be approved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenProposal {
    id: [u8; 32],
    made: u64,
    proposer: u32,
    proposal: Proposal,
    approved: BTreeSet<u32>,
}

/// All open proposals; each participant has one at most.
#[derive(Clone, Debug, Default)]
pub(super) struct Ballot {
    /// The proposals by their rounds and proposers.
    open: BTreeMap<(u64, u32), Arc<OpenProposal>>,
    /// The place of each in `open`, by its id.
    ids: BTreeMap<[u8; 32], (u64, u32)>,
    /// The round of the open proposal of each participant that has one.
    made: BTreeMap<u32, u64>,
}

impl OpenProposal {
    /// The id by which it is approved: the value of D right after it was announced.
    pub fn id(&self) -> &[u8; 32] {
        &self.id
    }

    /// The round in which it was announced.
    pub fn round(&self) -> u64 {
        self.made
    }

    /// The participant that announced it.
    pub fn proposer(&self) -> u32 {
        self.proposer
    }

    /// The proposed change.
    pub fn proposal(&self) -> &Proposal {
        &self.proposal
    }

    /// Those who have approved, the proposer among them, in ascending order.
    pub fn approved(&self) -> impl ExactSizeIterator<Item = u32> {
        self.approved.iter().copied()
    }

    /// Whether a participant has approved.
    pub fn is_approved_by(&self, participant: u32) -> bool {
        self.approved.contains(&participant)
    }

    /// Whether it is young enough to be approved in `round`.
    pub(super) fn lives_in(&self, round: u64, life: u64) -> bool {
        round <= self.made.saturating_add(life)
    }
}

impl Ballot {
    /// The open proposals, in the order of rounds and proposers.
    pub(super) fn all(&self) -> impl Iterator<Item = &OpenProposal> {
        self.open.values().map(|open| &**open)
    }

    pub(super) fn get(&self, id: &[u8; 32]) -> Option<&OpenProposal> {
        Some(&**self.open.get(self.ids.get(id)?)?)
    }

    /// Closes the proposals that are too old to be approved in `round` or later.
    pub(super) fn close_old(&mut self, round: u64, life: u64) {
        while let Some((place, open)) = self.open.first_key_value()
            && !open.lives_in(round, life)
        {
            self.close_at(*place);
        }
    }

    /// Adds the approvals of `round` and then its proposals. Returns the proposals that are to be counted, in
    /// the order of their rounds and proposers.
    pub(super) fn take<'a>(
        &mut self,
        round: u64,
        changes: impl Iterator<Item = (u32, &'a MemberChange, [u8; 32])> + Clone,
    ) -> Vec<[u8; 32]> {
        let mut touched = BTreeSet::new();
        for (participant, change, _) in changes.clone() {
            if let MemberChange::Approval(id) = change
                && let Some(place) = self.ids.get(id)
                && let Some(open) = self.open.get_mut(place)
            {
                Arc::make_mut(open).approved.insert(participant);
                touched.insert(*place);
            }
        }
        for (participant, change, id) in changes {
            if let MemberChange::Proposal(proposal) = change {
                touched.insert(self.open(round, participant, proposal.clone(), id));
            }
        }
        touched.iter().filter_map(|place| Some(*self.open.get(place)?.id())).collect()
    }

    fn open(&mut self, round: u64, proposer: u32, proposal: Proposal, id: [u8; 32]) -> (u64, u32) {
        if let Some(before) = self.made.get(&proposer) {
            self.close_at((*before, proposer));
        }
        let place = (round, proposer);
        let approved = BTreeSet::from([proposer]);
        self.open.insert(place, Arc::new(OpenProposal { id, made: round, proposer, proposal, approved }));
        self.ids.insert(id, place);
        self.made.insert(proposer, round);
        place
    }

    pub(super) fn close(&mut self, id: &[u8; 32]) {
        if let Some(place) = self.ids.get(id).copied() {
            self.close_at(place);
        }
    }

    /// Closes all proposals with the same subject as an adopted one: the stake of a participant, or a
    /// validator.
    pub(super) fn close_about(&mut self, adopted: &Proposal) {
        let is_about = |proposal: &Proposal| match (adopted, proposal) {
            (Proposal::Stake { participant, .. }, Proposal::Stake { participant: about, .. }) => {
                participant == about
            }
            (Proposal::Validators(change), Proposal::Validators(other)) => change.overlaps(other),
            _ => false,
        };
        let about = self.open.iter().filter(|(_, open)| is_about(&open.proposal)).map(|(place, _)| *place);
        for place in about.collect::<Vec<_>>() {
            self.close_at(place);
        }
    }

    fn close_at(&mut self, place: (u64, u32)) {
        if let Some(open) = self.open.remove(&place) {
            self.ids.remove(&open.id);
            self.made.remove(&open.proposer);
        }
    }
}
