//! The store on real files, and on a disk that fails.

#[cfg(unix)]
mod crashes;
mod damage;
mod epochs;
#[cfg(unix)]
mod explored;
mod frames;
mod keys;
mod migrations;
mod sequences;
mod threads;

use super::*;
use crate::archive::ArchiveError;
use heliast::Verified;
use heliast_view::RoundView;
use tempfile::TempDir;
use testkit_chain::{GENESIS_MS, PERIOD_MS, World};

fn world() -> World {
    World::new(5, 1, GENESIS_MS)
}

fn filled(rounds: usize) -> (TempDir, Store, Vec<Verified<Round>>) {
    let dir = TempDir::new().unwrap();
    let mut world = world();
    let store = Store::create(dir.path(), &world.chain).unwrap();
    let rounds = world.rounds(rounds);
    for round in &rounds {
        store.append(round).unwrap();
    }
    (dir, store, rounds)
}

/// Copies the files of a store as they are.
fn copy_store(from: &std::path::Path, to: &std::path::Path) {
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            std::fs::create_dir_all(&target).unwrap();
            copy_store(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn a_chain_survives_reopening() {
    let (dir, store, rounds) = filled(4);
    let tip = store.tip();
    drop(store);
    for open in [Store::open, Store::open_read_only] {
        let store = open(dir.path()).unwrap();
        assert_eq!((store.tip(), store.last()), (tip.clone(), 4));
        for round in &rounds {
            assert_eq!(store.round(round.number).unwrap(), Some(round.encode()));
            let view = store.view(round.number).unwrap().unwrap();
            assert_eq!(view, RoundView::new(store.chain(), round));
            assert_eq!(store.decoded(round.number).unwrap().as_ref(), Some(&**round));
        }
        assert_eq!(
            (store.round(0).unwrap(), store.round(5).unwrap(), store.view(5).unwrap()),
            (None, None, None)
        );
    }
}

#[test]
fn ranges_are_cut_to_what_is_stored() {
    let (_dir, store, rounds) = filled(4);
    let numbers = |from, to| store.range(from, to).map(|item| item.unwrap().0).collect::<Vec<_>>();
    assert_eq!(numbers(2, 3), [2, 3]);
    assert_eq!(numbers(0, u64::MAX), [1, 2, 3, 4]);
    assert_eq!(numbers(4, 9), [4]);
    assert!(numbers(5, 9).is_empty() && numbers(u64::MAX, u64::MAX).is_empty());
    let entries: Vec<Entry> = store.entries(1, u64::MAX).map(Result::unwrap).collect();
    assert_eq!(entries.len(), 4);
    for (entry, round) in entries.iter().zip(&rounds) {
        assert_eq!((entry.number, &entry.bytes), (round.number, &round.encode()));
        let outputs: Vec<_> = round.facts().lots.iter().map(|lot| lot.output.clone()).collect();
        assert_eq!(entry.outputs, Some(outputs));
    }
}

#[test]
fn a_moment_has_the_round_that_opened_last() {
    let dir = TempDir::new().unwrap();
    let mut world = world();
    let store = Store::create(dir.path(), &world.chain).unwrap();
    let slots = [0, 1, 2, 7, 8, 20];
    for slot in slots {
        store.append(&world.next_at(GENESIS_MS + slot * u64::from(PERIOD_MS))).unwrap();
    }
    for ms in (GENESIS_MS - 500)..(GENESIS_MS + 22_000) {
        let expected =
            slots.iter().filter(|slot| GENESIS_MS + **slot * u64::from(PERIOD_MS) <= ms).count() as u64;
        if ms % 250 == 0 || ms % 1000 < 2 || ms % 1000 == 999 {
            assert_eq!(store.round_at_time(ms).unwrap(), (expected > 0).then_some(expected), "{ms}");
        }
    }
    assert_eq!(store.round_at_time(u64::MAX).unwrap(), Some(6));
}

#[test]
fn one_process_at_a_time() {
    let (dir, store, _) = filled(1);
    for second in [Store::open(dir.path()), Store::open_read_only(dir.path())] {
        let error = second.err().unwrap();
        assert!(matches!(error, StoreError::InUse(_)), "{error:?}");
        let expected = format!(
            "another heliast is running on {}; stop it, or choose another --data directory",
            dir.path().display()
        );
        assert_eq!(error.to_string(), expected);
    }
    drop(store);
    let readers = [Store::open_read_only(dir.path()).unwrap(), Store::open_read_only(dir.path()).unwrap()];
    assert!(matches!(Store::open(dir.path()), Err(StoreError::InUse(_))));
    assert!(readers.iter().all(|reader| reader.last() == 1));
}

#[test]
fn a_chain_is_never_started_again() {
    let (dir, store, _) = filled(1);
    assert!(matches!(Store::create(dir.path(), store.chain()), Err(StoreError::Exists(_))));
    drop(store);
    let other = World::new(3, 9, GENESIS_MS);
    assert!(matches!(Store::create(dir.path(), &other.chain), Err(StoreError::Exists(_))));
    assert_eq!(Store::open(dir.path()).unwrap().last(), 1);
}

#[test]
fn a_broken_off_creation_leaves_no_chain_and_can_be_repeated() {
    let dir = TempDir::new().unwrap();
    std::fs::write(dir.path().join("chain.redb.new"), vec![0xa5; 100_000]).unwrap();
    assert!(matches!(Store::open(dir.path()), Err(StoreError::NoChain(_))));
    assert!(!Store::exists(dir.path()));
    let store = Store::create(dir.path(), &world().chain).unwrap();
    assert!(Store::exists(dir.path()) && !dir.path().join("chain.redb.new").exists());
    assert_eq!(store.last(), 0);
    assert!(matches!(Store::create(dir.path(), &world().chain), Err(StoreError::Exists(_))));
}

#[test]
fn a_second_name_that_a_crash_left_costs_no_chain() {
    let (dir, store, _) = filled(2);
    drop(store);
    let (file, backup) = (dir.path().join("chain.redb"), dir.path().join("backup.redb"));
    std::fs::hard_link(&file, dir.path().join("chain.redb.new")).unwrap();
    assert_eq!(Store::open(dir.path()).unwrap().last(), 2);
    std::fs::rename(&file, &backup).unwrap();
    std::fs::rename(dir.path().join("rounds"), dir.path().join("backup")).unwrap();
    let before = std::fs::read(&backup).unwrap();
    drop(Store::create(dir.path(), &World::new(3, 9, GENESIS_MS).chain).unwrap());
    assert_eq!(std::fs::read(&backup).unwrap(), before);
    assert!(!dir.path().join("chain.redb.new").exists());
}

#[test]
fn rounds_come_in_order_and_from_this_chain() {
    let (_dir, store, rounds) = filled(2);
    let mut world = world();
    let later = world.rounds(4).pop().unwrap();
    assert!(matches!(store.append(&later), Err(StoreError::OutOfOrder { last: 2, found: 4 })));
    for old in &rounds {
        assert!(matches!(store.append(old), Err(StoreError::OutOfOrder { last: 2, .. })));
    }
    let foreign = World::new(5, 2, GENESIS_MS).rounds(3).pop().unwrap();
    assert!(matches!(store.append(&foreign), Err(StoreError::OtherChain(3))));
    assert_eq!(store.last(), 2);
}

#[test]
fn many_rounds_are_stored_as_one_by_one() {
    let (_one, single, rounds) = filled(9);
    let dir = TempDir::new().unwrap();
    let segment = std::num::NonZeroU32::new(4).unwrap();
    let store = Store::create_in_segments(dir.path(), single.chain(), segment).unwrap();
    store.append_all(&[]).unwrap();
    store.append_all(&rounds[..2]).unwrap();
    for (wrong, last) in [(&rounds[1..3], 2), (&rounds[3..], 2)] {
        let refused = store.append_all(wrong);
        assert!(matches!(refused, Err(StoreError::OutOfOrder { .. })), "{refused:?}");
        assert_eq!(store.last(), last);
    }
    store.append_all(&rounds[2..]).unwrap();
    drop(store);
    let store = Store::open(dir.path()).unwrap();
    assert_eq!((store.last(), store.tip()), (9, single.tip()));
    for round in &rounds {
        assert_eq!(store.round(round.number).unwrap(), Some(round.encode()));
        assert_eq!(store.view(round.number).unwrap(), single.view(round.number).unwrap());
    }
}

#[test]
fn a_reader_writes_nothing() {
    let (dir, store, _) = filled(1);
    drop(store);
    let before = std::fs::read(dir.path().join(file::NAME)).unwrap();
    let reader = Store::open_read_only(dir.path()).unwrap();
    let mut world = world();
    world.next();
    assert!(matches!(reader.append(&world.next()), Err(StoreError::ReadOnly)));
    assert_eq!(reader.last(), 1);
    drop(reader);
    assert_eq!(std::fs::read(dir.path().join(file::NAME)).unwrap(), before);
}

#[cfg(unix)]
#[test]
fn others_on_the_machine_cannot_read_the_directory() {
    use std::os::unix::fs::PermissionsExt;
    let parent = TempDir::new().unwrap();
    let dir = parent.path().join("a").join("b");
    let store = Store::create(&dir, &world().chain).unwrap();
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&dir), mode(&dir.join(file::NAME))), (0o700, 0o600));
    drop(store);
}

#[test]
fn an_invalid_chain_is_refused_by_name() {
    let dir = TempDir::new().unwrap();
    assert!(matches!(Store::open(dir.path()), Err(StoreError::NoChain(_))));
    assert!(matches!(Store::open_read_only(dir.path().join("none")), Err(StoreError::NoChain(_))));
    let path = dir.path().join(file::NAME);
    std::fs::write(&path, b"no database at all").unwrap();
    assert!(Store::open(dir.path()).is_err());
    std::fs::remove_file(&path).unwrap();
    drop(redb::Database::create(&path).unwrap());
    assert!(matches!(Store::open(dir.path()), Err(StoreError::Corrupt(reason)) if reason.contains("meta")));
}

#[test]
fn the_state_before_each_round_is_what_it_builds_on() {
    let (dir, store, rounds) = filled(4);
    let mut tips = vec![store.chain().start()];
    for round in &rounds {
        tips.push(store.chain().tip_after(round));
    }
    drop(store);
    for open in [Store::open, Store::open_read_only] {
        let store = open(dir.path()).unwrap();
        for (number, tip) in (1..).zip(&tips) {
            assert_eq!(store.tip_before(number).unwrap().as_ref(), Some(tip), "{number}");
        }
        for number in [0, 6, u64::MAX] {
            assert_eq!(store.tip_before(number).unwrap(), None, "{number}");
        }
    }
}

/// A reader of a range does not see rounds that are added while it reads: the end of the range is fixed at
/// the call.
#[test]
fn a_range_is_of_the_moment_in_which_it_was_asked_for() {
    let (_dir, store, _) = filled(2);
    let mut range = store.range(1, 9);
    assert_eq!(range.next().unwrap().unwrap().0, 1);
    let mut world = world();
    store.append(&world.rounds(3)[2]).unwrap();
    assert_eq!(range.map(|item| item.unwrap().0).collect::<Vec<_>>(), [2]);
    assert_eq!(store.range(1, 9).count(), 3);
}

#[test]
fn a_directory_that_cannot_be_used_is_named() {
    let parent = TempDir::new().unwrap();
    let file = parent.path().join("file");
    std::fs::write(&file, b"").unwrap();
    let error = Store::create(file.join("data"), &world().chain).err().unwrap();
    assert!(matches!(error, StoreError::Io(_)), "{error:?}");
    // There is a directory instead of the file.
    let dir = TempDir::new().unwrap();
    std::fs::create_dir(dir.path().join(file::NAME)).unwrap();
    for open in [Store::open, Store::open_read_only] {
        let error = open(dir.path()).err().unwrap();
        assert!(matches!(error, StoreError::Io(_) | StoreError::Foreign { .. }), "{error:?}");
    }
    assert!(matches!(Store::create(dir.path(), &world().chain), Err(StoreError::Exists(_))));
}

#[test]
fn two_programs_that_create_a_chain_at_once_do_not_mix() {
    let dir = TempDir::new().unwrap();
    let draft = std::fs::File::create(dir.path().join("chain.redb.new")).unwrap();
    // The other program is still running.
    draft.try_lock().unwrap();
    assert!(matches!(Store::create(dir.path(), &world().chain), Err(StoreError::InUse(_))));
    assert!(!Store::exists(dir.path()));
    drop(draft);
    assert_eq!(Store::create(dir.path(), &world().chain).unwrap().last(), 0);
}

/// Each error has a sentence about the cause, and one about what the operator should do.
#[test]
fn every_error_says_what_to_do() {
    let io = |kind| StoreError::from(std::io::Error::from(kind));
    let errors = [
        (StoreError::InUse("data".into()), "another heliast is running on data", "two nodes"),
        (StoreError::NoChain("data".into()), "no chain in data", "heliast up"),
        (StoreError::Exists("data".into()), "a chain in data already", "continues it"),
        (StoreError::Corrupt("round 7".into()), "damaged: round 7", "restore"),
        (StoreError::Outdated { path: "data".into(), format: 2 }, "earlier one", "heliast up"),
        (StoreError::Newer { path: "data".into(), format: 4 }, "later one", "version that wrote it"),
        (StoreError::Leftover("data/rounds".into()), "data/rounds has the rounds", "restore chain.redb"),
        (StoreError::Pruned { round: 3, first: 7 }, "begins with round 7", "--archive"),
        (ArchiveError::Differs(7).into(), "other bytes for round 7", "nothing was removed"),
        (StoreError::OutOfOrder { last: 3, found: 7 }, "the next is round 4", "calling program"),
        (StoreError::OtherChain(7), "round 7 belongs to another chain", "calling program"),
        (StoreError::ReadOnly, "for reading only", "calling program"),
        (io(std::io::ErrorKind::StorageFull), "disk is full", "free some space"),
        (io(std::io::ErrorKind::QuotaExceeded), "disk is full", "free some space"),
        (io(std::io::ErrorKind::PermissionDenied), "cannot be read or written", "permissions"),
        (redb::Error::Io(std::io::ErrorKind::StorageFull.into()).into(), "disk is full", "free some space"),
        (redb::Error::Corrupted("page 3".into()).into(), "damaged: page 3", "restore"),
        (redb::Error::TableDoesNotExist("places".into()).into(), "table places is missing", "restore"),
        (redb::Error::PreviousIo.into(), "cannot be read or written", "check the disk"),
    ];
    for (error, text, hint) in errors {
        assert!(error.to_string().contains(text), "{error}");
        assert!(error.hint().contains(hint), "{error}: {}", error.hint());
    }
}
