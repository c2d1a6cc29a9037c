//! Files that are not what was written: each is refused by name, or read with an error where it is damaged.

use super::{
    super::database::{ANNOUNCEMENTS, EPOCHS, begin_write},
    *,
};
use crate::testing::epoch;
use proptest::prelude::*;
use std::{collections::BTreeMap, sync::Mutex};

/// Replaces a stored round's bytes and view behind the store's back.
pub(crate) fn damage(dir: &TempDir, number: u64) {
    tamper(dir, |transaction| {
        for table in [ROUNDS, VIEWS] {
            transaction.open_table(table).unwrap().insert(number, b"damaged".as_slice()).unwrap();
        }
    });
}

/// Replaces a stored epoch proof behind the store's back.
pub(crate) fn damage_epoch(dir: &TempDir, first: u64) {
    tamper(dir, |t| drop(t.open_table(EPOCHS).unwrap().insert(first, b"damaged".as_slice()).unwrap()));
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

#[test]
fn a_damaged_view_is_an_error_with_its_round() {
    let (dir, store, rounds) = filled(3);
    drop(store);
    tamper(&dir, |t| drop(t.open_table(VIEWS).unwrap().insert(2, b"\xff\xfe".as_slice()).unwrap()));
    let store = Store::open(dir.path()).unwrap();
    assert!(matches!(store.view(2), Err(StoreError::Corrupt(reason)) if reason.contains("view of round 2")));
    assert_eq!(store.round(2).unwrap(), Some(rounds[1].encode()), "the round itself is whole");
    let entries: Vec<_> = store.entries(1).unwrap().collect();
    assert!(entries[0].is_ok() && entries[1].is_err());
    assert_eq!(store.views(3, 3).unwrap().count(), 1);
}

#[test]
fn a_view_that_is_missing_is_found_by_whoever_reads_all() {
    let (dir, store, _) = filled(3);
    drop(store);
    tamper(&dir, |t| drop(t.open_table(VIEWS).unwrap().remove(2).unwrap()));
    assert!(matches!(Store::open(dir.path()), Err(StoreError::Corrupt(_))));
    let reader = Store::open_read_only(dir.path()).unwrap();
    assert_eq!(reader.view(2).unwrap(), None);
    let errors: Vec<String> =
        reader.entries(1).unwrap().filter_map(Result::err).map(|error| error.to_string()).collect();
    assert!(errors[0].contains("round 2 lies beside the view of round 3"), "{errors:?}");
}

#[test]
fn tables_that_are_missing_are_named() {
    for (table, name) in [(ROUNDS, "rounds"), (VIEWS, "views"), (ANNOUNCEMENTS, "announcements")] {
        let (dir, store, _) = filled(2);
        drop(store);
        tamper(&dir, |t| assert!(t.delete_table(table).unwrap()));
        let error = Store::open(dir.path()).err().unwrap().to_string();
        assert!(error.contains(&format!("table {name} is missing")), "{error}");
    }
}

/// The last round is what the next is built on, so that it is verified when the file is opened: a
/// forged one is never continued.
#[test]
fn a_false_last_round_is_not_continued() {
    let (dir, store, rounds) = filled(3);
    drop(store);
    let mut forged = (*rounds[2]).clone();
    forged.proof = forged.y.clone();
    let bytes = forged.encode();
    tamper(&dir, |t| drop(t.open_table(ROUNDS).unwrap().insert(3, bytes.as_slice()).unwrap()));
    let error = Store::open(dir.path()).err().unwrap().to_string();
    assert!(error.contains("round 3"), "{error}");
    let reader = Store::open_read_only(dir.path()).unwrap();
    assert_eq!((reader.last(), reader.round(3).unwrap()), (3, Some(bytes)));
}

#[test]
fn a_damaged_epoch_proof_stops_nothing() {
    let (dir, store, rounds) = filled(3);
    store.add_epoch(&epoch(store.chain(), &rounds)).unwrap();
    drop(store);
    damage_epoch(&dir, 1);
    let store = Store::open(dir.path()).unwrap();
    assert_eq!(store.epoch_proof(1).unwrap(), Some(b"damaged".to_vec()), "bytes, for their reader to judge");
    let whole = epoch(store.chain(), &rounds);
    store.add_epoch(&whole).unwrap();
    assert_eq!(store.epoch_proof(1).unwrap(), Some(whole.proof.encode()), "and it is made again");
}
