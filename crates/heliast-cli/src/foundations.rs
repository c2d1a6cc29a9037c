//! The genesis and the network file of a chain whose id is known, from nodes that are not trusted.

use crate::{
    failure::{Code, Failure},
    modulus::lower_hex,
};
use heliast::{Chain, bundle::Pin};
use heliast_client::Node;
use heliast_finality::NetworkFile;
use heliast_network::home::Foundations;
use heliast_verify::node_url;

/// The URL of a node.
pub fn node_at(text: &str) -> Result<String, Failure> {
    let url = node_url(text).ok_or_else(|| {
        Failure::new(Code::Usage, format_args!("{text} is not an address of a node"))
            .hint("give http://HOST:PORT")
    })?;
    Ok(url.trim_end_matches('/').to_owned())
}

/// The id of a chain.
pub fn chain_id(text: &str) -> Result<[u8; 32], Failure> {
    let bytes = lower_hex(text).and_then(|bytes| bytes.try_into().ok());
    bytes.ok_or_else(|| {
        Failure::new(Code::Usage, "--chain is not a chain id")
            .hint("it has 64 hexadecimal digits in lower case")
    })
}

/// The foundations of the chain with this id, from the first node that has them.
pub fn founded(pinned: &[u8; 32], nodes: &[Node]) -> Result<Foundations, Failure> {
    first(nodes, |node| foundations(pinned, node))
}

/// The solo chain with this id, from the first node that has it.
pub fn solo(pinned: &[u8; 32], nodes: &[Node]) -> Result<Chain, Failure> {
    first(nodes, |node| {
        let chain = node.chain(Pin::Chain(*pinned)).map_err(|error| error.to_string())?;
        match node.network_file().map_err(|error| error.to_string())? {
            Some(_) => Err(format!("{node} says that the chain is a network's, and not a solo one")),
            None => Ok(chain),
        }
    })
}

/// The answer of the first node that gives one.
fn first<T>(nodes: &[Node], ask: impl Fn(&Node) -> Result<T, String>) -> Result<T, Failure> {
    let mut failures = vec![];
    for node in nodes {
        match ask(node) {
            Ok(found) => return Ok(found),
            Err(error) => failures.push(error),
        }
    }
    Err(Failure::new(Code::Network, failures.join("; "))
        .hint("name nodes of the chain that run, with --node"))
}

/// The foundations from one node, or the reason why it does not have them.
fn foundations(pinned: &[u8; 32], node: &Node) -> Result<Foundations, String> {
    let chain = node.chain(Pin::Chain(*pinned)).map_err(|error| error.to_string())?;
    let bytes = node.network_file().map_err(|error| error.to_string())?;
    let bytes = bytes.ok_or_else(|| format!("{node} has no network file"))?;
    let network = NetworkFile::from_bytes(&bytes).map_err(|error| format!("{node}: {error}"))?;
    let is_it = chain.genesis().nonce == network.nonce();
    is_it.then_some(Foundations { chain, network }).ok_or_else(|| format!("{node} is of another network"))
}
