//! Stores that were copied, moved, restored or adopted.

use super::*;
use crate::Refusal;
use heliast_disk::{
    Disk,
    recorder::{Call, Recorder},
};

/// A world with a store that has answered at position 5.
fn used() -> (World, Released) {
    let (world, mut released) = (World::with_key(), Released::default());
    let mut store = world.open("store").unwrap();
    released.prove(&mut store, 5, b"x").unwrap();
    store.settle();
    (world, released)
}

/// Writes bytes into an existing file, so that it stays the same file.
fn restore(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).unwrap();
}

/// A witness that is copied and restored together with the key would show nothing.
#[test]
fn a_witness_within_the_key_is_refused() {
    let (world, _) = used();
    let dir = world.dir("store");
    for witnesses in [dir.clone(), dir.join("state").join("keys"), world.dir("state/../store/state")] {
        let settings = Settings { witnesses: witnesses.clone(), ..world.settings.clone() };
        let opened = refused(Store::open(&dir, None, &settings));
        assert!(matches!(&opened, Refusal::WitnessInside { .. }), "{opened}");
        assert!(matches!(
            refused(Store::adopt(&dir, None, &settings, FIRST + 20)),
            Refusal::WitnessInside { .. }
        ));
    }
    // A directory whose name begins like the key's is not within it.
    let settings = Settings { witnesses: world.dir("store-witnesses"), ..world.settings.clone() };
    assert!(matches!(refused(Store::open(&dir, None, &settings)), Refusal::WitnessMissing { .. }));
    world.open("store").unwrap();
}

#[test]
fn a_copy_is_refused_and_the_original_goes_on() {
    let (world, mut released) = used();
    copy_dir(&world.dir("store"), &world.dir("copy"));
    assert!(matches!(world.refused("copy"), Refusal::Copied { .. }));
    released.prove(&mut world.open("store").unwrap(), 6, b"y").unwrap();
    assert!(matches!(world.refused("copy"), Refusal::Copied { .. }));
}

#[test]
fn a_copy_can_not_be_opened_beside_the_original() {
    let (world, _) = used();
    copy_dir(&world.dir("store"), &world.dir("copy"));
    let _store = world.open("store").unwrap();
    assert!(matches!(refused(world.adopt("copy", FIRST + 20)), Refusal::InUse(_)));
}

#[test]
fn a_renamed_directory_is_the_same_store() {
    let (world, mut released) = used();
    fs::rename(world.dir("store"), world.dir("elsewhere")).unwrap();
    let mut store = world.open("elsewhere").unwrap();
    released.prove(&mut store, 5, b"x").unwrap();
    released.attack(&mut store);
}

/// A snapshot of hard links changes together with the store, so neither is behind.
#[test]
fn a_directory_of_hard_links_is_refused_under_both_names() {
    let (world, mut released) = used();
    fs::create_dir(world.dir("links")).unwrap();
    for entry in fs::read_dir(world.dir("store")).unwrap() {
        let path = entry.unwrap().path();
        fs::hard_link(&path, world.dir("links").join(path.file_name().unwrap())).unwrap();
    }
    for name in ["links", "store"] {
        assert!(matches!(world.refused(name), Refusal::Linked { .. }));
        assert!(matches!(refused(world.adopt(name, FIRST + 20)), Refusal::Linked { .. }));
    }
    fs::remove_dir_all(world.dir("links")).unwrap();
    let mut store = world.open("store").unwrap();
    released.attack(&mut store);
    assert_eq!(store.next_turn(), Some(turn(6)));
}

#[test]
fn one_file_of_the_key_under_a_second_name_or_behind_a_link_is_enough_to_refuse() {
    let (world, _) = used();
    let witness = world.witness();
    let files = ["store/secret", "store/lock", "store/marks"].map(|name| world.dir(name));
    for path in files.into_iter().chain([witness.clone(), witness.with_extension("lock")]) {
        let aside = world.dir("aside");
        fs::hard_link(&path, &aside).unwrap();
        assert_eq!(world.refused("store"), Refusal::Linked { path: path.clone() });
        fs::remove_file(&path).unwrap();
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&aside, &path).unwrap();
            assert_eq!(world.refused("store"), Refusal::Linked { path: path.clone() });
            fs::remove_file(&path).unwrap();
        }
        fs::rename(&aside, &path).unwrap();
        drop(world.open("store").unwrap());
    }
}

/// A link may later lead to another place.
#[cfg(unix)]
#[test]
fn witnesses_behind_a_link_are_refused() {
    let (world, _) = used();
    let link = world.dir("link");
    std::os::unix::fs::symlink(&world.settings.witnesses, &link).unwrap();
    let settings = Settings { witnesses: link.clone(), ..world.settings.clone() };
    let opened = Store::open(&world.dir("store"), None, &settings);
    assert_eq!(refused(opened), Refusal::Linked { path: link.clone() });
    let adopted = Store::adopt(&world.dir("store"), None, &settings, FIRST + 20);
    assert_eq!(refused(adopted), Refusal::Linked { path: link.clone() });
    // A link into the key's own directory is within it.
    fs::remove_file(&link).unwrap();
    fs::create_dir(world.dir("store/inside")).unwrap();
    std::os::unix::fs::symlink(world.dir("store/inside"), &link).unwrap();
    assert!(matches!(
        refused(Store::open(&world.dir("store"), None, &settings)),
        Refusal::WitnessInside { .. }
    ));
    // Links above the directory of the witnesses are allowed.
    std::os::unix::fs::symlink(world.dir("state"), world.dir("home")).unwrap();
    let settings = Settings { witnesses: world.dir("home/keys"), ..world.settings.clone() };
    Store::open(&world.dir("store"), None, &settings).unwrap();
}

/// The copy is adopted with witnesses of its own, but those of the original have later records.
#[test]
fn adopting_by_other_witnesses_counts_the_users_own_and_supersedes_its_store() {
    let (world, mut released) = used();
    copy_dir(&world.dir("store"), &world.dir("copy"));
    released.prove(&mut world.open("store").unwrap(), 9, b"z").unwrap();
    let own = Some(world.settings.witnesses.as_path());
    let elsewhere = Settings { witnesses: world.dir("elsewhere"), ..world.settings.clone() };
    let adopt = |next| {
        Store::adopt_on(
            Disk::default(),
            &world.dir("copy"),
            None,
            &elsewhere,
            Takeover { next_round: next, other_witnesses: own },
        )
    };

    assert_eq!(refused(adopt(FIRST + 6)), Refusal::NotBeyond { round: FIRST + 6, least: turn(10) });
    let running = world.open("store").unwrap();
    assert!(matches!(refused(adopt(FIRST + 10)), Refusal::InUse(_)));
    drop(running);

    let mut copy = adopt(FIRST + 10).unwrap();
    released.attack(&mut copy);
    released.prove(&mut copy, 12, b"w").unwrap();
    drop(copy);
    assert!(matches!(world.refused("store"), Refusal::Superseded { .. }));
    released.attack(&mut Store::open(&world.dir("copy"), None, &elsewhere).unwrap());
    // For a user without a witness of this key none is created.
    let none = world.dir("none");
    let adopted = Store::adopt_on(
        Disk::default(),
        &world.dir("copy"),
        None,
        &elsewhere,
        Takeover { next_round: FIRST + 13, other_witnesses: Some(&none) },
    );
    drop(adopted.unwrap());
    assert!(!none.exists());
}

/// Nothing relies on the remembered record: the key answers if it cannot be kept.
#[test]
fn a_record_that_can_not_be_remembered_stops_no_answer() {
    let (world, mut released) = used();
    let (recorder, session) = (Recorder::default(), world.dir("session"));
    recorder.set_session_dir(&session);
    fs::write(&session, "in the way of the directory").unwrap();
    let mut store = Store::open_on(recorder.disk(), &world.dir("store"), None, &world.settings).unwrap();
    for position in [6, 7, 9] {
        released.prove(&mut store, position, b"y").unwrap();
    }
    released.attack(&mut store);
    let is_tried = |call: &Call| matches!(call, Call::CreateDir(dir) if dir.starts_with(&session));
    assert!(recorder.calls().iter().any(is_tried), "by the same disk");
}

/// Everything on the disk is restored into the existing files, but not the remembered record.
#[test]
fn a_restore_of_everything_in_place_is_noticed_while_the_session_lasts() {
    let (world, mut released) = used();
    let recorder = Recorder::default();
    recorder.set_session_dir(&world.dir("session"));
    let open = || Store::open_on(recorder.disk(), &world.dir("store"), None, &world.settings);
    let (marks, witness) = (world.dir("store/marks"), world.witness());
    let old = [&marks, &witness].map(|path| fs::read(path).unwrap());
    let mut store = open().unwrap();
    for position in [6, 7, 9] {
        released.prove(&mut store, position, b"y").unwrap();
    }
    drop(store);
    drop(open().unwrap());
    restore(&marks, &old[0]);
    restore(&witness, &old[1]);
    assert_eq!(refused(open()), Refusal::RolledBack { path: marks.clone(), behind: 3 });

    // The record gives the round from which on the key can be adopted, and records the adoption.
    let adopt =
        |next| Store::adopt_on(recorder.disk(), &world.dir("store"), None, &world.settings, beyond(next));
    assert_eq!(refused(adopt(FIRST + 9)), Refusal::NotBeyond { round: FIRST + 9, least: turn(10) });
    released.attack(&mut adopt(FIRST + 10).unwrap());
    let [remembered] = &fs::read_dir(world.dir("session/heliast-keys")).unwrap().collect::<Vec<_>>()[..]
    else {
        panic!("one record is remembered");
    };
    // Bytes that are not a record of the key count as missing.
    let remembered = remembered.as_ref().unwrap().path();
    for bytes in [&b""[..], b"rubbish", &old[1]] {
        fs::write(&remembered, bytes).unwrap();
        released.attack(&mut open().unwrap());
    }
    open().unwrap().destroy().unwrap();
    assert!(!remembered.exists());
}

/// This works without a remembered record, in any boot: most programs make new files, and no two files have
/// the same birth.
#[test]
fn a_restore_of_everything_as_new_files_is_always_noticed() {
    let (world, mut released) = used();
    let (marks, witness) = (world.dir("store/marks"), world.witness());
    let old = [&marks, &witness].map(|path| fs::read(path).unwrap());
    released.prove(&mut world.open("store").unwrap(), 6, b"y").unwrap();
    // A file in place of a removed one may have the same inode number, but has another birth time.
    for (path, bytes) in [&marks, &witness].into_iter().zip(&old) {
        fs::remove_file(path).unwrap();
        restore(path, bytes);
    }
    assert_eq!(world.refused("store"), Refusal::Copied { path: marks.clone() });
    let mut adopted = world.adopt("store", FIRST + 7).unwrap();
    released.attack(&mut adopted);
    drop(adopted);
    released.attack(&mut world.open("store").unwrap());
}

#[test]
fn restored_marks_are_refused() {
    let (world, mut released) = used();
    let marks = world.dir("store/marks");
    let old = fs::read(&marks).unwrap();
    let mut store = world.open("store").unwrap();
    for position in 6..9 {
        released.prove(&mut store, position, b"y").unwrap();
    }
    drop(store);
    let new = fs::read(&marks).unwrap();
    restore(&marks, &old);
    assert_eq!(world.refused("store"), Refusal::RolledBack { path: marks.clone(), behind: 3 });
    // It is restored as a new file, as by most programs.
    restore(&marks, &new);
    drop(world.open("store").unwrap());
    fs::write(world.dir("store/restored"), &new).unwrap();
    fs::rename(world.dir("store/restored"), &marks).unwrap();
    assert!(matches!(world.refused("store"), Refusal::Copied { .. }));
}

#[test]
fn no_old_file_by_itself_makes_a_store_answer_twice() {
    let (world, mut released) = used();
    let dir = world.dir("store");
    let old: Vec<_> = fs::read_dir(&dir)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .chain([world.witness()])
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect();
    assert_eq!(old.len(), 8, "secret, marks, roots, two subtrees, public key, lock, witness");
    let mut store = world.open("store").unwrap();
    for position in [6, 12, 13, 30] {
        released.prove(&mut store, position, b"y").unwrap();
    }
    drop(store);
    for (path, bytes) in &old {
        let now = fs::read(path).ok();
        restore(path, bytes);
        let is_mark = path.ends_with("marks") || *path == world.witness();
        match world.open("store") {
            Ok(mut store) => {
                assert!(!is_mark);
                released.attack(&mut store);
            }
            Err(error) => {
                assert!(is_mark && matches!(error, Error::Refused(_)), "{}: {error}", path.display())
            }
        }
        if let Some(now) = now {
            restore(path, &now);
        }
    }
    // The whole directory at once.
    for (path, bytes) in old.iter().filter(|(path, _)| path.starts_with(&dir)) {
        restore(path, bytes);
    }
    assert!(matches!(world.refused("store"), Refusal::RolledBack { behind: 4, .. }));
}

#[test]
fn a_restored_witness_is_refused_unless_it_is_only_one_behind() {
    let (world, mut released) = used();
    let (witness, one_behind) = (world.witness(), fs::read(world.witness()).unwrap());
    let mut store = world.open("store").unwrap();
    released.prove(&mut store, 6, b"y").unwrap();
    drop(store);
    restore(&witness, &one_behind);
    // The state is as after a crash between the two writes: the store's mark is the newest that exists.
    let mut store = world.open("store").unwrap();
    released.attack(&mut store);
    released.prove(&mut store, 7, b"y").unwrap();
    released.prove(&mut store, 8, b"y").unwrap();
    drop(store);
    restore(&witness, &one_behind);
    assert_eq!(world.refused("store"), Refusal::WitnessBehind { path: witness, behind: 3 });
}

#[test]
fn missing_marks_and_witnesses_are_refused() {
    let (world, _) = used();
    let (marks, witness) = (world.dir("store/marks"), world.witness());
    for (path, refusal) in [
        (&marks, Refusal::MarksDamaged { path: marks.clone() }),
        (&witness, Refusal::WitnessMissing { path: witness.clone() }),
    ] {
        let aside = world.dir("aside");
        fs::rename(path, &aside).unwrap();
        assert_eq!(world.refused("store"), refusal);
        fs::rename(&aside, path).unwrap();
        world.open("store").unwrap();
    }
    let elsewhere = Settings { witnesses: world.dir("other"), ..world.settings.clone() };
    let opened = Store::open(&world.dir("store"), None, &elsewhere);
    assert!(matches!(refused(opened), Refusal::WitnessMissing { .. }));
}

#[test]
fn another_machine_is_refused() {
    let (world, _) = used();
    let settings = Settings { host: HostId::of_id(b"another machine"), ..world.settings.clone() };
    let opened = Store::open(&world.dir("store"), None, &settings);
    assert!(matches!(refused(opened), Refusal::OtherHost { .. }));
}

#[test]
fn marks_of_another_key_are_refused() {
    let (world, _) = used();
    let request = Request { seeds: None, ..request(terms(6)) };
    let generation = Generation::create(&world.dir("other"), request, None, world.settings.clone()).unwrap();
    generation.run(&AtomicBool::new(false), |_| {}).unwrap();
    restore(&world.dir("store/marks"), &fs::read(world.dir("other/marks")).unwrap());
    assert!(matches!(world.refused("store"), Refusal::MarksDamaged { .. }));
}

#[test]
fn of_a_destroyed_key_nothing_is_left_and_no_copy_answers() {
    let (world, _) = used();
    copy_dir(&world.dir("store"), &world.dir("copy"));
    world.open("store").unwrap().destroy().unwrap();
    assert!(!world.dir("store").exists());
    assert_eq!(fs::read_dir(&world.settings.witnesses).unwrap().count(), 0);
    assert!(matches!(world.open("store"), Err(Error::Io { .. } | Error::NoKey(_))));
    assert!(matches!(world.refused("copy"), Refusal::WitnessMissing { .. } | Refusal::Copied { .. }));
}

#[test]
fn adopting_needs_a_round_beyond_everything_known() {
    let (world, mut released) = used();
    copy_dir(&world.dir("store"), &world.dir("copy"));
    // The copy has a record of position 5, the witness of 9.
    released.prove(&mut world.open("store").unwrap(), 9, b"z").unwrap();
    for position in [0, 5, 6, 9] {
        let refusal = Refusal::NotBeyond { round: FIRST + position, least: turn(10) };
        assert_eq!(refused(world.adopt("copy", FIRST + position)), refusal);
    }
    assert!(matches!(world.adopt("copy", FIRST + 64), Err(Error::Exhausted(_))));
    // Refused adoptions have changed nothing.
    drop(world.open("store").unwrap());

    let mut copy = world.adopt("copy", FIRST + 10).unwrap();
    assert_eq!(copy.next_turn(), Some(turn(10)));
    released.attack(&mut copy);
    released.prove(&mut copy, 12, b"w").unwrap();
    drop(copy);
    assert!(matches!(world.refused("store"), Refusal::Superseded { .. }));
    released.attack(&mut world.open("copy").unwrap());

    // The original is adopted again.
    assert!(matches!(refused(world.adopt("store", FIRST + 12)), Refusal::NotBeyond { .. }));
    let mut store = world.adopt("store", FIRST + 13).unwrap();
    released.attack(&mut store);
    released.prove(&mut store, 13, b"v").unwrap();
    drop(store);
    assert!(matches!(world.refused("copy"), Refusal::Superseded { .. }));
}

#[test]
fn adopting_repairs_what_was_lost() {
    let (world, mut released) = used();
    fs::remove_file(world.witness()).unwrap();
    assert!(matches!(refused(world.adopt("store", FIRST + 5)), Refusal::NotBeyond { .. }));
    released.attack(&mut world.adopt("store", FIRST + 6).unwrap());
    fs::write(world.dir("store/marks"), b"rubbish").unwrap();
    assert!(matches!(world.refused("store"), Refusal::MarksDamaged { .. }));
    released.attack(&mut world.adopt("store", FIRST + 6).unwrap());
    let mut store = world.open("store").unwrap();
    assert_eq!(store.next_turn(), Some(turn(6)));
    released.attack(&mut store);
}

#[test]
fn a_key_is_not_generated_again_where_it_was_used() {
    let (world, _) = used();
    let again = |name: &str| {
        let generation =
            Generation::create(&world.dir(name), request(terms(6)), None, world.settings.clone());
        generation.unwrap().run(&AtomicBool::new(false), |_| {})
    };
    assert!(matches!(refused(again("again")), Refusal::AlreadyUsed { .. }));
    assert!(matches!(world.open("again"), Err(Error::Unfinished { .. })));
    world.open("store").unwrap();
}

#[test]
fn of_two_unused_stores_of_one_key_one_stands() {
    let world = World::with_key();
    generate(&world, "second", terms(6));
    assert!(matches!(world.refused("store"), Refusal::Superseded { .. }));
    world.open("second").unwrap().prove(turn(0), b"x").unwrap();
}
