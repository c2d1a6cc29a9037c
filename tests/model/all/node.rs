//! One node as a value: the real state, verdicts and views, with the engine's mempool.

use crate::{app::Past, keys, tx::TxRef};
use bytes::Bytes;
use heliast_network::parts::{Duty, State, Verdicts, rules::Views};
use sha2::{Digest, Sha256};
use std::{
    fmt,
    hash::{Hash, Hasher},
    sync::Arc,
};

/// Identifies a node or a state.
pub type Key = [u8; 16];

/// A node between two events.
pub struct Node {
    pub key: Key,
    /// Computed once from the state.
    pub derived: Option<Arc<Derived>>,
    pub state: State,
    pub verdicts: Verdicts,
    pub views: Views,
    /// The engine's mempool, in the order in which it came.
    pub mempool: Vec<Held>,
    /// Transactions that were refused, which peers do not send again.
    pub refused: Vec<TxRef>,
    /// The store.
    pub rounds: Vec<Bytes>,
    /// The time of the last block.
    pub block_ms: u64,
    pub time: Time,
    /// Whether this process has seen a block: before that, it insists on nothing.
    pub has_seen_block: bool,
    /// One sequence of events that leads to it, if the real application takes part.
    pub past: Option<Arc<Past>>,
}

impl Node {
    pub fn derived(&self) -> &Derived {
        self.derived.as_ref().expect("a node is sealed before it is shown")
    }

    /// Whether a transaction came in time for the next block.
    pub fn had(&self, held: &Held) -> bool {
        held.time == Time::Early || held.height < self.state.height()
    }

    /// A process that has just begun with a state.
    pub fn begun(state: State, rounds: Vec<Bytes>, block_ms: u64) -> Arc<Node> {
        Node {
            key: [0; 16],
            derived: None,
            state,
            verdicts: Verdicts::default(),
            views: Views::default(),
            mempool: vec![],
            refused: vec![],
            rounds,
            block_ms,
            time: Time::Early,
            has_seen_block: false,
            past: None,
        }
        .sealed()
    }

    pub fn copy(&self) -> Node {
        Node {
            key: self.key,
            derived: self.derived.clone(),
            state: self.state.clone(),
            verdicts: self.verdicts.clone(),
            views: self.views.clone(),
            mempool: self.mempool.clone(),
            refused: self.refused.clone(),
            rounds: self.rounds.clone(),
            block_ms: self.block_ms,
            time: self.time,
            has_seen_block: self.has_seen_block,
            past: None,
        }
    }

    /// The node under the key of all that its future depends on.
    pub fn sealed(mut self) -> Arc<Node> {
        let derived = self.derived.take().unwrap_or_else(|| Arc::new(Derived::of(&self.state)));
        let mut hash = Sha256::new_with_prefix(derived.key);
        self.derived = Some(derived);
        hash.update(format!("{:?}{:?}", self.verdicts, self.views));
        for held in &self.mempool {
            hash.update(held.tx.key());
            hash.update(held.height.to_be_bytes());
            hash.update([held.time as u8]);
        }
        hash.update([0; 32]);
        self.refused.iter().for_each(|tx| hash.update(tx.key()));
        self.rounds.iter().for_each(|round| hash.update(Sha256::digest(round)));
        hash.update(self.block_ms.to_be_bytes());
        hash.update([self.time as u8, u8::from(self.has_seen_block)]);
        self.key = hash.finalize()[..16].try_into().unwrap();
        Arc::new(self)
    }
}

/// The part of a height's time in which a node is, by its own clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Time {
    /// Tickets that come now are in time.
    Early,
    /// Tickets that come now are late.
    Late,
    /// The node insists on nothing more.
    Over,
}

/// A transaction in a mempool, with the last block at the time when it came, and the time since that block.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Held {
    pub tx: TxRef,
    pub height: u64,
    pub time: Time,
}

impl fmt::Debug for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} since block {} {:?}", self.tx, self.height, self.time)
    }
}

/// The properties of a state that are asked for often.
#[derive(Debug)]
pub struct Derived {
    /// Identifies the state.
    pub key: Key,
    pub app_hash: [u8; 32],
    pub duty: Duty,
    /// The power of each validator after the last block.
    pub powers: Vec<u64>,
}

impl Derived {
    pub fn of(state: &State) -> Derived {
        let hash = Sha256::digest([&state.to_bytes()[..], &keys::tip_id(state.tip())[..]].concat());
        let set = state.validators();
        let powers = (1..=9).map(|seed| set.power_of(&keys::consensus_key(seed))).collect();
        let key = hash[..16].try_into().unwrap();
        Derived { key, app_hash: state.app_hash(), duty: state.duty(), powers }
    }
}

impl PartialEq for Node {
    fn eq(&self, other: &Node) -> bool {
        self.key == other.key
    }
}

impl Eq for Node {}

impl Hash for Node {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.key.hash(hasher);
    }
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (height, phase) = (self.state.height(), self.state.phase());
        write!(f, "block {height}, {phase}, mempool {:?}, {:?}", self.mempool, self.time)
    }
}
