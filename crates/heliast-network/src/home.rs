//! The files of one node of a network on its disk, and how they are written when a network begins.
//!
//! ```text
//! genesis  network           the chain and its network file
//! node.toml                  the node's settings
//! keys.json                  the stateless keys of the participants that live here
//! application, agreement     what a home that was not dealt has applied with and agreed to
//! draft                      what it was founded by
//! data/                      the chain's store, and the application's state
//! comet/config, comet/data   the engine's own: its settings, keys, blocks
//! ```
//!
//! The engine's files are written here without the engine, so that a network can be made where no engine is
//! installed. Existing files are never overwritten.

mod at_signer;
mod config;
mod engine;
mod engine_files;
mod engine_genesis;
mod error;
mod foundations;
mod halves;
mod names;
mod new;
mod node_secrets;
mod opened;
mod pace;
mod rpc_address;
mod secrets;
mod settings;
mod signer;
mod sites;
mod state_sync;
#[cfg(test)]
mod tests;
mod validator_key;
mod without_key;

pub(crate) use engine::{NewEngine, Peer};
pub(crate) use engine_genesis::engine_genesis;
pub use engine_genesis::rfc3339;
pub use error::HomeError;
pub use foundations::Foundations;
pub use halves::Halves;
pub(crate) use names::ENGINE;
pub use names::{APPLICATION, DATA, GENESIS, KEYS, NETWORK, SETTINGS};
pub use new::NewNetwork;
pub use node_secrets::NodeSecrets;
pub use opened::Home;
pub use pace::Distance;
pub(crate) use pace::Pace;
pub use settings::Settings;
pub use signer::{BadSigner, Signer};
pub use sites::{BadSites, DEFAULT_PORT, Site, sites};
pub(crate) use state_sync::StateSync;
pub use validator_key::ValidatorKey;

use crate::files;
use heliast::Chain;
use heliast_disk::Disk;
use sha2::{Digest, Sha256};
use std::{
    io,
    path::{Path, PathBuf},
};

/// The socket on which the application listens for the engine: in the node's home or, if that path is too
/// long for a socket, in a new directory under `spare` that only the owner can enter.
///
/// # Errors
/// [`io::Error`] if that directory can't be made.
pub(crate) fn socket(node: &Path, spare: &Path) -> io::Result<PathBuf> {
    /// `sun_path` has 104 bytes on some systems, with the zero at its end.
    const LONGEST: usize = 100;
    let place = std::path::absolute(node)?.join("engine.sock");
    if place.as_os_str().len() <= LONGEST {
        return Ok(place);
    }
    let mut random = [0; 8];
    getrandom::fill(&mut random).map_err(io::Error::other)?;
    let dir = spare.join(format!("heliast-{}", hex::encode(random)));
    files::create_private_dir(&Disk::default(), &dir)?;
    Ok(dir.join("engine.sock"))
}

/// A value that identifies the secrets of one home among all homes of a network, so that no two processes use
/// them. It covers the validator for which the home votes, and the participants for which it draws.
pub(crate) fn identity(chain: &Chain, validator: &str, participants: &[u32]) -> [u8; 32] {
    let mut hash = Sha256::new_with_prefix(b"heliast/node-home/v1");
    hash.update(chain.id());
    hash.update((validator.len() as u64).to_be_bytes());
    hash.update(validator);
    participants.iter().for_each(|number| hash.update(number.to_be_bytes()));
    hash.finalize().into()
}
