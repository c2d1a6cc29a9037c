//! Members that change: `spec/members.md`, written a second time, as naively as possible.
//!
//! All announcements about members are kept as a list. The open proposals, their approvers and the stakes
//! that count are computed from it each time they are needed. A proposal is identified by its place in the
//! list. Signatures, serial numbers and keys of trees are left out.

use sha2::{Digest, Sha256};
use std::collections::BTreeSet;

/// An announcement about members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A proposal: a participant with this stateless key joins.
    Join {
        /// The bytes of the key.
        key: Vec<u8>,
        /// The stake in units.
        stake: u64,
    },
    /// A proposal: a participant gets this stake; with 0 it leaves.
    Stake {
        /// The participant's number.
        participant: u32,
        /// The stake in units.
        stake: u64,
    },
    /// An approval of the proposal at this place of the list.
    Approval(usize),
}

/// The terms that a genesis fixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// k: the number of rounds from an adoption to its effect.
    pub lead: u64,
    /// x: the number of rounds in which a proposal may be approved.
    pub life: u64,
    /// M: the maximum number of participants.
    pub most: usize,
}

/// The rule of the specification that forbids an announcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Rule 7: the participant has no stake in effect.
    Stakeless,
    /// Rule 8: the proposal cannot be adopted.
    Impossible,
    /// Rule 9: no such proposal is open.
    Closed,
    /// Rule 9: the participant has already approved it.
    Repeated,
}

/// An announcement of a closed round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The round that it is in.
    pub round: u64,
    /// The participant that announced it.
    pub participant: u32,
    /// The change.
    pub change: Change,
}

/// A proposal that reached its approvals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The round in which it was counted.
    pub round: u64,
    /// The proposal's place.
    pub place: usize,
    /// Whether it could be adopted.
    pub is_adopted: bool,
}

/// The members of a chain after some round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Membership {
    terms: Terms,
    genesis: Vec<(Vec<u8>, u64)>,
    round: u64,
    said: Vec<Said>,
    counted: Vec<Counted>,
}

impl Membership {
    /// The state before round 1: the keys and stakes of the genesis.
    pub fn new(terms: Terms, genesis: Vec<(Vec<u8>, u64)>) -> Membership {
        Membership { terms, genesis, round: 0, said: Vec::new(), counted: Vec::new() }
    }

    /// The state with these stakes, under keys that are numbers.
    pub fn of_stakes(terms: Terms, stakes: &[u64]) -> Membership {
        let keys = (0..stakes.len() as u32).map(|number| number.to_be_bytes().to_vec());
        Membership::new(terms, keys.zip(stakes.iter().copied()).collect())
    }

    /// The last closed round.
    pub fn round(&self) -> u64 {
        self.round
    }

    /// All announcements, in order.
    pub fn said(&self) -> &[Said] {
        &self.said
    }

    /// All proposals that reached their approvals, in the order in which they were counted.
    pub fn counted(&self) -> &[Counted] {
        &self.counted
    }

    /// The stakes in effect in a round, including participants whose stake has no effect yet.
    pub fn stakes(&self, round: u64) -> Vec<u64> {
        let mut stakes = self.after(|counted| counted.round + self.terms.lead <= round);
        stakes.resize(self.decided().len(), (&[], 0));
        stakes.into_iter().map(|(_, stake)| stake).collect()
    }

    /// The stakes once everything adopted has effect.
    pub fn decided(&self) -> Vec<u64> {
        self.after(|_| true).into_iter().map(|(_, stake)| stake).collect()
    }

    /// Whether a participant may announce this in the round after the last closed one.
    ///
    /// # Errors
    /// [`Refusal`] names the first rule that forbids it.
    pub fn allows(&self, participant: u32, change: &Change) -> Result<(), Refusal> {
        let round = self.round + 1;
        let stake = self.stakes(round).get(participant as usize).copied().unwrap_or(0);
        match change {
            _ if stake == 0 => Err(Refusal::Stakeless),
            Change::Approval(place) if !self.is_open(*place, round) => Err(Refusal::Closed),
            Change::Approval(place) if self.voices(*place).contains(&participant) => Err(Refusal::Repeated),
            Change::Approval(_) => Ok(()),
            proposal if self.is_possible(proposal) => Ok(()),
            _ => Err(Refusal::Impossible),
        }
    }

    /// The proposals that may be approved in the round after the last closed one.
    pub fn open(&self) -> Vec<usize> {
        (0..self.said.len()).filter(|place| self.is_open(*place, self.round + 1)).collect()
    }

    /// The participants that have approved a proposal so far, including its proposer.
    pub fn voices(&self, place: usize) -> BTreeSet<u32> {
        let approvals = self.said.iter().filter(|said| said.change == Change::Approval(place));
        approvals.chain(self.said.get(place)).map(|said| said.participant).collect()
    }

    /// Closes the next round with these announcements, which are allowed, in the order of participants.
    pub fn close(&mut self, announced: impl IntoIterator<Item = (u32, Change)>) {
        self.round += 1;
        let round = self.round;
        let all = announced.into_iter();
        self.said.extend(all.map(|(participant, change)| Said { round, participant, change }));
        let stakes = self.stakes(round);
        let total: u128 = stakes.iter().map(|stake| u128::from(*stake)).sum();
        for place in 0..self.said.len() {
            if !self.is_open(place, round) || !self.is_news(place) {
                continue;
            }
            let voices = self.voices(place);
            let votes: u128 = voices.iter().map(|voice| u128::from(stakes[*voice as usize])).sum();
            if 3 * votes > 2 * total {
                let is_adopted = self.is_possible(&self.said[place].change);
                self.counted.push(Counted { round, place, is_adopted });
            }
        }
    }

    /// Whether a proposal was made or approved in the last round.
    fn is_news(&self, place: usize) -> bool {
        let of_round = self.said.iter().enumerate().rev().take_while(|(_, said)| said.round == self.round);
        of_round.into_iter().any(|(at, said)| at == place || said.change == Change::Approval(place))
    }

    /// Whether this is a proposal that may be approved in `round`, as far as is known.
    fn is_open(&self, place: usize, round: u64) -> bool {
        let Some(Said { round: made, participant: proposer, change }) = self.said.get(place) else {
            return false;
        };
        if matches!(change, Change::Approval(_)) || round > made + self.terms.life {
            return false;
        }
        let is_replaced = self.said[place + 1..]
            .iter()
            .any(|other| other.participant == *proposer && !matches!(other.change, Change::Approval(_)));
        let is_counted = self.counted.iter().any(|one| one.place == place);
        let is_overtaken = self.counted.iter().any(|one| {
            one.is_adopted && one.round >= *made && same_subject(change, &self.said[one.place].change)
        });
        !(is_replaced || is_counted || is_overtaken)
    }

    /// Whether a proposal can be adopted after the decided changes.
    fn is_possible(&self, change: &Change) -> bool {
        let decided = self.after(|_| true);
        let total: u128 = decided.iter().map(|(_, stake)| u128::from(*stake)).sum();
        let (fits, total) = match change {
            Change::Join { key, stake } => {
                let is_new = decided.iter().all(|(other, _)| other != key);
                (is_new && decided.len() < self.terms.most && *stake > 0, total + u128::from(*stake))
            }
            Change::Stake { participant, stake } => match decided.get(*participant as usize) {
                Some((_, before)) => (before != stake, total - u128::from(*before) + u128::from(*stake)),
                None => (false, total),
            },
            Change::Approval(_) => (false, total),
        };
        fits && (1..1 << 54).contains(&total)
    }

    /// The keys and stakes after the `wanted` adoptions.
    fn after(&self, wanted: impl Fn(&Counted) -> bool) -> Vec<(&[u8], u64)> {
        let mut found: Vec<_> = self.genesis.iter().map(|(key, stake)| (key.as_slice(), *stake)).collect();
        for counted in self.counted.iter().filter(|counted| counted.is_adopted && wanted(counted)) {
            match &self.said[counted.place].change {
                Change::Join { key, stake } => found.push((key, *stake)),
                Change::Stake { participant, stake } => found[*participant as usize].1 = *stake,
                Change::Approval(_) => {}
            }
        }
        found
    }
}

/// Whether both are changes of one participant's stake.
fn same_subject(one: &Change, other: &Change) -> bool {
    matches!((one, other), (Change::Stake { participant: a, .. }, Change::Stake { participant: b, .. }) if a == b)
}

/// D after a proposal to join, which depends on the proposer's choice of a key.
pub fn joined_digest(
    before: &[u8; 32],
    round: u64,
    serial: u32,
    scheme: u8,
    key: &[u8],
    stake: u64,
) -> [u8; 32] {
    let tag = b"heliast/announcements/v1";
    let mut hash = Sha256::new_with_prefix([tag.len() as u8]).chain_update(tag).chain_update(before);
    hash.update(round.to_be_bytes());
    hash.update(0u32.to_be_bytes());
    hash.update(serial.to_be_bytes());
    hash.update([2, scheme]);
    hash.update((key.len() as u16).to_be_bytes());
    hash.update(key);
    hash.update(stake.to_be_bytes());
    hash.finalize().into()
}

#[cfg(test)]
mod tests;
