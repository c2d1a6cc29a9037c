//! The validators as a function of blocks: `spec/validators.md`, without those that signed twice.

use super::{State, Unfit};
use heliast::{
    Announcement,
    keys::Change,
    members::{MemberChange, Proposal, ValidatorChange},
};
use heliast_finality::{ConsensusKey, KeyType, NoEffect, ValidatorList, ValidatorSet};
use std::sync::Arc;

/// A change of validators that the current block's round has adopted.
#[derive(Clone, Debug)]
pub struct Adopted {
    /// The change.
    pub change: ValidatorChange,
    /// The reason if the change has no effect.
    pub no_effect: Option<NoEffect>,
}

impl State {
    /// Records validators that signed twice, unless nobody else would have power. They lose their power with
    /// this block, or with the next one if this one changes the list. Returns their keys.
    pub fn remove(&mut self, addresses: impl IntoIterator<Item = [u8; 20]>) -> Vec<ConsensusKey> {
        let mut gone = Vec::new();
        for address in addresses {
            let mut others = self.list.validators().filter(|one| !self.has_signed_twice(&one.key));
            let Some(found) = others.find(|one| one.key.address() == address) else { continue };
            let is_last =
                self.list.validators().all(|one| one.key == found.key || self.has_signed_twice(&one.key));
            if is_last {
                continue;
            }
            let recorded = if self.changes_list() { &mut self.caught } else { &mut self.removed };
            recorded.insert(address);
            gone.push(found.key);
        }
        gone
    }

    /// The validators that have power according to this block. They act from two blocks later on.
    pub fn validators(&self) -> ValidatorSet {
        let has_power = |key: &ConsensusKey| !self.removed.contains(&key.address());
        let rest: Vec<_> = self.list.validators().filter(|one| has_power(&one.key)).collect();
        let all = || self.list.validators().collect();
        let list = if rest.is_empty() { all() } else { rest };
        ValidatorSet::new(list).expect("a list has from 1 to 200 validators, and less than 2^53 power")
    }

    /// The powers of the validators whose votes the engine counts, now or soon.
    pub(crate) fn counted_powers(&self) -> Vec<u64> {
        self.validators().validators().iter().map(|one| one.power).collect()
    }

    /// The list of validators after the last sealed round, including those that signed twice.
    pub fn validator_list(&self) -> &ValidatorList {
        &self.list
    }

    /// The addresses of validators that signed twice.
    pub fn removed(&self) -> impl Iterator<Item = [u8; 20]> {
        self.removed.iter().chain(&self.caught).copied()
    }

    /// The changes of validators that the current block's round has adopted, in their order.
    pub fn adopted(&self) -> &[Adopted] {
        &self.adopted
    }

    /// Whether validators of this network change by approval.
    pub(super) fn validators_change(&self) -> bool {
        self.chain().genesis().members.is_some_and(|rules| rules.validators_change)
    }

    fn has_signed_twice(&self, key: &ConsensusKey) -> bool {
        let address = key.address();
        self.removed.contains(&address) || self.caught.contains(&address)
    }

    /// Whether the current block changes the list.
    fn changes_list(&self) -> bool {
        self.adopted.iter().any(|one| one.no_effect.is_none())
    }

    /// Takes the changes that `round`, which this block sealed, has adopted.
    pub(super) fn change_validators(&mut self, round: u64) {
        let changes = self.tip().keys().members().validator_changes();
        let first = changes.partition_point(|(at, _)| *at < round);
        let changes = changes[first..].to_vec();
        for (at, change) in changes {
            let no_effect = Arc::make_mut(&mut self.list).adopt(at, &change).err();
            self.adopted.push(Adopted { change, no_effect });
        }
    }

    /// The list of validators after all rounds, computed from the start.
    pub(super) fn list_anew(&self) -> ValidatorList {
        let mut list = ValidatorList::new(self.chain().id(), &self.network);
        for (round, change) in self.tip().keys().members().validator_changes() {
            // A change without effect is skipped.
            let _ = list.adopt(*round, change);
        }
        list
    }

    /// If this is a proposal of other validators, checks that it would have an effect if it were adopted now.
    pub(super) fn check_validators(&self, announcement: &Announcement) -> Result<(), Unfit> {
        let Change::Member(MemberChange::Proposal(Proposal::Validators(change))) = &announcement.change
        else {
            return Ok(());
        };
        for entry in change.entries().iter().filter(|entry| entry.power > 0) {
            let key = KeyType::from_id(entry.key_type);
            let key = key.and_then(|key_type| ConsensusKey::new(key_type, &entry.public_key).ok());
            if let Some(key) = key.filter(|key| self.has_signed_twice(key)) {
                return Err(Unfit::SignedTwice(key.address()));
            }
        }
        let mut list = ValidatorList::clone(&self.list);
        Ok(list.adopt(self.tip().next_round(), change)?)
    }
}
