//! Epochs that are proved, delayed, damaged or cannot be proved.

use super::{super::tests::House, *};
use crate::handles::Handles;
use heliast_disk::recorder::{Fault, Recorder};
use heliast_store::{
    Store,
    testing::{damage, damage_epoch},
};
use std::sync::atomic::AtomicU32;
use tempfile::TempDir;
use testkit_chain::{GENESIS_MS, World, epoch};

/// A stored chain of some rounds.
fn filled(world: &mut World, rounds: usize) -> (TempDir, Store) {
    let dir = TempDir::new().unwrap();
    let store = Store::create(dir.path(), &world.chain).unwrap();
    world.rounds(rounds).iter().for_each(|round| store.append(round).unwrap());
    (dir, store)
}

/// Proves all epochs that can be proved, as after the last round. `stop` gets the number of calls before.
fn prove_unless(house: &House, stop: impl Fn(u32) -> bool + Sync) {
    let asked = AtomicU32::new(0);
    let stop = || stop(asked.fetch_add(1, Ordering::Relaxed));
    Prover {
        rounds: &house.node.rounds,
        board: &house.node.board,
        stop: &stop,
        rounds_ended: &AtomicBool::new(true),
        fetch: None,
        yields: false,
    }
    .run();
}

/// The first round and the length of each stored proof that is well formed.
fn proved(house: &House) -> Vec<(u64, u32)> {
    let proofs = house.node.rounds.store().epoch_proofs(0).unwrap().map(Result::unwrap);
    let decoded = |(first, bytes): (u64, Vec<u8>)| {
        let proof = house.node.rounds.chain().decode_epoch_proof(&bytes).ok()?;
        Some((first, proof.count))
    };
    proofs.filter_map(decoded).collect()
}

#[test]
fn whole_epochs_are_proved_and_the_rest_waits() {
    let (_dir, store) = filled(&mut World::new(5, 1, GENESIS_MS), 8);
    let house = House::over(store);
    prove_unless(&house, |_| false);
    assert_eq!(proved(&house), [(1, 3), (4, 3)]);
    // A proof that exists is not made again.
    let before = house.node.board.metrics.epoch_proofs.get();
    prove_unless(&house, |_| false);
    assert_eq!((before, house.node.board.metrics.epoch_proofs.get()), (2, 2));
}

#[test]
fn a_proof_of_another_node_is_taken_if_it_holds() {
    let mut world = World::new(5, 1, GENESIS_MS);
    let (_one, store) = filled(&mut world, 6);
    let there = House::over(store);
    prove_unless(&there, |_| false);
    let theirs = |first| there.node.rounds.store().epoch_proof(first).unwrap().unwrap();
    for lies in [false, true] {
        let dir = TempDir::new().unwrap();
        let store = Store::create(dir.path(), &world.chain).unwrap();
        for number in 1..=6 {
            let round = there.node.rounds.store().decoded(number).unwrap().unwrap();
            store.append(&world.chain.verify(&store.tip(), round).unwrap()).unwrap();
        }
        let (here, asked) = (House::over(store), std::sync::Mutex::new(vec![]));
        let fetch = |epoch: u64| {
            asked.lock().unwrap().push(epoch);
            match (epoch, lies) {
                (1, false) => Some(theirs(1)),
                (1, true) => Some(theirs(4)),
                (_, false) => None,
                (_, true) => Some(b"no proof".to_vec()),
            }
        };
        let ended = AtomicBool::new(true);
        let (Handles { rounds, board, .. }, stop) = (&here.node, &|| false);
        Prover { rounds, board, stop, rounds_ended: &ended, fetch: Some(&fetch), yields: false }.run();
        assert_eq!(proved(&here), [(1, 3), (4, 3)], "lies: {lies}");
        assert_eq!(here.node.rounds.store().epoch_proof(1).unwrap().unwrap(), theirs(1));
        assert_eq!(*asked.lock().unwrap(), [1, 2]);
    }
}

#[test]
fn who_yields_proves_nothing_while_rounds_are_missing() {
    let (_dir, store) = filled(&mut World::new(5, 1, GENESIS_MS), 3);
    let house = House::over(store);
    house.clock.set_ms(GENESIS_MS + 86_400_000);
    assert!(house.node.board.catch_up().is_some_and(|catch_up| catch_up.goal > 3 + FAR));
    let asked = AtomicU32::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) > 5;
    let rounds_ended = &AtomicBool::new(true);
    Prover {
        rounds: &house.node.rounds,
        board: &house.node.board,
        stop: &stop,
        rounds_ended,
        fetch: None,
        yields: true,
    }
    .run();
    assert_eq!(proved(&house), []);
}

#[test]
fn epochs_with_announcements_are_proved() {
    let mut world = World::with_lead(2);
    let dir = TempDir::new().unwrap();
    let store = Store::create(dir.path(), &world.chain).unwrap();
    for round in 1..=6 {
        world.announce(round % 5, 40 + u64::from(round));
        store.append(&world.next()).unwrap();
    }
    let house = House::over(store);
    prove_unless(&house, |_| false);
    assert_eq!(proved(&house), [(1, 3), (4, 3)]);
}

#[test]
fn a_damaged_or_shorter_proof_is_made_again() {
    let mut world = World::new(5, 1, GENESIS_MS);
    let rounds = world.rounds(6);
    for damaged in [true, false] {
        let dir = TempDir::new().unwrap();
        let store = Store::create(dir.path(), &world.chain).unwrap();
        rounds.iter().for_each(|round| store.append(round).unwrap());
        store.add_epoch(&epoch(&world.chain, &rounds[..2])).unwrap();
        drop(store);
        if damaged {
            damage_epoch(&dir, 1);
        }
        let house = House::over(Store::open(dir.path()).unwrap());
        prove_unless(&house, |_| false);
        assert_eq!(proved(&house), [(1, 3), (4, 3)]);
    }
}

#[test]
fn an_epoch_with_a_damaged_round_is_left_out_and_the_next_is_proved() {
    let (dir, store) = filled(&mut World::new(5, 1, GENESIS_MS), 9);
    drop(store);
    damage(&dir, 2);
    let house = House::over(Store::open(dir.path()).unwrap());
    prove_unless(&house, |_| false);
    assert_eq!(proved(&house), [(4, 3), (7, 3)]);
}

/// Rounds come first: nothing is proved while a round is under way.
#[test]
fn proofs_wait_while_a_round_is_under_way() {
    let (_dir, store) = filled(&mut World::new(5, 1, GENESIS_MS), 3);
    let house = House::over(store);
    for phase in [Phase::Tickets, Phase::Delay, Phase::Proof] {
        house.node.board.set_status(crate::status::Status { phase, ..house.node.board.status() });
        prove_unless(&house, |asked| asked > 8);
        assert!(proved(&house).is_empty(), "{phase:?}");
    }
    let node = &house.node;
    prove_unless(&house, |asked| {
        if asked == 8 {
            node.board.set_status(crate::status::Status { phase: Phase::Waiting, ..node.board.status() });
        }
        false
    });
    assert_eq!(proved(&house), [(1, 3)]);
}

#[test]
fn a_stop_leaves_the_epoch_for_the_next_start() {
    let (_dir, store) = filled(&mut World::new(5, 1, GENESIS_MS), 6);
    let house = House::over(store);
    let mut questions = 0;
    // Wherever it is stopped, all stored proofs are complete.
    while proved(&house).len() < 2 {
        prove_unless(&house, |asked| asked >= questions);
        for (first, count) in proved(&house) {
            assert_eq!((first % 3, count), (1, 3));
        }
        questions += 1;
    }
    assert!(questions > 4, "it asks between its rounds");
}

#[test]
fn a_full_disk_is_tried_again() {
    let disk = Recorder::default();
    let house = House::on(&disk);
    let rounds = World::new(5, 1, GENESIS_MS).rounds(3);
    rounds.iter().for_each(|round| house.node.rounds.store().append(round).unwrap());
    disk.set_fault(Some(Fault::FullAfter(0)));
    let full = AtomicU32::new(0);
    prove_unless(&house, |asked| {
        // The wait after the failure calls `stop` ten times.
        if full.load(Ordering::Relaxed) == 0 && asked > 12 {
            full.store(asked, Ordering::Relaxed);
            disk.set_fault(None);
        }
        false
    });
    assert!(full.load(Ordering::Relaxed) > 0, "the disk was full");
    assert_eq!(proved(&house), [(1, 3)]);
}
