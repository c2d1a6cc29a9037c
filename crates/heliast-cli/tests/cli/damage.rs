//! Damaged bundles and stores: never accepted, never a panic, and the error names the round.

use crate::{
    chain::{genesis, next_round, stored_chain},
    run::Place,
};
use heliast::bundle::{write_header, write_round};
use redb::{Database, ReadableDatabase, TableDefinition};

/// Offset, and the lengths of the round and of its outputs.
type Place3 = (u64, u32, u32);

const PLACES: TableDefinition<u64, Place3> = TableDefinition::new("places");
const SEGMENT: &str = "data/rounds/0000000001.rounds";

/// A bundle of three rounds, and the offset of each round in it.
fn bundle() -> (Vec<u8>, Vec<usize>) {
    let (mut keys, chain) = genesis(7);
    let (mut bytes, mut starts, mut tip) = (Vec::new(), Vec::new(), chain.start());
    write_header(&mut bytes, &chain, &tip, 3).unwrap();
    for _ in 0..3 {
        let round = next_round(&mut keys, &chain, &tip);
        starts.push(bytes.len());
        write_round(&mut bytes, &round.encode()).unwrap();
        tip = chain.tip_after(&round);
    }
    (bytes, starts)
}

fn refused(place: &Place, what: &str, bytes: &[u8]) -> String {
    let outcome = place.run_with_stdin("verify -", bytes);
    assert!([1, 3].contains(&outcome.code), "{what}: {outcome:?}");
    outcome.failed(outcome.code).to_owned()
}

#[test]
fn flipped_bytes_of_a_bundle() {
    let place = Place::new();
    let (bytes, starts) = bundle();
    // Every byte of the fields around the elements, and a sample of those inside.
    let near = |at: usize| at < 60 || starts.iter().any(|start| (*start..start + 40).contains(&at));
    for at in (0..bytes.len()).filter(|at| near(*at) || at % 23 == 0) {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        let message = refused(&place, &format!("byte {at}"), &changed);
        if let Some(round) = starts.iter().rposition(|start| *start <= at) {
            assert!(message.starts_with(&format!("round {}: ", round + 1)), "byte {at}: {message}");
        }
    }
}

#[test]
fn cut_extended_and_swapped_bundles() {
    let place = Place::new();
    let (bytes, starts) = bundle();
    for len in (0..bytes.len()).filter(|len| len % 37 == 0 || starts.contains(len)) {
        let message = refused(&place, &format!("cut to {len}"), &bytes[..len]);
        assert!(message.contains("cut short") || message.contains("no bundle"), "{len}: {message}");
    }
    let message = refused(&place, "extended", &[&bytes[..], b"\0"].concat());
    assert!(message.starts_with("round 3: ") && message.contains("left over"), "{message}");

    let (head, rest) = bytes.split_at(starts[0]);
    let (first, rest) = rest.split_at(starts[1] - starts[0]);
    let (second, third) = rest.split_at(starts[2] - starts[1]);
    let swapped = refused(&place, "swapped", &[head, first, third, second].concat());
    assert!(swapped.starts_with("round 2: ") && swapped.contains("round 3"), "{swapped}");
    let doubled = refused(&place, "doubled", &[head, first, first, third].concat());
    assert!(doubled.starts_with("round 2: "), "{doubled}");
}

/// The result of `verify` on a store of six rounds, after `change` has directly changed the places of its
/// rounds and their bytes.
fn tampered(change: impl Fn(&mut redb::Table<u64, Place3>, &mut Vec<u8>)) -> (i32, String) {
    let place = Place::new();
    drop(stored_chain(&place.path("data"), 6));
    {
        let mut segment = place.read(SEGMENT);
        let database = Database::open(place.path("data/chain.redb")).unwrap();
        let mut transaction = database.begin_write().unwrap();
        transaction.set_quick_repair(true);
        change(&mut transaction.open_table(PLACES).unwrap(), &mut segment);
        transaction.commit().unwrap();
        assert!(database.begin_read().is_ok());
        place.write(SEGMENT, &segment);
    }
    let outcome = place.run("verify data");
    assert!([1, 3].contains(&outcome.code), "{outcome:?}");
    (outcome.code, outcome.failed(outcome.code).to_owned())
}

fn place_of(places: &redb::Table<u64, Place3>, number: u64) -> Place3 {
    use redb::ReadableTable;
    places.get(number).unwrap().unwrap().value()
}

#[test]
fn a_flipped_byte_of_a_stored_round_names_it() {
    for number in 1..=6 {
        for from_end in [1, 300, 600] {
            let (_, message) = tampered(|places, segment| {
                let (offset, len, _) = place_of(places, number);
                segment[(offset + u64::from(len)) as usize - from_end] ^= 1;
            });
            assert!(message.contains(&format!("round {number}: ")), "{message}");
        }
    }
}

#[test]
fn stored_rounds_in_each_others_places() {
    let (_, message) = tampered(|places, _| {
        let (second, third) = (place_of(places, 2), place_of(places, 3));
        places.insert(2, third).unwrap();
        places.insert(3, second).unwrap();
    });
    assert_eq!(message, "round 2: what is kept as round 2 says that it is round 3");
}

#[test]
fn stored_outputs_that_are_not_the_rounds() {
    let (code, message) = tampered(|places, segment| {
        let (offset, len, outputs) = place_of(places, 3);
        assert!(outputs > 1);
        segment[(offset + u64::from(len)) as usize + 1] ^= 1;
    });
    assert_eq!(code, 3);
    assert!(message.starts_with("round 3: ") && message.contains("its tickets drew"), "{message}");
}

#[test]
fn a_missing_round() {
    let (code, message) = tampered(|places, _| {
        places.remove(3).unwrap();
    });
    assert_eq!(code, 3);
    assert!(message.contains("missing"), "{message}");
}

#[test]
fn noise_in_the_stores_file_does_not_panic() {
    let place = Place::new();
    drop(stored_chain(&place.path("data"), 3));
    let bytes = place.read("data/chain.redb");
    let mut state = 1u64;
    for _ in 0..60 {
        // A linear congruential generator: any distribution of offsets is good enough.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut changed = bytes.clone();
        let at = (state >> 33) as usize % bytes.len();
        changed[at] ^= 1 << (state >> 61);
        place.write("data/chain.redb", &changed);
        let outcome = place.run("verify data");
        // Most of the file is unused: a changed byte there has no effect.
        assert!([0, 1, 3].contains(&outcome.code), "byte {at}: {outcome:?}");
    }
}
