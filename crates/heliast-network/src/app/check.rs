//! Which transactions the mempool takes.

use super::{App, code};
use crate::transaction::{Body, Transaction};
use tendermint_proto::v0_38::abci::ResponseCheckTx;

impl App {
    /// A peer sends a transaction once, perhaps a block before this node has the one that opens its round:
    /// tickets and announcements of the round that comes next are kept.
    pub(super) fn check(&self, bytes: &[u8]) -> ResponseCheckTx {
        let (code, log) = match Transaction::from_bytes(self.shared.chain(), bytes) {
            Err(reason) => (code::MALFORMED, reason.to_string()),
            Ok(transaction) => match self.fits(&transaction) {
                Ok(()) => (code::OK, String::new()),
                Err(reason) => (code::UNFIT, reason),
            },
        };
        ResponseCheckTx { code, log, gas_wanted: 1, ..Default::default() }
    }

    fn fits(&self, transaction: &Transaction) -> Result<(), String> {
        let (state, tip) = (&self.state, self.state.tip());
        let is_waiting = state.phase() == "waiting" && transaction.round == tip.next_round();
        match &transaction.body {
            // Or one participant could fill the mempool.
            Body::Ticket(ticket) if self.verdicts.has_other(state.chain(), tip, ticket) => {
                Err("its participant has sent another ticket for this slot already".into())
            }
            Body::Ticket(ticket) if is_waiting => {
                state.check_early(ticket, &self.verdicts).map_err(|reason| reason.to_string())
            }
            Body::Announcement(announcement) if is_waiting => {
                let verified = self.verdicts.announcement(state.chain(), tip, announcement);
                verified.map(drop).map_err(|reason| reason.to_string())
            }
            Body::Tick(_) if is_waiting && !self.is_time() => Err("the opening time has not come".into()),
            _ => {
                let mut state = state.clone();
                state.begin_block();
                state.apply(transaction, &self.verdicts).map_err(|reason| reason.to_string())
            }
        }
    }

    /// Whether the next round may open by this node's clock.
    fn is_time(&self) -> bool {
        let (tip, genesis) = (self.state.tip(), self.state.chain().genesis());
        let first = tip.time_ms().saturating_add(genesis.period_ms.into()).max(genesis.genesis_time_ms);
        self.shared.now_ms() >= first
    }
}
