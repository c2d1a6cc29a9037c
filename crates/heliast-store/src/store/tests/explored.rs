//! Explores all states of a store after a crash, including redb's file, and lets each call fail once
//! (`heliast_disk::recorder::Explorer`): no stored round is lost, archived and pruned rounds are in the store
//! or in the archive, and no incomplete archive file is served.

use super::{super::testing::on_disk, *};
use crate::archive::Archive;
use heliast_disk::recorder::{Explorer, Figures, Omission, Trial, Violation};

/// A store in its own directory.
struct Place {
    place: TempDir,
    site: Site,
}

impl Place {
    fn new(trial: &Trial) -> Place {
        let place = TempDir::new().unwrap();
        let site = Site::recorded(trial.recorder(), &place.path().join("data"));
        Place { place, site }
    }

    /// A new store with two rounds in each segment.
    fn create(&self, trial: &Trial, chain: &Chain) -> Store {
        on_disk(trial.recorder(), &self.site.dir, chain)
    }

    fn open(&self) -> Result<Store, StoreError> {
        Store::open_at(self.site.clone(), |_, _| {})
    }

    fn archive(&self, chain: &Chain) -> Result<Archive, ArchiveError> {
        Archive::create_on(&self.site.disk, &self.place.path().join("archive"), chain)
    }
}

fn hold(name: &str, explored: Result<Figures, Violation>) -> Figures {
    let figures = explored.unwrap_or_else(|violation| panic!("{violation}"));
    println!("{name}: {figures}");
    figures
}

/// Stores rounds one by one and several at once. Failed calls are tried again, as a node does. Then the node
/// is restarted, and goes on with the same file.
fn stored(explorer: Explorer, omitted: Option<Omission>) -> Result<Figures, Violation> {
    let mut world = world();
    let rounds = world.rounds(6);
    explorer.explore(|trial| {
        let place = Place::new(trial);
        let store = place.create(trial, &world.chain);
        store.append(&rounds[0]).unwrap();
        trial.recorder().omit(omitted);
        trial.begin();
        let append = |store: &Store, batch: &[Verified<Round>]| {
            store.append_all(&batch[batch.partition_point(|round| round.number <= store.last())..])
        };
        let (mut process, mut acknowledged) = (Some(store), 1);
        for batch in [&rounds[1..2], &rounds[2..3], &rounds[3..6]] {
            let Some(store) = &process else { break };
            let done = append(store, batch).or_else(|_| append(store, batch));
            acknowledged = acknowledged.max(store.last());
            if done.is_err() {
                drop(process.take());
                process = place.open().ok();
                let Some(store) = &process else { break };
                assert!(store.last() >= acknowledged, "{acknowledged} were stored, before any crash");
                let _ = append(store, batch);
                acknowledged = acknowledged.max(store.last());
            }
        }
        drop(process);
        trial.crash().unwrap();
        let store = place.open().unwrap_or_else(|error| panic!("it can't be opened: {error}"));
        let found = store.last();
        assert!(found >= acknowledged, "{acknowledged} were stored and {found} are there");
        store.append_all(&rounds[found as usize..]).unwrap();
        for round in &rounds {
            assert_eq!(store.round(round.number).unwrap(), Some(round.encode()));
        }
    })
}

#[test]
fn no_stored_round_is_lost_in_any_state_that_a_crash_leaves() {
    let figures = hold("rounds", stored(Explorer::default(), None));
    assert!(figures.operations > 30, "{figures}");
}

#[test]
fn syncs_that_are_left_out_are_found() {
    for omitted in [Omission::Files, Omission::Names] {
        stored(Explorer::default(), Some(omitted)).unwrap_err();
    }
}

#[test]
fn archived_and_pruned_rounds_are_in_one_of_two_places_in_any_state() {
    let mut world = world();
    let rounds = world.rounds(7);
    let explored = Explorer::default().explore(|trial| {
        let place = Place::new(trial);
        let store = place.create(trial, &world.chain);
        rounds.iter().for_each(|round| store.append(round).unwrap());
        trial.begin();
        let archive = || place.archive(&world.chain);
        let archived = archive().or_else(|_| archive()).map_or(0, |files| {
            let store = store.with_archive(files).unwrap();
            let files = || store.archive().unwrap();
            for first in [1, 3] {
                let write = || files().write(&store, first, first + 1);
                if write().or_else(|_| write()).is_err() {
                    break;
                }
            }
            while store.prune(0).or_else(|_| store.prune(0)).is_ok_and(|pruned| pruned > 0) {}
            files().last()
        });
        trial.crash().unwrap();
        let store = place.open().unwrap_or_else(|error| panic!("it can't be opened: {error}"));
        let store = store.with_archive(archive().unwrap()).unwrap();
        assert!(store.archive().unwrap().last() >= archived, "what was archived is there");
        for round in &rounds {
            assert_eq!(store.round(round.number).unwrap(), Some(round.encode()), "round {}", round.number);
        }
        for number in 1..=store.archive().unwrap().last() {
            let archived = store.archive().unwrap().round(&world.chain, number).unwrap();
            assert_eq!(archived, rounds[number as usize - 1].encode(), "half an archive");
        }
    });
    hold("archive and pruning", explored);
}

#[test]
fn a_chain_that_is_begun_is_whole_or_begun_anew_in_any_state() {
    let mut world = world();
    let first = world.rounds(1);
    let explored = Explorer::default().explore(|trial| {
        let place = Place::new(trial);
        let create = || {
            Store::create_at(place.site.clone(), &world.chain, std::num::NonZeroU32::MIN)
                .or_else(|_| place.open())
        };
        trial.begin();
        let done = create().or_else(|_| create()).and_then(|store| store.append(&first[0])).is_ok();
        trial.crash().unwrap();
        let store = place.open().or_else(|_| create()).unwrap_or_else(|error| panic!("not begun: {error}"));
        assert!(store.last() == 1 || !done, "the round is lost");
        let _ = store.append(&first[0]);
        assert_eq!(store.round(1).unwrap(), Some(first[0].encode()));
    });
    hold("a new chain", explored);
}
