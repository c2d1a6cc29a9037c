//! Transactions of a network, honest with edits or any: each has one encoding. A state accepts only
//! transactions that were made with the secret keys, and a refused one changes nothing.

#![no_main]

use heliast_fuzz::{
    fields::Fields,
    network::{self, Network, Scene},
};
use heliast_network::parts::{Body, State, Transaction, Verdicts};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static NETWORK: LazyLock<Network> = LazyLock::new(network::network);

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let (scene, choice) = (fields.u8(), fields.u8());
    let scenes = &NETWORK.scenes;
    let scene = &scenes[usize::from(scene) % scenes.len()];
    let bytes = match choice {
        0 => fields.0.to_vec(),
        _ => edited(&NETWORK, choice, fields),
    };
    let Ok(transaction) = Transaction::from_bytes(&NETWORK.chain, &bytes) else { return };
    assert_eq!(transaction.to_bytes(), bytes);
    apply(scene, &transaction);
});

/// Returns one of the honest transactions of all rounds, with some bytes overwritten.
fn edited(network: &Network, choice: u8, fields: Fields) -> Vec<u8> {
    let honest = &network.transactions;
    let mut bytes = honest[(usize::from(choice) - 1) % honest.len()].clone();
    fields.overwrite(&mut bytes);
    bytes
}

/// Applies the transaction in the next block of a state.
fn apply(scene: &Scene, transaction: &Transaction) {
    let mut state: State = scene.state.clone();
    let before = state.to_bytes();
    state.begin_block();
    match state.apply(transaction, &Verdicts::default()) {
        Ok(()) => assert!(is_honest(scene, transaction), "a forged transaction is taken: {transaction:?}"),
        Err(_) => assert_eq!(state.to_bytes(), before, "a refused transaction changes the state"),
    }
}

/// Whether the transaction is a tick, which nobody signs, or one of those that were made.
fn is_honest(scene: &Scene, transaction: &Transaction) -> bool {
    let Transaction { round, body } = transaction;
    match body {
        Body::Tick(n) => (*round, *n) == (scene.state.tip().next_round(), scene.state.ticks()),
        // The first nine bytes are kind and round; the statement that is proved contains the round, too.
        _ => NETWORK.transactions.iter().any(|made| made[9..] == transaction.to_bytes()[9..]),
    }
}
