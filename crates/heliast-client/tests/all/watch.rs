//! Rounds as they are finished.

use crate::{
    beacon::Beacon,
    server::{Answer, Server, ok, raw, status},
};
use heliast_client::{Client, Error, Event, Node, Settings};
use std::{thread, time::Duration};

#[test]
fn every_round_comes_when_it_is_finished_and_none_is_left_out() {
    let beacon = Beacon::solo();
    let node = Server::honest(&beacon, 4);
    let client = Client::new([&node.url], beacon.pin()).unwrap();
    let mut watch = client.watch_from(3);
    for number in [3, 4] {
        assert_eq!(watch.next().unwrap().unwrap(), beacon.rounds[number - 1]);
    }
    node.show(5);
    assert_eq!(watch.next().unwrap().unwrap().number, 5);
    node.show(9);
    let more: Vec<_> = watch.by_ref().take(4).map(|round| round.unwrap().number).collect();
    assert_eq!(more, [6, 7, 8, 9]);
    assert_eq!(node.count("/v1/stream"), 1, "one connection");
}

#[test]
fn without_a_number_it_begins_with_the_next_round() {
    let beacon = Beacon::solo();
    let node = Server::honest(&beacon, 4);
    let client = Client::new([&node.url], beacon.pin()).unwrap();
    let mut watch = client.watch();
    thread::scope(|scope| {
        let next = scope.spawn(|| watch.next().unwrap().unwrap().number);
        // Wait until the client knows which round is the last.
        node.wait_for("/v1/stream");
        node.show(5);
        assert_eq!(next.join().unwrap(), 5);
    });
    let node = Server::honest(&beacon, 0);
    let client = Client::new([&node.url], beacon.pin()).unwrap();
    let mut watch = client.watch();
    thread::scope(|scope| {
        let first = scope.spawn(|| watch.next().unwrap().unwrap().number);
        while node.count("/v1/stream") == 0 {
            std::thread::yield_now();
        }
        node.show(1);
        assert_eq!(first.join().unwrap(), 1, "also before the first");
    });
}

#[test]
fn another_node_is_listened_to_when_one_breaks_off() {
    let beacon = Beacon::solo();
    let told = b"event: round\ndata: {\"round\": 2}\n\n".to_vec();
    // Its stream ends after one round.
    let breaks = Server::start(&beacon, 2, move |path, _| {
        (path == "/v1/stream").then(|| raw("200 OK\r\nContent-Type: text/event-stream", &told))
    });
    let honest = Server::honest(&beacon, 5);
    let client = Client::new([&breaks.url, &honest.url], beacon.pin()).unwrap();
    let got: Vec<_> = client.watch_from(1).take(5).map(|round| round.unwrap().number).collect();
    assert_eq!(got, [1, 2, 3, 4, 5]);
    assert_eq!((breaks.count("/v1/stream"), honest.count("/v1/stream")), (1, 1));
}

#[test]
fn what_is_told_falsely_makes_no_round() {
    let beacon = Beacon::solo();
    for lie in [
        format!("event: round\ndata: {{\"round\": {}}}\n\n", u64::MAX),
        "event: round\ndata: {\"round\": -1}\n\n".to_owned(),
        "event: round\ndata: nonsense\n\n".to_owned(),
        "event: round\ndata: {\"round\": 13}\n\n".to_owned(),
        format!("data: {}\n\n", "x".repeat(2 << 20)),
        "\u{ff}\u{fe}\n".to_owned(),
    ] {
        let begin = lie.clone().into_bytes();
        let liar =
            Server::start(&beacon, 11, move |path, _| (path == "/v1/stream").then(|| raw("200 OK", &begin)));
        let honest = Server::honest(&beacon, 11);
        let client = Client::new([&liar.url, &honest.url], beacon.pin()).unwrap();
        let mut watch = client.watch_from(10);
        let first: Vec<_> = watch.by_ref().take(2).map(|round| round.unwrap().number).collect();
        assert_eq!(first, [10, 11], "{}", &lie[..lie.len().min(60)]);
        // The next round is still to come, whatever the dishonest node says, so that the client uses the
        // honest node.
        thread::scope(|scope| {
            let next = scope.spawn(|| watch.next().unwrap().unwrap().number);
            honest.wait_for("/v1/stream");
            honest.show(12);
            assert_eq!(next.join().unwrap(), 12, "{}", &lie[..lie.len().min(60)]);
        });
    }
}

#[test]
fn if_nobody_can_be_listened_to_it_says_so_and_goes_on() {
    let beacon = Beacon::solo();
    let node = Server::start(&beacon, 3, |path, times| {
        (path == "/v1/stream" && times <= 2).then(|| status("500 Internal Server Error"))
    });
    let client = Client::new([&node.url], beacon.pin()).unwrap();
    let mut watch = client.watch_from(3);
    for _ in 0..2 {
        let refused = watch.next().unwrap().unwrap_err();
        assert!(matches!(&refused, Error::Nodes(errors) if errors[0].path == "/v1/stream"), "{refused}");
    }
    assert_eq!(watch.next().unwrap().unwrap().number, 3);
}

#[test]
fn a_silent_stream_is_left() {
    let beacon = Beacon::solo();
    let silent = Server::start(&beacon, 3, |path, _| (path == "/v1/stream").then_some(Answer::Silence));
    let honest = Server::honest(&beacon, 3);
    let settings = Settings { answer_time: Duration::from_secs(10), ..Settings::default() };
    let builder = Client::builder(beacon.pin()).nodes([&silent.url, &honest.url]).settings(settings);
    assert_eq!(builder.connect().unwrap().watch_from(3).next().unwrap().unwrap().number, 3);
}

/// The forms of lines that the standard allows.
#[test]
fn events_are_read_as_servers_write_them() {
    let beacon = Beacon::solo();
    let said = b"retry: 5\n: comment\n\nevent:round\ndata:{\"round\": 1}\nid:1\n\ndata: {}\n\nevent: round\r\ndata: {\"round\": 2}\r\n\r\n\
        event: round\n\nevent: status\ndata: {\"round\": 9}\n\nevent: round\ndata: {\"ro";
    let node = Server::start(&beacon, 3, move |_, _| Some(raw("200 OK", said)));
    let node = Node::new(&node.url, &Settings::default()).unwrap();
    let events: Vec<_> = node.events().unwrap().collect();
    let (last, good) = events.split_last().unwrap();
    let good: Vec<_> = good.iter().map(|event| *event.as_ref().unwrap()).collect();
    assert_eq!(good, [Event::Other, Event::Round(1), Event::Other, Event::Round(2), Event::Other]);
    assert!(last.as_ref().unwrap_err().to_string().ends_with("the stream of events ended"));
    let refuses = Server::start(&beacon, 3, |_, _| Some(ok(b"")));
    let node = Node::new(&refuses.url, &Settings::default()).unwrap();
    assert!(node.events().unwrap().all(|event| event.is_err()));
}
