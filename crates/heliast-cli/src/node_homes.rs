//! The directories of a network's nodes on this machine.

use crate::{
    address::reachable,
    failure::{Code, Failure},
};
use heliast_network::home::{NewNetwork, Settings};
use std::path::{Path, PathBuf};

/// The addresses of a node's API and of its engine's RPC, for its own machine.
pub fn addresses(dir: &Path) -> Result<(String, String), Failure> {
    let settings = Settings::of_home(dir)?;
    Ok((format!("http://{}", reachable(settings.listen)), format!("http://{}", settings.rpc)))
}

/// The homes of the nodes in a network's directory, in their order.
pub fn nodes_in(network: &Path) -> Result<Vec<PathBuf>, Failure> {
    let homes = NewNetwork::homes_in(network);
    if homes.is_empty() {
        let message = format_args!("{} has no nodes", network.display());
        return Err(Failure::new(Code::Malformed, message).hint("`heliast network new` makes a network"));
    }
    Ok(homes)
}
