use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex};

use heliast::Verified;
use proptest::prelude::*;
use redb::StorageBackend;
use tempfile::TempDir;

use super::*;
use crate::testing::{GENESIS_MS, PERIOD_MS, World, epoch};

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
            let view: RoundView = serde_json::from_str(&store.view(round.number).unwrap().unwrap()).unwrap();
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
    let numbers = |from, to| store.range(from, to).unwrap().map(|item| item.unwrap().0).collect::<Vec<_>>();
    assert_eq!(numbers(2, 3), [2, 3]);
    assert_eq!(numbers(0, u64::MAX), [1, 2, 3, 4]);
    assert_eq!(numbers(4, 9), [4]);
    assert!(numbers(5, 9).is_empty() && numbers(u64::MAX, u64::MAX).is_empty());
    let entries: Vec<Entry> = store.entries(1).unwrap().map(Result::unwrap).collect();
    assert_eq!(entries.len(), 4);
    for (entry, round) in entries.iter().zip(&rounds) {
        assert_eq!((entry.number, &entry.bytes), (round.number, &round.encode()));
        assert_eq!(entry.view, RoundView::new(store.chain(), round).to_json());
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
fn epoch_proofs_lie_beside_the_rounds() {
    let (dir, store, rounds) = filled(6);
    let proofs = |store: &Store, from| -> Vec<(u64, Vec<u8>)> {
        store.epoch_proofs(from).unwrap().map(Result::unwrap).collect()
    };
    // A file that no epoch proof was ever written to has no table for them.
    assert_eq!((store.epoch_proof(1).unwrap(), proofs(&store, 0)), (None, vec![]));
    let [first, second, long] =
        [&rounds[..2], &rounds[2..4], &rounds[2..]].map(|rounds| epoch(store.chain(), rounds));
    store.add_epoch(&second).unwrap();
    store.add_epoch(&first).unwrap();
    let (one, three) = (first.proof.encode(), second.proof.encode());
    assert_eq!(proofs(&store, 0), [(1, one.clone()), (3, three.clone())]);
    assert_eq!(proofs(&store, 2), [(3, three)]);
    assert_eq!(store.epoch_proof(2).unwrap(), None);
    // One of another length takes the place.
    store.add_epoch(&long).unwrap();
    drop(store);
    for open in [Store::open, Store::open_read_only] {
        let store = open(dir.path()).unwrap();
        assert_eq!(proofs(&store, 0), [(1, one.clone()), (3, long.proof.encode())]);
        assert_eq!(store.epoch_proof(3).unwrap(), Some(long.proof.encode()));
        assert_eq!(store.last(), 6);
    }
}

#[test]
fn epochs_of_rounds_that_are_not_stored_are_refused() {
    let (dir, store, rounds) = filled(3);
    let mut other = World::new(5, 2, GENESIS_MS);
    let theirs = other.rounds(3);
    let foreign = epoch(&other.chain, &theirs);
    assert!(matches!(store.add_epoch(&foreign), Err(StoreError::OtherChain(1))));
    let to_come = epoch(store.chain(), &world().rounds(4));
    assert!(matches!(store.add_epoch(&to_come), Err(StoreError::OtherChain(1))));
    assert_eq!(store.epoch_proof(1).unwrap(), None);
    drop(store);
    let reader = Store::open_read_only(dir.path()).unwrap();
    let whole = epoch(reader.chain(), &rounds);
    assert!(matches!(reader.add_epoch(&whole), Err(StoreError::ReadOnly)));
    assert_eq!(reader.epoch_proof(1).unwrap(), None);
}

#[test]
fn a_full_disk_costs_an_epoch_proof_and_no_round() {
    let disk = Disk::default();
    let store = on_disk(&disk, &world());
    let rounds = world().rounds(3);
    rounds[..2].iter().for_each(|round| store.append(round).unwrap());
    let proved = epoch(store.chain(), &rounds[..2]);
    disk.with(|disk| disk.capacity = Some(0));
    let error = store.add_epoch(&proved).unwrap_err();
    assert!(matches!(error, StoreError::Full(_) | StoreError::Io(_)), "{error:?}");
    disk.with(|disk| disk.capacity = None);
    assert_eq!((store.last(), store.epoch_proof(1).unwrap()), (2, None));
    store.append(&rounds[2]).unwrap();
    store.add_epoch(&proved).unwrap();
    drop(store);
    let store = Store::from_opener(disk.opener()).unwrap();
    assert_eq!((store.last(), store.epoch_proof(1).unwrap()), (3, Some(proved.proof.encode())));
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
fn what_is_no_chain_is_refused_by_name() {
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

/// Replaces a stored round's bytes and view behind the store's back.
pub(crate) fn damage(dir: &TempDir, number: u64) {
    tamper(dir, |transaction| {
        for table in [ROUNDS, VIEWS] {
            transaction.open_table(table).unwrap().insert(number, b"damaged".as_slice()).unwrap();
        }
    });
}

/// Changes a stored file behind the store's back.
fn tamper(dir: &TempDir, change: impl Fn(&redb::WriteTransaction)) {
    let database = redb::Database::open(dir.path().join(file::NAME)).unwrap();
    let transaction = begin_write(&database).unwrap();
    change(&transaction);
    transaction.commit().unwrap();
}

#[test]
fn another_format_is_refused() {
    let (dir, store, _) = filled(1);
    drop(store);
    for format in [FORMAT - 1, FORMAT + 1] {
        tamper(&dir, |t| {
            let mut meta = t.open_table(META).unwrap();
            drop(meta.insert(b"format".as_slice(), format.to_be_bytes().as_slice()).unwrap());
        });
        assert!(matches!(Store::open(dir.path()), Err(StoreError::Foreign { .. })));
    }
}

#[test]
fn a_changed_value_is_an_error_with_its_round() {
    let (dir, store, rounds) = filled(3);
    drop(store);
    let honest = rounds[1].encode();
    for bad in [
        vec![],
        b"HLRD".to_vec(),
        honest[..honest.len() - 1].to_vec(),
        [honest.as_slice(), &[0]].concat(),
        rounds[0].encode(),
    ] {
        tamper(&dir, |t| drop(t.open_table(ROUNDS).unwrap().insert(2, bad.as_slice()).unwrap()));
        // Round 2 is what round 3 builds on: the store sees it at once.
        let error = Store::open(dir.path()).err().unwrap().to_string();
        assert!(error.contains("round 2") || error.contains("round 3"), "{error}");
    }
    tamper(&dir, |t| drop(t.open_table(ROUNDS).unwrap().insert(2, honest.as_slice()).unwrap()));
    tamper(&dir, |t| drop(t.open_table(ROUNDS).unwrap().insert(1, b"HLRD\x01".as_slice()).unwrap()));
    let store = Store::open(dir.path()).unwrap();
    assert!(matches!(store.decoded(1), Err(StoreError::Corrupt(reason)) if reason.contains("round 1")));
    assert!(store.round_at_time(GENESIS_MS).is_err());
    assert_eq!(store.entries(1).unwrap().next().unwrap().unwrap().bytes, b"HLRD\x01");
}

#[test]
fn a_missing_round_is_an_error() {
    let (dir, store, _) = filled(3);
    drop(store);
    tamper(&dir, |t| drop(t.open_table(ROUNDS).unwrap().remove(1).unwrap()));
    assert!(
        matches!(Store::open(dir.path()), Err(StoreError::Corrupt(reason)) if reason.contains("missing"))
    );
}

#[test]
fn a_genesis_that_is_none_is_an_error() {
    let (dir, store, _) = filled(1);
    drop(store);
    tamper(&dir, |t| {
        drop(t.open_table(META).unwrap().insert(b"genesis".as_slice(), b"HLGN".as_slice()).unwrap())
    });
    assert!(
        matches!(Store::open(dir.path()), Err(StoreError::Corrupt(reason)) if reason.contains("genesis"))
    );
}

/// A disk that can lose power: what is written and not synced may or may not be there afterwards; and that can be full.
#[derive(Clone, Debug, Default)]
struct Disk(Arc<Mutex<DiskState>>);

#[derive(Debug, Default)]
struct DiskState {
    durable: Vec<u8>,
    written: Vec<u8>,
    pending: Vec<(u64, Vec<u8>)>,
    syncs: u64,
    dies_at_sync: Option<u64>,
    dead: bool,
    capacity: Option<usize>,
}

impl Disk {
    /// Cuts the power: of the writes since the last sync, those survive whose bit in `survivors` is set.
    fn cut_power(&self, survivors: u64) -> Disk {
        let state = self.0.lock().unwrap();
        let mut bytes = state.durable.clone();
        bytes.resize(state.written.len().max(bytes.len()), 0);
        for (i, (offset, data)) in state.pending.iter().enumerate() {
            if survivors >> (i % 64) & 1 == 1 {
                bytes[*offset as usize..][..data.len()].copy_from_slice(data);
            }
        }
        Disk(Arc::new(Mutex::new(DiskState {
            durable: bytes.clone(),
            written: bytes,
            ..DiskState::default()
        })))
    }

    fn with<T>(&self, action: impl FnOnce(&mut DiskState) -> T) -> T {
        action(&mut self.0.lock().unwrap())
    }

    fn opener(&self) -> Opener {
        let disk = self.clone();
        Box::new(move || {
            let database = file::builder().create_with_backend(disk.clone());
            Ok(file::writable(database.map_err(redb::Error::from)?))
        })
    }
}

impl DiskState {
    fn alive(&self) -> io::Result<()> {
        if self.dead { Err(io::Error::other("no power")) } else { Ok(()) }
    }

    fn fits(&self, len: usize) -> io::Result<()> {
        if self.capacity.is_some_and(|capacity| len > capacity) {
            Err(io::ErrorKind::StorageFull.into())
        } else {
            Ok(())
        }
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        self.with(|disk| disk.alive().map(|()| disk.written.len() as u64))
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.with(|disk| {
            disk.alive()?;
            let bytes = disk.written.get(offset as usize..).and_then(|bytes| bytes.get(..out.len()));
            out.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
            Ok(())
        })
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.with(|disk| {
            disk.alive()?;
            disk.fits(len as usize)?;
            disk.written.resize(len as usize, 0);
            Ok(())
        })
    }

    fn sync_data(&self) -> io::Result<()> {
        self.with(|disk| {
            disk.alive()?;
            disk.syncs += 1;
            if Some(disk.syncs) == disk.dies_at_sync {
                disk.dead = true;
            }
            disk.alive()?;
            disk.durable = disk.written.clone();
            disk.pending.clear();
            Ok(())
        })
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.with(|disk| {
            disk.alive()?;
            disk.fits(if disk.capacity == Some(0) { 1 } else { 0 })?;
            let end = offset as usize + data.len();
            if disk.written.len() < end {
                disk.written.resize(end, 0);
            }
            disk.written[offset as usize..end].copy_from_slice(data);
            disk.pending.push((offset, data.to_vec()));
            Ok(())
        })
    }
}

fn on_disk(disk: &Disk, world: &World) -> Store {
    let database = file::builder().create_with_backend(disk.clone()).unwrap();
    initialize(&database, &world.chain).unwrap();
    Store::assemble(file::writable(database), disk.opener()).unwrap()
}

/// Power fails at every sync of a run in turn, with none, all, and some of the unsynced writes surviving: the store
/// opens at the last acknowledged round, or at the one whose commit was under way.
#[test]
fn power_may_fail_at_every_sync() {
    let rounds = world().rounds(6);
    let syncs_in = |disk: &Disk| disk.with(|disk| disk.syncs);
    let (start, end) = {
        let disk = Disk::default();
        let store = on_disk(&disk, &world());
        let start = syncs_in(&disk);
        rounds.iter().for_each(|round| store.append(round).unwrap());
        (start, syncs_in(&disk))
    };
    assert!(end - start >= 2 * rounds.len() as u64, "each round is synced: {start} to {end}");
    for dies_at in start + 1..=end {
        for survivors in [0, u64::MAX, 0x5555_5555_5555_5555, 0xaaaa_aaaa_aaaa_aaaa, 0x0123_4567_89ab_cdef] {
            let disk = Disk::default();
            let store = on_disk(&disk, &world());
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

#[test]
fn a_full_disk_is_an_error_and_passes() {
    let disk = Disk::default();
    let store = on_disk(&disk, &world());
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
    // What a killed process leaves: the file as it is, never closed.
    std::fs::copy(dir.path().join(file::NAME), copy.path().join(file::NAME)).unwrap();
    assert_eq!(Store::open_read_only(copy.path()).unwrap().last(), 3);
    let mut builder = file::builder();
    builder.set_repair_callback(|_| panic!("opening takes a pass over the file"));
    drop(Guarded::new(builder.open(copy.path().join(file::NAME)).unwrap()));
    assert_eq!(Store::open(copy.path()).unwrap().round(3).unwrap(), Some(rounds[2].encode()));
    drop(store);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Damaged files are refused or read with an error or with other bytes; nothing panics.
    #[test]
    fn flipped_bits_in_the_file_do_not_panic(
        flips in prop::collection::vec((any::<prop::sample::Index>(), 0u8..8), 1..40)
    ) {
        let dir = TempDir::new().unwrap();
        let mut bytes = damaged_sample();
        let len = bytes.len();
        for (index, bit) in flips {
            bytes[index.index(len)] ^= 1 << bit;
        }
        std::fs::write(dir.path().join(file::NAME), bytes).unwrap();
        for store in [Store::open_read_only(dir.path()), Store::open(dir.path())].into_iter().flatten() {
            for entry in store.entries(1).into_iter().flatten() {
                let _ = entry;
            }
            for number in 1..=store.last().min(9) {
                let _ = (store.decoded(number), store.view(number));
            }
            let _ = (store.round_at_time(GENESIS_MS + 2500), store.epoch_proof(1));
            store.epoch_proofs(0).into_iter().flatten().for_each(drop);
        }
    }
}

/// The part of a small store's file that holds something.
fn damaged_sample() -> Vec<u8> {
    static SAMPLE: Mutex<BTreeMap<(), Vec<u8>>> = Mutex::new(BTreeMap::new());
    let mut sample = SAMPLE.lock().unwrap();
    let bytes = sample.entry(()).or_insert_with(|| {
        let (dir, store, rounds) = filled(4);
        store.add_epoch(&epoch(store.chain(), &rounds)).unwrap();
        drop(store);
        std::fs::read(dir.path().join(file::NAME)).unwrap()
    });
    bytes.clone()
}
