//! The vectors, and the crate `age` as the other program.

use super::*;
use age::{DecryptError, Decryptor, scrypt, secrecy::SecretString};
use std::io::Read;
use testkit::{Value, array, bytes, cases, error_class, number as number_of, of_kind, place};

const MOST_WORK: u8 = 20;
const LENGTHS: [usize; 6] = [0, 1, 177, CHUNK - 1, CHUNK, 2 * CHUNK + 5];

fn randoms(case: &Value) -> Randoms {
    let file_key = Zeroizing::new(array(case, "file_key"));
    Randoms { file_key, salt: array(case, "salt"), nonce: array(case, "nonce") }
}

fn open_all(words: &[u8], file: &[u8], most_work: u8) -> Result<Zeroizing<Vec<u8>>, Unopened> {
    open(words, file, most_work, usize::MAX)
}

/// The same by the crate `age`.
fn age_opens(words: &str, file: &[u8], most_work: u8) -> Result<Vec<u8>, DecryptError> {
    let mut identity = scrypt::Identity::new(SecretString::from(words.to_owned()));
    identity.set_max_work_factor(most_work);
    let mut plain = Vec::new();
    Decryptor::new(file)?.decrypt(std::iter::once(&identity as _))?.read_to_end(&mut plain)?;
    Ok(plain)
}

#[test]
fn files_are_those_of_the_vectors() {
    for case in of_kind(&cases("age_file.json"), "seal") {
        let plain = bytes(case, "plain").repeat(number_of(case, "plain_times") as usize);
        let (words, work) = (bytes(case, "passphrase"), number_of(case, "work") as u8);
        let file = seal_with(&words, work, &plain, &randoms(case)).unwrap();
        let hash: [u8; 32] = <Sha256 as sha2::Digest>::digest(&file).into();
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
fn the_crate_age_opens_what_is_sealed_here() {
    for length in LENGTHS {
        let plain = vec![0xa5; length];
        let file = seal("öffne dich".as_bytes(), 2, &plain).unwrap();
        assert_eq!(age_opens("öffne dich", &file, MOST_WORK).unwrap(), plain, "{length} bytes");
    }
}

#[test]
fn what_the_crate_age_seals_opens_here() {
    for length in LENGTHS {
        let plain = vec![0x5a; length];
        let mut recipient = scrypt::Recipient::new(SecretString::from("open sesame".to_owned()));
        recipient.set_work_factor(3);
        let file = age::encrypt(&recipient, &plain).unwrap();
        assert_eq!(*open_all(b"open sesame", &file, MOST_WORK).unwrap(), plain, "{length} bytes");
    }
}

/// Every cut and every changed byte, judged by both programs.
#[test]
fn a_damaged_file_opens_in_neither_program() {
    let file = seal(b"x", 1, b"a secret").unwrap();
    for at in 0..file.len() {
        assert!(open_all(b"x", &file[..at], MOST_WORK).is_err(), "cut to {at}");
        for mask in [1, 0x20, 0x80] {
            let mut bad = file.clone();
            bad[at] ^= mask;
            let (ours, other) = (open_all(b"x", &bad, 4), age_opens("x", &bad, 4));
            assert!(ours.is_err() && other.is_err(), "byte {at}, {mask:#x}: {ours:?}, {}", other.is_ok());
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
