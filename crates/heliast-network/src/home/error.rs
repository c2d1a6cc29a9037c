//! The reasons why a home can't be opened.

use super::halves::Halves;
use heliast::Malformed;
use heliast_store::StoreError;
use std::{io, net::SocketAddr, path::PathBuf};

/// The reasons why a home can't be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HomeError {
    /// A file can't be read.
    #[error("{} can't be read: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
    /// The settings can't be read: the directory may not be a home.
    #[error("{} can't be read: {reason}", path.display())]
    NoSettings {
        /// The file.
        path: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
    /// A file is longer than a valid file of its kind.
    #[error("{} is longer than {longest} bytes, so it is something else", path.display())]
    TooLong {
        /// The file.
        path: PathBuf,
        /// The most bytes of a file of this kind.
        longest: u64,
    },
    /// The settings are invalid.
    #[error("{}: {reason}", path.display())]
    Settings {
        /// The file.
        path: PathBuf,
        /// The line and the fault.
        reason: String,
    },
    /// The key in a file is missing or damaged.
    #[error("{} is not a key of the engine, or is damaged", .0.display())]
    Key(PathBuf),
    /// The home has applied, but its network is not founded yet.
    #[error("{} has applied for a network that is not founded yet", .0.display())]
    NotFounded(PathBuf),
    /// The genesis or the network file is malformed.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// The genesis and the network file belong to two networks.
    #[error("the genesis and the network file in {} are of two networks", .0.display())]
    TwoNetworks(PathBuf),
    /// The application's and the engine's parts of the state do not fit together.
    #[error("{}: {reason}", home.display())]
    Halves {
        /// The home.
        home: PathBuf,
        /// The fault.
        reason: Halves,
    },
    /// The node's settings and the engine's settings have different addresses for the engine's RPC.
    #[error("{}: rpc in node.toml is {rpc}, and laddr of [rpc] in comet/config/config.toml is {laddr}", home.display())]
    OtherRpc {
        /// The home.
        home: PathBuf,
        /// The address in the node's settings.
        rpc: SocketAddr,
        /// The address in the engine's settings.
        laddr: String,
    },
    /// The settings name a signer, but the validator's key is still in the home.
    #[error("{} is the key of the validator whose key a signer has, as node.toml says", .0.display())]
    KeyIsHere(PathBuf),
    /// The settings name a signer, but the record of what the validator has signed is still in the home.
    #[error("{} says what a validator has signed here, and node.toml says that a signer has its key", .0.display())]
    RecordIsHere(PathBuf),
    /// A command needs the validator's key, but a signer has it.
    #[error("the validator's key of {} is at a signer, as node.toml says", .0.display())]
    KeyAtSigner(PathBuf),
    /// The engine's settings name a signer that is not in the node's settings.
    #[error("{}: priv_validator_laddr in comet/config/config.toml is {laddr}, and node.toml has not this [signer]", home.display())]
    OtherSigner {
        /// The home.
        home: PathBuf,
        /// The address in the engine's settings.
        laddr: String,
    },
    /// A file or a directory can't be written.
    #[error("{} can't be written: {reason}", path.display())]
    Unwritable {
        /// The file or directory.
        path: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
    /// Another process uses the directory.
    #[error(transparent)]
    InUse(StoreError),
}

impl HomeError {
    /// Returns one sentence that says what to do about it, if there is something to say.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            HomeError::NoSettings { .. } => Some(
                "`heliast network new` and `heliast network apply` make the homes of nodes; name one of them",
            ),
            HomeError::Key(_) => Some("restore it from a backup of this home"),
            HomeError::NotFounded(_) => {
                Some("`heliast network found` founds it when all applicants have agreed to a draft")
            }
            HomeError::TwoNetworks(_) => Some("take both from the same `heliast network new`"),
            HomeError::Unwritable { .. } => Some("check the directory, its permissions and the free space"),
            HomeError::Halves { reason, .. } => Some(reason.hint()),
            HomeError::OtherRpc { .. } => {
                Some("make both the same address, which nothing else on this machine has")
            }
            HomeError::KeyIsHere(_) | HomeError::RecordIsHere(_) => Some(
                "move comet/config/priv_validator_key.json and comet/data/priv_validator_state.json to the signer, both \
                 together, and keep no copy: a validator that signs twice loses its power",
            ),
            HomeError::KeyAtSigner(_) => Some(
                "run this where the signer's key is, in a directory with this home's files `genesis` and `network`, and \
                 without node.toml",
            ),
            HomeError::OtherSigner { .. } => Some(
                "name the signer in node.toml: [signer], with this address as listen and the validator's as validator",
            ),
            _ => None,
        }
    }
}
