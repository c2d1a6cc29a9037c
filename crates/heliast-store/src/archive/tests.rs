//! Files are complete or missing, and wrong files are refused.

use super::*;
use crate::store::{Store, StoreError};
use heliast::{
    Round, Verified,
    bundle::{Pin, Reader},
};
use std::fs;
use tempfile::TempDir;
use testkit_chain::{GENESIS_MS, World, epoch};

fn filled(rounds: usize) -> (TempDir, Store, Vec<Verified<Round>>) {
    let dir = TempDir::new().unwrap();
    let mut world = World::new(5, 1, GENESIS_MS);
    let store = Store::create(dir.path().join("data"), &world.chain).unwrap();
    let rounds = world.rounds(rounds);
    rounds.iter().for_each(|round| store.append(round).unwrap());
    (dir, store, rounds)
}

fn archive(dir: &TempDir, store: &Store) -> Archive {
    Archive::create(dir.path().join("archive"), store.chain()).unwrap()
}

fn names(archive: &Archive) -> Vec<String> {
    archive.files().iter().map(ArchiveFile::name).collect()
}

#[test]
fn a_file_is_a_bundle_with_its_epoch_proof() {
    let (dir, store, rounds) = filled(6);
    let (first, second) = (epoch(store.chain(), &rounds[..3]), epoch(store.chain(), &rounds[3..]));
    store.add_epoch(&first).unwrap();
    store.add_epoch(&second).unwrap();
    let archive = archive(&dir, &store);
    archive.write(&store, 1, 3).unwrap();
    // The last round of the epoch is not in this file, so that its proof is left out.
    archive.write(&store, 4, 5).unwrap();
    assert_eq!(
        names(&archive),
        ["rounds-0000000001-0000000003.heliast", "rounds-0000000004-0000000005.heliast"]
    );
    let open = |name: &str| File::open(archive.dir().join(name)).unwrap();
    let mut reader = Reader::new(open(&names(&archive)[0]), Pin::Chain(*store.chain().id())).unwrap();
    assert_eq!(reader.next_entry().unwrap().unwrap().epoch_proof, Some(first.proof.encode()));
    let mut reader = Reader::new(open(&names(&archive)[0]), Pin::Chain(*store.chain().id())).unwrap();
    for round in &rounds[..3] {
        assert_eq!(reader.next_round().unwrap().as_ref(), Some(round));
    }
    assert_eq!(reader.next_round().unwrap(), None);
    let mut reader = Reader::after(open(&names(&archive)[1]), store.chain(), reader.tip()).unwrap();
    assert_eq!(reader.next_entry().unwrap().unwrap().epoch_proof, None);
    let lengths: Vec<u64> = archive.files().iter().map(|file| file.bytes).collect();
    let on_disk =
        names(&archive).into_iter().map(|name| fs::metadata(archive.dir().join(name)).unwrap().len());
    assert!(on_disk.eq(lengths) && archive.bytes() > 0);
    // The archive has the same files when it is opened again.
    let again = Archive::open(archive.dir(), store.chain()).unwrap();
    assert_eq!((again.files(), again.last()), (archive.files(), 5));
    for round in &rounds[..5] {
        assert_eq!(again.round(store.chain(), round.number).unwrap(), round.encode());
    }
    for number in [0, 6, u64::MAX] {
        let error = again.round(store.chain(), number).unwrap_err();
        assert!(matches!(error, ArchiveError::Missing { first: 1, last: 5, .. }), "{error:?}");
    }
}

#[test]
fn rounds_follow_each_other() {
    let (dir, store, _) = filled(5);
    let archive = archive(&dir, &store);
    archive.write(&store, 1, 2).unwrap();
    for (first, last) in [(1, 2), (2, 3), (4, 5), (3, 2)] {
        let error = archive.write(&store, first, last).unwrap_err();
        assert!(
            matches!(error, StoreError::Archive(ArchiveError::Gap { .. })),
            "{first} to {last}: {error:?}"
        );
    }
    assert!(archive.write(&store, 3, 6).is_err(), "a round to come");
    assert_eq!((names(&archive).len(), fs::read_dir(archive.dir()).unwrap().count()), (1, 1), "and no draft");
}

#[test]
fn what_a_killed_writer_left_is_removed_and_nothing_else() {
    let (dir, store, _) = filled(2);
    let first = archive(&dir, &store);
    first.write(&store, 1, 2).unwrap();
    fs::write(first.dir().join("rounds-0000000003-0000000004.heliast.new"), b"half").unwrap();
    fs::write(first.dir().join("notes.new"), b"the operator's").unwrap();
    assert_eq!(Archive::open(first.dir(), store.chain()).unwrap().last(), 2, "a reader removes nothing");
    assert_eq!(fs::read_dir(first.dir()).unwrap().count(), 3);
    assert_eq!(archive(&dir, &store).last(), 2);
    assert_eq!(fs::read_dir(first.dir()).unwrap().count(), 2);
}

/// The draft's name may have become a link, or a hard link to another file, since the archive was opened.
#[cfg(unix)]
#[test]
fn a_link_in_the_place_of_a_draft_is_not_written_through() {
    let (dir, store, _) = filled(4);
    let archive = archive(&dir, &store);
    let victim = dir.path().join("victim");
    fs::write(&victim, b"somebody's").unwrap();
    let draft = |name: &str| archive.dir().join(format!("{name}.heliast.new"));
    std::os::unix::fs::symlink(&victim, draft("rounds-0000000001-0000000002")).unwrap();
    fs::hard_link(&victim, draft("rounds-0000000003-0000000004")).unwrap();
    for first in [1, 3] {
        archive.write(&store, first, first + 1).unwrap();
        assert_eq!(fs::read(&victim).unwrap(), b"somebody's");
    }
    for name in names(&archive) {
        assert!(fs::symlink_metadata(archive.dir().join(name)).unwrap().is_file());
    }
    assert_eq!(fs::read_dir(archive.dir()).unwrap().count(), 2);
}

/// Unlike a store, an archive may be read by others, as far as the umask allows.
#[cfg(unix)]
#[test]
fn an_archives_folder_has_the_usual_mode() {
    use std::os::unix::fs::PermissionsExt;
    let (dir, store, _) = filled(1);
    let archive = Archive::create(dir.path().join("a/b"), store.chain()).unwrap();
    fs::create_dir(dir.path().join("usual")).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(archive.dir()), mode(&dir.path().join("usual")));
}

#[test]
fn another_chains_files_gaps_and_doubles_are_refused() {
    let (dir, store, _) = filled(6);
    let written = archive(&dir, &store);
    for (first, last) in [(1, 2), (3, 4), (5, 6)] {
        written.write(&store, first, last).unwrap();
    }
    let files: Vec<_> = names(&written).iter().map(|name| written.dir().join(name)).collect();
    let open = || Archive::open(written.dir(), store.chain());
    let other = World::new(5, 2, GENESIS_MS).chain;
    assert!(matches!(Archive::open(written.dir(), &other), Err(ArchiveError::OtherChain(_))));
    let aside = dir.path().join("aside");
    fs::rename(&files[1], &aside).unwrap();
    assert!(matches!(open(), Err(ArchiveError::Gap { expected: 3, found: 5, .. })));
    fs::rename(&aside, &files[1]).unwrap();
    let double = written.dir().join("rounds-0000000002-0000000003.heliast");
    fs::copy(&files[1], &double).unwrap();
    assert!(matches!(open(), Err(ArchiveError::Gap { .. })));
    fs::remove_file(double).unwrap();
    // The first file may be elsewhere: the archive then begins with a later round.
    fs::remove_file(&files[0]).unwrap();
    let archive = open().unwrap();
    assert!(matches!(archive.round(store.chain(), 2), Err(ArchiveError::Missing { first: 3, .. })));
    assert!(archive.round(store.chain(), 3).is_ok());
    fs::write(&files[1], b"HL").unwrap();
    assert!(matches!(open(), Err(ArchiveError::Damaged { .. })));
}

#[test]
fn a_damaged_file_is_an_error_and_nothing_is_pruned_behind_it() {
    let (dir, store, rounds) = filled(6);
    drop(store);
    fs::remove_dir_all(dir.path().join("data")).unwrap();
    let chain = World::new(5, 1, GENESIS_MS).chain;
    let two = std::num::NonZeroU32::new(2).unwrap();
    let store = Store::create_in_segments(dir.path().join("data"), &chain, two).unwrap();
    rounds.iter().for_each(|round| store.append(round).unwrap());
    let files = archive(&dir, &store);
    files.write(&store, 1, 4).unwrap();
    let path = dir.path().join("archive").join("rounds-0000000001-0000000004.heliast");
    let whole = fs::read(&path).unwrap();
    let mut changed = whole.clone();
    let at = changed.len() - 700;
    changed[at] ^= 1;
    let store = store.with_archive(files).unwrap();
    fs::write(&path, changed).unwrap();
    assert_eq!(store.prune(0).unwrap(), 2, "the first segment is as it should be");
    let error = store.prune(0).unwrap_err();
    assert!(matches!(error, StoreError::Archive(ArchiveError::Differs(_))), "{error:?}");
    fs::write(&path, &whole[..whole.len() - 10]).unwrap();
    assert_eq!((store.first(), store.round(3).unwrap()), (3, Some(rounds[2].encode())));
    fs::write(&path, whole).unwrap();
    assert_eq!((store.prune(0).unwrap(), store.prune(0).unwrap()), (2, 0));
    assert_eq!(store.round(3).unwrap(), Some(rounds[2].encode()));
}

#[test]
fn a_store_that_was_pruned_wants_its_own_archive_and_all_of_it() {
    let (dir, store, rounds) = filled(0);
    drop((store, rounds));
    let mut world = World::new(5, 1, GENESIS_MS);
    let two = std::num::NonZeroU32::new(2).unwrap();
    let place = dir.path().join("pruned");
    let store = Store::create_in_segments(&place, &world.chain, two).unwrap();
    let rounds = world.rounds(6);
    rounds.iter().for_each(|round| store.append(round).unwrap());
    let files = archive(&dir, &store);
    files.write(&store, 1, 4).unwrap();
    let store = store.with_archive(files).unwrap();
    while store.prune(0).unwrap() > 0 {}
    assert_eq!((store.first(), store.last()), (5, 6));
    drop(store);
    let open = || Store::open(&place).unwrap();
    let error = open().round(4).unwrap_err();
    assert!(matches!(error, StoreError::Pruned { round: 4, first: 5 }), "{error:?}");
    assert!(open().view(5).is_ok() && open().round_at_time(GENESIS_MS).is_err());
    let empty = TempDir::new().unwrap();
    let refused = open().with_archive(Archive::create(empty.path(), &world.chain).unwrap()).err().unwrap();
    assert!(matches!(refused, StoreError::Archive(ArchiveError::Gap { expected: 1, found: 5, .. })));
    let other = World::new(5, 2, GENESIS_MS).chain;
    let refused = open().with_archive(Archive::create(empty.path(), &other).unwrap()).err().unwrap();
    assert!(matches!(refused, StoreError::Archive(ArchiveError::OtherChain(_))));
}

/// A store from an old backup would make rounds again that the archive already has.
#[test]
fn a_store_that_is_older_than_its_archive_or_another_is_not_continued() {
    let (dir, store, _) = filled(4);
    archive(&dir, &store).write(&store, 1, 4).unwrap();
    let place = dir.path().join("restored");
    let mut world = World::new(5, 1, GENESIS_MS);
    let restored = Store::create(&place, &world.chain).unwrap();
    let early = world.rounds(3);
    early.iter().for_each(|round| restored.append(round).unwrap());
    let error = restored.with_archive(archive(&dir, &store)).err().unwrap();
    assert!(
        matches!(error, StoreError::Archive(ArchiveError::Ahead { archived: 4, stored: 3 })),
        "{error:?}"
    );
    let reader = Store::open_read_only(&place).unwrap().with_archive(archive(&dir, &store)).unwrap();
    assert_eq!(reader.last(), 3, "who only reads makes no fork");
    drop(reader);
    // The fork has the same number of rounds.
    let restored = Store::open(&place).unwrap();
    let later_ms = world.tip.time_ms() + 2 * u64::from(world.chain.genesis().period_ms);
    restored.append(&world.next_at(later_ms)).unwrap();
    let error = restored.with_archive(archive(&dir, &store)).err().unwrap();
    assert!(matches!(error, StoreError::Archive(ArchiveError::Differs(4))), "{error:?}");
    let files = archive(&dir, &store);
    assert!(store.with_archive(files).is_ok(), "the one it is of");
}

#[test]
fn what_was_asked_for_last_is_remembered() {
    let (dir, store, rounds) = filled(REMEMBERED + 1);
    let archive = archive(&dir, &store);
    for round in &rounds {
        archive.write(&store, round.number, round.number).unwrap();
    }
    for number in [1, 2, 3, 4, 5, 6, 7, 8, 1, 9] {
        archive.round(store.chain(), number).unwrap();
    }
    let remembered: Vec<u64> = archive.places.lock().unwrap().iter().map(|(first, _)| *first).collect();
    assert_eq!(remembered, [3, 4, 5, 6, 7, 8, 1, 9]);
}

#[test]
fn a_moment_is_found_in_an_archive_whose_first_files_lie_elsewhere() {
    let (dir, store, rounds) = filled(0);
    drop((store, rounds));
    let mut world = World::new(5, 1, GENESIS_MS);
    let two = std::num::NonZeroU32::new(2).unwrap();
    let place = dir.path().join("pruned");
    let store = Store::create_in_segments(&place, &world.chain, two).unwrap();
    let rounds = world.rounds(10);
    rounds.iter().for_each(|round| store.append(round).unwrap());
    let files = archive(&dir, &store);
    for first in [1, 3, 5, 7] {
        files.write(&store, first, first + 1).unwrap();
    }
    let store = store.with_archive(files).unwrap();
    while store.prune(0).unwrap() > 0 {}
    let store = {
        fs::remove_file(store.archive().unwrap().dir().join("rounds-0000000001-0000000002.heliast")).unwrap();
        drop(store);
        let store = Store::open(&place).unwrap();
        let files = archive(&dir, &store);
        store.with_archive(files).unwrap()
    };
    for round in &rounds[2..] {
        assert_eq!(store.round_at_time(round.time_ms).unwrap(), Some(round.number));
    }
    for time_ms in [0, rounds[0].time_ms, rounds[2].time_ms - 1] {
        let error = store.round_at_time(time_ms).unwrap_err();
        assert!(matches!(error, StoreError::Archive(ArchiveError::Missing { round: 2, .. })), "{error:?}");
    }
}

/// Each round can be read at every moment.
#[test]
fn rounds_can_be_read_while_they_are_pruned() {
    let (dir, store, rounds) = filled(0);
    drop((store, rounds));
    let mut world = World::new(5, 1, GENESIS_MS);
    let place = dir.path().join("pruned");
    let store = Store::create_in_segments(&place, &world.chain, std::num::NonZeroU32::MIN).unwrap();
    let rounds = world.rounds(24);
    rounds.iter().for_each(|round| store.append(round).unwrap());
    let files = archive(&dir, &store);
    files.write(&store, 1, 24).unwrap();
    let store = store.with_archive(files).unwrap();
    std::thread::scope(|scope| {
        let pruning = scope.spawn(|| while store.prune(0).unwrap() > 0 {});
        while !pruning.is_finished() {
            for round in &rounds {
                assert_eq!(store.round(round.number).unwrap(), Some(round.encode()), "{}", round.number);
            }
        }
    });
    assert_eq!(store.first(), 23);
}

/// A segment that could not be removed is removed when the next one is.
#[test]
fn a_segment_that_stayed_behind_goes_with_the_next() {
    let (dir, store, rounds) = filled(0);
    drop((store, rounds));
    let mut world = World::new(5, 1, GENESIS_MS);
    let place = dir.path().join("pruned");
    let store = Store::create_in_segments(&place, &world.chain, std::num::NonZeroU32::MIN).unwrap();
    world.rounds(6).iter().for_each(|round| store.append(round).unwrap());
    let files = archive(&dir, &store);
    files.write(&store, 1, 6).unwrap();
    let store = store.with_archive(files).unwrap();
    assert_eq!(store.prune(3).unwrap(), 1);
    let left = place.join("rounds").join("0000000001.rounds");
    fs::write(&left, b"left").unwrap();
    assert_eq!(store.prune(3).unwrap(), 1);
    assert!(!left.exists());
}
