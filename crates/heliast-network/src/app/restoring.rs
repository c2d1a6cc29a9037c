//! An empty application restores a snapshot of another node.

use super::{
    App,
    restore::{Restore, Stop, verified},
    rounds,
    snapshot::{FORMAT, Metadata, rounds_per_chunk},
};
use crate::{
    abci::messages::{
        ApplyResult as Applied, OfferResult as Offered, RequestApplySnapshotChunk, RequestOfferSnapshot,
        ResponseApplySnapshotChunk,
    },
    state::State,
};
use heliast_disk::Place;
use heliast_engine::CatchUpKind;
use std::{
    fs::File,
    io::{self, BufReader, BufWriter},
};

impl App {
    /// Whether to restore a snapshot.
    pub(super) fn offer(&mut self, request: &RequestOfferSnapshot) -> Offered {
        (self.restore, _) = (None, self.board.end_snapshot());
        let Some(snapshot) = &request.snapshot else { return Offered::Reject };
        if snapshot.format != FORMAT {
            return Offered::RejectFormat;
        }
        let chain = self.rounds.chain();
        let Some(metadata) = Metadata::of(chain, snapshot) else { return Offered::Reject };
        if self.state.height() > 0 {
            tracing::error!("a snapshot is for a node without a state, and this one has one");
            return Offered::Abort;
        }
        let rounds = match self.file.begin_waiting() {
            Ok(draft) => BufWriter::new(draft),
            Err(error) => {
                tracing::error!(%error, "the rounds of a snapshot can't be written");
                return Offered::Abort;
            }
        };
        let (height, app_hash, tip) = (snapshot.height, request.app_hash.clone(), chain.start());
        tracing::info!(height, round = metadata.round, "a snapshot is fetched");
        self.board.note_snapshot(CatchUpKind::Snapshot, 0, metadata.round);
        self.restore = Some(Restore { metadata, height, app_hash, state: vec![], next: 0, tip, rounds });
        Offered::Accept
    }

    /// Takes a chunk of the offered snapshot.
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
        let taken = restore.take(self.rounds.chain(), &request.chunk);
        self.board.note_snapshot(CatchUpKind::Snapshot, restore.tip.round(), restore.metadata.round);
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
                self.board.end_snapshot();
                tracing::warn!("a snapshot is false");
                said(Applied::RejectSnapshot)
            }
            Err(Stop::Failed(error)) => {
                self.board.end_snapshot();
                tracing::error!(%error, "a snapshot can't be restored");
                said(Applied::Abort)
            }
        }
    }

    /// Finishes when all chunks are there: checks the hash, stores the rounds, and then the state.
    fn finish(&mut self, restore: Restore) -> Result<(), Stop> {
        let Restore { metadata, height, app_hash, state, tip, rounds, .. } = restore;
        let (chain, network) = (self.rounds.chain().clone(), self.network.clone());
        let state = State::from_bytes(&chain, network, tip, &state).map_err(|_| Stop::False)?;
        if state.height() != height || state.app_hash() != app_hash[..] {
            return Err(Stop::False);
        }
        let draft = rounds.into_inner().map_err(|error| Stop::Failed(error.to_string()))?;
        draft.finish(Place::Any).map_err(io::Error::from)?;
        let mut waiting = BufReader::new(File::open(self.file.waiting())?);
        let mut tip = chain.start();
        self.board.note_snapshot(CatchUpKind::Storing, 0, metadata.round);
        loop {
            let rounds = verified(&chain, &mut tip, &mut waiting, rounds_per_chunk(&chain))?;
            rounds::make_durable(&self.rounds, &rounds).map_err(Stop::Failed)?;
            if rounds.is_empty() {
                break;
            }
        }
        self.file.save(&self.board, &state);
        self.file.forget_waiting();
        self.board.end_snapshot();
        tracing::info!(height, round = tip.round(), "a snapshot is restored");
        self.go_on(state);
        self.tell_anew();
        Ok(())
    }
}

fn said(result: Applied) -> ResponseApplySnapshotChunk {
    ResponseApplySnapshotChunk { result: result.into(), ..Default::default() }
}
