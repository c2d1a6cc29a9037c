//! The rules from before a flood of announcements was cured (`spec/network.md`, "Room"), restated: a mempool
//! took every good announcement, and the engine showed a proposer what had come first, up to a block's bytes.

use bytes::Bytes;
use heliast_network::{
    Misfit,
    parts::{
        Body, State, Transaction, Verdicts,
        rules::{fits as fits_now, read},
    },
};

/// The bytes that protobuf adds to a transaction.
const FRAME: usize = 8;

pub fn fits(state: &State, verdicts: &Verdicts, transaction: &Transaction) -> Result<(), Misfit> {
    let is_waiting = state.phase() == "waiting" && transaction.round == state.tip().next_round();
    match &transaction.body {
        Body::Announcement(announcement) if is_waiting => {
            let verified = verdicts.announcement(state.chain(), state.tip(), announcement);
            verified.map(drop).map_err(|reason| Misfit::Refused(reason.to_string()))
        }
        Body::Announcement(_) => state.check(transaction, verdicts).map_err(Misfit::from),
        _ => fits_now(state, verdicts, transaction, u64::MAX),
    }
}

pub fn proposed(state: &State, verdicts: &Verdicts, mempool: &[Bytes], room: usize) -> Vec<Bytes> {
    let (mut size, mut shown) = (0, vec![]);
    for tx in mempool {
        size += tx.len() + FRAME;
        if size > room {
            break;
        }
        shown.push(tx.clone());
    }
    let mut txs: Vec<Bytes> = vec![];
    for tx in shown {
        txs.push(tx);
        if read(state, verdicts, &txs).is_err() {
            txs.pop();
        }
    }
    txs
}
