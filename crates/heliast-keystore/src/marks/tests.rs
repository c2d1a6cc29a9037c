//! Every state that a crash can leave is accepted, and every other mixture of older files is refused.

use super::{
    file::{HALF, parse, whole},
    *,
};
use crate::{frame, secret::Secret, secret::Seeds};
use heliast_vrf::stateful::{Scheme, Terms};

const PUBLIC: [u8; 32] = [3; 32];

fn key(seed: u8) -> MacKey {
    let terms = Terms::new(Scheme::XVrf, 10, 1, 0).unwrap();
    let seeds = Seeds { secret: [seed; 32], public: [0; 32] };
    MacKey::of(&Secret { terms, subtree: 5, origin: [0; 32], seeds, root: None })
}

fn here() -> (HostId, FileId) {
    (HostId::of_id(b"here"), FileId::from_bytes([5; 16]))
}

fn first() -> Record {
    let mut record = Record::after(None, PUBLIC, None);
    record.belongs_to(&key(1), here().0, here().1);
    record
}

fn put(file: &mut [u8], record: &Record, bytes: usize) {
    let sealed = frame::seal(frame::Kind::Mark, &record.to_bytes());
    file[(record.serial % 2) as usize * HALF..][..bytes].copy_from_slice(&sealed[..bytes]);
}

fn mark(position: u64) -> Mark {
    Mark::from_bytes(&[&position.to_be_bytes()[..], &[8; 32]].concat()).unwrap()
}

/// The contents of store and witness.
type Pair = (Vec<u8>, Vec<u8>);

/// All contents that the two files had, and all pairs that they had at one time.
fn history(count: u64) -> (Vec<Vec<u8>>, Vec<Pair>) {
    let len = frame::seal(frame::Kind::Mark, &first().to_bytes()).len();
    let mut record = first();
    let (mut store, mut witness) = (whole(&record), whole(&record));
    let mut pairs = vec![(store.clone(), witness.clone())];
    for position in 0..count {
        record = record.next(&key(1), Some(mark(3 * position)));
        for bytes in [len / 2, len] {
            put(&mut store, &record, bytes);
            pairs.push((store.clone(), witness.clone()));
        }
        for bytes in [len / 2, len] {
            put(&mut witness, &record, bytes);
            pairs.push((store.clone(), witness.clone()));
        }
    }
    let mut contents: Vec<_> = pairs.iter().flat_map(|(a, b)| [a.clone(), b.clone()]).collect();
    contents.sort();
    contents.dedup();
    (contents, pairs)
}

#[test]
fn accepted_is_what_a_crash_can_leave_and_nothing_else() {
    let (contents, pairs) = history(6);
    assert!(contents.len() > 12);
    for store in &contents {
        for witness in &contents {
            let halves = [store, witness].map(|bytes| parse(bytes, &key(1), &PUBLIC));
            let judged = judge(&halves[0], &halves[1], here());
            let happened = pairs.contains(&(store.clone(), witness.clone()));
            assert_eq!(judged.is_ok(), happened, "{judged:?}");
        }
    }
}

#[test]
fn no_record_of_another_key_root_machine_or_file_is_gone_on_from() {
    let halves = parse(&whole(&first()), &key(1), &PUBLIC);
    assert_eq!(judge(&halves, &halves, here()), Ok(Standing::Equal(first())));
    assert_eq!(parse(&whole(&first()), &key(2), &PUBLIC), Halves { newest: None, torn: true });
    assert_eq!(parse(&whole(&first()), &key(1), &[4; 32]), Halves { newest: None, torn: true });
    assert_eq!(judge(&halves, &halves, (HostId::of_id(b"there"), here().1)), Err(Doubt::OtherHost));
    assert_eq!(judge(&halves, &halves, (here().0, FileId::from_bytes([6; 16]))), Err(Doubt::Copied));
}

#[test]
fn every_bit_of_a_mark_file_counts() {
    let good = whole(&first());
    for bit in 0..8 * good.len() {
        let mut bad = good.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        assert!(parse(&bad, &key(1), &PUBLIC).torn, "bit {bit}");
    }
    for len in [0, 1, HALF, good.len() - 1] {
        assert!(parse(&good[..len], &key(1), &PUBLIC).torn);
    }
}

#[test]
fn a_record_in_the_other_half_is_refused() {
    let mut bytes = whole(&first());
    bytes.rotate_left(HALF);
    assert_eq!(parse(&bytes, &key(1), &PUBLIC), Halves { newest: None, torn: true });
}
