//! The network file: what a network's first validators have agreed on, `spec/network.md`.

use crate::{
    Malformed,
    key::KeyType,
    validator::{self, Validator, ValidatorSet},
};
use heliast::wire::{Reader, require, tagged};
use sha2::Digest;

pub(crate) const MAGIC: &[u8; 5] = b"HLNW\x01";
const MAX_WINDOW_BLOCKS: u32 = 100;
const MAX_WINDOW_MS: u32 = 86_400_000;

/// The file that a network's first validators have agreed on: how long a round collects, and who they are.
/// The nonce of the chain's genesis is its hash, so that a pinned chain id also pins this file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkFile {
    window_blocks: u32,
    window_ms: u32,
    validators: Vec<Validator>,
    salt: [u8; 32],
}

impl NetworkFile {
    /// The file of a network whose rounds collect for `window_blocks` blocks and at least `window_ms`
    /// milliseconds of block time, which begins with these validators, in any order. `salt` is random, and
    /// makes networks with the same validators different.
    ///
    /// # Errors
    /// [`Malformed::Field`] if the window is not from 1 to 100 blocks and at most a day, if there are no
    /// validators or more than 200, if one has no power or the sum of power reaches 2^53, if two have the
    /// same key, or if their keys are of both schemes.
    pub fn new(
        window_blocks: u32,
        window_ms: u32,
        validators: Vec<Validator>,
        salt: [u8; 32],
    ) -> Result<NetworkFile, Malformed> {
        let rule = "it must be from 1 to 100 blocks";
        require((1..=MAX_WINDOW_BLOCKS).contains(&window_blocks), "window", rule)?;
        require(window_ms <= MAX_WINDOW_MS, "window", "it must be at most 86,400,000 milliseconds")?;
        validator::check(&validators)?;
        let mixed = validators.windows(2).any(|two| two[0].key.key_type() != two[1].key.key_type());
        require(!mixed, "validators", "all of their keys must be of one type")?;
        Ok(NetworkFile { window_blocks, window_ms, validators, salt })
    }

    /// The bytes of `spec/network.md`.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.window_blocks.to_be_bytes());
        bytes.extend(self.window_ms.to_be_bytes());
        bytes.extend((self.validators.len() as u16).to_be_bytes());
        self.validators.iter().for_each(|one| one.encode(&mut bytes));
        bytes.extend(self.salt);
        bytes
    }

    /// The network file of some bytes, with every rule checked.
    ///
    /// # Errors
    /// [`Malformed`] if they are not a network file, or break a rule of [`NetworkFile::new`].
    pub fn from_bytes(bytes: &[u8]) -> Result<NetworkFile, Malformed> {
        let mut reader = Reader::new("network file", MAGIC, bytes)?;
        let (window_blocks, window_ms) = (reader.u32()?, reader.u32()?);
        let count = reader.u16()?;
        require(usize::from(count) <= validator::MAX_VALIDATORS, "validators", "1 to 200 are allowed")?;
        let validators = (0..count).map(|_| Validator::decode(&mut reader)).collect::<Result<_, _>>()?;
        let salt = reader.array()?;
        reader.end()?;
        NetworkFile::new(window_blocks, window_ms, validators, salt)
    }

    /// w: blocks from the opening of a round to its closing.
    pub fn window_blocks(&self) -> u32 {
        self.window_blocks
    }

    /// c: milliseconds of block time from the opening of a round to its closing, at least.
    pub fn window_ms(&self) -> u32 {
        self.window_ms
    }

    /// The first validators, in the order of the file.
    pub fn validators(&self) -> &[Validator] {
        &self.validators
    }

    /// The first validators in the engine's order.
    pub fn validator_set(&self) -> ValidatorSet {
        ValidatorSet::new(self.validators.clone())
            .expect("the same rules were checked when the file was made")
    }

    /// The one scheme of all validators' keys.
    pub fn key_type(&self) -> KeyType {
        self.validators.first().expect("there is one at least").key.key_type()
    }

    /// The salt, which makes networks with the same validators differ.
    pub fn salt(&self) -> &[u8; 32] {
        &self.salt
    }

    /// The nonce of the genesis of this network's chain.
    pub fn nonce(&self) -> [u8; 32] {
        tagged("heliast/network/v1").chain_update(self.to_bytes()).finalize().into()
    }
}

/// The engine's chain id of the network of a chain: 48 characters.
pub fn engine_chain_id(chain_id: &[u8; 32]) -> String {
    format!("heliast-{}", hex::encode(&chain_id[..20]))
}
