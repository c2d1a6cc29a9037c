//! These tests need no chain. The rest is tested on an EVM (`contracts/test/fulfil.test.mjs`).

use super::*;
use crate::{coordinator::Terms, rpc::Rpc, testing::answering};
use alloy_primitives::{B256, address, aliases::U40};
use alloy_signer_local::PrivateKeySigner;
use std::fs;

/// A fulfiller whose node gives this answer to every call, and its folder.
fn fulfiller(answer: &str) -> (Fulfiller, tempfile::TempDir) {
    let dir = tempfile::tempdir().unwrap();
    let rpc = Rpc::new(&answering("200 OK", answer.as_bytes())).unwrap();
    let (price, bond) = (U256::ZERO, U256::ZERO);
    let terms = Terms { squarings: 1 << 40, span: 1, margin: 2, window: 100, price, bond };
    let ways = Ways { depth: Depth::Blocks(0), from: 5, parallel: 1, draws: true, claims: false };
    let one = Fulfiller::new(
        Coordinator::unasked(rpc, terms),
        Sender::new(PrivateKeySigner::from_slice(&[7; 32]).unwrap(), 1, 1),
        Folder::take(dir.path()).unwrap(),
        ways,
        Arc::new(Events::none()),
        Arc::default(),
    );
    (one, dir)
}

fn requested(round: u64) -> Happened {
    Happened::Requested { round, index: 0, gas: U256::ZERO, tip: U256::ZERO }
}

#[test]
fn where_there_are_too_many_rounds_those_that_are_known_go_on() {
    let (mut one, _dir) = fulfiller(r#"{"result":[]}"#);
    let most = MOST_ROUNDS as u64;
    (0..most).for_each(|round| one.heed(&requested(round), 5));
    assert_eq!((one.rounds.len(), one.missed), (MOST_ROUNDS, None));
    one.heed(&requested(most), 70);
    one.heed(&requested(most + 1), 60);
    let entropy = Entropy::repeat_byte(3);
    one.heed(&Happened::Drawn { round: 9, block: 80, entropy, count: 1 }, 70);
    assert_eq!((one.rounds.len(), one.missed), (MOST_ROUNDS, Some(60)));
    assert_eq!(one.rounds[&9].claim.as_ref().map(|claim| claim.entropy), Some(entropy));
    // As long as there are too many rounds, others are not looked for.
    assert!(one.look(1000).unwrap());
    assert_eq!((one.missed, one.next), (Some(60), 1001));
    one.rounds.retain(|round, _| *round < most / 2);
    assert!(one.look(1000).unwrap());
    assert_eq!((one.missed, one.next), (None, 1001));
}

#[test]
fn a_node_that_lies_about_its_blocks_is_left_in_time() {
    let (mut one, _dir) = fulfiller(r#"{"result":[]}"#);
    for _ in 0..2 {
        assert!(!one.look(u64::MAX).unwrap());
    }
    let seen = 2 * u64::from(MOST_STRIDES) * LONGEST_STRIDE;
    assert!((seen / 2..=seen + OVERLAP).contains(&one.next), "{}", one.next);
    one.next = u64::MAX;
    assert!(one.look(u64::MAX).unwrap());
    // It reads from the beginning: what it has read since then may be false.
    assert!(one.look(1000).unwrap());
    assert_eq!(one.next, 1001);
    let (mut refused, _dir) = fulfiller(r#"{"error":{"message":"too many"}}"#);
    assert!(refused.look(1_000_000).is_err() && refused.stride == 1);
    let (mut silent, _dir) = fulfiller("<html>");
    assert!(silent.look(1_000_000).is_err() && silent.stride == LONGEST_STRIDE / 2);
}

#[test]
fn a_round_that_is_left_leaves_no_file() {
    let (mut one, dir) = fulfiller(r#"{"result":null}"#);
    let entropies = [1, 2, 3].map(Entropy::repeat_byte);
    one.heed(&requested(9), 5);
    one.heed(&Happened::Drawn { round: 9, block: 80, entropy: entropies[0], count: 1 }, 70);
    one.begin(9, entropies[0], 80);
    one.set_aside(9);
    one.begin(9, entropies[1], 80);
    if let Some(work) = &mut one.rounds.get_mut(&9).unwrap().work {
        work.state = Effort::Stopped;
    }
    // The checkpoints of both draws.
    let files = || fs::read_dir(dir.path()).unwrap().count() - 1;
    assert_eq!(files(), 2);
    one.heed(&Happened::Drawn { round: 9, block: 80, entropy: entropies[0], count: 1 }, 70);
    one.collect(9);
    assert_eq!(one.counts.failed.load(Ordering::Relaxed), 0);
    one.leave(9, 100).unwrap();
    assert_eq!(files(), 2);
    one.leave(9, 100 + OVERLAP).unwrap();
    assert_eq!(files(), 0);
    assert!(one.rounds.is_empty());
}

#[test]
fn a_claim_takes_the_evaluator_of_a_round_that_can_wait() {
    let (mut one, _dir) = fulfiller(r#"{"result":null}"#);
    let entropy = Entropy::repeat_byte(1);
    let claimed = |block| Claim {
        claimedAt: U40::from(block),
        claimant: address!("00000000000000000000000000000000000000bb"),
        ..Claim::default()
    };
    for (round, claim) in [(1, None), (2, Some(claimed(60))), (3, Some(claimed(50)))] {
        one.rounds.insert(round, Known { claim, ..Known::default() });
    }
    let runs = |one: &Fulfiller| -> Vec<u64> {
        one.rounds.iter().filter(|(_, known)| known.runs()).map(|(round, _)| *round).collect()
    };
    for (round, running) in [(1, 1), (2, 2), (1, 2), (3, 3), (2, 3), (1, 3)] {
        one.begin(round, entropy, 80);
        assert_eq!(runs(&one), [running]);
    }
    // The window of its claim has passed.
    one.begin(2, entropy, 155);
    assert_eq!(runs(&one), [2]);
}

#[test]
fn an_evaluation_is_ready_when_it_goes_on_as_before() {
    assert_eq!(ready_at(100, 110, (0, 500), 1000), Some(120));
    assert_eq!(ready_at(100, 110, (400, 500), 1000), Some(160));
    assert_eq!(ready_at(100, 103, (0, 500), 1000), None);
    assert_eq!(ready_at(100, 110, (500, 500), 1000), None);
    assert_eq!(ready_at(0, u64::MAX, (0, 1), u64::MAX), Some(u64::MAX));
    assert_eq!(ready_at(10, 0, (5, 1), 1), None);
}

#[test]
fn only_an_undisputed_claim_of_another_has_a_deadline() {
    let us = address!("00000000000000000000000000000000000000aa");
    let other = address!("00000000000000000000000000000000000000bb");
    let claimed = Claim { claimedAt: U40::from(9), claimant: other, mark: B256::ZERO, ..Claim::default() };
    let of = |claim: Option<Claim>| Known { claim, ..Known::default() }.deadline(100, us);
    assert_eq!(of(Some(claimed.clone())), Some(109));
    assert_eq!(of(Some(Claim { claimant: us, ..claimed.clone() })), None);
    assert_eq!(of(Some(Claim { disputer: us, ..claimed.clone() })), None);
    assert_eq!(of(Some(Claim::default())), None);
    assert_eq!(of(None), None);
    let settled = Known { claim: Some(claimed), settled: Some(3), ..Known::default() };
    assert_eq!(settled.deadline(100, us), None);
}
