//! A home whose chain is open, with its participants.

use super::options::Keys;
use crate::{
    error::NodeError,
    home::{self, Foundations, Home, KEYS},
};
use heliast::{Chain, SecretKey};
use heliast_engine::{Handles, Members};
use heliast_finality::NetworkFile;
use heliast_keystore::{Claim, Right, Settings};
use heliast_store::{Store, StoreError};
use std::path::Path;

/// An opened home.
pub(super) struct Opened {
    /// The home, which this process has locked.
    pub(super) home: Home,
    /// The network file.
    pub(super) network: NetworkFile,
    /// The chain.
    pub(super) handles: Handles,
    /// The participants whose keys are in this home.
    pub(super) members: Members,
    /// The number of these participants.
    pub(super) participants: usize,
    /// The right to use the keys.
    pub(super) right: Right,
    /// Whether it starts for the first time.
    pub(super) is_new: bool,
}

impl Opened {
    /// Opens the chain in a home, and creates it if it is missing.
    pub(super) fn new(home: Home, keys: Keys) -> Result<Opened, NodeError> {
        let Foundations { chain, network } = home.foundations().clone();
        let data = home.data();
        let had_chain = Store::exists(&data);
        let Keys { secrets, trees, witnesses, adopt } = keys;
        let foreign = || NodeError::ForeignKeys(home.dir().join(KEYS));
        let (members, newcomers) = numbered(&chain, secrets);
        if !newcomers.is_empty() && chain.genesis().members.is_none() {
            return Err(foreign());
        }
        let participants = members.len() + newcomers.len();
        let numbers: Vec<u32> = members.iter().map(|(number, _)| *number).collect();
        let validator = home.validator_address().unwrap_or_default();
        let id = home::identity(&chain, &validator, &numbers);
        let right = right(&data, &id, &witnesses, adopt)?;
        let store = store(&data, &chain)?;
        let mut members = Members::some(&chain, members, trees).ok_or_else(foreign)?;
        members.expect(newcomers);
        members.seat(&store.tip());
        if members.waiting() > 0 {
            let (count, file) = (members.waiting(), home.dir().join(KEYS));
            tracing::warn!(count, file = %file.display(), "keys of nobody who is a participant yet: they draw once somebody has proposed them and enough have approved");
        }
        let handles = Handles::new(store);
        Ok(Opened { home, network, handles, members, participants, right, is_new: !had_chain })
    }
}

/// The keys with their participants' numbers in the genesis, and the keys that are not in the genesis, whose
/// participants may join later.
fn numbered(chain: &Chain, keys: Vec<SecretKey>) -> (Vec<(u32, SecretKey)>, Vec<SecretKey>) {
    let (mut members, mut newcomers) = (vec![], vec![]);
    for key in keys {
        match chain.first_members().number_of(&key.public_key()) {
            Some(number) => members.push((number, key)),
            None => newcomers.push(key),
        }
    }
    (members, newcomers)
}

/// The right to use this home's keys: of its validator, and of its participants.
fn right(data: &Path, id: &[u8; 32], witnesses: &Settings, adopt: bool) -> Result<Right, NodeError> {
    let last = match Store::open_read_only(data) {
        Ok(store) => store.last(),
        Err(StoreError::NoChain(_)) => 0,
        Err(error) => return Err(error.into()),
    };
    let is_first = last == 0 && Claim::chain(data).is_ok_and(|claimed| claimed.is_none());
    let is_free = is_first && Claim::known(id, witnesses).is_ok_and(|held| held.is_none());
    Ok(match adopt || is_free {
        true => Right::ToTake(Claim::prepare(data, id, witnesses)?, last),
        false => Right::Had(Claim::open(data, id, witnesses, last)?),
    })
}

fn store(data: &Path, chain: &Chain) -> Result<Store, NodeError> {
    match Store::open(data) {
        Ok(store) if store.chain().id() == chain.id() => Ok(store),
        Ok(_) => Err(NodeError::OtherChain(data.to_owned())),
        Err(StoreError::NoChain(_)) => Ok(Store::create(data, chain)?),
        Err(error) => Err(error.into()),
    }
}
