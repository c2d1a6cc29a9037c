//! A crash before every single effect, with and without a loss of power.

use super::*;
use heliast_disk::recorder::{Fault, Loss, Recorder, every_end};

const LOSSES: [Loss; 4] = [Loss::Kept, Loss::Lost, Loss::Torn, Loss::Drawn(1)];

/// Calls `scenario` with a process that ends after 0, 1, 2, ... effects, until it makes all of them.
fn at_every_effect(scenario: impl Fn(&Recorder, Loss) -> bool) {
    for loss in LOSSES {
        assert!(every_end(|recorder| scenario(recorder, loss)).is_some(), "it never ends");
    }
}

#[test]
fn a_crash_while_proving_lets_nothing_answer_twice() {
    at_every_effect(|recorder, loss| {
        let world = World::new();
        generate(&world, "store", terms(4));
        let mut released = Released::default();
        let mut script = |store: &mut Store| -> Result<(), Error> {
            for (position, input) in [(0, b"a"), (1, b"b"), (1, b"b"), (2, b"c"), (9, b"d")] {
                released.prove(store, position, input)?;
            }
            store.skip_to(FIRST + 12)?;
            released.prove(store, 12, b"e")
        };
        let opened = Store::open_on(recorder.disk(), &world.dir("store"), None, &world.settings);
        let done = match opened {
            Err(_) => false,
            Ok(mut store) => {
                let done = script(&mut store).is_ok();
                if !done {
                    // The process has not noticed the crash, and continues to request answers.
                    released.attack(&mut store);
                    assert!(store.prove(turn(15), b"f").is_err());
                }
                done
            }
        };
        recorder.crash(loss).unwrap();
        // The store always continues after a crash, and the next one to answer has a record of everything
        // that was released.
        let mut store = world.open("store").unwrap();
        released.attack(&mut store);
        released.prove(&mut store, 15, b"g").unwrap();
        drop(store);
        released.attack(&mut world.open("store").unwrap());
        done
    });
}

#[test]
fn a_crash_after_a_crash_lets_nothing_answer_twice() {
    // The first crash comes at each of the steps of one mark, the second at each later step.
    for first in 0..11 {
        at_every_effect(|recorder, loss| {
            let world = World::new();
            generate(&world, "store", terms(4));
            let (before, mut released) = (Recorder::default(), Released::default());
            before.set_fault(Some(Fault::EndAfter(first)));
            if let Ok(mut store) = Store::open_on(before.disk(), &world.dir("store"), None, &world.settings) {
                let _ = released.prove(&mut store, 1, b"a");
            }
            before.crash(loss).unwrap();
            let mut done = false;
            if let Ok(mut store) = Store::open_on(recorder.disk(), &world.dir("store"), None, &world.settings)
            {
                released.attack(&mut store);
                done = released.prove(&mut store, 1, b"other").is_ok()
                    | released.prove(&mut store, 2, b"b").is_ok();
            }
            recorder.crash(loss).unwrap();
            let mut store = world.open("store").unwrap();
            released.attack(&mut store);
            let _ = released.prove(&mut store, 1, b"third");
            released.prove(&mut store, 3, b"c").unwrap();
            released.attack(&mut store);
            done
        });
    }
}

#[test]
fn a_kill_and_then_a_loss_of_power_let_nothing_answer_twice() {
    for loss in LOSSES {
        for effects in 0..16 {
            let world = World::new();
            generate(&world, "store", terms(4));
            let (recorder, mut released) = (Recorder::default(), Released::default());
            recorder.set_fault(Some(Fault::EndAfter(effects)));
            if let Ok(mut store) = Store::open_on(recorder.disk(), &world.dir("store"), None, &world.settings)
            {
                let _ = released.prove(&mut store, 1, b"a");
                let _ = released.prove(&mut store, 2, b"b");
            }
            // The next process finds data in memory that may not be on the disk, answers by it, and then the
            // power fails.
            recorder.set_fault(None);
            let mut store =
                Store::open_on(recorder.disk(), &world.dir("store"), None, &world.settings).unwrap();
            for (position, input) in [(1, b"a"), (2, b"b"), (1, b"c"), (2, b"c")] {
                let _ = released.prove(&mut store, position, input);
            }
            drop(store);
            recorder.crash(loss).unwrap();
            let mut store = world.open("store").unwrap();
            released.attack(&mut store);
            let _ = released.prove(&mut store, 1, b"d");
            let _ = released.prove(&mut store, 2, b"d");
        }
    }
}

#[test]
fn a_full_disk_stops_no_answer_that_needs_no_space() {
    let world = World::with_key();
    fs::remove_file(world.dir("store/subtree-0")).unwrap();
    // In place of the cache there is something that cannot be replaced.
    for index in 0..8 {
        fs::create_dir(world.dir(&format!("store/.subtree-{index}.new"))).unwrap();
    }
    let mut store = world.open("store").unwrap();
    for position in 0..64 {
        let (output, proof) = store.prove(turn(position), b"x").unwrap();
        assert_eq!(store.public_key().verify(turn(position), b"x", proof.as_bytes()), Ok(output));
    }
}

#[test]
fn a_crash_while_adopting_leaves_at_most_one_store_that_answers() {
    at_every_effect(|recorder, loss| {
        let (world, mut released) = (World::new(), Released::default());
        generate(&world, "store", terms(4));
        released.prove(&mut world.open("store").unwrap(), 3, b"x").unwrap();
        copy_dir(&world.dir("store"), &world.dir("copy"));
        let done =
            Store::adopt_on(recorder.disk(), &world.dir("copy"), None, &world.settings, beyond(FIRST + 5))
                .is_ok();
        recorder.crash(loss).unwrap();
        // The copy is first in one case, the original in the other.
        for names in [["copy", "store"], ["store", "copy"]] {
            let mut answered = 0;
            for name in names {
                if let Ok(mut store) = world.open(name) {
                    released.attack(&mut store);
                    let next = store.next_turn().unwrap().round - FIRST;
                    released.prove(&mut store, next, name.as_bytes()).unwrap();
                    answered += 1;
                }
            }
            assert_eq!(answered, 1, "{names:?}");
        }
        // An adoption repairs everything.
        let mut copy = world.adopt("copy", FIRST + 10).unwrap();
        released.attack(&mut copy);
        released.prove(&mut copy, 10, b"y").unwrap();
        done
    });
}

#[test]
fn a_crash_while_generating_costs_work_and_nothing_else() {
    let expected = *oracle(terms(4)).public_key();
    at_every_effect(|recorder, loss| {
        let world = World::new();
        let (dir, settings) = (world.dir("store"), || world.settings.clone());
        let generation = Generation::create_on(recorder.disk(), &dir, request(terms(4)), None, settings());
        let made = generation.and_then(|generation| generation.run(&AtomicBool::new(false), |_| {}));
        let done = made.is_ok();
        recorder.crash(loss).unwrap();
        let generation = match Generation::resume(&dir, None, settings()) {
            Err(Error::NoKey(_)) => Generation::create(&dir, request(terms(4)), None, settings()),
            resumed => resumed,
        };
        let public = generation.unwrap().run(&AtomicBool::new(false), |_| {}).unwrap();
        assert_eq!(public, expected);
        let mut store = world.open("store").unwrap();
        let (output, proof) = store.prove(turn(7), b"x").unwrap();
        assert_eq!(expected.verify(turn(7), b"x", proof.as_bytes()), Ok(output));
        done
    });
}

#[test]
fn a_failed_mark_closes_the_store() {
    let world = World::with_key();
    let recorder = Recorder::default();
    let mut store = Store::open_on(recorder.disk(), &world.dir("store"), None, &world.settings).unwrap();
    store.prove(turn(0), b"x").unwrap();
    recorder.set_fault(Some(Fault::EndAfter(0)));
    assert!(matches!(store.prove(turn(1), b"x"), Err(Error::Io { .. })));
    // The disk works again, but its contents are unknown.
    recorder.set_fault(None);
    for position in [1, 2] {
        assert_eq!(refused(store.prove(turn(position), b"x")), crate::Refusal::Failed);
    }
    assert_eq!(refused(store.skip_to(FIRST + 9)), crate::Refusal::Failed);
    drop(store);
    world.open("store").unwrap().prove(turn(1), b"x").unwrap();
}

#[test]
fn a_crash_while_destroying_leaves_no_key_or_one_that_remembers() {
    at_every_effect(|recorder, loss| {
        let world = World::new();
        generate(&world, "store", terms(4));
        let mut released = Released::default();
        let store = Store::open_on(recorder.disk(), &world.dir("store"), None, &world.settings);
        let destroyed = store.and_then(|mut store| {
            released.prove(&mut store, 3, b"x")?;
            store.settle();
            copy_dir(&world.dir("store"), &world.dir("copy"));
            store.destroy()
        });
        recorder.crash(loss).unwrap();
        if let Ok(mut store) = world.open("store") {
            assert!(destroyed.is_err());
            released.attack(&mut store);
        }
        if world.dir("copy").exists() {
            world.refused("copy");
        }
        destroyed.is_ok()
    });
}
