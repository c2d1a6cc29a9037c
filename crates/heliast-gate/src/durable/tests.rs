//! No stamp is taken twice in any state that a crash leaves, nor after any call that fails.

use super::{file::Redb, *};
use heliast_disk::{
    Disk, Secrecy,
    recorder::{Explorer, Fault, Omission, Recorder, Trial, Violation},
};
use heliast_group::RsaGroup;
use heliast_stamp::{Expected, Nonce, Price, PrivateIssuer, Secret, Spending, solve};
use heliast_store::testing::Backend;
use redb::{Database, DatabaseError};
use std::{
    fs, io,
    time::{Duration, Instant},
};

const NOW: u64 = 1_800_000_000_000;
const LIFE: u64 = 60_000;

/// Redb's file on the same disk as the others.
const RECORDED: Redb = Redb {
    open: |disk, path| Backend::database(disk, path, disk.open(path).map_err(io::Error::from)?),
    begin: |disk, draft| Backend::database(disk, draft.target(), draft.file().try_clone()?),
};

/// The same as redb alone would go on after a sync that failed.
const WITHOUT_MARK: Redb = Redb {
    open: |disk, path| Backend::without_mark(disk, path, disk.open(path).map_err(io::Error::from)?),
    begin: |disk, draft| Backend::without_mark(disk, draft.path(), draft.file().try_clone()?),
};

/// Three stamps of one time, one that is spent when they are late, and another one.
fn stamps() -> Vec<Paid> {
    let mut issuer = PrivateIssuer::new(Secret::new([7; 32]), &RsaGroup::rsa_2048());
    issuer.add_delay(10);
    let expected = || Expected::new(b"a site", b"", 10);
    let paid = |(nonce, now_ms): (u8, u64)| {
        let terms = expected().terms(Price { t: 10, now_ms, life_ms: LIFE }, Nonce([nonce; 16]));
        let stamp = solve(&issuer.challenge(&terms).unwrap().to_bytes(), |_| true).unwrap();
        issuer.check(&stamp, &expected().at(now_ms)).unwrap()
    };
    let late = NOW + 10 * LIFE;
    [(1, NOW), (2, NOW), (3, NOW), (4, late), (5, late)].map(paid).into()
}

/// A list that takes stamps and is opened again.
fn explore(
    explorer: impl Fn(&mut dyn FnMut(&mut Trial)) -> Result<(), Violation>,
    omitted: Option<Omission>,
    redb: Redb,
) -> Result<(), Violation> {
    let stamps = stamps();
    let refs = |numbers: &[usize]| numbers.iter().map(|number| &stamps[*number]).collect::<Vec<_>>();
    explorer(&mut |trial| {
        let place = tempfile::tempdir().unwrap();
        let file = ListFile { path: place.path().join("spent.redb"), disk: trial.disk(), redb };
        let open = || List::open(&file, false, 10, &Arc::default());
        let mut taken: Vec<&Paid> = vec![];
        let mut spend = |list: &List, numbers: &[usize]| -> Result<(), redb::Error> {
            let stamps = refs(numbers);
            for (paid, verdict) in stamps.iter().zip(list.spend(&stamps)?) {
                if matches!(verdict, Ok(Spending::First)) {
                    assert!(!taken.contains(paid), "a stamp is taken twice");
                    taken.push(paid);
                }
            }
            Ok(())
        };
        trial.recorder().omit(omitted);
        trial.begin();
        for numbers in [&[0, 1][..], &[2, 0], &[3]] {
            let first = open().and_then(|list| spend(&list, numbers));
            // A gate that is asked again, and one that was started again.
            let _ = first.or_else(|_| {
                open().and_then(|list| spend(&list, numbers).or_else(|_| spend(&list, numbers)))
            });
        }
        trial.crash().unwrap();
        let list = open().unwrap_or_else(|error| panic!("the list can't be opened: {error}"));
        spend(&list, &[0, 1, 2, 3]).unwrap();
        spend(&list, &[4]).unwrap();
        assert_eq!(taken.last().unwrap().id(), stamps[4].id(), "a new stamp is taken");
    })
}

#[test]
fn no_stamp_is_taken_twice_in_any_state_that_a_crash_leaves() {
    let explorer = |scenario: &mut dyn FnMut(&mut Trial)| {
        let figures = Explorer::default().explore(scenario)?;
        println!("spent stamps: {figures}");
        assert!(figures.operations > 50, "{figures}");
        Ok(())
    };
    explore(explorer, None, RECORDED).unwrap_or_else(|violation| panic!("{violation}"));
}

#[test]
fn syncs_that_are_left_out_are_found() {
    for omitted in [Omission::Files, Omission::Names] {
        let explored =
            explore(|scenario| Explorer::default().crashes(scenario).map(drop), Some(omitted), RECORDED);
        explored.unwrap_err();
    }
}

/// redb alone reads what a sync that failed has left, goes on from it, and loses it when the power fails.
#[test]
fn a_list_that_goes_on_after_a_failed_sync_without_a_mark_is_found() {
    let explored = explore(|scenario| Explorer::default().faults(scenario).map(drop), None, WITHOUT_MARK);
    explored.unwrap_err();
}

/// redb alone left a file whose name is not durable, or one that is half begun.
#[test]
fn a_list_that_is_begun_in_its_place_is_found() {
    let explored = Explorer::default().crashes(|trial| {
        let place = tempfile::tempdir().unwrap();
        let (path, disk) = (place.path().join("spent.redb"), trial.disk());
        let open = || -> Result<Database, DatabaseError> {
            let file = disk.open_or_create(&path, Secrecy::Public).map_err(io::Error::from)?;
            Backend::database(&disk, &path, file)
        };
        trial.begin();
        drop(open());
        trial.crash().unwrap();
        open().unwrap_or_else(|error| panic!("it can't be opened: {error}"));
    });
    let said = explored.unwrap_err().said;
    assert!(said.contains("it can't be opened"), "{said}");
}

/// A list on a disk.
fn begin(place: &Path, disk: Disk) -> Durable {
    Durable::begin(ListFile { path: place.join("spent.redb"), disk, redb: RECORDED }, 10, true).unwrap()
}

/// Waits until the list says this of itself.
fn until(list: &Durable, wanted: impl Fn(Option<&Trouble>) -> bool) {
    let begun = Instant::now();
    while !wanted(list.trouble().as_ref()) {
        assert!(begun.elapsed() < Duration::from_secs(600), "{:?}", list.trouble());
        thread::sleep(Duration::from_millis(10));
    }
}

fn refuses(trouble: Option<&Trouble>) -> bool {
    matches!(trouble, Some(Trouble::Refusing(_)))
}

/// After one error redb does not use a file any more: the list reports it and opens the file again, and no
/// stamp is forgotten.
#[test]
fn a_disk_that_failed_once_stops_the_list_until_it_works_again() {
    let (place, recorder) = (tempfile::tempdir().unwrap(), Recorder::default());
    let (list, stamps) = (begin(place.path(), recorder.disk()), stamps());
    assert!(matches!(list.spend(&stamps[0]), Ok(Spending::First)));
    for kind in [io::ErrorKind::StorageFull, io::ErrorKind::Other] {
        recorder.set_fault(Some(Fault::Once(0, kind)));
        assert!(matches!(list.spend(&stamps[1]), Err(SpentError::Unavailable(_))), "{kind}");
        until(&list, |trouble| trouble.is_none());
        assert!(matches!(list.spend(&stamps[0]), Ok(Spending::Again)), "{kind}");
    }
    assert!(matches!(list.spend(&stamps[1]), Ok(Spending::First)));

    recorder.set_fault(Some(Fault::FullAfter(0)));
    for _ in 0..2 {
        assert!(matches!(list.spend(&stamps[2]), Err(SpentError::Unavailable(_))));
        until(&list, refuses);
    }
    recorder.set_fault(None);
    until(&list, |trouble| trouble.is_none());
    assert!(matches!(list.spend(&stamps[2]), Ok(Spending::First)));
    assert!(matches!(list.spend(&stamps[2]), Ok(Spending::Again)));
}

/// A folder may be missing for a while, for example one on another disk. Then no new list begins.
#[test]
fn a_list_whose_file_is_gone_refuses_and_makes_no_new_one() {
    let (place, recorder) = (tempfile::tempdir().unwrap(), Recorder::default());
    let (list, stamps) = (begin(place.path(), recorder.disk()), stamps());
    assert!(matches!(list.spend(&stamps[0]), Ok(Spending::First)));
    let (path, away) = (place.path().join("spent.redb"), place.path().join("away"));
    fs::rename(&path, &away).unwrap();
    recorder.set_fault(Some(Fault::Once(0, io::ErrorKind::Other)));
    list.spend(&stamps[1]).unwrap_err();
    recorder.set_fault(None);
    until(
        &list,
        |trouble| matches!(trouble, Some(Trouble::Refusing(why)) if why.contains("is missing: put it back")),
    );
    fs::rename(&away, &path).unwrap();
    until(&list, |trouble| trouble.is_none());
    assert!(matches!(list.spend(&stamps[0]), Ok(Spending::Again)));
}

/// redb panics on pages that are not its own.
#[test]
fn a_file_that_makes_redb_panic_stops_the_list_and_no_more() {
    let (place, stamps) = (tempfile::tempdir().unwrap(), stamps());
    let list = begin(place.path(), Disk::default());
    assert!(matches!(list.spend(&stamps[0]), Ok(Spending::First)));
    drop(list);
    let path = place.path().join("spent.redb");
    let whole = fs::read(&path).unwrap();
    let mut refused = 0;
    for at in (4_096..whole.len()).step_by(4_096) {
        let mut changed = whole.clone();
        changed[at..at + 64].fill(0xff);
        fs::write(&path, changed).unwrap();
        let file = ListFile { path: path.clone(), disk: Disk::default(), redb: RECORDED };
        // It is refused as it is opened, or when a stamp is spent, and never ends the process or its thread.
        let Ok(list) = Durable::begin(file, 10, false) else {
            refused += 1;
            continue;
        };
        if list.spend(&stamps[1]).is_err() {
            refused += 1;
            until(&list, refuses);
        }
    }
    assert!(refused > 0, "no damage was found");
}

#[test]
fn a_list_waits_for_the_process_that_has_it() {
    let (place, stamps) = (tempfile::tempdir().unwrap(), stamps());
    let path = place.path().join("spent.redb");
    let first = Durable::open(&path, 10).unwrap();
    assert!(matches!(first.spend(&stamps[0]), Ok(Spending::First)));
    assert!(Durable::open(&path, 10).is_err(), "who does not wait is refused");
    let second = Durable::take_over(&path, 10).unwrap();
    assert!(matches!(second.trouble(), Some(Trouble::Waiting(_))));
    // Nobody asks for it, and its thread ends.
    drop(Durable::take_over(&path, 10).unwrap());
    drop(first);
    assert!(matches!(second.spend(&stamps[0]), Ok(Spending::Again)));
    assert_eq!(second.trouble(), None);
}
