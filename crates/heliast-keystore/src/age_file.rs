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

use base64::{Engine, engine::general_purpose::STANDARD_NO_PAD};
use chacha20poly1305::{ChaCha20Poly1305, KeyInit, Nonce, aead::Aead};
use hkdf::Hkdf;
use hmac::{Hmac, Mac};
use sha2::Sha256;
use std::io;
use zeroize::Zeroizing;

const VERSION: &str = "age-encryption.org/v1";
const SALT_LABEL: &[u8] = b"age-encryption.org/v1/scrypt";
/// Bytes of the file key, of the salt and of the nonce.
const RANDOM: usize = 16;
const TAG: usize = 16;
const MAC: usize = 32;
const CHUNK: usize = 1 << 16;
/// Parameters of scrypt that the format fixes: r and p.
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

/// The random strings of a file.
struct Randoms {
    file_key: Zeroizing<[u8; RANDOM]>,
    salt: [u8; RANDOM],
    nonce: [u8; RANDOM],
}

/// A file around `plain`, whose passphrase takes 2^`work` steps to test, 1 <= work < 64.
///
/// # Errors
/// If the system has no randomness to give.
pub(crate) fn seal(words: &[u8], work: u8, plain: &[u8]) -> io::Result<Vec<u8>> {
    let mut randoms =
        Randoms { file_key: Zeroizing::default(), salt: Default::default(), nonce: Default::default() };
    for bytes in [&mut *randoms.file_key, &mut randoms.salt, &mut randoms.nonce] {
        getrandom::fill(bytes).map_err(io::Error::other)?;
    }
    seal_with(words, work, plain, &randoms)
}

fn seal_with(words: &[u8], work: u8, plain: &[u8], randoms: &Randoms) -> io::Result<Vec<u8>> {
    let Randoms { file_key, salt, nonce } = randoms;
    let wrapping = wrapping_key(words, salt, work).ok_or_else(|| io::Error::other("no such work factor"))?;
    let too_long = |_| io::Error::other("it is too long to be encrypted");
    let wrapped = cipher(&wrapping).encrypt(&Nonce::default(), &file_key[..]).map_err(too_long)?;
    let [salt, wrapped] = [&salt[..], &wrapped].map(|bytes| STANDARD_NO_PAD.encode(bytes));
    let header = format!("{VERSION}\n-> scrypt {salt} {work}\n{wrapped}\n---");
    let mac = header_mac(file_key, header.as_bytes()).finalize().into_bytes();
    let mut file = format!("{header} {}\n", STANDARD_NO_PAD.encode(mac)).into_bytes();
    file.extend(nonce);
    let cipher = payload_cipher(file_key, nonce);
    let last = plain.len().saturating_sub(1) / CHUNK;
    for i in 0..=last {
        let chunk = &plain[i * CHUNK..plain.len().min((i + 1) * CHUNK)];
        file.extend(cipher.encrypt(&chunk_nonce(i, i == last), chunk).map_err(too_long)?);
    }
    Ok(file)
}

/// The bytes in a file, `limit` at most, if a test of its passphrase takes at most 2^`most_work` steps.
///
/// # Errors
/// [`Unopened`].
pub(crate) fn open(
    words: &[u8],
    file: &[u8],
    most_work: u8,
    limit: usize,
) -> Result<Zeroizing<Vec<u8>>, Unopened> {
    let Parsed { header, salt, work, wrapped, mac, nonce, chunks } = parse(file)?;
    if work > most_work {
        return Err(Unopened::Work(work));
    }
    let wrapping = wrapping_key(words, &salt, work).ok_or(Unopened::Work(work))?;
    let opened = cipher(&wrapping).decrypt(&Nonce::default(), &wrapped[..]);
    let opened = Zeroizing::new(opened.map_err(|_| Unopened::Passphrase)?);
    let file_key = Zeroizing::new(<[u8; RANDOM]>::try_from(&opened[..]).map_err(|_| Unopened::Malformed)?);
    header_mac(&file_key, header).verify_slice(&mac).map_err(|_| Unopened::Changed)?;
    if plain_len(chunks.len()) > limit {
        return Err(Unopened::TooLong);
    }
    open_chunks(&payload_cipher(&file_key, nonce), chunks)
}

fn open_chunks(cipher: &ChaCha20Poly1305, sealed: &[u8]) -> Result<Zeroizing<Vec<u8>>, Unopened> {
    // Allocated in full at once: a vector that grows leaves copies behind.
    let mut plain = Zeroizing::new(Vec::with_capacity(plain_len(sealed.len())));
    let mut chunks = sealed.chunks(CHUNK + TAG).enumerate().peekable();
    while let Some((i, chunk)) = chunks.next() {
        let nonce = chunk_nonce(i, chunks.peek().is_none());
        let opened = Zeroizing::new(cipher.decrypt(&nonce, chunk).map_err(|_| Unopened::Changed)?);
        if opened.is_empty() && i > 0 {
            return Err(Unopened::Malformed);
        }
        plain.extend_from_slice(&opened);
    }
    Ok(plain)
}

/// The bytes of plain text in chunks of `sealed` bytes in all, if the last chunk is not empty.
fn plain_len(sealed: usize) -> usize {
    sealed.saturating_sub(sealed.div_ceil(CHUNK + TAG) * TAG)
}

/// A file, cut into its parts.
struct Parsed<'a> {
    /// The bytes that the MAC authenticates.
    header: &'a [u8],
    salt: [u8; RANDOM],
    work: u8,
    wrapped: [u8; RANDOM + TAG],
    mac: [u8; MAC],
    nonce: &'a [u8; RANDOM],
    chunks: &'a [u8],
}

fn parse(file: &[u8]) -> Result<Parsed<'_>, Unopened> {
    let mut rest = file;
    let mut line = || {
        let end = rest.iter().position(|byte| *byte == b'\n')?;
        let (line, after) = rest.split_at(end);
        rest = &after[1..];
        std::str::from_utf8(line).ok()
    };
    let lines = [line(), line(), line(), line()];
    let [Some(VERSION), Some(stanza), Some(wrapped), Some(last)] = lines else {
        return Err(Unopened::Malformed);
    };
    let mac = last.strip_prefix("--- ").ok_or(Unopened::Malformed)?;
    let words = stanza.strip_prefix("-> scrypt ").and_then(|words| words.split_once(' '));
    let (salt, work) = words.ok_or(Unopened::Malformed)?;
    let header = &file[..file.len() - rest.len() - mac.len() - " \n".len()];
    let (nonce, chunks) = rest.split_first_chunk().ok_or(Unopened::Malformed)?;
    if chunks.len() < TAG {
        return Err(Unopened::Malformed);
    }
    Ok(Parsed {
        header,
        salt: decode(salt)?,
        work: number(work)?,
        wrapped: decode(wrapped)?,
        mac: decode(mac)?,
        nonce,
        chunks,
    })
}

/// Base64 without padding, in its one form.
fn decode<const N: usize>(text: &str) -> Result<[u8; N], Unopened> {
    let bytes = STANDARD_NO_PAD.decode(text).map_err(|_| Unopened::Malformed)?;
    bytes.try_into().map_err(|_| Unopened::Malformed)
}

/// A number from 1 to 99 in its one form.
fn number(text: &str) -> Result<u8, Unopened> {
    let is_plain = matches!(text.as_bytes(), [b'1'..=b'9'] | [b'1'..=b'9', b'0'..=b'9']);
    text.parse().ok().filter(|_| is_plain).ok_or(Unopened::Malformed)
}

/// The key that the file key is wrapped under; `None` where no machine could compute it.
fn wrapping_key(words: &[u8], salt: &[u8; RANDOM], work: u8) -> Option<Zeroizing<[u8; 32]>> {
    let params = scrypt::Params::new(work, R, P).ok()?;
    let mut key = Zeroizing::new([0; 32]);
    scrypt::scrypt(words, &[SALT_LABEL, salt].concat(), &params, &mut *key).ok()?;
    Some(key)
}

fn header_mac(file_key: &[u8; RANDOM], header: &[u8]) -> Hmac<Sha256> {
    let key = derive(file_key, &[], b"header");
    let mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&*key).expect("HMAC takes keys of any length");
    mac.chain_update(header)
}

fn payload_cipher(file_key: &[u8; RANDOM], nonce: &[u8; RANDOM]) -> ChaCha20Poly1305 {
    cipher(&derive(file_key, nonce, b"payload"))
}

fn derive(secret: &[u8], salt: &[u8], info: &[u8]) -> Zeroizing<[u8; 32]> {
    let mut key = Zeroizing::new([0; 32]);
    Hkdf::<Sha256>::new(Some(salt), secret).expand(info, &mut *key).expect("32 bytes are one block");
    key
}

fn cipher(key: &[u8; 32]) -> ChaCha20Poly1305 {
    ChaCha20Poly1305::new(key.into())
}

fn chunk_nonce(i: usize, is_last: bool) -> Nonce {
    let mut nonce = Nonce::default();
    // The first three of eleven bytes count more chunks than there can be.
    nonce[3..11].copy_from_slice(&(i as u64).to_be_bytes());
    nonce[11] = is_last.into();
    nonce
}
