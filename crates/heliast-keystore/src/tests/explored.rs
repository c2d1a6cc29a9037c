//! All states that a crash can leave of a key that is used, taken over, removed, put under another passphrase
//! or made, and each call failing once. No position answers twice, and at most one of a key and its copy
//! answers. `heliast_disk::recorder::Explorer` visits them.

use super::*;
use crate::Passphrase;
use heliast_disk::{
    Disk,
    recorder::{Explorer, Fault, Figures, Loss, Omission, Trial},
};
use std::sync::LazyLock;

/// A key of 2^4 leaves in subtrees of 2^3. Each trial uses a copy, because making the key takes longest.
static KEY: LazyLock<World> = LazyLock::new(|| {
    let world = World::new();
    generate(&world, "store", terms(4));
    world
});

/// A world with its own copy of that key, which has answered nothing. One thread makes the same calls each
/// time.
fn with_key(trial: &Trial) -> World {
    let mut world = World::new();
    world.settings.threads = NonZero::<usize>::MIN;
    copy_dir(&KEY.dir("store"), &world.dir("store"));
    drop(world.adopt_by(trial.disk(), "store", 0).unwrap());
    world
}

fn explore(name: &str, scenario: impl FnMut(&mut Trial)) -> Figures {
    let figures = Explorer::default().explore(scenario).unwrap_or_else(|violation| panic!("{violation}"));
    println!("{name}: {figures}");
    figures
}

impl World {
    fn open_by(&self, disk: Disk, name: &str) -> Result<Store, Error> {
        Store::open_on(disk, &self.dir(name), None, &self.settings)
    }

    fn adopt_by(&self, disk: Disk, name: &str, position: u64) -> Result<Store, Error> {
        Store::adopt_on(disk, &self.dir(name), None, &self.settings, beyond(FIRST + position))
    }
}

/// Answers in two subtrees, with a lot that loses and turns that are skipped.
fn answers(world: &World, disk: Disk, released: &mut Released) -> Result<(), Error> {
    let mut store = world.open_by(disk, "store")?;
    for (position, input) in [(0, b"a"), (1, b"b"), (1, b"b")] {
        released.prove(&mut store, position, input)?;
    }
    assert!(store.draw(turn(2), b"c", |_| false)?.is_none());
    released.prove(&mut store, 3, b"d")?;
    store.skip_to(FIRST + 6)?;
    released.prove(&mut store, 8, b"e")
}

/// The next processes: the store continues, and no position answers twice.
fn goes_on(trial: &Trial, world: &World, released: &mut Released) {
    let mut store =
        world.open_by(trial.disk(), "store").unwrap_or_else(|error| panic!("it does not go on: {error}"));
    released.attack(&mut store);
    for position in [1, 3] {
        let _ = released.prove(&mut store, position, b"f");
    }
    released.prove(&mut store, 10, b"g").unwrap();
    drop(store);
    released.attack(&mut world.open_by(trial.disk(), "store").unwrap());
}

#[test]
fn no_position_answers_twice_in_any_state_that_a_crash_leaves() {
    let figures = explore("answers", |trial| {
        let (world, mut released) = (with_key(trial), Released::default());
        trial.begin();
        if answers(&world, trial.disk(), &mut released).is_err() {
            // If only a call failed, the next process finds the data that this one left in the system's
            // memory.
            if let Ok(mut store) = world.open_by(trial.disk(), "store") {
                released.attack(&mut store);
                let _ = released.prove(&mut store, 1, b"other");
                let _ = released.prove(&mut store, 9, b"f");
            }
        }
        trial.crash().unwrap();
        goes_on(trial, &world, &mut released);
    });
    assert!(figures.operations > 25 && figures.whole == figures.crashes, "{figures}");
}

/// The session's record is lost with the power, and causes no wrong refusals.
#[test]
fn no_position_answers_twice_where_a_session_remembers() {
    explore("answers with a memory", |trial| {
        let (world, mut released) = (with_key(trial), Released::default());
        trial.recorder().set_session_dir(&world.dir("session"));
        trial.begin();
        if answers(&world, trial.disk(), &mut released).is_err()
            && let Ok(mut store) = world.open_by(trial.disk(), "store")
        {
            released.attack(&mut store);
            let _ = released.prove(&mut store, 9, b"f");
        }
        trial.crash().unwrap();
        let _ = fs::remove_dir_all(world.dir("session"));
        goes_on(trial, &world, &mut released);
    });
}

/// A first process is killed, or a first loss of power happens, at each call; then all states after the
/// second one.
#[test]
fn a_crash_after_a_crash_leaves_no_state_in_which_a_position_answers_twice() {
    let mut all = Figures::default();
    for first in 0..8 {
        for loss in [None, Some(Loss::Lost), Some(Loss::Torn)] {
            let explorer = Explorer { samples: 0, ..Explorer::default() };
            let explored = explorer.explore(|trial| {
                let (world, mut released) = (with_key(trial), Released::default());
                trial.recorder().set_fault(Some(Fault::EndAfter(first)));
                if let Ok(mut store) = world.open_by(trial.disk(), "store") {
                    let _ = released.prove(&mut store, 1, b"a");
                }
                trial.recorder().set_fault(None);
                loss.into_iter().for_each(|loss| trial.recorder().crash(loss).unwrap());
                trial.begin();
                if let Ok(mut store) = world.open_by(trial.disk(), "store") {
                    released.attack(&mut store);
                    let _ = released.prove(&mut store, 1, b"other");
                    let _ = released.prove(&mut store, 2, b"b");
                }
                trial.crash().unwrap();
                goes_on(trial, &world, &mut released);
            });
            all +=
                explored.unwrap_or_else(|violation| panic!("after {first} calls and {loss:?}, {violation}"));
        }
    }
    println!("a crash after a crash: {all}");
}

#[test]
fn of_a_store_and_its_copy_one_answers_in_any_state_that_a_crash_leaves() {
    explore("adoption", |trial| {
        let (world, mut released) = (with_key(trial), Released::default());
        released.prove(&mut world.open_by(trial.disk(), "store").unwrap(), 3, b"x").unwrap();
        copy_dir(&world.dir("store"), &world.dir("copy"));
        let adopt = |trial: &Trial| world.adopt_by(trial.disk(), "copy", 8);
        trial.begin();
        let mut adopted = adopt(trial).or_else(|_| adopt(trial));
        if let Ok(copy) = &mut adopted {
            released.attack(copy);
            let _ = released.prove(copy, 8, b"z");
        }
        let is_adopted = adopted.map(drop).is_ok();
        trial.crash().unwrap();
        let mut answered = vec![];
        for name in ["store", "copy"] {
            if let Ok(mut store) = world.open_by(trial.disk(), name) {
                released.attack(&mut store);
                let next = store.next_turn().unwrap().round - FIRST;
                released.prove(&mut store, next, name.as_bytes()).unwrap();
                answered.push(name);
            }
        }
        assert!(answered.len() == 1 && (!is_adopted || answered == ["copy"]), "{answered:?}");
        let mut copy = world.adopt_by(trial.disk(), "copy", 10).unwrap();
        released.attack(&mut copy);
        released.prove(&mut copy, 10, b"y").unwrap();
        drop(copy);
        assert!(world.open_by(trial.disk(), "store").is_err());
    });
}

#[test]
fn a_removed_key_is_gone_or_remembers_in_any_state_that_a_crash_leaves() {
    explore("removal", |trial| {
        let (world, mut released) = (with_key(trial), Released::default());
        trial.begin();
        let removed = world.open_by(trial.disk(), "store").and_then(|mut store| {
            released.prove(&mut store, 3, b"x")?;
            copy_dir(&world.dir("store"), &world.dir("copy"));
            store.destroy()
        });
        trial.crash().unwrap();
        if let Ok(mut store) = world.open_by(trial.disk(), "store") {
            assert!(removed.is_err(), "it is there again");
            released.attack(&mut store);
        }
        assert!(
            !world.dir("copy").exists() || world.open_by(trial.disk(), "copy").is_err(),
            "a copy answers"
        );
    });
}

#[test]
fn a_secret_is_under_the_old_passphrase_or_the_new_one_in_any_state() {
    let words = |text: &str| Passphrase::new(text.to_owned()).with_work(1).unwrap();
    let (old, new) = (words("old"), words("new"));
    explore("passphrase", |trial| {
        let (world, mut released) = (with_key(trial), Released::default());
        let dir = world.dir("store");
        Store::protect_on(&trial.disk(), &dir, None, Some(&old)).unwrap();
        let disk = trial.disk();
        let open = |words| Store::open_on(disk.clone(), &dir, Some(words), &world.settings);
        released.prove(&mut open(&old).unwrap(), 3, b"x").unwrap();
        trial.begin();
        let is_done = Store::protect_on(&trial.disk(), &dir, Some(&old), Some(&new)).is_ok();
        trial.crash().unwrap();
        let (by_old, by_new) = (open(&old).map(drop).is_ok(), open(&new).map(drop).is_ok());
        assert!(by_old != by_new && (by_new || !is_done), "{by_old} {by_new} {is_done}");
        let mut store = open(if by_new { &new } else { &old }).unwrap();
        released.attack(&mut store);
        released.prove(&mut store, 4, b"y").unwrap();
    });
}

#[test]
fn a_key_that_is_being_made_is_finished_from_any_state() {
    let expected = *oracle(terms(4)).public_key();
    explore("generation", |trial| {
        let mut world = World::new();
        world.settings.threads = NonZero::<usize>::MIN;
        let (dir, settings) = (world.dir("store"), || world.settings.clone());
        let make = |disk: Disk| -> Result<PublicKey, Error> {
            let begun = match Generation::resume_on(disk.clone(), &dir, None, settings()) {
                Err(Error::NoKey(_)) => {
                    Generation::create_on(disk, &dir, request(terms(4)), None, settings())
                }
                resumed => resumed,
            };
            begun?.run(&AtomicBool::new(false), |_| {})
        };
        trial.begin();
        let mut released = Released::default();
        let made = make(trial.disk()).or_else(|_| make(trial.disk()));
        if made.is_ok() {
            let _ = world
                .open_by(trial.disk(), "store")
                .and_then(|mut store| released.prove(&mut store, 2, b"x"));
        }
        trial.crash().unwrap();
        if made.is_err() {
            assert_eq!(make(trial.disk()).unwrap(), expected);
        }
        let mut store = world.open_by(trial.disk(), "store").unwrap();
        released.attack(&mut store);
        released.prove(&mut store, 7, b"y").unwrap();
    });
}

/// The explorer must detect a program that does not sync its marks, or the names of files that it puts in
/// place and removes.
#[test]
fn syncs_that_are_left_out_are_found() {
    let marks = Explorer::default().crashes(|trial| {
        let (world, mut released) = (with_key(trial), Released::default());
        trial.recorder().omit(Some(Omission::Files));
        trial.begin();
        let _ = answers(&world, trial.disk(), &mut released);
        trial.crash().unwrap();
        goes_on(trial, &world, &mut released);
    });
    let said = marks.unwrap_err().said;
    assert!(said.contains("answers twice") || said.contains("does not go on"), "{said}");
    let names = Explorer::default().crashes(|trial| {
        let world = with_key(trial);
        copy_dir(&world.dir("store"), &world.dir("copy"));
        trial.recorder().omit(Some(Omission::Names));
        trial.begin();
        let is_adopted = world.adopt_by(trial.disk(), "copy", 8).map(drop).is_ok();
        trial.crash().unwrap();
        assert!(!is_adopted || world.open_by(trial.disk(), "store").is_err(), "both answer");
    });
    assert_eq!(names.unwrap_err().said, "both answer");
}
