//! Blocks that this node proposes, and those of others.

use super::{App, order};
use crate::{
    abci::messages::{
        ProposalStatus, RequestPrepareProposal, RequestProcessProposal, ResponsePrepareProposal,
        ResponseProcessProposal,
    },
    room,
    transaction::{Body, Transaction},
};
use bytes::Bytes;

/// Bytes that protobuf adds to a transaction, at most.
const FRAME: usize = 8;

impl App {
    /// The transactions that are valid one after the other, as many as the block has room for. The engine
    /// shows all of its mempool.
    pub(super) fn prepare(&self, request: &RequestPrepareProposal) -> ResponsePrepareProposal {
        let most = usize::try_from(request.max_tx_bytes).unwrap_or(0).min(room::BLOCK);
        let (mut state, mut size, mut txs) = (self.state.clone(), 0, Vec::new());
        state.begin_block();
        for (transaction, bytes) in order::in_order(self.rounds.chain(), self.state.tip(), &request.txs) {
            let len = bytes.len() + FRAME;
            let room = match transaction.body {
                Body::Announcement(_) => most.min(room::ANNOUNCING),
                _ => most,
            };
            if size + len <= room && state.apply(&transaction, &self.verdicts).is_ok() {
                size += len;
                txs.push(bytes.clone());
            }
        }
        ResponsePrepareProposal { txs }
    }

    /// Votes against a block that is too long, or has a transaction that is not valid after those
    /// before it. The proposer chooses their order.
    pub(super) fn process(&self, request: &RequestProcessProposal) -> ResponseProcessProposal {
        let status = match self.false_in(&request.txs) {
            None => ProposalStatus::Accept,
            Some(reason) => {
                let proposer = hex::encode_upper(&request.proposer_address);
                tracing::warn!(height = request.height, %proposer, %reason, "a proposed block is false");
                ProposalStatus::Reject
            }
        };
        ResponseProcessProposal { status: status.into() }
    }

    /// The fault of a block with these transactions, if it has one.
    pub(super) fn false_in(&self, txs: &[Bytes]) -> Option<String> {
        let size: usize = txs.iter().map(Bytes::len).sum();
        if size > room::BLOCK {
            return Some(format!("its transactions have {size} bytes, and {} are the most", room::BLOCK));
        }
        let mut state = self.state.clone();
        state.begin_block();
        txs.iter().find_map(|bytes| match Transaction::from_bytes(self.rounds.chain(), bytes) {
            Ok(transaction) => {
                state.apply(&transaction, &self.verdicts).err().map(|reason| reason.to_string())
            }
            Err(reason) => Some(reason.to_string()),
        })
    }
}
