//! The agreement of a network, on a chain that CometBFT has signed.

use crate::{
    beacon::Beacon,
    rounds::{is_same, numbers},
    server::{Server, ok, status},
};
use heliast_client::{Client, Error, Misuse};
use heliast_finality::NetworkFile;

#[test]
fn that_a_network_agreed_is_shown_by_its_frame() {
    let beacon = Beacon::signed();
    let node = Server::honest(&beacon, 3);
    let client = Client::new([&node.url], beacon.pin()).unwrap();
    assert_eq!(client.latest().unwrap(), beacon.rounds[2]);
    for (round, height, power) in [(1, 3, 35), (2, 8, 30), (3, 16, 30)] {
        let signed = client.finality(round).unwrap();
        assert_eq!((signed.round, signed.height, signed.power), (round, height, power));
    }
    let file = NetworkFile::from_bytes(beacon.network.as_ref().unwrap()).unwrap();
    assert_eq!(client.network().unwrap(), Some(&file));
    assert_eq!(node.count("/v1/network"), 1, "it is remembered");
    assert!(matches!(client.finality(4), Err(Error::NotYet(what)) if what == "round 4"));
    assert!(matches!(client.finality(0), Err(Error::Misuse(Misuse::RoundZero))));
}

#[test]
fn a_later_frame_speaks_for_a_round_without_one() {
    let beacon = Beacon::signed();
    let node = Server::start(&beacon, 3, |path, _| {
        path.starts_with("/v1/rounds/1/").then(|| status("404 Not Found"))
    });
    let client = Client::new([&node.url], beacon.pin()).unwrap();
    assert_eq!(client.finality(1).unwrap().round, 2);
    let unsigned = Server::start(&beacon, 3, |path, _| {
        path.ends_with("/finality").then(|| status("425 Too Early\r\nRetry-After: 1"))
    });
    let client = Client::new([&unsigned.url], beacon.pin()).unwrap();
    let refused = client.finality(3).unwrap_err();
    assert_eq!(refused.to_string(), "the finality of round 3 is still to come");
}

#[test]
fn a_false_frame_convicts_its_node_and_the_next_is_asked() {
    let beacon = Beacon::signed();
    let mut wrong = beacon.frames[2].clone();
    let last = wrong.len() - 1;
    wrong[last] ^= 1;
    for frame in [wrong, beacon.frames[1].clone(), vec![], b"<html>".to_vec()] {
        let liar =
            Server::start(&beacon, 3, move |path, _| path.ends_with("/3/finality").then(|| ok(&frame)));
        let honest = Server::honest(&beacon, 3);
        let client = Client::new([&liar.url, &honest.url], beacon.pin()).unwrap();
        assert_eq!(client.finality(3).unwrap().height, 16);
        let alone = Client::new([&liar.url], beacon.pin()).unwrap();
        let Err(Error::Nodes(errors)) = alone.finality(3) else { panic!("it was believed") };
        assert!(errors[0].is_falsehood() && errors[0].path == "/v1/rounds/3/finality", "{}", errors[0]);
    }
}

#[test]
fn nobody_agreed_on_a_solo_chain() {
    let beacon = Beacon::solo();
    let node = Server::honest(&beacon, 3);
    let client = Client::new([&node.url], beacon.pin()).unwrap();
    assert_eq!(client.network().unwrap(), None);
    assert!(matches!(client.finality(1), Err(Error::Misuse(Misuse::Solo))));
    // The file of another network is refused, from the caller as well as from a node.
    let file = Beacon::signed().network.clone().unwrap();
    let other = NetworkFile::from_bytes(&file).unwrap();
    let refused = Client::builder(beacon.pin()).node(&node.url).network(other.clone()).connect();
    assert!(matches!(refused, Err(Error::Misuse(Misuse::OtherNetwork))));
    let liar = Server::start(&beacon, 3, move |path, _| (path == "/v1/network").then(|| ok(&file)));
    assert!(matches!(Client::new([&liar.url], beacon.pin()).unwrap().network(), Err(Error::Nodes(_))));
}

#[test]
fn a_node_that_denies_the_network_is_not_believed() {
    let beacon = Beacon::signed();
    let denies =
        Server::start(&beacon, 3, |path, _| (path == "/v1/network").then(|| status("404 Not Found")));
    let honest = Server::honest(&beacon, 3);
    let client = Client::new([&denies.url, &honest.url], beacon.pin()).unwrap();
    assert!(client.network().unwrap().is_some());
    let file = NetworkFile::from_bytes(beacon.network.as_ref().unwrap()).unwrap();
    let own = Client::builder(beacon.pin()).node(&denies.url).network(file).connect().unwrap();
    assert_eq!(own.finality(3).unwrap().round, 3);
    assert_eq!(denies.count("/v1/network"), 1, "not for the second client");
}

#[test]
fn a_state_that_was_signed_is_leapt_to() {
    let beacon = Beacon::signed();
    let node = Server::honest(&beacon, 3);
    let client = Client::builder(beacon.pin()).node(&node.url).leap_beyond(0).connect().unwrap();
    assert!(is_same(&client.round(3).unwrap(), &beacon.rounds[2]));
    assert_eq!(node.count("/v1/bundle?from=1&"), 0, "rounds 1 and 2 were not asked for");
    // The state of a dishonest node is not signed: the next node is asked.
    let other = Beacon::signed();
    let liar = Server::start(&other, 3, {
        let frames = other.frames.clone();
        move |path, _| path.ends_with("/2/finality").then(|| ok(&frames[0]))
    });
    let client =
        Client::builder(beacon.pin()).nodes([&liar.url, &node.url]).leap_beyond(0).connect().unwrap();
    assert!(is_same(&client.round(3).unwrap(), &beacon.rounds[2]));
    // Without frames all rounds are verified.
    let bare =
        Server::start(&beacon, 3, |path, _| path.ends_with("/finality").then(|| status("404 Not Found")));
    let client = Client::builder(beacon.pin()).node(&bare.url).leap_beyond(0).connect().unwrap();
    assert_eq!(numbers(client.rounds(3..)), [3]);
    assert_eq!(bare.count("/v1/bundle?from=1&"), 1);
}
