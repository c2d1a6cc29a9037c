//! Frames that CometBFT's validators signed, served by honest and dishonest nodes.

use super::*;
use crate::follow::{
    node_at,
    testing::{Recorded, Served, changing, recorded, serve},
};
use serde_json::json;

/// A time at which the rounds of the recorded chain are not old yet.
const EARLY_MS: u64 = 0;

/// A node that serves all rounds with these frames, and whose engine has the blocks from a height on.
fn serving(recorded: &Recorded, frames: &[(u64, Vec<u8>)], earliest: u64) -> Served {
    let frames: Vec<_> = frames.iter().map(|(round, frame)| (*round, &frame[..])).collect();
    let served = serve(recorded, &frames);
    let height = |params: &serde_json::Value| params["height"].as_str().unwrap().parse::<u64>().unwrap();
    served.handles.finality.serve_engine(Box::new(move |method, params| {
        assert_eq!(method, "commit");
        match height(&params) >= earliest {
            true => Ok(json!({ "signed_header": { "header": {}, "commit": {} } })),
            false => Err(json!({ "code": -32603, "message": "Internal error", "data": "it is pruned" })),
        }
    }));
    served
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
    let node = serving(&recorded, &frames, 1);
    let found = find(&recorded, &[&node.address], EARLY_MS).unwrap();
    assert_eq!(found.height, height(&frames[0].1));
    assert_eq!(found.servers, [format!("{}/v1/engine", node.address)]);
    // Much later, the last block is the best one available.
    let found = find(&recorded, &[&node.address], u64::MAX).unwrap();
    assert_eq!(found.height, height(&frames[2].1));
    // A node may lack the first frame.
    let node = serving(&recorded, &frames[1..], 1);
    assert_eq!(find(&recorded, &[&node.address], EARLY_MS).unwrap().height, height(&frames[1].1));
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
    // A signature is checked, and so is the hash of the header. The round in it is not.
    let liar = serving(&recorded, &forged(1), 1);
    let refused = find(&recorded, &[&liar.address], EARLY_MS).unwrap_err();
    assert!(matches!(refused, FollowError::Finality(_)), "{refused}");
    let silent = serving(&recorded, &[], 1);
    let refused = find(&recorded, &[&silent.address], EARLY_MS).unwrap_err();
    assert!(matches!(refused, FollowError::Unsigned(_)), "{refused}");
    let gone = node_at("http://127.0.0.1:9").unwrap();
    assert!(matches!(find(&recorded, &[&gone], EARLY_MS), Err(FollowError::Node(_))));

    let frames: Vec<_> = (1..).zip(recorded.frames.clone()).collect();
    let honest = serving(&recorded, &frames, 1);
    let found = find(&recorded, &[&liar.address, &gone, &silent.address, &honest.address], EARLY_MS).unwrap();
    assert_eq!((found.height, found.servers.len()), (height(&frames[0].1), 4));
    let validators = recorded.network.validators()[1..].to_vec();
    let other = NetworkFile::new(4, 0, validators, *recorded.network.salt()).unwrap();
    let refused = StateSync::find(&recorded.chain, &other, std::slice::from_ref(&honest.address), EARLY_MS)
        .unwrap_err();
    assert!(matches!(refused, FollowError::Finality(_)), "{refused}");
}

/// Only one of the last validators is in the network file.
#[test]
fn frames_lead_to_a_block_that_none_of_the_first_validators_signed() {
    let recorded = changing();
    let frames: Vec<_> = (1..).zip(recorded.frames.clone()).collect();
    let node = serving(&recorded, &frames, 1);
    let found = find(&recorded, &[&node.address], u64::MAX).unwrap();
    assert_eq!(found.height, height(&frames.last().unwrap().1));
    // If the frames in between are missing, nothing leads there.
    let node = serving(&recorded, &[frames[0].clone(), frames[21].clone()], 1);
    let refused = find(&recorded, &[&node.address], u64::MAX).unwrap_err();
    assert!(matches!(refused, FollowError::Finality(_)), "{refused}");
}

/// A dishonest node has signed frames, and one in the middle that is not signed.
#[test]
fn a_false_frame_on_the_way_is_not_passed_over() {
    let recorded = changing();
    let mut frames: Vec<_> = (1..).zip(recorded.frames.clone()).collect();
    for (_, frame) in &mut frames[..21] {
        let last = frame.len() - 1;
        frame[last] ^= 1;
    }
    let liar = serving(&recorded, &frames, 1);
    assert!(matches!(find(&recorded, &[&liar.address], u64::MAX), Err(FollowError::Finality(_))));
}

/// A node that began with a snapshot has frames of blocks that its engine never had: a light client could not
/// get them.
#[test]
fn a_block_that_the_engine_does_not_have_is_not_begun_with() {
    let recorded = changing();
    let frames: Vec<_> = (1..).zip(recorded.frames.clone()).collect();
    let first = height(&frames[9].1);
    let node = serving(&recorded, &frames, first);
    let found = find(&recorded, &[&node.address], EARLY_MS).unwrap();
    assert!(found.height >= first, "{}", found.height);
    let node = serving(&recorded, &frames, u64::MAX);
    let refused = find(&recorded, &[&node.address], EARLY_MS).unwrap_err();
    assert!(matches!(refused, FollowError::Unsigned(_)), "{refused}");
}

/// It has a frame at each change, and no others: the way over these frames is as good as any.
#[test]
fn a_node_with_the_frames_of_changes_alone_leads_to_the_last() {
    let recorded = changing();
    let frames: Vec<_> = (1..).zip(recorded.frames.clone()).collect();
    let changed = |two: &[(u64, Vec<u8>)]| {
        let sets = [0, 1].map(|at| Frame::from_bytes(&two[at].1).unwrap().validator_set().hash());
        (sets[0] != sets[1]).then(|| two[0].clone())
    };
    let mut few: Vec<_> = frames.windows(2).filter_map(changed).collect();
    assert!(few.len() >= 6 && few.len() < 16, "{}", few.len());
    few.push(frames[21].clone());
    let node = serving(&recorded, &few, height(&frames[21].1));
    assert_eq!(find(&recorded, &[&node.address], EARLY_MS).unwrap().height, height(&frames[21].1));
}
