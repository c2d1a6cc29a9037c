//! The secret keys of a node's engine, in its home: files with one key each, for the engine.

use super::{
    at_signer::must_have_key,
    error::HomeError,
    halves,
    names::{CONSENSUS_KEY, ENGINE},
    secrets::{ConsensusSecret, NEVER_SIGNED, PeerSecret},
};
use crate::files;
use heliast::Malformed;
use heliast_disk::Disk;
use heliast_finality::{ConsensusKey, KeyType};
use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};
use zeroize::Zeroizing;

const PEER: &str = "node_key.json";
/// The greatest length of a key file; an ML-DSA-65 key takes 8 kB.
const MAX_FILE: usize = 1 << 16;

/// The secret keys of a node's engine.
#[derive(Debug)]
pub struct NodeSecrets {
    consensus: ConsensusSecret,
    peer: PeerSecret,
}

impl NodeSecrets {
    /// The keys from two random seeds: the validator's key, which votes, and the key by which other nodes
    /// identify this one.
    ///
    /// # Errors
    /// [`Malformed`] never happens for seeds of 32 random bytes, and is passed on.
    pub fn from_seeds(
        key_type: KeyType,
        consensus: Zeroizing<[u8; 32]>,
        peer: Zeroizing<[u8; 32]>,
    ) -> Result<NodeSecrets, Malformed> {
        let consensus = ConsensusSecret::from_seed(key_type, consensus)?;
        Ok(NodeSecrets { consensus, peer: PeerSecret::from_seed(peer) })
    }

    /// The keys in a home.
    ///
    /// # Errors
    /// [`HomeError::Unreadable`] if a file can't be read, [`HomeError::Key`] if it is damaged, and
    /// [`HomeError::KeyAtSigner`] if a signer has the validator's key.
    pub(crate) fn in_home(home: &Path) -> Result<NodeSecrets, HomeError> {
        must_have_key(home)?;
        let config = home.join(ENGINE).join("config");
        let consensus = read(&config.join(CONSENSUS_KEY), ConsensusSecret::from_json)?;
        Ok(NodeSecrets { consensus, peer: read(&config.join(PEER), PeerSecret::from_json)? })
    }

    /// Durably writes these keys into a home; keys that exist there already stay. Returns the keys of the
    /// home.
    ///
    /// # Errors
    /// [`HomeError`] if a file can't be written, if an existing one can't be read, or if a signer has the
    /// validator's key.
    pub(crate) fn settle_on(self, disk: &Disk, home: &Path) -> Result<NodeSecrets, HomeError> {
        must_have_key(home)?;
        let unwritable = |reason| HomeError::Unwritable { path: home.to_owned(), reason };
        for dir in NodeSecrets::dirs(home) {
            files::ensure_private_dir(disk, &dir).map_err(unwritable)?;
        }
        for (path, text) in self.files(home) {
            match files::write_secret(disk, &path, text.as_bytes()) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                written => written.map_err(unwritable)?,
            }
        }
        NodeSecrets::in_home(home)
    }

    /// Writes the keys into a home, and makes the engine's directories, which must not exist.
    pub(super) fn write(&self, disk: &Disk, home: &Path) -> io::Result<()> {
        let dirs = NodeSecrets::dirs(home);
        dirs.iter().try_for_each(|dir| files::create_private_dir(disk, dir))?;
        for (path, text) in self.files(home) {
            files::write_secret(disk, &path, text.as_bytes())?;
        }
        dirs.iter().rev().try_for_each(|dir| files::sync_dir(disk, dir))
    }

    /// The public key of the validator.
    pub fn consensus_key(&self) -> &ConsensusKey {
        self.consensus.public()
    }

    /// The public key by which other nodes identify this one.
    ///
    /// # Errors
    /// The errors of [`from_seeds`](Self::from_seeds).
    pub(crate) fn peer_key(&self) -> Result<ConsensusKey, Malformed> {
        self.peer.public()
    }

    /// The engine's id of this node.
    pub(super) fn peer_id(&self) -> String {
        self.peer.id()
    }

    /// The validator's signature on a message, which must not be a vote.
    pub(crate) fn sign(&self, message: &[u8]) -> Vec<u8> {
        self.consensus.sign(message)
    }

    /// The signature on a message of the key by which other nodes identify this one.
    pub(crate) fn sign_as_peer(&self, message: &[u8]) -> Vec<u8> {
        self.peer.sign(message)
    }

    fn dirs(home: &Path) -> [PathBuf; 3] {
        let engine = home.join(ENGINE);
        [engine.clone(), engine.join("config"), engine.join("data")]
    }

    /// The files with secrets. The record of what was signed is written before the key that signs.
    fn files(&self, home: &Path) -> [(PathBuf, Zeroizing<String>); 3] {
        let [_, config, data] = NodeSecrets::dirs(home);
        [
            (config.join(PEER), self.peer.to_json()),
            (data.join(halves::SIGNED), Zeroizing::new(NEVER_SIGNED.to_owned())),
            (config.join(CONSENSUS_KEY), self.consensus.to_json()),
        ]
    }
}

fn read<K>(path: &Path, parse: impl FnOnce(&[u8]) -> Option<K>) -> Result<K, HomeError> {
    // Allocated at its full size: a vector that grows leaves copies of the secret in memory.
    let mut text = Zeroizing::new(Vec::with_capacity(MAX_FILE + 64));
    let read = File::open(path).and_then(|file| file.take(MAX_FILE as u64).read_to_end(&mut text));
    read.map_err(|reason| HomeError::Unreadable { path: path.to_owned(), reason })?;
    parse(&text).ok_or_else(|| HomeError::Key(path.to_owned()))
}
