//! A chain whose participants announce keys.

use super::{answers::golden, *};
use heliast::{
    Genesis, MemberRules,
    keys::Change,
    members::{MemberChange, Proposal},
};
use heliast_view::{MembersView, ProposalView};
use serde_json::{Value, json};
use testkit_chain::genesis;

/// Five participants: 0 announced a tree that is due, 1 a later one, and 2 withdrew one; round 5 is the last.
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

/// The stakes are 1 to 5. Participant 4 proposes in round 1 that 3 leaves; 2 and 3 approve in round 2, so
/// that the change takes effect from round 4 on. Round 4 is the last.
#[tokio::test]
async fn members_say_who_has_which_stake_and_what_is_proposed() {
    let members = Some(MemberRules { life: 6, most: 7, validators_change: false });
    let mut world =
        World::of(Genesis { lead: 2, committees: vec![15], members, ..genesis(5, 9, GENESIS_MS) });
    world.change(4, Change::Member(MemberChange::Proposal(Proposal::Stake { participant: 3, stake: 0 })));
    let mut rounds = vec![world.next()];
    let id = *world.tip.keys().members().open_in(2).next().unwrap().id();
    let before = MembersView::new(&world.chain, &world.tip);
    assert_eq!((before.life, before.most, before.total_stake), (Some(6), 7, 15));
    let open = &before.open[0];
    assert_eq!((&open.id, open.round, open.until, open.proposer), (&hex::encode(id), 1, 7, 4));
    assert_eq!((&open.approved[..], open.approved_stake), (&[4][..], 5));
    assert_eq!(open.proposal, ProposalView::Stake { participant: 3, stake: 0 });
    for participant in [2, 3] {
        world.change(participant, Change::Member(MemberChange::Approval(id)));
    }
    rounds.extend(world.rounds(3));

    let node = Node::of(world, rounds, GENESIS_MS + 3 * u64::from(PERIOD_MS), patient()).await;
    let answer = node.get("/v1/members").await.json();
    assert_eq!(
        (&answer["round"], &answer["total_stake"], &answer["open"]),
        (&json!(5), &json!(11), &json!([]))
    );
    let left = &answer["members"][3];
    assert_eq!((&left["stake"], &left["effective"], &left["next_serial"]), (&json!(0), &json!(4), &json!(1)));
    let said = node.get("/v1/rounds/1").await.json()["announcements"][0].clone();
    let proposal = json!({"kind": "stake", "participant": 3, "stake": 0});
    let expected = json!({"participant": 4, "serial": 0, "key": null, "member": {"proposal": proposal}});
    assert_eq!(said, expected);
    let approved = node.get("/v1/rounds/2").await.json()["announcements"][1].clone();
    assert_eq!(approved["member"], json!({"approval": hex::encode(id)}));
    // 15 votes are expected, of 15 and later of 11 units: every unit of stake wins.
    let stakes = async |round: u64| {
        let tickets = node.get(&format!("/v1/rounds/{round}")).await.json()["tickets"].clone();
        let stake =
            |ticket: &Value| (ticket["participant"].as_u64().unwrap(), ticket["stake"].as_u64().unwrap());
        tickets.as_array().unwrap().iter().map(stake).collect::<Vec<_>>()
    };
    assert_eq!(stakes(3).await, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]);
    assert_eq!(stakes(4).await, [(0, 1), (1, 2), (2, 3), (4, 5)]);
    // A round's page shows the members of that round, and the page of the genesis shows the current and the
    // original ones.
    let page = async |path: &str| {
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: test\r\naccept: text/html\r\nconnection: close\r\n\r\n");
        let reply = super::client::send(node.address, &request).await;
        assert_eq!(reply.status, 200, "{path}");
        reply.text().to_owned()
    };
    let (third, last) = (page("/rounds/3").await, page("/").await);
    assert_eq!((third.matches("class=\"seat").count(), last.matches("class=\"seat").count()), (5, 4));
    assert!(third.contains("in 5 of 5 seats") && last.contains("in 4 of 4 seats"), "{last}");
    assert!(third.contains("5, holding 15 of stake"), "facts are those of then: {third}");
    assert!(
        last.contains("4 with a stateless key") && !last.contains("<tr data-participant=\"3\">"),
        "{last}"
    );
    let genesis = page("/genesis").await;
    for part in [
        "Members in round 5",
        "4 hold 11 units",
        "nothing is proposed",
        "has left",
        "Participants before round 1",
    ] {
        assert!(genesis.contains(part), "{part}: {genesis}");
    }
    assert!(genesis.contains("5 of them, who held 15 units"), "{genesis}");
}
