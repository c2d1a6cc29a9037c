//! The real application of a node: `App`, with its store and its file, which has to give the engine the same
//! answers as the values.
//!
//! A value records the events that led to it. So an application is brought to the same point, in a directory
//! of its own, and then processes the same event; its answers, its durable state, its rounds and its duty are
//! compared with those of the value. A crash between the two halves of a commit restores the file of the
//! earlier state.

use crate::{
    block::Block,
    event::{Event, Said},
    node::{Key, Node},
    tx::{Truth, TxRef},
};
use bytes::Bytes;
use heliast::Chain;
use heliast_engine::{ByHand, Handles};
use heliast_finality::{NetworkFile, engine_chain_id};
use heliast_network::parts::{
    App, Application, Committed,
    messages::{
        ApplyResult, OfferResult, ProposalStatus, PublicKey, RequestApplySnapshotChunk, RequestCheckTx,
        RequestFinalizeBlock, RequestInitChain, RequestLoadSnapshotChunk, RequestOfferSnapshot,
        RequestPrepareProposal, RequestProcessProposal, ResponseFinalizeBlock, Snapshot, Timestamp,
        ValidatorUpdate, request, response,
    },
};
use heliast_store::Store;
use std::{
    collections::{BTreeMap, VecDeque},
    fs,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
        mpsc::{self, Receiver},
    },
};
use tempfile::TempDir;

/// The applications that stay beside a model.
const KEPT: usize = 32;
/// The file of the state in a node's directory.
const STATE: &str = "consensus.state";

/// The events that lead to a node.
#[derive(Clone)]
pub enum Past {
    /// A new node.
    First,
    /// A new node with a snapshot of this one.
    Restored(Arc<Past>),
    /// That node, and then an event.
    Then(Arc<Past>, Event),
}

/// The applications of one network.
pub struct Apps {
    terms: Arc<Terms>,
    compared: AtomicU64,
    /// The last ones that were brought to a node: most often one of them is needed next.
    last: Mutex<VecDeque<(Key, Real)>>,
}

struct Terms {
    chain: Chain,
    network: Arc<NetworkFile>,
    room: usize,
    off_ms: i64,
}

/// An application in its directory.
struct Real {
    terms: Arc<Terms>,
    dir: TempDir,
    process: Option<Process>,
    clock: Arc<ByHand>,
    /// The time of the last block.
    block_ms: u64,
    /// The engine's mempool, and the tickets that it does not offer again.
    mempool: Vec<TxRef>,
    refused: Vec<TxRef>,
}

struct Process {
    app: App,
    handles: Handles,
    heard: Receiver<Committed>,
}

impl Past {
    /// All blocks that the state of the node has, from the first on.
    fn blocks(&self) -> Vec<Arc<Block>> {
        match self {
            Past::First => vec![],
            Past::Restored(from) => from.blocks(),
            Past::Then(before, event) => {
                let mut blocks = before.blocks();
                if let Event::Commits(block) = event {
                    blocks.push(Arc::clone(block));
                }
                blocks
            }
        }
    }
}

impl Apps {
    pub fn new(chain: &Chain, network: &Arc<NetworkFile>, room: usize, off_ms: i64) -> Apps {
        let terms = Arc::new(Terms { chain: chain.clone(), network: Arc::clone(network), room, off_ms });
        Apps { terms, compared: AtomicU64::new(0), last: Mutex::default() }
    }

    /// The events that were compared.
    pub fn compared(&self) -> u64 {
        self.compared.load(Ordering::Relaxed)
    }

    /// Returns whether the application does the same as the value with an event.
    pub fn agrees(&self, before: &Node, event: &Event, after: &Node, said: &Said) -> bool {
        let Some(past) = &before.past else { return true };
        self.compared.fetch_add(1, Ordering::Relaxed);
        let mut real = self.at(before.key, past);
        let agrees = real.has(before) && real.mempool_is(before) && real.meets(event, Some((after, said)));
        self.keep(after.key, real);
        agrees
    }

    /// Returns whether an application that takes a snapshot has the state of the value that took it.
    pub fn restores(&self, after: &Node) -> bool {
        let Some(past) = &after.past else { return true };
        self.compared.fetch_add(1, Ordering::Relaxed);
        let real = self.brought(past);
        let has = real.has(after);
        self.keep(after.key, real);
        has
    }

    /// Returns whether it votes as the value does.
    pub fn votes(&self, node: &Node, block: &Arc<Block>, vote: bool) -> bool {
        let Some(past) = &node.past else { return true };
        self.compared.fetch_add(1, Ordering::Relaxed);
        self.at(node.key, past).vote(block) == vote
    }

    fn at(&self, key: Key, past: &Past) -> Real {
        let mut last = self.last.lock().unwrap();
        let place = last.iter().position(|(of, _)| *of == key);
        let known = place.and_then(|place| last.remove(place));
        drop(last);
        known.map_or_else(|| self.brought(past), |(_, real)| real)
    }

    fn keep(&self, key: Key, real: Real) {
        let mut last = self.last.lock().unwrap();
        last.push_back((key, real));
        if last.len() > KEPT {
            last.pop_front();
        }
    }

    fn brought(&self, past: &Past) -> Real {
        match past {
            Past::First => Real::begun(&self.terms),
            Past::Restored(from) => {
                let mut source = Real::begun(&self.terms);
                source.process = source.process.map(|one| Process { app: one.app.with_snapshots(1), ..one });
                for block in from.blocks() {
                    source.commits(&block);
                }
                let mut real = Real::begun(&self.terms);
                real.restored(&mut source);
                real
            }
            Past::Then(before, event) => {
                let mut real = self.brought(before);
                real.meets(event, None);
                real
            }
        }
    }
}

impl Real {
    /// A new application.
    fn begun(terms: &Arc<Terms>) -> Real {
        let (terms, dir, clock) = (Arc::clone(terms), memory(), ByHand::at(0));
        let (mempool, refused) = Default::default();
        let mut real = Real { terms, dir, process: None, clock, block_ms: 0, mempool, refused };
        real.start();
        real
    }

    /// Starts the process; the engine initialises it if it has no blocks.
    fn start(&mut self) {
        let data = self.dir.path().join("data");
        let chain = &self.terms.chain;
        let store = if Store::exists(&data) { Store::open(&data) } else { Store::create(&data, chain) };
        let epoch = std::num::NonZeroU32::new(100).unwrap();
        let handles = Handles::with_clock(store.unwrap(), epoch, self.clock.clock());
        let (sender, heard) = mpsc::channel();
        let network = NetworkFile::clone(&self.terms.network);
        let app = App::new(&handles, network, self.dir.path(), 0, sender).unwrap();
        self.process = Some(Process { app, handles, heard });
        (self.mempool, self.refused) = Default::default();
        if self.app().state().height() == 0 {
            let validators = self.terms.network.validators().iter().map(|one| ValidatorUpdate {
                pub_key: Some(PublicKey { ed25519: Some(one.key.as_bytes().to_vec()), ml_dsa_65: None }),
                power: one.power as i64,
            });
            let (validators, chain_id) = (validators.collect(), engine_chain_id(chain.id()));
            let init = RequestInitChain { chain_id, validators, initial_height: 1, ..Default::default() };
            let said = self.ask(request::Value::InitChain(init));
            assert!(matches!(said, response::Value::InitChain(_)), "{said:?}");
        }
    }

    fn process(&self) -> &Process {
        self.process.as_ref().expect("it has been started")
    }

    fn app(&self) -> &App {
        &self.process().app
    }

    fn ask(&mut self, request: request::Value) -> response::Value {
        let now_ms = self.block_ms.saturating_add_signed(self.terms.off_ms);
        self.clock.set_ms(now_ms);
        self.process.as_mut().expect("it has been started").app.answer(request)
    }

    /// Returns whether its durable state, its rounds and its duty are those of the value.
    fn has(&self, node: &Node) -> bool {
        let state = self.app().state();
        let store = fs::read(self.dir.path().join(STATE));
        let is_durable = match store {
            Ok(bytes) => bytes == state.to_bytes(),
            Err(_) => state.height() == 0,
        };
        is_durable
            && state.to_bytes() == node.state.to_bytes()
            && state.app_hash() == node.state.app_hash()
            && format!("{:?}", state.duty()) == format!("{:?}", node.state.duty())
    }

    /// Processes an event, and returns whether it did the same as the value, whose next state and answer are
    /// given.
    fn meets(&mut self, event: &Event, value: Option<(&Node, &Said)>) -> bool {
        match event {
            Event::Comes(tx) => {
                if !self.mempool.contains(tx) && !self.refused.contains(tx) {
                    self.checks(tx);
                }
                value.is_none_or(|(after, _)| self.mempool_is(after))
            }
            Event::Proposed(block) => {
                let vote = self.vote(block);
                value.is_none_or(|(_, said)| *said == Said::Vote(vote))
            }
            Event::Propose => {
                let txs: Vec<Bytes> = self.mempool.iter().map(|tx| tx.bytes.clone()).collect();
                let most = RequestPrepareProposal {
                    txs,
                    max_tx_bytes: self.terms.room as i64,
                    ..Default::default()
                };
                let response::Value::PrepareProposal(made) = self.ask(request::Value::PrepareProposal(most))
                else {
                    return false;
                };
                let is = |txs: &Vec<TxRef>| txs.iter().map(|tx| &tx.bytes).eq(made.txs.iter());
                value.is_none_or(|(_, said)| matches!(said, Said::Block(txs) if is(txs)))
            }
            Event::Commits(block) => {
                let before = powers(self.app());
                let done = self.commits(block);
                let left: Vec<TxRef> =
                    self.mempool.drain(..).filter(|held| !block.txs.contains(held)).collect();
                let round = self.app().state().tip().next_round();
                self.refused.retain(|tx| tx.round >= round);
                for tx in left {
                    self.checks(&tx);
                }
                value.is_none_or(|(after, _)| {
                    done.app_hash[..] == after.state.app_hash()
                        && changes_to(&done, &before, after)
                        && self.has(after)
                        && self.has_told(after)
                        && self.has_rounds(after)
                        && self.mempool_is(after)
                })
            }
            Event::Ends(block) => {
                let path = self.dir.path().join(STATE);
                let before = fs::read(&path).ok();
                if let Some(block) = block {
                    let block_ms = self.block_ms;
                    self.commits(block);
                    self.block_ms = block_ms;
                }
                self.process = None;
                match before {
                    Some(bytes) => fs::write(&path, bytes).unwrap(),
                    None => drop(fs::remove_file(&path)),
                }
                self.start();
                value.is_none_or(|(after, _)| self.has(after) && self.has_rounds(after))
            }
            // Nobody insists in these scenarios.
            Event::Valid(_) | Event::Waits => true,
        }
    }

    /// Asks its mempool about a transaction.
    fn checks(&mut self, tx: &TxRef) {
        let request = RequestCheckTx { tx: tx.bytes.clone(), ..Default::default() };
        let response::Value::CheckTx(checked) = self.ask(request::Value::CheckTx(request)) else {
            panic!("it does not check a transaction")
        };
        if checked.code == 0 {
            self.mempool.push(tx.clone());
        } else if matches!(tx.truth, Truth::Ticket { .. }) {
            self.refused.push(tx.clone());
        }
    }

    fn vote(&mut self, block: &Block) -> bool {
        let hash = block.hash().to_vec().into();
        let request = RequestProcessProposal { txs: block.bytes(), hash, ..Default::default() };
        match self.ask(request::Value::ProcessProposal(request)) {
            response::Value::ProcessProposal(done) => done.status == i32::from(ProposalStatus::Accept),
            other => panic!("{other:?}"),
        }
    }

    fn commits(&mut self, block: &Block) -> ResponseFinalizeBlock {
        let height = self.app().state().height() as i64 + 1;
        let (seconds, ms) = ((block.time_ms / 1_000) as i64, block.time_ms % 1_000);
        let time = Some(Timestamp { seconds, nanos: ms as i32 * 1_000_000 });
        let request = RequestFinalizeBlock { height, time, txs: block.bytes(), ..Default::default() };
        let response::Value::FinalizeBlock(done) = self.ask(request::Value::FinalizeBlock(request)) else {
            panic!("it does not finalise block {height}")
        };
        let committed = self.ask(request::Value::Commit(Default::default()));
        assert!(matches!(committed, response::Value::Commit(_)), "{committed:?}");
        self.block_ms = block.time_ms;
        done
    }

    /// Takes the latest snapshot of another application, as engines pass it on.
    fn restored(&mut self, from: &mut Real) {
        let height = from.app().state().height();
        let listed = from.ask(request::Value::ListSnapshots(Default::default()));
        let response::Value::ListSnapshots(listed) = listed else { panic!("{listed:?}") };
        // A node without blocks has no snapshot, and one that begins anew needs none.
        let Some(snapshot) = listed.snapshots.into_iter().find(|one| one.height == height) else {
            assert_eq!(height, 0, "there is no snapshot of the last block");
            return;
        };
        let app_hash = from.app().state().app_hash().to_vec().into();
        let Snapshot { format, chunks, .. } = snapshot;
        let offer = RequestOfferSnapshot { snapshot: Some(snapshot), app_hash };
        let offered = self.ask(request::Value::OfferSnapshot(offer));
        let accepted = i32::from(OfferResult::Accept);
        assert!(
            matches!(&offered, response::Value::OfferSnapshot(one) if one.result == accepted),
            "{offered:?}"
        );
        for index in 0..chunks {
            let wanted = RequestLoadSnapshotChunk { height, format, chunk: index };
            let loaded = from.ask(request::Value::LoadSnapshotChunk(wanted));
            let response::Value::LoadSnapshotChunk(loaded) = loaded else { panic!("{loaded:?}") };
            let chunk = RequestApplySnapshotChunk { index, chunk: loaded.chunk, sender: "a peer".into() };
            let applied = self.ask(request::Value::ApplySnapshotChunk(chunk));
            let accepted = i32::from(ApplyResult::Accept);
            assert!(
                matches!(&applied, response::Value::ApplySnapshotChunk(one) if one.result == accepted),
                "{applied:?}"
            );
        }
        self.block_ms = from.block_ms;
    }

    /// Returns whether it has given the worker the value's duty.
    fn has_told(&self, node: &Node) -> bool {
        let last = self.process().heard.try_iter().last();
        last.is_some_and(|told| {
            told.height == node.state.height()
                && format!("{:?}", told.duty) == format!("{:?}", node.state.duty())
        })
    }

    /// Returns whether its store has the value's rounds, byte for byte.
    fn has_rounds(&self, node: &Node) -> bool {
        let store = self.process().handles.rounds.store();
        let stored = (1..=store.last()).map(|number| store.round(number).unwrap().unwrap());
        stored.eq(node.rounds.iter().map(|round| round.to_vec()))
    }

    fn mempool_is(&self, node: &Node) -> bool {
        let mut mempool: Vec<_> = self.mempool.iter().map(|tx| *tx.key()).collect();
        let mut values: Vec<_> = node.mempool.iter().map(|held| *held.tx.key()).collect();
        mempool.sort_unstable();
        values.sort_unstable();
        mempool == values
    }
}

/// A directory in memory, if the system has one.
fn memory() -> TempDir {
    let shm = Path::new("/dev/shm");
    if shm.is_dir() { tempfile::tempdir_in(shm) } else { tempfile::tempdir() }.unwrap()
}

/// The validators' powers after the last block, by key.
fn powers(app: &App) -> BTreeMap<Vec<u8>, i64> {
    let set = app.state().validators();
    set.validators().iter().map(|one| (one.key.as_bytes().to_vec(), one.power as i64)).collect()
}

/// Returns whether the engine gets the changes that lead to the value's validators.
fn changes_to(done: &ResponseFinalizeBlock, before: &BTreeMap<Vec<u8>, i64>, after: &Node) -> bool {
    let mut told = before.clone();
    for update in &done.validator_updates {
        let key = update.pub_key.clone().unwrap_or_default().ed25519.unwrap_or_default();
        if told.get(&key).copied().unwrap_or(0) == update.power {
            return false;
        }
        told.insert(key, update.power);
    }
    told.retain(|_, power| *power > 0);
    let set = after.state.validators();
    let powers = set.validators().iter().map(|one| (one.key.as_bytes().to_vec(), one.power as i64));
    told == powers.collect()
}
