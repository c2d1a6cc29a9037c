//! Power failures, killed processes, full and failing disks.

use super::{
    super::guard::Guarded,
    super::testing::{Disk, on_disk},
    *,
};

/// Power fails at every sync of a run in turn, with none, all, and some of the unsynced writes
/// surviving: the store opens at the last acknowledged round, or at the one whose commit was under
/// way.
#[test]
fn power_may_fail_at_every_sync() {
    let rounds = world().rounds(6);
    let syncs_in = |disk: &Disk| disk.with(|disk| disk.syncs);
    let (start, end) = {
        let disk = Disk::default();
        let store = on_disk(&disk, &world().chain);
        let start = syncs_in(&disk);
        rounds.iter().for_each(|round| store.append(round).unwrap());
        (start, syncs_in(&disk))
    };
    assert!(end - start >= 2 * rounds.len() as u64, "each round is synced: {start} to {end}");
    for dies_at in start + 1..=end {
        for survivors in [0, u64::MAX, 0x5555_5555_5555_5555, 0xaaaa_aaaa_aaaa_aaaa, 0x0123_4567_89ab_cdef] {
            let disk = Disk::default();
            let store = on_disk(&disk, &world().chain);
            disk.with(|disk| disk.dies_at_sync = Some(dies_at));
            let acknowledged = rounds.iter().take_while(|round| store.append(round).is_ok()).count();
            assert!(acknowledged < rounds.len());
            let disk = disk.cut_power(survivors);
            let store = Store::from_opener(disk.opener()).unwrap();
            let found = store.last() as usize;
            assert!(
                found == acknowledged || found == acknowledged + 1,
                "sync {dies_at}: {acknowledged} acknowledged, {found} found"
            );
            for round in &rounds[..found] {
                assert_eq!(store.round(round.number).unwrap(), Some(round.encode()));
            }
            for round in &rounds[found..] {
                store.append(round).unwrap();
            }
        }
    }
}

/// The same for rounds that are stored together: two make a segment, and those of a segment are all there
/// or none.
#[test]
fn power_may_fail_while_many_rounds_are_stored() {
    let rounds = world().rounds(6);
    let syncs_in = |disk: &Disk| disk.with(|disk| disk.syncs);
    let (start, end) = {
        let disk = Disk::default();
        let store = on_disk(&disk, &world().chain);
        store.append(&rounds[0]).unwrap();
        let start = syncs_in(&disk);
        store.append_all(&rounds[1..]).unwrap();
        assert_eq!(store.last(), 6);
        (start, syncs_in(&disk))
    };
    for dies_at in start + 1..=end {
        for survivors in [0, u64::MAX, 0x5555_5555_5555_5555, 0x0123_4567_89ab_cdef] {
            let disk = Disk::default();
            let store = on_disk(&disk, &world().chain);
            store.append(&rounds[0]).unwrap();
            disk.with(|disk| disk.dies_at_sync = Some(dies_at));
            assert!(store.append_all(&rounds[1..]).is_err());
            let acknowledged = store.last();
            let disk = disk.cut_power(survivors);
            let store = Store::from_opener(disk.opener()).unwrap();
            let found = store.last();
            assert!([1, 2, 4, 6].contains(&found) && found >= acknowledged, "{acknowledged}, {found}");
            store.append_all(&rounds[found as usize..]).unwrap();
            for round in &rounds {
                assert_eq!(store.round(round.number).unwrap(), Some(round.encode()), "sync {dies_at}");
            }
        }
    }
}

#[test]
fn a_full_disk_is_an_error_and_passes() {
    let disk = Disk::default();
    let store = on_disk(&disk, &world().chain);
    let rounds = world().rounds(3);
    store.append(&rounds[0]).unwrap();
    disk.with(|disk| disk.capacity = Some(0));
    for _ in 0..2 {
        let error = store.append(&rounds[1]).unwrap_err();
        assert!(matches!(error, StoreError::Full(_) | StoreError::Io(_)), "{error:?}");
        assert_eq!(store.last(), 1);
    }
    disk.with(|disk| disk.capacity = None);
    assert_eq!(store.round(1).unwrap(), Some(rounds[0].encode()), "what is stored can be read again");
    store.append(&rounds[1]).unwrap();
    store.append(&rounds[2]).unwrap();
    drop(store);
    assert_eq!(Store::from_opener(disk.opener()).unwrap().last(), 3);
}

#[test]
fn a_killed_process_leaves_a_file_that_readers_open() {
    let (dir, store, rounds) = filled(3);
    let copy = TempDir::new().unwrap();
    // A killed process leaves the file as it is, never closed.
    copy_store(dir.path(), copy.path());
    assert_eq!(Store::open_read_only(copy.path()).unwrap().last(), 3);
    let mut builder = file::builder();
    builder.set_repair_callback(|_| panic!("opening takes a pass over the file"));
    drop(Guarded::new(builder.open(copy.path().join(file::NAME)).unwrap()));
    assert_eq!(Store::open(copy.path()).unwrap().round(3).unwrap(), Some(rounds[2].encode()));
    drop(store);
}

/// A disk may fail after it has done what it was asked for. The round is stored then, and is not
/// stored twice.
#[test]
fn a_commit_that_reached_the_disk_counts_though_it_failed() {
    let disk = Disk::default();
    let store = on_disk(&disk, &world().chain);
    let rounds = world().rounds(3);
    store.append(&rounds[0]).unwrap();
    let syncs = {
        let before = disk.with(|disk| disk.syncs);
        store.append(&rounds[1]).unwrap();
        disk.with(|disk| disk.syncs) - before
    };
    // The last sync of the commit says that it failed, when all is written.
    disk.with(|disk| disk.lies_at_sync = Some(disk.syncs + syncs));
    store.append(&rounds[2]).unwrap();
    assert_eq!(disk.with(|disk| disk.lies_at_sync), None, "it did lie");
    assert_eq!((store.last(), store.round(3).unwrap()), (3, Some(rounds[2].encode())));
    assert!(matches!(store.append(&rounds[2]), Err(StoreError::OutOfOrder { last: 3, found: 3 })));
}

/// While the disk is gone nothing is stored and nothing can be read; when it is back, all is as before.
#[test]
fn a_disk_that_goes_away_and_comes_back() {
    let disk = Disk::default();
    let store = on_disk(&disk, &world().chain);
    let rounds = world().rounds(3);
    store.append(&rounds[0]).unwrap();
    disk.with(|disk| disk.dead = true);
    for _ in 0..3 {
        let error = store.append(&rounds[1]).unwrap_err();
        assert!(matches!(error, StoreError::Io(_)), "{error:?}");
        assert_eq!(store.last(), 1);
        assert!(matches!(store.round(1), Err(StoreError::Io(_))));
    }
    disk.with(|disk| disk.dead = false);
    assert_eq!(store.round(1).unwrap(), Some(rounds[0].encode()));
    store.append(&rounds[1]).unwrap();
    store.append(&rounds[2]).unwrap();
    assert_eq!(Store::from_opener(disk.cut_power(0).opener()).unwrap().last(), 3);
}

/// The disk fills up after any number of bytes, in the middle of a write: each round is stored
/// wholly or not at all, and those before stay.
#[test]
fn a_disk_may_become_full_at_every_byte() {
    let rounds = world().rounds(6);
    let bytes_of = |count| {
        let disk = Disk::default();
        let store = on_disk(&disk, &world().chain);
        let before = disk.with(|disk| disk.bytes);
        rounds[..count].iter().for_each(|round| store.append(round).unwrap());
        disk.with(|disk| disk.bytes) - before
    };
    let (one, all) = (bytes_of(1), bytes_of(6));
    for space in (0..9).map(|i| all * i / 9).chain([1, one - 1, one, one + 1]) {
        let disk = Disk::default();
        let store = on_disk(&disk, &world().chain);
        disk.with(|disk| disk.space = Some(space));
        let stored = rounds.iter().take_while(|round| store.append(round).is_ok()).count();
        assert!(stored < rounds.len() && (stored >= 1 || space < one), "{stored} rounds in {space} bytes");
        assert_eq!(store.last(), stored as u64);
        disk.with(|disk| disk.space = None);
        for round in &rounds[..stored] {
            assert_eq!(store.round(round.number).unwrap(), Some(round.encode()), "{space} bytes");
        }
        rounds[stored..].iter().for_each(|round| store.append(round).unwrap());
        assert_eq!(Store::from_opener(disk.cut_power(0).opener()).unwrap().last(), 6);
    }
}

/// A file whose end is torn opens as one of the store's states or with an error, never with a wrong round.
#[test]
fn a_torn_file_is_read_as_far_as_it_is_whole_or_refused() {
    let (dir, store, rounds) = filled(3);
    drop(store);
    let whole = std::fs::read(dir.path().join(file::NAME)).unwrap();
    for len in (0..whole.len()).step_by(whole.len() / 97).chain([1, 64, 4095, 4096, 4097, whole.len() - 1]) {
        let torn = TempDir::new().unwrap();
        copy_store(dir.path(), torn.path());
        std::fs::write(torn.path().join(file::NAME), &whole[..len]).unwrap();
        for open in [Store::open_read_only, Store::open] {
            let Ok(store) = open(torn.path()) else { continue };
            assert!(store.last() <= 3, "{len} bytes");
            for round in &rounds {
                if let Ok(Some(bytes)) = store.round(round.number) {
                    assert_eq!(bytes, round.encode(), "{len} bytes");
                }
            }
        }
    }
}
