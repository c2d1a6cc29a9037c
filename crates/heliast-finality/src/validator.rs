//! Validators with their power, and the engine's order and hash of a set of them.

use crate::{
    Malformed,
    key::{ConsensusKey, KeyType},
    merkle,
    protobuf::Message,
};
use heliast::wire::{Reader, require};
use std::collections::BTreeSet;

/// The greatest number of validators of a network.
pub const MAX_VALIDATORS: usize = 200;
/// Sums of power are below it, so that every reader of JSON gets them right.
pub(crate) const POWER_LIMIT: u64 = 1 << 53;

/// A validator: it votes on blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Validator {
    /// Its public key.
    pub key: ConsensusKey,
    /// Its voting power, from 1.
    pub power: u64,
}

impl Validator {
    /// Encodes the validator as in network files and frames.
    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        out.push(self.key.key_type() as u8);
        out.extend((self.key.as_bytes().len() as u16).to_be_bytes());
        out.extend(self.key.as_bytes());
        out.extend(self.power.to_be_bytes());
    }

    pub(crate) fn decode(reader: &mut Reader<'_>) -> Result<Validator, Malformed> {
        let unknown =
            Malformed::Field { field: "validator", rule: "its key is neither Ed25519 nor ML-DSA-65" };
        let key_type = KeyType::from_id(reader.u8()?).ok_or(unknown)?;
        let len = usize::from(reader.u16()?);
        require(len == key_type.public_key_len(), "validator", "wrong public key length")?;
        let key = ConsensusKey::new(key_type, reader.bytes(len)?)?;
        Ok(Validator { key, power: reader.u64()? })
    }

    /// The engine's protobuf `SimpleValidator`, a leaf of the tree of validators.
    fn leaf(&self) -> Vec<u8> {
        Message::default().message(1, self.key.message()).varint(2, self.power).finish()
    }
}

/// Validators in the engine's order: the most powerful first, those of equal power by their addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidatorSet {
    validators: Vec<Validator>,
}

impl ValidatorSet {
    /// The set of these validators, which are sorted here.
    ///
    /// # Errors
    /// [`Malformed::Field`] if the list is empty or longer than 200, if one has no power, if the sum of power
    /// reaches 2^53, or if two have the same key.
    pub fn new(mut validators: Vec<Validator>) -> Result<ValidatorSet, Malformed> {
        check(&validators)?;
        validators.sort_by_cached_key(|one| (u64::MAX - one.power, one.key.address()));
        Ok(ValidatorSet { validators })
    }

    /// The set of these validators, which must be in the engine's order.
    pub(crate) fn in_order(validators: Vec<Validator>) -> Result<ValidatorSet, Malformed> {
        let set = ValidatorSet::new(validators.clone())?;
        require(set.validators == validators, "validators", "they do not stand in the engine's order")?;
        Ok(set)
    }

    /// The validators, in the engine's order.
    pub fn validators(&self) -> &[Validator] {
        &self.validators
    }

    /// The sum of power.
    pub fn total_power(&self) -> u64 {
        self.validators.iter().map(|one| one.power).sum()
    }

    /// The power of the validator with this key; 0 if it is not in the set.
    pub fn power_of(&self, key: &ConsensusKey) -> u64 {
        self.validators.iter().find(|one| one.key == *key).map_or(0, |one| one.power)
    }

    /// The place of the first validator that is not in `other` with the same key and power.
    pub(crate) fn first_outside(&self, other: &ValidatorSet) -> Option<usize> {
        self.validators.iter().position(|one| !other.validators.contains(one))
    }

    /// The hash of the set in the engine's headers: the root of the Merkle tree over its validators.
    pub fn hash(&self) -> [u8; 32] {
        merkle::root(&self.validators.iter().map(Validator::leaf).collect::<Vec<_>>())
    }
}

/// Checks the rules of a list of validators.
pub(crate) fn check(validators: &[Validator]) -> Result<(), Malformed> {
    let count = validators.len();
    require((1..=MAX_VALIDATORS).contains(&count), "validators", "1 to 200 are allowed")?;
    require(validators.iter().all(|one| one.power >= 1), "power", "every validator needs at least 1")?;
    let total = validators.iter().map(|one| one.power).fold(0, u64::saturating_add);
    require(total < POWER_LIMIT, "power", "the total must be below 2^53")?;
    let keys: BTreeSet<_> = validators.iter().map(|one| &one.key).collect();
    require(keys.len() == count, "validators", "two have the same public key")
}
