//! The network file, on which a network's first validators have agreed: `spec/network.md`.

use crate::{
    Malformed,
    key::KeyType,
    validator::{self, Validator, ValidatorSet},
};
use heliast::wire::{Reader, require, tagged};
use sha2::Digest;

const MAGIC: &[u8; 4] = b"HLNW";
/// The versions of files without and with [`Insisting`].
const VERSIONS: [u8; 2] = [1, 2];
const MAX_WITHIN_MS: u32 = 60_000;
const MAX_WINDOW_BLOCKS: u32 = 100;
const MAX_WINDOW_MS: u32 = 86_400_000;

/// The file that a network's first validators have agreed on: the time for which a round collects, and the
/// list of the validators. The nonce of the chain's genesis is its hash, so that a pinned chain id also pins
/// this file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkFile {
    window_blocks: u32,
    window_ms: u32,
    insisting: Option<Insisting>,
    validators: Vec<Validator>,
    salt: [u8; 32],
}

/// The times of insisting on tickets that a proposer leaves out: `spec/network.md`, "Insisting". Times are in
/// milliseconds since a validator had the block before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Insisting {
    /// g: tickets that come until then are insisted on.
    pub within_ms: u32,
    /// x: nothing is insisted on from then on.
    pub until_ms: u32,
}

impl NetworkFile {
    /// The file of a network whose rounds collect for `window_blocks` blocks and at least `window_ms`
    /// milliseconds of block time, which begins with these validators, in any order. `salt` is random, and
    /// makes networks with the same validators different.
    ///
    /// # Errors
    /// [`Malformed::Field`] if the window is not from 1 to 100 blocks and at most a day, if there are no
    /// validators or more than 200, if one has no power, if the sum of power reaches 2^53, if two have the
    /// same key, or if their keys are not all of one scheme.
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
        Ok(NetworkFile { window_blocks, window_ms, insisting: None, validators, salt })
    }

    /// The same network file, but its validators insist on tickets.
    ///
    /// # Errors
    /// [`Malformed::Field`] if g is not from 1 ms to a minute, or if x is not later than g or is more than a
    /// day.
    pub fn with_insisting(self, insisting: Insisting) -> Result<NetworkFile, Malformed> {
        let Insisting { within_ms, until_ms } = insisting;
        let rule = "tickets may take from 1 to 60,000 milliseconds";
        require((1..=MAX_WITHIN_MS).contains(&within_ms), "insisting", rule)?;
        let rule = "it must last longer than tickets may take, and at most 86,400,000 milliseconds";
        require((within_ms + 1..=MAX_WINDOW_MS).contains(&until_ms), "insisting", rule)?;
        Ok(NetworkFile { insisting: Some(insisting), ..self })
    }

    /// The file's bytes, as `spec/network.md` defines them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSIONS[usize::from(self.insisting.is_some())]);
        bytes.extend(self.window_blocks.to_be_bytes());
        bytes.extend(self.window_ms.to_be_bytes());
        if let Some(Insisting { within_ms, until_ms }) = self.insisting {
            bytes.extend(within_ms.to_be_bytes());
            bytes.extend(until_ms.to_be_bytes());
        }
        bytes.extend((self.validators.len() as u16).to_be_bytes());
        self.validators.iter().for_each(|one| one.encode(&mut bytes));
        bytes.extend(self.salt);
        bytes
    }

    /// Parses a network file, and checks every rule.
    ///
    /// # Errors
    /// [`Malformed`] if they are not a network file, or break a rule of [`NetworkFile::new`] or of
    /// [`NetworkFile::with_insisting`].
    pub fn from_bytes(bytes: &[u8]) -> Result<NetworkFile, Malformed> {
        let mut reader = Reader::new("network file", MAGIC, bytes)?;
        let version = reader.u8()?;
        require(VERSIONS.contains(&version), "network file", "its version is neither 1 nor 2")?;
        let (window_blocks, window_ms) = (reader.u32()?, reader.u32()?);
        let insisting = match version {
            1 => None,
            _ => Some(Insisting { within_ms: reader.u32()?, until_ms: reader.u32()? }),
        };
        let count = reader.u16()?;
        require(usize::from(count) <= validator::MAX_VALIDATORS, "validators", "1 to 200 are allowed")?;
        let validators = (0..count).map(|_| Validator::decode(&mut reader)).collect::<Result<_, _>>()?;
        let salt = reader.array()?;
        reader.end()?;
        let file = NetworkFile::new(window_blocks, window_ms, validators, salt)?;
        match insisting {
            Some(insisting) => file.with_insisting(insisting),
            None => Ok(file),
        }
    }

    /// w: blocks from the opening of a round to its closing.
    pub fn window_blocks(&self) -> u32 {
        self.window_blocks
    }

    /// c: milliseconds of block time from the opening of a round to its closing, at least.
    pub fn window_ms(&self) -> u32 {
        self.window_ms
    }

    /// The times for which validators insist on tickets, if they do.
    pub fn insisting(&self) -> Option<Insisting> {
        self.insisting
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
