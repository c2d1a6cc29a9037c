//! Encrypted keys: the files of Ethereum's clients ("Web3 Secret Storage", version 3), with scrypt or PBKDF2.
//!
//! derived = kdf(passphrase, salt), 32 bytes; mac = keccak256(derived[16..] ‖ ciphertext);
//! secret = AES-128-CTR(derived[..16], iv, ciphertext).

use aes::Aes128;
use alloy_primitives::keccak256;
use alloy_signer_local::PrivateKeySigner;
use ctr::{
    Ctr128BE,
    cipher::{KeyIvInit, StreamCipher},
};
use hmac::Hmac;
use serde::Deserialize;
use sha2::Sha256;
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

/// The greatest length of a file: known files have less than 1000 bytes.
pub const LONGEST: usize = 1 << 16;
/// The most memory that a file may ask for: 512 MiB, more than any client asks for.
const MEMORY: u64 = 512 << 20;
const MOST_LANES: u32 = 16;
const MOST_ROUNDS: u32 = 10_000_000;
const LONGEST_SALT: usize = 1024;

/// The reason why no key can be read from a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeystoreError {
    /// The file is not a keystore.
    #[error("this is not a keystore of version 3 with aes-128-ctr")]
    Format,
    /// The parts of the file do not fit each other.
    #[error("the keystore is malformed: {0}")]
    Malformed(&'static str),
    /// The key derivation is neither scrypt nor PBKDF2 with HMAC-SHA-256.
    #[error("the keystore has an unknown key derivation")]
    Derivation,
    /// Opening the file would take too much memory or time.
    #[error("the keystore asks for more memory or time than it may")]
    Dear,
    /// The passphrase is wrong: the usual case.
    #[error("the passphrase is wrong, or the keystore was changed")]
    Passphrase,
    /// The key is zero, or not below the order of the group.
    #[error("the keystore holds no key of secp256k1")]
    Key,
}

#[derive(Deserialize)]
struct File {
    version: u64,
    #[serde(alias = "Crypto")]
    crypto: Crypto,
}

#[derive(Deserialize)]
struct Crypto {
    cipher: String,
    cipherparams: CipherParameters,
    ciphertext: String,
    kdf: String,
    kdfparams: Parameters,
    mac: String,
}

#[derive(Deserialize)]
struct CipherParameters {
    iv: String,
}

#[derive(Deserialize)]
struct Parameters {
    dklen: u64,
    salt: String,
    n: Option<u64>,
    r: Option<u32>,
    p: Option<u32>,
    c: Option<u32>,
    prf: Option<String>,
}

/// The key of a keystore file.
///
/// # Errors
/// [`KeystoreError`] says what is wrong; a wrong passphrase and a changed file look the same.
pub fn open(text: &[u8], passphrase: &[u8]) -> Result<PrivateKeySigner, KeystoreError> {
    let File { version, crypto } = serde_json::from_slice(text).map_err(|_| KeystoreError::Format)?;
    if version != 3 || crypto.cipher != "aes-128-ctr" {
        return Err(KeystoreError::Format);
    }
    let mut secret = Zeroizing::new(exactly::<32>(&crypto.ciphertext, "ciphertext has not 32 bytes")?);
    let iv = exactly::<16>(&crypto.cipherparams.iv, "iv has not 16 bytes")?;
    let mac = exactly::<32>(&crypto.mac, "mac has not 32 bytes")?;
    let derived = derive(&crypto.kdf, &crypto.kdfparams, passphrase)?;
    let (key, rest) = derived.split_at(16);
    let expected = keccak256(Zeroizing::new([rest, &secret[..]].concat()));
    if !bool::from(expected.ct_eq(&mac)) {
        return Err(KeystoreError::Passphrase);
    }
    let mut cipher = Ctr128BE::<Aes128>::new_from_slices(key, &iv).map_err(|_| KeystoreError::Format)?;
    cipher.apply_keystream(&mut secret[..]);
    PrivateKeySigner::from_slice(&secret[..]).map_err(|_| KeystoreError::Key)
}

fn derive(kdf: &str, given: &Parameters, passphrase: &[u8]) -> Result<Zeroizing<[u8; 32]>, KeystoreError> {
    if given.dklen != 32 {
        return Err(KeystoreError::Malformed("dklen is not 32"));
    }
    let salt = bytes(&given.salt, "salt is not hexadecimal")?;
    if salt.len() > LONGEST_SALT {
        return Err(KeystoreError::Malformed("salt is too long"));
    }
    let mut derived = Zeroizing::new([0; 32]);
    match (kdf, given) {
        ("scrypt", &Parameters { n: Some(n), r: Some(r), p: Some(p), .. }) => {
            let parameters = scrypt_parameters(n, r, p)?;
            scrypt::scrypt(passphrase, &salt, &parameters, &mut derived[..])
                .map_err(|_| KeystoreError::Derivation)?;
        }
        ("pbkdf2", Parameters { c: Some(c), prf: Some(prf), .. }) if prf == "hmac-sha256" => {
            if *c == 0 {
                return Err(KeystoreError::Malformed("c is 0"));
            }
            if *c > MOST_ROUNDS {
                return Err(KeystoreError::Dear);
            }
            pbkdf2::pbkdf2::<Hmac<Sha256>>(passphrase, &salt, *c, &mut derived[..])
                .map_err(|_| KeystoreError::Derivation)?;
        }
        _ => return Err(KeystoreError::Derivation),
    }
    Ok(derived)
}

fn scrypt_parameters(n: u64, r: u32, p: u32) -> Result<scrypt::Params, KeystoreError> {
    if !n.is_power_of_two() || n < 2 || r == 0 || p == 0 {
        return Err(KeystoreError::Malformed("n, r and p of scrypt do not fit"));
    }
    // The table, a block for each lane, and two to work with.
    let blocks = n.checked_add(u64::from(p) + 2);
    let memory = blocks.and_then(|blocks| blocks.checked_mul(128)?.checked_mul(u64::from(r)));
    if memory.is_none_or(|memory| memory > MEMORY) || p > MOST_LANES {
        return Err(KeystoreError::Dear);
    }
    let parameters = scrypt::Params::new(n.ilog2() as u8, r, p);
    parameters.map_err(|_| KeystoreError::Malformed("n, r and p of scrypt do not fit"))
}

fn bytes(digits: &str, complaint: &'static str) -> Result<Vec<u8>, KeystoreError> {
    hex::decode(digits).map_err(|_| KeystoreError::Malformed(complaint))
}

fn exactly<const N: usize>(digits: &str, complaint: &'static str) -> Result<[u8; N], KeystoreError> {
    bytes(digits, complaint)?.try_into().map_err(|_| KeystoreError::Malformed(complaint))
}

#[cfg(test)]
mod tests;
