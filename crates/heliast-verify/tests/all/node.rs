//! Real nodes, with the chain of the network in `vectors/finality.json`, and nodes that lie.

use crate::{heliast_verify, proxy::Proxy};
use heliast::Chain;
use heliast_engine::Handles;
use heliast_http::{Limits, Server};
use heliast_store::Store;
use std::net::{SocketAddr, TcpListener};
use tempfile::TempDir;
use testkit::{bytes, cases, of_kind};

/// A real node that has all rounds of the chain.
struct Node {
    address: SocketAddr,
    chain: String,
    /// The bytes of the rounds, and their beacons.
    rounds: Vec<(Vec<u8>, String)>,
    frames: Vec<Vec<u8>>,
    _server: Server,
    _dir: TempDir,
}

impl Node {
    /// A node of the network.
    fn of_network() -> Node {
        Node::start(true)
    }

    /// A node without a network.
    fn solo() -> Node {
        Node::start(false)
    }

    fn start(is_of_network: bool) -> Node {
        let cases = cases("finality.json");
        let network = of_kind(&cases, "network")[0];
        let chain = Chain::from_bytes(&bytes(network, "genesis_bytes")).unwrap();
        let dir = TempDir::new().unwrap();
        let handles = Handles::new(Store::create(dir.path(), &chain).unwrap());
        let (mut tip, mut rounds) = (chain.start(), vec![]);
        for encoded in network["rounds"].as_array().unwrap() {
            let bytes = hex::decode(encoded.as_str().unwrap()).unwrap();
            let round = chain.verify(&tip, chain.decode_round(&bytes).unwrap()).unwrap();
            handles.rounds.accept(&round).unwrap();
            tip = chain.tip_after(&round);
            rounds.push((bytes, hex::encode(tip.seed())));
        }
        let frames = of_kind(&cases, "engine").into_iter().filter(|case| case["network"] == "ed25519");
        let frames: Vec<_> = frames.map(|case| bytes(case, "bytes")).collect();
        if is_of_network {
            handles.finality.begin(&bytes(network, "bytes")).unwrap();
            for (round, frame) in (1..).zip(&frames) {
                handles.finality.keep(round, frame).unwrap();
            }
        }
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let server = Server::start(handles, listener, Limits::default()).unwrap();
        let chain = hex::encode(chain.id());
        Node { address, chain, rounds, frames, _server: server, _dir: dir }
    }

    fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

/// The exit code and the whole output.
fn verdict(options: &[&str], source: &str) -> (Option<i32>, String) {
    let output = heliast_verify(options, source);
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).unwrap())
}

/// Requires this exit code and this part of the output.
fn expect(code: i32, words: &str, options: &[&str], source: &str) {
    let (found, said) = verdict(options, source);
    assert!(found == Some(code) && said.contains(words), "{options:?}: {found:?}: {said}");
}

/// Changes one bit in the last byte of `part`.
fn spoil(answer: &mut [u8], part: &[u8]) {
    if let Some(place) = answer.windows(part.len()).position(|bytes| bytes == part) {
        answer[place + part.len() - 1] ^= 1;
    }
}

#[test]
fn all_rounds_of_a_node_are_verified() {
    let node = Node::of_network();
    let (last, (_, beacon)) = (node.rounds.len(), node.rounds.last().unwrap());
    let valid = format!("valid: {last} rounds, from genesis\nchain   {}\n", node.chain);
    let (code, said) = verdict(&["--chain", &node.chain], &node.url());
    assert!(code == Some(0) && said.starts_with(&valid) && said.ends_with(&format!("{beacon}\n")), "{said}");
    // With the address alone, from the last round on, and by epoch proofs, which the node does not have.
    expect(0, &valid, &[], &node.address.to_string());
    expect(0, &valid, &["--fast"], &node.url());
    expect(0, &format!("valid: rounds {last} to {last}, if"), &["--from", &last.to_string()], &node.url());
    expect(4, "is still to come", &["--from", &(last + 1).to_string()], &node.url());
    let other = "00".repeat(32);
    expect(1, &format!("this is chain {}, not {other}", node.chain), &["--chain", &other], &node.url());
}

#[test]
fn a_network_has_agreed_and_one_machine_has_not() {
    let (node, solo) = (Node::of_network(), Node::solo());
    let options = ["--final", "--chain", &node.chain];
    expect(0, &format!("; final up to round {}: ", node.frames.len()), &options, &node.url());
    expect(1, "this is a solo chain", &options, &solo.url());
}

#[test]
fn a_round_that_was_changed_on_the_way_is_not_valid() {
    let node = Node::of_network();
    let round = node.rounds[1].0.clone();
    let lying = Proxy::start(node.address, move |path, answer| {
        if path.starts_with("/v1/bundle") {
            spoil(answer, &round);
        }
    });
    expect(1, "round 2: ", &[], &lying.url());
    // It is not checked if verification begins after it.
    expect(0, "valid: rounds 3 to ", &["--from", "3"], &lying.url());
}

#[test]
fn a_frame_that_was_changed_on_the_way_shows_no_agreement() {
    let node = Node::of_network();
    let frame = node.frames.last().unwrap().clone();
    let lying = Proxy::start(node.address, move |path, answer| {
        if path.ends_with("/finality") {
            spoil(answer, &frame);
        }
    });
    expect(0, "valid: ", &[], &lying.url());
    expect(1, "the finality of round ", &["--final", "--chain", &node.chain], &lying.url());
}

#[test]
fn a_node_that_boasts_cuts_off_or_is_another_program_has_its_code() {
    let node = Node::of_network();
    let boasts = Proxy::start(node.address, |path, answer| {
        if path == "/v1/status" {
            let text = String::from_utf8(answer.clone()).unwrap();
            *answer = text.replace("\"latest\":3", "\"latest\":9").into_bytes();
        }
    });
    expect(3, "asked for rounds 1 to 9, the node gave 1 to 3", &[], &boasts.url());
    let cut = Proxy::start(node.address, |path, answer| {
        if path.starts_with("/v1/bundle") {
            answer.truncate(answer.len() - 100);
        }
    });
    expect(5, "hint: check the address and the connection", &[], &cut.url());
    let strange = Proxy::start(node.address, |_, answer| {
        *answer = b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\n<html>".to_vec();
    });
    expect(3, "is not an answer of a heliast node", &[], &strange.url());
}

#[test]
fn a_node_that_is_not_there_is_a_failure_of_the_network() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    expect(5, "hint: check the address and the connection", &[], &url);
}
