//! Tests of the vectors, and of damaged files. Tests with the program `age` are in tests/oracles.

use super::*;
use testkit::{Value, array, bytes, cases, error_class, number as number_of, of_kind, place};

const MOST_WORK: u8 = 20;

fn randoms(case: &Value) -> Randoms {
    let file_key = FileKey::new(Zeroizing::new(array(case, "file_key")));
    Randoms { file_key, salt: array(case, "salt"), nonce: array(case, "nonce") }
}

fn open_all(words: &[u8], file: &[u8], most_work: u8) -> Result<Zeroizing<Vec<u8>>, Unopened> {
    open(words, file, most_work, usize::MAX)
}

#[test]
fn files_are_those_of_the_vectors() {
    for case in of_kind(&cases("age_file.json"), "seal") {
        let plain = bytes(case, "plain").repeat(number_of(case, "plain_times") as usize);
        let (words, work) = (bytes(case, "passphrase"), number_of(case, "work") as u8);
        let file = seal_with(&words, work, &plain, &randoms(case)).unwrap();
        let hash: [u8; 32] = <sha2::Sha256 as sha2::Digest>::digest(&file).into();
        assert_eq!(hash, array(case, "file_sha256"), "{}", place(case));
        assert_eq!(*open_all(&words, &file, MOST_WORK).unwrap(), plain, "{}", place(case));
    }
}

#[test]
fn files_open_or_are_refused_as_the_vectors_say() {
    for case in of_kind(&cases("age_file.json"), "open") {
        let most_work = number_of(case, "most_work") as u8;
        let opened = open_all(&bytes(case, "passphrase"), &bytes(case, "file"), most_work);
        let class = opened.as_ref().err().map(|error| match error {
            Unopened::Malformed | Unopened::Work(_) | Unopened::TooLong => "malformed",
            Unopened::Passphrase | Unopened::Changed => "invalid",
        });
        assert_eq!(class, error_class(case), "{}: {opened:?}", place(case));
        if let Ok(plain) = opened {
            assert_eq!(*plain, bytes(case, "plain"), "{}", place(case));
        }
    }
}

#[test]
fn a_damaged_file_does_not_open() {
    let file = seal(b"x", 1, b"a secret").unwrap();
    for at in 0..file.len() {
        assert!(open_all(b"x", &file[..at], MOST_WORK).is_err(), "cut to {at}");
        for mask in [1, 0x20, 0x80] {
            let mut bad = file.clone();
            bad[at] ^= mask;
            assert!(open_all(b"x", &bad, 4).is_err(), "byte {at}, {mask:#x}");
        }
    }
}

#[test]
fn more_than_is_sought_is_refused_before_it_is_opened() {
    for length in [178, CHUNK, 3 * CHUNK] {
        let file = seal(b"x", 1, &vec![0; length]).unwrap();
        assert_eq!(open(b"x", &file, MOST_WORK, length - 1), Err(Unopened::TooLong));
        assert_eq!(open(b"x", &file, MOST_WORK, length).unwrap().len(), length);
        assert_eq!(open(b"y", &file, MOST_WORK, 1), Err(Unopened::Passphrase));
    }
}

#[test]
fn work_that_is_too_much_is_not_begun() {
    let file = seal(b"x", 1, b"a secret").unwrap();
    let at = file.windows(3).position(|three| three == b" 1\n").unwrap();
    for work in ["21", "63", "64", "99"] {
        let dear = [&file[..=at], work.as_bytes(), &file[at + 2..]].concat();
        let work = work.parse().unwrap();
        assert_eq!(open_all(b"x", &dear, MOST_WORK), Err(Unopened::Work(work)));
        if work >= 63 {
            assert_eq!(open_all(b"x", &dear, u8::MAX), Err(Unopened::Work(work)));
        }
    }
}
