//! The network file of a chain, which is bound by the genesis.

use crate::{
    client::Client,
    error::{Cause, Error},
};
use heliast_finality::{NetworkFile, Verifier};

impl Client {
    /// The network file, which is bound by the genesis; `None` for a solo chain.
    ///
    /// # Errors
    /// [`Error::Nodes`] if no node answers.
    pub fn network(&self) -> Result<Option<&NetworkFile>, Error> {
        match self.known_network().get() {
            Some(known) => Ok(known.as_ref()),
            None => fetched(self),
        }
    }
}

/// The network file, from any node. The answer is remembered if it is certain.
fn fetched(client: &Client) -> Result<Option<&NetworkFile>, Error> {
    let (nodes, known) = (client.asked(), client.known_network());
    let (mut none, mut errors) = (0, Vec::new());
    for (place, answer) in nodes.ask_ready(|node| node.network_file()) {
        let file = match answer {
            Ok(Some(bytes)) => checked(client, &bytes)
                .map_err(|reason| client.nodes()[place].error("/v1/network", Cause::Claim(reason))),
            Ok(None) => {
                none += 1;
                continue;
            }
            Err(error) => Err(error),
        };
        match file {
            Ok(file) => return Ok(known.get_or_init(|| Some(file)).as_ref()),
            Err(error) => {
                nodes.failed(place, &error);
                errors.push(error);
            }
        }
    }
    match none {
        0 => Err(Error::Nodes(errors)),
        // A node that did not answer may have it.
        none if none < client.nodes().len() => Ok(None),
        _ => Ok(known.get_or_init(|| None).as_ref()),
    }
}

fn checked(client: &Client, bytes: &[u8]) -> Result<NetworkFile, String> {
    let file = NetworkFile::from_bytes(bytes).map_err(|error| error.to_string())?;
    Verifier::new(client.chain(), &file).map_err(|error| error.to_string())?;
    Ok(file)
}
