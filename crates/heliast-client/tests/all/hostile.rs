//! Answers that try to break a client: the result is always an error or correct, and never a panic.

use crate::{
    beacon::Beacon,
    server::{Answer, Server, ok, raw},
};
use heliast_client::{Client, Node, Pin, Settings};
use std::{io::Read, sync::Arc, thread};
use testkit::Random;

/// The paths whose answers are read, with the answers of an honest node.
fn honest_answers(beacon: &Arc<Beacon>) -> Vec<(&'static str, Vec<u8>)> {
    let node = Server::honest(beacon, 3);
    let paths = [
        "/v1/genesis",
        "/v1/status",
        "/v1/network",
        "/v1/finality",
        "/v1/rounds/3/finality",
        "/v1/bundle?from=1&to=3",
        "/v1/rounds?time_ms=1700000009000",
    ];
    paths.into_iter().map(|path| (path, body(&node.url, path))).collect()
}

fn body(url: &str, path: &str) -> Vec<u8> {
    use std::io::Write;
    let mut stream = std::net::TcpStream::connect(url.trim_start_matches("http://")).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\n\r\n").unwrap();
    let mut answer = vec![];
    stream.read_to_end(&mut answer).unwrap();
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap() + 4;
    answer.split_off(end)
}

/// Makes every query of a client once.
fn ask_for_all(client: &Client, beacon: &Beacon) {
    if let Ok(round) = client.latest() {
        assert_eq!(round.encode(), beacon.rounds[round.number as usize - 1].encode());
    }
    for round in client.rounds(..).flatten() {
        assert_eq!(round.encode(), beacon.rounds[round.number as usize - 1].encode());
    }
    for number in 1..=4 {
        if let Ok(signed) = client.finality(number) {
            assert!(signed.round >= number && signed.power * 3 > signed.total * 2);
        }
    }
    let time = std::time::UNIX_EPOCH + std::time::Duration::from_millis(1_700_000_009_000);
    if let Ok(round) = client.at(time) {
        assert_eq!(round.number, 3);
    }
    for (_, health) in client.health() {
        assert!(health.is_err() || health.is_ok_and(|health| health.is_well));
    }
}

#[test]
fn a_changed_answer_is_refused_or_changes_nothing() {
    let beacon = Beacon::signed();
    let mut random = Random::from_seed(11);
    for (path, honest) in honest_answers(&beacon) {
        for _ in 0..6 {
            let mut bytes = honest.clone();
            let place = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[place] ^= 1 << random.below(8),
                1 => bytes.truncate(place),
                _ => bytes.insert(place, b'0' + random.below(10) as u8),
            }
            let node = Server::start(&beacon, 3, move |asked, _| (asked == path).then(|| ok(&bytes)));
            let settings = Settings { attempts: 1, ..Settings::default() };
            let builder = Client::builder(beacon.pin()).node(&node.url).settings(settings).leap_beyond(1);
            if let Ok(client) = builder.connect() {
                ask_for_all(&client, &beacon);
            }
        }
    }
}

#[test]
fn noise_is_refused() {
    let beacon = Beacon::signed();
    let mut random = Random::from_seed(12);
    for length in [0, 1, 5, 100, 5_000] {
        let noise: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
        let (with_head, bare) = (noise.clone(), noise);
        let says = Server::start(&beacon, 3, move |_, _| Some(ok(&with_head)));
        let babbles = Server::start(&beacon, 3, move |_, _| Some(Answer::Raw(bare.clone())));
        for server in [says, babbles] {
            let node = Node::new(&server.url, &Settings::default()).unwrap();
            assert!(node.chain(Pin::AnyChain).is_err());
            assert!(node.latest().is_err() && node.status().is_err() && node.health().is_err());
            assert!(node.last_final().is_err() && node.epoch(1).is_err() && node.round_at(7).is_err());
            assert!(node.claimed_tip(&beacon.chain, 2).is_err());
            assert!(node.events().is_err() || node.events().unwrap().last().unwrap().is_err());
            assert!(Client::new([&server.url], Pin::AnyChain).is_err());
        }
    }
}

#[test]
fn lengths_that_are_promised_are_not_allocated() {
    let beacon = Beacon::signed();
    for head in ["200 OK\r\nContent-Length: 1099511627776", "200 OK\r\nTransfer-Encoding: chunked"] {
        let node = Server::start(&beacon, 3, move |_, _| Some(raw(head, b"fffffffffff\r\n{\"latest\"")));
        let node = Node::new(&node.url, &Settings::default()).unwrap();
        assert!(node.latest().is_err() && node.network_file().is_err() && node.frame(1).is_err());
    }
}

#[test]
fn threads_may_share_a_client() {
    let beacon = Beacon::solo();
    let (one, two) = (Server::honest(&beacon, 12), Server::honest(&beacon, 12));
    let client = Client::new([&one.url, &Server::away(), &two.url], beacon.pin()).unwrap();
    thread::scope(|scope| {
        for first in 1..=4_u64 {
            let (client, beacon) = (client.clone(), &beacon);
            scope.spawn(move || {
                for number in (first..=12).step_by(4) {
                    assert_eq!(client.round(number).unwrap(), beacon.rounds[number as usize - 1]);
                }
                assert_eq!(client.latest().unwrap().number, 12);
            });
        }
    });
    assert_eq!(client.tip(), beacon.tips[12]);
}

/// A node behind a proxy has its interface under a path.
#[test]
fn an_address_may_have_a_path() {
    let beacon = Beacon::solo();
    let node =
        Server::start(&beacon, 2, |path, _| (path == "/beacon/v1/status").then(|| ok(b"{\"latest\": 7}")));
    let node = Node::new(&format!("{}/beacon/", node.url), &Settings::default()).unwrap();
    assert_eq!(node.latest().unwrap(), 7);
    assert!(node.url().ends_with("/beacon") && format!("{node:?}").contains("/beacon"));
}
