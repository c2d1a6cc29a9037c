//! The nodes of one network. The next one after an event is a function of both, computed once.

use crate::{
    app::{Apps, Past},
    block::Block,
    event::{Broken, Event, Said},
    memo::Memo,
    node::{Derived, Held, Key, Node, Time},
    old,
    tx::{Truth, TxRef},
};
use bytes::Bytes;
use heliast::{Chain, Round, Tip, Verified};
use heliast_finality::NetworkFile;
use heliast_network::parts::{
    Body, State, Transaction, Verdicts,
    rules::{After, BlockParts, Decided, after, fits, proposed, read},
};
use std::{sync::Arc, time::Duration};

/// The round that a delay seals.
type Sealed = Box<Verified<Round>>;
/// The transactions of a block, each with its bytes.
type Read = Arc<Vec<(Transaction, usize)>>;

/// A fault that the checker must find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plant {
    Nothing,
    /// The rules from before floods of announcements were cured.
    OldRules,
    /// A proposer uses the order of arrival.
    FirstCome,
    /// A process that has begun anew uses its own clock, not the block's, until it has seen a block.
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
    /// The real applications, if they take part.
    apps: Option<Apps>,
    known: Memo<(Key, Event), (Arc<Node>, Said)>,
    seals: Memo<(Key, TxRef), Option<Sealed>>,
    reads: Memo<(Key, Arc<Block>), Option<Read>>,
    tips: Memo<Vec<Bytes>, Option<Tip>>,
    replayed: Memo<Key, bool>,
    restored: Memo<Key, Option<Arc<Node>>>,
    agreed: Memo<(Key, Arc<Block>), bool>,
}

impl Nodes {
    pub fn new(chain: Chain, network: NetworkFile, room: usize, plant: Plant, off_ms: i64) -> Nodes {
        let (known, seals, reads, tips, replayed, restored, agreed) = Default::default();
        Nodes {
            chain,
            network: Arc::new(network),
            room,
            plant,
            off_ms,
            apps: None,
            known,
            seals,
            reads,
            tips,
            replayed,
            restored,
            agreed,
        }
    }

    /// Lets the real application take part.
    pub fn with_apps(self) -> Nodes {
        let apps = Apps::new(&self.chain, &self.network, self.room, self.off_ms);
        Nodes { apps: Some(apps), ..self }
    }

    /// The events that the real application processed, too.
    pub fn compared(&self) -> u64 {
        self.apps.as_ref().map_or(0, Apps::compared)
    }

    /// Nodes and events that were computed.
    pub fn computed(&self) -> usize {
        self.known.len()
    }

    pub fn first(&self) -> Arc<Node> {
        self.come(Node::begun(State::new(&self.chain, Arc::clone(&self.network)), vec![], 0), || Past::First)
    }

    /// A new node with the events that lead to it.
    fn come(&self, node: Arc<Node>, past: impl FnOnce() -> Past) -> Arc<Node> {
        match self.apps {
            None => node,
            Some(_) => Arc::new(Node { past: Some(Arc::new(past())), ..node.copy() }),
        }
    }

    /// The node after an event, and its answer.
    pub fn step(&self, node: &Arc<Node>, event: Event) -> (Arc<Node>, Said) {
        self.known.get((node.key, event.clone()), || {
            let (next, said) = self.compute(node, event.clone());
            let (Some(apps), Some(past)) = (&self.apps, &node.past) else { return (next, said) };
            let next = self.come(next, || Past::Then(Arc::clone(past), event.clone()));
            match matches!(said, Said::Broken(_)) || apps.agrees(node, &event, &next, &said) {
                true => (next, said),
                false => (next, Said::Broken(Broken::App)),
            }
        })
    }

    /// A new node from a snapshot of another: nothing of its own, and rounds verified from genesis.
    pub fn restored(&self, from: &Node) -> Option<Arc<Node>> {
        self.restored.get(from.key, || {
            let state = self.anew(&from.state, &from.rounds)?;
            let rounds = from.rounds[..state.tip().round() as usize].to_vec();
            let node = Node::begun(state, rounds, from.block_ms);
            let (Some(apps), Some(past)) = (&self.apps, &from.past) else { return Some(node) };
            let node = self.come(node, || Past::Restored(Arc::clone(past)));
            apps.restores(&node).then_some(node)
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

    /// The mempool takes a transaction, or refuses it.
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
        // The order of arrival matters only under the old rules: `proposes` checks this.
        if self.plant != Plant::OldRules {
            node.mempool.sort();
        }
    }

    /// Returns whether a node votes for a block. It forgets what it verifies for that: otherwise it would
    /// know a ticket or an announcement before its mempool meets it.
    pub fn vote(&self, node: &Node, block: &Arc<Block>) -> bool {
        let read = || read(&node.state, &node.verdicts.clone(), &block.bytes()).ok().map(Arc::new);
        let Some(transactions) = self.reads.get((node.derived().key, Arc::clone(block)), read) else {
            return false;
        };
        self.is_insisted(node, block, &transactions)
    }

    /// The same, and checks that the real application votes so.
    pub fn agreed_vote(&self, node: &Node, block: &Arc<Block>) -> Result<bool, Broken> {
        let vote = self.vote(node, block);
        let Some(apps) = &self.apps else { return Ok(vote) };
        let agrees = self.agreed.get((node.key, Arc::clone(block)), || apps.votes(node, block, vote));
        if agrees { Ok(vote) } else { Err(Broken::App) }
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
        // The engine asks again about the remaining transactions.
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

    /// The time by the node's own clock, which moves only when the model says so.
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
