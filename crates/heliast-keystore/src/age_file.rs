//! Files of the age format with a passphrase, in memory (`spec/passphrase.md`).
//!
//! ```text
//! age-encryption.org/v1
//! -> scrypt SALT WORK
//! FILE KEY, wrapped under scrypt(passphrase, SALT, 2^WORK)
//! --- MAC of the lines above, under the file key
//! nonce ‖ chunks of 64 KiB, sealed under a key from the file key and the nonce
//! ```

#[cfg(test)]
mod tests;

use heliast_age::{CHUNK, Error, FileKey, Header, NONCE, Opener, Sealer, Stanza, TAG, stanza};
use std::io::{self, Read, Write};
use zeroize::Zeroizing;

const KIND: &str = "scrypt";
const SALT_LABEL: &[u8] = b"age-encryption.org/v1/scrypt";
const SALT: usize = 16;
/// The parameters of scrypt that the format fixes: r and p.
const R: u32 = 8;
const P: u32 = 1;

/// The reasons why a file does not open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unopened {
    #[error("it is not an age file with a passphrase alone")]
    Malformed,
    #[error("to test its passphrase takes 2^{0} steps")]
    Work(u8),
    #[error("it is longer than what is sought")]
    TooLong,
    #[error("the passphrase is wrong")]
    Passphrase,
    #[error("it was changed or cut short")]
    Changed,
}

impl From<Error> for Unopened {
    fn from(error: Error) -> Unopened {
        match error {
            Error::Changed => Unopened::Changed,
            _ => Unopened::Malformed,
        }
    }
}

/// The random strings of a file.
struct Randoms {
    file_key: FileKey,
    salt: [u8; SALT],
    nonce: [u8; NONCE],
}

/// Encrypts `plain`. A test of the passphrase takes 2^`work` steps, 1 <= work < 64.
///
/// # Errors
/// If the system has no random bytes.
pub(crate) fn seal(words: &[u8], work: u8, plain: &[u8]) -> io::Result<Vec<u8>> {
    let mut randoms = Randoms { file_key: FileKey::random()?, salt: [0; SALT], nonce: [0; NONCE] };
    for bytes in [&mut randoms.salt, &mut randoms.nonce] {
        getrandom::fill(bytes).map_err(io::Error::other)?;
    }
    seal_with(words, work, plain, &randoms)
}

fn seal_with(words: &[u8], work: u8, plain: &[u8], randoms: &Randoms) -> io::Result<Vec<u8>> {
    let Randoms { file_key, salt, nonce } = randoms;
    let wrapping = wrapping_key(words, salt, work).ok_or_else(|| io::Error::other("no such work factor"))?;
    let stanza = Stanza {
        kind: KIND.to_owned(),
        arguments: vec![stanza::encode(salt), work.to_string()],
        body: file_key.wrap(&wrapping).to_vec(),
    };
    let header = Header::new(vec![stanza], file_key);
    let mut file = Sealer::new(Vec::new(), &header, file_key, *nonce)?;
    file.write_all(plain)?;
    file.finish()
}

/// Decrypts a file of at most `limit` bytes, if a test of its passphrase takes at most 2^`most_work` steps.
///
/// # Errors
/// [`Unopened`].
pub(crate) fn open(
    words: &[u8],
    file: &[u8],
    most_work: u8,
    limit: usize,
) -> Result<Zeroizing<Vec<u8>>, Unopened> {
    let mut contents = file;
    let header = Header::read(&mut contents)?;
    let (salt, work, wrapped) = passphrase(&header)?;
    if contents.len() < NONCE + TAG {
        return Err(Unopened::Malformed);
    }
    if work > most_work {
        return Err(Unopened::Work(work));
    }
    let wrapping = wrapping_key(words, &salt, work).ok_or(Unopened::Work(work))?;
    let file_key = FileKey::unwrap(&wrapping, &wrapped).ok_or(Unopened::Passphrase)?;
    header.check(&file_key)?;
    let length = plain_len(contents.len() - NONCE);
    if length > limit {
        return Err(Unopened::TooLong);
    }
    // It is allocated in full at once: a vector that grows leaves copies.
    let mut plain = Zeroizing::new(vec![0; length]);
    let mut opener = Opener::new(contents, &header, &file_key)?;
    opener.read_exact(&mut plain).map_err(unopened)?;
    match opener.read(&mut [0; 1]).map_err(unopened)? {
        0 => Ok(plain),
        _ => Err(Unopened::Malformed),
    }
}

/// Salt, work and wrapped file key, if the passphrase is the only recipient.
fn passphrase(header: &Header) -> Result<([u8; SALT], u8, [u8; FileKey::WRAPPED]), Unopened> {
    let [Stanza { kind, arguments, body }] = header.stanzas() else {
        return Err(Unopened::Malformed);
    };
    let [salt, work] = &arguments[..] else {
        return Err(Unopened::Malformed);
    };
    let wrapped: [u8; FileKey::WRAPPED] = body[..].try_into().map_err(|_| Unopened::Malformed)?;
    if kind == KIND { Ok((stanza::decode(salt)?, number(work)?, wrapped)) } else { Err(Unopened::Malformed) }
}

/// The error of a reader of contents.
fn unopened(error: io::Error) -> Unopened {
    error.downcast::<Error>().map_or(Unopened::Malformed, Unopened::from)
}

/// The number of bytes of plain text in chunks of `sealed` bytes in total, if the last chunk is not empty.
fn plain_len(sealed: usize) -> usize {
    sealed.saturating_sub(sealed.div_ceil(CHUNK + TAG) * TAG)
}

/// Reads a number from 1 to 99 in its canonical form.
fn number(text: &str) -> Result<u8, Unopened> {
    let is_plain = matches!(text.as_bytes(), [b'1'..=b'9'] | [b'1'..=b'9', b'0'..=b'9']);
    text.parse().ok().filter(|_| is_plain).ok_or(Unopened::Malformed)
}

/// The key under which the file key is wrapped; `None` if no machine could compute it.
fn wrapping_key(words: &[u8], salt: &[u8; SALT], work: u8) -> Option<Zeroizing<[u8; 32]>> {
    let params = scrypt::Params::new(work, R, P).ok()?;
    let mut key = Zeroizing::new([0; 32]);
    scrypt::scrypt(words, &[SALT_LABEL, salt].concat(), &params, &mut *key).ok()?;
    Some(key)
}
