//! No stamp is taken twice in any state that a crash leaves, nor after any call that fails.

use super::{file::Redb, *};
use heliast_disk::{
    Secrecy,
    recorder::{Explorer, Omission, Trial, Violation},
};
use heliast_group::RsaGroup;
use heliast_stamp::{Expected, Nonce, Price, PrivateIssuer, Secret, solve};
use heliast_store::testing::Backend;
use redb::DatabaseError;
use std::io;

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
        let open = || List::new(file.open(prepare)?, 10, Arc::default());
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
