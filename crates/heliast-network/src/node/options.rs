//! The options with which a node is opened.

use crate::{abci::Address, comet::Program};
use heliast::SecretKey;
use heliast_client::Node;
use heliast_engine::Rotation;
use heliast_keystore::Settings;

/// The settings of a node that are not in its home.
pub struct Options {
    /// The keys of the home's participants.
    pub keys: Keys,
    /// The consensus engine.
    pub engine: Engine,
    /// Whether to evaluate delays; `None` to use the home's settings.
    pub evaluates: Option<bool>,
    /// Nodes from whose snapshot an empty node begins, and from which epoch proofs are fetched; may be empty.
    pub state_sync: Vec<Node>,
}

/// The secret keys with which participants draw, and the right to use them.
pub struct Keys {
    /// The stateless keys: of participants of the genesis, and of participants that may join later.
    pub secrets: Vec<SecretKey>,
    /// The participants' hash trees, if they have any.
    pub trees: Option<Rotation>,
    /// The settings of the record of which directory uses which keys.
    pub witnesses: Settings,
    /// Whether to take over a home that was copied, restored or brought from another machine. This is allowed
    /// only if its keys will never be used again in the old place.
    pub adopt: bool,
}

/// The consensus engine of a node.
#[derive(Clone, Debug)]
pub enum Engine {
    /// The node starts this program, watches over it and ends it.
    Own(Program),
    /// The engine is run by somebody else, and finds the node at this address.
    Elsewhere(Address),
}
