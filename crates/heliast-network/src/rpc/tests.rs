mod lies;

use super::{
    testing::{FakeEngine, refusal, result},
    *,
};
use std::{net::TcpListener, sync::Mutex};

fn rpc(engine: &FakeEngine) -> Rpc {
    Rpc::new(&engine.address).unwrap()
}

#[test]
fn only_an_address_is_taken() {
    for bad in ["", "127.0.0.1:26657", "http://", "tcp://a:1", "http://a/b", "http://u@h", "http://a b"] {
        assert_eq!(
            Rpc::new(bad).unwrap_err(),
            RpcError::Address(bad.trim_end_matches('/').to_owned()),
            "{bad}"
        );
    }
    assert_eq!(Rpc::new("http://127.0.0.1:26657/").unwrap().address(), "http://127.0.0.1:26657");
}

#[test]
fn a_transaction_is_taken_known_refused_or_to_be_sent_again() {
    let seen = std::sync::Arc::new(Mutex::new(vec![]));
    let kept = std::sync::Arc::clone(&seen);
    let engine = FakeEngine::start(move |method, params| {
        assert_eq!(method, "broadcast_tx_sync");
        let tx = BASE64_STANDARD.decode(params["tx"].as_str().unwrap()).unwrap();
        kept.lock().unwrap().push(tx.clone());
        match tx[0] {
            0 => result(json!({ "code": 0, "data": "", "log": "", "codespace": "", "hash": "00" })),
            1 => refusal("tx already exists in cache"),
            2 => result(json!({ "code": 7, "log": "the ticket does not verify\u{1b}[2J" })),
            3 => refusal("mempool is full: number of txs 5000 (max: 5000)"),
            4 => result(json!({ "log": "no code" })),
            5 => result(json!({ "code": 4_294_967_296_u64 })),
            _ => (500, b"<html>".to_vec()),
        }
    });
    let send = |first: u8| rpc(&engine).broadcast_tx_sync(&[first, 255, 0]);
    assert_eq!(send(0), Ok(Sent::Taken));
    assert_eq!(send(1), Ok(Sent::Known));
    let log = "the ticket does not verify[2J".to_owned();
    assert_eq!(send(2), Ok(Sent::Refused { code: 7, log }), "without control characters");
    let full = send(3).unwrap_err();
    assert!(
        matches!(&full, RpcError::Refused { code: -32603, reason, .. } if reason.contains("mempool is full"))
    );
    for malformed in 4..7 {
        let error = send(malformed).unwrap_err();
        assert!(matches!(error, RpcError::Malformed { method: "broadcast_tx_sync", .. }), "{error}");
    }
    assert_eq!(*seen.lock().unwrap(), (0..7).map(|first| vec![first, 255, 0]).collect::<Vec<_>>());
}

#[test]
fn an_engine_says_how_it_stands() {
    let engine = FakeEngine::start(|method, params| match method {
        "status" => result(json!({
            "node_info": { "network": "heliast-00ff", "version": "0.40.0" },
            "sync_info": {
                "latest_app_hash": "AB", "latest_block_height": "1234", "earliest_block_height": "1",
                "catching_up": true,
            },
            "validator_info": { "address": "CD" },
        })),
        "net_info" => result(json!({ "n_peers": "3", "peers": [] })),
        "commit" => result(json!({ "signed_header": { "asked": params["height"] }, "canonical": true })),
        _ => refusal("unknown"),
    });
    let rpc = rpc(&engine);
    let status = rpc.status().unwrap();
    assert_eq!((status.height, status.earliest_height, status.is_catching_up), (1234, 1, true));
    assert_eq!((status.network.as_str(), status.version.as_str()), ("heliast-00ff", "0.40.0"));
    assert_eq!(status.validator, "CD");
    assert_eq!(rpc.peers(), Ok(3));
    let place = engine.address.trim_start_matches("http://").parse().unwrap();
    assert_eq!(engine_at(place), Some((1234, 3)));
    assert_eq!(rpc.commit(Some(5)).unwrap(), json!({ "asked": "5" }), "heights travel as strings");
    assert_eq!(rpc.commit(None).unwrap(), json!({ "asked": null }));
}

#[test]
fn validators_come_in_pages_and_never_too_many() {
    let engine = FakeEngine::start(|_, params| {
        let total: usize = params["height"].as_str().unwrap().parse().unwrap();
        let page: usize = params["page"].as_str().unwrap().parse().unwrap();
        let here: Vec<Value> =
            (0..total).skip((page - 1) * 100).take(100).map(|number| json!(number)).collect();
        result(json!({ "validators": here, "total": total.to_string() }))
    });
    for count in [1, 99, 100, 101, 200] {
        let found = rpc(&engine).validators(count).unwrap();
        assert_eq!(found, (0..count).map(|number| json!(number)).collect::<Vec<_>>(), "{count}");
    }
    for bad in [0, 201, 1_000_000] {
        let error = rpc(&engine).validators(bad).unwrap_err();
        assert!(matches!(error, RpcError::Malformed { method: "validators", .. }), "{bad}: {error}");
    }
}

#[test]
fn strange_answers_are_named() {
    for body in ["", "null", "[]", "{}", r#"{"error":null}"#, r#"{"error":7}"#, "not json"] {
        let engine = FakeEngine::start(move |_, _| (200, body.into()));
        let error = rpc(&engine).status().unwrap_err();
        assert!(matches!(error, RpcError::Malformed { method: "status", .. }), "{body}: {error}");
    }
    let engine = FakeEngine::start(|_, _| (200, vec![b' '; MAX_ANSWER as usize + 1]));
    let error = rpc(&engine).status().unwrap_err();
    assert!(error.to_string().contains("too long"), "{error}");
}

#[test]
fn a_node_that_is_not_there_is_named() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let rpc = Rpc::new(&format!("http://{port}")).unwrap();
    let error = rpc.status().unwrap_err();
    assert!(matches!(&error, RpcError::Unreachable { address, .. } if address == rpc.address()), "{error}");
    assert_eq!(engine_at(port), None);
}
