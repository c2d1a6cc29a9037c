//! `node.toml`: the settings that are known when a node's home is made. `heliast.toml` next to it,
//! the environment and flags take precedence.

use super::{error::HomeError, names::SETTINGS, signer::Signer, sites::Site};
use serde::{Deserialize, Serialize};
use std::{fs, net::SocketAddr, path::Path};

/// The greatest length of a settings file; real ones are far shorter.
const MAX_LEN: u64 = 1 << 16;

/// The settings of a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    /// The address at which the page and the API are served.
    pub listen: SocketAddr,
    /// The address at which the engine's RPC listens: only on this machine, and the same as in the engine's
    /// own file.
    pub rpc: SocketAddr,
    /// Whether this node evaluates delays.
    pub evaluator: bool,
    /// Blocks from one snapshot of the state to the next; 0 if no snapshots are made.
    #[serde(default = "snapshot_blocks")]
    pub snapshot_blocks: u64,
    /// The signer that has the validator's key; `None` if the home has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signer: Option<Signer>,
}

/// Blocks between the snapshots that a node offers, unless its settings say otherwise: about sixty rounds.
const SNAPSHOT_BLOCKS: u64 = 500;

fn snapshot_blocks() -> u64 {
    SNAPSHOT_BLOCKS
}

impl Settings {
    /// The settings in the home of a node.
    ///
    /// # Errors
    /// [`HomeError::NoSettings`] if they can't be read, and [`HomeError::Settings`] if the file has unknown
    /// or invalid settings.
    pub fn of_home(home: &Path) -> Result<Settings, HomeError> {
        let path = home.join(SETTINGS);
        let malformed = |reason| HomeError::Settings { path: path.clone(), reason };
        let unreadable = |reason| HomeError::NoSettings { path: path.clone(), reason };
        if fs::metadata(&path).map_err(unreadable)?.len() > MAX_LEN {
            return Err(malformed(format!("it is longer than {MAX_LEN} bytes")));
        }
        let text = fs::read_to_string(&path).map_err(unreadable)?;
        toml::from_str(&text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            malformed(format!("line {line}: {}", error.message()))
        })
    }

    /// The settings of a new node at this site.
    pub(crate) fn at(site: &Site, evaluator: bool) -> Settings {
        let (listen, rpc) = (site.listen(), site.rpc_listen());
        Settings { listen, rpc, evaluator, snapshot_blocks: SNAPSHOT_BLOCKS, signer: None }
    }

    /// The file's text, for a new node, which has its validator's key itself.
    pub(crate) fn to_text(&self) -> String {
        let Settings { listen, rpc, evaluator, snapshot_blocks, .. } = self;
        format!(
            "# The settings of one node; `heliast node --home` reads them when it starts.\n\n\
             # Where the page and the API are served.\n\
             listen = \"{listen}\"\n\
             # Where the engine's RPC listens, as comet/config/config.toml says it, too.\n\
             rpc = \"{rpc}\"\n\
             # Whether this node squares for the delay.\n\
             evaluator = {evaluator}\n\
             # Blocks from one snapshot of the state to the next, from which a new node can begin; 0: none.\n\
             snapshot-blocks = {snapshot_blocks}\n"
        )
    }
}
