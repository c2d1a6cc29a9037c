//! The order in which a proposer goes through its mempool: `spec/network.md`, "Room". The order of
//! arrival does not matter: otherwise a participant that sends many transactions early would get all the
//! room.

use crate::transaction::{Body, Transaction};
use bytes::Bytes;
use heliast::{Chain, Tip};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

const TAG: &[u8] = b"heliast/network-order/v1";

/// The rank of a transaction: its kind, its turn, and its participant's place by lot.
type Rank = (u8, usize, [u8; 32]);

/// The well-formed transactions in order: first the delay and ticks, of which each block has one or two; then
/// tickets, the first one of each participant before any second one; then announcements. The order by lot
/// changes after each round.
pub(super) fn in_order<'a>(chain: &Chain, tip: &Tip, txs: &'a [Bytes]) -> Vec<(Transaction, &'a Bytes)> {
    let read = |bytes: &'a Bytes| Some((Transaction::from_bytes(chain, bytes).ok()?, bytes));
    let mut transactions: Vec<_> = txs.iter().filter_map(read).collect();
    // The engine may still have tickets of the previous round, which no block takes any more: they do not
    // count as a participant's first one.
    let of_round = transactions.iter().filter(|(one, _)| one.round == tip.next_round());
    let slots = slots(of_round.map(|(transaction, _)| transaction));
    let lot = |participant: u32| -> [u8; 32] {
        Sha256::new_with_prefix(TAG)
            .chain_update(tip.seed())
            .chain_update(participant.to_be_bytes())
            .finalize()
            .into()
    };
    let rank = |(transaction, _): &(Transaction, _)| -> Rank {
        match &transaction.body {
            Body::Delay(_) | Body::Tick(_) => (0, 0, [0; 32]),
            Body::Ticket(ticket) => {
                let before = slots.get(&ticket.participant).map(|all| all.range(..ticket.slot).count());
                (1, before.unwrap_or(0), lot(ticket.participant))
            }
            Body::Announcement(announcement) => (2, 0, lot(announcement.participant)),
        }
    };
    transactions.sort_by_cached_key(rank);
    transactions
}

/// The slots for which each participant has a ticket.
fn slots<'a>(transactions: impl Iterator<Item = &'a Transaction>) -> BTreeMap<u32, BTreeSet<u8>> {
    let mut slots = BTreeMap::<_, BTreeSet<_>>::new();
    for transaction in transactions {
        if let Body::Ticket(ticket) = &transaction.body {
            slots.entry(ticket.participant).or_default().insert(ticket.slot);
        }
    }
    slots
}
