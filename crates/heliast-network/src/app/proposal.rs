//! Blocks that this node proposes, and those of others.

use super::App;
use crate::transaction::Transaction;
use tendermint_proto::v0_38::abci::{
    RequestPrepareProposal, RequestProcessProposal, ResponsePrepareProposal, ResponseProcessProposal,
    response_process_proposal::ProposalStatus,
};

/// Bytes that protobuf adds to a transaction, at most.
const FRAME: usize = 8;

impl App {
    /// The transactions that are valid one after the other, as many as the block has room for.
    pub(super) fn prepare(&self, request: &RequestPrepareProposal) -> ResponsePrepareProposal {
        let room = usize::try_from(request.max_tx_bytes).unwrap_or(0);
        let (mut state, mut size, mut txs) = (self.state.clone(), 0, Vec::new());
        state.begin_block();
        for bytes in &request.txs {
            let len = bytes.len() + FRAME;
            let Ok(transaction) = Transaction::from_bytes(self.shared.chain(), bytes) else { continue };
            if size + len <= room && state.apply(&transaction, &self.verdicts).is_ok() {
                size += len;
                txs.push(bytes.clone());
            }
        }
        ResponsePrepareProposal { txs }
    }

    /// Votes against a block with a transaction that is not valid after those before it.
    pub(super) fn process(&self, request: &RequestProcessProposal) -> ResponseProcessProposal {
        let mut state = self.state.clone();
        state.begin_block();
        for bytes in &request.txs {
            let taken = Transaction::from_bytes(self.shared.chain(), bytes)
                .map_err(|reason| reason.to_string())
                .and_then(|transaction| {
                    state.apply(&transaction, &self.verdicts).map_err(|reason| reason.to_string())
                });
            if let Err(reason) = taken {
                let proposer = hex::encode_upper(&request.proposer_address);
                tracing::warn!(height = request.height, %proposer, %reason, "a proposed block is false");
                return ResponseProcessProposal { status: ProposalStatus::Reject.into() };
            }
        }
        ResponseProcessProposal { status: ProposalStatus::Accept.into() }
    }
}
