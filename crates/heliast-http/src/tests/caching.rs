//! Requests of caches, browsers and download tools: tags, ranges, compressed answers.

use super::{client::send, *};
use std::io::Read;

async fn ask(node: &Node, path: &str, headers: &str) -> Reply {
    let request = format!("GET {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n{headers}\r\n");
    send(node.address, &request).await
}

#[tokio::test]
async fn what_a_client_has_is_not_sent_again() {
    let node = Node::current(3).await;
    let page = node.get("/").await;
    let asset = page.text().split('"').find(|part| part.ends_with("/style.css")).unwrap().to_owned();
    for path in [
        "/public/1",
        "/public/latest",
        "/info",
        "/v1/rounds/2",
        "/v1/genesis",
        "/v1/bundle?from=1&to=2",
        &asset,
    ] {
        let reply = node.get(path).await;
        let tag = reply.header("etag");
        assert!(tag.starts_with('"') && tag.len() == 34, "{path}: {tag}");
        for known in [tag.to_owned(), format!("\"x\", W/{tag}"), "*".to_owned()] {
            let again = ask(&node, path, &format!("if-none-match: {known}\r\n")).await;
            assert_eq!((again.status, again.body.len(), again.header("etag")), (304, 0, tag), "{path}");
            assert_eq!(again.header("cache-control"), reply.header("cache-control"), "{path}");
            assert_eq!(again.header("content-type"), "", "{path}");
        }
        let other = ask(&node, path, "if-none-match: \"0123\"\r\n").await;
        assert_eq!((other.status, &other.body), (200, &reply.body), "{path}");
    }
    assert_ne!(node.get("/public/1").await.header("etag"), node.get("/public/2").await.header("etag"));
}

#[tokio::test]
async fn the_latest_has_another_tag_when_it_is_another() {
    let mut node = Node::current(1).await;
    let tag = node.get("/public/latest").await.header("etag").to_owned();
    node.advance();
    let reply = ask(&node, "/public/latest", &format!("if-none-match: {tag}\r\n")).await;
    assert_eq!((reply.status, &reply.json()["round"]), (200, &2.into()));
}

#[tokio::test]
async fn answers_about_now_and_errors_have_no_tag() {
    let node = Node::current(1).await;
    for path in ["/health", "/metrics", "/v1/status", "/", "/public/9", "/nowhere", "/public/x"] {
        let reply = ask(&node, path, "if-none-match: *\r\n").await;
        assert_eq!((reply.header("etag"), reply.status == 304), ("", false), "{path}");
    }
}

#[tokio::test]
async fn texts_are_compressed_for_those_who_understand_it() {
    let node = Node::current(3).await;
    let plain = node.get("/v1/rounds/1").await;
    assert_eq!((plain.header("content-encoding"), plain.header("vary")), ("", "accept-encoding"));
    for (accepted, coding) in [
        ("gzip", "gzip"),
        ("gzip, deflate, br", "gzip"),
        ("br;q=0.9, gzip;q=0.1", "gzip"),
        ("br", ""),
        ("gzip;q=0", ""),
        ("identity", ""),
        ("zstd", ""),
        ("\u{1f}x,,;q=", ""),
    ] {
        let reply = ask(&node, "/v1/rounds/1", &format!("accept-encoding: {accepted}\r\n")).await;
        if coding.is_empty() && reply.status == 400 {
            continue; // no header at all
        }
        assert_eq!((reply.status, reply.header("content-encoding")), (200, coding), "{accepted}");
        assert_eq!(unpacked(&reply), plain.body, "{accepted}");
        assert!(coding.is_empty() || reply.body.len() < plain.body.len() * 3 / 4, "{accepted}");
        let tags = (reply.header("etag"), plain.header("etag"));
        assert_eq!(tags.0 == tags.1, coding.is_empty(), "other bytes have another tag: {tags:?}");
        let known = format!("accept-encoding: {accepted}\r\nif-none-match: {}\r\n", tags.0);
        assert_eq!(ask(&node, "/v1/rounds/1", &known).await.status, 304, "{accepted}");
        let known_plain = format!("accept-encoding: {accepted}\r\nif-none-match: {}\r\n", tags.1);
        let expected = if coding.is_empty() { 304 } else { 200 };
        assert_eq!(ask(&node, "/v1/rounds/1", &known_plain).await.status, expected, "{accepted}");
    }
}

fn unpacked(reply: &Reply) -> Vec<u8> {
    let mut body = vec![];
    match reply.header("content-encoding") {
        "gzip" => flate2::read::GzDecoder::new(&reply.body[..]).read_to_end(&mut body).map(drop),
        _ => return reply.body.clone(),
    }
    .unwrap();
    body
}

#[tokio::test]
async fn what_does_not_get_shorter_is_not_compressed() {
    let node = Node::current(3).await;
    for path in ["/v1/bundle?from=1&to=3", "/chains", "/public/9"] {
        let reply = ask(&node, path, "accept-encoding: gzip\r\n").await;
        assert_eq!(reply.header("content-encoding"), "", "{path}");
    }
}

#[tokio::test]
async fn a_part_of_a_bundle_is_served() {
    let node = Node::current(3).await;
    let path = "/v1/bundle?from=1&to=3";
    let whole = node.get(path).await;
    let (len, tag) = (whole.body.len(), whole.header("etag"));
    assert_eq!((whole.header("accept-ranges"), whole.header("cache-control")), ("bytes", FOREVER));
    for (range, part) in [
        ("bytes=0-0".to_owned(), 0..1),
        ("bytes=100-199".to_owned(), 100..200),
        (format!("bytes={}-", len - 7), len - 7..len),
        ("bytes=-10".to_owned(), len - 10..len),
        ("bytes=5-99999999999999999999999".to_owned(), 5..len),
        ("bytes=-99999999999999999999999".to_owned(), 0..len),
    ] {
        for condition in
            [String::new(), format!("if-range: {tag}\r\n"), "accept-encoding: gzip\r\n".to_owned()]
        {
            let reply = ask(&node, path, &format!("range: {range}\r\n{condition}")).await;
            assert_eq!(reply.status, 206, "{range}");
            assert_eq!(reply.body, whole.body[part.clone()], "{range}");
            let content_range = format!("bytes {}-{}/{len}", part.start, part.end - 1);
            assert_eq!(reply.header("content-range"), content_range);
            assert_eq!(reply.header("content-length"), part.len().to_string());
            assert_eq!((reply.header("etag"), reply.header("cache-control")), (tag, FOREVER));
        }
        let other = ask(&node, path, &format!("range: {range}\r\nif-range: \"other\"\r\n")).await;
        assert_eq!((other.status, &other.body), (200, &whole.body), "{range}");
        let known = ask(&node, path, &format!("range: {range}\r\nif-none-match: {tag}\r\n")).await;
        assert_eq!((known.status, known.header("content-range")), (304, ""), "{range}");
    }
}

const FOREVER: &str = "public, max-age=31536000, immutable";

#[tokio::test]
async fn ranges_of_the_hostile_get_all_or_a_reason() {
    let node = Node::current(3).await;
    let path = "/v1/bundle?from=1&to=3";
    let whole = node.get(path).await;
    let many = format!("bytes={}", vec!["0-"; 3000].join(","));
    for range in ["bytes=0-0,-1", "bytes=9-5", "bytes=x", "rounds=1-2", "bytes=", &many] {
        let reply = ask(&node, path, &format!("range: {range}\r\n")).await;
        assert_eq!((reply.status, reply.body.len()), (200, whole.body.len()));
    }
    let len = whole.body.len();
    for range in [format!("bytes={len}-"), "bytes=-0".to_owned(), "bytes=99999999999999999999-".to_owned()] {
        let reply = ask(&node, path, &format!("range: {range}\r\n")).await;
        assert_eq!((reply.status, reply.code()), (416, 2), "{range}");
        assert_eq!(reply.header("content-range"), format!("bytes */{len}"));
    }
    assert_eq!(
        ask(&node, "/public/1", "range: bytes=0-1\r\n").await.status,
        200,
        "what is small has no parts"
    );
}

/// Bytes that are read to find a part count like sent bytes.
#[tokio::test]
async fn small_parts_of_large_bundles_are_not_for_nothing() {
    let len = Node::current(3).await.get("/v1/bundle?from=1&to=3").await.body.len();
    let limits = Limits { bytes_per_second: 1, byte_burst: 2 * len as u32, ..patient() };
    let node = Node::start(3, limits).await;
    let mut answered = 0;
    while ask(&node, "/v1/bundle?from=1&to=3", "range: bytes=-1\r\n").await.status == 206 {
        answered += 1;
    }
    assert!((1..=3).contains(&answered), "{answered}");
}

#[tokio::test]
async fn a_client_that_has_taken_too_much_waits() {
    let limits = Limits { bytes_per_second: 1000, byte_burst: 5000, ..patient() };
    let node = Node::start(3, limits).await;
    let mut taken = 0;
    let refused = loop {
        let reply = node.get("/v1/bundle?from=1&to=3").await;
        if reply.status != 200 {
            break reply;
        }
        taken += reply.body.len();
        assert!(taken < 5000 + 2 * reply.body.len(), "the limit does not hold");
    };
    assert!(taken >= 5000, "{taken}");
    assert_eq!((refused.status, refused.code()), (429, 5));
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert_eq!(wait, (taken as u64 - 5000).div_ceil(1000));
    node.clock.pass(std::time::Duration::from_secs(wait));
    assert_eq!(node.get("/chains").await.status, 200);
}
