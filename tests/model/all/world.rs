//! The network as a model: honest nodes, hostile validators, the engine's attempts at blocks, and the
//! scheduler, which is hostile too.
//!
//! Validators propose in turn. In each attempt the proposer proposes, nodes that have all earlier blocks vote
//! by their own rules, and the scheduler decides on the outcome: with more than two thirds of the power the
//! block may be decided, or the attempt fails and the engines know the block as valid; with less it fails.
//! Hostile validators, the last ones, vote for everything. The model assumes the engine's own guarantee: one
//! block for a height.

use crate::{
    block::Block,
    catalogue::Catalogue,
    event::{Broken, Event, Said},
    keys::{self, GENESIS_MS},
    node::{Node, Time},
    nodes::Nodes,
    oracle::Oracle,
    setting::{Seen, Setting},
    tx::TxRef,
};
use stateright::{Model, Property};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

/// The model of a scenario.
pub struct Network {
    pub setting: Setting,
    pub nodes: Nodes,
    catalogue: Catalogue,
    seen: AtomicU32,
}

/// The whole network between two actions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct World {
    /// The honest nodes.
    pub nodes: Vec<Arc<Node>>,
    /// The state of a node that has all blocks.
    pub decided: Arc<Node>,
    pub oracle: Oracle,
    /// The blocks that a node still lacks, by height.
    blocks: BTreeMap<u64, Arc<Block>>,
    /// The rounds that have closed by the state of nodes, one after the other.
    pub closed: Vec<u64>,
    /// The power of each validator, of the next block, of the one after it, and by the last block.
    powers: [Vec<u64>; 3],
    /// Failed attempts at the next block.
    attempt: u8,
    /// The block that more than two thirds voted for in one of them.
    pub valid: Option<Arc<Block>>,
    /// The participants whose tickets an honest proposer had in this round's window, or on which all insist.
    pub promised: BTreeSet<u32>,
    left: Left,
    pub broken: Option<Broken>,
}

/// The events that may still happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Left {
    waits: u8,
    ends: u8,
    restores: u8,
    late: u8,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A transaction comes to one node, or to all.
    Comes(Option<usize>, TxRef),
    Waits,
    /// An attempt at the next block: the proposal of a hostile validator, or `None` for an honest one's; its
    /// time after the last block's; the outcome, and the node that learns of the decision later.
    Attempt(Option<Vec<TxRef>>, u64, Outcome),
    /// A node that is behind commits the next block.
    Commits(usize),
    /// A node ends and begins again; while it commits the next block if it is behind.
    Ends(usize),
    /// A node loses everything, and begins with a snapshot of another.
    Restores(usize, usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Decided { late: Option<usize> },
    Valid,
    Failed,
}

impl Network {
    pub fn new(setting: Setting) -> Network {
        let file = keys::network(setting.validators, setting.window_blocks, setting.insisting);
        let chain = keys::chain(&file, setting.participants);
        let Setting { has_ticks, has_false, room, plant, off_ms, .. } = setting;
        let catalogue = Catalogue::new(&chain, setting.said.clone(), has_ticks, has_false);
        let nodes = Nodes::new(chain, file, room, plant, off_ms);
        Network {
            nodes: if setting.has_app { nodes.with_apps() } else { nodes },
            setting,
            catalogue,
            seen: AtomicU32::new(0),
        }
    }

    pub fn saw(&self, what: Seen) {
        self.seen.fetch_or(1 << what as u8, Ordering::Relaxed);
    }

    /// Returns whether this has happened anywhere.
    pub fn has_seen(&self, what: Seen) -> bool {
        self.seen.load(Ordering::Relaxed) >> what as u8 & 1 == 1
    }

    fn honest(&self) -> usize {
        usize::from(self.setting.validators - self.setting.hostile)
    }

    /// The validator that proposes in this attempt. The next height begins after the first one of this one.
    fn proposer(&self, world: &World) -> usize {
        let turn = u64::from(self.setting.first) + world.oracle.height + u64::from(world.attempt);
        (turn % u64::from(self.setting.validators)) as usize
    }

    fn txs(&self, world: &World) -> Arc<Vec<TxRef>> {
        self.catalogue.after(&world.decided, &world.oracle)
    }

    fn is_over(&self, world: &World) -> bool {
        world.broken.is_some()
            || world.oracle.round > self.setting.last_round
            || world.oracle.height >= self.setting.last_height
    }

    /// The blocks that a hostile validator tries: every choice of good transactions, in two orders; a good
    /// one twice; false ones, alone and after a good one.
    fn hostile_blocks(&self, world: &World) -> Vec<Vec<TxRef>> {
        let txs = self.txs(world);
        let (good, lies): (Vec<TxRef>, Vec<TxRef>) = txs.iter().cloned().partition(|tx| tx.is_true());
        let mut blocks = vec![];
        for choice in 0..1_u32 << good.len() {
            let chosen = good.iter().enumerate().filter(|(place, _)| choice >> place & 1 == 1);
            let block: Vec<TxRef> = chosen.map(|(_, tx)| tx.clone()).collect();
            if block.len() > 1 {
                blocks.push(block.iter().rev().cloned().collect());
            }
            blocks.push(block);
        }
        if self.setting.has_false {
            blocks.extend(good.iter().map(|tx| vec![tx.clone(), tx.clone()]));
            blocks.extend(lies.iter().map(|lie| vec![lie.clone()]));
            let first = good.first();
            blocks
                .extend(first.iter().flat_map(|tx| lies.iter().map(|lie| vec![(*tx).clone(), lie.clone()])));
        }
        blocks
    }

    fn attempt(
        &self,
        world: &mut World,
        proposal: Option<Vec<TxRef>>,
        step_ms: u64,
        outcome: Outcome,
    ) -> Option<()> {
        let proposer = self.proposer(world);
        let time_ms = self.time(world) + step_ms;
        let is_hostile = proposal.is_some();
        let block = match (proposal, &world.valid) {
            (Some(txs), _) => Block::new(txs, time_ms),
            (None, Some(valid)) => {
                self.saw(Seen::Repeated);
                Arc::clone(valid)
            }
            (None, None) => {
                self.gossip(world, proposer);
                let (node, said) = self.nodes.step(&world.nodes[proposer], Event::Propose);
                world.nodes[proposer] = node;
                match said {
                    Said::Block(txs) => Block::new(txs, time_ms),
                    Said::Broken(broken) => {
                        world.broken = Some(broken);
                        return Some(());
                    }
                    other => panic!("{other:?}"),
                }
            }
        };
        let total: u64 = world.powers[0].iter().sum();
        let mut votes: u64 = world.powers[0][self.honest()..].iter().sum();
        for place in 0..self.honest() {
            if world.nodes[place].state.height() < world.oracle.height {
                continue;
            }
            let node = &world.nodes[place];
            let is_for = match self.setting.keeps_votes {
                false => self.nodes.agreed_vote(node, &block).unwrap_or_else(|broken| {
                    world.broken.get_or_insert(broken);
                    true
                }),
                true => {
                    let (node, said) = self.nodes.step(node, Event::Proposed(Arc::clone(&block)));
                    world.nodes[place] = node;
                    let is_for = said == Said::Vote(true);
                    self.note(world, said);
                    is_for || world.broken.is_some()
                }
            };
            match is_for {
                true => votes += world.powers[0][place],
                false if !is_hostile => world.broken = world.broken.or(Some(Broken::Refused)),
                false => {}
            }
        }
        let has_votes = 3 * votes > 2 * total;
        match outcome {
            _ if world.broken.is_some() => Some(()),
            Outcome::Failed => self.fail(world, None),
            Outcome::Valid => has_votes.then_some(()).and_then(|()| self.fail(world, Some(block))),
            Outcome::Decided { late } if has_votes => {
                self.decide(world, &block, is_hostile, proposer, late);
                Some(())
            }
            Outcome::Decided { late } if is_hostile && self.setting.is_forced => {
                self.saw(Seen::FalseBlock);
                self.decide(world, &block, is_hostile, proposer, late);
                Some(())
            }
            Outcome::Decided { .. } => None,
        }
    }

    /// Where validators insist, messages between honest validators are there in time: before it proposes, a
    /// node has been sent the tickets that others had in time. Peers send a ticket once.
    fn gossip(&self, world: &mut World, proposer: usize) {
        if self.setting.insisting.is_none() {
            return;
        }
        let in_time = world.nodes.iter().flat_map(|node| node.mempool.iter().filter(|held| node.had(held)));
        let others: BTreeSet<TxRef> = in_time.map(|held| held.tx.clone()).collect();
        for tx in others {
            (world.nodes[proposer], _) = self.nodes.step(&world.nodes[proposer], Event::Comes(tx));
        }
    }

    fn fail(&self, world: &mut World, valid: Option<Arc<Block>>) -> Option<()> {
        if world.attempt >= self.setting.attempts {
            return None;
        }
        world.attempt += 1;
        if let Some(block) = valid {
            let hash = *block.hash();
            let height = world.oracle.height;
            for node in world.nodes.iter_mut().filter(|node| node.state.height() == height) {
                (*node, _) = self.nodes.step(node, Event::Valid(hash));
            }
            world.valid = Some(block);
        }
        Some(())
    }

    fn time(&self, world: &World) -> u64 {
        if world.oracle.height == 0 { GENESIS_MS - 500 } else { world.decided.block_ms }
    }

    fn decide(
        &self,
        world: &mut World,
        block: &Arc<Block>,
        is_hostile: bool,
        proposer: usize,
        late: Option<usize>,
    ) {
        if is_hostile {
            self.saw(Seen::HostileBlock);
        }
        self.promise(world, is_hostile, proposer);
        (world.attempt, world.valid) = (0, None);
        let seed = keys::tip_id(world.decided.state.tip());
        let sealed = world.oracle.take(block, &seed);
        let phase = world.decided.state.phase();
        let (decided, said) = self.nodes.step(&world.decided, Event::Commits(Arc::clone(block)));
        world.decided = decided;
        self.note(world, said);
        world.blocks.insert(world.oracle.height, Arc::clone(block));
        let (state, duty) = (&world.decided.state, &world.decided.derived().duty);
        if (phase, state.phase()) == ("tickets", "delay") {
            world.closed.push(state.tip().next_round());
        }
        if !world.oracle.agrees(state, duty) || sealed.is_some() != state.sealed().is_some() {
            world.broken.get_or_insert(Broken::Spec);
        }
        if !world.oracle.has_members(state) {
            world.broken.get_or_insert(Broken::Members);
        }
        if let Some(sealed) = sealed {
            self.saw(Seen::Sealed);
            if !sealed.agrees(state) {
                world.broken.get_or_insert(Broken::Spec);
            }
            if state.tip().keys().members().count() > self.setting.participants {
                self.saw(Seen::Joined);
            }
        }
        self.keep_promises(world);
        let [_, next, after] = std::mem::take(&mut world.powers);
        world.powers = [next, after, world.decided.derived().powers.clone()];
        for place in 0..self.honest() {
            if late != Some(place) {
                while world.nodes[place].state.height() < world.oracle.height && world.broken.is_none() {
                    self.commit(world, place);
                }
            }
        }
        world.left.late -= u8::from(late.is_some());
    }

    fn commit(&self, world: &mut World, place: usize) {
        let height = world.nodes[place].state.height();
        let block = Arc::clone(&world.blocks[&(height + 1)]);
        let (node, said) = self.nodes.step(&world.nodes[place], Event::Commits(block));
        world.nodes[place] = node;
        self.note(world, said);
        let node = &world.nodes[place];
        let decided = &world.decided;
        if node.state.height() == decided.state.height() {
            let (one, other) = (node.derived(), decided.derived());
            let is_same = one.key == other.key
                && one.app_hash == other.app_hash
                && one.powers == other.powers
                && node.rounds == decided.rounds;
            if !is_same {
                world.broken.get_or_insert(Broken::Differ);
            }
        }
    }

    fn note(&self, world: &mut World, said: Said) {
        if let Said::Broken(broken) = said {
            world.broken.get_or_insert(broken);
        }
    }
}

impl Model for Network {
    type State = World;
    type Action = Action;

    fn init_states(&self) -> Vec<World> {
        let first = self.nodes.first();
        let powers = first.derived().powers.clone();
        let Setting { waits, ends, restores, late, .. } = self.setting;
        vec![World {
            nodes: vec![Arc::clone(&first); self.honest()],
            decided: first,
            oracle: Oracle::new(self.setting.window_blocks, self.setting.participants),
            blocks: BTreeMap::new(),
            closed: vec![],
            powers: [powers.clone(), powers.clone(), powers],
            attempt: 0,
            valid: None,
            promised: BTreeSet::new(),
            left: Left { waits, ends, restores, late },
            broken: None,
        }]
    }

    fn actions(&self, world: &World, actions: &mut Vec<Action>) {
        if world.broken.is_some() {
            return;
        }
        let behind = |place: usize| world.nodes[place].state.height() < world.oracle.height;
        for place in (0..self.honest()).filter(|place| behind(*place)) {
            actions.push(Action::Commits(place));
        }
        for place in (0..self.honest()).filter(|_| world.left.ends > 0) {
            actions.push(Action::Ends(place));
        }
        for place in (0..self.honest()).filter(|_| world.left.restores > 0) {
            let from = (0..self.honest()).filter(|from| {
                *from != place && world.nodes[*from].state.height() >= world.nodes[place].state.height()
            });
            actions.extend(from.map(|from| Action::Restores(place, from)));
        }
        if self.is_over(world) {
            return;
        }
        for tx in self.txs(world).iter() {
            match self.setting.at_once {
                true => actions.push(Action::Comes(None, tx.clone())),
                false => {
                    actions.extend((0..self.honest()).map(|place| Action::Comes(Some(place), tx.clone())))
                }
            }
        }
        let is_late = world.nodes.iter().all(|node| node.time == Time::Over);
        if world.left.waits > 0 && !is_late {
            actions.push(Action::Waits);
        }
        let proposer = self.proposer(world);
        let mut outcomes = vec![Outcome::Decided { late: None }];
        if world.left.late > 0 {
            outcomes.extend((0..self.honest()).map(|place| Outcome::Decided { late: Some(place) }));
        }
        if world.attempt < self.setting.attempts {
            outcomes.push(Outcome::Valid);
            actions.push(Action::Attempt(Some(vec![]), 0, Outcome::Failed));
        }
        let proposals = match proposer < self.honest() {
            true if behind(proposer) => return,
            true => vec![None],
            false => self.hostile_blocks(world).into_iter().map(Some).collect(),
        };
        for proposal in proposals {
            for step_ms in &self.setting.steps_ms {
                for outcome in &outcomes {
                    actions.push(Action::Attempt(proposal.clone(), *step_ms, *outcome));
                }
            }
        }
    }

    fn next_state(&self, last: &World, action: Action) -> Option<World> {
        let mut world = last.clone();
        match action {
            Action::Comes(place, tx) => {
                for at in (0..world.nodes.len()).filter(|at| place.is_none_or(|place| place == *at)) {
                    let (node, said) = self.nodes.step(&world.nodes[at], Event::Comes(tx.clone()));
                    world.nodes[at] = node;
                    self.note(&mut world, said);
                }
            }
            Action::Waits => {
                world.left.waits -= 1;
                for node in &mut world.nodes {
                    (*node, _) = self.nodes.step(node, Event::Waits);
                }
            }
            Action::Attempt(_, _, Outcome::Failed) => self.fail(&mut world, None)?,
            Action::Attempt(proposal, step_ms, outcome) => {
                self.attempt(&mut world, proposal, step_ms, outcome)?
            }
            Action::Commits(place) => self.commit(&mut world, place),
            Action::Ends(place) => {
                world.left.ends -= 1;
                let height = world.nodes[place].state.height();
                let block = world.blocks.get(&(height + 1)).cloned();
                if block.is_some() {
                    self.saw(Seen::HalfCommit);
                }
                let (node, said) = self.nodes.step(&world.nodes[place], Event::Ends(block));
                world.nodes[place] = node;
                self.note(&mut world, said);
            }
            Action::Restores(place, from) => {
                world.left.restores -= 1;
                self.saw(Seen::Restored);
                match self.nodes.restored(&world.nodes[from]) {
                    Some(node) => world.nodes[place] = node,
                    None => world.broken = Some(Broken::Replay),
                }
            }
        }
        let least = world.nodes.iter().map(|node| node.state.height()).min().unwrap_or(0);
        world.blocks.retain(|height, _| *height > least);
        (world != *last).then_some(world)
    }

    fn properties(&self) -> Vec<Property<Network>> {
        vec![
            Property::always("nodes with the same blocks have the same state", |_, world: &World| {
                world.broken != Some(Broken::Differ)
            }),
            Property::always(
                "a state is the specification's, and a delay seals its own tickets",
                |_, world: &World| world.broken != Some(Broken::Spec),
            ),
            Property::always("a state begun anew from bytes is the one that lived", |_, world: &World| {
                world.broken != Some(Broken::Replay)
            }),
            Property::always("a block that is taken again stores the same round", |_, world: &World| {
                world.broken != Some(Broken::Store)
            }),
            Property::always("a ticket that was promised is in the round", |_, world: &World| {
                world.broken != Some(Broken::LeftOut)
            }),
            Property::always("an honest proposal is voted for", |_, world: &World| {
                world.broken != Some(Broken::Refused)
            }),
            Property::always("a round closes once", |_, world: &World| {
                world.broken != Some(Broken::ClosedTwice)
            }),
            Property::always("a proposal does not depend on who came first", |_, world: &World| {
                world.broken != Some(Broken::Order)
            }),
            Property::always("the real application does what the values do", |_, world: &World| {
                world.broken != Some(Broken::App)
            }),
            Property::always("members and validators are those that were decided", |_, world: &World| {
                world.broken != Some(Broken::Members)
            }),
        ]
    }
}
