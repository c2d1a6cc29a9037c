//! The files of one node of a network on its disk, and the way they are written when a network
//! begins.
//!
//! ```text
//! genesis  network           the chain and its network file
//! node.toml                  the node's settings
//! keys.json                  the stateless keys of the participants that live here
//! data/                      the chain's store, and the application's state
//! comet/config, comet/data   the engine's own: its settings, keys, blocks
//! ```
//!
//! The engine's files are written here, without its help, so that a network can be made where no engine is
//! installed. Nothing that is there is ever overwritten.

mod config;
mod engine_genesis;
mod halves;
mod secrets;
mod settings;
mod sites;
mod state_sync;
#[cfg(test)]
mod tests;

pub use config::Pace;
pub use engine_genesis::engine_genesis;
pub use halves::Halves;
pub use secrets::{ConsensusSecret, PeerSecret};
pub use settings::{BadSettings, SNAPSHOT_BLOCKS, Settings};
pub use sites::{BadSites, DEFAULT_PORT, Site, sites};
pub use state_sync::StateSync;

use crate::files;
use config::config;
use heliast::Chain;
use sha2::{Digest, Sha256};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The file with the chain's genesis.
pub const GENESIS: &str = "genesis";
/// The network file.
pub const NETWORK: &str = "network";
/// The node's settings.
pub const SETTINGS: &str = "node.toml";
/// The stateless keys of the participants that live here.
pub const KEYS: &str = "keys.json";
/// The store, and the application's state.
pub const DATA: &str = "data";
/// The engine's home.
pub const ENGINE: &str = "comet";

/// The engine's part of a node that is to be made.
#[derive(Debug)]
pub struct NewEngine<'a> {
    /// The node's name for people.
    pub name: &'a str,
    /// The site at which it is reached.
    pub site: &'a Site,
    /// The other nodes.
    pub peers: Vec<Peer<'a>>,
    /// The key that votes.
    pub consensus: &'a ConsensusSecret,
    /// The key that other nodes know this one by.
    pub peer: &'a PeerSecret,
    /// The chain, whose genesis says how much room transactions need.
    pub chain: &'a Chain,
    /// The engine's genesis, of [`engine_genesis`].
    pub genesis: &'a str,
    /// The pace at which blocks follow each other.
    pub pace: Pace,
}

/// Another node, as a node knows it.
#[derive(Debug)]
pub struct Peer<'a> {
    /// The id of its [`PeerSecret`].
    pub id: String,
    /// The site at which it is reached.
    pub site: &'a Site,
}

impl NewEngine<'_> {
    /// Writes the engine's home, `ENGINE` in `node`, durably. Files with secrets are their owner's alone.
    ///
    /// # Errors
    /// [`io::Error`] if something is there already or can't be written.
    pub fn write(&self, node: &Path) -> io::Result<()> {
        let (config_dir, data) = (node.join(ENGINE).join("config"), node.join(ENGINE).join("data"));
        for dir in [&node.join(ENGINE), &config_dir, &data] {
            files::create_private_dir(dir)?;
        }
        files::write_new(&config_dir.join("config.toml"), config(self).as_bytes())?;
        files::write_new(&config_dir.join("genesis.json"), self.genesis.as_bytes())?;
        files::write_secret(&config_dir.join("node_key.json"), self.peer.to_json().as_bytes())?;
        files::write_secret(
            &config_dir.join("priv_validator_key.json"),
            self.consensus.to_json().as_bytes(),
        )?;
        files::write_secret(&data.join(halves::SIGNED), secrets::NEVER_SIGNED.as_bytes())?;
        [&config_dir, &data, &node.join(ENGINE)].into_iter().try_for_each(|dir| files::sync_dir(dir))
    }
}

/// Makes a directory that only its owner can enter, durably.
///
/// # Errors
/// [`io::Error`] if it is there already or can't be made.
pub fn create_private_dir(dir: &Path) -> io::Result<()> {
    files::create_private_dir(dir)
}

/// Writes a file durably that is not there yet and that everybody may read.
///
/// # Errors
/// [`io::Error`] if it is there already or can't be written.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    files::write_new(path, bytes)
}

/// The socket on which the application listens for the engine: in the node's home, or, where that
/// path is longer than sockets' paths may be, in a new directory of its own under `spare`, which
/// only the owner can enter.
///
/// # Errors
/// [`io::Error`] if that directory can't be made.
pub fn socket(node: &Path, spare: &Path) -> io::Result<PathBuf> {
    /// `sun_path` has 104 bytes on some systems, with the zero at its end.
    const LONGEST: usize = 100;
    let place = std::path::absolute(node)?.join("engine.sock");
    if place.as_os_str().len() <= LONGEST {
        return Ok(place);
    }
    let mut random = [0; 8];
    getrandom::fill(&mut random).map_err(io::Error::other)?;
    let dir = spare.join(format!("heliast-{}", hex::encode(random)));
    files::create_private_dir(&dir)?;
    Ok(dir.join("engine.sock"))
}

/// The address of the validator whose key is in a node's home, as the engine's file says it. `None`
/// if the home has no such file: a signer elsewhere may have the key.
pub fn validator_address(node: &Path) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct KeyFile {
        address: String,
    }
    let path = node.join(ENGINE).join("config").join("priv_validator_key.json");
    let file = zeroize::Zeroizing::new(fs::read(path).ok()?);
    Some(serde_json::from_slice::<KeyFile>(&file).ok()?.address)
}

/// An identity of the secrets of one home among all homes of a network, so that no two processes
/// use them: of the validator that it votes for, and of the participants that it draws for.
pub fn identity(chain: &Chain, validator: &str, participants: &[u32]) -> [u8; 32] {
    let mut hash = Sha256::new_with_prefix(b"heliast/node-home/v1");
    hash.update(chain.id());
    hash.update((validator.len() as u64).to_be_bytes());
    hash.update(validator);
    participants.iter().for_each(|number| hash.update(number.to_be_bytes()));
    hash.finalize().into()
}
