//! The file key, and the keys that follow from it.

use crate::sizes::{NONCE, TAG};
use chacha20poly1305::{ChaCha20Poly1305, KeyInit, Nonce, aead::Aead};
use hkdf::Hkdf;
use hmac::{Hmac, Mac};
use sha2::Sha256;
use std::{fmt, io};
use zeroize::Zeroizing;

/// The 16 random bytes from which all keys of a file are made; overwritten when dropped.
#[derive(Clone)]
pub struct FileKey(Zeroizing<[u8; FileKey::LEN]>);

impl FileKey {
    /// Its bytes.
    pub const LEN: usize = 16;
    /// Its bytes when it is wrapped.
    pub const WRAPPED: usize = FileKey::LEN + TAG;

    /// A fresh file key.
    ///
    /// # Errors
    /// If the system has no random bytes.
    pub fn random() -> io::Result<FileKey> {
        let mut key = Zeroizing::new([0; FileKey::LEN]);
        getrandom::fill(&mut *key).map_err(io::Error::other)?;
        Ok(FileKey(key))
    }

    /// The key of these bytes.
    pub fn new(bytes: Zeroizing<[u8; FileKey::LEN]>) -> FileKey {
        FileKey(bytes)
    }

    /// Its bytes, which are secret.
    pub fn as_bytes(&self) -> &[u8; FileKey::LEN] {
        &self.0
    }

    /// The file key, sealed under a key that is used for nothing else: ChaCha20-Poly1305 with the nonce 0.
    pub fn wrap(&self, key: &[u8; 32]) -> [u8; FileKey::WRAPPED] {
        let sealed = cipher(key).encrypt(&Nonce::default(), &self.0[..]);
        let mut wrapped = [0; FileKey::WRAPPED];
        wrapped.copy_from_slice(&sealed.expect("16 bytes are short enough"));
        wrapped
    }

    /// The file key that was sealed under this key; `None` if it was another key.
    pub fn unwrap(key: &[u8; 32], wrapped: &[u8; FileKey::WRAPPED]) -> Option<FileKey> {
        let opened = Zeroizing::new(cipher(key).decrypt(&Nonce::default(), &wrapped[..]).ok()?);
        let mut bytes = Zeroizing::new([0; FileKey::LEN]);
        bytes.copy_from_slice(&opened);
        Some(FileKey(bytes))
    }

    /// The MAC of the header.
    pub(crate) fn header_mac(&self, header: &[u8]) -> Hmac<Sha256> {
        let key = derive(&*self.0, &[], b"header");
        let mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&*key).expect("HMAC takes keys of any length");
        mac.chain_update(header)
    }

    pub(crate) fn payload_cipher(&self, nonce: &[u8; NONCE]) -> ChaCha20Poly1305 {
        cipher(&derive(&*self.0, nonce, b"payload"))
    }
}

impl fmt::Debug for FileKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FileKey(hidden)")
    }
}

/// HKDF-SHA256 with 32 bytes of output.
pub(crate) fn derive(secret: &[u8], salt: &[u8], info: &[u8]) -> Zeroizing<[u8; 32]> {
    let mut key = Zeroizing::new([0; 32]);
    Hkdf::<Sha256>::new(Some(salt), secret).expand(info, &mut *key).expect("32 bytes are one block");
    key
}

fn cipher(key: &[u8; 32]) -> ChaCha20Poly1305 {
    ChaCha20Poly1305::new(key.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_key_opens_under_its_own_key_only() {
        let key = FileKey::random().unwrap();
        let wrapped = key.wrap(&[1; 32]);
        assert_eq!(FileKey::unwrap(&[1; 32], &wrapped).unwrap().as_bytes(), key.as_bytes());
        assert!(FileKey::unwrap(&[2; 32], &wrapped).is_none());
        for at in 0..wrapped.len() {
            let mut changed = wrapped;
            changed[at] ^= 1;
            assert!(FileKey::unwrap(&[1; 32], &changed).is_none(), "{at}");
        }
        assert_eq!(format!("{key:?}"), "FileKey(hidden)");
    }
}
