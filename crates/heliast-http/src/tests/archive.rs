//! A node whose first rounds are in an archive, and a node that no longer has them.

use super::{client::send, *};
use crate::{app::App, aside::Aside, finished::require_finished, router::router_of};
use axum::{body::Body, extract::FromRef, http::Request, response::IntoResponse};
use heliast::bundle::{Pin, Reader};
use heliast_store::Archive;
use heliast_view::RoundView;
use hyper::service::Service as _;
use hyper_util::service::TowerToHyperService;
use tokio::sync::watch;

/// The answer to a request with one more header line.
async fn with(node: &Node, path: &str, header: &str) -> client::Reply {
    let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{header}\r\n");
    send(node.address, &request).await
}

/// A node of eight rounds, two in a segment, whose archive has the first six, and whose store the last four.
async fn pruned(with_archive: bool) -> (Node, TempDir) {
    let (dir, files) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let mut world = World::new(5, 1, GENESIS_MS);
    let two = std::num::NonZeroU32::new(2).unwrap();
    let store = Store::create_in_segments(dir.path(), &world.chain, two).unwrap();
    let rounds = world.rounds(8);
    rounds.iter().for_each(|round| store.append(round).unwrap());
    let archive = Archive::create(files.path(), &world.chain).unwrap();
    archive.write(&store, 1, 3).unwrap();
    archive.write(&store, 4, 6).unwrap();
    let store = store.with_archive(archive).unwrap();
    while store.prune(4).unwrap() > 0 {}
    assert_eq!(store.first(), 5);
    let store = match with_archive {
        true => store,
        false => {
            drop(store);
            Store::open(dir.path()).unwrap()
        }
    };
    let node = Node::over(dir, store, (world, rounds), GENESIS_MS + YEAR_MS, patient()).await;
    (node, files)
}

#[tokio::test]
async fn pruned_rounds_are_answered_from_the_archive() {
    let (node, _files) = pruned(true).await;
    for round in &node.rounds {
        let view = RoundView::new(&node.world.chain, round);
        let reply = node.get(&format!("/v1/rounds/{}", round.number)).await;
        assert_eq!(reply.json(), serde_json::to_value(&view).unwrap());
        assert_eq!(node.get(&format!("/rounds/{}", round.number)).await.status, 200);
        assert_eq!(
            node.get(&format!("/public/{}", round.number)).await.json()["randomness"],
            view.randomness
        );
        let moment = node.get(&format!("/v1/rounds?time_ms={}", round.time_ms)).await.json();
        assert_eq!(moment["rounds"][0]["round"], round.number);
    }
    assert_eq!(node.get("/v1/rounds?from=3&to=6").await.json()["rounds"].as_array().unwrap().len(), 4);
    for from in [1, 3, 5] {
        let body = node.get(&format!("/v1/bundle?from={from}")).await.body;
        let mut reader = Reader::trusting_start(&body[..], Pin::Chain(*node.world.chain.id())).unwrap();
        for round in &node.rounds[from - 1..] {
            assert_eq!(reader.next_round().unwrap().as_deref(), Some(&**round));
        }
    }
    let metrics = node.get("/metrics").await;
    for name in ["heliast_store_bytes", "heliast_archive_bytes"] {
        let line = metrics.text().lines().find(|line| line.starts_with(name)).unwrap();
        assert!(line.split(' ').nth(1).unwrap().parse::<u64>().unwrap() > 4_000, "{line}");
    }
}

/// Their tickets are verified again, not on the threads that serve all clients, and only a few at a time.
#[tokio::test]
async fn archived_rounds_are_computed_aside() {
    let (node, _files) = pruned(true).await;
    let aside = Aside::new(Arc::clone(&node.handles.rounds));
    let here = std::thread::current().id();
    let thread = |aside: &Aside, first| {
        let aside = aside.clone();
        async move { aside.shown(first, || Ok(std::thread::current().id())).await.unwrap() }
    };
    assert_eq!(thread(&aside, 5).await, here);
    assert_ne!(thread(&aside, 4).await, here);
    let rounds = Arc::clone(&node.handles.rounds);
    let error = aside.shown(1, move || require_finished(&rounds, 0)).await.unwrap_err();
    assert_eq!(error.into_response().status(), 404);

    // All places are taken: rounds in the store are served, and other requests wait until a place is free.
    let taken = aside.places.acquire_many(aside.places.available_permits() as u32).await.unwrap();
    let waiting = tokio::spawn(thread(&aside, 1));
    for _ in 0..100 {
        assert_eq!(thread(&aside, 8).await, here);
        tokio::task::yield_now().await;
    }
    assert!(!waiting.is_finished());
    drop(taken);
    assert_ne!(waiting.await.unwrap(), here);
    // Work that panics gives an error, and frees its place.
    let places = aside.places.available_permits();
    let failed = aside.shown::<()>(1, || panic!("as a test wants it")).await.unwrap_err();
    assert_eq!((failed.into_response().status().as_u16(), aside.places.available_permits()), (500, places));
}

/// The threads that answer all clients do not read the files of an archive.
#[tokio::test]
async fn whatever_reads_archived_rounds_is_computed_aside() {
    let (node, _files) = pruned(true).await;
    let (_closing, closed) = watch::channel(false);
    let app = App::new(node.handles.clone(), Limits::default(), Arc::clone(&node.traffic), closed);
    let aside = Aside::from_ref(&app);
    let service = TowerToHyperService::new(router_of(app));
    let ask = |path: String| {
        let request = Request::get(path).header("host", "x").body(Body::empty()).unwrap();
        tokio::spawn(service.call(request))
    };
    let paths = |number: u64| {
        let time_ms = node.rounds[number as usize - 1].time_ms;
        // The clock of these rounds begins on 2023-11-14 at 22:13:20.
        let moment = format!("2023-11-14T22:13:{}.{:03}", 20 + (time_ms - GENESIS_MS) / 1000, time_ms % 1000);
        [
            format!("/v1/rounds/{number}"),
            format!("/v1/rounds?from={number}"),
            format!("/v1/rounds?time_ms={time_ms}"),
            format!("/v1/random/x?round={number}"),
            format!("/public/{number}"),
            format!("/rounds/{number}"),
            format!("/rounds?time={moment}"),
            format!("/rounds?until={number}"),
        ]
    };
    let taken = aside.places.acquire_many(aside.places.available_permits() as u32).await.unwrap();
    let waiting: Vec<_> = paths(3).map(|path| (ask(path.clone()), path)).into();
    for path in paths(7).into_iter().take(7) {
        let status = ask(path.clone()).await.unwrap().unwrap().status().as_u16();
        assert!(status == 200 || status == 303, "{path}: {status}");
    }
    waiting.iter().for_each(|(answer, path)| assert!(!answer.is_finished(), "{path}"));
    drop(taken);
    for (answer, path) in waiting {
        let status = answer.await.unwrap().unwrap().status().as_u16();
        assert!(status == 200 || status == 303, "{path}: {status}");
    }
}

#[tokio::test]
async fn without_an_archive_pruned_rounds_are_gone() {
    let (node, _files) = pruned(false).await;
    let paths = [
        "/v1/rounds/4",
        "/v1/rounds?from=1",
        "/v1/rounds?from=4&to=6",
        "/v1/random/x?round=2",
        "/public/4",
        "/v1/bundle?from=4",
    ];
    for path in paths {
        let reply = node.get(path).await;
        assert_eq!((reply.status, reply.code()), (410, 2), "{path}");
        assert!(reply.text().contains("begins with round 5"), "{}", reply.text());
    }
    assert_eq!(node.get("/rounds/4").await.status, 410);
    for path in
        ["/v1/rounds/5", "/v1/rounds?from=5", "/v1/bundle?from=5", "/public/5", "/", "/rounds", "/rounds/5"]
    {
        assert_eq!(node.get(path).await.status, 200, "{path}");
    }
    for path in ["/v1/archive", "/v1/archive/rounds-0000000001-0000000003.heliast"] {
        assert_eq!(node.get(path).await.status, 404, "{path}");
    }
}

/// Empty periods do not hide kept rounds that come after pruned ones.
#[tokio::test]
async fn rounds_that_are_kept_are_found_behind_empty_periods() {
    let (mut node, _files) = pruned(false).await;
    let opening = |period: u64| GENESIS_MS + (period - 1) * u64::from(PERIOD_MS);
    node.handles.rounds.accept(&node.world.next_at(opening(12))).unwrap();
    for (number, round) in [(5, 5), (6, 6), (7, 7), (8, 8), (12, 9)] {
        let reply = node.get(&format!("/public/{number}")).await;
        assert_eq!((reply.status, &reply.json()["heliast_round"]), (200, &round.into()), "{number}");
    }
    for number in [9, 10, 11] {
        let reply = node.get(&format!("/public/{number}")).await;
        assert_eq!((reply.status, reply.header("location")), (308, "12"), "{number}");
    }
    for number in 1..=4 {
        assert_eq!(node.get(&format!("/public/{number}")).await.status, 410, "{number}");
    }
}

#[tokio::test]
async fn the_files_are_served_as_they_are_and_in_parts() {
    let (node, files) = pruned(true).await;
    let list = node.get("/v1/archive").await.json();
    assert_eq!((list["files"].as_array().unwrap().len(), &list["next"]), (2, &serde_json::Value::Null));
    assert_eq!(node.get("/v1/archive?from=4").await.json()["files"].as_array().unwrap().len(), 1);
    assert_eq!(node.get("/v1/archive?from=7").await.json()["files"].as_array().unwrap().len(), 0);
    let file = &list["files"][1];
    assert_eq!((&file["from"], &file["to"]), (&4.into(), &6.into()));
    let name = file["name"].as_str().unwrap();
    let whole = std::fs::read(files.path().join(name)).unwrap();
    assert_eq!(file["bytes"], whole.len());
    let path = format!("/v1/archive/{name}");
    let reply = node.get(&path).await;
    assert_eq!((reply.status, &reply.body), (200, &whole));
    assert_eq!(reply.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(reply.header("content-type"), "application/octet-stream");
    let tag = reply.header("etag").to_owned();
    assert!(tag.starts_with('"') && tag.contains(name), "{tag}");

    let part = with(&node, &path, "Range: bytes=10-99\r\n").await;
    assert_eq!((part.status, &part.body[..]), (206, &whole[10..100]));
    assert_eq!((part.header("etag"), part.header("cache-control").is_empty()), (&tag[..], false));
    let behind = with(&node, &path, "Range: bytes=99999999-\r\n").await;
    assert_eq!(behind.status, 416);
    let same = with(&node, &path, &format!("Range: bytes=0-4\r\nIf-Range: {tag}\r\n")).await;
    assert_eq!((same.status, &same.body[..]), (206, &b"HLBN\x03"[..]));
    let another = with(&node, &path, "Range: bytes=0-4\r\nIf-Range: \"x\"\r\n").await;
    assert_eq!((another.status, another.body.len()), (200, whole.len()));
    let known = with(&node, &path, &format!("If-None-Match: \"x\", W/{tag}\r\n")).await;
    assert_eq!((known.status, known.body.len(), known.header("etag")), (304, 0, &tag[..]));
    let other = with(&node, &path, "If-None-Match: \"x\"\r\n").await;
    assert_eq!((other.status, other.body.len()), (200, whole.len()));
    // The time of a file only shows when it was copied.
    assert_eq!(other.header("last-modified"), "");
    for line in ["If-Modified-Since", "If-Unmodified-Since"] {
        for when in ["Fri, 01 Jan 2100 00:00:00 GMT", "Sat, 01 Jan 2000 00:00:00 GMT"] {
            let timed = with(&node, &path, &format!("If-None-Match: \"x\"\r\n{line}: {when}\r\n")).await;
            assert_eq!((timed.status, timed.body.len()), (200, whole.len()), "{line}: {when}");
        }
    }
    std::fs::remove_file(files.path().join(name)).unwrap();
    let gone = node.get(&path).await;
    assert_eq!((gone.status, gone.code(), gone.header("cache-control")), (410, 2, "no-store"));
}

/// Only the listed files have an address; other files next to them have none.
#[tokio::test]
async fn other_files_are_not_served() {
    let (node, files) = pruned(true).await;
    std::fs::write(files.path().join("secret"), b"secret").unwrap();
    std::fs::write(files.path().join("rounds-0000000007-0000000008.heliast"), b"not listed").unwrap();
    for name in [
        "secret",
        "..%2Fchain.redb",
        "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "rounds-0000000007-0000000008.heliast",
        "rounds-0000000001-0000000003.heliast%00",
        "rounds-0000000001-0000000003.heliast.new",
    ] {
        let reply = node.get(&format!("/v1/archive/{name}")).await;
        assert_eq!((reply.status, reply.code()), (404, 2), "{name}");
    }
    assert_eq!(node.get("/v1/archive?from=x").await.status, 400);
    assert_eq!(node.get("/v1/archive/rounds-0000000001-0000000003.heliast?x=1").await.status, 400);
}
