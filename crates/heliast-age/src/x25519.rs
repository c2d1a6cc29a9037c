//! Keys of the program `age`: X25519 (RFC 7748).

use crate::{Error, FileKey, Stanza, bech32, key::derive, stanza};
use curve25519_dalek::MontgomeryPoint;
use std::{fmt, io, str::FromStr};
use zeroize::Zeroizing;

const KIND: &str = "X25519";
const INFO: &[u8] = b"age-encryption.org/v1/X25519";
const PUBLIC: &str = "age";
const SECRET: &str = "AGE-SECRET-KEY-";

/// A public key, `age1...`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipient([u8; 32]);

/// A secret key, `AGE-SECRET-KEY-1...`; overwritten when dropped.
#[derive(Clone)]
pub struct Identity(Zeroizing<[u8; 32]>);

impl Recipient {
    /// The stanza by which the owner of the key opens the file.
    ///
    /// # Errors
    /// If the system has no random bytes, or if the key has small order, so that everybody could open the
    /// file.
    pub fn wrap(&self, file_key: &FileKey) -> io::Result<Stanza> {
        let mut secret = Zeroizing::new([0; 32]);
        getrandom::fill(&mut *secret).map_err(io::Error::other)?;
        let share = MontgomeryPoint::mul_base_clamped(*secret).to_bytes();
        let key = wrapping_key(&secret, &self.0, &share, &self.0)
            .ok_or_else(|| io::Error::other("the recipient's key is of small order"))?;
        let (kind, arguments) = (KIND.to_owned(), vec![stanza::encode(&share)]);
        Ok(Stanza { kind, arguments, body: file_key.wrap(&key).to_vec() })
    }
}

impl Identity {
    /// A fresh secret key.
    ///
    /// # Errors
    /// If the system has no random bytes.
    pub fn random() -> io::Result<Identity> {
        let mut secret = Zeroizing::new([0; 32]);
        getrandom::fill(&mut *secret).map_err(io::Error::other)?;
        Ok(Identity(secret))
    }

    /// Its public key.
    pub fn recipient(&self) -> Recipient {
        Recipient(MontgomeryPoint::mul_base_clamped(*self.0).to_bytes())
    }

    /// The text of the secret key.
    pub fn to_text(&self) -> Zeroizing<String> {
        bech32::encode(SECRET, &*self.0)
    }

    /// The file key, if the stanza is for this key; `None` if it is for another key.
    ///
    /// # Errors
    /// [`Error::Malformed`] if it is of this kind, but not of the format.
    pub fn unwrap(&self, stanza: &Stanza) -> Result<Option<FileKey>, Error> {
        if stanza.kind != KIND {
            return Ok(None);
        }
        let malformed = Error::Malformed("the stanza of a key does not have the right form");
        let wrapped: Result<&[u8; FileKey::WRAPPED], _> = stanza.body[..].try_into();
        let ([share], Ok(wrapped)) = (&stanza.arguments[..], wrapped) else {
            return Err(malformed);
        };
        let share = stanza::decode(share)?;
        let key = wrapping_key(&self.0, &share, &share, &self.recipient().0)
            .ok_or(Error::Malformed("the share of a key is of small order"))?;
        Ok(FileKey::unwrap(&key, wrapped))
    }
}

/// The key from the secret of one side and the point of the other; `None` if the point has small order.
fn wrapping_key(
    secret: &[u8; 32],
    point: &[u8; 32],
    share: &[u8; 32],
    recipient: &[u8; 32],
) -> Option<Zeroizing<[u8; 32]>> {
    let shared = Zeroizing::new(MontgomeryPoint(*point).mul_clamped(*secret).to_bytes());
    if *shared == [0; 32] {
        return None;
    }
    Some(derive(&*shared, &[&share[..], recipient].concat(), INFO))
}

impl fmt::Display for Recipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&bech32::encode(PUBLIC, &self.0))
    }
}

impl FromStr for Recipient {
    type Err = Error;

    fn from_str(text: &str) -> Result<Recipient, Error> {
        let bytes = bech32::decode(PUBLIC, text)?;
        bytes[..].try_into().map(Recipient).map_err(|_| Error::Malformed("a key of another length"))
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Identity({}, secret hidden)", self.recipient())
    }
}

impl FromStr for Identity {
    type Err = Error;

    fn from_str(text: &str) -> Result<Identity, Error> {
        let bytes = bech32::decode(SECRET, text)?;
        let mut secret = Zeroizing::new([0; 32]);
        if bytes.len() != secret.len() {
            return Err(Error::Malformed("a key of another length"));
        }
        secret.copy_from_slice(&bytes);
        Ok(Identity(secret))
    }
}
