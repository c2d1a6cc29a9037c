//! Several nodes: whatever one of them does, the others are used.

use crate::{
    beacon::Beacon,
    rounds::numbers,
    server::{Answer, Server, ok, raw, status},
};
use heliast_client::{Cause, Client, Error, Misuse, NodeError, Settings};
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

/// The reported troubles.
type Told = Arc<Mutex<Vec<String>>>;

/// A client of a bad node and of an honest one, in this order, and its reported troubles.
fn beside_an_honest_one(bad: &str, beacon: &Beacon, honest: &Server) -> (Client, Told) {
    let told = Told::default();
    let hears = Arc::clone(&told);
    let builder = Client::builder(beacon.pin())
        .nodes([bad, &honest.url])
        .settings(quick())
        .on_trouble(move |error: &NodeError| hears.lock().unwrap().push(error.node.clone()));
    (builder.connect().unwrap(), told)
}

fn quick() -> Settings {
    let longest_wait = Duration::from_millis(5);
    Settings { longest_wait, ..Settings::default() }
}

/// Bundles that are wrong, each in its own way.
fn wrong_bundles(beacon: &Beacon) -> Vec<(&'static str, Vec<u8>)> {
    let honest = beacon.bundle(1..=12);
    let changed = |place: usize| {
        let mut bytes = honest.clone();
        bytes[place] ^= 1;
        let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", bytes.len());
        [head.as_bytes(), &bytes].concat()
    };
    let bytes = |answer: Answer| match answer {
        Answer::Raw(bytes) => bytes,
        _ => vec![],
    };
    let mut cut = bytes(ok(&honest));
    cut.truncate(cut.len() - honest.len() / 2);
    vec![
        ("a page of something else", bytes(ok(b"<html>welcome</html>"))),
        ("another chain", bytes(ok(&Beacon::other().bundle(1..=3)))),
        ("other rounds", bytes(ok(&beacon.bundle(2..=12)))),
        ("a changed header", changed(20)),
        ("a changed round", changed(honest.len() / 3)),
        ("a changed last byte", changed(honest.len() - 1)),
        ("cut off", cut),
        ("nothing", vec![]),
        ("no HTTP", b"SSH-2.0-OpenSSH_9.9\r\n".to_vec()),
        ("a refusal", bytes(status("500 Internal Server Error"))),
        ("moved", bytes(raw("308 Permanent Redirect\r\nLocation: /v1/genesis\r\nContent-Length: 0", b""))),
        ("pruned", bytes(status("410 Gone"))),
    ]
}

#[test]
fn whatever_a_node_says_the_rounds_are_true() {
    let beacon = Beacon::solo();
    for (name, wrong) in wrong_bundles(&beacon) {
        let honest = Server::honest(&beacon, 12);
        let answer = wrong.clone();
        let bad = Server::start(&beacon, 12, move |path, _| {
            path.starts_with("/v1/bundle").then(|| Answer::Raw(answer.clone()))
        });
        let (client, told) = beside_an_honest_one(&bad.url, &beacon, &honest);
        let rounds: Vec<_> = client.rounds(1..=12).map(|round| round.expect(name)).collect();
        assert_eq!(rounds, beacon.rounds, "{name}");
        assert_eq!(*told.lock().unwrap(), std::slice::from_ref(&bad.url), "{name}");
        // The bad node is left alone for a while.
        let before = bad.count("/v1/bundle");
        assert_eq!(numbers(client.rounds(3..=9)), [3, 4, 5, 6, 7, 8, 9], "{name}");
        assert_eq!(bad.count("/v1/bundle"), before, "{name}");
        // A client of only the bad node returns no false round, and the error names the node.
        let alone = Client::builder(beacon.pin()).node(&bad.url).settings(quick()).connect().unwrap();
        let mut given = vec![];
        let failure = alone.rounds(1..=12).find_map(|round| round.map(|round| given.push(round)).err());
        assert_eq!(given, beacon.rounds[..given.len()], "{name}");
        assert!(given.len() < 12, "{name}");
        let failure = failure.expect(name);
        assert!(failure.to_string().contains(&format!("{}/v1/bundle?from=", bad.url)), "{name}: {failure}");
        assert!(!failure.hint().is_empty(), "{name}");
    }
}

/// Any change of any part of a bundle: the returned rounds are a part of the chain.
#[test]
fn no_change_of_a_bundle_gives_another_round() {
    let beacon = Beacon::solo();
    let honest = beacon.bundle(1..=2);
    let mut random = testkit::Random::from_seed(5);
    for _ in 0..60 {
        let mut bytes = honest.clone();
        let place = random.below(bytes.len());
        bytes[place] ^= 1 << random.below(8);
        let node =
            Server::start(&beacon, 2, move |path, _| path.starts_with("/v1/bundle").then(|| ok(&bytes)));
        let client = Client::builder(beacon.pin()).node(&node.url).settings(quick()).connect().unwrap();
        let given: Vec<_> = client.rounds(..).map_while(Result::ok).collect();
        assert!(given.len() < 2, "byte {place} is bound");
        assert_eq!(given, beacon.rounds[..given.len()], "byte {place}");
    }
}

#[test]
fn what_comes_after_the_last_round_is_told() {
    let beacon = Beacon::solo();
    let long = [&beacon.bundle(1..=3)[..], &[0; 99]].concat();
    let bad = Server::start(&beacon, 3, move |path, _| path.starts_with("/v1/bundle").then(|| ok(&long)));
    let (client, told) = beside_an_honest_one(&bad.url, &beacon, &Server::honest(&beacon, 3));
    assert_eq!(numbers(client.rounds(1..=3)), [1, 2, 3], "they are true");
    assert_eq!(*told.lock().unwrap(), std::slice::from_ref(&bad.url));
}

#[test]
fn another_node_goes_on_where_one_breaks_off() {
    let beacon = Beacon::solo();
    let half = beacon.bundle(1..=12).len() / 2;
    let bytes = beacon.bundle(1..=12);
    let bad = Server::start(&beacon, 12, move |path, _| {
        let head = format!("200 OK\r\nContent-Length: {}", bytes.len());
        path.starts_with("/v1/bundle").then(|| raw(&head, &bytes[..half]))
    });
    let honest = Server::honest(&beacon, 12);
    let (client, told) = beside_an_honest_one(&bad.url, &beacon, &honest);
    assert_eq!(numbers(client.rounds(..=12)).len(), 12);
    assert_eq!(*told.lock().unwrap(), std::slice::from_ref(&bad.url));
    // The rounds before the failure were taken: the other node was asked only for the rest.
    let asked = honest.asked().into_iter().find(|path| path.starts_with("/v1/bundle")).unwrap();
    let from: u64 = asked["/v1/bundle?from=".len()..].split('&').next().unwrap().parse().unwrap();
    assert!((2..12).contains(&from), "{asked}");
}

#[test]
fn a_node_that_is_away_or_silent_stops_nobody() {
    let beacon = Beacon::solo();
    let honest = Server::honest(&beacon, 12);
    let (client, told) = beside_an_honest_one(&Server::away(), &beacon, &honest);
    assert_eq!(client.latest().unwrap().number, 12);
    assert_eq!(told.lock().unwrap().len(), 1, "it is not asked again at once");

    let silent = Server::start(&beacon, 12, |_, _| Some(Answer::Silence));
    let settings = Settings { page_time: Duration::from_secs(10), ..quick() };
    let builder = Client::builder(beacon.pin()).nodes([&silent.url, &honest.url]).settings(settings);
    let client = builder.connect().unwrap();
    assert_eq!(client.latest().unwrap().number, 12);
    assert_eq!(silent.asked(), ["/v1/genesis"]);
}

#[test]
fn the_latest_round_is_that_of_the_node_that_is_furthest() {
    let beacon = Beacon::solo();
    let (behind, honest) = (Server::honest(&beacon, 3), Server::honest(&beacon, 9));
    let (client, told) = beside_an_honest_one(&behind.url, &beacon, &honest);
    assert_eq!(client.latest().unwrap().number, 9);
    assert!(told.lock().unwrap().is_empty(), "to be behind is not a fault");
    // The node is left alone for a while.
    assert_eq!(client.round(8).unwrap().number, 8);
    assert_eq!(behind.count("/v1/bundle?from=8&"), 0);
}

#[test]
fn a_node_that_says_too_much_is_not_believed() {
    let beacon = Beacon::solo();
    for latest in [13, u64::MAX, 1 << 60] {
        let boasts = Server::start(&beacon, 12, move |path, _| {
            (path == "/v1/status").then(|| ok(format!("{{\"latest\": {latest}}}").as_bytes()))
        });
        let honest = Server::honest(&beacon, 12);
        let (client, told) = beside_an_honest_one(&boasts.url, &beacon, &honest);
        assert_eq!(client.latest().unwrap().number, 12, "{latest}");
        // A round that cannot have opened yet is not requested if another claim is true.
        let is_told = told.lock().unwrap().contains(&boasts.url);
        assert_eq!(is_told, latest == 13, "{latest}");
    }
}

/// If a node asks to wait, the others are asked meanwhile. If there is only one node, the client waits.
#[test]
fn patience_has_a_bound() {
    let beacon = Beacon::solo();
    for refusal in [
        "429 Too Many Requests\r\nRetry-After: 86400",
        "503 Service Unavailable",
        "429 No\r\nRetry-After: soon",
    ] {
        let busy = Server::start(&beacon, 12, move |path, times| {
            (path.starts_with("/v1/bundle") && times <= 2).then(|| status(refusal))
        });
        let honest = Server::honest(&beacon, 12);
        let (client, _) = beside_an_honest_one(&busy.url, &beacon, &honest);
        assert_eq!(client.round(1).unwrap().number, 1, "{refusal}");
        assert_eq!((busy.count("/v1/bundle"), honest.count("/v1/bundle")), (1, 1), "{refusal}");

        // A single node is asked three times, as set in the settings.
        let alone = Client::builder(beacon.pin()).node(&busy.url).settings(quick()).connect().unwrap();
        assert_eq!(alone.round(2).unwrap().number, 2, "{refusal}");
    }
    let busy = Server::start(&beacon, 12, |path, _| {
        path.starts_with("/v1/bundle").then(|| status("429 Too Many Requests\r\nRetry-After: 86400"))
    });
    let client = Client::builder(beacon.pin()).node(&busy.url).settings(quick()).connect().unwrap();
    let refused = client.round(1).unwrap_err();
    assert!(
        refused.to_string().ends_with("/v1/bundle?from=1&to=1 answers 429 Too Many Requests"),
        "{refused}"
    );
    assert_eq!(busy.count("/v1/bundle"), 3);
    let Error::Nodes(errors) = refused else { panic!("{refused}") };
    assert!(
        matches!(&errors[0].cause, Cause::Status { status: 429, wait: Some(wait) } if wait.as_secs() == 86400)
    );
}

#[test]
fn if_all_fail_each_is_named() {
    let beacon = Beacon::solo();
    let (away, strange) = (Server::away(), Server::start(&beacon, 3, |_, _| Some(ok(b"<html>"))));
    let failure = Client::new([away.clone(), strange.url.clone()], beacon.pin()).unwrap_err();
    let Error::Nodes(errors) = &failure else { panic!("{failure}") };
    let named: Vec<_> = errors.iter().map(|error| error.node.clone()).collect();
    assert_eq!(named, [away.clone(), strange.url.clone()]);
    assert!(matches!((&errors[0].cause, &errors[1].cause), (Cause::Unreachable(_), Cause::Malformed(_))));
    let said = failure.to_string();
    assert!(
        said.starts_with(&format!("{away}/v1/genesis: "))
            && said.contains("is not an answer of a heliast node"),
        "{said}"
    );
    assert!(errors.iter().all(|error| !error.is_falsehood()));
    assert_eq!(errors[0].hint(), "check the address and the connection, then try again");
}

#[test]
fn addresses_are_checked_before_anybody_is_asked() {
    let beacon = Beacon::solo();
    for bad in [
        "",
        "example.org",
        "ftp://example.org",
        "http://",
        "http://a b",
        "https://name:word@host",
        "http://h?x",
    ] {
        let refused = Client::new([bad], beacon.pin()).unwrap_err();
        assert!(matches!(&refused, Error::Misuse(Misuse::Address(address)) if address == bad), "{refused}");
    }
    assert!(matches!(Client::new([""; 0], beacon.pin()), Err(Error::Misuse(Misuse::NoNode))));
    let node = Server::honest(&beacon, 1);
    let slashes = Client::new([format!("{}//", node.url.replace("http", "HTTP"))], beacon.pin()).unwrap();
    assert_eq!(slashes.latest().unwrap().number, 1);
}

#[test]
fn each_node_says_how_it_is() {
    let beacon = Beacon::solo();
    let ill = br#"{"current": 3, "expected": 9, "status": "6 rounds behind", "alarms": [{"kind": "peers", "text": "alone"}],
        "catching_up": {"kind": "rounds", "seconds_left": 7}}"#;
    let ill = Server::start(&beacon, 3, move |path, _| {
        let head = format!("503 Service Unavailable\r\nContent-Length: {}", ill.len());
        (path == "/health").then(|| raw(&head, ill))
    });
    let well = Server::honest(&beacon, 9);
    let away = Server::away();
    let client = Client::new([&well.url, &ill.url, &away], beacon.pin()).unwrap();
    let said = client.health();
    assert_eq!(said.iter().map(|(node, _)| node.url()).collect::<Vec<_>>(), [&well.url, &ill.url, &away]);
    let (first, second) = (said[0].1.as_ref().unwrap(), said[1].1.as_ref().unwrap());
    assert_eq!((first.is_well, first.current, first.expected), (true, 9, 9));
    assert_eq!(
        (second.is_well, &second.status[..], &second.alarms[0].text[..]),
        (false, "6 rounds behind", "alone")
    );
    assert_eq!(second.catching_up.as_ref().unwrap().seconds_left, Some(7));
    assert!(said[2].1.is_err());
}
