//! Opens a node's home when the node starts: reads it, checks it, and takes it for this process.

use crate::{
    failure::{Code, Failure},
    files,
    home::{Keys, Right, create_private_dir, lock, read_keys, rotation},
    secrets::PassphraseArgs,
};
use heliast::{Chain, SecretKey};
use heliast_engine::{Members, Protection};
use heliast_finality::NetworkFile;
use heliast_keystore::{Claim, Settings as Witnesses, Unclaimed};
use heliast_network::home::{self, Halves};
use heliast_store::{Store, StoreError};
use std::{fs::File, path::Path};

/// The longest genesis or network file, in bytes: 65,536 participants take less.
const MAX_FILE: u64 = 8 << 20;

/// The opened home of a node.
pub struct Opened {
    /// The network file, on which the first validators agreed.
    pub network: NetworkFile,
    /// The chain.
    pub store: Store,
    /// The participants whose keys are in this home.
    pub members: Members,
    /// The number of these participants.
    pub participants: usize,
    /// The right to use the keys.
    pub right: Right,
    /// Holds the directory until it is dropped.
    pub lock: File,
    /// Whether it starts for the first time.
    pub is_new: bool,
}

impl Opened {
    /// Opens the home in `dir`. `adopt` takes over a home that was used elsewhere.
    pub fn new(
        dir: &Path,
        (witnesses, adopt): (&Witnesses, bool),
        passphrase: &PassphraseArgs,
    ) -> Result<Opened, Failure> {
        let chain = Chain::from_bytes(&files::read(&dir.join(home::GENESIS), MAX_FILE)?)?;
        let network = NetworkFile::from_bytes(&files::read(&dir.join(home::NETWORK), MAX_FILE)?)?;
        if chain.genesis().nonce != network.nonce() {
            let message =
                format_args!("the genesis and the network file in {} are of two networks", dir.display());
            return Err(
                Failure::new(Code::Refused, message).hint("take both from the same `heliast network new`")
            );
        }
        let data = dir.join(home::DATA);
        create_private_dir(&data)?;
        let lock = lock(&data)?;
        let had_chain = Store::exists(&data);
        let Keys { keys, trees, protection } = keys(dir, passphrase)?;
        let (keys, newcomers) = numbered(&chain, keys);
        if !newcomers.is_empty() && chain.genesis().members.is_none() {
            return Err(foreign_keys(dir));
        }
        let right = right(&data, dir, &chain, &keys, (witnesses, adopt))?;
        let store = store(&data, &chain)?;
        let rotation = trees.map(|trees| rotation(&data, trees, witnesses, protection));
        let participants = keys.len() + newcomers.len();
        let mut members = Members::some(&chain, keys, rotation).ok_or_else(|| foreign_keys(dir))?;
        members.expect(newcomers);
        members.seat(&store.tip());
        if members.waiting() > 0 {
            let (count, file) = (members.waiting(), dir.join(home::KEYS));
            tracing::warn!(count, file = %file.display(), "keys of nobody who is a participant yet: they draw once somebody has proposed them and enough have approved");
        }
        Ok(Opened { network, store, members, participants, right, lock, is_new: !had_chain })
    }
}

/// The stateless keys of the participants that live here, if there are any.
fn keys(dir: &Path, passphrase: &PassphraseArgs) -> Result<Keys, Failure> {
    let path = dir.join(home::KEYS);
    match path.symlink_metadata().is_err() {
        true => Ok(Keys { keys: vec![], trees: None, protection: Protection::default() }),
        false => read_keys(&path, passphrase),
    }
}

/// The keys with their participants' numbers in the genesis, and the keys that are not in the genesis, whose
/// holders may join later.
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
fn right(
    data: &Path,
    dir: &Path,
    chain: &Chain,
    keys: &[(u32, SecretKey)],
    (witnesses, adopt): (&Witnesses, bool),
) -> Result<Right, Failure> {
    let validator = home::validator_address(dir).unwrap_or_default();
    let numbers: Vec<u32> = keys.iter().map(|(number, _)| *number).collect();
    let id = home::identity(chain, &validator, &numbers);
    let last = match Store::open_read_only(data) {
        Ok(store) => store.last(),
        Err(StoreError::NoChain(_)) => 0,
        Err(error) => return Err(error.into()),
    };
    let is_first = last == 0 && Claim::chain(data).is_ok_and(|claimed| claimed.is_none());
    let is_free = is_first && Claim::known(&id, witnesses).is_ok_and(|held| held.is_none());
    let right = match adopt || is_free {
        true => Claim::prepare(data, &id, witnesses).map(|prepared| Right::ToTake(prepared, last)),
        false => Claim::open(data, &id, witnesses, last).map(Right::Had),
    };
    right.map_err(|reason| match reason {
        Unclaimed::InUse(_) | Unclaimed::Files(_) => reason.into(),
        reason => Failure::new(Code::Refused, reason).hint(
            "use the home where the keys were used last; if no other will ever be used again, `heliast node \
             --adopt` takes this one over: a validator that signs twice loses its power",
        ),
    })
}

fn store(data: &Path, chain: &Chain) -> Result<Store, Failure> {
    match Store::open(data) {
        Ok(store) if store.chain().id() == chain.id() => Ok(store),
        Ok(_) => {
            let message = format_args!("{} has another chain than the genesis beside it", data.display());
            Err(Failure::new(Code::Refused, message).hint("restore the whole home from one backup"))
        }
        Err(StoreError::NoChain(_)) => Ok(Store::create(data, chain)?),
        Err(error) => Err(error.into()),
    }
}

fn foreign_keys(dir: &Path) -> Failure {
    let path = dir.join(home::KEYS);
    Failure::new(Code::Refused, format_args!("{} holds keys of no participant of the chain", path.display()))
        .hint("restore the keys.json that belongs to this home from a backup")
}

/// Checks that the engine's half of the state fits the application's, whose last block is at this height. If
/// that is not known yet, checks that the engine knows what its validator has signed.
pub fn check_halves(dir: &Path, height: Option<u64>) -> Result<(), Failure> {
    if !dir.join(home::ENGINE).is_dir() {
        return Ok(());
    }
    let halves = match height {
        None => Halves::check_record(dir),
        Some(height) => Halves::check(dir, height),
    };
    halves.map_err(|reason| {
        let hint = reason.hint();
        Failure::new(Code::Refused, reason).about(dir.display()).hint(hint)
    })
}
