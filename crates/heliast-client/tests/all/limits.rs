//! One node, and the limits of its answers.

use crate::{
    beacon::Beacon,
    server::{Answer, Server, ok, raw, status},
};
use heliast_client::{Cause, Node, NodeError, Pin, Settings};
use std::{io::Read, time::Duration};

fn node(answer: impl Fn(&str, usize) -> Option<Answer> + Send + Sync + 'static) -> (Server, Node) {
    let server = Server::start(&Beacon::signed(), 3, answer);
    let settings = Settings { longest_wait: Duration::from_millis(5), attempts: 4, ..Settings::default() };
    let node = Node::new(&server.url, &settings).unwrap();
    (server, node)
}

/// A node that always gives this answer.
fn always(answer: fn() -> Answer) -> (Server, Node) {
    node(move |_, _| Some(answer()))
}

#[test]
fn an_honest_node_answers_every_question() {
    let beacon = Beacon::signed();
    let (_server, node) = node(|path, _| {
        let epoch = br#"{"epoch": 1, "from": 1, "to": 3, "proof": "00", "bytes": "0102"}"#;
        (path == "/v1/epochs/1").then(|| ok(epoch))
    });
    assert_eq!(node.chain(beacon.pin()).unwrap().id(), beacon.chain.id());
    assert_eq!(node.latest().unwrap(), 3);
    let status = node.status().unwrap();
    assert_eq!((status.round, &status.phase[..], status.latest), (4, "tickets", 3));
    assert!(node.health().unwrap().is_well);
    assert_eq!(node.last_final().unwrap(), 3);
    assert_eq!(node.network_file().unwrap(), beacon.network);
    assert_eq!(node.frame(2).unwrap().as_ref(), Some(&beacon.frames[1]));
    assert_eq!(node.frame(4).unwrap(), None);
    let epoch = node.epoch(1).unwrap().unwrap();
    assert_eq!((epoch.from, epoch.to, epoch.bytes()), (1, 3, Some(vec![1, 2])));
    assert_eq!(node.epoch(2).unwrap(), None);
    let mut bytes = vec![];
    node.bundle(&beacon.chain, 1..=3).unwrap().read_to_end(&mut bytes).unwrap();
    assert_eq!(bytes, beacon.bundle(1..=3));
    let tip = node.claimed_tip(&beacon.chain, 3).unwrap();
    assert_eq!((tip.round(), tip.seed()), (2, beacon.tips[2].seed()));
    assert!(node.claimed_tip(&beacon.chain, 4).unwrap_err().is_too_early());
}

#[test]
fn what_is_too_long_is_not_read_to_its_end() {
    let long = |length: usize| move |_: &str, _: usize| Some(ok(&vec![b' '; length]));
    type Question = fn(&Node) -> Option<NodeError>;
    let questions: [(usize, Question); 5] = [
        (256 << 10, |node| node.status().err()),
        (256 << 10, |node| node.health().err()),
        (1 << 20, |node| node.network_file().err()),
        (heliast_finality::Frame::MAX_LEN, |node| node.frame(1).err()),
        (256 << 10, |node| node.epoch(1).err()),
    ];
    for (limit, ask) in questions {
        let (_server, node) = node(long(limit + 1));
        let refused = ask(&node).unwrap();
        assert!(
            refused.to_string().ends_with("is not an answer of a heliast node: it is too long"),
            "{refused}"
        );
    }
    // A frame of the greatest allowed length is not refused here.
    let (_server, frames) = node(long(heliast_finality::Frame::MAX_LEN));
    assert!(frames.frame(1).unwrap().is_some());
    // The limit of lengths can be set; that of a bundle depends on its rounds.
    let server = Server::honest(&Beacon::signed(), 3);
    let settings = Settings { longest_answer: 20, ..Settings::default() };
    let node = Node::new(&server.url, &settings).unwrap();
    assert!(node.chain(Pin::AnyChain).unwrap_err().to_string().ends_with("it is too long"));
    assert!(node.bundle(&Beacon::signed().chain, 1..=3).is_ok());
}

#[test]
fn every_status_is_said() {
    for (answer, shown) in [
        ("404 Not Found", "answers 404 Not Found"),
        ("410 Gone", "answers 410 Gone"),
        ("418 Teapot", "answers 418 I'm a teapot"),
        ("204 No Content", "answers 204 No Content"),
        ("599 Odd", "answers 599 <unknown status code>"),
    ] {
        let (server, node) = node(move |_, _| Some(status(answer)));
        let refused = node.latest().unwrap_err();
        assert_eq!(refused.to_string(), format!("{}/v1/status {shown}", server.url));
        assert_eq!(refused.cause.to_string(), shown);
        assert!(!refused.is_falsehood() && !refused.is_too_early());
        assert_eq!(server.asked().len(), 1, "it does not ask to wait");
        assert!(node.health().is_err());
    }
}

#[test]
fn a_node_that_asks_to_wait_is_asked_again_so_often_and_not_oftener() {
    let (server, waiting) = node(|_, times| (times <= 3).then(|| status("503 Busy\r\nRetry-After: 77")));
    assert_eq!(waiting.latest().unwrap(), 3);
    assert_eq!(server.asked().len(), 4);
    let (server, never) = always(|| status("429 Busy\r\nRetry-After: 77"));
    let refused = never.latest().unwrap_err();
    assert!(matches!(refused.cause, Cause::Status { status: 429, wait: Some(wait) } if wait.as_secs() == 77));
    assert_eq!(server.asked().len(), 4);
    // The health of a node that is not well has status 503, which is a valid answer.
    let (server, ill) = always(|| raw("503 X", br#"{"current": 1, "expected": 2, "status": "ill"}"#));
    assert!(!ill.health().unwrap().is_well);
    assert_eq!(server.asked().len(), 1);
}

#[test]
fn redirects_are_followed_only_where_that_is_asked_for() {
    let moved = |path: &str, _: usize| {
        (path == "/v1/status")
            .then(|| status("302 Found\r\nLocation: /elsewhere"))
            .or_else(|| (path == "/elsewhere").then(|| ok(b"{\"latest\": 5}")))
    };
    let (server, node) = node(moved);
    assert!(matches!(node.latest().unwrap_err().cause, Cause::Status { status: 302, .. }));
    assert_eq!(server.asked(), ["/v1/status"]);
    let settings = Settings { redirects: 2, ..Settings::default() };
    assert_eq!(Node::new(&server.url, &settings).unwrap().latest().unwrap(), 5);
    let circle =
        Server::start(&Beacon::signed(), 3, |_, _| Some(status("302 Found\r\nLocation: /v1/status")));
    let refused = Node::new(&circle.url, &settings).unwrap().latest().unwrap_err();
    assert!(matches!(refused.cause, Cause::Unreachable(_)), "{refused}");
    assert_eq!(circle.asked().len(), 3);
}

#[test]
fn a_genesis_is_held_to_its_id() {
    let beacon = Beacon::signed();
    let (bytes, id) = (hex::encode(beacon.chain.genesis_bytes()), hex::encode(beacon.chain.id()));
    for (bytes, id, reason) in [
        (bytes.to_uppercase(), id.clone(), "its bytes are not in lower-case hexadecimal"),
        (bytes[1..].to_owned(), id.clone(), "its bytes are not in lower-case hexadecimal"),
        (bytes[2..].to_owned(), id.clone(), ""),
        (String::new(), id.clone(), ""),
        (bytes.clone(), id.to_uppercase(), "its bytes are not those of the chain id"),
        (bytes.clone(), "0".repeat(64), "its bytes are not those of the chain id"),
    ] {
        let said = format!("{{\"bytes\": \"{bytes}\", \"chain\": \"{id}\"}}");
        let (_server, node) = node(move |_, _| Some(ok(said.as_bytes())));
        let refused = node.chain(beacon.pin()).unwrap_err();
        assert!(matches!(&refused.cause, Cause::Genesis(found) if found.ends_with(reason)), "{refused}");
        assert!(refused.is_falsehood());
    }
}

#[test]
fn a_state_of_another_round_is_refused() {
    let beacon = Beacon::signed();
    let other = beacon.bundle(2..=2);
    let (_server, node) = node(move |_, _| Some(ok(&other)));
    assert!(node.claimed_tip(&beacon.chain, 2).is_ok());
    let refused = node.claimed_tip(&beacon.chain, 3).unwrap_err();
    assert!(refused.to_string().ends_with("it begins with round 2, not 3"), "{refused}");
    let (_server, cut) = always(|| raw("200 OK\r\nContent-Length: 99", b"HLBN"));
    let refused = cut.claimed_tip(&beacon.chain, 3).unwrap_err();
    assert!(matches!(refused.cause, Cause::Rounds(_)) && !refused.is_falsehood(), "{refused}");
}
