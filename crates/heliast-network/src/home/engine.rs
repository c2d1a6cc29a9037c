//! The engine's part of a home that is to be made.

use super::{
    pace::Pace,
    secrets::{ConsensusSecret, PeerSecret},
    sites::Site,
};
use heliast::Chain;

/// The engine's part of a node that is to be made.
#[derive(Debug)]
pub(super) struct NewEngine<'a> {
    /// The node's name for people.
    pub(super) name: &'a str,
    /// The site at which it is reached.
    pub(super) site: &'a Site,
    /// The other nodes.
    pub(super) peers: Vec<Peer<'a>>,
    /// The key that votes.
    pub(super) consensus: &'a ConsensusSecret,
    /// The key that other nodes know this one by.
    pub(super) peer: &'a PeerSecret,
    /// The chain, whose genesis says how much room transactions need.
    pub(super) chain: &'a Chain,
    /// The engine's genesis, of `engine_genesis`.
    pub(super) genesis: &'a str,
    /// The pace at which blocks follow each other.
    pub(super) pace: Pace,
}

/// Another node, as a node knows it.
#[derive(Debug)]
pub(super) struct Peer<'a> {
    /// The id of its [`PeerSecret`].
    pub(super) id: String,
    /// The site at which it is reached.
    pub(super) site: &'a Site,
}
