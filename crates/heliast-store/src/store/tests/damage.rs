//! Damaged or foreign files: each is refused with a specific error, or reading the damaged part is an error.

use super::{
    super::database::{ANNOUNCED, FORMAT, KEY_BASE, KEY_SEGMENT, META},
    super::testing::{damage_epoch, replace, tamper},
    *,
};
use proptest::prelude::*;
use std::sync::OnceLock;
use testkit_chain::epoch;

/// The outputs of a round's tickets, as a store encodes them.
fn outputs(round: &Verified<Round>) -> Vec<u8> {
    segments::encode_outputs(round.facts().lots.iter().map(|lot| &lot.output[..]))
}

#[test]
fn another_format_is_refused() {
    let (dir, store, _) = filled(1);
    drop(store);
    let format = |bytes: &[u8]| {
        tamper(&dir, |t| {
            drop(t.open_table(META).unwrap().insert(b"format".as_slice(), bytes).unwrap());
        });
        Store::open(dir.path()).err().unwrap()
    };
    let newer = format(&(FORMAT + 1).to_be_bytes());
    assert!(matches!(newer, StoreError::Newer { format: 4, .. }), "{newer}");
    assert!(matches!(format(&1_u32.to_be_bytes()), StoreError::Foreign { .. }));
    assert!(matches!(format(b"3"), StoreError::Foreign { .. }));
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
        replace(&dir, 2, &bad, &outputs(&rounds[1]));
        // Round 3 builds on round 2: the store detects the damage at once.
        let error = Store::open(dir.path()).err().unwrap().to_string();
        assert!(error.contains("round 2") || error.contains("round 3"), "{error}");
    }
    replace(&dir, 2, &honest, &outputs(&rounds[1]));
    replace(&dir, 1, b"HLRD\x01", &outputs(&rounds[0]));
    let store = Store::open(dir.path()).unwrap();
    assert!(matches!(store.decoded(1), Err(StoreError::Corrupt(reason)) if reason.contains("round 1")));
    assert!(store.view(1).is_err() && store.view(2).is_err() && store.view(3).is_ok());
    assert!(store.round_at_time(GENESIS_MS).is_err());
    let entry = store.entries(1, 1).next().unwrap().unwrap();
    assert_eq!((entry.bytes, entry.outputs), (b"HLRD\x01".to_vec(), Some(vec![])));
}

/// A place after the segment's end, one too long for the memory, and a missing segment.
#[test]
fn a_place_where_nothing_lies_is_an_error() {
    let (dir, store, _) = filled(3);
    drop(store);
    for place in [(0, u32::MAX, u32::MAX), (u64::MAX, 5, 5), (1 << 40, 1, 0)] {
        tamper(&dir, |t| drop(t.open_table(PLACES).unwrap().insert(1, place).unwrap()));
        let store = Store::open(dir.path()).unwrap();
        assert!(store.round(1).is_err(), "{place:?}");
        assert!(store.round(2).is_ok());
    }
    std::fs::remove_dir_all(dir.path().join("rounds")).unwrap();
    let error = Store::open(dir.path()).err().unwrap().to_string();
    assert!(error.contains("0000000001.rounds") && error.contains("is missing"), "{error}");
}

#[test]
fn invalid_metadata_is_an_error() {
    let (dir, store, _) = filled(1);
    drop(store);
    for (key, value) in [(KEY_SEGMENT, &[0; 4][..]), (KEY_SEGMENT, b"7"), (KEY_BASE, b"round")] {
        tamper(&dir, |t| drop(t.open_table(META).unwrap().insert(key, value).unwrap()));
        let error = Store::open(dir.path()).err().unwrap().to_string();
        assert!(error.contains("meta."), "{error}");
    }
}

#[test]
fn a_missing_round_is_an_error() {
    let (dir, store, _) = filled(3);
    drop(store);
    tamper(&dir, |t| drop(t.open_table(PLACES).unwrap().remove(1).unwrap()));
    assert!(
        matches!(Store::open(dir.path()), Err(StoreError::Corrupt(reason)) if reason.contains("missing"))
    );
}

#[test]
fn an_invalid_genesis_is_an_error() {
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
        flips in prop::collection::vec((0..2usize, any::<prop::sample::Index>(), 0u8..8), 1..40)
    ) {
        let dir = TempDir::new().unwrap();
        let mut files = damaged_sample();
        for (file, index, bit) in flips {
            let at = index.index(files[file].len());
            files[file][at] ^= 1 << bit;
        }
        std::fs::create_dir(dir.path().join("rounds")).unwrap();
        for (name, bytes) in SAMPLE.iter().zip(files) {
            std::fs::write(dir.path().join(name), bytes).unwrap();
        }
        for store in [Store::open_read_only(dir.path()), Store::open(dir.path())].into_iter().flatten() {
            for entry in store.entries(1, u64::MAX).take(9) {
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

const SAMPLE: [&str; 2] = ["chain.redb", "rounds/0000000001.rounds"];

/// The files of a small store.
fn damaged_sample() -> [Vec<u8>; 2] {
    static FILES: OnceLock<[Vec<u8>; 2]> = OnceLock::new();
    let files = FILES.get_or_init(|| {
        let (dir, store, rounds) = filled(4);
        store.add_epoch(&epoch(store.chain(), &rounds)).unwrap();
        drop(store);
        SAMPLE.map(|name| std::fs::read(dir.path().join(name)).unwrap())
    });
    files.clone()
}

#[test]
fn damaged_outputs_are_an_error_with_their_round() {
    let (dir, store, rounds) = filled(3);
    drop(store);
    replace(&dir, 2, &rounds[1].encode(), b"\xff\xfe");
    let store = Store::open(dir.path()).unwrap();
    assert!(
        matches!(store.view(2), Err(StoreError::Corrupt(reason)) if reason.contains("outputs of round 2"))
    );
    assert_eq!(store.round(2).unwrap(), Some(rounds[1].encode()), "the round itself is whole");
    let entries: Vec<_> = store.entries(1, 3).map(Result::unwrap).collect();
    assert_eq!(entries[1].outputs, Some(vec![]));
    assert_eq!(entries[2].outputs.as_ref().unwrap().len(), rounds[2].tickets.len());
    assert!(store.view(3).is_ok());
}

#[test]
fn tables_that_are_missing_are_named() {
    for name in ["places", "announced"] {
        let (dir, store, _) = filled(2);
        drop(store);
        tamper(&dir, |t| match name {
            "places" => assert!(t.delete_table(PLACES).unwrap()),
            _ => assert!(t.delete_table(ANNOUNCED).unwrap()),
        });
        let error = Store::open(dir.path()).err().unwrap().to_string();
        assert!(error.contains(&format!("table {name} is missing")), "{error}");
    }
}

/// The next round builds on the last one, which is therefore verified when the file is opened: a forged one
/// is never continued.
#[test]
fn a_false_last_round_is_not_continued() {
    let (dir, store, rounds) = filled(3);
    drop(store);
    let mut forged = (*rounds[2]).clone();
    forged.proof = forged.y.clone();
    let bytes = forged.encode();
    replace(&dir, 3, &bytes, &outputs(&rounds[2]));
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
