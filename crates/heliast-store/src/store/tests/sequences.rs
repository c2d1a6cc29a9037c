//! After any operations in any order, a store opens again at the last acknowledged round, and store
//! and archive together have every round.

use super::*;
use crate::archive::Archive;
use heliast::{Epoch, Pending};
use proptest::prelude::*;
use std::sync::OnceLock;

const ROUNDS: usize = 14;

#[derive(Clone, Copy, Debug)]
enum Step {
    Append,
    /// Proves an epoch of this many last rounds.
    Epoch(usize),
    /// Archives this many more rounds.
    Archive(u64),
    Prune(u64),
    /// Opens a copy of the current files, as after a kill.
    Kill,
    /// Adds a segment or a draft that a killed process left behind.
    Leftover,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        5 => Just(Step::Append),
        1 => (1..4usize).prop_map(Step::Epoch),
        2 => (1..4u64).prop_map(Step::Archive),
        2 => (0..4u64).prop_map(Step::Prune),
        1 => Just(Step::Kill),
        1 => Just(Step::Leftover),
    ];
    prop::collection::vec(step, 1..40)
}

/// A chain whose rounds also announce keys.
fn chain() -> &'static (Chain, Vec<Verified<Round>>) {
    static MADE: OnceLock<(Chain, Vec<Verified<Round>>)> = OnceLock::new();
    MADE.get_or_init(|| {
        let mut world = World::with_lead(2);
        let rounds = (0..ROUNDS as u64).map(|i| {
            if i % 3 == 1 {
                world.announce((i % 5) as u32, 40 + i);
            }
            world.next()
        });
        let rounds = rounds.collect();
        (world.chain, rounds)
    })
}

/// The proof of `len` rounds up to `last`.
fn epoch(last: usize, len: usize) -> Verified<Epoch> {
    let (chain, rounds) = chain();
    let pending = (last - len..last).map(|i| -> Pending {
        let before = if i == 0 { chain.start() } else { chain.tip_after(&rounds[i - 1]) };
        chain.check(&before, (*rounds[i]).clone()).unwrap()
    });
    chain.prove_epoch(&pending.collect::<Vec<_>>(), 1, |_| true).unwrap()
}

/// A store and its archive, each in a directory.
struct Place {
    data: TempDir,
    archive: TempDir,
    store: Option<Store>,
}

impl Place {
    fn open(data: TempDir, archive: TempDir, create: bool) -> Place {
        let (chain, _) = chain();
        let store = match create {
            true => Store::create_in_segments(data.path(), chain, NonZeroU32::new(2).unwrap()),
            false => Store::open(data.path()),
        };
        let files = Archive::create(archive.path(), chain).unwrap();
        let store = store.unwrap().with_archive(files).unwrap();
        Place { data, archive, store: Some(store) }
    }

    fn store(&self) -> &Store {
        self.store.as_ref().unwrap()
    }

    /// Opens the files that a killed process leaves.
    fn killed(mut self) -> Place {
        let (data, archive) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        copy_store(self.data.path(), data.path());
        copy_store(self.archive.path(), archive.path());
        self.store = None;
        Place::open(data, archive, false)
    }

    fn step(self, step: Step) -> Place {
        let (_, rounds) = chain();
        let store = self.store();
        let last = store.last() as usize;
        let archived = store.archive().unwrap().last();
        match step {
            Step::Append if last < ROUNDS => store.append(&rounds[last]).unwrap(),
            Step::Epoch(len) if last >= len => {
                store.add_epoch(&epoch(last, len)).unwrap();
            }
            Step::Archive(more) if archived + more <= last as u64 => {
                store.archive().unwrap().write(store, archived + 1, archived + more).unwrap();
            }
            Step::Prune(keep) => {
                // An earlier step may have kept fewer rounds.
                let before = store.first();
                while store.prune(keep).unwrap() > 0 {}
                assert!(
                    store.first() <= archived + 1 && store.first() + keep.max(2) <= last as u64 + 1
                        || store.first() == before
                );
            }
            Step::Kill => return self.killed(),
            Step::Leftover => {
                let first = self.data.path().join("rounds").join("0000000001.rounds");
                if store.first() > 2 {
                    std::fs::write(first, b"left by a kill").unwrap();
                }
                let draft = "rounds-0000000001-0000000002.heliast.new";
                std::fs::write(self.archive.path().join(draft), b"left").unwrap();
                return self.killed();
            }
            _ => {}
        }
        self
    }

    fn holds(&self, acknowledged: usize) {
        let (chain, rounds) = chain();
        let store = self.store();
        assert_eq!(store.last() as usize, acknowledged);
        let tips: Vec<Tip> = rounds.iter().map(|round| chain.tip_after(round)).collect();
        for (i, round) in rounds[..acknowledged].iter().enumerate() {
            assert_eq!(store.round(round.number).unwrap(), Some(round.encode()));
            assert_eq!(store.view(round.number).unwrap(), Some(RoundView::new(chain, round)));
            let before = if i == 0 { chain.start() } else { tips[i - 1].clone() };
            assert_eq!(store.tip_before(round.number).unwrap(), Some(before));
            assert_eq!(store.round_at_time(round.time_ms).unwrap(), Some(round.number));
        }
        assert_eq!(store.round(acknowledged as u64 + 1).unwrap(), None);
        assert_eq!(store.range(1, u64::MAX).count(), acknowledged);
        let segments = store.with_database(|database| Ok(database.folder.files()?)).unwrap();
        let (first, last) = (store.first(), acknowledged as u64);
        assert_eq!(segments.len() as u64, if last < first { 0 } else { last.div_ceil(2) - (first - 1) / 2 });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_sequence_leaves_a_store_with_every_acknowledged_round(steps in steps()) {
        let mut place = Place::open(TempDir::new().unwrap(), TempDir::new().unwrap(), true);
        let mut acknowledged = 0;
        for step in steps {
            place = place.step(step);
            if matches!(step, Step::Append) && acknowledged < ROUNDS {
                acknowledged += 1;
            }
            prop_assert_eq!(place.store().last() as usize, acknowledged);
        }
        place.holds(acknowledged);
        place.killed().holds(acknowledged);
    }
}

/// The power fails at every sync while rounds are archived and pruned: in each state after the crash, every
/// round is in the store or in the archive.
#[cfg(unix)]
#[test]
fn power_may_fail_while_rounds_are_archived_and_pruned() {
    use super::crashes::{Case, at_each, syncs};
    let rounds = world().rounds(7);
    let chain = world().chain;
    let archived = |case: &Case| {
        Archive::create_on(&case.site().disk, &case.site().dir.with_file_name("archive"), &chain).unwrap()
    };
    let fill = |case: &Case| {
        let store = case.store();
        rounds.iter().for_each(|round| store.append(round).unwrap());
        store.with_archive(archived(case)).unwrap()
    };
    let end = |store: &Store| {
        for first in [1, 3] {
            store.archive().unwrap().write(store, first, first + 1)?;
        }
        while store.prune(0)? > 0 {}
        Ok::<_, StoreError>(())
    };
    let ends = {
        let case = Case::new();
        let store = fill(&case);
        let ends = syncs(&case.calls(|| end(&store).unwrap()));
        assert_eq!(store.first(), 5);
        ends
    };
    at_each(&ends, |case, calls, loss| {
        let store = fill(case);
        case.ends_after(calls);
        assert!(end(&store).is_err());
        let archive = store.archive().map_or(0, Archive::last);
        drop(store);
        case.recorder.crash(loss).unwrap();
        let store = case.open();
        assert!([1, 3, 5].contains(&store.first()), "{calls}: {}", store.first());
        let store = store.with_archive(archived(case)).unwrap();
        assert!(store.archive().unwrap().last() >= archive, "what was written is there");
        for round in &rounds {
            assert_eq!(store.round(round.number).unwrap(), Some(round.encode()), "{calls}, {loss:?}");
        }
        assert_eq!(store.last(), 7);
    });
}
