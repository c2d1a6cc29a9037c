//! Power failures, killed processes, full and failing disks.

use super::{super::testing::on_disk, *};
use heliast_disk::recorder::{Call, Fault, Loss, Recorder};

/// A data directory on a disk with simulated crashes.
pub(super) struct Case {
    place: TempDir,
    pub(super) recorder: Recorder,
}

impl Case {
    pub(super) fn new() -> Case {
        Case { place: TempDir::new().unwrap(), recorder: Recorder::default() }
    }

    fn dir(&self) -> PathBuf {
        self.place.path().join("data")
    }

    pub(super) fn site(&self) -> Site {
        Site::recorded(&self.recorder, &self.dir())
    }

    /// A new store with two rounds in each segment.
    pub(super) fn store(&self) -> Store {
        on_disk(&self.recorder, &self.dir(), &world().chain)
    }

    pub(super) fn open(&self) -> Store {
        Store::open_at(self.site(), |_, _| {}).unwrap()
    }

    /// The calls that `action` makes.
    pub(super) fn calls(&self, action: impl FnOnce()) -> Vec<Call> {
        let before = self.recorder.calls().len();
        action();
        self.recorder.calls().split_off(before)
    }

    /// From now on the process ends after this many calls.
    pub(super) fn ends_after(&self, calls: u64) {
        self.recorder.set_fault(Some(Fault::EndAfter(calls)));
    }
}

/// The numbers of the calls that make something durable. Just before such a call the most data is not
/// durable, so that a crash at any other moment leaves no further states.
pub(super) fn syncs(calls: &[Call]) -> Vec<u64> {
    let is_sync = |call: &Call| matches!(call, Call::Sync | Call::SyncDir(_));
    (0..).zip(calls).filter(|(_, call)| is_sync(call)).map(|(number, _)| number).collect()
}

/// Calls `scenario` for each of these numbers of calls; of the data that is not durable, nothing, everything
/// and some is lost.
pub(super) fn at_each(ends: &[u64], mut scenario: impl FnMut(&Case, u64, Loss)) {
    for end in ends {
        for loss in [Loss::Lost, Loss::Kept, Loss::Torn, Loss::Drawn(*end)] {
            scenario(&Case::new(), *end, loss);
        }
    }
}

/// Power fails at every sync of a run in turn, and no, all or some unsynced writes survive: the store opens
/// at the last acknowledged round, or at the one whose commit was under way.
#[test]
fn power_may_fail_at_every_sync() {
    let rounds = world().rounds(5);
    let ends = {
        let case = Case::new();
        let store = case.store();
        syncs(&case.calls(|| rounds.iter().for_each(|round| store.append(round).unwrap())))
    };
    assert!(ends.len() >= 2 * rounds.len(), "each round is synced: {ends:?}");
    at_each(&ends, |case, end, loss| {
        let store = case.store();
        case.ends_after(end);
        let acknowledged = rounds.iter().take_while(|round| store.append(round).is_ok()).count();
        assert!(acknowledged < rounds.len());
        drop(store);
        case.recorder.crash(loss).unwrap();
        let store = case.open();
        let found = store.last() as usize;
        assert!(
            found == acknowledged || found == acknowledged + 1,
            "call {end}, {loss:?}: {acknowledged} acknowledged, {found} found"
        );
        for round in &rounds[..found] {
            assert_eq!(store.round(round.number).unwrap(), Some(round.encode()));
        }
        for round in &rounds[found..] {
            store.append(round).unwrap();
        }
    });
}

/// The same for rounds that are stored together: a segment has two, and of those that are stored in one
/// segment either all survive or none.
#[test]
fn power_may_fail_while_many_rounds_are_stored() {
    let rounds = world().rounds(6);
    let ends = {
        let case = Case::new();
        let store = case.store();
        store.append(&rounds[0]).unwrap();
        let ends = syncs(&case.calls(|| store.append_all(&rounds[1..]).unwrap()));
        assert_eq!(store.last(), 6);
        ends
    };
    at_each(&ends, |case, end, loss| {
        let store = case.store();
        store.append(&rounds[0]).unwrap();
        case.ends_after(end);
        assert!(store.append_all(&rounds[1..]).is_err());
        let acknowledged = store.last();
        drop(store);
        case.recorder.crash(loss).unwrap();
        let store = case.open();
        let found = store.last();
        assert!([1, 2, 4, 6].contains(&found) && found >= acknowledged, "{acknowledged}, {found}");
        store.append_all(&rounds[found as usize..]).unwrap();
        for round in &rounds {
            assert_eq!(store.round(round.number).unwrap(), Some(round.encode()), "call {end}, {loss:?}");
        }
    });
}

/// Power fails at every sync while a chain is created. When the call has returned, directory and chain are
/// there. Before, there is either a complete chain, or no chain and one can be created again.
#[test]
fn power_may_fail_while_a_chain_is_begun() {
    let first = world().rounds(1);
    let calls = {
        let case = Case::new();
        case.calls(|| drop(case.store()))
    };
    let made = |name: &str| {
        let is_it = |call: &Call| matches!(call, Call::CreateDir(dir) if dir.ends_with(name));
        calls.iter().position(is_it).expect("it is made")
    };
    assert!(matches!(calls[made("data") + 1], Call::SyncDir(_)), "the directory's own name is durable");
    let ends = [syncs(&calls), vec![calls.len() as u64]].concat();
    at_each(&ends, |case, end, loss| {
        case.ends_after(end);
        let create = || Store::create_at(case.site(), &world().chain, NonZeroU32::MIN);
        let done = create().map(drop).is_ok();
        case.recorder.crash(loss).unwrap();
        assert!(Store::exists(case.dir()) || !done, "call {end}, {loss:?}");
        let store = if Store::exists(case.dir()) { case.open() } else { create().unwrap() };
        store.append(&first[0]).unwrap();
    });
}

#[test]
fn a_full_disk_is_an_error_and_passes() {
    let case = Case::new();
    let store = case.store();
    let rounds = world().rounds(3);
    store.append(&rounds[0]).unwrap();
    case.recorder.set_fault(Some(Fault::FullAfter(0)));
    for _ in 0..2 {
        let error = store.append(&rounds[1]).unwrap_err();
        assert!(matches!(error, StoreError::Full(_)), "{error:?}");
        assert_eq!(store.last(), 1);
    }
    case.recorder.set_fault(None);
    assert_eq!(store.round(1).unwrap(), Some(rounds[0].encode()), "what is stored can be read again");
    store.append(&rounds[1]).unwrap();
    store.append(&rounds[2]).unwrap();
    drop(store);
    assert_eq!(case.open().last(), 3);
}

#[test]
fn a_killed_process_leaves_a_file_that_readers_open() {
    let (dir, store, rounds) = filled(3);
    let copy = TempDir::new().unwrap();
    // A killed process leaves the file unclosed.
    copy_store(dir.path(), copy.path());
    assert_eq!(Store::open_read_only(copy.path()).unwrap().last(), 3);
    let mut builder = site::builder();
    builder.set_repair_callback(|_| panic!("opening takes a pass over the file"));
    drop(Guarded::new(builder.open(copy.path().join(file::NAME)).unwrap()));
    assert_eq!(Store::open(copy.path()).unwrap().round(3).unwrap(), Some(rounds[2].encode()));
    drop(store);
}

/// A disk may report a failure after it has done the work. The round is then stored, and is not stored twice.
#[test]
fn a_commit_that_reached_the_disk_counts_though_it_failed() {
    let case = Case::new();
    let store = case.store();
    let rounds = world().rounds(4);
    store.append(&rounds[0]).unwrap();
    store.append(&rounds[1]).unwrap();
    // Rounds 2 and 4 are the last of their segments, and take the same calls.
    store.append(&rounds[2]).unwrap();
    let last = {
        let other = Case::new();
        let store = other.store();
        store.append(&rounds[0]).unwrap();
        *syncs(&other.calls(|| store.append(&rounds[1]).unwrap())).last().unwrap()
    };
    // The last sync of the commit reports a failure although everything is written.
    case.recorder.set_fault(Some(Fault::Once(last, std::io::ErrorKind::Other)));
    let calls = case.calls(|| store.append(&rounds[3]).unwrap());
    assert!(calls.len() as u64 > last + 1 && calls[last as usize] == Call::Sync, "it did fail");
    assert_eq!((store.last(), store.round(4).unwrap()), (4, Some(rounds[3].encode())));
    assert!(matches!(store.append(&rounds[3]), Err(StoreError::OutOfOrder { last: 4, found: 4 })));
}

/// Each call fails once. Data whose sync failed may be lost forever, but nothing that the store has
/// acknowledged may be lost.
#[test]
fn a_call_may_fail_once_and_what_is_acknowledged_outlives_a_loss_of_power() {
    let rounds = world().rounds(4);
    for at in 0.. {
        let case = Case::new();
        let store = case.store();
        store.append(&rounds[0]).unwrap();
        case.recorder.set_fault(Some(Fault::Once(at, std::io::ErrorKind::Other)));
        let calls = case.calls(|| {
            if store.append(&rounds[1]).is_err() {
                assert_eq!(store.last(), 1, "call {at}");
                store.append(&rounds[1]).unwrap();
            }
        });
        let acknowledged = if at % 2 == 0 { 2 } else { 4 };
        rounds[2..acknowledged].iter().for_each(|round| store.append(round).unwrap());
        drop(store);
        case.recorder.crash(Loss::Lost).unwrap();
        let store = case.open();
        assert_eq!(store.last(), acknowledged as u64, "call {at}");
        for round in &rounds[..acknowledged] {
            assert_eq!(store.round(round.number).unwrap(), Some(round.encode()), "call {at}");
        }
        if calls.len() as u64 <= at {
            assert!(at > 6, "{at} calls");
            break;
        }
    }
}

/// While the disk is gone nothing is stored; when it is back, everything works as before.
#[test]
fn a_disk_that_goes_away_and_comes_back() {
    let case = Case::new();
    let store = case.store();
    let rounds = world().rounds(3);
    store.append(&rounds[0]).unwrap();
    case.ends_after(0);
    for _ in 0..3 {
        let error = store.append(&rounds[1]).unwrap_err();
        assert!(matches!(error, StoreError::Io(_)), "{error:?}");
        assert_eq!(store.last(), 1);
    }
    case.recorder.set_fault(None);
    assert_eq!(store.round(1).unwrap(), Some(rounds[0].encode()));
    store.append(&rounds[1]).unwrap();
    store.append(&rounds[2]).unwrap();
    drop(store);
    case.recorder.crash(Loss::Lost).unwrap();
    assert_eq!(case.open().last(), 3);
}

/// The disk may become full after any number of bytes, in the middle of a write: each round is stored
/// completely or not at all, and earlier rounds stay.
#[test]
fn a_disk_may_become_full_at_every_byte() {
    let rounds = world().rounds(6);
    let bytes_of = |count| -> u64 {
        let case = Case::new();
        let store = case.store();
        let calls = case.calls(|| rounds[..count].iter().for_each(|round| store.append(round).unwrap()));
        let bytes = calls.iter().map(|call| if let Call::Write(_, len) = call { *len as u64 } else { 0 });
        bytes.sum()
    };
    let (one, all) = (bytes_of(1), bytes_of(6));
    for space in (0..9).map(|i| all * i / 9).chain([1, one - 1, one, one + 1]) {
        let case = Case::new();
        let store = case.store();
        case.recorder.set_fault(Some(Fault::FullAfter(space)));
        let stored = rounds.iter().take_while(|round| store.append(round).is_ok()).count();
        assert!(stored < rounds.len() && (stored >= 1 || space < one), "{stored} rounds in {space} bytes");
        assert_eq!(store.last(), stored as u64);
        case.recorder.set_fault(None);
        for round in &rounds[..stored] {
            assert_eq!(store.round(round.number).unwrap(), Some(round.encode()), "{space} bytes");
        }
        rounds[stored..].iter().for_each(|round| store.append(round).unwrap());
        drop(store);
        case.recorder.crash(Loss::Lost).unwrap();
        assert_eq!(case.open().last(), 6);
    }
}

/// A truncated file opens as one of the store's states or with an error, never with a wrong round.
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
