//! The ABCI application: it takes the engine's blocks, and writes rounds to the node's store.
//!
//! A block is applied to a copy of the state. Commit makes the result durable, first the sealed round and
//! then the state: after a crash between the two, the engine sends the block again, and its round is already
//! in the store.
//!
//! If a round collects after a block, and validators insist on tickets, everybody must wait for the tickets
//! before the next block. The engine has one time to wait after all blocks, and waits with its mempool closed
//! if Commit takes long. So the application withholds its answer to FinalizeBlock (`App::with_wait`), and
//! goes on with the decided block meanwhile: its mempool takes tickets, and its worker draws.

mod block;
mod check;
mod code;
mod error;
mod insist;
mod order;
mod proposal;
mod restore;
mod restoring;
mod rounds;
mod snapshot;
mod state_file;
#[cfg(test)]
mod tests;

pub use check::Misfit;
pub(crate) use code::NOT_NOW;
pub use error::AppError;
pub(crate) use insist::Insist;

/// The rules by which a node judges transactions and blocks, without its store, its clock and its threads.
pub mod rules {
    pub use super::{
        block::{After, Decided, after},
        check::fits,
        insist::{BlockHash, BlockParts, Views},
        proposal::{proposed, read},
    };
}
pub use snapshot::Metadata;

use crate::{
    abci::{
        Application, Checker,
        messages::{
            Misbehavior, PublicKey, RequestFinalizeBlock, RequestInitChain, RequestQuery, ResponseCommit,
            ResponseException, ResponseExtendVote, ResponseFinalizeBlock, ResponseInfo, ResponseInitChain,
            ResponseListSnapshots, ResponseLoadSnapshotChunk, ResponseOfferSnapshot, ResponseQuery,
            ResponseVerifyVoteExtension, Timestamp, ValidatorUpdate, request, response,
        },
    },
    duty::Committed,
    state::{Adopted, State},
    verdicts::Verdicts,
};
use block::{After, Decided};
use bytes::Bytes;
use check::Mempool;
use heliast::Tip;
use heliast_disk::Disk;
use heliast_engine::{Handles, Rounds, StatusBoard};
use heliast_finality::{ConsensusKey, KeyType, NetworkFile, Record, ValidatorSet, engine_chain_id};
use restore::Restore;
use snapshot::Snapshots;
use state_file::StateFile;
use std::{
    collections::VecDeque,
    path::Path,
    sync::{Arc, mpsc::Sender},
    time::Duration,
};

/// A round that a block has sealed, and the network's record after that block.
#[derive(Clone, Debug)]
pub struct Sealed {
    /// The block: the header of the next height carries the hash.
    pub height: u64,
    /// The tip after the round.
    pub tip: Tip,
    /// All other data that the application hash after the block binds.
    pub record: Record,
}

/// The most sealed rounds that wait for the recorder, which stores their finality. During catch-up they come
/// faster than the recorder takes them.
const MOST_SEALED: usize = 4096;

/// The application of one node.
pub struct App {
    rounds: Arc<Rounds>,
    board: Arc<StatusBoard>,
    network: Arc<NetworkFile>,
    file: StateFile,
    verdicts: Arc<Verdicts>,
    mempool: Arc<Mempool>,
    insist: Arc<Insist>,
    /// The state after the last Commit.
    state: State,
    /// The state after FinalizeBlock, before Commit: with the time of the block.
    next: Option<(State, u64)>,
    /// C: the time from having a block after which a round collects to the next block; zero where nobody
    /// waits.
    wait: Duration,
    /// The time for which the last answer is withheld.
    withhold: Duration,
    /// The height of the last proposal that this process made or considered.
    proposed: u64,
    committed: Sender<Committed>,
    /// The last block that was sent to `committed`.
    told: u64,
    /// Sealed rounds that were not taken yet, in their order.
    sealed: VecDeque<Sealed>,
    /// The number of blocks that the engine keeps; 0 for all.
    keep_blocks: u64,
    snapshots: Snapshots,
    /// A snapshot of another node that is being restored.
    restore: Option<Restore>,
}

impl App {
    /// The application of the chain of a node, with the state in the directory `dir` if there is
    /// one. It sends its current duty to `committed` at once, and then each block when it is durable. The
    /// engine may forget all but the latest `keep_blocks` blocks; 0 keeps all.
    ///
    /// # Errors
    /// [`AppError`].
    pub fn new(
        handles: &Handles,
        network: NetworkFile,
        dir: &Path,
        keep_blocks: u64,
        committed: Sender<Committed>,
    ) -> Result<App, AppError> {
        let rounds = Arc::clone(&handles.rounds);
        if network.nonce() != rounds.chain().genesis().nonce {
            return Err(AppError::Network);
        }
        let (network, file) = (Arc::new(network), StateFile::new(Disk::default(), dir));
        let state = file.load(&rounds, &network)?;
        let verdicts = Arc::new(Verdicts::default());
        let insist = Arc::new(Insist::new(network.insisting()));
        let mempool = Mempool::new(Arc::clone(&rounds), Arc::clone(&verdicts), Arc::clone(&insist), &state);
        let mempool = Arc::new(mempool);
        let (snapshots, restore) = (Snapshots::new(0, &rounds), None);
        let mut app = App {
            rounds,
            board: Arc::clone(&handles.board),
            network,
            file,
            verdicts,
            mempool,
            insist,
            state,
            next: None,
            wait: Duration::ZERO,
            withhold: Duration::ZERO,
            proposed: 0,
            committed,
            told: 0,
            sealed: VecDeque::new(),
            keep_blocks,
            snapshots,
            restore,
        };
        app.board.note_validators(&app.state.counted_powers());
        app.tell_anew();
        Ok(app)
    }

    /// The same application, whose engine goes on only after this time if a round collects after a block and
    /// the network's validators insist on tickets (C in `spec/network.md`, "Insisting").
    pub(crate) fn with_wait(self, time: Duration) -> App {
        App { wait: time, ..self }
    }

    /// The same application, which takes a snapshot for other nodes after each block whose height is a
    /// multiple of `blocks`. A snapshot has all rounds, so that a node with a pruned store cannot offer one.
    pub fn with_snapshots(self, blocks: u64) -> App {
        App { snapshots: Snapshots::new(blocks, &self.rounds), ..self }
    }

    /// The tickets on which it insists, for the part that queries the engine.
    pub(crate) fn insist(&self) -> Arc<Insist> {
        Arc::clone(&self.insist)
    }

    /// The state after the latest durable block.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The rounds that were sealed since the last call. If there are thousands, the oldest were dropped.
    pub fn take_sealed(&mut self) -> impl Iterator<Item = Sealed> {
        std::mem::take(&mut self.sealed).into_iter()
    }

    /// The last sealed round, with the network's current record of it.
    pub fn last_sealed(&self) -> Sealed {
        Sealed { height: self.state.height(), tip: self.state.tip().clone(), record: self.state.record() }
    }

    /// Sends the current duty, of a block that may be an old one.
    fn tell_anew(&mut self) {
        self.told = self.state.height();
        self.mempool.set(&self.state);
        self.send(&self.state, 0, None);
    }

    /// Notes that a block came, and sends the duty after it, unless this was done already.
    fn tell(&mut self, state: &State, time_ms: u64) {
        if self.told < state.height() {
            self.told = state.height();
            self.insist.note_block(state);
            self.mempool.set(state);
            self.send(state, time_ms, state.sealed().map(|round| round.number));
        }
    }

    fn send(&self, state: &State, time_ms: u64, sealed: Option<u64>) {
        let (height, duty) = (state.height(), state.duty());
        // The receiver may be gone when the node is about to end.
        let _ = self.committed.send(Committed { height, time_ms, duty, sealed });
    }

    /// Goes on with a state that is durable.
    fn go_on(&mut self, state: State) {
        self.board.note_validators(&state.counted_powers());
        self.state = state;
    }

    fn info(&self) -> ResponseInfo {
        let height = self.state.height();
        ResponseInfo {
            data: "heliast".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            app_version: 1,
            last_block_height: signed(height),
            last_block_app_hash: if height == 0 { Bytes::new() } else { self.app_hash() },
        }
    }

    fn app_hash(&self) -> Bytes {
        self.state.app_hash().to_vec().into()
    }

    fn init(&mut self, request: &RequestInitChain) -> Result<ResponseInitChain, String> {
        let expected = engine_chain_id(self.rounds.chain().id());
        if request.chain_id != expected {
            return Err(format!("the engine's chain is {}, and this node's is {expected}", request.chain_id));
        }
        if request.initial_height > 1 {
            return Err(format!("the engine begins with height {}, and not with 1", request.initial_height));
        }
        self.check_validators(&request.validators)?;
        if self.state.height() > 0 {
            return Err(
                "the engine begins anew, and this node's state does not: one of them is another copy".into(),
            );
        }
        Ok(ResponseInitChain { app_hash: self.app_hash() })
    }

    /// Checks that the engine's genesis has the validators of the network file.
    fn check_validators(&self, found: &[ValidatorUpdate]) -> Result<(), String> {
        let known = |update: &ValidatorUpdate| {
            let PublicKey { ed25519, ml_dsa_65 } = update.pub_key.clone().unwrap_or_default();
            (ed25519, ml_dsa_65, update.power)
        };
        let expected = self.network.validators().iter().map(|one| update(&one.key, one.power));
        let (mut found, mut expected): (Vec<_>, Vec<_>) =
            (found.iter().map(known).collect(), expected.map(|one| known(&one)).collect());
        found.sort();
        expected.sort();
        if found == expected {
            return Ok(());
        }
        Err("the engine's genesis has other validators than the network file".into())
    }

    fn finalize(&mut self, request: RequestFinalizeBlock) -> Result<ResponseFinalizeBlock, String> {
        let (height, time_ms) = (unsigned(request.height), millis(request.time.as_ref()));
        let expected = self.state.height().saturating_add(1);
        if height != expected {
            return Err(format!("the engine sends block {height}, and this node's state awaits {expected}"));
        }
        let signed_twice = request.misbehavior.iter().filter_map(address).collect();
        let block = Decided { height, time_ms, txs: &request.txs, signed_twice };
        let After { state, results, removed } = block::after(&self.state, &self.verdicts, block);
        for key in &removed {
            tracing::error!(
                address = hex::encode_upper(key.address()),
                height,
                "a validator signed twice, and loses its power"
            );
        }
        state.adopted().iter().for_each(|adopted| say_adopted(adopted, height));
        let app_hash = state.app_hash().to_vec().into();
        let validator_updates = updates(&self.state.validators(), &state.validators());
        if self.must_wait(&state, time_ms) {
            self.make_durable(&state)?;
            self.tell(&state, time_ms);
            self.withhold = self.wait;
        }
        self.next = Some((state, time_ms));
        Ok(ResponseFinalizeBlock { tx_results: results, app_hash, validator_updates })
    }

    /// Whether the tickets of a round must be waited for after a decided block. A block that this node
    /// catches up with is old, and nobody proposed it here: it is not waited for.
    fn must_wait(&self, state: &State, time_ms: u64) -> bool {
        let Some(rules) = self.network.insisting() else { return false };
        let is_new = self.proposed == state.height()
            || self.rounds.now_ms() <= time_ms.saturating_add(rules.until_ms.into());
        self.wait > Duration::ZERO && state.opened().is_some() && is_new
    }

    /// Stores the round that a block sealed, if it did.
    fn make_durable(&self, state: &State) -> Result<(), String> {
        state.sealed().map_or(Ok(()), |round| rounds::make_durable(&self.rounds, std::slice::from_ref(round)))
    }

    fn commit(&mut self) -> Result<ResponseCommit, String> {
        let Some((state, time_ms)) = self.next.take() else {
            return Err("the engine commits a block that it did not finalise".into());
        };
        self.make_durable(&state)?;
        self.file.save(&self.board, &state);
        self.tell(&state, time_ms);
        self.go_on(state);
        if self.state.sealed().is_some() {
            if self.sealed.len() == MOST_SEALED {
                self.sealed.pop_front();
            }
            self.sealed.push_back(self.last_sealed());
        }
        self.snapshots.take(&self.rounds, &self.state);
        let height = self.state.height();
        let kept_from = if self.keep_blocks == 0 { 0 } else { height.saturating_sub(self.keep_blocks) };
        Ok(ResponseCommit { retain_height: signed(kept_from) })
    }

    /// Answers every query with the state in JSON.
    fn query(&self, _: &RequestQuery) -> ResponseQuery {
        let tip = self.state.tip();
        let value = serde_json::json!({
            "chain": hex::encode(self.state.chain().id()), "height": self.state.height(), "round": tip.round(),
            "phase": self.state.phase(), "ticks": self.state.ticks(), "beacon": hex::encode(tip.seed()),
        });
        ResponseQuery {
            height: signed(self.state.height()),
            value: value.to_string().into(),
            ..Default::default()
        }
    }
}

impl Application for App {
    fn answer(&mut self, request: request::Value) -> response::Value {
        use {request::Value as Asked, response::Value as Said};
        let answer = match request {
            Asked::Info(_) => Ok(Said::Info(self.info())),
            Asked::InitChain(request) => self.init(&request).map(Said::InitChain),
            Asked::CheckTx(request) => Ok(Said::CheckTx(self.mempool.check(&request.tx))),
            Asked::PrepareProposal(request) => {
                self.proposed = unsigned(request.height);
                Ok(Said::PrepareProposal(self.prepare(&request)))
            }
            Asked::ProcessProposal(request) => {
                self.proposed = unsigned(request.height);
                Ok(Said::ProcessProposal(self.process(&request)))
            }
            Asked::FinalizeBlock(request) => self.finalize(request).map(Said::FinalizeBlock),
            Asked::Commit(_) => self.commit().map(Said::Commit),
            Asked::Query(request) => Ok(Said::Query(self.query(&request))),
            Asked::ListSnapshots(_) => {
                let snapshots = self.snapshots.list(self.rounds.chain());
                Ok(Said::ListSnapshots(ResponseListSnapshots { snapshots }))
            }
            Asked::LoadSnapshotChunk(request) => {
                let chunk = self.snapshots.load(&self.rounds, &request).into();
                Ok(Said::LoadSnapshotChunk(ResponseLoadSnapshotChunk { chunk }))
            }
            Asked::OfferSnapshot(request) => {
                let result = self.offer(&request).into();
                Ok(Said::OfferSnapshot(ResponseOfferSnapshot { result }))
            }
            Asked::ApplySnapshotChunk(request) => Ok(Said::ApplySnapshotChunk(self.apply_chunk(&request))),
            Asked::ExtendVote(_) => Ok(Said::ExtendVote(ResponseExtendVote::default())),
            Asked::VerifyVoteExtension(_) => {
                Ok(Said::VerifyVoteExtension(ResponseVerifyVoteExtension { status: 1 }))
            }
            Asked::Echo(_) | Asked::Flush(_) => Err("answered by the server".to_owned()),
        };
        answer.unwrap_or_else(|error| {
            tracing::error!(%error, "the engine must end");
            Said::Exception(ResponseException { error })
        })
    }

    fn withhold(&mut self) -> Duration {
        std::mem::take(&mut self.withhold)
    }

    fn checker(&self) -> Option<Checker> {
        let mempool = Arc::clone(&self.mempool);
        Some(Arc::new(move |bytes| mempool.check(bytes)))
    }
}

/// The address of the validator that misbehaved.
fn address(misbehavior: &Misbehavior) -> Option<[u8; 20]> {
    misbehavior.validator.as_ref()?.address[..].try_into().ok()
}

/// The updates that lead the engine from the validators before to those after.
fn updates(before: &ValidatorSet, after: &ValidatorSet) -> Vec<ValidatorUpdate> {
    let gone = before.validators().iter().filter(|one| after.power_of(&one.key) == 0);
    let changed = after.validators().iter().filter(|one| before.power_of(&one.key) != one.power);
    gone.map(|one| update(&one.key, 0)).chain(changed.map(|one| update(&one.key, one.power))).collect()
}

fn update(key: &ConsensusKey, power: u64) -> ValidatorUpdate {
    let bytes = Some(key.as_bytes().to_vec());
    let pub_key = match key.key_type() {
        KeyType::Ed25519 => PublicKey { ed25519: bytes, ml_dsa_65: None },
        KeyType::MlDsa65 => PublicKey { ed25519: None, ml_dsa_65: bytes },
    };
    ValidatorUpdate { pub_key: Some(pub_key), power: signed(power) }
}

/// Logs a change of validators, which is rare and important to all.
fn say_adopted(Adopted { change, no_effect }: &Adopted, height: u64) {
    for entry in change.entries() {
        let (key, power) = (hex::encode(&entry.public_key), entry.power);
        match no_effect {
            None => tracing::warn!(key, power, height, "a validator's power changes two blocks from here"),
            Some(reason) => {
                tracing::error!(key, power, height, %reason, "an adopted change of validators has no effect");
            }
        }
    }
}

/// Heights and powers are positive and far below 2^63.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn unsigned(number: i64) -> u64 {
    number.try_into().unwrap_or(0)
}

/// Milliseconds since 1970, rounded down; 0 before.
fn millis(time: Option<&Timestamp>) -> u64 {
    time.map_or(0, |time| {
        unsigned(time.seconds).saturating_mul(1000).saturating_add(unsigned(time.nanos.into()) / 1_000_000)
    })
}
