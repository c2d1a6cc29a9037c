//! A chain whose participants announce keys.

use super::{answers::golden, *};
use heliast::keys::Change;
use serde_json::{Value, json};

/// Five participants: 0 announced a tree that is due, 1 one that comes later, 2 took one back;
/// round 5 is the last.
async fn node() -> Node {
    let mut world = World::with_lead(2);
    let mut rounds = vec![world.next()];
    world.announce(1, 40);
    world.announce(2, 50);
    rounds.push(world.next());
    world.change(2, Change::Withdrawal);
    rounds.extend(world.rounds(2));
    world.announce(0, 7);
    rounds.push(world.next());
    Node::of(world, rounds, GENESIS_MS + 4 * u64::from(PERIOD_MS), patient()).await
}

#[tokio::test]
async fn the_json_of_a_chain_with_keys_is_golden() {
    let node = node().await;
    for (name, path) in [
        ("announced-keys", "/v1/keys"),
        ("announced-round-2", "/v1/rounds/2"),
        ("announced-round-3", "/v1/rounds/3"),
        ("announced-genesis", "/v1/genesis"),
        ("announced-info", "/info"),
    ] {
        golden(name, node.get(path).await.text());
    }
}

#[tokio::test]
async fn keys_say_what_is_due_and_what_comes() {
    let node = node().await;
    let answer = node.get("/v1/keys").await.json();
    assert_eq!((&answer["round"], &answer["lead"]), (&json!(6), &json!(2)));
    let keys = answer["keys"].as_array().unwrap();
    let until = |participant: usize| (&keys[participant]["until"], &keys[participant]["next"]["first"]);
    assert_eq!(keys.len(), 5);
    for (participant, key) in keys.iter().enumerate() {
        assert_eq!(key["participant"], participant);
        assert_eq!(key["scheme"], "ecvrf-edwards25519-sha512-tai", "no tree is due yet");
    }
    assert_eq!(until(0), (&json!(7), &json!(7)));
    assert_eq!(until(1), (&json!(40), &json!(40)));
    for quiet in [2, 3, 4] {
        assert_eq!(until(quiet), (&Value::Null, &Value::Null), "{quiet}");
    }
}

#[tokio::test]
async fn rounds_show_what_was_announced() {
    let node = node().await;
    let announced =
        async |round: u64| node.get(&format!("/v1/rounds/{round}")).await.json()["announcements"].clone();
    assert_eq!(announced(1).await, json!([]));
    let second = announced(2).await;
    let said = |i: usize| (&second[i]["participant"], &second[i]["serial"], &second[i]["key"]["scheme"]);
    assert_eq!(said(0), (&json!(1), &json!(0), &json!("x-vrf-3")));
    assert_eq!(said(1), (&json!(2), &json!(0), &json!("x-vrf-3")));
    // Eight leaves for two committees each.
    assert_eq!((&second[0]["key"]["first"], &second[0]["key"]["rounds"]), (&json!(40), &json!(4)));
    assert_eq!(announced(3).await, json!([{"participant": 2, "serial": 1, "key": null}]));
}

#[tokio::test]
async fn a_bundle_from_the_middle_brings_the_keys() {
    let node = node().await;
    let body = node.get("/v1/bundle?from=4").await.body;
    let mut reader =
        heliast::bundle::Reader::trusting_start(body.as_slice(), heliast::bundle::Pin::AnyChain).unwrap();
    for number in [4, 5] {
        assert_eq!(*reader.next_round().unwrap().unwrap(), *node.rounds[number - 1]);
    }
    assert!(reader.next_round().unwrap().is_none());
}

#[tokio::test]
async fn the_page_says_which_keys_are_due() {
    let node = node().await;
    let page = node.get("/").await;
    let text = page.text();
    assert!(
        text.contains("In round 6, 0 participants draw with a hash tree and 5 with a stateless key"),
        "{text}"
    );
    assert!(text.contains("x-vrf-3 from round 7") && text.contains("x-vrf-3 from round 40"));
    assert_eq!(text.matches("<tr data-participant=").count(), 5);
    assert!(text.contains("hash trees; <code>ecvrf-edwards25519-sha512-tai</code> where none is due"));
    assert!(text.contains("5 + 2 on average"), "votes of two committees");
    // A chain without announcements has no such section.
    let plain = Node::start(1, patient()).await;
    assert!(!plain.get("/").await.text().contains("id=\"keys-title\""));
}
