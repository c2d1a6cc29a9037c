//! Computes the state after a decided block.

use super::code;
use crate::{abci::messages::ExecTxResult, state::State, transaction::Transaction, verdicts::Verdicts};
use bytes::Bytes;
use heliast_finality::ConsensusKey;

/// A decided block.
pub struct Decided<'a> {
    /// The height.
    pub height: u64,
    /// The time, in milliseconds since 1970.
    pub time_ms: u64,
    /// The transactions.
    pub txs: &'a [Bytes],
    /// The addresses of validators that signed twice.
    pub signed_twice: Vec<[u8; 20]>,
}

/// The effect of a block.
pub struct After {
    /// The state after it.
    pub state: State,
    /// Its transactions' results.
    pub results: Vec<ExecTxResult>,
    /// The keys that lost their power.
    pub removed: Vec<ConsensusKey>,
}

/// The effect of a block on the state before it. A block for which more than two thirds voted can contain an
/// invalid transaction only if they did not check it; an invalid transaction has no effect.
pub fn after(state: &State, verdicts: &Verdicts, block: Decided<'_>) -> After {
    let mut state = state.clone();
    state.begin_block();
    let results = block.txs.iter().map(|bytes| execute(&mut state, verdicts, bytes)).collect();
    let removed = state.remove(block.signed_twice);
    state.end_block(block.height, block.time_ms);
    After { state, results, removed }
}

fn execute(state: &mut State, verdicts: &Verdicts, bytes: &[u8]) -> ExecTxResult {
    let (code, log) = match Transaction::from_bytes(state.chain(), bytes) {
        Err(reason) => (code::MALFORMED, reason.to_string()),
        Ok(transaction) => match state.apply(&transaction, verdicts) {
            Err(reason) => (code::UNFIT, reason.to_string()),
            Ok(()) => (code::OK, String::new()),
        },
    };
    ExecTxResult { code, log }
}
