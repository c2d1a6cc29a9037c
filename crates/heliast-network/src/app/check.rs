//! The mempool's choice of transactions.

use super::{code, insist::Insist};
use crate::{
    abci::messages::ResponseCheckTx,
    room,
    state::State,
    transaction::{Body, Transaction},
    verdicts::Verdicts,
};
use heliast_engine::{Rounds, periods};
use std::sync::{Arc, PoisonError, RwLock};

/// Decides on transactions, apart from the application: it waits for no block, and no block for it.
///
/// Anybody can make false tickets faster than they can be refused, so that a ticket costs no more
/// than its proof: one that is about another round, out of place or already there is refused
/// before, and nothing is copied. There is no bound on the false tickets of one participant, as
/// others could use it up and so keep that participant's good ones out.
///
/// Of good ones it takes one for each place: a participant can make any number of announcements,
/// and under some VRFs of proofs of its one lot. So the mempool is bounded by the participants
/// (`crate::room`), and an engine that asks again, after each block, gets the known verdict.
pub(super) struct Gate {
    rounds: Arc<Rounds>,
    verdicts: Arc<Verdicts>,
    insist: Arc<Insist>,
    /// The state after the last Commit.
    state: RwLock<Arc<State>>,
}

impl Gate {
    pub(super) fn new(
        rounds: Arc<Rounds>,
        verdicts: Arc<Verdicts>,
        insist: Arc<Insist>,
        state: &State,
    ) -> Gate {
        Gate { rounds, verdicts, insist, state: RwLock::new(Arc::new(state.clone())) }
    }

    /// Sets the state after which transactions are to fit.
    pub(super) fn set(&self, state: &State) {
        *self.state.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(state.clone());
    }

    /// The mempool's answer about a transaction. A peer sends one once, perhaps a block before this node has
    /// the block that opens its round: tickets and announcements of the next round are kept. A participant
    /// that sends early gains nothing by it, because proposers do not go by the order in which transactions
    /// came.
    pub(super) fn check(&self, bytes: &[u8]) -> ResponseCheckTx {
        let (code, log) = match Transaction::from_bytes(self.rounds.chain(), bytes) {
            Err(reason) => (code::MALFORMED, reason.to_string()),
            Ok(transaction) => match self.fits(&transaction, bytes.len()) {
                Ok(()) => (code::OK, String::new()),
                Err(reason) => (code::UNFIT, reason),
            },
        };
        ResponseCheckTx { code, log, gas_wanted: 1 }
    }

    fn fits(&self, transaction: &Transaction, len: usize) -> Result<(), String> {
        let state = Arc::clone(&self.state.read().unwrap_or_else(PoisonError::into_inner));
        fits(&state, &self.verdicts, transaction, self.rounds.now_ms())?;
        if let Body::Ticket(ticket) = &transaction.body {
            self.insist.note_ticket(&state, ticket, len);
        }
        Ok(())
    }
}

/// Whether the mempool of a node takes a transaction after this state, at this time by the node's clock in
/// milliseconds since 1970.
///
/// # Errors
/// The reason to refuse it.
pub fn fits(
    state: &State,
    verdicts: &Verdicts,
    transaction: &Transaction,
    now_ms: u64,
) -> Result<(), String> {
    let (chain, tip) = (state.chain(), state.tip());
    let is_waiting = state.phase() == "waiting" && transaction.round == tip.next_round();
    match &transaction.body {
        // Or one participant could fill the mempool.
        Body::Ticket(ticket) if verdicts.has_other(chain, tip, ticket) => {
            Err("its participant has sent another ticket for this slot already".into())
        }
        Body::Ticket(ticket) if is_waiting => {
            state.check_early(ticket, verdicts).map_err(|reason| reason.to_string())
        }
        Body::Announcement(announcement) if verdicts.has_other_announcement(chain, tip, announcement) => {
            Err("its participant has sent another announcement for this round already".into())
        }
        Body::Announcement(announcement)
            if verdicts.others_that_announce(tip, announcement.participant)
                >= room::most_announcements(chain) =>
        {
            Err("there is no room for more announcements in this round".into())
        }
        Body::Announcement(announcement) if is_waiting => {
            let checked = state.check_early_announcement(announcement, verdicts);
            checked.map_err(|reason| reason.to_string())
        }
        Body::Tick(_) if is_waiting && now_ms < periods::next_opening_ms(chain, tip) => {
            Err("the opening time has not come".into())
        }
        _ => state.check(transaction, verdicts).map_err(|reason| reason.to_string()),
    }
}
