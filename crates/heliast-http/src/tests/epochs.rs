use super::*;
use testkit_chain::epoch;

/// A node with epochs of three rounds, which no engine proves.
async fn node(rounds: usize) -> Node {
    Node::start(rounds, patient()).await
}

#[tokio::test]
async fn an_epochs_proof_is_served_when_it_is_made() {
    let node = node(7).await;
    let metric = |text: &str| text.lines().any(|line| line == "heliast_epoch_proofs_total 2");
    for path in ["/v1/epochs/1", "/v1/epochs/2"] {
        let reply = node.get(path).await;
        assert_eq!((reply.status, reply.code()), (425, 4), "{path}");
        assert!(reply.text().contains("still being made") && !reply.header("retry-after").is_empty());
    }
    assert!(!metric(node.get("/metrics").await.text()));
    for first in [0, 3] {
        let proved = epoch(&node.world.chain, &node.rounds[first..first + 3]);
        node.handles.rounds.accept_epoch(&proved).unwrap();
        let number = first as u64 / 3 + 1;
        let reply = node.get(&format!("/v1/epochs/{number}")).await;
        assert_eq!(reply.header("cache-control"), "public, max-age=3600");
        let view = reply.json();
        assert_eq!(
            (&view["epoch"], &view["from"], &view["to"]),
            (&number.into(), &(first as u64 + 1).into(), &(first as u64 + 3).into())
        );
        assert_eq!(view["bytes"], hex::encode(proved.proof.encode()));
        assert_eq!(view["proof"], hex::encode(&proved.proof.proof));
    }
    assert!(metric(node.get("/metrics").await.text()));
    // Round 9 is still to come.
    let reply = node.get("/v1/epochs/3").await;
    assert_eq!((reply.status, reply.code()), (425, 4));
    assert!(reply.text().contains("round 9 is not finished"));
}

#[tokio::test]
async fn a_proof_of_another_length_is_not_the_epochs() {
    let node = node(4).await;
    node.handles.rounds.accept_epoch(&epoch(&node.world.chain, &node.rounds[..2])).unwrap();
    assert_eq!(node.get("/v1/epochs/1").await.status, 425);
    node.handles.rounds.accept_epoch(&epoch(&node.world.chain, &node.rounds[..3])).unwrap();
    assert_eq!(node.get("/v1/epochs/1").await.status, 200);
}

#[tokio::test]
async fn an_invalid_epoch_is_refused() {
    let node = node(3).await;
    let reply = node.get("/v1/epochs/0").await;
    assert_eq!((reply.status, reply.code()), (404, 2));
    let reply = node.get("/v1/epochs/18446744073709551615").await;
    assert_eq!((reply.status, reply.code()), (425, 4));
    for path in ["/v1/epochs/x", "/v1/epochs/01", "/v1/epochs/1?round=2"] {
        let reply = node.get(path).await;
        assert_eq!((reply.status, reply.code()), (400, 2), "{path}");
    }
}
