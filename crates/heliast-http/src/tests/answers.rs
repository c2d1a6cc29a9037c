//! Every route: all bytes of its answer, its headers, and its methods.

use super::{
    client::{Reply, send},
    *,
};
use crate::router::{API, DRAND, PAGES};
use std::{collections::BTreeMap, path::Path};
use testkit_chain::epoch;

const FOREVER: &str = "public, max-age=31536000, immutable";
const JSON: &str = "application/json";
const HTML: &str = "text/html; charset=utf-8";

/// Each route with an example address, its content type and the time for which its answer may be cached.
fn routes() -> Vec<(&'static str, &'static str, &'static str)> {
    let asset = format!("/assets/{}/style.css", *crate::web::assets::VERSION);
    vec![
        ("/chains", JSON, "public, max-age=60"),
        ("/info", JSON, "public, max-age=60"),
        ("/public/latest", JSON, "public, max-age=1"),
        ("/public/2", JSON, FOREVER),
        ("/health", JSON, "no-store"),
        ("/metrics", "text/plain; version=0.0.4; charset=utf-8", "no-store"),
        ("/v1/rounds/2", JSON, FOREVER),
        ("/v1/rounds?from=1&to=2", JSON, FOREVER),
        ("/v1/rounds?time_ms=1700000001500", JSON, FOREVER),
        ("/v1/epochs/1", JSON, "public, max-age=3600"),
        ("/v1/keys", JSON, "no-store"),
        ("/v1/genesis", JSON, "public, max-age=60"),
        ("/v1/bundle?from=1&to=2", "application/octet-stream", FOREVER),
        ("/v1/status", JSON, "no-store"),
        ("/v1/random/lottery", JSON, "no-store"),
        ("/v1/random/lottery?round=1", JSON, FOREVER),
        ("/openapi.json", JSON, "public, max-age=3600"),
        ("/", HTML, "no-store"),
        ("/rounds/2", HTML, "no-store"),
        ("/rounds", HTML, "no-store"),
        ("/rounds?until=3", HTML, "no-store"),
        ("/how", HTML, "public, max-age=60"),
        ("/genesis", HTML, "public, max-age=60"),
        ("/api", HTML, "public, max-age=60"),
        ("/guide/tour", HTML, "public, max-age=60"),
        ("/guide/search?q=round", HTML, "public, max-age=60"),
        ("/guide/images/round.svg", "image/svg+xml", "public, max-age=60"),
        (asset.leak(), "text/css; charset=utf-8", FOREVER),
        ("/favicon.ico", "image/svg+xml", "public, max-age=86400"),
    ]
}

/// Routes in other tests: those of networks and archives, one without an end, and a redirect.
const ELSEWHERE: [&str; 9] = [
    "/v1/rounds/{round}/finality",
    "/v1/finality",
    "/v1/network",
    "/v1/engine",
    "/v1/members",
    "/v1/archive",
    "/v1/archive/{name}",
    "/v1/stream",
    "/guide",
];

/// Each new route needs a line in the list above.
#[test]
fn each_route_is_asked_for() {
    let asked: Vec<&str> = routes().iter().map(|(path, ..)| path.split('?').next().unwrap()).collect();
    let fits = |address: &str, path: &str| {
        let (parts, found) = (address.split('/').collect::<Vec<_>>(), path.split('/').collect::<Vec<_>>());
        let same = |(part, found): (&&str, &&str)| part.starts_with('{') || part == found;
        parts.len() == found.len() && parts.iter().zip(&found).all(same)
    };
    for (_, address) in DRAND.iter().chain(API).chain(PAGES) {
        let is_asked = asked.iter().any(|path| fits(address, path));
        assert!(is_asked != ELSEWHERE.contains(address), "{address}");
    }
}

/// Four rounds, of which three have an epoch proof; the last one has just opened.
async fn node() -> Node {
    let node = Node::current(4).await;
    node.handles.rounds.accept_epoch(&epoch(&node.world.chain, &node.rounds[..3])).unwrap();
    node
}

async fn ask(node: &Node, method: &str, path: &str) -> Reply {
    let request = format!("{method} {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n");
    send(node.address, &request).await
}

/// Clients parse these answers byte by byte: another name, order or form of a field breaks a client's
/// program. The files in `golden/` are rewritten by `HELIAST_WRITE_GOLDEN=1 cargo test -p heliast-http
/// golden`.
#[tokio::test]
async fn the_json_of_a_fixed_chain_is_golden() {
    let node = node().await;
    for (name, path) in [
        ("chains", "/chains"),
        ("info", "/info"),
        ("public-latest", "/public/latest"),
        ("public-2", "/public/2"),
        ("health", "/health"),
        ("round-2", "/v1/rounds/2"),
        ("rounds-1-2", "/v1/rounds?from=1&to=2"),
        ("rounds-from-3", "/v1/rounds?from=3"),
        ("round-of-a-moment", "/v1/rounds?time_ms=1700000001500"),
        ("epoch-1", "/v1/epochs/1"),
        ("keys", "/v1/keys"),
        ("genesis", "/v1/genesis"),
        ("status", "/v1/status"),
        ("random", "/v1/random/lottery?round=1"),
        ("error-round-0", "/public/0"),
        ("error-to-come", "/public/9"),
        ("error-parameter", "/v1/rounds?form=1"),
        ("error-range", "/v1/rounds?from=1&to=101"),
        ("error-nowhere", "/nowhere"),
    ] {
        golden(name, node.get(path).await.text());
    }
}

/// Compares a text with the file of this name.
#[track_caller]
pub(super) fn golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden").join(format!("{name}.json"));
    let text = format!("{text}\n");
    if std::env::var_os("HELIAST_WRITE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &text).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(text == expected, "{}:\n{text}", path.display());
}

#[tokio::test]
async fn every_route_says_what_it_is_and_how_long_it_holds() {
    let node = node().await;
    for (path, content_type, keep) in routes() {
        let reply = node.get(path).await;
        let found = (reply.status, reply.header("content-type"), reply.header("cache-control"));
        assert_eq!(found, (200, content_type, keep), "{path}");
        assert!(!reply.body.is_empty(), "{path}");
    }
}

/// Proxies and link checkers use HEAD, and rely on its answer being that of GET.
#[tokio::test]
async fn head_answers_as_get_does_without_the_body() {
    let node = node().await;
    for (path, ..) in routes() {
        let (mut get, mut head) = (ask(&node, "GET", path).await, ask(&node, "HEAD", path).await);
        for reply in [&mut get, &mut head] {
            // The answer to the first request is counted in that to the second.
            if path == "/metrics" {
                reply.headers.remove("content-length");
            }
            reply.headers.remove("date");
        }
        // A bundle is streamed, so that its length is unknown.
        get.headers.remove("transfer-encoding");
        head.headers.remove("transfer-encoding");
        let sorted = |reply: &Reply| reply.headers.clone().into_iter().collect::<BTreeMap<_, _>>();
        assert_eq!((head.status, sorted(&head)), (get.status, sorted(&get)), "{path}");
        assert!(head.body.is_empty(), "{path}");
    }
    let missing = ask(&node, "HEAD", "/public/9").await;
    assert_eq!((missing.status, missing.body.len()), (425, 0));
    assert!(!missing.header("retry-after").is_empty());
}

#[tokio::test]
async fn nothing_but_reading_is_allowed() {
    let node = node().await;
    let addresses: Vec<&str> = routes().into_iter().map(|(path, ..)| path).chain(["/v1/stream"]).collect();
    for path in addresses {
        for method in ["POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW", "get"] {
            let reply = ask(&node, method, path).await;
            assert_eq!((reply.status, reply.code()), (405, 2), "{method} {path}");
            assert_eq!(reply.header("allow"), "GET,HEAD", "{method} {path}");
        }
    }
    assert_eq!(ask(&node, "POST", "/nowhere").await.status, 404);
}

#[tokio::test]
async fn other_sites_may_ask_whether_they_may_read() {
    let node = node().await;
    for path in ["/public/1", "/v1/bundle?from=1", "/v1/stream", "/nowhere"] {
        let reply = ask(&node, "OPTIONS", path).await;
        assert_eq!((reply.status, reply.body.len()), (204, 0), "{path}");
        assert_eq!(reply.header("access-control-allow-origin"), "*", "{path}");
        assert_eq!(reply.header("access-control-allow-methods"), "GET, HEAD", "{path}");
    }
    // A page of another origin can read this header only with permission.
    assert_eq!(
        node.get("/public/9").await.header("access-control-expose-headers"),
        "retry-after, etag, accept-ranges, content-range"
    );
}

#[tokio::test]
async fn addresses_that_are_nowhere() {
    let node = Node::start(1, patient()).await;
    let long = format!("/{}", "a".repeat(8000));
    for path in [
        "//",
        "/v1",
        "/v1/",
        "/v1/rounds/",
        "/v1/rounds/1/",
        "/public",
        "/public/1/2",
        "/Public/1",
        "/chains/",
        "/rounds/",
        "/assets/",
        "/assets/x/y/z",
        "/v1/random/",
        "/v1/random/a/b",
        "/../etc/passwd",
        "/%2e%2e/etc/passwd",
        "/info%00",
        &long,
    ] {
        let reply = node.get(path).await;
        assert_eq!((reply.status, reply.code()), (404, 2), "{path}");
        assert!(!reply.text().contains("passwd"), "{path}");
    }
}

#[tokio::test]
async fn ranges_hold_at_their_ends() {
    let node = Node::current(3).await;
    let most = u64::MAX;
    for (query, status) in [
        ("from=3&to=3".to_owned(), 200),
        ("from=3&to=102".to_owned(), 200),
        ("from=3&to=103".to_owned(), 400),
        ("from=4&to=4".to_owned(), 425),
        (format!("from={most}"), 425),
        (format!("from={most}&to={most}"), 425),
        (format!("from=1&to={most}"), 400),
        (format!("from=0&to={most}"), 400),
        ("to=3".to_owned(), 400),
        ("from=1&to=1&time_ms=1".to_owned(), 400),
        ("time_ms=0".to_owned(), 404),
    ] {
        assert_eq!(node.get(&format!("/v1/rounds?{query}")).await.status, status, "{query}");
    }
    for (query, status) in
        [("from=1&to=500", 200), ("from=1&to=501", 400), ("from=3", 200), ("from=4", 425), ("to=1", 400)]
    {
        assert_eq!(node.get(&format!("/v1/bundle?{query}")).await.status, status, "{query}");
    }
    let reply = node.get("/v1/bundle?from=2&to=400").await;
    assert_eq!(reply.header("content-disposition"), "attachment; filename=\"heliast-2-3.bundle\"");
    assert_eq!(reply.header("cache-control"), "no-store", "it grows");
}

/// A client is asked to try again when the round is finished, neither after that nor long before.
#[tokio::test]
async fn a_moment_to_come_says_when_to_ask_again() {
    let node = Node::current(3).await;
    let now_ms = GENESIS_MS + 2000;
    for (time_ms, wait_s) in [(now_ms + 1000, 2), (now_ms + 5000, 5), (now_ms + 60_001, 61)] {
        let reply = node.get(&format!("/v1/rounds?time_ms={time_ms}")).await;
        assert_eq!((reply.status, reply.code()), (425, 4));
        assert_eq!(reply.header("retry-after"), wait_s.to_string(), "{time_ms}");
    }
    let never = node.get(&format!("/v1/rounds?time_ms={}", u64::MAX)).await;
    assert_eq!(never.header("retry-after"), "31536000");
    // As soon as the next round opens, this one's time is over.
    assert_eq!(node.get(&format!("/v1/rounds?time_ms={}", now_ms + 999)).await.status, 200);
    // The round is long overdue: the client is to ask again soon, but not at once.
    node.clock.pass(std::time::Duration::from_secs(3600));
    assert_eq!(node.get("/public/4").await.header("retry-after"), "1");
}

#[tokio::test]
async fn info_has_the_speed_when_it_is_known_and_periods_of_parts_of_seconds() {
    let of =
        |period_ms, genesis_ms| heliast::Genesis { period_ms, ..testkit_chain::genesis(5, 1, genesis_ms) };
    let node = Node::of(World::of(of(2500, GENESIS_MS + 200)), vec![], GENESIS_MS, patient()).await;
    node.handles
        .board
        .set_status(heliast_engine::Status { squarings_per_second: 20.0, ..node.handles.board.status() });
    let info = node.get("/info").await.json();
    assert_eq!(info["period"], 2.5);
    assert_eq!(
        info["genesis_time"],
        (GENESIS_MS + 2700) as f64 / 1000.0,
        "exact, where seconds are not whole"
    );
    assert_eq!(
        (&info["heliast"]["squarings_per_second"], &info["heliast"]["delay_ms"]),
        (&20.0.into(), &2000.into())
    );
    // Whole seconds, as most of drand's clients expect, and never before the round is finished.
    let node = Node::of(World::of(of(3000, GENESIS_MS + 200)), vec![], GENESIS_MS, patient()).await;
    assert_eq!(node.get("/info").await.json()["genesis_time"], GENESIS_MS / 1000 + 4);
}

#[tokio::test]
async fn labels_are_any_text_of_200_bytes() {
    let node = Node::start(1, patient()).await;
    for (label, status) in [
        ("%20".to_owned(), 200),
        ("%00".to_owned(), 200),
        ("%F0%9F%8E%B2".to_owned(), 200),
        ("%C3%A9".repeat(100), 200),
        ("%C3%A9".repeat(101), 400),
        ("%ff".to_owned(), 400),
        ("%C3".to_owned(), 400),
    ] {
        let reply = node.get(&format!("/v1/random/{label}")).await;
        assert_eq!(reply.status, status, "{label}");
    }
    let of = async |label: &str| node.get(&format!("/v1/random/{label}")).await.json()["randomness"].clone();
    assert_ne!(of("a").await, of("A").await, "labels separate uses");
    assert_eq!(of("a%2Fb").await, of("%61%2f%62").await, "by their text, however it is written");
}

#[tokio::test]
async fn errors_of_every_kind_have_the_headers_of_all_answers() {
    let limits = Limits { requests_per_second: 1, request_burst: 5, streams: 0, ..patient() };
    let node = Node::start(1, limits).await;
    let large = "GET /chains HTTP/1.1\r\nhost: test\r\ncontent-length: 99999999\r\n\r\n";
    for (status, reply) in [
        (400, node.get("/public/x").await),
        (404, node.get("/nowhere").await),
        (503, node.get("/v1/stream").await),
        (413, send(node.address, large).await),
        (405, ask(&node, "POST", "/chains").await),
        (429, node.get("/chains").await),
    ] {
        assert_eq!(reply.status, status);
        assert_ne!(reply.code(), 0);
        assert_eq!(reply.header("access-control-allow-origin"), "*", "{status}");
        assert_eq!(reply.header("x-frame-options"), "DENY", "{status}");
        assert_eq!(reply.header("referrer-policy"), "no-referrer", "{status}");
        assert!(reply.header("content-security-policy").contains("frame-ancestors 'none'"), "{status}");
    }
}
