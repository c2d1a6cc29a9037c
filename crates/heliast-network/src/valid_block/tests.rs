//! An engine that reports a valid block, and a validator that notes it.

use super::*;
use crate::rpc::testing::{FakeEngine, refusal, result};
use serde_json::json;
use std::sync::mpsc;

fn state(hash: &str) -> serde_json::Value {
    json!({ "round_state": { "height/round/step": "7/1/4", "valid_block_hash": hash } })
}

#[test]
fn an_engine_says_which_block_it_knows() {
    let answers = [
        (result(state("")), Ok(None)),
        (result(state(&"0A".repeat(32))), Ok(Some([10; 32]))),
        (result(state("0A0B")), Err(())),
        (result(state(&"xy".repeat(32))), Err(())),
        (result(json!({})), Err(())),
        (refusal("no"), Err(())),
    ];
    for (answer, expected) in answers {
        let engine = FakeEngine::start(move |method, _| {
            assert_eq!(method, "consensus_state");
            answer.clone()
        });
        assert_eq!(Rpc::new(&engine.address).unwrap().valid_block().map_err(drop), expected);
    }
}

#[test]
fn it_is_asked_only_while_a_round_collects() {
    let (asked, heard) = mpsc::channel();
    let engine = FakeEngine::start(move |_, _| {
        let _ = asked.send(());
        result(state(&"0A".repeat(32)))
    });
    let insist = Arc::new(Insist::collecting(false));
    let rpc = Rpc::new(&engine.address).unwrap();
    let thread = ValidBlock::start(Arc::clone(&insist), rpc).unwrap();
    assert!(heard.try_recv().is_err(), "nothing collects");
    insist.set_collects(true);
    heard.recv().unwrap();
    while insist.valid().is_none() {
        thread::yield_now();
    }
    assert_eq!(insist.valid(), Some([10; 32]));
    drop(thread);
}
