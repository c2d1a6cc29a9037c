//! A snapshot of somebody else. Nothing in it is believed: every round is verified from genesis, and what
//! comes out has to have the application hash that the engine knows from the validators' signatures.
//!
//! A chain that is valid need not be the network's: rounds wait in a file until the hash is known to be
//! right, are verified once more, and only then go into the store, out of which none is ever taken.

use super::{
    App, disk,
    snapshot::{FORMAT, Metadata, rounds_per_chunk},
};
use crate::state::State;
use bytes::Bytes;
use heliast::{Chain, Round, Tip, Verified};
use heliast_engine::CatchUpKind;
use sha2::{Digest, Sha256};
use std::{
    fs::File,
    io::{self, BufReader, BufWriter, ErrorKind, Read, Write},
    thread::available_parallelism,
};
use tendermint_proto::v0_38::abci::{
    RequestApplySnapshotChunk, RequestOfferSnapshot, ResponseApplySnapshotChunk,
    response_apply_snapshot_chunk, response_offer_snapshot,
};

type Offered = response_offer_snapshot::Result;
type Applied = response_apply_snapshot_chunk::Result;

/// A snapshot that is coming in.
pub struct Restore {
    metadata: Metadata,
    height: u64,
    app_hash: Bytes,
    /// Its first chunk.
    state: Vec<u8>,
    /// The chunk that comes next.
    next: u32,
    /// The tip after the last verified round.
    tip: Tip,
    /// The file in which these rounds wait.
    rounds: BufWriter<File>,
}

/// The reasons why a restoration does not go on.
enum Stop {
    /// The snapshot is false.
    False,
    /// This node can't.
    Failed(String),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Failed(error.to_string())
    }
}

impl App {
    /// Whether to restore a snapshot.
    pub(super) fn offer(&mut self, request: &RequestOfferSnapshot) -> Offered {
        (self.restore, _) = (None, self.shared.end_snapshot());
        let Some(snapshot) = &request.snapshot else { return Offered::Reject };
        if snapshot.format != FORMAT {
            return Offered::RejectFormat;
        }
        let chain = self.shared.chain();
        let Some(metadata) = Metadata::of(chain, snapshot) else { return Offered::Reject };
        if self.state.height() > 0 {
            tracing::error!("a snapshot is for a node without a state, and this one has one");
            return Offered::Abort;
        }
        let rounds = match File::create(self.disk.waiting()) {
            Ok(file) => BufWriter::new(file),
            Err(error) => {
                tracing::error!(%error, "the rounds of a snapshot can't be written");
                return Offered::Abort;
            }
        };
        let (height, app_hash, tip) = (snapshot.height, request.app_hash.clone(), chain.start());
        tracing::info!(height, round = metadata.round, "a snapshot is fetched");
        self.shared.note_snapshot(CatchUpKind::Snapshot, 0, metadata.round);
        self.restore = Some(Restore { metadata, height, app_hash, state: vec![], next: 0, tip, rounds });
        Offered::Accept
    }

    /// Takes a chunk of the snapshot that was offered.
    pub(super) fn apply_chunk(&mut self, request: &RequestApplySnapshotChunk) -> ResponseApplySnapshotChunk {
        let Some(mut restore) = self.restore.take() else { return said(Applied::Abort) };
        if request.index != restore.next {
            return said(Applied::RetrySnapshot);
        }
        if !restore.is_promised(&request.chunk) {
            tracing::warn!(sender = request.sender, "a chunk of a snapshot is not the one that was promised");
            self.restore = Some(restore);
            let (refetch_chunks, reject_senders) = (vec![request.index], vec![request.sender.clone()]);
            return ResponseApplySnapshotChunk { refetch_chunks, reject_senders, ..said(Applied::Retry) };
        }
        let taken = restore.take(self.shared.chain(), &request.chunk);
        self.shared.note_snapshot(CatchUpKind::Snapshot, restore.tip.round(), restore.metadata.round);
        let is_last = restore.next as usize == restore.metadata.chunks.len();
        let done = taken.and_then(|()| match is_last {
            true => self.finish(restore),
            false => {
                self.restore = Some(restore);
                Ok(())
            }
        });
        match done {
            Ok(()) => said(Applied::Accept),
            Err(Stop::False) => {
                self.shared.end_snapshot();
                tracing::warn!("a snapshot is false");
                said(Applied::RejectSnapshot)
            }
            Err(Stop::Failed(error)) => {
                self.shared.end_snapshot();
                tracing::error!(%error, "a snapshot can't be restored");
                said(Applied::Abort)
            }
        }
    }

    /// All chunks are there: first the hash, then the rounds into the store, the state last.
    fn finish(&mut self, restore: Restore) -> Result<(), Stop> {
        let Restore { metadata, height, app_hash, state, tip, rounds, .. } = restore;
        let (chain, network) = (self.shared.chain().clone(), self.network.clone());
        let state = State::from_bytes(&chain, network, tip, &state).map_err(|_| Stop::False)?;
        if state.height() != height || state.app_hash() != app_hash[..] {
            return Err(Stop::False);
        }
        rounds.into_inner().map_err(|error| Stop::Failed(error.to_string()))?.sync_all()?;
        let mut waiting = BufReader::new(File::open(self.disk.waiting())?);
        let mut tip = chain.start();
        self.shared.note_snapshot(CatchUpKind::Storing, 0, metadata.round);
        loop {
            let rounds = verified(&chain, &mut tip, &mut waiting, rounds_per_chunk(&chain))?;
            disk::store(&self.shared, &rounds).map_err(Stop::Failed)?;
            if rounds.is_empty() {
                break;
            }
        }
        self.disk.save(&self.shared, &state);
        self.disk.forget_waiting();
        self.shared.end_snapshot();
        tracing::info!(height, round = tip.round(), "a snapshot is restored");
        self.go_on(state);
        self.tell(0, None);
        Ok(())
    }
}

impl Restore {
    fn is_promised(&self, chunk: &[u8]) -> bool {
        let promised = self.metadata.chunks.get(self.next as usize);
        promised.is_some_and(|hash| Sha256::digest(chunk)[..] == hash[..])
    }

    /// Takes the next chunk, which is the one that was promised.
    fn take(&mut self, chain: &Chain, chunk: &[u8]) -> Result<(), Stop> {
        if self.next == 0 {
            self.state = chunk.to_vec();
        } else {
            let mut rest = chunk;
            verified(chain, &mut self.tip, &mut rest, u64::MAX).map_err(|_| Stop::False)?;
            self.rounds.write_all(chunk)?;
        }
        self.next += 1;
        Ok(())
    }
}

fn said(result: Applied) -> ResponseApplySnapshotChunk {
    ResponseApplySnapshotChunk { result: result.into(), ..Default::default() }
}

/// u32(len) ‖ len bytes; `None` at the end.
fn framed(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut len = [0; 4];
    match from.read(&mut len[..1])? {
        0 => return Ok(None),
        _ => from.read_exact(&mut len[1..])?,
    }
    let (len, mut bytes) = (u32::from_be_bytes(len), Vec::new());
    from.take(len.into()).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == u64::from(len) { Ok(Some(bytes)) } else { Err(ErrorKind::UnexpectedEof.into()) }
}

/// The next rounds after `tip`, at most `most`, their delays verified all together; none at the end. The
/// tip moves behind them.
fn verified(
    chain: &Chain,
    tip: &mut Tip,
    from: &mut impl Read,
    most: u64,
) -> Result<Vec<Verified<Round>>, Stop> {
    let (mut pending, mut count) = (vec![], 0);
    while count < most {
        let Some(bytes) = framed(from)? else { break };
        let round = chain.decode_round(&bytes).map_err(|_| Stop::False)?;
        let after = chain.follow_unverified(tip, &round).map_err(|_| Stop::False)?;
        pending.push(chain.check(tip, round).map_err(|_| Stop::False)?);
        (*tip, count) = (after, count + 1);
    }
    chain.verify_all(pending, available_parallelism().map_or(1, usize::from)).map_err(|_| Stop::False)
}
