//! The list of a network's validators, as it follows from the network file and the changes that a chain has
//! adopted: `spec/validators.md`.

use crate::{
    key::{ConsensusKey, KeyType},
    network_file::NetworkFile,
    validator::{self, Validator},
};
use heliast::members::{ValidatorChange, ValidatorEntry};
use std::collections::{BTreeMap, BTreeSet};

/// The reason why a change of validators has no effect.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoEffect {
    /// Rule 1: the key's type is not that of the network file, or no validator can have this key.
    #[error("the key {0} is not one that a validator of this network can have")]
    Key(String),
    /// Rule 2: the validator that is to leave is not in the list.
    #[error("there is no validator with the key {0}")]
    Unknown(String),
    /// Rule 2: a new key comes without a proof of possession.
    #[error("the proof of the new key {0} is missing")]
    Unproved(String),
    /// Rule 2: the key has left the list before.
    #[error("the key {0} was a validator's that has left, and does not come back")]
    Left(String),
    /// Rule 3: the validator has this power already.
    #[error("the validator with the key {0} has this power")]
    Same(String),
    /// Rule 4: the proof is not a signature of the key.
    #[error("the proof of the key {0} does not hold")]
    Proof(String),
    /// Rule 5: there would be no validator left, too many validators, or too much power.
    #[error(
        "there would be {count} validators with {total} power, and 1 to 200 with less than 2^53 are allowed"
    )]
    List {
        /// The number of validators that there would be.
        count: usize,
        /// The sum of their power.
        total: u64,
    },
    /// Rule 6: too much would change with one round.
    #[error(
        "in one step {joins} power would join and {leaves} leave of {total}: at most a third may join and at most a \
         third leave, and those who stay need more than two thirds afterwards"
    )]
    Step {
        /// The power before the step.
        total: u64,
        /// The sum by which powers grow.
        joins: u64,
        /// The sum by which powers shrink.
        leaves: u64,
    },
}

/// Powers by keys.
pub(crate) type Powers = BTreeMap<ConsensusKey, u64>;

/// N_K: the validators after the changes that were adopted in the rounds up to some round, including those
/// that signed twice. It is made from a network file, and then takes one adopted change after the other.
#[derive(Clone, Debug)]
pub struct ValidatorList {
    chain_id: [u8; 32],
    key_type: KeyType,
    powers: Powers,
    /// All keys that were ever in it.
    known: BTreeSet<ConsensusKey>,
    /// The round of the last change, and the list before it.
    round: u64,
    before: Powers,
}

impl ValidatorList {
    /// N_0 of the network of a chain.
    pub fn new(chain_id: &[u8; 32], network: &NetworkFile) -> ValidatorList {
        ValidatorList::of(chain_id, network.key_type(), network.validators())
    }

    pub(crate) fn of(chain_id: &[u8; 32], key_type: KeyType, first: &[Validator]) -> ValidatorList {
        let powers: Powers = first.iter().map(|one| (one.key.clone(), one.power)).collect();
        ValidatorList {
            chain_id: *chain_id,
            key_type,
            known: powers.keys().cloned().collect(),
            round: 0,
            before: powers.clone(),
            powers,
        }
    }

    /// The validators, in no order that means anything.
    pub fn validators(&self) -> impl Iterator<Item = Validator> {
        self.powers.iter().map(|(key, power)| Validator { key: key.clone(), power: *power })
    }

    /// The power of the validator with this key; 0 if it is not in the list.
    pub fn power_of(&self, key: &ConsensusKey) -> u64 {
        self.powers.get(key).copied().unwrap_or(0)
    }

    /// The type of all keys.
    pub fn key_type(&self) -> KeyType {
        self.key_type
    }

    /// The sum of power.
    pub fn total_power(&self) -> u64 {
        self.powers.values().sum()
    }

    /// Takes a change that `round` adopts. The round is that of the change before, or a later one.
    ///
    /// # Errors
    /// [`NoEffect`]: then the list stays as it is.
    pub fn adopt(&mut self, round: u64, change: &ValidatorChange) -> Result<(), NoEffect> {
        if round != self.round {
            (self.round, self.before) = (round, self.powers.clone());
        }
        let after = self.with(change)?;
        check_list(&after)?;
        check_step(&self.before, &after)?;
        self.known.extend(after.keys().cloned());
        self.powers = after;
        Ok(())
    }

    /// The list after a change, whose entries must obey rules 1 to 4.
    fn with(&self, change: &ValidatorChange) -> Result<Powers, NoEffect> {
        let mut after = self.powers.clone();
        for entry in change.entries() {
            let key = self.key_of(entry)?;
            match entry.power {
                0 => drop(after.remove(&key)),
                power => drop(after.insert(key, power)),
            }
        }
        Ok(after)
    }

    fn key_of(&self, entry: &ValidatorEntry) -> Result<ConsensusKey, NoEffect> {
        let name = || hex::encode(&entry.public_key);
        let key_type = KeyType::from_id(entry.key_type).filter(|one| *one == self.key_type);
        let key = key_type.and_then(|key_type| ConsensusKey::new(key_type, &entry.public_key).ok());
        let key = key.ok_or_else(|| NoEffect::Key(name()))?;
        match self.power_of(&key) {
            0 if entry.power == 0 => return Err(NoEffect::Unknown(name())),
            0 if entry.proof.is_empty() => return Err(NoEffect::Unproved(name())),
            0 if self.known.contains(&key) => return Err(NoEffect::Left(name())),
            power if power == entry.power => return Err(NoEffect::Same(name())),
            _ => (),
        }
        let holds =
            entry.proof.is_empty() || key.verify(&proof_input(&self.chain_id, &key), &entry.proof).is_ok();
        if holds { Ok(key) } else { Err(NoEffect::Proof(name())) }
    }
}

/// The message that a validator's key signs to prove its possession.
pub fn proof_input(chain_id: &[u8; 32], key: &ConsensusKey) -> Vec<u8> {
    const TAG: &str = "heliast/validator/v1";
    let tag = [&[TAG.len() as u8], TAG.as_bytes()].concat();
    [&tag[..], chain_id, &[key.key_type() as u8], key.as_bytes()].concat()
}

/// The lists of a chain after all of its rounds, as far as its changes were seen.
#[derive(Clone, Debug)]
pub(crate) struct Lists {
    first: ValidatorList,
    latest: ValidatorList,
    seen: Vec<(u64, ValidatorChange)>,
    /// The list after each round in which it changed.
    after: Vec<(u64, Powers)>,
}

impl Lists {
    pub(crate) fn new(first: ValidatorList) -> Lists {
        Lists { latest: first.clone(), first, seen: vec![], after: vec![] }
    }

    /// Takes in the changes that a chain has adopted up to some round. Those that were seen before are not
    /// looked at again.
    pub(crate) fn see(&mut self, changes: &[(u64, ValidatorChange)]) {
        let shared = self.seen.len().min(changes.len());
        if self.seen[..shared] != changes[..shared] {
            *self =
                Lists { latest: self.first.clone(), first: self.first.clone(), seen: vec![], after: vec![] };
        }
        for (round, change) in changes.get(self.seen.len()..).unwrap_or_default() {
            // A change without effect is ignored by all verifiers.
            if self.latest.adopt(*round, change).is_ok() {
                self.after.push((*round, self.latest.powers.clone()));
            }
            self.seen.push((*round, change.clone()));
        }
    }

    /// N_K, by the changes that were seen.
    pub(crate) fn after(&self, round: u64) -> &Powers {
        let count = self.after.partition_point(|(at, _)| *at <= round);
        self.after[..count].last().map_or(&self.first.powers, |(_, powers)| powers)
    }
}

fn check_list(powers: &Powers) -> Result<(), NoEffect> {
    let (count, total) = (powers.len(), powers.values().copied().fold(0, u64::saturating_add));
    let fits = (1..=validator::MAX_VALIDATORS).contains(&count) && total < validator::POWER_LIMIT;
    if fits { Ok(()) } else { Err(NoEffect::List { count, total }) }
}

/// Sums are below 2^53.
fn check_step(before: &Powers, after: &Powers) -> Result<(), NoEffect> {
    let more = |one: &Powers, than: &Powers| -> u64 {
        let by =
            |(key, power): (&ConsensusKey, &u64)| power.saturating_sub(than.get(key).copied().unwrap_or(0));
        one.iter().map(by).sum()
    };
    let (total, joins, leaves) = (before.values().sum::<u64>(), more(after, before), more(before, after));
    let fits = 3 * joins <= total && 3 * leaves <= total && leaves + 2 * joins < total;
    if fits { Ok(()) } else { Err(NoEffect::Step { total, joins, leaves }) }
}
