//! Keys that were copied or restored before they were complete, and seeds that are used twice.

use super::*;
use crate::Refusal;

/// A world with a store whose generation was stopped at once.
fn begun() -> World {
    let world = World::new();
    let generation =
        Generation::create(&world.dir("store"), request(terms(6)), None, world.settings.clone()).unwrap();
    let stopped = generation.run(&AtomicBool::new(true), |_| {});
    assert!(matches!(stopped, Err(Error::Interrupted { .. })));
    world
}

fn complete(world: &World, name: &str) -> Result<PublicKey, Error> {
    let generation = Generation::resume(&world.dir(name), None, world.settings.clone())?;
    generation.run(&AtomicBool::new(false), |_| {})
}

/// Returns the same disk, seen from another machine.
fn elsewhere(mut world: World) -> World {
    world.settings.host = HostId::of_id(b"another machine");
    world.settings.witnesses = world.dir("another state");
    world
}

#[test]
fn a_copy_of_an_unfinished_key_answers_nothing_before_it_is_adopted() {
    for alone in [false, true] {
        let world = begun();
        copy_dir(&world.dir("store"), &world.dir("copy"));
        if alone {
            for name in ["roots", "lock"] {
                fs::remove_file(world.dir("copy").join(name)).unwrap();
            }
        }
        complete(&world, "store").unwrap();
        let mut released = Released::default();
        released.prove(&mut world.open("store").unwrap(), 7, b"here").unwrap();

        let world = elsewhere(world);
        assert!(matches!(refused(complete(&world, "copy")), Refusal::BegunElsewhere(_)));
        assert!(matches!(world.refused("copy"), Refusal::MarksDamaged { .. }));
        let mut store = world.adopt("copy", FIRST + 20).unwrap();
        released.attack(&mut store);
        released.prove(&mut store, 20, b"there").unwrap();
    }
}

#[test]
fn a_copy_on_the_same_machine_finds_the_witness() {
    let world = begun();
    copy_dir(&world.dir("store"), &world.dir("copy"));
    complete(&world, "store").unwrap();
    world.open("store").unwrap().prove(turn(7), b"here").unwrap();
    assert!(matches!(refused(complete(&world, "copy")), Refusal::AlreadyUsed { .. }));
}

#[test]
fn an_unfinished_key_can_be_moved_in_place_and_resumed() {
    let world = begun();
    fs::rename(world.dir("store"), world.dir("moved")).unwrap();
    let public = complete(&world, "moved").unwrap();
    assert_eq!(public, *oracle(terms(6)).public_key());
    world.open("moved").unwrap().prove(turn(0), b"x").unwrap();
}

/// The witness is lost, too, so only the store's own marks show it.
#[test]
fn an_old_unfinished_secret_does_not_erase_the_marks() {
    let world = begun();
    let secret = world.dir("store/secret");
    let unfinished = fs::read(&secret).unwrap();
    complete(&world, "store").unwrap();
    world.open("store").unwrap().prove(turn(3), b"first").unwrap();
    fs::write(&secret, unfinished).unwrap();
    fs::remove_file(world.witness()).unwrap();
    assert!(
        matches!(refused(complete(&world, "store")), Refusal::AlreadyUsed { path } if path.ends_with("marks"))
    );
}

/// Keys of the same seeds share their one-time keys, even if everything else differs.
#[test]
fn seeds_make_one_key_on_a_machine() {
    let world = World::with_key();
    let others = [
        Terms::new(Scheme::XVrf, 6, 2, FIRST).unwrap(),
        Terms::new(Scheme::XVrf, 6, 1, FIRST + 1).unwrap(),
        terms(7),
    ];
    for (number, terms) in others.into_iter().enumerate() {
        let dir = world.dir(&number.to_string());
        let generation = Generation::create(&dir, request(terms), None, world.settings.clone()).unwrap();
        assert!(matches!(
            refused(generation.run(&AtomicBool::new(false), |_| {})),
            Refusal::AlreadyUsed { .. }
        ));
    }
}
