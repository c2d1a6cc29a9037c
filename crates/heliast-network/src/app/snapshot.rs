//! Snapshots that this node offers: `spec/network.md`, "Snapshots". A chunk of rounds is read when a node
//! requests it.

use crate::{
    abci::messages::{RequestLoadSnapshotChunk, Snapshot},
    state::State,
};
use heliast::{Chain, wire::tagged};
use heliast_engine::Rounds;
use heliast_store::StoreError;
use sha2::{Digest, Sha256};
use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

pub const FORMAT: u32 = 1;
/// The number of latest snapshots that are offered. Several are kept because restoring one takes some time.
const KEPT: usize = 6;
/// Approximate bytes of a chunk, if all participants win in all slots.
const CHUNK: usize = 8 << 20;
/// The most bytes of a chunk, so that it fits into a message of the engine with its other fields.
const MAX_CHUNK: usize = 15 << 20;
/// The most bytes of metadata: the engine's message about a snapshot has at most 4 MB.
const MAX_METADATA: usize = 3 << 20;
/// The most rounds in a chunk, however short they are.
const MAX_ROUNDS: usize = 100;

/// Snapshots of the latest heights that are a multiple of `every`.
pub struct Snapshots {
    /// 0 if no snapshots are made.
    every: u64,
    taken: VecDeque<Taken>,
    hashes: Arc<Hashes>,
}

/// Hashes of full chunks, which are the same in all snapshots. For rounds from before the start a thread
/// computes them, since blocks must not wait for that.
#[derive(Default)]
struct Hashes {
    /// `None` before the thread has ended.
    full: Mutex<Option<Vec<[u8; 32]>>>,
    stops: AtomicBool,
}

impl Drop for Snapshots {
    fn drop(&mut self) {
        self.hashes.stops.store(true, Ordering::Release);
    }
}

struct Taken {
    height: u64,
    state: Vec<u8>,
    metadata: Metadata,
}

/// The parts of a snapshot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// The last round in it.
    pub round: u64,
    /// SHA-256 of each chunk: of the state, then of some rounds each.
    pub chunks: Vec<[u8; 32]>,
}

impl Metadata {
    fn to_bytes(&self) -> Vec<u8> {
        [&self.round.to_be_bytes()[..], self.chunks.as_flattened()].concat()
    }

    /// The metadata of an offer, if its parts are consistent.
    pub fn of(chain: &Chain, snapshot: &Snapshot) -> Option<Metadata> {
        let (round, chunks) = snapshot.metadata.split_first_chunk()?;
        let (chunks, []) = chunks.as_chunks() else { return None };
        let metadata = Metadata { round: u64::from_be_bytes(*round), chunks: chunks.to_vec() };
        let rounds = metadata.round.div_ceil(rounds_per_chunk(chain));
        let fits = chunks.len() as u64 == rounds.checked_add(1)? && snapshot.chunks as usize == chunks.len();
        let hash = metadata.hash(chain, snapshot.height);
        (fits && snapshot.height > 0 && snapshot.hash[..] == hash).then_some(metadata)
    }

    fn hash(&self, chain: &Chain, height: u64) -> [u8; 32] {
        let hash = tagged("heliast/network-snapshot/v1").chain_update(chain.id());
        hash.chain_update(height.to_be_bytes()).chain_update(self.to_bytes()).finalize().into()
    }
}

impl Snapshots {
    /// The snapshots of the chain in a store.
    pub fn new(every: u64, rounds: &Arc<Rounds>) -> Snapshots {
        let hashes = Arc::new(Hashes::default());
        let per_chunk = rounds_per_chunk(rounds.chain());
        let full = rounds.store().last() / per_chunk;
        if every == 0 || full == 0 {
            *hashes.lock() = Some(vec![]);
        } else {
            let (rounds, hashes) = (Arc::clone(rounds), Arc::clone(&hashes));
            let run = move || hashes.compute(&rounds, per_chunk, full);
            if let Err(error) = thread::Builder::new().name("snapshots".into()).spawn(run) {
                tracing::warn!(%error, "no snapshots are taken before the next start");
            }
        }
        Snapshots { every, taken: VecDeque::new(), hashes }
    }

    /// Takes a snapshot of the state if one is due at its height.
    pub fn take(&mut self, rounds: &Rounds, state: &State) {
        if self.every == 0 || !state.height().is_multiple_of(self.every) {
            return;
        }
        let bytes = state.to_bytes();
        match self.metadata(rounds, state, &bytes) {
            Ok(Some(metadata)) => {
                self.taken.push_back(Taken { height: state.height(), state: bytes, metadata });
                let superfluous = self.taken.len().saturating_sub(KEPT);
                self.taken.drain(..superfluous);
            }
            Ok(None) if self.hashes.lock().is_none() => {
                tracing::info!(height = state.height(), "no snapshot yet: older rounds are still being read");
            }
            Ok(None) => tracing::warn!(height = state.height(), "the chain is too large for a snapshot"),
            Err(error) => tracing::warn!(height = state.height(), %error, "no snapshot is taken"),
        }
    }

    /// The metadata of a snapshot; `None` if it is too large for the engine, or if hashes of older chunks are
    /// still being computed.
    fn metadata(&self, rounds: &Rounds, state: &State, bytes: &[u8]) -> Result<Option<Metadata>, StoreError> {
        let chain = state.chain();
        let (round, per_chunk) = (state.tip().round(), rounds_per_chunk(chain));
        let mut known = self.hashes.lock();
        let Some(full) = known.as_mut() else { return Ok(None) };
        while (full.len() as u64) < round / per_chunk {
            full.push(hash_of(rounds, per_chunk, full.len() as u64 + 1, round)?);
        }
        let mut chunks = vec![Sha256::digest(bytes).into()];
        chunks.extend(&*full);
        if !round.is_multiple_of(per_chunk) {
            chunks.push(hash_of(rounds, per_chunk, round / per_chunk + 1, round)?);
        }
        let metadata = Metadata { round, chunks };
        Ok((bytes.len() <= MAX_CHUNK && metadata.to_bytes().len() <= MAX_METADATA).then_some(metadata))
    }

    /// The snapshots that the engine offers to other nodes.
    pub fn list(&self, chain: &Chain) -> Vec<Snapshot> {
        let offer = |Taken { height, metadata, .. }: &Taken| Snapshot {
            height: *height,
            format: FORMAT,
            chunks: metadata.chunks.len() as u32,
            hash: metadata.hash(chain, *height).to_vec().into(),
            metadata: metadata.to_bytes().into(),
        };
        self.taken.iter().map(offer).collect()
    }

    /// A chunk; empty if it does not exist, or no longer.
    pub fn load(&self, rounds: &Rounds, asked: &RequestLoadSnapshotChunk) -> Vec<u8> {
        let is_it = |taken: &&Taken| taken.height == asked.height && asked.format == FORMAT;
        let Some(Taken { state, metadata, .. }) = self.taken.iter().find(is_it) else { return vec![] };
        match asked.chunk {
            0 => state.clone(),
            n if n as usize >= metadata.chunks.len() => vec![],
            n => {
                let chunk = chunk_of(rounds, rounds_per_chunk(rounds.chain()), n.into(), metadata.round);
                chunk.unwrap_or_else(|error| {
                    tracing::warn!(%error, "a chunk of a snapshot can't be read");
                    vec![]
                })
            }
        }
    }
}

impl Hashes {
    /// Computes the hashes of the first `full` chunks of rounds.
    fn compute(&self, rounds: &Rounds, per_chunk: u64, full: u64) {
        let mut hashes = vec![];
        for n in 1..=full {
            match hash_of(rounds, per_chunk, n, full * per_chunk) {
                Ok(hash) if !self.stops.load(Ordering::Acquire) => hashes.push(hash),
                Ok(_) => return,
                Err(error) => {
                    tracing::warn!(%error, "rounds can't be read: this node takes no snapshots");
                    break;
                }
            }
        }
        *self.lock() = Some(hashes);
    }

    fn lock(&self) -> MutexGuard<'_, Option<Vec<[u8; 32]>>> {
        self.full.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// SHA-256 of the `n`-th chunk of rounds.
fn hash_of(rounds: &Rounds, per_chunk: u64, n: u64, last: u64) -> Result<[u8; 32], StoreError> {
    Ok(Sha256::digest(chunk_of(rounds, per_chunk, n, last)?).into())
}

/// The number of rounds in a chunk: the same for all nodes of a chain.
pub fn rounds_per_chunk(chain: &Chain) -> u64 {
    let genesis = chain.genesis();
    let places = genesis.most_participants().saturating_mul(genesis.committees.len()).max(1);
    let longest = places.saturating_mul(chain.max_proof_len().saturating_add(7));
    (CHUNK / longest).clamp(1, MAX_ROUNDS) as u64
}

/// The `n`-th chunk (from 1) of the rounds up to `last`; each round is encoded as u32(len) ‖ round.
fn chunk_of(rounds: &Rounds, per_chunk: u64, n: u64, last: u64) -> Result<Vec<u8>, StoreError> {
    let mut chunk = Vec::new();
    for number in (n - 1) * per_chunk + 1..=last.min(n * per_chunk) {
        let missing = StoreError::OutOfOrder { last: rounds.store().last(), found: number };
        let round = rounds.store().round(number)?.ok_or(missing)?;
        chunk.extend((round.len() as u32).to_be_bytes());
        chunk.extend(round);
    }
    Ok(chunk)
}
