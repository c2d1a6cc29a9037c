//! The behaviour on which drand's clients rely: the number of a round follows from its time, a request for
//! the next round waits for it, and a period without a round redirects to the next one.

use super::{
    client::{Reply, answer},
    *,
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::{io::AsyncWriteExt, net::TcpStream, time::sleep};

/// Rounds 1 to 5 of a chain in periods 1, 2, 15, 16 and 40; the last one has just opened.
async fn with_gaps(limits: Limits) -> Node {
    let mut world = World::new(5, 1, GENESIS_MS);
    let opening = |period: u64| GENESIS_MS + (period - 1) * u64::from(PERIOD_MS);
    let rounds = [1, 2, 15, 16, 40].map(|period| world.next_at(opening(period))).into();
    Node::of(world, rounds, opening(40), limits).await
}

fn waiting(waiting: usize) -> Limits {
    Limits { waiting, ..patient() }
}

/// A request whose answer is read later.
async fn ask(node: &Node, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(node.address).await.unwrap();
    stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: test\r\n\r\n").as_bytes()).await.unwrap();
    stream
}

/// Waits until this many requests wait. Each has a connection, and there are no other connections.
async fn until_asked(node: &Node, requests: i64) {
    while node.traffic.waiting.get() < requests {
        sleep(Duration::from_millis(2)).await;
    }
}

fn numbers(reply: &Reply) -> (&str, Value, Value) {
    let json = reply.json();
    (reply.header("location"), json["round"].clone(), json["heliast_round"].clone())
}

#[tokio::test]
async fn rounds_have_the_numbers_of_their_periods() {
    let node = with_gaps(patient()).await;
    let info = node.get("/info").await.json();
    let (start, period) = (info["genesis_time"].as_u64().unwrap(), info["period"].as_u64().unwrap());
    for (number, round) in [(1, 1), (2, 2), (15, 3), (16, 4), (40, 5)] {
        let reply = node.get(&format!("/public/{number}")).await;
        assert_eq!(reply.status, 200, "{number}");
        assert_eq!(numbers(&reply), ("", json!(number), json!(round)));
        assert!(reply.header("cache-control").contains("immutable"));
        let whole = node.get(&format!("/v1/rounds/{round}")).await.json();
        assert_eq!(reply.json()["randomness"], whole["randomness"]);
        // drand's formula for the time when a round is finished.
        let out_ms = (start + (number - 1) * period) * 1000;
        assert_eq!(whole["time_ms"].as_u64().unwrap() + u64::from(PERIOD_MS), out_ms);
    }
    let latest = node.get("/public/latest").await;
    assert_eq!(latest.json(), node.get("/public/40").await.json());
    let health = node.get("/health").await.json();
    assert_eq!((&health["current"], &health["expected"]), (&json!(40), &json!(40)));
    node.clock.pass(Duration::from_secs(7));
    assert_eq!(node.get("/health").await.json()["expected"], 46);
}

#[tokio::test]
async fn an_empty_period_says_so_and_leads_to_the_next_round() {
    let node = with_gaps(patient()).await;
    let id = node.chain_id();
    for (number, next) in [(3, 15), (14, 15), (17, 40), (18, 40), (39, 40)] {
        for path in [format!("/public/{number}"), format!("/{id}/public/{number}?1732293000123")] {
            let reply = node.get(&path).await;
            assert_eq!((reply.status, reply.header("location")), (308, next.to_string().as_str()), "{path}");
            assert!(reply.header("cache-control").contains("immutable"), "it will never be filled");
            let error = reply.json();
            assert_eq!(error["error"], format!("period {number} is empty: no round was made in it"));
            assert!(error["hint"].as_str().unwrap().contains(&next.to_string()));
        }
    }
    // The numbers of the chain have no gaps, whatever the times.
    assert_eq!(node.get("/v1/rounds/3").await.json()["round"], 3);
    assert_eq!(node.get("/public/41").await.status, 425);
}

#[tokio::test]
async fn the_clients_way_past_caches_is_let_through() {
    let node = Node::current(2).await;
    for path in ["/public/1", "/public/latest", "/info", "/chains", "/health"] {
        let busted = node.get(&format!("{path}?1732293000123")).await;
        assert_eq!((busted.status, busted.body), (200, node.get(path).await.body), "{path}");
        for query in ["x", "1x", "t=1", "1&1", "1="] {
            let reply = node.get(&format!("{path}?{query}")).await;
            assert_eq!((reply.status, reply.code()), (400, 2), "{path}?{query}");
        }
    }
    for path in ["/metrics?1", "/v1/status?1", "/v1/rounds/1?1"] {
        assert_eq!(node.get(path).await.status, 400, "{path}");
    }
}

#[tokio::test]
async fn the_next_round_is_waited_for() {
    let mut node = Node::at(GENESIS_MS + 2 * u64::from(PERIOD_MS), 3, waiting(3)).await;
    let mut asked = [ask(&node, "/public/4").await, ask(&node, "/public/4?77").await];
    until_asked(&node, 2).await;
    let later = node.get("/public/5").await;
    assert_eq!((later.status, later.code()), (425, 4), "only the next");
    node.advance();
    for stream in &mut asked {
        let reply = answer(stream).await;
        assert_eq!((reply.status, reply.json()["round"].clone()), (200, json!(4)));
    }
    until_none_waits(&node).await;
}

async fn until_none_waits(node: &Node) {
    while node.traffic.waiting.get() > 0 {
        sleep(Duration::from_millis(2)).await;
    }
}

/// A client sends a request at a round's time, but a node that was stopped for long does not make that round.
#[tokio::test]
async fn who_waits_for_a_period_that_stays_empty_is_led_on() {
    let opened = GENESIS_MS + u64::from(PERIOD_MS);
    let mut node = Node::at(opened, 2, waiting(3)).await;
    node.clock.pass(Duration::from_millis(20 * u64::from(PERIOD_MS)));
    let mut overdue =
        [ask(&node, "/public/3").await, ask(&node, "/public/9").await, ask(&node, "/public/22").await];
    until_asked(&node, 3).await;
    assert_eq!(node.get("/public/23").await.status, 425, "its period has not begun");
    let round = node.world.next_at(opened + 20 * u64::from(PERIOD_MS));
    node.handles.rounds.accept(&round).unwrap();
    for stream in &mut overdue[..2] {
        let reply = answer(stream).await;
        assert_eq!((reply.status, reply.header("location")), (308, "22"));
    }
    assert_eq!(answer(&mut overdue[2]).await.json()["heliast_round"], 3);
}

#[tokio::test]
async fn only_so_many_requests_wait() {
    let mut node = Node::at(GENESIS_MS, 1, waiting(1)).await;
    let mut first = ask(&node, "/public/2").await;
    until_asked(&node, 1).await;
    let second = node.get("/public/2").await;
    assert_eq!((second.status, second.code(), second.header("retry-after")), (425, 4, "2"));
    node.advance();
    assert_eq!(answer(&mut first).await.status, 200);
    until_none_waits(&node).await;
    // A client that disconnects frees its place.
    let gone = ask(&node, "/public/3").await;
    until_asked(&node, 1).await;
    drop(gone);
    until_none_waits(&node).await;
    let mut next = ask(&node, "/public/3").await;
    until_asked(&node, 1).await;
    node.advance();
    assert_eq!(answer(&mut next).await.status, 200);
}

#[tokio::test]
async fn only_so_many_requests_of_one_client_wait() {
    let limits = Limits { client_waiting: 1, ..waiting(3) };
    let mut node = Node::at(GENESIS_MS, 1, limits).await;
    let mut first = ask(&node, "/public/2").await;
    until_asked(&node, 1).await;
    let second = node.get("/public/2").await;
    assert_eq!((second.status, second.code(), second.header("retry-after")), (429, 5, "5"));
    assert_eq!(node.get("/public/1").await.status, 200, "what needs no waiting is answered");
    node.advance();
    assert_eq!(answer(&mut first).await.status, 200);
}

#[tokio::test]
async fn nobody_waits_for_ever() {
    let genesis = heliast::Genesis { period_ms: 100, ..testkit_chain::genesis(5, 1, GENESIS_MS) };
    let mut world = World::of(genesis);
    let rounds = world.rounds(1);
    let node = Node::of(world, rounds, GENESIS_MS, waiting(1)).await;
    let since = Instant::now();
    let reply = node.get("/public/2").await;
    assert_eq!((reply.status, reply.code()), (425, 4));
    assert!(since.elapsed() >= Duration::from_secs(4));
}

#[tokio::test]
async fn who_waits_is_answered_when_the_node_stops() {
    let node = Node::at(GENESIS_MS, 1, waiting(1)).await;
    let mut asked = ask(&node, "/public/2").await;
    until_asked(&node, 1).await;
    node.stop.send(()).unwrap();
    assert_eq!(answer(&mut asked).await.status, 425);
    node.task.await.unwrap();
}
