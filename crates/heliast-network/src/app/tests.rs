//! Four applications and a proposer: consensus without an engine, with restarts, old copies and false blocks.

mod calls;
mod doors;
mod false_delays;
mod floods;
mod halves;
mod insisting;
mod order;
mod restoring;
mod validators;

use super::*;
use crate::{
    abci::messages::{
        RequestCheckTx, RequestInfo, RequestPrepareProposal, RequestProcessProposal, Validator,
    },
    duty::Duty,
    testing::{self, GENESIS_MS},
    transaction::{Body, Transaction},
};
use heliast::Chain;
use heliast_engine::AlarmKind;
use heliast_store::Store;
use std::{
    fs,
    sync::mpsc::{self, Receiver},
};

struct Node {
    dir: tempfile::TempDir,
    app: App,
    heard: Receiver<Committed>,
}

fn network() -> NetworkFile {
    testing::network(2, 0)
}

fn open(dir: &Path) -> Result<(App, Receiver<Committed>), AppError> {
    open_of(&testing::chain(&network()), dir)
}

fn open_of(chain: &Chain, dir: &Path) -> Result<(App, Receiver<Committed>), AppError> {
    open_with(&network(), chain, dir)
}

fn open_with(
    network: &NetworkFile,
    chain: &Chain,
    dir: &Path,
) -> Result<(App, Receiver<Committed>), AppError> {
    let data = dir.join("data");
    let store = if Store::exists(&data) { Store::open(&data) } else { Store::create(&data, chain) };
    let (sender, heard) = mpsc::channel();
    Ok((App::new(&Handles::new(store?), network.clone(), dir, 5, sender)?, heard))
}

impl Node {
    fn new() -> Node {
        let dir = tempfile::tempdir().unwrap();
        let (app, heard) = open(dir.path()).unwrap();
        let mut node = Node { dir, app, heard };
        let said = node.ask(request::Value::InitChain(init()));
        assert!(matches!(said, response::Value::InitChain(_)), "{said:?}");
        node
    }

    /// A node of a chain with announcements.
    fn that_announces() -> Node {
        Node::of(&testing::changing_chain(&network()))
    }

    fn of(chain: &Chain) -> Node {
        let dir = tempfile::tempdir().unwrap();
        let (app, heard) = open_of(chain, dir.path()).unwrap();
        Node { dir, app, heard }
    }

    fn ask(&mut self, request: request::Value) -> response::Value {
        self.app.answer(request)
    }

    /// Ends the node and starts it again; the store has one owner at a time.
    fn restart(self) -> Node {
        self.restart_in(&network())
    }

    /// The same for a node of this network.
    fn restart_in(self, network: &NetworkFile) -> Node {
        let Node { dir, app, heard } = self;
        drop((app, heard));
        let (app, heard) = open_with(network, &testing::chain(network), dir.path()).unwrap();
        Node { dir, app, heard }
    }

    fn height(&mut self) -> (i64, Bytes) {
        match self.ask(request::Value::Info(RequestInfo::default())) {
            response::Value::Info(info) => (info.last_block_height, info.last_block_app_hash),
            other => panic!("{other:?}"),
        }
    }

    fn finalize(&mut self, height: i64, txs: &[Bytes]) -> ResponseFinalizeBlock {
        self.finalize_at(height, txs, GENESIS_MS + 200 * height as u64)
    }

    fn finalize_at(&mut self, height: i64, txs: &[Bytes], time_ms: u64) -> ResponseFinalizeBlock {
        let time =
            Timestamp { seconds: (time_ms / 1_000) as i64, nanos: (time_ms % 1_000 * 1_000_000) as i32 };
        let request =
            RequestFinalizeBlock { height, time: Some(time), txs: txs.to_vec(), ..Default::default() };
        match self.ask(request::Value::FinalizeBlock(request)) {
            response::Value::FinalizeBlock(done) => done,
            other => panic!("{other:?}"),
        }
    }

    fn commit(&mut self) -> ResponseCommit {
        match self.ask(request::Value::Commit(Default::default())) {
            response::Value::Commit(done) => done,
            other => panic!("{other:?}"),
        }
    }

    fn check(&mut self, tx: &Transaction) -> u32 {
        let tx = tx.to_bytes().into();
        match self.ask(request::Value::CheckTx(RequestCheckTx { tx, ..Default::default() })) {
            response::Value::CheckTx(done) => done.code,
            other => panic!("{other:?}"),
        }
    }

    fn prepare(&mut self, txs: Vec<Bytes>, max_tx_bytes: i64) -> Vec<Bytes> {
        let request = RequestPrepareProposal { txs, max_tx_bytes, ..Default::default() };
        match self.ask(request::Value::PrepareProposal(request)) {
            response::Value::PrepareProposal(done) => done.txs,
            other => panic!("{other:?}"),
        }
    }

    fn accepts(&mut self, txs: &[Bytes]) -> bool {
        let request = RequestProcessProposal { txs: txs.to_vec(), ..Default::default() };
        match self.ask(request::Value::ProcessProposal(request)) {
            response::Value::ProcessProposal(done) => done.status == 1,
            other => panic!("{other:?}"),
        }
    }

    fn duty(&self) -> Duty {
        self.app.state().duty()
    }
}

fn init() -> RequestInitChain {
    let validators = network().validators().iter().map(update).collect();
    let chain_id = engine_chain_id(testing::chain(&network()).id());
    RequestInitChain { chain_id, validators, initial_height: 1, ..Default::default() }
}

fn update(one: &heliast_finality::Validator) -> ValidatorUpdate {
    let ed25519 = Some(one.key.as_bytes().to_vec());
    ValidatorUpdate { pub_key: Some(PublicKey { ed25519, ml_dsa_65: None }), power: one.power as i64 }
}

/// One block of all nodes: the node whose turn it is proposes the content of its mempool.
fn block(nodes: &mut [Node], height: i64) -> Vec<Bytes> {
    let turn = height as usize % nodes.len();
    let chain = nodes[turn].app.state().chain().clone();
    let sent = testing::transactions(&chain, &nodes[turn].duty());
    let mempool: Vec<Bytes> = sent.iter().map(|one| one.to_bytes().into()).collect();
    let txs = nodes[turn].prepare(mempool, 1 << 20);
    for node in nodes.iter_mut() {
        assert!(node.accepts(&txs));
    }
    let hashes: Vec<_> = nodes.iter_mut().map(|node| node.finalize(height, &txs).app_hash).collect();
    assert!(hashes.iter().all(|hash| *hash == hashes[0]), "all nodes have one hash");
    for node in nodes.iter_mut() {
        node.commit();
    }
    txs
}

#[test]
fn four_nodes_make_rounds_that_verify_from_genesis() {
    let mut nodes: Vec<_> = (0..4).map(|_| Node::new()).collect();
    for height in 1..=40 {
        block(&mut nodes, height);
    }
    let last = nodes[0].app.state().tip().round();
    assert!(last >= 7, "{last} rounds in eight seconds of block time");
    let chain = testing::chain(&network());
    let mut tip = chain.start();
    for number in 1..=last {
        let bytes: Vec<_> =
            nodes.iter().map(|node| node.app.rounds.store().round(number).unwrap().unwrap()).collect();
        assert!(bytes.iter().all(|other| *other == bytes[0]), "no two nodes differ");
        let round = chain.verify(&tip, chain.decode_round(&bytes[0]).unwrap()).unwrap();
        assert!(!round.tickets.is_empty());
        tip = chain.tip_after(&round);
    }
    let heard: Vec<_> = nodes[2].heard.try_iter().collect();
    assert_eq!(heard.iter().map(|one| one.height).collect::<Vec<_>>(), (0..=40).collect::<Vec<_>>());
    assert_eq!(heard.iter().filter_map(|one| one.sealed).collect::<Vec<_>>(), (1..=last).collect::<Vec<_>>());
}

#[test]
fn a_node_that_starts_again_goes_on_where_it_was() {
    let mut nodes = vec![Node::new()];
    for height in 1..=26 {
        block(&mut nodes, height);
        let mut node = nodes.remove(0);
        let (before, duty) = (node.height(), format!("{:?}", node.duty()));
        assert_eq!(before.0, height);
        let mut node = node.restart();
        assert_eq!((node.height(), format!("{:?}", node.duty())), (before, duty));
        nodes.push(node);
    }
}

/// The store has the round of a block whose state is missing, as after a kill between the two writes.
#[test]
fn a_block_that_was_half_committed_is_taken_again() {
    let mut node = Node::new();
    for height in 1.. {
        let chain = node.app.state().chain().clone();
        let txs: Vec<Bytes> =
            testing::transactions(&chain, &node.duty()).iter().map(|one| one.to_bytes().into()).collect();
        let file = node.dir.path().join("consensus.state");
        let before = fs::read(&file).ok();
        let done = node.finalize(height, &txs);
        node.commit();
        let Some(sealed) = node.app.state().sealed().map(|round| round.number) else { continue };
        fs::write(&file, before.unwrap()).unwrap();
        node = node.restart();
        assert_eq!(node.height().0, height - 1, "the engine sends the block again");
        assert_eq!(node.finalize(height, &txs).app_hash, done.app_hash);
        node.commit();
        assert_eq!((node.app.rounds.store().last(), node.height().0), (sealed, height));
        if sealed == 3 {
            return;
        }
    }
}

#[test]
fn halves_that_do_not_belong_together_are_named() {
    let mut nodes = vec![Node::new()];
    let mut old = None;
    for height in 1..=30 {
        block(&mut nodes, height);
        if nodes[0].app.state().tip().round() == 1 {
            old = Some(fs::read(nodes[0].dir.path().join("consensus.state")).unwrap());
        }
    }
    let Node { dir, app, heard } = nodes.remove(0);
    drop((app, heard));
    let file = dir.path().join("consensus.state");
    fs::write(&file, old.unwrap()).unwrap();
    assert!(matches!(open(dir.path()), Err(AppError::Halves { state: 1, .. })));
    fs::write(&file, "damaged").unwrap();
    assert!(matches!(open(dir.path()), Err(AppError::State(_))));
    fs::remove_file(&file).unwrap();
    assert!(matches!(open(dir.path()), Err(AppError::File { .. })), "rounds without a state");
}

#[test]
fn an_engine_of_another_network_is_refused() {
    let node = |request| {
        let dir = tempfile::tempdir().unwrap();
        let (mut app, _heard) = open(dir.path()).unwrap();
        match app.answer(request::Value::InitChain(request)) {
            response::Value::InitChain(_) => None,
            response::Value::Exception(exception) => Some(exception.error),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(node(init()), None);
    let said = |request, words| assert!(node(request).unwrap().contains(words), "{words}");
    said(RequestInitChain { chain_id: "another".into(), ..init() }, "the engine's chain is another");
    said(RequestInitChain { initial_height: 9, ..init() }, "begins with height 9");
    let mut fewer = init();
    fewer.validators.pop();
    said(fewer, "other validators");
    let mut stronger = init();
    stronger.validators[0].power += 1;
    said(stronger, "other validators");
    let dir = tempfile::tempdir().unwrap();
    let (store, (sender, _heard)) =
        (Store::create(dir.path().join("data"), &testing::chain(&network())).unwrap(), mpsc::channel());
    let other = testing::network(9, 0);
    assert!(matches!(App::new(&Handles::new(store), other, dir.path(), 0, sender), Err(AppError::Network)));
}

#[test]
fn a_false_block_is_voted_against_and_does_nothing() {
    let mut node = Node::new();
    for height in 1.. {
        if matches!(node.duty(), Duty::Draw { .. }) {
            break;
        }
        node.finalize(height, &[]);
        node.commit();
    }
    let chain = node.app.state().chain().clone();
    let good = testing::transactions(&chain, &node.duty());
    let mut lie = good[0].clone();
    let Body::Ticket(ticket) = &mut lie.body else { panic!("{lie:?}") };
    ticket.proof[40] ^= 1;
    let bytes = |list: &[&Transaction]| list.iter().map(|one| one.to_bytes().into()).collect::<Vec<Bytes>>();
    assert!(node.accepts(&bytes(&[&good[0]])));
    for false_block in
        [bytes(&[&lie]), bytes(&[&good[0], &good[0]]), vec![Bytes::from_static(b"junk")], vec![Bytes::new()]]
    {
        assert!(!node.accepts(&false_block));
        assert!(node.prepare(false_block, 1 << 20).len() < 2);
    }
    let all = bytes(&good.iter().collect::<Vec<_>>());
    assert!(node.prepare(all.clone(), 300).len() < all.len(), "a block has only so much room");
    // If it is decided all the same, it has no effect.
    let height = node.height().0 + 1;
    let done = node.finalize(height, &bytes(&[&lie, &good[0]]));
    assert_eq!(done.tx_results.iter().map(|one| one.code).collect::<Vec<_>>(), [code::UNFIT, code::OK]);
}

#[test]
fn the_mempool_takes_what_may_be_of_use() {
    let mut node = Node::new();
    let chain = node.app.state().chain().clone();
    let tick = |n| Transaction { round: 1, body: Body::Tick(n) };
    // The time of this machine is long after the genesis.
    assert_eq!([node.check(&tick(0)), node.check(&tick(1))], [code::OK, code::NOT_NOW]);
    let inputs =
        |node: &Node| (0..2).map(|slot| chain.ticket_input(node.app.state().tip(), slot)).collect::<Vec<_>>();
    let early = testing::tickets(&chain, &inputs(&node)).remove(0);
    let ticket = |round| Transaction { round, body: Body::Ticket(early.clone()) };
    assert_eq!(node.app.state().phase(), "waiting");
    assert_eq!([1, 2].map(|round| node.check(&ticket(round))), [code::OK, code::NOT_NOW]);
    node.finalize(1, &[]);
    node.commit();
    assert_eq!(node.app.state().phase(), "tickets");
    assert_eq!([node.check(&ticket(1)), node.check(&tick(0))], [code::OK, code::NOT_NOW]);
    node.finalize(2, &[ticket(1).to_bytes().into()]);
    node.commit();
    assert_eq!(node.check(&ticket(1)), code::UNFIT, "it stands in a block");
}

#[test]
fn a_validator_that_signs_twice_is_reported_to_the_engine() {
    let mut node = Node::new();
    let board = Arc::clone(&node.app.board);
    let counted = || board.network().map(|network| (network.validators, network.quorum)).unwrap();
    assert_eq!(counted(), (4, 3));
    let guilty = network().validators()[2].clone();
    let validator = Some(Validator { address: guilty.key.address().to_vec().into(), power: 10 });
    let misbehavior = vec![Misbehavior { r#type: 1, validator, ..Default::default() }; 2];
    let request = RequestFinalizeBlock { height: 1, misbehavior, ..Default::default() };
    let response::Value::FinalizeBlock(done) = node.ask(request::Value::FinalizeBlock(request)) else {
        panic!("another answer");
    };
    let without = ValidatorUpdate { power: 0, ..update(&guilty) };
    assert_eq!(done.validator_updates, [without]);
    assert_eq!(counted(), (4, 3), "the block is not durable yet");
    assert_eq!(node.commit().retain_height, 0);
    assert_eq!(node.finalize(2, &[]).validator_updates, []);
    assert_eq!(counted(), (3, 3), "more than two thirds of the rest are all of them");
    node.commit();
    // The store has one owner at a time.
    drop(board);
    let node = node.restart();
    let network = node.app.board.network().unwrap();
    assert_eq!((network.validators, network.quorum), (3, 3), "also after a restart");
}

#[test]
fn old_blocks_may_be_forgotten_but_not_the_latest() {
    let mut nodes = vec![Node::new()];
    for height in 1..=9 {
        block(&mut nodes, height);
    }
    nodes[0].finalize(10, &[]);
    assert_eq!(nodes[0].commit().retain_height, 5);
    let said = nodes[0].ask(request::Value::Commit(Default::default()));
    assert!(matches!(said, response::Value::Exception(_)), "nothing was finalised");
}

/// When the state of a block is written, this does not end an alarm about another failed write.
#[test]
fn an_alarm_of_the_store_lasts_until_its_own_writer_calms_it() {
    let mut node = Node::new();
    let board = Arc::clone(&node.app.board);
    let alarm = || board.alarms().into_iter().find(|alarm| alarm.kind == AlarmKind::Store);
    board.set_alarm(AlarmKind::Store, Some("a round can't be stored".into()));
    node.finalize(1, &[]);
    node.commit();
    assert_eq!(alarm().unwrap().text, "a round can't be stored");
    board.set_alarm(AlarmKind::Store, None);

    // The node repeats a failed write, and reports it as long as it fails.
    let draft = node.dir.path().join(".consensus.state.new");
    fs::create_dir(&draft).unwrap();
    node.finalize(2, &[]);
    let committing = std::thread::spawn(move || {
        node.commit();
        node
    });
    while alarm().is_none() {
        std::thread::yield_now();
    }
    assert!(alarm().unwrap().text.contains("consensus.state can't be written"));
    fs::remove_dir(&draft).unwrap();
    committing.join().unwrap();
    assert_eq!(alarm(), None);
}

/// A restoration begins again while the file of an interrupted one exists: a crash leaves one of the two
/// files, so that the node always knows why it has rounds but no state.
#[cfg(unix)]
#[test]
fn a_crash_takes_no_word_of_an_interrupted_restoration() {
    use heliast_disk::{
        Place,
        recorder::{Fault, Recorder, every_answer},
    };
    use std::io::Write;
    let (mut states, mut is_over) = (0, false);
    for end in 0.. {
        states += every_answer(|answer| {
            let (dir, recorder) = (tempfile::tempdir().unwrap(), Recorder::default());
            let file = StateFile::new(recorder.disk(), dir.path());
            fs::write(file.waiting(), "old").unwrap();
            fs::write(dir.path().join("consensus.restored.new"), "half of a longer one").unwrap();
            recorder.set_fault(Some(Fault::EndAfter(end)));
            let restore = || {
                let mut draft = file.begin_waiting()?;
                draft.write_all(b"ne")?;
                draft.write_all(b"w")?;
                Ok::<_, std::io::Error>(draft.finish(Place::Any)?)
            };
            is_over = restore().is_ok();
            recorder.crash_by(answer).unwrap();
            let found = fs::read(file.waiting()).unwrap();
            assert!(found == b"new" || !is_over && found == b"old", "{end}: {found:?}");
        });
        if is_over {
            break;
        }
    }
    assert!(states > 20, "{states}");
}
