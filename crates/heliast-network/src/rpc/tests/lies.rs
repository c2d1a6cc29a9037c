//! Engines that send false, incomplete or too long answers, or redirect: each gives its own error.

use super::*;
use proptest::prelude::*;
use std::{
    io::{Read, Write},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// The reason for which an answer is refused.
fn reason(error: RpcError) -> String {
    match error {
        RpcError::Malformed { reason, .. } => reason,
        other => panic!("{other}"),
    }
}

fn engine(answer: Value) -> FakeEngine {
    FakeEngine::start(move |_, _| result(answer.clone()))
}

/// Raw bytes as an answer; the connection ends after them.
fn raw(answer: &'static [u8]) -> (Rpc, thread::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let rpc = Rpc::new(&format!("http://{}", listener.local_addr().unwrap())).unwrap();
    let thread = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        // The request must be read, or the connection would be reset at its end.
        let mut request = vec![];
        let (mut byte, ends) = ([0], b"\"params\":{}}");
        while !request.ends_with(ends) && stream.read(&mut byte).unwrap() == 1 {
            request.push(byte[0]);
        }
        stream.write_all(answer).unwrap();
    });
    (rpc, thread)
}

#[test]
fn an_answer_that_is_cut_anywhere_is_invalid() {
    for cut in [
        &b""[..],
        b"HTTP/1.1 2",
        b"HTTP/1.1 200 OK\r\nContent-Length: 90\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{\"result\":{\"n_peers\":\"3\"}}",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1a\r\n{\"result\":{\"n_pe",
        b"nonsense\r\n\r\n",
    ] {
        let (rpc, thread) = raw(cut);
        let error = rpc.peers().unwrap_err();
        let is_named = matches!(&error, RpcError::Unreachable { address, .. } if address == rpc.address());
        assert!(is_named, "{}: {error}", String::from_utf8_lossy(cut));
        thread.join().unwrap();
    }
    // The same answer, complete.
    let (rpc, thread) = raw(b"HTTP/1.1 200 OK\r\nContent-Length: 26\r\n\r\n{\"result\":{\"n_peers\":\"3\"}}");
    assert_eq!(rpc.peers(), Ok(3));
    thread.join().unwrap();
}

#[test]
fn nobody_is_sent_to_another_address() {
    let asked = Arc::new(AtomicUsize::new(0));
    let hears = Arc::clone(&asked);
    let elsewhere = FakeEngine::start(move |_, _| {
        hears.fetch_add(1, Ordering::AcqRel);
        result(json!({ "n_peers": "3" }))
    });
    let head = format!("HTTP/1.1 307 X\r\nLocation: {}\r\nContent-Length: 0\r\n\r\n", elsewhere.address);
    let (rpc, thread) = raw(head.leak().as_bytes());
    assert_eq!(reason(rpc.peers().unwrap_err()), "status 307 and no JSON object");
    thread.join().unwrap();
    assert_eq!(asked.load(Ordering::Acquire), 0);
}

/// An answer may have fewer bytes than the limit, and not more.
#[test]
fn an_answer_is_read_to_its_bound() {
    let padded = |len: usize| {
        let answer = r#"{"result":{"n_peers":"3"}}"#;
        format!("{answer}{}", " ".repeat(len - answer.len())).into_bytes()
    };
    let most = MAX_ANSWER as usize;
    for (len, expected) in [(most - 1, Ok(3)), (most + 1, Err("it is too long".to_owned()))] {
        let engine = FakeEngine::start(move |_, _| (200, padded(len)));
        assert_eq!(rpc(&engine).peers().map_err(reason), expected);
    }
}

/// The engine sends errors with status 500.
#[test]
fn the_object_counts_and_not_the_status() {
    for status in [200, 400, 404, 500, 503] {
        let engine = FakeEngine::start(move |method, _| match method {
            "net_info" => (status, result(json!({ "n_peers": "3" })).1),
            _ => (status, refusal("height 9 is not available").1),
        });
        assert_eq!(rpc(&engine).peers(), Ok(3), "{status}");
        let expected = RpcError::Refused {
            address: engine.address.clone(),
            method: "commit",
            code: -32603,
            reason: "height 9 is not available".into(),
        };
        assert_eq!(rpc(&engine).commit(Some(9)), Err(expected));
    }
}

#[test]
fn an_answer_without_a_field_or_with_another_kind_of_it_is_named() {
    let status = || {
        json!({
            "node_info": { "network": "n", "version": "v" },
            "sync_info": { "latest_app_hash": "AB", "latest_block_height": "7", "earliest_block_height": "1" },
        })
    };
    let found = rpc(&engine(status())).status().unwrap();
    assert!(!found.is_catching_up, "an engine that does not say so takes part");
    assert_eq!(found.validator, "");
    for (place, field, words) in [
        ("node_info", "network", "a field is missing"),
        ("node_info", "version", "a field is missing"),
        ("sync_info", "latest_app_hash", "a field is missing"),
        ("sync_info", "latest_block_height", "a number is missing"),
        ("sync_info", "earliest_block_height", "a number is missing"),
    ] {
        for lie in [Value::Null, json!([]), json!({}), json!(-1), json!(0.5), json!(true)] {
            let mut answer = status();
            answer[place][field] = lie.clone();
            assert_eq!(reason(rpc(&engine(answer)).status().unwrap_err()), words, "{field}: {lie}");
        }
        let mut answer = status();
        answer[place].as_object_mut().unwrap().remove(field);
        assert_eq!(reason(rpc(&engine(answer)).status().unwrap_err()), words, "{field}");
    }
    for lie in ["", "-1", "1.0", "18446744073709551616", "0x10", " 7"] {
        assert_eq!(
            reason(rpc(&engine(json!({ "n_peers": lie }))).peers().unwrap_err()),
            "a number is missing",
            "{lie}"
        );
    }
    for lie in [json!(null), json!([]), json!("text"), json!(7)] {
        assert!(rpc(&engine(lie.clone())).status().is_err(), "{lie}");
        let commit = rpc(&engine(json!({ "signed_header": lie }))).commit(None);
        assert_eq!(reason(commit.unwrap_err()), "an object is missing");
    }
}

#[test]
fn codes_of_transactions_are_numbers_of_32_bits() {
    for (code, expected) in [
        (json!(0), Ok(Sent::Taken)),
        (json!(u32::MAX), Ok(Sent::Refused { code: u32::MAX, log: "words".into() })),
        (json!(1_u64 << 32), Err("it has no code".to_owned())),
        (json!(-1), Err("it has no code".to_owned())),
        (json!("0"), Err("it has no code".to_owned())),
        (json!(null), Err("it has no code".to_owned())),
    ] {
        let engine = engine(json!({ "code": code, "log": "words" }));
        assert_eq!(rpc(&engine).broadcast_tx_sync(b"x").map_err(reason), expected, "{code}");
    }
    // An application may also report that it knows a transaction.
    let known = "tx already exists in cache: words";
    assert_eq!(rpc(&engine(json!({ "code": 3, "log": known }))).broadcast_tx_sync(b"x"), Ok(Sent::Known));
    assert_eq!(rpc(&engine(json!({ "code": 0, "log": known }))).broadcast_tx_sync(b"x"), Ok(Sent::Taken));
    let unsaid = rpc(&engine(json!({ "code": 3, "log": 7 }))).broadcast_tx_sync(b"x");
    assert_eq!(unsaid, Ok(Sent::Refused { code: 3, log: String::new() }));
}

/// An engine reports few validators and sends many, or reports many and sends few.
#[test]
fn pages_of_validators_are_bounded_whatever_an_engine_says() {
    for (per_page, total, expected) in [
        (100, 200, Ok(200)),
        (50, 100, Ok(100)),
        (1, 1, Ok(1)),
        (0, 0, Err("a page has no validators, or too many")),
        (0, 5, Err("a page has no validators, or too many")),
        (101, 101, Err("a page has no validators, or too many")),
        (50, 200, Err("pages are not full")),
        (100, 201, Err("there are more than 200 validators")),
        (100, u64::MAX, Err("there are more than 200 validators")),
    ] {
        let pages = Arc::new(AtomicUsize::new(0));
        let asked = Arc::clone(&pages);
        let engine = FakeEngine::start(move |_, _| {
            asked.fetch_add(1, Ordering::AcqRel);
            result(json!({ "validators": vec![0; per_page], "total": total.to_string() }))
        });
        let found = rpc(&engine).validators(1).map(|all| all.len()).map_err(reason);
        assert_eq!(found, expected.map_err(str::to_owned), "{per_page} of {total}");
        assert!(pages.load(Ordering::Acquire) <= 2);
    }
    for lie in [json!(null), json!({}), json!("x")] {
        let engine = engine(json!({ "validators": lie, "total": "1" }));
        assert_eq!(reason(rpc(&engine).validators(1).unwrap_err()), "a page has no validators, or too many");
    }
}

/// Messages of an engine reach a terminal and a log.
#[test]
fn foreign_words_are_cut_and_have_no_control_characters() {
    for (error, expected) in [
        (json!({ "data": "a\u{1b}[31mb\r\nc\u{7f}" }), "a[31mbc".to_owned()),
        (json!({ "data": "ä".repeat(1_000) }), "ä".repeat(300)),
        (json!({ "message": "m", "data": "" }), "m".to_owned()),
        (json!({ "message": "m", "data": 7 }), "m".to_owned()),
        (json!({ "message": "", "code": "x" }), "no reason".to_owned()),
        (json!({}), "no reason".to_owned()),
    ] {
        let body = json!({ "error": error, "result": { "n_peers": "3" } }).to_string();
        let engine = FakeEngine::start(move |_, _| (200, body.clone().into_bytes()));
        let refused = rpc(&engine).peers().unwrap_err();
        let RpcError::Refused { reason, code, method: "net_info", .. } = refused else { panic!("{refused}") };
        assert_eq!((reason, code), (expected, 0));
    }
}

#[test]
fn what_is_passed_on_to_others_says_nothing_about_this_machine() {
    let engine = FakeEngine::start(|method, params| match method {
        "commit" => result(json!({ "asked": params })),
        "validators" => refusal("height 9 is not available"),
        _ => (200, b"junk".to_vec()),
    });
    let rpc = rpc(&engine);
    assert_eq!(rpc.pass_on("commit", json!({ "height": "7" })), Ok(json!({ "asked": { "height": "7" } })));
    let refused =
        json!({ "code": -32603, "message": "the engine refuses", "data": "height 9 is not available" });
    assert_eq!(rpc.pass_on("validators", json!({})), Err(refused));
    let silent = json!({ "code": -32603, "message": "Internal error", "data": "the engine does not answer" });
    assert_eq!(rpc.pass_on("status", json!({})), Err(silent.clone()));
    drop(engine);
    assert_eq!(rpc.pass_on("commit", json!({})), Err(silent), "and no address");
}

#[test]
fn an_engine_behind_a_page_has_the_path_of_its_interface() {
    let rpc = Rpc::behind("http://127.0.0.1:7070/").unwrap();
    assert_eq!(rpc.address(), "http://127.0.0.1:7070/v1/engine");
    assert_eq!(format!("{rpc:?}"), "Rpc(http://127.0.0.1:7070/v1/engine)");
    assert_eq!(Rpc::behind("ftp://a").unwrap_err(), RpcError::Address("ftp://a".into()));
    let words = "\"ftp://a\" is not an address of a node; it begins with http:// or https:// and a host";
    assert_eq!(RpcError::Address("ftp://a".into()).to_string(), words);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// For every call, any bytes are an answer or an error.
    #[test]
    fn any_body_is_an_answer_or_an_error(body in prop::collection::vec(any::<u8>(), 0..60), open in any::<bool>()) {
        let text = if open { [&b"{\"result\":"[..], &body].concat() } else { body };
        let engine = FakeEngine::start(move |_, _| (200, text.clone()));
        let rpc = rpc(&engine);
        let asked = [rpc.status().map(drop), rpc.peers().map(drop), rpc.broadcast_tx_sync(b"x").map(drop)];
        for said in asked {
            let is_named = matches!(said, Err(RpcError::Malformed { .. } | RpcError::Refused { .. }));
            prop_assert!(is_named, "{:?}", said);
        }
    }
}
