//! Verifying a node by its URL: the real server, and dishonest servers.

use crate::{
    chain::{genesis, next_round, stored_chain},
    run::Place,
};
use heliast::bundle::{write_header, write_round};
use heliast_client::{Client, Error, Misuse};
use heliast_engine::Handles;
use heliast_http::{Limits, Server};
use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    thread,
    time::{Duration, UNIX_EPOCH},
};

#[test]
fn a_node_is_verified_from_genesis() {
    let place = Place::new();
    let store = stored_chain(&place.path("data"), 5);
    let beacon = hex::encode(store.tip().seed());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let server = Server::start(Handles::new(store), listener, Limits::default()).unwrap();

    let (code, report) = place.json(&format!("verify {url}"));
    assert_eq!((code, &report["to"], &report["from_genesis"]), (0, &5.into(), &true.into()), "{report}");
    assert_eq!(report["beacon"], *beacon);
    let (code, report) = place.json(&format!("verify {url}/ --from 4"));
    assert_eq!((code, &report["from"], &report["from_genesis"]), (0, &4.into(), &false.into()), "{report}");
    let address = url.strip_prefix("http://").unwrap();
    let (code, report) = place.json(&format!("verify {address} --from 3e0"));
    assert_eq!((code, &report["from"], &report["beacon"]), (0, &3.into(), &beacon.into()), "{report}");
    assert_eq!(place.json(&format!("key status {address}")).1["round"], 6);
    place.run(&format!("verify {url} --from 6")).failed(4);
    place.run(&format!("verify {url} --chain {}", "00".repeat(32))).failed(1);
    let message = place.run(&format!("verify {url}/nowhere")).failed(3).to_owned();
    assert!(message.contains("404"), "{message}");
    server.stop();
}

/// The real server and the client work together.
#[test]
fn a_client_follows_a_node() {
    let place = Place::new();
    let (mut keys, chain) = genesis(7);
    let handles = Handles::new(stored_chain(&place.path("data"), 5));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let server = Server::start(handles.clone(), listener, Limits::default()).unwrap();
    let client = Client::new([url], &chain).unwrap();
    let tip = handles.rounds.store().tip();
    assert_eq!(client.latest().unwrap().facts().beacon, *tip.seed());
    let numbers: Vec<_> = client.rounds(2..).map(|round| round.unwrap().number).collect();
    assert_eq!(numbers, [2, 3, 4, 5]);
    let time = UNIX_EPOCH + Duration::from_millis(chain.genesis().genesis_time_ms + 2_500);
    assert_eq!(client.at(time).unwrap().number, 3);
    assert!(matches!(client.round(6), Err(Error::NotYet(_))));
    assert!(matches!(client.finality(3), Err(Error::Misuse(Misuse::Solo))));
    assert_eq!(client.members().unwrap().count(), 3);
    let health = client.health().remove(0).1.unwrap();
    assert!(!health.is_well && health.current == 5, "{health:?}");
    let mut watch = client.watch_from(5);
    assert_eq!(watch.next().unwrap().unwrap().number, 5);
    handles.rounds.accept(&next_round(&mut keys, &chain, &tip)).unwrap();
    assert_eq!(watch.next().unwrap().unwrap().number, 6);
    handles.rounds.accept(&next_round(&mut keys, &chain, &handles.rounds.store().tip())).unwrap();
    assert_eq!(watch.next().unwrap().unwrap().number, 7);
    server.stop();
}

/// Answers every path with the result of `answer`, once per connection, until the test ends.
pub fn serve(answer: impl Fn(&str) -> Vec<u8> + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming() {
            respond(stream.unwrap(), &answer);
        }
    });
    url
}

fn respond(mut stream: TcpStream, answer: &impl Fn(&str) -> Vec<u8>) {
    let (mut head, mut byte) = (Vec::new(), [0]);
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).unwrap_or(0) == 1 {
        head.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&head);
    let path = head.split_whitespace().nth(1).unwrap_or("");
    // The client may have disconnected.
    let _ = stream.write_all(&answer(path));
}

pub fn answer(status: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

/// A node's answer about its genesis.
pub fn genesis_json() -> String {
    let (_, chain) = genesis(7);
    let (bytes, id) = (hex::encode(chain.genesis_bytes()), hex::encode(chain.id()));
    format!("{{\"bytes\": \"{bytes}\", \"chain\": \"{id}\"}}")
}

/// A node with three rounds whose bundles are `bundle`.
fn liar(bundle: impl Fn() -> Vec<u8> + Send + 'static) -> String {
    let genesis = genesis_json();
    serve(move |path| match path.split('?').next() {
        Some("/v1/genesis") => answer("200 OK", genesis.as_bytes()),
        Some("/v1/status") => answer("200 OK", b"{\"latest\": 3}"),
        Some("/v1/bundle") => bundle(),
        _ => answer("404 Not Found", b""),
    })
}

/// A bundle of `count` rounds of the chain `nonce`, with `announced` rounds in its header.
pub fn bundle(nonce: u8, count: u64, announced: u64) -> Vec<u8> {
    let (mut keys, chain) = genesis(nonce);
    let (mut bytes, mut tip) = (Vec::new(), chain.start());
    write_header(&mut bytes, &chain, &tip, announced).unwrap();
    for _ in 0..count {
        let round = next_round(&mut keys, &chain, &tip);
        write_round(&mut bytes, &round.encode()).unwrap();
        tip = chain.tip_after(&round);
    }
    bytes
}

fn verify(url: &str, code: i32) -> String {
    Place::new().run(&format!("verify {url}")).failed(code).to_owned()
}

#[test]
fn an_honest_answer_passes() {
    let url = liar(|| answer("200 OK", &bundle(7, 3, 3)));
    Place::new().ok(&format!("verify {url}"));
}

#[test]
fn another_chain_in_a_page_is_invalid() {
    let message = verify(&liar(|| answer("200 OK", &bundle(8, 3, 3))), 1);
    assert!(message.starts_with("this is chain "), "{message}");
}

#[test]
fn pages_that_are_not_what_was_asked_for_are_malformed() {
    let message = verify(&liar(|| answer("200 OK", &bundle(7, 2, 2))), 3);
    assert_eq!(message, "asked for rounds 1 to 3, the node gave 1 to 2");
    verify(&liar(|| answer("200 OK", b"{}")), 3);
}

/// The exit code is the same as for a pruned data directory.
#[test]
fn a_node_that_has_pruned_the_rounds_refuses_them() {
    let message = verify(&liar(|| answer("410 Gone", b"{}")), 6);
    assert!(message.contains("/v1/bundle?from=1&to=3 answers 410"), "{message}");
}

#[test]
fn broken_answers_are_the_networks_fault() {
    verify(&liar(|| answer("200 OK", &bundle(7, 2, 3))), 5);
    let cut = || {
        let mut bytes = answer("200 OK", &bundle(7, 3, 3));
        bytes.truncate(bytes.len() - 100);
        bytes
    };
    let message = verify(&liar(cut), 5);
    assert!(message.starts_with("round 3: "), "{message}");
    verify(&liar(|| answer("500 Internal Server Error", b"")), 5);
    verify(&serve(|_| b"nonsense".to_vec()), 5);
}

#[test]
fn endless_and_foreign_answers_are_malformed() {
    verify(&serve(|_| answer("200 OK", b"<html>")), 3);
    verify(&serve(|_| answer("200 OK", b"{\"bytes\": \"00\", \"chain\": \"00\"}")), 3);
    verify(&serve(|_| answer("200 OK", &vec![b' '; (64 << 20) + 2])), 3);
}

#[test]
fn a_node_without_rounds_is_pending() {
    let (_, chain) = genesis(7);
    let id = hex::encode(chain.id());
    let genesis = format!("{{\"bytes\": \"{}\", \"chain\": \"{id}\"}}", hex::encode(chain.genesis_bytes()));
    let url = serve(move |path| match path {
        "/v1/genesis" => answer("200 OK", genesis.as_bytes()),
        _ => answer("200 OK", b"{\"latest\": 0}"),
    });
    verify(&url, 4);
}
