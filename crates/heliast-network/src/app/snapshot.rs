//! Snapshots that this node offers: `spec/network.md`, "Snapshots". A chunk of rounds is read when somebody
//! asks for it.

use crate::state::State;
use heliast::Chain;
use heliast_node::{Shared, StoreError};
use sha2::{Digest, Sha256};
use std::collections::VecDeque;
use tendermint_proto::v0_38::abci::{RequestLoadSnapshotChunk, Snapshot};

pub const FORMAT: u32 = 1;
/// How many of the latest are offered: whoever restores one needs some time for it.
const KEPT: usize = 3;
/// What a chunk has about, if all participants win in all slots.
const CHUNK: usize = 8 << 20;
/// The engine sends no longer chunks, with some room for what is around them.
const MAX_CHUNK: usize = 15 << 20;
/// The engine's message about a snapshot has 4 MB.
const MAX_METADATA: usize = 3 << 20;
/// However short they are.
const MAX_ROUNDS: usize = 100;

/// Snapshots of the latest heights that are a multiple of `every`.
pub struct Snapshots {
    /// 0: none are made.
    every: u64,
    taken: VecDeque<Taken>,
}

struct Taken {
    height: u64,
    state: Vec<u8>,
    metadata: Metadata,
}

/// What a snapshot consists of.
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

    /// What an offer says, if all of it fits together.
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
        let hash = Sha256::new_with_prefix(b"\x1bheliast/network-snapshot/v1").chain_update(chain.id());
        hash.chain_update(height.to_be_bytes()).chain_update(self.to_bytes()).finalize().into()
    }
}

impl Snapshots {
    pub fn new(every: u64) -> Snapshots {
        Snapshots { every, taken: VecDeque::new() }
    }

    /// Takes a snapshot of the state if its height calls for one.
    pub fn take(&mut self, shared: &Shared, state: &State) {
        if self.every == 0 || !state.height().is_multiple_of(self.every) {
            return;
        }
        let bytes = state.to_bytes();
        match self.metadata(shared, state, &bytes) {
            Ok(Some(metadata)) => {
                self.taken.push_back(Taken { height: state.height(), state: bytes, metadata });
                let superfluous = self.taken.len().saturating_sub(KEPT);
                self.taken.drain(..superfluous);
            }
            Ok(None) => tracing::warn!(height = state.height(), "the chain is too large for a snapshot"),
            Err(error) => tracing::warn!(height = state.height(), %error, "no snapshot is taken"),
        }
    }

    /// Hashes of chunks that were full in the snapshot before stay; the others are computed. `None` if the
    /// engine could not carry them.
    fn metadata(&self, shared: &Shared, state: &State, bytes: &[u8]) -> Result<Option<Metadata>, StoreError> {
        let chain = state.chain();
        let (round, per_chunk) = (state.tip().round(), rounds_per_chunk(chain));
        let mut chunks = vec![Sha256::digest(bytes).into()];
        if let Some(before) = self.taken.back() {
            let full = (before.metadata.round / per_chunk) as usize;
            chunks.extend(before.metadata.chunks.iter().skip(1).take(full));
        }
        while chunks.len() as u64 <= round.div_ceil(per_chunk) {
            let chunk = rounds(shared, per_chunk, chunks.len() as u64, round)?;
            if chunk.len() > MAX_CHUNK {
                return Ok(None);
            }
            chunks.push(Sha256::digest(chunk).into());
        }
        let metadata = Metadata { round, chunks };
        Ok((bytes.len() <= MAX_CHUNK && metadata.to_bytes().len() <= MAX_METADATA).then_some(metadata))
    }

    /// The snapshots, as the engine offers them to others.
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

    /// A chunk; an empty one if it is not there, or no longer.
    pub fn load(&self, shared: &Shared, asked: &RequestLoadSnapshotChunk) -> Vec<u8> {
        let is_it = |taken: &&Taken| taken.height == asked.height && asked.format == FORMAT;
        let Some(Taken { state, metadata, .. }) = self.taken.iter().find(is_it) else { return vec![] };
        match asked.chunk {
            0 => state.clone(),
            n if n as usize >= metadata.chunks.len() => vec![],
            n => {
                let chunk = rounds(shared, rounds_per_chunk(shared.chain()), n.into(), metadata.round);
                chunk.unwrap_or_else(|error| {
                    tracing::warn!(%error, "a chunk of a snapshot can't be read");
                    vec![]
                })
            }
        }
    }
}

/// How many rounds a chunk has: the same for all nodes of a chain.
pub fn rounds_per_chunk(chain: &Chain) -> u64 {
    let genesis = chain.genesis();
    let places = genesis.most_participants().saturating_mul(genesis.committees.len()).max(1);
    let longest = places.saturating_mul(chain.max_proof_len().saturating_add(7));
    (CHUNK / longest).clamp(1, MAX_ROUNDS) as u64
}

/// The `n`-th chunk of rounds, from 1, of those up to `last`: each is u32(len) ‖ round.
fn rounds(shared: &Shared, per_chunk: u64, n: u64, last: u64) -> Result<Vec<u8>, StoreError> {
    let mut chunk = Vec::new();
    for number in (n - 1) * per_chunk + 1..=last.min(n * per_chunk) {
        let missing = StoreError::OutOfOrder { last: shared.store().last(), found: number };
        let round = shared.store().round(number)?.ok_or(missing)?;
        chunk.extend((round.len() as u32).to_be_bytes());
        chunk.extend(round);
    }
    Ok(chunk)
}
