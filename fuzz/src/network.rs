//! A network of `vectors/finality.json`: its transactions, and its state in every phase of its rounds.

use heliast::{Chain, Delay, Round};
use heliast_finality::NetworkFile;
use heliast_network::parts::{Body, State, Transaction, Verdicts};
use serde_json::Value;
use std::sync::Arc;

/// A network with the transactions that were sent in it.
pub struct Network {
    /// Its chain.
    pub chain: Chain,
    /// Its first validators and its window.
    pub file: Arc<NetworkFile>,
    /// The bytes of all transactions that its rounds consist of.
    pub transactions: Vec<Vec<u8>>,
    /// Its state before each round, while the round collects, before the round has its delay, and after the
    /// last round.
    pub scenes: Vec<Scene>,
}

/// A state between two blocks.
pub struct Scene {
    /// The state.
    pub state: State,
    /// The time of the next block.
    pub next_ms: u64,
}

/// Returns the first network of the vectors, which has several rounds.
pub fn network() -> Network {
    let vectors: Value = serde_json::from_str(include_str!("../../vectors/finality.json")).expect("JSON");
    let cases = vectors["cases"].as_array().expect("cases");
    let case = cases.iter().find(|case| case["kind"] == "network").expect("a network");
    let chain = Chain::from_bytes(&bytes(&case["genesis_bytes"])).expect("a genesis");
    let file = Arc::new(NetworkFile::from_bytes(&bytes(&case["bytes"])).expect("a network file"));
    let (mut transactions, mut scenes) = (vec![], vec![]);
    let mut state = State::new(&chain, Arc::clone(&file));
    for round in case["rounds"].as_array().expect("rounds") {
        let round = chain.decode_round(&bytes(round)).expect("a round");
        let closes_ms = round.time_ms + u64::from(file.window_ms());
        block(&mut state, &mut scenes, round.time_ms, &[]);
        let (parts, delay) = parts(&round);
        block(&mut state, &mut scenes, round.time_ms, &parts);
        while state.phase() != "delay" {
            block(&mut state, &mut scenes, closes_ms, &[]);
        }
        // No new round opens before the next one's time.
        block(&mut state, &mut scenes, closes_ms.min(round.time_ms + 1), std::slice::from_ref(&delay));
        assert_eq!(state.tip().round(), round.number, "the round is sealed");
        transactions.extend(parts.iter().chain([&delay]).map(Transaction::to_bytes));
    }
    let next_ms = state.tip().time_ms() + u64::from(chain.genesis().period_ms);
    scenes.push(Scene { state, next_ms });
    Network { chain, file, transactions, scenes }
}

/// Applies a block of honest transactions; the state before it is a scene.
fn block(state: &mut State, scenes: &mut Vec<Scene>, time_ms: u64, transactions: &[Transaction]) {
    scenes.push(Scene { state: state.clone(), next_ms: time_ms });
    state.begin_block();
    for transaction in transactions {
        state.apply(transaction, &Verdicts::default()).expect("an honest transaction");
    }
    state.end_block(state.height() + 1, time_ms);
}

/// Returns the tickets and announcements of a round, and its delay.
fn parts(round: &Round) -> (Vec<Transaction>, Transaction) {
    let transaction = |body| Transaction { round: round.number, body };
    let tickets = round.tickets.iter().cloned().map(Body::Ticket);
    let announcements = round.announcements.iter().cloned().map(Body::Announcement);
    let delay = Delay { y: round.y.clone(), proof: round.proof.clone() };
    (tickets.chain(announcements).map(transaction).collect(), transaction(Body::Delay(delay)))
}

fn bytes(value: &Value) -> Vec<u8> {
    hex::decode(value.as_str().expect("text")).expect("hexadecimal")
}
