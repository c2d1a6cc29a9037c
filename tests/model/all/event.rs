//! Events of a node, its answers, and the properties that an event can break.

use crate::{block::Block, tx::TxRef};
use heliast_network::parts::rules::BlockHash;
use std::sync::Arc;

/// Something that happens to a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A transaction comes from a peer or a client.
    Comes(TxRef),
    /// The node is asked for its vote about a block.
    Proposed(Arc<Block>),
    /// The node proposes.
    Propose,
    /// A block is decided, finalised and committed.
    Commits(Arc<Block>),
    /// The node's process ends: if there is a block, while it commits that block, after the round is stored.
    Ends(Option<Arc<Block>>),
    /// The node learns which block more than two thirds voted for.
    Valid(BlockHash),
    /// The node's clock goes on.
    Waits,
}

/// The answer of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    Nothing,
    Vote(bool),
    Block(Vec<TxRef>),
    /// A property does not hold.
    Broken(Broken),
}

/// The properties that a step can break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Broken {
    /// Two nodes differ after the same block.
    Differ,
    /// A node's state is not that of the specification.
    Spec,
    /// A state that was restored from bytes and rounds differs from the one in memory.
    Replay,
    /// A round differs from the one in the store.
    Store,
    /// A ticket that an honest proposer had, or on which all honest validators insist, is not in the round.
    LeftOut,
    /// An honest proposal was voted against.
    Refused,
    /// A round closed twice.
    ClosedTwice,
    /// A proposal depends on the order of arrival.
    Order,
    /// The real application does something else.
    App,
    /// A member's change takes effect in other rounds than the specification says.
    Members,
}
