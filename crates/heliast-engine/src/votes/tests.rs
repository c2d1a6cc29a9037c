//! The bound compared with the exact distribution, and the alarm of a node.

use super::*;
use crate::{alarm::AlarmKind, handles::Handles};
use heliast::Genesis;
use proptest::prelude::*;
use testkit_chain::{GENESIS_MS, World, genesis};

/// P(X <= x) of Binomial(n, p), for every x below n, added up from the smallest terms.
fn lower_tails(n: u64, p: f64) -> Vec<f64> {
    let mut term = (1.0 - p).powf(n as f64);
    let mut tails = vec![term];
    for x in 0..n {
        term *= (n - x) as f64 / (x + 1) as f64 * p / (1.0 - p);
        tails.push(tails[x as usize] + term);
    }
    tails
}

#[test]
fn the_tails_are_those_of_the_binomial_law() {
    let tails = lower_tails(4, 0.25);
    let exact = [81.0, 189.0, 243.0, 255.0, 256.0].map(|of_256| of_256 / 256.0);
    assert!(tails.iter().zip(exact).all(|(a, b)| (a - b).abs() < 1e-12), "{tails:?}");
}

/// A complaint only comes for rounds as improbable as promised, and always comes for far more improbable
/// ones.
#[test]
fn the_bound_is_never_below_the_exact_probability_and_not_far_above() {
    for (stake, expected, rounds) in
        [(50_u32, 1, 40), (50, 20, 4), (50, 49, 8), (1_000, 20, 16), (100, 5, 28), (8, 7, 16), (3_000, 60, 2)]
    {
        let mean = f64::from(expected * rounds);
        let tails = lower_tails(u64::from(stake * rounds), f64::from(expected) / f64::from(stake));
        let limit = 2_f64.powf(-BITS) / 16.0;
        let mut low = 0;
        for (votes, tail) in (0..).zip(&tails) {
            let is_low = is_low(mean, votes, 16);
            assert!(!is_low || *tail < limit, "{stake} {expected} {rounds}: {votes} votes have {tail:e}");
            low += u32::from(is_low);
        }
        // With few units per expected vote the distribution is far from Poisson's, and the bound is wide.
        if stake >= 20 * expected {
            let missed = tails.iter().filter(|tail| **tail < limit * limit.sqrt()).count();
            assert!(low as usize >= missed, "{stake} {expected} {rounds}: {low} of {missed}");
        }
    }
}

proptest! {
    #[test]
    fn more_votes_are_never_worse(expected in 1.0..5_000.0f64, votes in 0..5_000u64, windows in 1..64usize) {
        prop_assert!(!is_low(expected, votes + 1, windows) || is_low(expected, votes, windows));
        prop_assert!(!is_low(votes as f64, votes, windows));
    }
}

/// The number of rounds with `votes` votes until a complaint, after enough rounds with `usual` votes.
fn patience(expected: f64, usual: u64, votes: u64) -> Option<usize> {
    let mut all = Votes::expecting(expected);
    for _ in 0..40 {
        all.add(usual);
        assert_eq!(all.complaint(), None);
    }
    (1..=60).find(|_| {
        all.add(votes);
        all.complaint().is_some()
    })
}

#[test]
fn the_loss_of_all_keys_is_noticed_soon_and_that_of_half_of_the_stake_too() {
    assert_eq!([patience(20.0, 20, 0), patience(1_000.0, 1_000, 0)], [Some(2), Some(1)]);
    assert_eq!(patience(1.0, 1, 0), Some(32), "one vote a round: that many are empty by chance at times");
    assert!(patience(20.0, 20, 10).is_some_and(|rounds| rounds <= 12));
    assert_eq!(patience(20.0, 20, 16), None, "a fifth less is not a proof");
}

#[test]
fn healthy_rounds_end_the_complaint() {
    let mut votes = Votes::expecting(20.0);
    (0..5).for_each(|_| votes.add(0));
    let words = votes.complaint().unwrap();
    assert!(words.starts_with("the last 2 rounds drew 0 votes where 40 are expected"), "{words}");
    let rounds = (1..=20).find(|_| {
        votes.add(20);
        votes.complaint().is_none()
    });
    assert!(rounds.is_some_and(|rounds| rounds <= 16), "{rounds:?}");
}

/// A node whose chain goes on without votes is unhealthy until votes come again, even after a restart.
#[test]
fn empty_rounds_are_counted_and_raise_the_alarm_also_after_a_restart() {
    let home = tempfile::tempdir().unwrap();
    let mut world = World::of(Genesis { committees: vec![15], ..genesis(5, 4, GENESIS_MS) });
    let node = Handles::new(Store::create(home.path(), &world.chain).unwrap());
    let alarm = |node: &Handles| node.board.alarms().iter().any(|alarm| alarm.kind == AlarmKind::Votes);
    let empty = |node: &Handles| node.board.metrics.rounds_empty.get();
    let time = |round: u64| GENESIS_MS + round * 1_000;
    for _ in 0..4 {
        node.rounds.accept(&world.next()).unwrap();
    }
    assert_eq!((alarm(&node), empty(&node)), (false, 0));
    let mut raised = None;
    for count in 1..=5 {
        let round = world.seal(time(4 + count), vec![], vec![]);
        node.rounds.accept(&round).unwrap();
        if alarm(&node) {
            raised.get_or_insert(count);
        }
    }
    assert_eq!((raised, empty(&node)), (Some(3), 5), "15 votes are expected in each");
    drop(node);

    let node = Handles::new(Store::open(home.path()).unwrap());
    assert!(alarm(&node) && !node.board.health().is_good(), "{:?}", node.board.health());
    for _ in 0..16 {
        node.rounds.accept(&world.next()).unwrap();
    }
    assert!(!alarm(&node), "{:?}", node.board.alarms());
}
