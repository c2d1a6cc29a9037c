//! The mempool's choice of transactions.

use super::{code, insist::Insist};
use crate::{
    abci::messages::ResponseCheckTx,
    room,
    state::{State, Unfit},
    transaction::{Body, Transaction},
    verdicts::Verdicts,
};
use heliast_beacon::Refusal;
use heliast_engine::{Rounds, periods};
use std::sync::{Arc, PoisonError, RwLock};

/// Decides on transactions independently of the application: it does not wait for blocks, and blocks do not
/// wait for it.
///
/// Anybody can make false tickets faster than they can be refused, so a ticket must cost no more than the
/// verification of its proof. A ticket that is about another round, has an invalid place or is already known
/// is refused before that, and nothing is copied. There is no limit on the false tickets of one participant:
/// others could use up the limit and so keep the participant's valid tickets out.
///
/// It takes only one valid transaction for each place: a participant can make any number of announcements
/// and, with some VRFs, any number of proofs of the same lot. So the size of the mempool is bounded by the
/// number of participants (`crate::room`). When the engine asks again after each block, it gets the known
/// verdict.
pub(super) struct Mempool {
    rounds: Arc<Rounds>,
    verdicts: Arc<Verdicts>,
    insist: Arc<Insist>,
    /// The state after the last decided block that the application goes on with.
    state: RwLock<Arc<State>>,
}

impl Mempool {
    pub(super) fn new(
        rounds: Arc<Rounds>,
        verdicts: Arc<Verdicts>,
        insist: Arc<Insist>,
        state: &State,
    ) -> Mempool {
        Mempool { rounds, verdicts, insist, state: RwLock::new(Arc::new(state.clone())) }
    }

    /// Sets the state to which transactions must fit.
    pub(super) fn set(&self, state: &State) {
        *self.state.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(state.clone());
    }

    /// The mempool's answer about a transaction. A peer sends each transaction once, perhaps before this node
    /// has the block that opens its round. So tickets and announcements of the next round are kept. A
    /// participant gains nothing by sending early, because proposers do not use the order of arrival.
    pub(super) fn check(&self, bytes: &[u8]) -> ResponseCheckTx {
        let (code, log) = match Transaction::from_bytes(self.rounds.chain(), bytes) {
            Err(reason) => (code::MALFORMED, reason.to_string()),
            Ok(transaction) => match self.fits(&transaction, bytes.len()) {
                Ok(()) => (code::OK, String::new()),
                Err(Misfit::NotNow(reason)) => (code::NOT_NOW, reason),
                Err(Misfit::Refused(reason)) => (code::UNFIT, reason),
            },
        };
        ResponseCheckTx { code, log, gas_wanted: 1 }
    }

    fn fits(&self, transaction: &Transaction, len: usize) -> Result<(), Misfit> {
        let state = Arc::clone(&self.state.read().unwrap_or_else(PoisonError::into_inner));
        fits(&state, &self.verdicts, transaction, self.rounds.now_ms())?;
        if let Body::Ticket(ticket) = &transaction.body {
            self.insist.note_ticket(&state, ticket, len);
        }
        Ok(())
    }
}

/// The reason for which a mempool does not take a transaction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// It is about a round or a phase other than that after this node's last block: another node may take it,
    /// and this one a moment later.
    #[error("{0}")]
    NotNow(String),
    /// Every other reason.
    #[error("{0}")]
    Refused(String),
}

impl From<Unfit> for Misfit {
    fn from(reason: Unfit) -> Misfit {
        let text = reason.to_string();
        match reason {
            Unfit::Round { .. }
            | Unfit::Tick
            | Unfit::Refused(Refusal::Phase { .. } | Refusal::Round { .. }) => Misfit::NotNow(text),
            _ => Misfit::Refused(text),
        }
    }
}

/// Checks whether the mempool of a node takes a transaction after this state. `now_ms` is the time by the
/// node's clock in milliseconds since 1970.
///
/// # Errors
/// The reason to refuse it.
pub fn fits(
    state: &State,
    verdicts: &Verdicts,
    transaction: &Transaction,
    now_ms: u64,
) -> Result<(), Misfit> {
    let refused = |reason: &str| Err(Misfit::Refused(reason.to_owned()));
    let (chain, tip) = (state.chain(), state.tip());
    let is_waiting = state.is_waiting() && transaction.round == tip.next_round();
    match &transaction.body {
        // Otherwise one participant could fill the mempool.
        Body::Ticket(ticket) if verdicts.has_other(chain, tip, ticket) => {
            refused("its participant has sent another ticket for this slot already")
        }
        Body::Ticket(ticket) if is_waiting => {
            let verdict = verdicts.ticket(chain, tip, ticket);
            verdict.map(drop).map_err(|reason| Misfit::Refused(reason.to_string()))
        }
        Body::Announcement(announcement) if verdicts.has_other_announcement(chain, tip, announcement) => {
            refused("its participant has sent another announcement for this round already")
        }
        Body::Announcement(announcement)
            if verdicts.others_that_announce(tip, announcement.participant)
                >= room::most_announcements(chain) =>
        {
            refused("there is no room for more announcements in this round")
        }
        Body::Announcement(announcement) if is_waiting => {
            state.check_early_announcement(announcement, verdicts).map_err(Misfit::from)
        }
        Body::Tick(_) if is_waiting && now_ms < periods::next_opening_ms(chain, tip) => {
            Err(Misfit::NotNow("the opening time has not come".to_owned()))
        }
        _ => state.check(transaction, verdicts).map_err(Misfit::from),
    }
}
