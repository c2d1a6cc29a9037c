//! Frames that CometBFT's validators signed, served by nodes that are honest and by others.

use super::*;
use crate::follow::node_at;
use heliast_engine::Handles;
use heliast_http::{Limits, Server};
use heliast_store::Store;
use std::net::TcpListener;
use tempfile::TempDir;

/// A time at which the rounds of the recorded chain are not old yet.
const EARLY_MS: u64 = 0;

struct Recorded {
    chain: Chain,
    network: NetworkFile,
    rounds: Vec<Vec<u8>>,
    frames: Vec<Vec<u8>>,
}

fn bytes(value: &serde_json::Value) -> Vec<u8> {
    hex::decode(value.as_str().unwrap()).unwrap()
}

fn recorded() -> Recorded {
    let cases = testkit::cases("finality.json");
    let case = testkit::of_kind(&cases, "network")[0];
    let frames = testkit::of_kind(&cases, "engine").into_iter();
    Recorded {
        chain: Chain::from_bytes(&bytes(&case["genesis_bytes"])).unwrap(),
        network: NetworkFile::from_bytes(&bytes(&case["bytes"])).unwrap(),
        rounds: case["rounds"].as_array().unwrap().iter().map(bytes).collect(),
        frames: frames.filter(|one| one["network"] == "ed25519").map(|one| bytes(&one["bytes"])).collect(),
    }
}

/// A node that serves all rounds, with these frames.
fn serve(recorded: &Recorded, frames: &[(u64, Vec<u8>)]) -> (TempDir, Server, Node) {
    let home = TempDir::new().unwrap();
    let handles = Handles::new(Store::create(home.path(), &recorded.chain).unwrap());
    for round in &recorded.rounds {
        let round = recorded.chain.decode_round(round).unwrap();
        handles.rounds.accept(&recorded.chain.verify(&handles.rounds.store().tip(), round).unwrap()).unwrap();
    }
    handles.finality.begin(&recorded.network.to_bytes()).unwrap();
    frames.iter().for_each(|(round, frame)| handles.finality.keep(*round, frame).unwrap());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = node_at(&format!("http://{}", listener.local_addr().unwrap())).unwrap();
    let server = Server::start(handles.clone(), listener, Limits::default()).unwrap();
    (home, server, address)
}

fn find(recorded: &Recorded, nodes: &[&Node], now_ms: u64) -> Result<StateSync, FollowError> {
    let nodes: Vec<_> = nodes.iter().map(|node| (*node).clone()).collect();
    StateSync::find(&recorded.chain, &recorded.network, &nodes, now_ms)
}

fn height(frame: &[u8]) -> u64 {
    Frame::from_bytes(frame).unwrap().height()
}

#[test]
fn the_oldest_block_that_is_fresh_is_trusted() {
    let recorded = recorded();
    let frames: Vec<_> = (1..).zip(recorded.frames.clone()).collect();
    let (_home, _server, node) = serve(&recorded, &frames);
    let found = find(&recorded, &[&node], EARLY_MS).unwrap();
    assert_eq!(found.height, height(&frames[0].1));
    assert_eq!(found.servers, [format!("{node}/v1/engine")]);
    // Long after, the last is the best that there is.
    let found = find(&recorded, &[&node], u64::MAX).unwrap();
    assert_eq!(found.height, height(&frames[2].1));
    // A node may lack the first.
    let (_home, _server, node) = serve(&recorded, &frames[1..]);
    assert_eq!(find(&recorded, &[&node], EARLY_MS).unwrap().height, height(&frames[1].1));
}

#[test]
fn who_shows_nothing_that_was_signed_is_not_believed() {
    let recorded = recorded();
    let forged = |at: usize| {
        let mut frame = recorded.frames[0].clone();
        let place = frame.len() - at;
        frame[place] ^= 1;
        vec![(1, frame)]
    };
    // A signature, and the round that the header would speak for is not looked at: the hash of the header is.
    let (_home, _server, liar) = serve(&recorded, &forged(1));
    let refused = find(&recorded, &[&liar], EARLY_MS).unwrap_err();
    assert!(matches!(refused, FollowError::Finality(_)), "{refused}");
    let (_home, _server, silent) = serve(&recorded, &[]);
    let refused = find(&recorded, &[&silent], EARLY_MS).unwrap_err();
    assert!(matches!(refused, FollowError::Unsigned(_)), "{refused}");
    let gone = node_at("http://127.0.0.1:9").unwrap();
    assert!(matches!(find(&recorded, &[&gone], EARLY_MS), Err(FollowError::Node(_))));

    let frames: Vec<_> = (1..).zip(recorded.frames.clone()).collect();
    let (_home, _server, honest) = serve(&recorded, &frames);
    let found = find(&recorded, &[&liar, &gone, &silent, &honest], EARLY_MS).unwrap();
    assert_eq!((found.height, found.servers.len()), (height(&frames[0].1), 4));
    let validators = recorded.network.validators()[1..].to_vec();
    let other = NetworkFile::new(4, 0, validators, *recorded.network.salt()).unwrap();
    let refused = StateSync::find(&recorded.chain, &other, &[honest], EARLY_MS).unwrap_err();
    assert!(matches!(refused, FollowError::Finality(_)), "{refused}");
}

/// A chain whose validators have changed ten times, with a frame of each round.
fn changing() -> Recorded {
    let cases = testkit::cases("validators_finality.json");
    let named = |name: &str| cases.iter().find(|case| case["name"] == name).unwrap();
    let case = named("validators, ed25519, network");
    let frames = named("validators, ed25519, network: a frame of each round");
    Recorded {
        chain: Chain::from_bytes(&bytes(&case["genesis_bytes"])).unwrap(),
        network: NetworkFile::from_bytes(&bytes(&case["bytes"])).unwrap(),
        rounds: case["rounds"].as_array().unwrap().iter().map(bytes).collect(),
        frames: frames["frames"].as_array().unwrap().iter().map(bytes).collect(),
    }
}

/// Nobody of the last validators but one is in the network file.
#[test]
fn frames_lead_to_a_block_that_none_of_the_first_validators_signed() {
    let recorded = changing();
    let frames: Vec<_> = (1..).zip(recorded.frames.clone()).collect();
    let (_home, _server, node) = serve(&recorded, &frames);
    let found = find(&recorded, &[&node], u64::MAX).unwrap();
    assert_eq!(found.height, height(&frames.last().unwrap().1));
    // Where those between are missing, nothing leads there.
    let (_home, _server, node) = serve(&recorded, &[frames[0].clone(), frames[21].clone()]);
    let refused = find(&recorded, &[&node], u64::MAX).unwrap_err();
    assert!(matches!(refused, FollowError::Finality(_)), "{refused}");
}

/// A liar has frames that are signed, and one in the middle that is not.
#[test]
fn a_false_frame_on_the_way_is_not_passed_over() {
    let recorded = changing();
    let mut frames: Vec<_> = (1..).zip(recorded.frames.clone()).collect();
    for (_, frame) in &mut frames[..21] {
        let last = frame.len() - 1;
        frame[last] ^= 1;
    }
    let (_home, _server, liar) = serve(&recorded, &frames);
    assert!(matches!(find(&recorded, &[&liar], u64::MAX), Err(FollowError::Finality(_))));
}
