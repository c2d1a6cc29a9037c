//! The directories of a network's nodes on this machine.

use crate::{
    address::reachable,
    failure::{Code, Failure},
    files,
};
use heliast_network::home::{self, BadSettings, Settings};
use std::path::{Path, PathBuf};

/// A node's directory.
pub fn name(node: u32) -> String {
    format!("node{node}")
}

/// The settings of the node in a directory.
pub fn settings(dir: &Path) -> Result<Settings, Failure> {
    let path = dir.join(home::SETTINGS);
    Settings::read(&path).map_err(|error| match error {
        BadSettings::Io(error) => files::unreadable(&path, &error)
            .hint("`heliast network new` makes the homes of nodes; name one of them"),
        other => Failure::new(Code::Malformed, format_args!("{}: {other}", path.display())),
    })
}

/// The addresses of a node's API and of its engine's RPC, for its own machine.
pub fn addresses(dir: &Path) -> Result<(String, String), Failure> {
    let settings = settings(dir)?;
    Ok((format!("http://{}", reachable(settings.listen)), format!("http://{}", settings.rpc)))
}

/// The directories of the nodes in a network's directory, in their order.
pub fn nodes_in(network: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut nodes = vec![];
    for number in 0_u32.. {
        let dir = network.join(name(number));
        if nodes.len() as u32 != number || number > 200 {
            break;
        }
        if dir.join(home::SETTINGS).is_file() {
            nodes.push(dir);
        }
    }
    if nodes.is_empty() {
        let message = format_args!("{} has no nodes", network.display());
        return Err(Failure::new(Code::Malformed, message).hint("`heliast network new` makes a network"));
    }
    Ok(nodes)
}
