//! The consensus state, which a node has on its disk and with which a snapshot begins, with a corrected
//! digest or not: it is refused, or it has one encoding and can be continued with blocks.

#![no_main]

use heliast_fuzz::{
    fields::Fields,
    network::{self, Network},
};
use heliast_network::parts::{State, Transaction, Verdicts};
use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};
use std::sync::{Arc, LazyLock};

static NETWORK: LazyLock<Network> = LazyLock::new(network::network);

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let (scene, flags) = (fields.u8(), fields.u8());
    let scenes = &NETWORK.scenes;
    let scene = &scenes[usize::from(scene) % scenes.len()];
    let mut bytes = match flags & 1 {
        0 => fields.0.to_vec(),
        _ => edited(&scene.state, fields),
    };
    if flags & 2 == 0 {
        bytes.extend(Sha256::digest(&bytes));
    }
    let tip = scene.state.tip();
    let found = State::from_bytes(&NETWORK.chain, Arc::clone(&NETWORK.file), tip.clone(), &bytes);
    let Ok(mut state) = found else { return };
    assert_eq!(state.to_bytes(), bytes);
    assert_eq!((state.tip(), State::round_of(&NETWORK.chain, &bytes)), (tip, Ok(tip.round())));
    let _ = (state.app_hash(), state.record(), state.validators(), state.duty());
    state.begin_block();
    for honest in &NETWORK.transactions {
        let transaction = Transaction::from_bytes(&NETWORK.chain, honest).expect("an honest transaction");
        let _ = state.apply(&transaction, &Verdicts::default());
    }
    state.end_block(state.height().saturating_add(1), scene.next_ms);
});

/// Returns the state's bytes without their digest, with some of them overwritten.
fn edited(state: &State, fields: Fields) -> Vec<u8> {
    let mut bytes = state.to_bytes();
    bytes.truncate(bytes.len() - 32);
    fields.overwrite(&mut bytes);
    bytes
}
