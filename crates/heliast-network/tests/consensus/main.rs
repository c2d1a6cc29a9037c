//! Four nodes over real sockets, with a test instead of the engine: keys of hash trees, a node that is killed
//! at every block, hostile transactions, snapshots.

mod house;
mod node;
mod snapshot;

use heliast::keys::Key;
use heliast_network::parts::{
    Body, Duty,
    messages::{RequestCommit, RequestQuery, request::Value as Asked, response::Value as Said},
};
use house::{GENESIS_MS, House, NODES, PERIOD_MS};
use node::{Block, Node, finalize};
use std::{collections::BTreeSet, fs};

const ROUNDS: u64 = 20;
/// The round from which on participant 0 draws with a hash tree.
const TREE_FROM: u64 = 4;
/// The time between blocks.
const STEP_MS: u64 = 90;
const ROOM: i64 = 1 << 20;

/// The moment during a block at which a node is killed.
#[derive(Clone, Copy)]
enum Crash {
    /// The block was processed, but nothing was written.
    BeforeStore,
    /// The sealed round is in the store, the state is that of the previous block, and its draft is
    /// incomplete.
    BeforeState,
    /// Everything is written.
    AfterState,
}

const CRASHES: [Crash; 3] = [Crash::BeforeStore, Crash::BeforeState, Crash::AfterState];

/// Kills the node at one point of a block, and then acts like the engine: requests the height, and sends the
/// block again unless the node has it.
fn crash(node: &mut Node, house: &House, block: &Block, when: Crash) {
    let before = fs::read(node.state_file()).ok();
    let hash = node.finalize(block).app_hash;
    if !matches!(when, Crash::BeforeStore) {
        node.commit();
    }
    node.stop();
    if let (Crash::BeforeState, Some(before)) = (when, &before) {
        fs::write(node.state_file(), before).unwrap();
        fs::write(node.state_file().with_file_name(".consensus.state.new"), &before[..before.len() / 2])
            .unwrap();
    }
    node.restart(house);
    let info = node.info();
    if let Crash::AfterState = when {
        assert_eq!((info.last_block_height as u64, info.last_block_app_hash), (block.height, hash));
        return;
    }
    let has_all = before.is_none() && matches!(when, Crash::BeforeState);
    if !has_all {
        assert_eq!(info.last_block_height as u64, block.height - 1);
        assert_eq!(node.finalize(block).app_hash, hash);
        node.commit();
    }
}

/// The proposer's mempool: valid and invalid transactions.
fn mempool(house: &mut House, duty: &Duty) -> Vec<Vec<u8>> {
    let mut txs = house.transactions(duty);
    if let Duty::Draw { round, tip, announcements, .. } = duty
        && *round == 1
        && announcements.is_empty()
    {
        txs.push(house.announce(tip, 0, TREE_FROM));
    }
    txs
}

/// The same with additions of a proposer or another node: a repeated transaction, a false one, one of another
/// round, random bytes.
fn with_junk(txs: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut all = txs.to_vec();
    for tx in txs {
        let (mut changed, mut other_round) = (tx.clone(), tx.clone());
        *changed.last_mut().unwrap() ^= 1;
        other_round[8] ^= 1;
        all.extend([tx.clone(), changed, other_round, tx[..tx.len() - 1].to_vec()]);
    }
    all.push(vec![]);
    all
}

#[test]
fn four_nodes_make_rounds_with_hash_trees_while_one_dies_at_every_block() {
    let mut house = House::new(2, GENESIS_MS);
    let mut nodes: Vec<_> = (0..NODES).map(|_| Node::new(&house)).collect();
    let (mut height, mut time_ms) = (0, GENESIS_MS - STEP_MS);
    while nodes[0].duty.round() <= ROUNDS {
        (height, time_ms) = (height + 1, time_ms + STEP_MS);
        let duty = nodes[0].duty.clone();
        assert!(
            nodes.iter().all(|node| format!("{:?}", node.duty) == format!("{duty:?}")),
            "one duty for all"
        );
        let sent = mempool(&mut house, &duty);
        let fresh: Vec<_> = sent.iter().filter(|tx| nodes[0].check(tx).code == 0).cloned().collect();
        let turn = height as usize % NODES;
        let txs = nodes[turn].prepare(&with_junk(&fresh), ROOM);
        // The order of the mempool does not matter.
        let sorted = |txs: &[Vec<u8>]| BTreeSet::from_iter(txs.iter().cloned());
        assert_eq!(
            (txs.len(), sorted(&txs)),
            (fresh.len(), sorted(&fresh)),
            "what is right, and nothing else"
        );
        assert!(nodes.iter_mut().all(|node| node.accepts(&txs)));
        for junk in with_junk(&fresh).into_iter().filter(|tx| !fresh.contains(tx)) {
            let other = &mut nodes[(height as usize + 1) % NODES];
            assert!(!other.accepts(&[&txs[..], &[junk]].concat()), "block {height}");
        }
        let block = Block { height, time_ms, txs, ..Block::default() };
        let hashes: Vec<_> = nodes[1..].iter_mut().map(|node| node.finalize(&block).app_hash).collect();
        nodes[1..].iter_mut().for_each(|node| drop(node.commit()));
        crash(&mut nodes[0], &house, &block, CRASHES[height as usize % CRASHES.len()]);
        let info = nodes[0].info();
        assert_eq!(info.last_block_height as u64, height);
        assert!(hashes.iter().all(|hash| *hash == info.last_block_app_hash), "block {height}");
    }
    verify(&house, &nodes);
}

/// All nodes have the same rounds, and they verify from genesis.
fn verify(house: &House, nodes: &[Node]) {
    let (chain, mut tip) = (&house.chain, house.chain.start());
    let mut trees = 0;
    for number in 1..=ROUNDS {
        let stored: Vec<_> =
            nodes.iter().map(|node| node.handles().rounds.store().round(number).unwrap().unwrap()).collect();
        assert!(stored.iter().all(|other| *other == stored[0]), "round {number}");
        let round = chain.verify(&tip, chain.decode_round(&stored[0]).unwrap()).unwrap();
        assert_eq!(round.time_ms, GENESIS_MS + (number - 1) * u64::from(PERIOD_MS), "no period is left out");
        trees += round.facts().lots.iter().filter(|lot| matches!(lot.key, Key::Stateful(_))).count();
        tip = chain.tip_after(&round);
    }
    assert!(trees > 0, "participant 0 has drawn with its hash tree");
}

#[test]
fn blocks_out_of_their_order_are_refused() {
    let mut house = House::new(0, GENESIS_MS);
    let mut node = Node::new(&house);
    let block = |height, txs| Block { height, time_ms: GENESIS_MS - 1, txs, ..Block::default() };
    let said = node.ask(finalize(&block(2, vec![])));
    let Said::Exception(exception) = said else { panic!("{said:?}") };
    assert!(exception.error.contains("sends block 2") && exception.error.contains("awaits 1"));
    let said = node.ask(Asked::Commit(RequestCommit {}));
    assert!(matches!(said, Said::Exception(_)), "{said:?}");
    assert_eq!(node.info().last_block_height, 0);
    let ticks = house.transactions(&node.duty);
    node.finalize(&block(1, ticks));
    assert_eq!(node.commit().height, 1);
    let Said::Exception(_) = node.ask(finalize(&block(1, vec![]))) else { panic!("it has this block") };
    let said = node.ask(Asked::Query(RequestQuery::default()));
    let Said::Query(query) = said else { panic!("{said:?}") };
    let status: serde_json::Value = serde_json::from_slice(&query.value).unwrap();
    assert_eq!((&status["height"], &status["round"], &status["ticks"]), (&1.into(), &0.into(), &1.into()));
    assert_eq!((&status["phase"], query.height), (&"waiting".into(), 1));
}

#[test]
fn no_tick_is_taken_before_its_time_and_one_good_ticket_of_a_place() {
    let far = 4_000_000_000_000;
    let mut house = House::new(0, far);
    let mut node = Node::new(&house);
    let tick = house::bytes(1, Body::Tick(0));
    assert!(node.check(&tick).log.contains("has not come"), "by the clock of this machine");
    assert!(node.accepts(&[tick]), "but another proposer's clock may be ahead");

    let tickets = tickets(&mut house);
    let mut other = tickets[0].clone();
    *other.last_mut().unwrap() ^= 1;
    assert!(node.check(&other).log.contains("proof"), "{:?}", node.check(&other));
    assert_eq!(node.check(&tickets[0]).code, 0);
    assert!(node.check(&other).log.contains("has sent another"));
    assert_eq!(node.check(&tickets[0]).code, 0, "the same again");
    assert_eq!(node.check(&tickets[1]).code, 0);
}

/// Tickets that are drawn before round 1 has opened.
fn tickets(house: &mut House) -> Vec<Vec<u8>> {
    let tip = house.chain.start();
    house.transactions(&Duty::Draw {
        round: 1,
        tip,
        inputs: vec![],
        opening_ms: 0,
        closes: 0,
        tickets: Default::default(),
        announcements: Default::default(),
    })
}
