//! An application whose rounds are sealed, and an engine that answers with commits, lies, or nothing.

use super::*;
use crate::{
    abci::{
        Application,
        messages::{
            RequestCommit, RequestFinalizeBlock, Timestamp, request::Value as Asked, response::Value as Said,
        },
    },
    follow::testing::changing,
    rpc::testing::{FakeEngine, refusal, result},
    testing::{self, GENESIS_MS, signed::SignedBlock},
};
use heliast_finality::Invalid;
use heliast_store::Store;
use serde_json::Value;
use std::{collections::BTreeMap, sync::mpsc};
use tempfile::TempDir;

/// The engine's behaviour.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Answers {
    Right,
    Nothing,
    /// Only half of the power has voted.
    Half,
    /// One signature is false.
    FalseVote,
    /// The block of another height.
    OtherBlock,
    /// One validator more than there are.
    OtherSet,
    Junk,
}

/// An engine with its knowledge, and the requests that it got.
struct Engine {
    answers: Answers,
    /// The hashes of the application after each block.
    hashes: BTreeMap<u64, [u8; 32]>,
    asked: Vec<u64>,
}

struct House {
    _home: TempDir,
    handles: Handles,
    network: NetworkFile,
    engine: Arc<Mutex<Engine>>,
    rpc: FakeEngine,
    app: Arc<Mutex<App>>,
}

fn commit(engine: &Arc<Mutex<Engine>>, network: &NetworkFile, chain_id: &[u8; 32], params: &Value) -> Value {
    let mut engine = engine.lock().unwrap();
    let height: u64 = params["height"].as_str().unwrap().parse().unwrap();
    engine.asked.push(height);
    let off = u64::from(engine.answers == Answers::OtherBlock);
    let app_hash = engine.hashes[&(height - 1 - off)];
    let silent = if engine.answers == Answers::Half { 2 } else { 0 };
    let mut commit = SignedBlock { network, chain_id, height, app_hash, silent }.commit();
    if engine.answers == Answers::FalseVote {
        let votes = commit["commit"]["signatures"].as_array_mut().unwrap();
        votes[0]["signature"] = votes[1]["signature"].clone();
    }
    commit
}

impl House {
    fn new() -> House {
        let (home, network) = (TempDir::new().unwrap(), testing::network(2, 0));
        let chain = testing::chain(&network);
        let handles = Handles::new(Store::create(home.path().join("data"), &chain).unwrap());
        handles.finality.begin(&network.to_bytes()).unwrap();
        let (sender, _) = mpsc::channel();
        let app = App::new(&handles, network.clone(), home.path(), 0, sender).unwrap();
        let hashes = BTreeMap::from([(0, app.state().app_hash())]);
        let engine = Engine { answers: Answers::Right, hashes, asked: vec![] };
        let engine = Arc::new(Mutex::new(engine));
        let (known, file) = (Arc::clone(&engine), network.clone());
        let rpc = FakeEngine::start(move |method, params| {
            let answers = known.lock().unwrap().answers;
            match (method, answers) {
                (_, Answers::Nothing) => refusal("height is not available"),
                ("commit", Answers::Junk) => result(json!({ "signed_header": {} })),
                ("commit", _) => {
                    result(json!({ "signed_header": commit(&known, &file, chain.id(), params) }))
                }
                ("validators", _) => {
                    let mut set = SignedBlock {
                        network: &file,
                        chain_id: chain.id(),
                        height: 1,
                        app_hash: [0; 32],
                        silent: 0,
                    }
                    .set();
                    if answers == Answers::OtherSet {
                        let all = set["validators"].as_array_mut().unwrap();
                        all.push(all[0].clone());
                    }
                    result(set)
                }
                other => panic!("{other:?}"),
            }
        });
        House { _home: home, handles, network, engine, rpc, app: Arc::new(Mutex::new(app)) }
    }

    /// The work of a recorder, without its thread.
    fn work(&self) -> Work {
        let chain = self.handles.rounds.chain();
        Work {
            app: Arc::clone(&self.app),
            chain: chain.clone(),
            network: self.network.clone(),
            finality: Arc::clone(&self.handles.finality),
            board: Arc::clone(&self.handles.board),
            rpc: Rpc::new(&self.rpc.address).unwrap(),
            verifier: Verifier::new(chain, &self.network).unwrap(),
            removed: Some(vec![]),
            waiting: VecDeque::new(),
            attempts: 0,
            has_raised: false,
        }
    }

    /// Makes one block of all valid transactions.
    fn block(&self) {
        let mut app = self.app.lock().unwrap();
        let height = app.state().height() + 1;
        let txs = testing::transactions(app.state().chain(), &app.state().duty());
        let txs = txs.iter().map(|one| one.to_bytes().into()).collect();
        let time_ms = (GENESIS_MS + 250 * height) as i64;
        let time = Timestamp { seconds: time_ms / 1_000, nanos: (time_ms % 1_000 * 1_000_000) as i32 };
        let block =
            RequestFinalizeBlock { height: height as i64, time: Some(time), txs, ..Default::default() };
        assert!(matches!(app.answer(Asked::FinalizeBlock(block)), Said::FinalizeBlock(_)));
        assert!(matches!(app.answer(Asked::Commit(RequestCommit {})), Said::Commit(_)));
        self.engine.lock().unwrap().hashes.insert(height, app.state().app_hash());
    }

    /// Makes blocks until a round is sealed; returns its number.
    fn round(&self) -> u64 {
        loop {
            self.block();
            if let Some(round) = self.app.lock().unwrap().state().sealed() {
                return round.number;
            }
        }
    }

    fn set(&self, answers: Answers) {
        self.engine.lock().unwrap().answers = answers;
    }

    fn asked(&self) -> Vec<u64> {
        std::mem::take(&mut self.engine.lock().unwrap().asked)
    }

    fn alarm(&self) -> Option<String> {
        let alarms = self.handles.board.alarms().into_iter();
        alarms.filter(|alarm| alarm.kind == AlarmKind::Finality).map(|alarm| alarm.text).next()
    }

    /// The stored frames are valid proofs for a reader that only knows the rounds.
    fn verify(&self, rounds: &[u64]) {
        let store = self.handles.rounds.store();
        let mut verifier = Verifier::new(store.chain(), &self.network).unwrap();
        for round in 1..=store.last() {
            let frame = self.handles.finality.frame(round).unwrap();
            assert_eq!(frame.is_some(), rounds.contains(&round), "round {round}");
            let tip = store.tip_before(round + 1).unwrap().unwrap();
            if let Some(frame) = frame {
                assert_eq!(verifier.verify_bytes(&frame, &tip).unwrap().round, round);
            }
        }
    }
}

#[test]
fn the_commit_of_the_block_after_a_seal_is_kept_as_soon_as_there_is_one() {
    let house = House::new();
    let mut work = house.work();
    for round in 1..=3 {
        assert_eq!(house.round(), round);
        let height = house.app.lock().unwrap().state().height();
        work.look();
        assert_eq!(
            (house.handles.finality.last(), house.asked()),
            (round - 1, vec![]),
            "it can't be there yet"
        );
        house.block();
        work.look();
        assert_eq!((house.handles.finality.last(), house.asked()), (round, vec![height + 1]));
        work.look();
        assert!(house.asked().is_empty(), "and is not asked for again");
    }
    house.verify(&[1, 2, 3]);
    assert_eq!(house.alarm(), None);
}

/// A node that catches up commits many blocks between two looks.
#[test]
fn rounds_that_come_at_once_are_all_asked_for() {
    let house = House::new();
    let mut work = house.work();
    (1..=4).for_each(|round| assert_eq!(house.round(), round));
    work.look();
    assert_eq!(house.handles.finality.last(), 3, "the last one's commit is to come");
    house.block();
    work.look();
    house.verify(&[1, 2, 3, 4]);
}

/// A node never stores an invalid frame, whatever the engine answers; in the end it goes on without a frame.
#[test]
fn an_engine_that_lies_or_is_silent_is_asked_ten_times_and_said() {
    for (answers, words) in [
        (Answers::Nothing, "height is not available"),
        (Answers::Half, "20 of 40"),
        (Answers::FalseVote, "signature"),
        (Answers::OtherBlock, "the signed header's application hash is not that of this round"),
        (Answers::OtherSet, "4 votes, and there are 5 validators"),
        (Answers::Junk, "is not what CometBFT 0.40 answers"),
    ] {
        let house = House::new();
        let mut work = house.work();
        house.round();
        house.block();
        house.set(answers);
        for attempt in 1..ATTEMPTS {
            work.look();
            assert_eq!((house.alarm(), work.attempts), (None, attempt), "{answers:?}");
        }
        work.look();
        let alarm = house.alarm().unwrap();
        assert!(alarm.starts_with("that the network agreed on round 1 is not known here: "), "{alarm}");
        assert!(alarm.contains(words), "{answers:?}: {alarm}");
        assert!(alarm.ends_with("a later round's frame speaks for it, and other nodes have it"), "{alarm}");
        assert_eq!((house.handles.finality.last(), work.attempts, work.waiting.len()), (0, 0, 0));
        // The commit of the next round is requested, and its frame covers both.
        house.set(Answers::Right);
        house.round();
        house.block();
        work.look();
        assert_eq!((house.handles.finality.last(), house.alarm()), (2, None), "{answers:?}");
        house.verify(&[2]);
    }
}

#[test]
fn an_answer_that_comes_in_time_ends_the_count_of_vain_ones() {
    let house = House::new();
    let mut work = house.work();
    for round in 1..=2 {
        house.round();
        house.block();
        house.set(Answers::Nothing);
        (1..ATTEMPTS).for_each(|_| work.look());
        house.set(Answers::Right);
        work.look();
        assert_eq!((house.handles.finality.last(), work.attempts, house.alarm()), (round, 0, None));
    }
}

/// A run ended before it knew the commit of its last round: any later block has the hash.
#[test]
fn the_last_round_of_an_earlier_run_is_asked_for_again() {
    let house = House::new();
    house.round();
    drop(house.app.lock().unwrap().take_sealed());
    house.block();
    let mut work = house.work();
    work.resume();
    work.look();
    assert_eq!(house.handles.finality.last(), 0, "of the block after the one that is the last now");
    house.block();
    work.look();
    assert_eq!(house.handles.finality.last(), 1);
    house.verify(&[1]);
    // Commits for known frames are not requested again.
    let mut work = house.work();
    work.resume();
    assert!(work.waiting.is_empty());
}

/// The application may wait for a full disk, and the recorder does not wait for it.
#[test]
fn an_application_that_is_busy_is_looked_at_later() {
    let house = House::new();
    let mut work = house.work();
    house.round();
    house.block();
    let busy = house.app.lock().unwrap();
    work.look();
    assert_eq!(house.handles.finality.last(), 0);
    drop(busy);
    work.look();
    assert_eq!(house.handles.finality.last(), 1);
}

/// Its recorder began with the validators of the network file, nearly all of whom have left since.
#[test]
fn an_empty_node_that_restored_a_snapshot_knows_the_validators_of_then() {
    let (house, changed) = (House::new(), changing());
    let of_first = Verifier::new(&changed.chain, &changed.network).unwrap();
    let (chain, network) = (changed.chain.clone(), changed.network.clone());
    let mut work = Work { chain, network, verifier: of_first, ..house.work() };
    let frame = Frame::from_bytes(changed.frames.last().unwrap()).unwrap();
    let tip = changed.chain.tip_after(changed.rounds.last().unwrap());
    let refused = work.verifier.verify(&frame, &tip).unwrap_err();
    assert!(matches!(refused, Invalid::Trusted { .. }), "{refused}");
    work.begin_with(&tip).unwrap();
    work.verifier.verify(&frame, &tip).unwrap();
    // Only the first round is treated in this way.
    work.verifier = Verifier::new(&changed.chain, &changed.network).unwrap();
    work.begin_with(&tip).unwrap();
    assert!(work.verifier.verify(&frame, &tip).is_err());
}

#[test]
fn a_recorder_keeps_frames_until_it_is_dropped_and_of_its_own_network_only() {
    let house = House::new();
    let rpc = || Rpc::new(&house.rpc.address).unwrap();
    let other = testing::network(3, 0);
    let refused = Recorder::start(Arc::clone(&house.app), &house.handles, &other, rpc());
    assert!(refused.is_err(), "it is the network file of another chain");
    let recorder = Recorder::start(Arc::clone(&house.app), &house.handles, &house.network, rpc()).unwrap();
    // The thread may start late, when a round is already sealed, and then needs one more block.
    crate::worker::testing::wait(|| {
        house.block();
        house.handles.finality.last() >= 1
    });
    drop(recorder);
    assert_eq!(Arc::strong_count(&house.app), 1, "its thread has ended");
}
