//! Files under a passphrase: each program opens what the other seals.

use age::{DecryptError, Decryptor, scrypt, secrecy::SecretString};
use heliast_keystore::Passphrase;
use std::{io::Read, path::Path};

/// The length of a part of a file that is encrypted at once.
const CHUNK: usize = 1 << 16;
const LENGTHS: [usize; 6] = [0, 1, 177, CHUNK - 1, CHUNK, 2 * CHUNK + 5];

fn sealed(words: &str, work: u8, plain: &[u8]) -> Vec<u8> {
    Passphrase::new(words.to_owned()).with_work(work).unwrap().encrypt(plain).unwrap()
}

fn opened(words: &str, file: &[u8]) -> Option<Vec<u8>> {
    let plain = Passphrase::new(words.to_owned()).decrypt(Path::new("file"), file, usize::MAX).ok()?;
    Some(plain.to_vec())
}

fn opened_by_age(words: &str, file: &[u8]) -> Result<Vec<u8>, DecryptError> {
    let mut identity = scrypt::Identity::new(SecretString::from(words.to_owned()));
    identity.set_max_work_factor(20);
    let mut plain = Vec::new();
    Decryptor::new(file)?.decrypt(std::iter::once(&identity as _))?.read_to_end(&mut plain)?;
    Ok(plain)
}

#[test]
fn age_opens_what_is_sealed_here() {
    for length in LENGTHS {
        let plain = vec![0xa5; length];
        let file = sealed("öffne dich", 2, &plain);
        assert_eq!(opened_by_age("öffne dich", &file).unwrap(), plain, "{length} bytes");
    }
}

#[test]
fn what_age_seals_opens_here() {
    for length in LENGTHS {
        let plain = vec![0x5a; length];
        let mut recipient = scrypt::Recipient::new(SecretString::from("open sesame".to_owned()));
        recipient.set_work_factor(3);
        let file = age::encrypt(&recipient, &plain).unwrap();
        assert_eq!(opened("open sesame", &file), Some(plain), "{length} bytes");
    }
}

/// Every cut and every changed byte, judged by both programs.
#[test]
fn a_damaged_file_opens_in_neither_program() {
    let file = sealed("x", 1, b"a secret");
    assert!(opened("x", &file).is_some() && opened_by_age("x", &file).is_ok());
    for at in 0..file.len() {
        assert_eq!(opened("x", &file[..at]), None, "cut to {at}");
        for mask in [1, 0x20, 0x80] {
            let mut bad = file.clone();
            bad[at] ^= mask;
            let (ours, other) = (opened("x", &bad), opened_by_age("x", &bad));
            assert!(ours.is_none() && other.is_err(), "byte {at}, {mask:#x}: {ours:?}, {}", other.is_ok());
        }
    }
}
