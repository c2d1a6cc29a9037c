//! The engine's part of a new home.

use super::{pace::Pace, sites::Site};
use heliast::Chain;

/// The engine's part of a new node.
#[derive(Debug)]
pub(crate) struct NewEngine<'a> {
    /// The node's name for people.
    pub(crate) name: &'a str,
    /// The site at which it is reached.
    pub(crate) site: &'a Site,
    /// The other nodes.
    pub(crate) peers: Vec<Peer<'a>>,
    /// The chain, whose genesis determines how much room transactions need.
    pub(crate) chain: &'a Chain,
    /// The engine's genesis, from `engine_genesis`.
    pub(crate) genesis: &'a str,
    /// The pace at which blocks follow each other.
    pub(crate) pace: Pace,
}

/// Another node, as it appears in a node's settings.
#[derive(Debug)]
pub(crate) struct Peer<'a> {
    /// The id of its key.
    pub(crate) id: String,
    /// The site at which it is reached.
    pub(crate) site: &'a Site,
}
