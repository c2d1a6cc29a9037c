use super::*;
use heliast::bundle::{Pin, Reader};
use heliast_store::StoreError;

#[tokio::test]
async fn a_solo_chain_says_that_nobody_else_agreed() {
    let node = Node::start(2, patient()).await;
    for path in ["/v1/rounds/1/finality", "/v1/rounds/9/finality", "/v1/network"] {
        let reply = node.get(path).await;
        assert_eq!((reply.status, reply.code()), (404, 2), "{path}");
        assert!(reply.text().contains("solo chain"), "{path}");
    }
    let view = serde_json::json!({ "network": false, "final": 0, "latest": 2 });
    assert_eq!(node.get("/v1/finality").await.json(), view);
    assert!(matches!(node.handles.finality.keep(1, b"a frame"), Err(StoreError::NoNetwork)));
    assert_eq!((node.handles.finality.last(), node.handles.finality.network()), (0, None));
}

#[tokio::test]
async fn frames_are_served_from_when_they_are_kept() {
    let mut node = Node::start(2, patient()).await;
    node.handles.finality.begin(b"a network file").unwrap();
    let reply = node.get("/v1/network").await;
    assert_eq!((reply.status, &reply.body[..]), (200, &b"a network file"[..]));
    assert_eq!(reply.header("content-type"), "application/octet-stream");

    let reply = node.get("/v1/rounds/2/finality").await;
    assert_eq!((reply.status, reply.code()), (425, 4));
    assert!(reply.text().contains("round 2 is not signed yet") && !reply.header("retry-after").is_empty());
    assert_eq!(
        node.get("/v1/finality").await.json(),
        serde_json::json!({ "network": true, "final": 0, "latest": 2 })
    );

    node.handles.finality.keep(2, b"a frame").unwrap();
    let reply = node.get("/v1/rounds/2/finality").await;
    assert_eq!((reply.status, &reply.body[..]), (200, &b"a frame"[..]));
    assert_eq!(reply.header("content-type"), "application/octet-stream");
    node.advance();
    assert_eq!(
        node.get("/v1/finality").await.json(),
        serde_json::json!({ "network": true, "final": 2, "latest": 3 })
    );
    assert_eq!(node.get("/v1/rounds/3/finality").await.status, 425);

    // This node missed the frame, and a later one proves the same.
    let reply = node.get("/v1/rounds/1/finality").await;
    assert_eq!((reply.status, reply.code()), (404, 2));
    assert!(reply.text().contains("later round"));
    let reply = node.get("/v1/rounds/1/finality?later=1").await;
    assert_eq!((reply.status, &reply.body[..]), (200, &b"a frame"[..]));
    assert_eq!(reply.header("cache-control"), "no-store");
    let reply = node.get("/v1/rounds/2/finality?later=1").await;
    assert_eq!((reply.status, reply.header("cache-control")), (200, "public, max-age=3600"));
    assert_eq!(node.get("/v1/rounds/3/finality?later=1").await.status, 425);
    assert_eq!(node.get("/v1/rounds/1/finality?later=0").await.status, 404);
    assert_eq!(node.get("/v1/rounds/1/finality?later=2").await.status, 400);
    for (path, status, code) in
        [("/v1/rounds/0/finality", 404, 2), ("/v1/rounds/4/finality", 425, 4), ("/v1/finality?x=1", 400, 2)]
    {
        let reply = node.get(path).await;
        assert_eq!((reply.status, reply.code()), (status, code), "{path}");
    }
}

#[tokio::test]
async fn a_bundle_has_the_frames_that_are_kept() {
    let node = Node::start(3, patient()).await;
    let plain = node.get("/v1/bundle?from=2").await;
    let reply = node.get("/v1/bundle?from=2&final=1").await;
    assert_eq!((reply.status, reply.code()), (404, 2));
    assert_eq!(node.get("/v1/bundle?from=2&final=2").await.status, 400);

    node.handles.finality.begin(b"a network file").unwrap();
    node.handles.finality.keep(3, b"frame of 3").unwrap();
    assert_eq!(node.get("/v1/bundle?from=2").await.body, plain.body);
    assert_eq!(node.get("/v1/bundle?from=2&final=0").await.body, plain.body);
    let reply = node.get("/v1/bundle?from=2&final=1").await;
    assert_eq!((reply.status, reply.header("cache-control")), (200, "no-store"));
    let mut reader =
        Reader::trusting_start(&reply.body[..], Pin::Chain(*node.handles.rounds.chain().id())).unwrap();
    let mut frames = vec![];
    while reader.next_round().unwrap().is_some() {
        frames.push(reader.frames().to_vec());
    }
    assert_eq!(frames, [vec![b"a network file".to_vec()], vec![b"frame of 3".to_vec()]]);

    let tag = reply.header("etag").to_owned();
    node.handles.finality.keep(2, b"frame of 2").unwrap();
    let reply = node.get("/v1/bundle?from=2&to=3&final=1").await;
    assert_ne!(reply.header("etag"), tag);
    assert_eq!(reply.header("cache-control"), "public, max-age=3600");
}

#[tokio::test]
async fn a_network_is_begun_once() {
    let node = Node::start(1, patient()).await;
    node.handles.finality.begin(b"a network file").unwrap();
    node.handles.finality.begin(b"a network file").unwrap();
    assert!(matches!(node.handles.finality.begin(b"another"), Err(StoreError::OtherNetwork(_))));
}
