//! Blocks that this node proposes, and proposals of others.

use super::{App, insist::BlockParts, order};
use crate::{
    abci::messages::{
        ProposalStatus, RequestPrepareProposal, RequestProcessProposal, ResponsePrepareProposal,
        ResponseProcessProposal,
    },
    room,
    state::State,
    transaction::{Body, Transaction},
    verdicts::Verdicts,
};
use bytes::Bytes;

impl App {
    /// The block that this node proposes. The engine gives its whole mempool.
    pub(super) fn prepare(&self, request: &RequestPrepareProposal) -> ResponsePrepareProposal {
        let most = usize::try_from(request.max_tx_bytes).unwrap_or(0);
        ResponsePrepareProposal { txs: proposed(&self.state, &self.verdicts, &request.txs, most) }
    }

    /// Votes against a block that is too long, has a transaction that is not valid after those before it,
    /// or leaves out a ticket on which this validator insists. The proposer chooses their order.
    pub(super) fn process(&self, request: &RequestProcessProposal) -> ResponseProcessProposal {
        let status = match self.fault(request) {
            None => ProposalStatus::Accept,
            Some(reason) => {
                let proposer = hex::encode_upper(&request.proposer_address);
                tracing::warn!(height = request.height, %proposer, %reason, "a proposed block is voted against");
                ProposalStatus::Reject
            }
        };
        ResponseProcessProposal { status: status.into() }
    }

    fn fault(&self, request: &RequestProcessProposal) -> Option<String> {
        match self.read(&request.txs) {
            Ok(transactions) => {
                let block = BlockParts { hash: &request.hash, transactions: &transactions };
                self.insist.fault(&self.state, &block)
            }
            Err(reason) => Some(reason),
        }
    }

    /// The transactions of a block after the current state, each with its length in bytes, or the block's
    /// fault.
    pub(super) fn read(&self, txs: &[Bytes]) -> Result<Vec<(Transaction, usize)>, String> {
        read(&self.state, &self.verdicts, txs)
    }
}

/// The transactions of a mempool that are valid one after the other, as many as fit into a block and into
/// `most` bytes.
pub fn proposed(before: &State, verdicts: &Verdicts, mempool: &[Bytes], most: usize) -> Vec<Bytes> {
    let (mut state, mut size, mut txs) = (before.clone(), 0, Vec::new());
    let most = most.min(room::BLOCK);
    state.begin_block();
    for (transaction, bytes) in order::in_order(before.chain(), before.tip(), mempool) {
        let len = bytes.len() + room::FRAME;
        let room = match transaction.body {
            Body::Announcement(_) => most.min(room::ANNOUNCING),
            _ => most,
        };
        if size + len <= room && state.apply(&transaction, verdicts).is_ok() {
            size += len;
            txs.push(bytes.clone());
        }
    }
    txs
}

/// The transactions of a block, each with its length in bytes.
///
/// # Errors
/// The block is too long, or has a transaction that is not valid after those before it.
pub fn read(before: &State, verdicts: &Verdicts, txs: &[Bytes]) -> Result<Vec<(Transaction, usize)>, String> {
    let size: usize = txs.iter().map(Bytes::len).sum();
    if size > room::BLOCK {
        return Err(format!("its transactions have {size} bytes, and {} are the most", room::BLOCK));
    }
    let mut state = before.clone();
    state.begin_block();
    let read = |bytes: &Bytes| {
        let transaction = Transaction::from_bytes(before.chain(), bytes);
        let transaction = transaction.map_err(|reason| reason.to_string())?;
        state.apply(&transaction, verdicts).map_err(|reason| reason.to_string())?;
        Ok((transaction, bytes.len()))
    };
    txs.iter().map(read).collect()
}
