//! The engine's reports, and the node's standing that follows from them and the clock.

use super::*;
use crate::{
    alarm::AlarmKind,
    clock::ByHand,
    status::{Phase, Status},
};
use heliast_store::StoreError;
use std::time::Duration;
use tempfile::TempDir;
use testkit_chain::{GENESIS_MS, World, epoch};

fn start(rounds: usize) -> (TempDir, Arc<ByHand>, World, Handles) {
    let (dir, clock, mut world) =
        (TempDir::new().unwrap(), ByHand::at(GENESIS_MS), World::new(5, 1, GENESIS_MS));
    let store = Store::create(dir.path(), &world.chain).unwrap();
    world.rounds(rounds).iter().for_each(|round| store.append(round).unwrap());
    let node = Handles::with_clock(store, NonZeroU32::new(3).unwrap(), clock.clock());
    (dir, clock, world, node)
}

#[test]
fn a_node_that_has_just_started_waits_for_its_next_round() {
    let (_dir, _, _, node) = start(0);
    let status = node.board.status();
    assert_eq!((status.round, status.phase, status.latest), (1, Phase::Waiting, 0));
    assert_eq!(status.next_ms, GENESIS_MS, "when the chain begins");
    let (_dir, _, _, node) = start(4);
    let status = node.board.status();
    assert_eq!((status.round, status.phase, status.latest), (5, Phase::Waiting, 4));
    assert_eq!((status.opens_ms, status.next_ms), (GENESIS_MS + 3_000, GENESIS_MS + 4_000));
}

#[test]
fn health_follows_the_clock() {
    let (_dir, clock, mut world, node) = start(0);
    // Round 1 is finished two periods after the genesis time at the latest: then the node is one
    // round behind.
    for (now_ms, expected, good) in [
        (0, 0, true),
        (999, 0, true),
        (1_000, 1, true),
        (1_999, 1, true),
        (2_000, 2, false),
        (60_000, 60, false),
    ] {
        clock.set_ms(GENESIS_MS + now_ms);
        let health = node.board.health();
        assert_eq!((health.current, health.expected, health.is_good()), (0, expected, good), "{now_ms}");
        assert_eq!(node.board.metrics.round_expected.get(), expected as i64);
    }
    clock.set_ms(GENESIS_MS);
    node.rounds.accept(&world.next()).unwrap();
    assert!(node.board.health().is_good());
}

#[test]
fn a_clock_behind_the_chain_is_not_good_health() {
    let (_dir, clock, _, node) = start(3);
    // Round 4 opens 3 s after the genesis time. Clocks differ a little, but not by three periods.
    for (now_ms, good) in [(3_000, true), (1_000, true), (0, true), (-1, false), (-3_600_000, false)] {
        clock.set_ms(GENESIS_MS.saturating_add_signed(now_ms));
        assert_eq!(node.board.health().is_good(), good, "{now_ms}");
    }
    assert!(node.board.health().failure.unwrap().contains("the clock is behind"));
    clock.set_ms(0);
    assert!(!node.board.health().is_good(), "1970 is not good, either");
}

#[test]
fn rounds_to_come_are_due_a_period_after_they_open() {
    let (_dir, _, _, node) = start(3);
    // Round 3 opened at 2 s, and is due at the end of its period.
    assert_eq!(node.rounds.due_ms(3), GENESIS_MS + 3_000);
    assert_eq!(node.rounds.due_ms(4), GENESIS_MS + 4_000);
    assert_eq!(node.rounds.due_ms(103), GENESIS_MS + 103_000);
    assert_eq!(node.rounds.due_ms(u64::MAX), u64::MAX);
    let (_dir, _, _, node) = start(0);
    assert_eq!(node.rounds.due_ms(1), GENESIS_MS + 1_000);
}

#[test]
fn what_an_engine_says_is_bounded_before_it_is_shown() {
    let (_dir, _, _, node) = start(2);
    for (said, shown) in [
        ((0.5, 1e6), (0.5, 1e6)),
        ((-0.1, 0.0), (0.0, 0.0)),
        ((1.5, 1.0), (1.0, 1.0)),
        ((f64::NAN, f64::INFINITY), (0.0, 0.0)),
        ((f64::NEG_INFINITY, f64::NAN), (0.0, 0.0)),
    ] {
        let status = node.board.status();
        node.board.set_status(Status {
            progress: said.0,
            squarings_per_second: said.1,
            latest: 77,
            ..status
        });
        let status = node.board.status();
        assert_eq!((status.progress, status.squarings_per_second), shown, "{said:?}");
        assert_eq!(status.latest, 2, "the store knows");
        // Not every JSON reader accepts a value that is not a number.
        assert!(!serde_json::to_string(&status).unwrap().contains("null"));
    }
}

#[test]
fn a_round_is_announced_only_when_it_is_stored() {
    let (_dir, _, mut world, node) = start(1);
    let latest = node.rounds.watch();
    let (second, third) = (world.next(), world.next());
    assert!(matches!(node.rounds.accept(&third), Err(StoreError::OutOfOrder { last: 1, found: 3 })));
    assert!(!latest.has_changed().unwrap());
    assert_eq!(node.board.metrics.round.get(), 1);
    assert!(node.board.health().failure.unwrap().contains("round 3 cannot be stored"));
    node.rounds.accept(&second).unwrap();
    assert_eq!((*latest.borrow(), node.rounds.store().last(), node.board.metrics.round.get()), (2, 2, 2));
    assert_eq!(node.board.health().failure, None);
    assert_eq!(node.board.status().round, 3);
}

#[test]
fn time_in_each_phase_is_measured() {
    let (_dir, clock, _, node) = start(1);
    for (phase, seconds) in [(Phase::Tickets, 4), (Phase::Delay, 2), (Phase::Delay, 3), (Phase::Proof, 1)] {
        node.board.set_status(Status { phase, ..node.board.status() });
        clock.pass(Duration::from_secs(seconds));
    }
    node.board.set_status(Status { phase: Phase::Waiting, ..node.board.status() });
    let text = node.board.metrics.text();
    for line in [
        "heliast_phase_seconds_sum{phase=\"tickets\"} 4",
        "heliast_phase_seconds_sum{phase=\"delay\"} 5",
        "heliast_phase_seconds_sum{phase=\"proof\"} 1",
        "heliast_phase_seconds_count{phase=\"delay\"} 1",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in {text}");
    }
}

#[test]
fn an_epoch_of_other_rounds_is_not_counted() {
    let (_dir, _, _, node) = start(3);
    let mut other = World::new(5, 2, GENESIS_MS);
    let theirs = other.rounds(3);
    assert!(node.rounds.accept_epoch(&epoch(&other.chain, &theirs)).is_err());
    assert_eq!(node.board.metrics.epoch_proofs.get(), 0);
    assert_eq!(node.rounds.epoch_rounds().get(), 3);
}

#[test]
fn phases_have_one_name_in_json_and_metrics() {
    for phase in [Phase::Tickets, Phase::Delay, Phase::Proof, Phase::Waiting] {
        assert_eq!(serde_json::to_value(phase).unwrap(), phase.name());
    }
}

/// The standing of a node whose rounds begin long after their time, of a slow one, and of one that has
/// stopped.
#[test]
fn how_a_node_stands_follows_from_its_clock_and_its_engine() {
    use crate::standing::StandingKind::{CatchingUp, Late, OnTime, Stalled};
    let (_dir, clock, mut world, node) = start(3);
    let status = |phase| Status { phase, ..node.board.status() };
    // Round 4 opens at 3 s.
    clock.set_ms(GENESIS_MS + 3_100);
    node.board.set_status(status(Phase::Delay));
    assert_eq!(node.board.standing().kind, OnTime);
    clock.set_ms(GENESIS_MS + 4_600);
    assert_eq!(node.board.standing().kind, Late);
    // The next begins when it should have been finished.
    clock.set_ms(GENESIS_MS + 6_000);
    node.rounds.accept(&world.next()).unwrap();
    assert_eq!(node.board.standing().kind, Late, "nothing has begun");
    node.board.set_status(status(Phase::Tickets));
    assert_eq!(node.board.standing().kind, CatchingUp);
    clock.pass(Duration::from_millis(900));
    node.board.set_status(status(Phase::Delay));
    assert_eq!(node.board.standing().kind, CatchingUp);
    clock.pass(Duration::from_secs(2));
    assert_eq!(node.board.standing().kind, Late);
    clock.pass(Duration::from_secs(9));
    let standing = node.board.standing();
    assert_eq!((standing.kind, standing.text.contains("for 11 s")), (Stalled, true), "{standing:?}");
    clock.set_ms(GENESIS_MS - 60_000);
    node.board.set_status(status(Phase::Waiting));
    assert!(node.board.standing().text.contains("clock is behind"));
}

/// Two of four nodes are gone: the others report it within ten seconds, on every interface.
#[test]
fn a_network_that_halts_is_stalled_in_standing_health_and_metrics() {
    use crate::standing::StandingKind::{Late, OnTime, Stalled};
    let (_dir, clock, _, node) = start(3);
    assert_eq!(node.board.network(), None, "a solo chain has none");
    node.board.note_validators(&[10; 4]);
    clock.set_ms(GENESIS_MS + 3_100);
    node.board.note_block(41);
    node.board.note_peers(Some(3));
    node.board.note_block_due(true);
    let status = Status { phase: Phase::Delay, ..node.board.status() };
    let mut stood = vec![];
    for _ in 0..10 {
        // The worker keeps reporting all the time.
        node.board.set_status(status);
        node.board.note_block_due(true);
        node.board.note_peers(Some(1));
        stood.push(node.board.standing().kind);
        clock.pass(Duration::from_secs(1));
    }
    assert_eq!((stood[0], stood[2], stood[9]), (OnTime, Late, Stalled), "{stood:?}");
    let health = node.board.health();
    assert!(!health.is_good() && health.failure.unwrap().contains("3 of 4 validators are needed"));
    let alarms = || node.board.alarms().into_iter().map(|alarm| alarm.kind).collect::<Vec<_>>();
    assert_eq!(alarms(), [AlarmKind::Consensus], "the alarm and the standing are one");
    node.board.metrics();
    assert!(node.board.metrics.text().contains("heliast_stalled 1\n"));
    node.board.note_block(42);
    assert_ne!(node.board.standing().kind, Stalled);
    assert_eq!(alarms(), []);
    node.board.metrics();
    assert!(node.board.metrics.text().contains("heliast_stalled 0\n"));
}
