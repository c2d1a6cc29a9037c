//! The transactions that anybody could make after a state, true and false, and what a reader who knows who
//! made them says of each. Nothing here is verified.

use crate::{
    keys,
    memo::Memo,
    node::Node,
    oracle::{Oracle, Phase},
    tx::{Truth, Tx, TxRef},
};
use heliast::{Chain, Ticket, Tip, Verified, keys::Change};
use heliast_network::parts::{Body, Transaction};
use std::{collections::BTreeMap, sync::Arc};

/// Something that a participant announces in a round.
#[derive(Clone, Debug)]
pub struct Said {
    pub round: u64,
    pub participant: u32,
    pub name: &'static str,
    pub change: Change,
}

/// All that participants and evaluators make in a scenario.
pub struct Catalogue {
    chain: Chain,
    said: Vec<Said>,
    has_ticks: bool,
    has_false: bool,
    by_state: Memo<[u8; 16], Arc<Vec<TxRef>>>,
    by_tip: Memo<[u8; 32], Arc<Vec<TxRef>>>,
}

impl Catalogue {
    pub fn new(chain: &Chain, said: Vec<Said>, has_ticks: bool, has_false: bool) -> Self {
        let chain = chain.clone();
        let (by_state, by_tip) = Default::default();
        Catalogue { chain, said, has_ticks, has_false, by_state, by_tip }
    }

    /// All transactions that could be of use, or do harm, after the state of a node, which the oracle knows.
    pub fn after(&self, node: &Node, oracle: &Oracle) -> Arc<Vec<TxRef>> {
        let state = &node.state;
        self.by_state.get(node.derived().key, || {
            Arc::new(match &oracle.phase {
                Phase::Waiting => self.waiting(oracle.round, oracle.ticks, state.tip()),
                Phase::Collecting { .. } => self.by_tip(state.tip()).to_vec(),
                Phase::Delaying { opening_ms, .. } => self.delaying(oracle, *opening_ms, state.tip()),
            })
        })
    }

    fn waiting(&self, round: u64, ticks: u32, tip: &Tip) -> Vec<TxRef> {
        let tick = |n| {
            let transaction = Transaction { round, body: Body::Tick(n) };
            Tx::new(format!("tick {n} of {round}"), &transaction, Truth::Tick(n))
        };
        let mut all = self.by_tip(tip).to_vec();
        if self.has_ticks {
            all.extend([tick(ticks), tick(ticks + 1)]);
        }
        all
    }

    /// Tickets and announcements of the round after a tip: proofs are made once.
    fn by_tip(&self, tip: &Tip) -> Arc<Vec<TxRef>> {
        self.by_tip.get(keys::tip_id(tip), || {
            let (round, seed) = (tip.next_round(), keys::tip_id(tip));
            let tickets: Vec<Ticket> = (0..tip.keys().members().count())
                .filter_map(|who| keys::ticket(&self.chain, tip, who))
                .collect();
            let of = |ticket: &Ticket| Transaction { round, body: Body::Ticket(ticket.clone()) };
            let mut all = Vec::new();
            for ticket in &tickets {
                let participant = ticket.participant;
                let truth = Truth::Ticket { seed, participant };
                all.push(Tx::new(format!("ticket of {participant}"), &of(ticket), truth));
            }
            for said in self.said.iter().filter(|said| said.round == round) {
                let made = keys::announcement(&self.chain, tip, said.participant, said.change.clone());
                let transaction = Transaction { round, body: Body::Announcement(made) };
                let (participant, change) = (said.participant, said.change.clone());
                let truth = Truth::Announcement { seed, participant, change };
                all.push(Tx::new(format!("{} of {}", said.name, said.participant), &transaction, truth));
            }
            if let Some(ticket) = tickets.first().filter(|_| self.has_false) {
                let mut lie = ticket.clone();
                lie.proof[40] ^= 1;
                all.push(Tx::new("false ticket".into(), &of(&lie), Truth::False));
                let other = Transaction { round: round + 1, ..of(ticket) };
                all.push(Tx::new("ticket of another round".into(), &other, Truth::False));
            }
            Arc::new(all)
        })
    }

    /// The delay, and one of other tickets: of one less.
    fn delaying(&self, oracle: &Oracle, opening_ms: u64, tip: &Tip) -> Vec<TxRef> {
        let (round, seed) = (oracle.round, keys::tip_id(tip));
        let tx = |name: &str, tickets: BTreeMap<u32, TxRef>| {
            let verified: Vec<_> = tickets.values().map(|ticket| self.verified(tip, ticket)).collect();
            let lots = verified.iter().map(|ticket| ticket.facts());
            let (_, x) = self.chain.delay_input(tip, opening_ms, lots);
            let body = Body::Delay(self.chain.evaluate(&x).unwrap());
            let truth = Truth::Delay { seed, opening_ms, tickets };
            Tx::new(format!("{name} of {round}"), &Transaction { round, body }, truth)
        };
        let mut all = vec![tx("delay", oracle.tickets.clone())];
        if self.has_false && !oracle.tickets.is_empty() {
            let mut fewer = oracle.tickets.clone();
            fewer.pop_last();
            all.push(tx("delay of other tickets", fewer));
        }
        all
    }

    fn verified(&self, tip: &Tip, ticket: &Tx) -> Verified<Ticket> {
        match Transaction::from_bytes(&self.chain, &ticket.bytes).unwrap().body {
            Body::Ticket(ticket) => self.chain.verify_ticket(tip, ticket).unwrap(),
            other => panic!("{other:?}"),
        }
    }
}
