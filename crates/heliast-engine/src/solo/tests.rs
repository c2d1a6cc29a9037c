//! The engine with a clock that is late, early, set back or set forward, and on a disk that is full.

use super::{super::tests::House, *};
use heliast_disk::recorder::{Fault, Recorder};
use heliast_store::Store;
use std::sync::Mutex;
use testkit_chain::{GENESIS_MS, World};

const HOUR_MS: u64 = 3_600_000;

/// Makes rounds, and returns the time at the end of each, counted from the genesis.
fn run(house: &House, rounds: u64) -> Vec<u64> {
    let mut finished = Vec::new();
    let now = || house.node.rounds.clock().now_ms() - GENESIS_MS;
    house.solo().run(Some(rounds), |_| finished.push(now())).unwrap();
    finished
}

#[test]
fn rounds_open_at_their_time_and_not_before() {
    let house = House::new();
    house.clock.set_ms(GENESIS_MS - 2_500);
    let finished = run(&house, 3);
    assert_eq!(house.openings(), [0, 1_000, 2_000]);
    for (opened, finished) in house.openings().into_iter().zip(finished) {
        assert!((opened..opened + 100).contains(&finished), "{opened}: {finished}");
    }
}

#[test]
fn a_node_that_is_a_little_late_catches_up() {
    let house = House::new();
    house.clock.set_ms(GENESIS_MS + 7_300);
    let finished = run(&house, 10);
    assert_eq!(house.openings(), [0, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 9_000]);
    assert_eq!(&finished[..8], [7_300; 8], "back to back");
    assert!(finished[8] >= 8_000 && finished[9] >= 9_000, "and then by the clock");
}

#[test]
fn a_node_that_was_down_for_long_leaves_periods_empty() {
    let house = House::new();
    run(&house, 2);
    house.clock.set_ms(GENESIS_MS + HOUR_MS + 400);
    run(&house, 2);
    assert_eq!(house.openings(), [0, 1_000, HOUR_MS, HOUR_MS + 1_000]);
    // 3,602 periods have begun, and four of them have a round. A restarted node still has this count.
    let skipped = "heliast_slots_skipped_total 3598";
    assert!(house.node.board.metrics.text().lines().any(|line| line == skipped));
    let House { node, clock, _home: home, .. } = house;
    let clock = clock.clock();
    drop(node);
    let store = Store::open(home.as_ref().unwrap().path()).unwrap();
    let node = Handles::with_clock(store, std::num::NonZeroU32::MIN, clock);
    assert!(node.board.metrics.text().lines().any(|line| line == skipped));
}

/// A slow machine: time passes whenever the stop flag is read.
#[test]
fn a_node_that_does_not_keep_up_says_so_and_what_it_could_do() {
    let house = House::new();
    let (clock, slowness) = (Arc::clone(&house.clock), Arc::new(Mutex::new(400)));
    let step = Arc::clone(&slowness);
    let stop = move || {
        clock.pass(Duration::from_millis(*step.lock().unwrap()));
        false
    };
    let mut engine = Solo { stop: Arc::new(stop), ..house.solo() };
    for round in 1..=4 {
        assert!(engine.round().unwrap().is_some());
        let alarms = house.node.board.alarms();
        assert_eq!(alarms.len(), usize::from(round >= 3), "one slow round is none: {alarms:?}");
    }
    let alarm = house.node.board.alarms().remove(0);
    assert_eq!(alarm.kind, AlarmKind::Pace);
    assert!(alarm.text.contains("the period is 1 s, and t is 40"), "{}", alarm.text);
    let health = house.node.board.health();
    assert_eq!((health.is_good(), health.failure), (false, Some(alarm.text)));
    *slowness.lock().unwrap() = 0;
    for _ in 0..5 {
        assert!(engine.round().unwrap().is_some());
    }
    assert!(house.node.board.alarms().is_empty(), "and that it does again");
}

#[test]
fn a_clock_that_was_set_back_opens_no_round_before_its_time() {
    let house = House::new();
    run(&house, 3);
    house.clock.set_ms(GENESIS_MS - 60_000);
    let node = house.node.clone();
    house.clock.on_sleep(move |_| {
        assert_eq!((node.rounds.store().last(), node.board.status().phase), (3, Phase::Waiting));
        assert_eq!(node.board.status().next_ms, GENESIS_MS + 3_000, "whoever asks sees when it goes on");
        let health = node.board.health();
        let behind = node.rounds.clock().now_ms() < GENESIS_MS;
        assert_eq!(health.is_good(), !behind);
        assert!(!behind || health.failure.unwrap().contains("the clock is behind"));
    });
    let finished = run(&house, 1);
    assert_eq!(house.openings(), [0, 1_000, 2_000, 3_000]);
    assert!(finished[0] >= 3_000, "{finished:?}");
}

#[test]
fn a_clock_that_is_set_forward_while_the_engine_waits() {
    let house = House::new();
    run(&house, 2);
    let clock = Arc::clone(&house.clock);
    let first = house.clock.sleeps();
    house.clock.on_sleep(move |sleeps| {
        if sleeps == first + 3 {
            clock.set_ms(GENESIS_MS + HOUR_MS + 10);
        }
    });
    run(&house, 1);
    assert_eq!(house.openings(), [0, 1_000, HOUR_MS]);
}

#[test]
fn a_stop_while_the_engine_waits_ends_it() {
    let house = House::new();
    house.clock.set_ms(GENESIS_MS - HOUR_MS);
    let stop = Arc::clone(&house.stop);
    house.clock.on_sleep(move |sleeps| stop.store(sleeps >= 5, Ordering::Relaxed));
    assert_eq!(house.solo().run(None, |_| ()).unwrap(), 0);
    assert!((6..10).contains(&house.clock.sleeps()), "{} sleeps", house.clock.sleeps());
    assert_eq!(house.node.rounds.store().last(), 0);
}

#[test]
fn a_stopped_round_is_begun_again_at_the_next_start() {
    let house = House::new();
    run(&house, 1);
    house.clock.set_ms(GENESIS_MS + 5_000);
    // The stop flag is read before the round opens, for each ticket, and in the delay: wherever it stops, no
    // partial round is left.
    for questions in 1..12 {
        let asked = Mutex::new(0);
        let stop = move || {
            let mut asked = asked.lock().unwrap();
            *asked += 1;
            *asked > questions
        };
        let mut engine = Solo { stop: Arc::new(stop), ..house.solo() };
        let finished = engine.round().unwrap();
        assert_eq!(finished.is_some(), house.node.rounds.store().last() == 2, "{questions}");
        if finished.is_some() {
            break;
        }
    }
    run(&house, 2);
    assert!(house.node.rounds.store().last() >= 3);
    assert_eq!(house.openings()[..3], [0, 1_000, 2_000]);
}

const FULL: Option<Fault> = Some(Fault::FullAfter(0));

/// A node on a disk, late by a few periods, so that only the disk makes it wait.
fn on(disk: &Recorder) -> House {
    let house = House::on(disk);
    house.clock.set_ms(GENESIS_MS + 5_000);
    house
}

#[test]
fn a_full_disk_lets_the_engine_wait_and_costs_no_round() {
    let disk = Recorder::default();
    let house = on(&disk);
    run(&house, 1);
    disk.set_fault(FULL);
    let (node, full) = (house.node.clone(), disk.clone());
    house.clock.on_sleep(move |sleeps| {
        assert_eq!(node.rounds.store().last(), 1);
        assert!(node.board.health().failure.unwrap().contains("the disk is full"), "the operator is told");
        assert_eq!(node.board.metrics.store_failures.get(), 1);
        if sleeps == 25 {
            full.set_fault(None);
        }
    });
    run(&house, 3);
    assert_eq!(house.openings(), [0, 1_000, 2_000, 3_000]);
    assert_eq!(house.clock.sleeps(), 30, "it tried three times, a second apart");
    assert_eq!(house.node.board.health().failure, None);
    assert_eq!(house.node.board.metrics.store_failures.get(), 0);
}

#[test]
fn a_stop_ends_the_wait_for_a_full_disk() {
    let disk = Recorder::default();
    let house = on(&disk);
    disk.set_fault(FULL);
    let stop = Arc::clone(&house.stop);
    house.clock.on_sleep(move |sleeps| stop.store(sleeps >= 12, Ordering::Relaxed));
    assert_eq!(house.solo().run(None, |_| panic!("a round was finished")).unwrap(), 0);
    disk.set_fault(None);
    assert_eq!(house.node.rounds.store().last(), 0);
}

#[test]
fn what_no_waiting_mends_ends_the_engine() {
    let dir = tempfile::tempdir().unwrap();
    drop(Store::create(dir.path(), &World::new(5, 1, GENESIS_MS).chain).unwrap());
    let house = House::over(Store::open_read_only(dir.path()).unwrap());
    let error = house.solo().run(None, |_| ()).unwrap_err();
    assert!(matches!(error, EngineError::Store(StoreError::ReadOnly)), "{error:?}");
    assert_eq!(error.to_string(), StoreError::ReadOnly.to_string());

    // Two engines on one store: the second must not go on with its own chain.
    let house = House::new();
    let behind = house.solo();
    run(&house, 1);
    let error = behind.run(None, |_| ()).unwrap_err();
    assert!(matches!(error, EngineError::Store(StoreError::OutOfOrder { last: 1, found: 1 })), "{error:?}");
}

#[test]
fn rounds_that_were_pruned_are_not_asked_for() {
    let (dir, mut world) = (tempfile::TempDir::new().unwrap(), World::new(5, 1, GENESIS_MS));
    let two = std::num::NonZeroU32::new(2).unwrap();
    let place = dir.path().join("data");
    let store = Store::create_in_segments(&place, &world.chain, two).unwrap();
    let rounds = world.rounds(6);
    rounds.iter().for_each(|round| store.append(round).unwrap());
    let archive = heliast_store::Archive::create(dir.path().join("archive"), &world.chain).unwrap();
    archive.write(&store, 1, 4).unwrap();
    let store = store.with_archive(archive).unwrap();
    while store.prune(0).unwrap() > 0 {}
    assert_eq!(if_kept(&store, 4).unwrap().as_ref(), Some(&*rounds[3]), "the archive has it");
    drop(store);
    let store = Store::open(&place).unwrap();
    assert!(matches!(store.decoded(4), Err(StoreError::Pruned { .. })));
    assert_eq!(if_kept(&store, 4).unwrap(), None);
    assert_eq!(if_kept(&store, 5).unwrap().as_ref(), Some(&*rounds[4]));
}

#[test]
fn each_phase_is_reported_and_measured() {
    let house = House::new();
    run(&house, 3);
    let text = house.node.board.metrics.text();
    for line in [
        "heliast_phase_seconds_count{phase=\"tickets\"} 3",
        "heliast_phase_seconds_count{phase=\"proof\"} 3",
        "heliast_round 3",
        "heliast_round_tickets_count 3",
        "heliast_round_votes_count 3",
        "heliast_epoch_proofs_total 1",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in {text}");
    }
    let status = house.node.board.status();
    assert_eq!((status.round, status.phase, status.latest), (4, Phase::Waiting, 3));
    assert_eq!((status.opens_ms, status.next_ms), (GENESIS_MS + 2_000, GENESIS_MS + 3_000));
}

#[test]
fn openings_are_on_the_grid_whatever_the_time() {
    let chain = World::new(5, 1, GENESIS_MS).chain;
    let tip = World::new(5, 1, GENESIS_MS).next();
    let tip = chain.tip_after(&tip);
    for now_ms in (0..30_000).step_by(333).map(|ms| GENESIS_MS + ms).chain([0, 1 << 52]) {
        let opening = next_opening(&chain, &tip, now_ms);
        assert_eq!(chain.check_time(&tip, opening), Ok(()), "{now_ms}");
        assert!(opening >= GENESIS_MS + 1_000 && opening.saturating_sub(now_ms) <= GENESIS_MS + 1_000);
        let late = now_ms.saturating_sub(opening);
        assert!(late <= 10_000, "{now_ms}: {late} ms late");
    }
}
