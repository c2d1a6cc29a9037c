//! The options with which a node is opened.

use crate::{abci::Address, comet::Program};
use heliast::SecretKey;
use heliast_client::Node;
use heliast_engine::Rotation;
use heliast_keystore::Settings;

/// The settings of a node that are not in its home.
pub struct Options {
    /// The keys of the participants that live in the home.
    pub keys: Keys,
    /// The consensus engine.
    pub engine: Engine,
    /// Whether to square for the delay; `None`: as the home's settings say.
    pub evaluates: Option<bool>,
    /// Nodes with whose snapshot an empty node begins, and which have epochs' proofs; may be empty.
    pub state_sync: Vec<Node>,
}

/// The secret keys with which participants draw, and the right to use them.
pub struct Keys {
    /// The stateless keys: of participants of the genesis, and of those who may join later.
    pub secrets: Vec<SecretKey>,
    /// The participants' hash trees, if they have any.
    pub trees: Option<Rotation>,
    /// The settings of the record that says which directory uses which keys.
    pub witnesses: Settings,
    /// Whether to take over a home that was copied, restored or brought from another machine: only if its
    /// keys will never be used again where they were.
    pub adopt: bool,
}

/// The consensus engine of a node.
#[derive(Clone, Debug)]
pub enum Engine {
    /// The node starts this program, watches over it and ends it.
    Own(Program),
    /// Somebody else runs it; it finds the node at this address.
    Elsewhere(Address),
}
