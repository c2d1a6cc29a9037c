//! Rounds by number and consecutive rounds, from honest nodes.

use crate::{beacon::Beacon, server::Server};
use heliast::{Round, Verified};
use heliast_client::{Client, Error, Misuse};

pub fn numbers(rounds: impl IntoIterator<Item = Result<Verified<Round>, Error>>) -> Vec<u64> {
    rounds.into_iter().map(|round| round.unwrap().number).collect()
}

/// Whether two rounds have the same bytes and beacon. The facts differ if the time of the previous state was
/// unknown.
pub fn is_same(one: &Verified<Round>, other: &Verified<Round>) -> bool {
    one.encode() == other.encode() && one.facts().beacon == other.facts().beacon
}

#[test]
fn every_round_is_that_of_the_chain() {
    let beacon = Beacon::solo();
    let node = Server::honest(&beacon, 12);
    let client = Client::new([&node.url], beacon.pin()).unwrap();
    assert_eq!(client.chain().id(), beacon.chain.id());
    assert_eq!(client.latest().unwrap(), beacon.rounds[11]);
    assert_eq!(client.tip(), beacon.tips[12]);
    for number in [1, 7, 12, 3] {
        assert_eq!(client.round(number).unwrap(), beacon.rounds[number as usize - 1]);
    }
    let all: Vec<_> = client.rounds(..).map(Result::unwrap).collect();
    assert_eq!(all, beacon.rounds);
}

#[test]
fn ranges_are_those_of_the_language() {
    let beacon = Beacon::solo();
    let node = Server::honest(&beacon, 5);
    let client = Client::new([&node.url], beacon.pin()).unwrap();
    assert_eq!(numbers(client.rounds(2..4)), [2, 3]);
    assert_eq!(numbers(client.rounds(2..=4)), [2, 3, 4]);
    assert_eq!(numbers(client.rounds(4..)), [4, 5]);
    assert_eq!(numbers(client.rounds(..=1)), [1]);
    assert_eq!(numbers(client.rounds(3..3)), [0; 0]);
    assert_eq!(numbers(client.rounds(6..)), [0; 0], "there is none yet");
    // If a range has an end, missing rounds are an error; otherwise it ends with the chain.
    let mut rounds = client.rounds(5..=6);
    assert_eq!(rounds.next().unwrap().unwrap().number, 5);
    assert!(matches!(rounds.next(), Some(Err(Error::NotYet(what))) if what == "round 6"));
    assert!(rounds.next().is_none(), "an error is the end");
    assert!(matches!(client.round(0), Err(Error::Misuse(Misuse::RoundZero))));
    assert!(matches!(client.round(u64::MAX), Err(Error::NotYet(_))));
}

#[test]
fn what_was_verified_is_not_asked_for_again() {
    let beacon = Beacon::solo();
    let node = Server::honest(&beacon, 10);
    let client = Client::new([&node.url], beacon.pin()).unwrap();
    assert_eq!(client.round(10).unwrap().number, 10);
    let before = node.asked();
    assert_eq!(client.round(6).unwrap().facts().beacon, beacon.beacon_of(6));
    assert_eq!(node.asked()[before.len()..], ["/v1/bundle?from=6&to=6"]);
    // A clone has the same knowledge.
    node.show(11);
    let copy = client.clone();
    assert_eq!(copy.round(11).unwrap().number, 11);
    assert_eq!(node.asked().last().unwrap(), "/v1/bundle?from=11&to=11");
    assert_eq!(client.tip(), beacon.tips[11]);
}

#[test]
fn a_state_that_was_kept_is_gone_on_from() {
    let beacon = Beacon::solo();
    let node = Server::honest(&beacon, 12);
    let builder = Client::builder(beacon.pin()).node(&node.url).tip(beacon.tips[8].clone());
    let client = builder.connect().unwrap();
    assert_eq!(client.tip(), beacon.tips[8]);
    assert_eq!(numbers(client.rounds(9..)), [9, 10, 11, 12]);
    assert_eq!(node.count("/v1/bundle?from=9&"), 1);
    // Rounds before it are verified from the genesis on.
    assert_eq!(client.round(2).unwrap(), beacon.rounds[1]);
    assert_eq!(node.count("/v1/bundle?from=1&"), 1);
}

#[test]
fn a_chain_without_rounds_is_still_to_come() {
    let beacon = Beacon::solo();
    let node = Server::honest(&beacon, 0);
    let client = Client::new([&node.url], beacon.pin()).unwrap();
    assert!(matches!(client.latest(), Err(Error::NotYet(_))));
    assert_eq!(client.latest().unwrap_err().to_string(), "round 1 is still to come");
    assert_eq!(numbers(client.rounds(..)), [0; 0]);
    node.show(1);
    assert_eq!(client.latest().unwrap().number, 1);
}

#[test]
fn any_chain_is_taken_only_if_that_is_asked_for() {
    let (beacon, other) = (Beacon::solo(), Beacon::other());
    let node = Server::honest(&other, 3);
    let refused = Client::new([&node.url], beacon.pin()).unwrap_err();
    assert!(refused.to_string().ends_with("/v1/genesis: the genesis: it is of another chain"), "{refused}");
    let client = Client::new([&node.url], heliast_client::Pin::AnyChain).unwrap();
    assert_eq!(client.chain().id(), other.chain.id());
}

#[test]
fn members_are_those_after_the_latest_round() {
    let beacon = Beacon::solo();
    let node = Server::honest(&beacon, 4);
    let client = Client::new([&node.url], beacon.pin()).unwrap();
    let members = client.members().unwrap();
    assert_eq!((members.count(), members.total_in(5)), (3, 30));
}
