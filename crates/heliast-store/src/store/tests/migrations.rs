//! A store that an earlier version wrote: two participants with trees of height 4, eight rounds,
//! two epochs, kept in `tests/data` with the bundle that the same version exported.

use super::{
    super::{database::EPOCHS, migration::OLD_VIEWS},
    *,
};
use flate2::read::GzDecoder;
use heliast::{
    bundle::{Pin, Reader},
    verify::{Options, Verifier},
};
use heliast_disk::recorder::{Explorer, Omission, Trial};
use std::{io::Read, sync::LazyLock};

const STORE: &[u8] = include_bytes!("../../../tests/data/format-2.redb.gz");
const BUNDLE: &[u8] = include_bytes!("../../../tests/data/format-2.bundle");

fn old() -> TempDir {
    let dir = TempDir::new().unwrap();
    let mut bytes = Vec::new();
    GzDecoder::new(STORE).read_to_end(&mut bytes).unwrap();
    std::fs::write(dir.path().join(file::NAME), bytes).unwrap();
    dir
}

/// The rounds of the bundle, verified.
static ROUNDS: LazyLock<(Chain, Vec<Verified<Round>>)> = LazyLock::new(|| {
    let mut reader = Reader::new(BUNDLE, Pin::AnyChain).unwrap();
    let chain = reader.chain().clone();
    let mut rounds = Vec::new();
    while let Some(round) = reader.next_round().unwrap() {
        rounds.push(round);
    }
    (chain, rounds)
});

fn is_whole(store: &Store) {
    let (chain, rounds) = &*ROUNDS;
    assert_eq!((store.chain().id(), store.last(), store.first()), (chain.id(), 8, 1));
    assert_eq!(store.tip(), chain.tip_after(&rounds[7]));
    for round in rounds {
        assert_eq!(store.round(round.number).unwrap(), Some(round.encode()));
        assert_eq!(store.view(round.number).unwrap(), Some(RoundView::new(chain, round)));
        let before = if round.number == 1 {
            chain.start()
        } else {
            chain.tip_after(&rounds[round.number as usize - 2])
        };
        assert_eq!(store.tip_before(round.number).unwrap(), Some(before));
    }
    let proofs: Vec<u64> = store.epoch_proofs(0).unwrap().map(|proof| proof.unwrap().0).collect();
    assert_eq!(proofs, [1, 5]);
}

#[test]
fn a_store_of_the_format_before_is_migrated() {
    let dir = old();
    let error = Store::open_read_only(dir.path()).err().unwrap();
    assert!(matches!(error, StoreError::Outdated { format: 2, .. }), "{error:?}");
    let mut told = Vec::new();
    let store = Store::open_migrating(dir.path(), |done, all| told.push((done, all))).unwrap();
    assert_eq!(told, (0..=8).map(|done| (done, 8)).collect::<Vec<_>>());
    is_whole(&store);
    drop(store);
    assert!(!dir.path().join("chain.redb.new").exists());
    // The second time there is nothing to do.
    drop(Store::open_migrating(dir.path(), |_, _| panic!("migrated twice")).unwrap());
    is_whole(&Store::open_read_only(dir.path()).unwrap());
    // Its rounds can be verified from the genesis on.
    let (chain, _) = &*ROUNDS;
    let store = Store::open(dir.path()).unwrap();
    let entries = store.range(1, 8).map(|item| {
        let (number, bytes) = item?;
        Ok::<_, StoreError>(heliast::verify::Entry { number, bytes, epoch_proof: None })
    });
    let reached = Verifier::new(chain, chain.start(), entries, Options::default()).run(|_| true).unwrap();
    assert_eq!(reached.tip, store.tip());
}

/// The process may be killed at any point: the store can then be opened and is complete.
#[test]
fn a_migration_that_was_killed_begins_again() {
    let dir = old();
    let mut left = Vec::new();
    let migrated = Store::open_migrating(dir.path(), |_, _| {
        let copy = TempDir::new().unwrap();
        copy_store(dir.path(), copy.path());
        left.push(copy);
    });
    drop(migrated.unwrap());
    assert_eq!(left.len(), 9);
    for (done, left) in left.iter().enumerate() {
        assert!(left.path().join("chain.redb.new").exists(), "{done}");
        is_whole(&Store::open(left.path()).unwrap());
    }
}

/// After a crash or a failed call, the old store or the new one is complete.
fn migrates(trial: &mut Trial) {
    let place = old();
    let site = Site::recorded(trial.recorder(), place.path());
    trial.begin();
    let open = || Store::open_at(site.clone(), |_, _| {});
    drop(open().or_else(|_| open()));
    trial.crash().unwrap();
    is_whole(&open().unwrap_or_else(|error| panic!("it can't be opened: {error}")));
}

/// One state of each crash is visited, and one more that is drawn.
#[test]
fn a_migration_that_power_was_lost_upon_begins_again() {
    let explorer = Explorer { most: 1, samples: 1, ..Explorer::default() };
    let figures = explorer.crashes(migrates).unwrap_or_else(|violation| panic!("{violation}"));
    assert!(figures.operations > 30, "{figures}");
}

#[test]
#[ignore = "takes minutes; `./test long` runs it"]
fn a_migration_is_whole_or_begins_again_in_any_state() {
    let explore = |omitted| {
        Explorer::default().explore(|trial| {
            trial.recorder().omit(omitted);
            migrates(trial);
        })
    };
    let figures = explore(None).unwrap_or_else(|violation| panic!("{violation}"));
    println!("migration: {figures}");
    for omitted in [Omission::Files, Omission::Names] {
        explore(Some(omitted)).unwrap_err();
    }
}

#[test]
fn a_view_that_is_damaged_stops_no_migration_and_a_round_does() {
    let dir = old();
    let tamper = |table: redb::TableDefinition<u64, &'static [u8]>| {
        let database = redb::Database::open(dir.path().join(file::NAME)).unwrap();
        let transaction = database::begin_write(&database).unwrap();
        drop(transaction.open_table(table).unwrap().insert(3, b"{}".as_slice()).unwrap());
        transaction.commit().unwrap();
    };
    tamper(OLD_VIEWS);
    let copy = TempDir::new().unwrap();
    copy_store(dir.path(), copy.path());
    is_whole(&Store::open(copy.path()).unwrap());
    tamper(migration::OLD_ROUNDS);
    let error = Store::open(dir.path()).err().unwrap();
    assert!(matches!(&error, StoreError::Corrupt(reason) if reason.contains("round 3")), "{error:?}");
    // The old store is unchanged.
    let database = redb::Database::open(dir.path().join(file::NAME)).unwrap();
    let read = redb::ReadableDatabase::begin_read(&database).unwrap();
    assert_eq!(read.open_table(EPOCHS).unwrap().len().unwrap(), 2);
}

/// A program that ends while its index has two names leaves both.
#[test]
fn a_second_name_of_the_index_stops_no_migration() {
    let dir = old();
    std::fs::hard_link(file::path(dir.path()), file::draft_path(dir.path())).unwrap();
    is_whole(&Store::open(dir.path()).unwrap());
    assert!(!file::draft_path(dir.path()).exists());
}

/// Rounds next to an old index may belong to a newer store.
#[test]
fn rounds_of_another_store_are_not_removed() {
    let dir = old();
    std::fs::create_dir(dir.path().join("rounds")).unwrap();
    let rounds = dir.path().join("rounds").join("0000000001.rounds");
    std::fs::write(&rounds, b"somebody's").unwrap();
    assert!(matches!(Store::open(dir.path()), Err(StoreError::Leftover(_))));
    std::fs::remove_file(dir.path().join(file::NAME)).unwrap();
    assert!(matches!(Store::create(dir.path(), &world().chain), Err(StoreError::Leftover(_))));
    assert_eq!(std::fs::read(rounds).unwrap(), b"somebody's");
    assert!(!Store::exists(dir.path()));
}
