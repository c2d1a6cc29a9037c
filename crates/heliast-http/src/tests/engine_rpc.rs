use super::{client::send, *};
use serde_json::{Value, json};
use std::sync::Mutex;

/// Sends a hand-written request.
async fn ask(node: &Node, body: &str) -> Reply {
    let len = body.len();
    let head = format!(
        "POST /v1/engine HTTP/1.1\r\nhost: test\r\nconnection: close\r\ncontent-length: {len}\r\n\r\n"
    );
    send(node.address, &(head + body)).await
}

fn question(method: &str, params: &Value) -> String {
    json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params }).to_string()
}

#[tokio::test]
async fn a_solo_chain_has_no_engine() {
    let node = Node::start(1, patient()).await;
    let reply = ask(&node, &question("commit", &json!({}))).await;
    assert_eq!((reply.status, reply.code()), (404, 2));
}

#[tokio::test]
async fn what_a_light_client_needs_is_passed_on_and_nothing_else() {
    let node = Node::start(1, patient()).await;
    let asked = Arc::new(Mutex::new(vec![]));
    let heard = Arc::clone(&asked);
    node.handles.finality.serve_engine(Box::new(move |method, params| {
        heard.lock().unwrap().push((method, params.clone()));
        match params["height"].as_str() {
            Some("9") => Err(json!({ "code": -32603, "data": "height 9 must be less than or equal to 8" })),
            _ => Ok(json!({ "height": params["height"] })),
        }
    }));
    for method in ["commit", "validators", "consensus_params"] {
        let params = json!({ "height": "5", "page": 1, "per_page": "100" });
        let reply = ask(&node, &question(method, &params)).await;
        assert_eq!(reply.status, 200, "{method}");
        assert_eq!(reply.json(), json!({ "jsonrpc": "2.0", "id": 7, "result": { "height": "5" } }));
        assert_eq!(reply.header("cache-control"), "no-store");
        assert_eq!(asked.lock().unwrap().pop(), Some((method, params)));
    }
    let refused = ask(&node, &question("commit", &json!({ "height": "9" }))).await.json();
    assert_eq!(refused["error"]["data"], "height 9 must be less than or equal to 8");
    assert!(refused.get("result").is_none());
    asked.lock().unwrap().clear();

    let tx = "SExUWAEB".repeat(2_000) + "AA==";
    let sent = ask(&node, &question("broadcast_tx_sync", &json!({ "tx": tx }))).await;
    assert_eq!(sent.status, 200, "{}", sent.text());
    assert_eq!(asked.lock().unwrap().pop(), Some(("broadcast_tx_sync", json!({ "tx": tx }))));
    for bad in
        [json!(7), json!(""), json!("="), json!("a b"), json!("AA======"), json!("A".repeat((32 << 10) + 1))]
    {
        let reply = ask(&node, &question("broadcast_tx_sync", &json!({ "tx": bad }))).await;
        assert_eq!(reply.status, 400, "{bad}");
    }
    let two = json!({ "tx": "AAAA", "height": "1" });
    assert_eq!(ask(&node, &question("broadcast_tx_sync", &two)).await.status, 400);
    assert!(asked.lock().unwrap().is_empty());

    let long = json!({ "id": 1, "method": "commit", "more": "m".repeat(3 << 10) }).to_string();
    for bad in [
        "",
        "{}",
        "[]",
        "no JSON",
        &question("broadcast_tx_sync", &json!({})),
        &question("dump_consensus_state", &json!({})),
        &question("commit", &json!({ "height": "-1" })),
        &question("commit", &json!({ "height": [1] })),
        &question("commit", &json!({ "path": "1" })),
        &json!({ "id": ["x"], "method": "commit" }).to_string(),
        &json!({ "id": "x".repeat(65), "method": "commit" }).to_string(),
        &long,
    ] {
        let reply = ask(&node, bad).await;
        assert_eq!((reply.status, reply.code()), (400, 2), "{bad:.60}");
    }
    assert!(asked.lock().unwrap().is_empty(), "the engine hears none of it");
    assert_eq!(node.get("/v1/engine").await.status, 405);
}

#[tokio::test]
async fn an_engine_that_fails_hurts_its_question_only() {
    let node = Node::start(1, patient()).await;
    node.handles.finality.serve_engine(Box::new(|_, _| panic!("it fails")));
    let reply = ask(&node, &question("commit", &json!({}))).await;
    assert_eq!((reply.status, reply.code()), (503, 5));
    assert!(!reply.header("retry-after").is_empty());
    assert_eq!(node.get("/v1/status").await.status, 200);
}
