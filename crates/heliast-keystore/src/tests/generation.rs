//! Generation: the key is the same for every height of subtrees and every interruption.

use super::*;
use crate::Progress;
use std::sync::atomic::Ordering;

#[test]
fn cut_and_threads_do_not_show_in_the_key() {
    let expected = *oracle(terms(6)).public_key();
    for subtree in 1..=6 {
        for threads in [1, 3] {
            let mut world = World::new();
            world.settings.threads = NonZero::new(threads).unwrap();
            let request = Request { subtree: Some(subtree), ..request(terms(6)) };
            let generation =
                Generation::create(&world.dir("store"), request, None, world.settings.clone()).unwrap();
            assert_eq!(generation.run(&AtomicBool::new(false), |_| {}).unwrap(), expected);
            let mut store = world.open("store").unwrap();
            for position in [0, 31, 63] {
                let (output, proof) = store.prove(turn(position), b"x").unwrap();
                assert_eq!(expected.verify(turn(position), b"x", proof.as_bytes()), Ok(output));
            }
        }
    }
}

#[test]
fn an_interrupted_generation_goes_on_where_it_was() {
    let expected = *oracle(terms(9)).public_key();
    let world = World::new();
    let dir = world.dir("store");
    let mut generation = Generation::create(&dir, request(terms(9)), None, world.settings.clone()).unwrap();
    let (mut last, mut interruptions) = (0, 0);
    let public = loop {
        let Progress { done, total } = generation.progress();
        assert!(done >= last && total == 512);
        last = done;
        let stop = AtomicBool::new(false);
        let ran = generation.run(&stop, |progress| {
            assert!(progress.done >= last && progress.done <= 512);
            stop.store(progress.done > last, Ordering::Relaxed);
        });
        match ran {
            Ok(public) => break public,
            Err(Error::Interrupted { done, total }) => assert!(done >= last && done < total),
            Err(other) => panic!("{other}"),
        }
        interruptions += 1;
        let opened = world.open("store");
        assert!(matches!(opened, Err(Error::Unfinished { total: 64, .. })), "half a key is not a key");
        generation = Generation::resume(&dir, None, world.settings.clone()).unwrap();
    };
    assert!(interruptions > 3, "{interruptions}");
    assert_eq!(public, expected);
}

#[test]
fn damage_to_the_progress_costs_work_and_nothing_else() {
    let expected = *oracle(terms(6)).public_key();
    for at in [0, 20, 63, 64, 100, 103, 110, 383] {
        let world = World::with_key();
        let (dir, roots) = (world.dir("store"), world.dir("store/roots"));
        let mut bytes = fs::read(&roots).unwrap();
        bytes[at] ^= 0x10;
        fs::write(&roots, &bytes).unwrap();
        let generation = Generation::resume(&dir, None, world.settings.clone()).unwrap();
        let lost = if at < 64 { 64 } else { 8 };
        assert!(!generation.is_complete());
        assert_eq!(generation.progress(), Progress { done: 64 - lost, total: 64 }, "byte {at}");
        assert_eq!(generation.run(&AtomicBool::new(false), |_| {}).unwrap(), expected);
        world.open("store").unwrap();
    }
}

#[test]
fn a_complete_key_stays_as_it_is() {
    let world = World::with_key();
    world.open("store").unwrap().prove(turn(3), b"x").unwrap();
    let files = ["secret", "marks", "roots", "public.json"].map(|name| world.dir("store").join(name));
    let before = files.each_ref().map(|path| fs::read(path).unwrap());
    let generation = Generation::resume(&world.dir("store"), None, world.settings.clone()).unwrap();
    assert!(generation.is_complete());
    assert_eq!(generation.run(&AtomicBool::new(true), |_| {}).unwrap(), *oracle(terms(6)).public_key());
    assert_eq!(files.each_ref().map(|path| fs::read(path).unwrap()), before);
    let created = Generation::create(&world.dir("store"), request(terms(6)), None, world.settings.clone());
    assert!(matches!(refused(created), crate::Refusal::Exists(_)));
    world.open("store").unwrap();
}

#[test]
fn a_directory_with_other_files_is_left_alone() {
    let world = World::new();
    fs::create_dir(world.dir("home")).unwrap();
    fs::write(world.dir("home/subtree-of-mine"), b"").unwrap();
    let created = Generation::create(&world.dir("home"), request(terms(6)), None, world.settings.clone());
    assert!(matches!(refused(created), crate::Refusal::Occupied(_)));
    assert_eq!(fs::read_dir(world.dir("home")).unwrap().count(), 1);
}

#[test]
fn seeds_come_from_the_system_unless_they_are_given() {
    let world = World::new();
    let fresh = |name: &str| {
        let request = Request { terms: terms(5), subtree: None, seeds: None };
        let generation = Generation::create(&world.dir(name), request, None, world.settings.clone()).unwrap();
        generation.run(&AtomicBool::new(false), |_| {}).unwrap()
    };
    let (a, b) = (fresh("a"), fresh("b"));
    assert!(a.root != b.root && a.pub_seed != b.pub_seed);
}

#[test]
fn cuts_that_do_not_fit_make_no_directory() {
    let world = World::new();
    for subtree in [0, 7, 255] {
        let request = Request { subtree: Some(subtree), ..request(terms(6)) };
        let created = Generation::create(&world.dir("store"), request, None, world.settings.clone());
        assert!(matches!(created, Err(Error::Subtree { .. })));
        assert!(!world.dir("store").exists());
    }
}
