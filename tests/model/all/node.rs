//! One node: the real state, verdicts, rules and views, with the engine's mempool beside them. It is a value,
//! and what happens to it is a function of it, computed once.

use crate::{
    catalogue::{Truth, TxRef},
    keys,
    memo::Memo,
    old,
};
use bytes::Bytes;
use heliast::{Chain, Round, Tip, Verified};
use heliast_finality::NetworkFile;
use heliast_network::parts::{
    Body, Duty, State, Transaction, Verdicts,
    rules::{After, BlockHash, BlockParts, Decided, Views, after, fits, proposed, read},
};
use sha2::{Digest, Sha256};
use std::{
    fmt,
    hash::{Hash, Hasher},
    sync::Arc,
    time::Duration,
};

/// A block of the engine.
#[derive(Debug)]
pub struct Block {
    pub txs: Vec<TxRef>,
    pub time_ms: u64,
    hash: BlockHash,
}

impl Block {
    pub fn new(txs: Vec<TxRef>, time_ms: u64) -> Arc<Block> {
        let mut hash = Sha256::new_with_prefix(time_ms.to_be_bytes());
        txs.iter().for_each(|tx| hash.update(tx.key()));
        Arc::new(Block { txs, time_ms, hash: hash.finalize().into() })
    }

    pub fn hash(&self) -> &BlockHash {
        &self.hash
    }

    fn bytes(&self) -> Vec<Bytes> {
        self.txs.iter().map(|tx| tx.bytes.clone()).collect()
    }
}

impl PartialEq for Block {
    fn eq(&self, other: &Block) -> bool {
        self.hash == other.hash
    }
}

impl Eq for Block {}

impl Hash for Block {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.hash.hash(hasher);
    }
}

/// The part of a height's time in which a node is, by its own clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Time {
    /// Tickets that come now are in time.
    Early,
    /// They are late.
    Late,
    /// The node insists on nothing more.
    Over,
}

/// A node between two events.
pub struct Node {
    key: [u8; 16],
    /// Computed once from the state.
    pub derived: Option<Arc<Derived>>,
    pub state: State,
    verdicts: Verdicts,
    views: Views,
    /// The engine's mempool, in the order in which it came.
    pub mempool: Vec<Held>,
    /// Transactions that were refused, which peers do not send again.
    refused: Vec<TxRef>,
    /// The store.
    pub rounds: Vec<Bytes>,
    /// The time of the last block.
    pub block_ms: u64,
    pub time: Time,
    /// Whether this process has seen a block: before, it insists on nothing.
    pub has_seen_block: bool,
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
    /// Stands for the state.
    pub key: [u8; 16],
    pub app_hash: [u8; 32],
    pub duty: Duty,
    /// The power of each validator after the last block.
    pub powers: Vec<u64>,
}

impl Derived {
    fn of(state: &State) -> Derived {
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

/// Something that happens to a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A transaction comes from a peer or a client.
    Comes(TxRef),
    /// It is asked for its vote about a block.
    Proposed(Arc<Block>),
    /// It proposes.
    Propose,
    /// A block is decided, finalised and committed.
    Commits(Arc<Block>),
    /// It ends: while it commits this block, if there is one, after the round is stored.
    Ends(Option<Arc<Block>>),
    /// It knows the block that more than two thirds voted for.
    Valid(BlockHash),
    /// Its clock goes on.
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
    /// A state begun anew from bytes and rounds differs from the one that lived.
    Replay,
    /// A round differs from the one in the store.
    Store,
    /// A ticket that an honest proposer had, or on which all honest validators insist, is not in the round.
    LeftOut,
    /// An honest proposal was voted against.
    Refused,
    /// A round closed twice.
    ClosedTwice,
    /// A proposal depends on who came first.
    Order,
    /// A member's change has effect in other rounds than the specification says.
    Members,
}

/// A fault that the checker must find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plant {
    Nothing,
    /// The rules from before floods of announcements were cured.
    OldRules,
    /// A proposer goes by who came first.
    FirstCome,
    /// A process that has begun anew goes by its own clock, not the block's, until it has seen a block.
    OwnClock,
    /// Nobody asks the engine for the valid block.
    NoValidBlock,
    /// A mempool counts a ticket in time however late it comes.
    AlwaysInTime,
    /// After a crash the store is one round behind.
    LostRound,
}

/// The nodes of one network, and all that has happened to any.
pub struct Nodes {
    pub chain: Chain,
    pub network: Arc<NetworkFile>,
    /// Bytes of a block's transactions, for honest proposers.
    pub room: usize,
    pub plant: Plant,
    /// Milliseconds by which nodes' clocks are off.
    pub off_ms: i64,
    known: Memo<([u8; 16], Event), (Arc<Node>, Said)>,
    seals: Memo<([u8; 16], TxRef), Option<Box<Verified<Round>>>>,
    reads: Memo<([u8; 16], Arc<Block>), Option<Arc<Vec<(Transaction, usize)>>>>,
    tips: Memo<Vec<Bytes>, Option<Tip>>,
    replayed: Memo<[u8; 16], bool>,
    restored: Memo<[u8; 16], Option<Arc<Node>>>,
}

impl Nodes {
    pub fn new(chain: Chain, network: NetworkFile, room: usize, plant: Plant, off_ms: i64) -> Nodes {
        let (known, seals, reads, tips, replayed, restored) = Default::default();
        Nodes {
            chain,
            network: Arc::new(network),
            room,
            plant,
            off_ms,
            known,
            seals,
            reads,
            tips,
            replayed,
            restored,
        }
    }

    /// Nodes and events that were computed.
    pub fn computed(&self) -> usize {
        self.known.len()
    }

    pub fn first(&self) -> Arc<Node> {
        Node::begun(State::new(&self.chain, Arc::clone(&self.network)), vec![], 0)
    }

    /// The node after an event, and its answer.
    pub fn step(&self, node: &Arc<Node>, event: Event) -> (Arc<Node>, Said) {
        self.known.get((node.key, event.clone()), || self.compute(node, event))
    }

    /// A new node from a snapshot of another: nothing of its own, and rounds verified from genesis.
    pub fn restored(&self, from: &Node) -> Option<Arc<Node>> {
        self.restored.get(from.key, || {
            let state = self.anew(&from.state, &from.rounds)?;
            let rounds = from.rounds[..state.tip().round() as usize].to_vec();
            Some(Node::begun(state, rounds, from.block_ms))
        })
    }

    fn compute(&self, node: &Node, event: Event) -> (Arc<Node>, Said) {
        let mut next = node.copy();
        let said = match event {
            Event::Comes(tx) => self.comes(&mut next, tx),
            Event::Proposed(block) => Said::Vote(self.votes(&next, &block)),
            Event::Propose => match self.proposes(&next) {
                Ok(txs) => Said::Block(txs),
                Err(broken) => Said::Broken(broken),
            },
            Event::Commits(block) => self.commits(&mut next, &block),
            Event::Ends(block) => self.ends(&mut next, block.as_deref()),
            Event::Valid(hash) => {
                if self.plant != Plant::NoValidBlock {
                    next.views.note_valid(hash);
                }
                Said::Nothing
            }
            Event::Waits => {
                next.time = if next.time == Time::Early { Time::Late } else { Time::Over };
                Said::Nothing
            }
        };
        (next.sealed(), said)
    }

    fn comes(&self, node: &mut Node, tx: TxRef) -> Said {
        let is_known = node.mempool.iter().any(|held| held.tx == tx) || node.refused.contains(&tx);
        if !is_known {
            let held = Held { tx, height: node.state.height(), time: node.time };
            self.check(node, held);
        }
        Said::Nothing
    }

    /// A delay that is the right one after a node's state is verified once for all nodes, each of which then
    /// knows the round from the moment when it would have verified it.
    fn prime(&self, node: &Node, tx: &TxRef) {
        let Truth::Delay { .. } = tx.truth else { return };
        let state = Derived::of(&node.state).key;
        let sealed = self.seals.get((state, Arc::clone(tx)), || {
            let mut state = node.state.clone();
            let transaction = Transaction::from_bytes(&self.chain, &tx.bytes).ok()?;
            state.begin_block();
            state.apply(&transaction, &Verdicts::default()).ok()?;
            state.sealed().cloned().map(Box::new)
        });
        if let Some(round) = sealed {
            node.verdicts.keep_sealed(node.state.tip(), &round);
        }
    }

    /// The mempool takes it, or refuses it.
    fn check(&self, node: &mut Node, held: Held) {
        let tx = &held.tx;
        self.prime(node, tx);
        let now_ms = node.block_ms.saturating_add_signed(self.off_ms);
        let Ok(transaction) = Transaction::from_bytes(&self.chain, &tx.bytes) else { return };
        let taken = match self.plant == Plant::OldRules {
            true => old::fits(&node.state, &node.verdicts, &transaction),
            false => fits(&node.state, &node.verdicts, &transaction, now_ms),
        };
        if taken.is_err() {
            if matches!(tx.truth, Truth::Ticket { .. }) {
                node.refused.push(tx.clone());
                node.refused.sort();
            }
            return;
        }
        if let Body::Ticket(ticket) = &transaction.body
            && self.network.insisting().is_some()
        {
            let now = match self.plant {
                Plant::AlwaysInTime => Duration::ZERO,
                _ => self.now(node),
            };
            node.views.note_ticket(&node.state, ticket, tx.bytes.len(), now);
        }
        node.mempool.push(held);
        // The order of arrival matters by the old rules alone: `proposes` sees to it.
        if self.plant != Plant::OldRules {
            node.mempool.sort();
        }
    }

    /// Whether a node votes for a block. It forgets what it verifies for that: else it would know a ticket
    /// or an announcement before its mempool meets it.
    pub fn vote(&self, node: &Node, block: &Arc<Block>) -> bool {
        let read = || read(&node.state, &node.verdicts.clone(), &block.bytes()).ok().map(Arc::new);
        let Some(transactions) = self.reads.get((node.derived().key, Arc::clone(block)), read) else {
            return false;
        };
        self.is_insisted(node, block, &transactions)
    }

    fn votes(&self, node: &Node, block: &Block) -> bool {
        let Ok(transactions) = read(&node.state, &node.verdicts, &block.bytes()) else { return false };
        self.is_insisted(node, block, &transactions)
    }

    /// Whether it has all tickets on which the node insists.
    fn is_insisted(&self, node: &Node, block: &Block, transactions: &[(Transaction, usize)]) -> bool {
        let Some(rules) = self.network.insisting() else { return true };
        let parts = BlockParts { hash: block.hash(), transactions };
        node.views.fault(&node.state, rules, &parts, self.now(node)).is_none()
    }

    /// By the rules of today, a proposal is the same in whatever order its transactions came.
    fn proposes(&self, node: &Node) -> Result<Vec<TxRef>, Broken> {
        let mempool: Vec<Bytes> = node.mempool.iter().map(|held| held.tx.bytes.clone()).collect();
        let find =
            |bytes: &Bytes| node.mempool.iter().find(|held| held.tx.bytes == bytes).unwrap().tx.clone();
        if self.plant == Plant::OldRules {
            let txs = old::proposed(&node.state, &node.verdicts, &mempool, self.room);
            return Ok(txs.iter().map(find).collect());
        }
        let mut orders = vec![mempool.clone()];
        orders.extend((1..mempool.len()).map(|by| {
            let mut turned = mempool.clone();
            turned.rotate_left(by);
            turned
        }));
        orders.push(mempool.iter().rev().cloned().collect());
        let propose = |order: &Vec<Bytes>| match self.plant {
            Plant::FirstCome => old::proposed(&node.state, &node.verdicts, order, self.room),
            _ => proposed(&node.state, &node.verdicts, order, self.room),
        };
        let first = propose(&orders[0]);
        match orders.iter().all(|order| propose(order) == first) {
            true => Ok(first.iter().map(find).collect()),
            false => Err(Broken::Order),
        }
    }

    fn commits(&self, node: &mut Node, block: &Block) -> Said {
        if let Err(broken) = self.finalise(node, block) {
            return Said::Broken(broken);
        }
        (node.time, node.has_seen_block) = (Time::Early, true);
        let now = self.now(node);
        node.views.note_block(&node.state, self.network.insisting(), now);
        // The engine asks again for what is left.
        let left: Vec<Held> = node.mempool.drain(..).filter(|held| !block.txs.contains(&held.tx)).collect();
        node.refused.retain(|tx| tx.round >= node.state.tip().next_round());
        for held in left {
            self.check(node, held);
        }
        match self.is_replayed(node) {
            true => Said::Nothing,
            false => Said::Broken(Broken::Replay),
        }
    }

    fn finalise(&self, node: &mut Node, block: &Block) -> Result<(), Broken> {
        block.txs.iter().for_each(|tx| self.prime(node, tx));
        let txs = block.bytes();
        let height = node.state.height() + 1;
        let is_off = self.plant == Plant::OwnClock && !node.has_seen_block && height > 1;
        let time_ms = block.time_ms + if is_off { 5_000 } else { 0 };
        let decided = Decided { height, time_ms, txs: &txs, signed_twice: vec![] };
        let After { state, .. } = after(&node.state, &node.verdicts, decided);
        if let Some(round) = state.sealed() {
            let bytes = Bytes::from(round.encode());
            match node.rounds.get(round.number as usize - 1) {
                None => node.rounds.push(bytes),
                Some(stored) if *stored == bytes => {}
                Some(_) => return Err(Broken::Store),
            }
        }
        (node.state, node.block_ms, node.derived) = (state, block.time_ms, None);
        Ok(())
    }

    /// The state before the block stays, and the round that the block sealed: they are durable.
    fn ends(&self, node: &mut Node, block: Option<&Block>) -> Said {
        let mut half = node.copy();
        if let Some(block) = block
            && let Err(broken) = self.finalise(&mut half, block)
        {
            return Said::Broken(broken);
        }
        let Some(state) = self.anew(&node.state, &node.rounds) else { return Said::Broken(Broken::Replay) };
        if self.plant == Plant::LostRound && half.rounds.len() == node.rounds.len() {
            half.rounds.pop();
        }
        // The store has the state's round, and the one of the block that was being committed at most.
        if !matches!((half.rounds.len() as u64).checked_sub(state.tip().round()), Some(0 | 1)) {
            return Said::Broken(Broken::Store);
        }
        let begun = Node::begun(state, half.rounds, node.block_ms);
        *node = Arc::into_inner(begun).unwrap();
        Said::Nothing
    }

    fn is_replayed(&self, node: &mut Node) -> bool {
        let derived = Derived::of(&node.state);
        let key = derived.key;
        node.derived = Some(Arc::new(derived));
        self.replayed.get(key, || {
            let Some(again) = self.anew(&node.state, &node.rounds) else { return false };
            let lists = [&again, &node.state].map(|state| format!("{:?}", state.validators()));
            again.app_hash() == node.state.app_hash()
                && again.to_bytes() == node.state.to_bytes()
                && format!("{:?}", again.duty()) == format!("{:?}", node.state.duty())
                && lists[0] == lists[1]
        })
    }

    /// The state from its bytes, after its rounds, which are verified from genesis.
    fn anew(&self, state: &State, rounds: &[Bytes]) -> Option<State> {
        let last = state.tip().round() as usize;
        let tip = self.tip(rounds.get(..last)?)?;
        State::from_bytes(&self.chain, Arc::clone(&self.network), tip, &state.to_bytes()).ok()
    }

    fn tip(&self, rounds: &[Bytes]) -> Option<Tip> {
        let Some((last, before)) = rounds.split_last() else { return Some(self.chain.start()) };
        self.tips.get(rounds.to_vec(), || {
            let tip = self.tip(before)?;
            let round = self.chain.verify(&tip, self.chain.decode_round(last).ok()?).ok()?;
            Some(self.chain.tip_after(&round))
        })
    }

    /// The time by the node's own clock, which stands still but for the model's will.
    fn now(&self, node: &Node) -> Duration {
        let begun = Duration::from_secs(1_000 * node.state.height());
        let ms = |ms: u32| Duration::from_millis(ms.into());
        match (node.time, self.network.insisting()) {
            (Time::Late, Some(rules)) => begun + ms(rules.within_ms + 1),
            (Time::Over, Some(rules)) => begun + ms(rules.until_ms),
            _ => begun,
        }
    }
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
    fn begun(state: State, rounds: Vec<Bytes>, block_ms: u64) -> Arc<Node> {
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
        }
        .sealed()
    }

    fn copy(&self) -> Node {
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
        }
    }

    /// The node under the key of all that its future depends on.
    fn sealed(mut self) -> Arc<Node> {
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
