//! The tickets that must be in a round, whatever else is sent.

use crate::{
    event::Broken,
    keys,
    node::{Held, Node, Time},
    oracle::Phase,
    setting::Seen,
    tx::Truth,
    world::{Network, World},
};
use std::{collections::BTreeSet, sync::Arc};

impl Network {
    /// An honest proposer has promised the tickets of its mempool; validators that insist, those that all
    /// have in time.
    pub fn promise(&self, world: &mut World, is_hostile: bool, proposer: usize) {
        let Phase::Collecting { height: opened, .. } = world.oracle.phase else { return };
        let seed = keys::tip_id(world.decided.state.tip());
        let of = |held: &Held| match &held.tx.truth {
            Truth::Ticket { seed: of, participant } if *of == seed => Some(*participant),
            _ => None,
        };
        if world.valid.is_some() {
            return;
        }
        if !is_hostile {
            world.promised.extend(world.nodes[proposer].mempool.iter().filter_map(of));
        }
        if self.setting.insisting.is_none() {
            return;
        }
        let insists = |node: &Arc<Node>| -> BTreeSet<u32> {
            let is_able = node.has_seen_block && node.time != Time::Over;
            let is_able = is_able && node.state.height() == world.oracle.height;
            let counts = |held: &&Held| node.had(held) && held.height + 1 >= opened;
            node.mempool.iter().filter(|_| is_able).filter(counts).filter_map(of).collect()
        };
        let all: Vec<BTreeSet<u32>> = world.nodes.iter().map(insists).collect();
        let in_all: Vec<u32> =
            all[0].iter().filter(|who| all.iter().all(|one| one.contains(who))).copied().collect();
        if is_hostile && !in_all.is_empty() {
            self.saw(Seen::Insisted);
        }
        world.promised.extend(in_all);
    }

    pub fn keep_promises(&self, world: &mut World) {
        if world.closed.windows(2).any(|pair| pair[0] >= pair[1]) {
            world.broken.get_or_insert(Broken::ClosedTwice);
        }
        match world.oracle.phase {
            Phase::Delaying { .. } => {
                let tickets = &world.oracle.tickets;
                if !world.promised.iter().all(|who| tickets.contains_key(who)) {
                    world.broken.get_or_insert(Broken::LeftOut);
                }
                world.promised.clear();
            }
            Phase::Waiting => world.promised.clear(),
            Phase::Collecting { .. } => {}
        }
    }
}
