use super::{client::send, *};
use crate::router::{API, DRAND};
use heliast::bundle;
use heliast_view::RoundView;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::{collections::BTreeSet, time::Duration};

fn bytes(value: &Value) -> Vec<u8> {
    hex::decode(value.as_str().unwrap()).unwrap()
}

#[tokio::test]
async fn drands_routes_answer_with_and_without_the_chain() {
    let node = Node::start(3, patient()).await;
    let id = node.chain_id();
    assert_eq!(node.get("/chains").await.json(), json!([id]));
    let mut previous = None;
    for round in &node.rounds {
        let reply = node.get(&format!("/public/{}", round.number)).await;
        assert_eq!(reply.header("cache-control"), "public, max-age=31536000, immutable");
        let public = reply.json();
        assert_eq!(public["round"], round.number);
        assert_eq!(bytes(&public["randomness"]), round.facts().beacon);
        assert_eq!(bytes(&public["signature"]), round.facts().preimage);
        assert_eq!(Sha256::digest(bytes(&public["signature"])).as_slice(), bytes(&public["randomness"]));
        assert_eq!(Sha256::digest(bytes(&public["previous_signature"])).as_slice(), round.facts().seed);
        if let Some(previous) = previous {
            assert_eq!(public["previous_signature"], previous);
        }
        previous = Some(public["signature"].clone());
    }
    let latest = node.get("/public/latest").await;
    assert_eq!(latest.json(), node.get("/public/3").await.json());
    assert_eq!(latest.header("cache-control"), "public, max-age=0", "the next round is long due");
    for path in ["chains", "info", "public/latest", "public/2", "public/0", "public/9", "public/x"] {
        let (plain, pinned) = (node.get(&format!("/{path}")).await, node.get(&format!("/{id}/{path}")).await);
        assert_eq!((plain.status, plain.json()), (pinned.status, pinned.json()), "{path}");
        let foreign = node.get(&format!("/{}/{path}", "00".repeat(32))).await;
        assert_eq!((foreign.status, foreign.code()), (404, 2));
    }
    assert_eq!(node.get(&format!("/{id}/metrics")).await.status, 200);
    assert_eq!(node.get(&format!("/{id}/health")).await.status, 503);
    assert_eq!(node.get(&format!("/{}/info", id.to_uppercase())).await.status, 404);
}

#[tokio::test]
async fn info_describes_the_chain() {
    let node = Node::start(1, patient()).await;
    let info = node.get("/info").await.json();
    let chain = &node.world.chain;
    assert_eq!(info["period"], 1);
    assert_eq!(info["genesis_time"], GENESIS_MS / 1000 + 1, "the end of the first period");
    assert_eq!(info["hash"], node.chain_id());
    assert_eq!(bytes(&info["groupHash"]), chain.delay_id());
    assert_eq!(bytes(&info["genesis_seed"]), *chain.start().seed());
    assert_eq!((&info["schemeID"], &info["metadata"]["beaconID"]), (&json!("heliast-v1"), &json!("default")));
    let own = &info["heliast"];
    assert_eq!(own["t"], chain.genesis().delays.t());
    assert_eq!(own["vrf"], "ecvrf-edwards25519-sha512-tai");
    assert_eq!(
        (&own["group"], &own["group_bits"], &own["participants"], &own["total_stake"]),
        (&json!("rsa"), &json!(2048), &json!(5), &json!(15))
    );
    assert_eq!(own["expected_votes"], serde_json::json!([5]));
    assert_eq!((&own["delay_ms"], &own["squarings_per_second"]), (&json!(0), &json!(0.0)));
}

#[tokio::test]
async fn rounds_to_come_are_425_and_round_0_is_404() {
    let node = Node::current(3).await;
    for path in
        ["/public/0", "/v1/rounds/0", "/v1/random/x?round=0", "/v1/bundle?from=0", "/v1/rounds?from=0"]
    {
        let reply = node.get(path).await;
        assert_eq!((reply.status, reply.code()), (404, 2), "{path}");
    }
    for path in
        ["/public/4", "/v1/rounds/4", "/v1/random/x?round=4", "/v1/bundle?from=4&to=9", "/v1/rounds?from=4"]
    {
        let reply = node.get(path).await;
        assert_eq!((reply.status, reply.code()), (425, 4), "{path}");
        // It opens in one second and is finished a second later.
        assert_eq!(reply.header("retry-after"), "2", "{path}");
    }
    assert_eq!(node.get("/public/103").await.header("retry-after"), "101");
    node.clock.pass(Duration::from_millis(1001));
    assert_eq!(node.get("/public/103").await.header("retry-after"), "100", "seconds are rounded up");
    let never = node.get(&format!("/public/{}", u64::MAX)).await;
    assert_eq!((never.status, never.header("retry-after")), (425, "31536000"));
}

#[tokio::test]
async fn before_the_first_round() {
    let node = Node::at(GENESIS_MS, 0, patient()).await;
    for path in ["/public/latest", "/public/1", "/v1/random/x", "/v1/bundle?from=1"] {
        assert_eq!(node.get(path).await.status, 425, "{path}");
    }
    assert_eq!(
        node.get("/health").await.json(),
        json!({"current": 0, "expected": 0, "status": "ok", "alarms": [], "catching_up": null, "relay": false})
    );
    assert_eq!(node.get("/v1/status").await.json()["latest"], 0);
}

#[tokio::test]
async fn requests_are_read_strictly() {
    let node = Node::start(1, patient()).await;
    for path in [
        "/public/01",
        "/public/+1",
        "/public/1.0",
        "/public/-1",
        "/public/",
        "/public/18446744073709551616",
        "/public/%31x",
        "/public/%ff",
        "/public/1?x=1",
        "/v1/rounds",
        "/v1/rounds?from=",
        "/v1/rounds?from=1&from=1",
        "/v1/rounds?from=2&to=1",
        "/v1/rounds?from=1&to=101",
        "/v1/rounds?time_ms=1&from=1",
        "/v1/rounds?form=1",
        "/v1/bundle",
        "/v1/bundle?from=1&to=501",
        "/v1/random/x?round=latest",
        "/info?x",
        "/chains?y=1",
        "/v1/status?z",
        "/v1/genesis?a=b",
        "/health?a",
        "/metrics?a",
        "/v1/stream?a",
        "/openapi.json?x",
    ] {
        let reply = node.get(path).await;
        let expected = if path == "/public/" { 404 } else { 400 };
        assert_eq!((reply.status, reply.code()), (expected, 2), "{path}");
    }
    let label = |len| format!("/v1/random/{}", "l".repeat(len));
    assert_eq!((node.get(&label(200)).await.status, node.get(&label(201)).await.status), (200, 400));
    for (method, status) in [("POST", 405), ("PUT", 405), ("DELETE", 405), ("OPTIONS", 204), ("HEAD", 200)] {
        let reply = send(
            node.address,
            &format!("{method} /public/1 HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n"),
        )
        .await;
        assert_eq!(reply.status, status, "{method}");
        assert_eq!(reply.header("access-control-allow-origin"), "*", "{method}");
    }
    let reply = node.get("/nowhere").await;
    assert_eq!((reply.status, reply.code()), (404, 2));
}

#[tokio::test]
async fn whole_rounds_and_ranges() {
    let node = Node::start(5, patient()).await;
    let view = |number: usize| {
        serde_json::to_value(RoundView::new(&node.world.chain, &node.rounds[number - 1])).unwrap()
    };
    assert_eq!(node.get("/v1/rounds/2").await.json(), view(2));
    let range = node.get("/v1/rounds?from=2&to=3").await;
    assert_eq!(range.json(), json!({"rounds": [view(2), view(3)], "next": 4}));
    assert_eq!(range.header("cache-control"), "public, max-age=31536000, immutable");
    let end = node.get("/v1/rounds?from=4&to=9").await;
    assert_eq!(end.json(), json!({"rounds": [view(4), view(5)], "next": null}));
    assert_eq!(end.header("cache-control"), "no-store", "more will follow");
    assert_eq!(node.get("/v1/rounds?from=1").await.json()["rounds"].as_array().unwrap().len(), 5);
}

#[tokio::test]
async fn long_ranges_are_cut_by_bytes() {
    let node = Node::start(5, Limits { answer_bytes: 1, ..patient() }).await;
    let mut next = json!(1);
    let mut seen = Vec::new();
    while let Some(from) = next.as_u64() {
        let reply = node.get(&format!("/v1/rounds?from={from}&to=5")).await.json();
        let rounds = reply["rounds"].as_array().unwrap();
        assert_eq!(rounds.len(), 1);
        seen.push(rounds[0]["round"].as_u64().unwrap());
        next = reply["next"].clone();
    }
    assert_eq!(seen, [1, 2, 3, 4, 5]);
}

#[tokio::test]
async fn a_moment_has_a_round_once_that_is_settled() {
    let node = Node::start(3, patient()).await;
    let at = |ms: u64| format!("/v1/rounds?time_ms={}", GENESIS_MS + ms);
    for (ms, round) in [(0, 1), (999, 1), (1000, 2), (1500, 2), (2000, 3), (2999, 3)] {
        let reply = node.get(&at(ms)).await.json();
        assert_eq!(
            (&reply["rounds"][0]["round"], reply["rounds"].as_array().unwrap().len()),
            (&json!(round), 1),
            "{ms}"
        );
    }
    let unsettled = node.get(&at(3000)).await;
    assert_eq!((unsettled.status, unsettled.code()), (425, 4));
    assert_eq!(node.get(&format!("/v1/rounds?time_ms={}", u64::MAX)).await.status, 425);
    let before = node.get(&format!("/v1/rounds?time_ms={}", GENESIS_MS - 1)).await;
    assert_eq!((before.status, before.code()), (404, 2));
}

#[tokio::test]
async fn bundles_verify() {
    let node = Node::start(5, patient()).await;
    for (query, numbers) in
        [("from=1", 1..=5), ("from=1&to=1", 1..=1), ("from=3&to=4", 3..=4), ("from=2&to=400", 2..=5)]
    {
        let reply = node.get(&format!("/v1/bundle?{query}")).await;
        assert_eq!((reply.status, reply.header("content-type")), (200, "application/octet-stream"));
        let mut reader =
            bundle::Reader::trusting_start(reply.body.as_slice(), bundle::Pin::AnyChain).unwrap();
        assert_eq!(reader.chain().id(), node.world.chain.id());
        for number in numbers {
            let round = reader.next_round().unwrap().unwrap();
            assert_eq!(*round, *node.rounds[number - 1]);
        }
        assert!(reader.next_round().unwrap().is_none());
    }
}

#[tokio::test]
async fn the_genesis_can_be_rebuilt_from_its_answer() {
    let node = Node::start(1, patient()).await;
    let genesis = node.get("/v1/genesis").await.json();
    let chain = heliast::Chain::from_bytes(&bytes(&genesis["bytes"])).unwrap();
    assert_eq!(hex::encode(chain.id()), node.chain_id());
    assert_eq!(genesis["chain"], node.chain_id());
    let modulus = heliast::Natural::from_be_bytes(&bytes(&genesis["modulus"]));
    assert_eq!(
        heliast::DelayGroup::Rsa { modulus },
        chain.genesis().delays.squarings.as_ref().unwrap().group
    );
    assert_eq!((&genesis["group"], &genesis["group_bits"]), (&json!("rsa"), &json!(2048)));
    assert_eq!(genesis["seed"], json!(null));
    assert_eq!((&genesis["prime_mode"], &genesis["prime_bits"]), (&json!("sieved-full"), &json!(256)));
    assert_eq!((&genesis["period_ms"], &genesis["genesis_time_ms"]), (&json!(PERIOD_MS), &json!(GENESIS_MS)));
    for (member, shown) in
        chain.genesis().participants.iter().zip(genesis["participants"].as_array().unwrap())
    {
        assert_eq!(
            (bytes(&shown["public_key"]), &shown["stake"]),
            (member.public_key.clone(), &json!(member.stake))
        );
    }
}

#[tokio::test]
async fn randomness_for_one_use() {
    let node = Node::start(2, patient()).await;
    let label = "ré/ 1";
    let path = "/v1/random/r%C3%A9%2F%201";
    let expected =
        |round: usize| hex::encode(heliast::derive(&node.rounds[round - 1].facts().beacon, label.as_bytes()));
    assert_eq!(node.get(path).await.json(), json!({"round": 2, "label": label, "randomness": expected(2)}));
    let fixed = node.get(&format!("{path}?round=1")).await;
    assert_eq!(fixed.json(), json!({"round": 1, "label": label, "randomness": expected(1)}));
    assert!(fixed.header("cache-control").contains("immutable"));
}

#[tokio::test]
async fn health_compares_with_the_clock() {
    let mut node = Node::current(3).await;
    let good = node.get("/health").await;
    assert_eq!(
        (good.status, good.json()),
        (
            200,
            json!({"current": 3, "expected": 3, "status": "ok", "alarms": [], "catching_up": null, "relay": false})
        )
    );
    node.advance();
    assert_eq!(node.get("/health").await.json()["current"], 4);
    // Round 5 may take until a period after its opening; after that the node is behind.
    for (now_ms, current) in [(5_999, 4), (6_000, 4)] {
        node.clock.set_ms(GENESIS_MS + now_ms);
        let reply = node.get("/health").await;
        let expected = now_ms / 1000;
        let (status, words) = if expected == 5 { (200, "ok") } else { (503, "2 rounds behind") };
        let none = Value::Null;
        assert_eq!(
            (reply.status, reply.json()),
            (
                status,
                json!({"current": current, "expected": expected, "status": words, "alarms": [], "catching_up": none, "relay": false})
            )
        );
    }
}

#[tokio::test]
async fn a_node_that_is_behind_says_for_how_long() {
    let mut node = Node::current(3).await;
    node.clock.set_ms(GENESIS_MS + 102_000);
    let behind = node.get("/health").await.json()["catching_up"].clone();
    assert_eq!(
        (&behind["kind"], &behind["done"], &behind["goal"]),
        (&json!("rounds"), &json!(3), &json!(102))
    );
    for _ in 0..20 {
        node.clock.pass(Duration::from_millis(200));
        node.advance();
    }
    // Five rounds come in a second, and one is made.
    let behind = node.get("/health").await.json()["catching_up"].clone();
    let left = behind["goal"].as_u64().unwrap() - 23;
    let seconds = behind["seconds_left"].as_u64().unwrap();
    assert!(left == 83 && (20..=22).contains(&seconds), "{behind}");
    let standing = node.get("/v1/status").await.json()["standing"].clone();
    assert_eq!(standing["kind"], "catching-up");
    let words = standing["text"].as_str().unwrap();
    assert!(words.starts_with("83 rounds behind, 5.0 rounds a second: done in 2"), "{words}");
    node.handles.board.note_snapshot(heliast_engine::CatchUpKind::Snapshot, 7, 90);
    let behind = node.get("/health").await.json()["catching_up"].clone();
    assert_eq!(
        (&behind["kind"], &behind["done"], &behind["goal"]),
        (&json!("snapshot"), &json!(7), &json!(90))
    );
    node.handles.board.end_snapshot();
    assert_eq!(node.get("/health").await.json()["catching_up"]["kind"], "rounds");
}

#[tokio::test]
async fn metrics_show_rounds_and_requests() {
    let node = Node::start(3, patient()).await;
    for path in ["/public/1", "/public/2", "/public/77", "/secret/path/of/mine"] {
        node.get(path).await;
    }
    let text = node.get("/metrics").await;
    assert!(text.header("content-type").starts_with("text/plain; version=0.0.4"));
    for line in [
        "heliast_round 3",
        "heliast_http_requests_total{route=\"/public/{round}\",status=\"200\"} 2",
        "heliast_http_requests_total{route=\"/public/{round}\",status=\"425\"} 1",
        "heliast_http_requests_total{route=\"other\",status=\"404\"} 1",
        "heliast_store_append_seconds_count 3",
        "heliast_round_tickets_count 3",
        "heliast_store_failing 0",
    ] {
        assert!(text.text().lines().any(|found| found == line), "{line} in {}", text.text());
    }
    assert!(!text.text().contains("secret"));
}

#[tokio::test]
async fn the_openapi_document_names_every_route() {
    let node = Node::start(1, patient()).await;
    let document = node.get("/openapi.json").await.json();
    let paths = document["paths"].as_object().unwrap().iter();
    let operations = paths.flat_map(|(path, operations)| {
        operations.as_object().unwrap().keys().map(|method| (method.clone(), path.clone()))
    });
    let own = |&(method, path): &(&str, &str)| (method.to_owned(), path.to_owned());
    let served: BTreeSet<_> = DRAND.iter().chain(API).map(own).collect();
    assert_eq!(operations.collect::<BTreeSet<_>>(), served);
}

#[tokio::test]
async fn health_tells_that_a_round_could_not_be_stored() {
    let mut node = Node::current(3).await;
    assert!(node.handles.rounds.accept(&node.rounds[0]).is_err());
    let reply = node.get("/health").await;
    assert_eq!(reply.status, 503);
    assert!(reply.json()["status"].as_str().unwrap().contains("round 1 cannot be stored"));
    assert_eq!(node.get("/public/3").await.status, 200, "what is stored is served");
    node.advance();
    assert_eq!(node.get("/health").await.status, 200);
}

#[tokio::test]
async fn a_damaged_round_is_500_and_the_others_are_served() {
    let dir = TempDir::new().unwrap();
    let mut world = World::new(5, 1, GENESIS_MS);
    let store = Store::create(dir.path(), &world.chain).unwrap();
    let rounds = world.rounds(4);
    rounds.iter().for_each(|round| store.append(round).unwrap());
    drop(store);
    heliast_store::testing::damage(&dir, 2);
    let store = Store::open(dir.path()).unwrap();
    let node = Node::over(dir, store, (world, rounds), GENESIS_MS + YEAR_MS, patient()).await;
    for path in ["/public/2", "/public/3", "/v1/rounds/3", "/v1/random/x?round=2", "/v1/bundle?from=3"] {
        let reply = node.get(path).await;
        assert_eq!((reply.status, reply.code()), (500, 70), "{path}");
        assert!(!reply.text().contains("damaged"), "the cause is for the log");
    }
    for path in ["/public/1", "/public/4", "/v1/rounds/4", "/v1/bundle?from=4", "/v1/status"] {
        assert_eq!(node.get(path).await.status, 200, "{path}");
    }
    assert_eq!(node.get("/rounds/2").await.status, 500);
    let body = node.get("/v1/bundle?from=1&to=2").await.body;
    let mut bundle = bundle::Reader::trusting_start(body.as_slice(), bundle::Pin::AnyChain).unwrap();
    assert_eq!(*bundle.next_round().unwrap().unwrap(), *node.rounds[0]);
    assert!(bundle.next_round().unwrap_err().to_string().contains("round 2"), "its reader names the round");
}
