//! Rounds by time, and a trusted state in the middle.

use crate::{
    beacon::{Beacon, GENESIS_MS, PERIOD_MS},
    rounds::is_same,
    server::{Server, ok, status},
};
use heliast_client::{Builder, Client, Error, Misuse};
use std::{
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

fn time(ms: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_millis(ms)
}

#[test]
fn the_round_of_a_time_is_the_last_that_had_opened() {
    let beacon = Beacon::solo();
    let node = Server::honest(&beacon, 12);
    let client = Client::new([&node.url], beacon.pin()).unwrap();
    for (ms, number) in [(0, 1), (1, 1), (999, 1), (1_000, 2), (1_999, 2), (10_500, 11), (99_999_999, 12)] {
        assert_eq!(client.at(time(GENESIS_MS + ms)).unwrap().number, number, "{ms}");
    }
    let early = client.at(time(GENESIS_MS - 1)).unwrap_err();
    assert!(matches!(early, Error::Misuse(Misuse::BeforeGenesis)), "{early}");
    assert!(matches!(client.at(UNIX_EPOCH - Duration::from_secs(1)), Err(Error::Misuse(_))));
}

/// If a node gives a wrong round number, the round itself and the one after it show this.
#[test]
fn a_false_round_of_a_time_is_found_out() {
    let beacon = Beacon::solo();
    let honest = Server::honest(&beacon, 12);
    for named in [0, 1, 4, 6, 12, 13, u64::MAX] {
        let liar = Server::start(&beacon, 12, move |path, _| {
            let said = format!("{{\"rounds\": [{{\"round\": {named}}}]}}");
            path.starts_with("/v1/rounds?").then(|| ok(said.as_bytes()))
        });
        let client = Client::new([&liar.url, &honest.url], beacon.pin()).unwrap();
        let found = client.at(time(GENESIS_MS + 4 * PERIOD_MS + 1)).unwrap();
        assert_eq!(found.number, 5, "{named}");
        let alone = Client::new([&liar.url], beacon.pin()).unwrap();
        let refused = alone.at(time(GENESIS_MS + 4 * PERIOD_MS + 1)).unwrap_err();
        assert!(refused.to_string().contains(&format!("it says that round {named} ")), "{refused}");
    }
    for body in ["{\"rounds\": []}", "{\"rounds\": [{\"round\": 1}, {\"round\": 2}]}", "{}"] {
        let strange = Server::start(&beacon, 12, move |path, _| {
            path.starts_with("/v1/rounds?").then(|| ok(body.as_bytes()))
        });
        let alone = Client::new([&strange.url], beacon.pin()).unwrap();
        let refused = alone.at(time(GENESIS_MS)).unwrap_err();
        assert!(refused.to_string().contains("is not an answer of a heliast node"), "{refused}");
    }
    let waits = Server::start(&beacon, 12, |path, _| {
        path.starts_with("/v1/rounds?").then(|| status("425 Too Early"))
    });
    let refused = Client::new([&waits.url], beacon.pin()).unwrap().at(time(GENESIS_MS + 99_999_999));
    assert!(matches!(refused, Err(Error::NotYet(_))));
}

fn leaping(beacon: &Beacon, nodes: &[&Server]) -> Builder {
    let urls = nodes.iter().map(|node| &node.url);
    Client::builder(beacon.pin()).nodes(urls).leap_beyond(2).trusting_start()
}

#[test]
fn a_solo_chain_is_verified_from_its_genesis_unless_trust_is_asked_for() {
    let beacon = Beacon::solo();
    let node = Server::honest(&beacon, 12);
    let careful = Client::builder(beacon.pin()).node(&node.url).leap_beyond(2).connect().unwrap();
    assert_eq!(careful.round(10).unwrap().number, 10);
    assert_eq!(node.count("/v1/bundle?from=1&to=10"), 1);
    let client = leaping(&beacon, &[&node]).connect().unwrap();
    assert!(is_same(&client.round(12).unwrap(), &beacon.rounds[11]));
    assert_eq!(node.count("/v1/bundle?from=1&to=12"), 0);
    assert_eq!(node.count("/v1/bundle?from=12&to=12"), 2, "the state, and the round");
    // Nearby rounds are still verified.
    assert_eq!(client.round(2).unwrap(), beacon.rounds[1]);
    assert_eq!(node.count("/v1/bundle?from=1&to=2"), 1);
}

#[test]
fn nodes_that_contradict_each_other_are_both_named() {
    let beacon = Beacon::solo();
    let fork = Arc::new(beacon.forked(5));
    let (honest, liar) = (Server::honest(&beacon, 12), Server::honest(&fork, 12));
    let client = leaping(&beacon, &[&honest, &liar]).connect().unwrap();
    let refused = client.round(9).unwrap_err();
    let Error::Contradiction { nodes, .. } = &refused else { panic!("{refused}") };
    let mut named = nodes.clone();
    named.sort();
    let mut both = [honest.url.clone(), liar.url.clone()];
    both.sort();
    assert_eq!(named, both);
    assert!(refused.hint().contains("from its genesis on"));
    // Without trusting nodes, the first one determines the branch, since both are valid.
    let first = Client::builder(beacon.pin()).node(&honest.url).connect().unwrap();
    assert_eq!(first.round(9).unwrap(), beacon.rounds[8]);
}

/// A single node that has a round is not trusted if the others do not have it yet.
#[test]
fn one_of_several_is_not_trusted_alone() {
    let beacon = Beacon::solo();
    let fork = Arc::new(beacon.forked(5));
    let liar = Server::honest(&fork, 12);
    let (one, two) = (Server::honest(&beacon, 8), Server::honest(&beacon, 8));
    let client = leaping(&beacon, &[&liar, &one, &two]).connect().unwrap();
    let refused = client.round(12).unwrap_err();
    assert!(matches!(refused, Error::NotYet(_)), "{refused}");
    one.show(12);
    two.show(12);
    assert!(matches!(client.round(12), Err(Error::Contradiction { .. })));
    // An unreachable node does not have it either.
    let (away, honest) = (Server::away(), Server::honest(&beacon, 12));
    let builder = Client::builder(beacon.pin()).nodes([&away, &honest.url]).leap_beyond(2).trusting_start();
    assert!(is_same(&builder.connect().unwrap().round(12).unwrap(), &beacon.rounds[11]));
}
