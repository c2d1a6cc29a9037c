//! The lock of a file key: the number to square, and its stanza.

mod opening;
#[cfg(test)]
mod tests;

pub use opening::BadOpening;

use crate::{
    bytes::Reader,
    place::{BadPlace, Place},
};
use heliast_age::{FileKey, Stanza};
use heliast_group::{AnyElem, AnyGroup, Group, Malformed};
use heliast_vdf::{Evaluation, MAX_DELAY};
use hkdf::Hkdf;
use sha2::Sha256;
use zeroize::Zeroizing;

/// The kind of a lock's stanza.
pub const KIND: &str = "heliast";
const VERSION: &str = "1";
const INFO: &[u8] = b"heliast/envelope/key/v1";

/// A lock: anybody who squares x t times opens the file key in it.
#[derive(Clone, Debug)]
pub struct Lock {
    place: Place,
    t: u64,
    x: AnyElem,
    wrapped: [u8; FileKey::WRAPPED],
}

/// The reason why a stanza is not a lock.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadLock {
    /// Its words or its length are invalid.
    #[error("this is not a lock of an envelope: {0}")]
    Format(&'static str),
    /// It does not name a group.
    #[error("this is not a lock of an envelope: {0}")]
    Place(#[from] BadPlace),
    /// The number to square is not an element.
    #[error("the lock's number to square: {0}")]
    Element(#[from] Malformed),
    /// The number to square is the identity, whose delay takes no time.
    #[error("the lock's number to square is the identity")]
    Trivial,
}

impl BadLock {
    /// Whether the bytes are a well-formed lock that is false.
    pub fn is_false(&self) -> bool {
        matches!(self, BadLock::Trivial)
    }
}

/// The delay's output does not open the file key: the lock was changed, or its sealer made it wrong on
/// purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the lock does not open after its delay: it was changed, or its sealer made it so")]
pub struct WrongKey;

impl Lock {
    /// The lock of x and y, both encoded; `None` if x is the identity. Only the bytes of the wrapped key
    /// depend on y.
    pub(crate) fn sealed(place: &Place, t: u64, x: &[u8], y: &[u8], file_key: &FileKey) -> Option<Lock> {
        let group = place.group();
        let element = group.decode(x).ok().filter(|element| !group.equal(element, &group.identity()))?;
        let wrapped = file_key.wrap(&key(group, t, x, y));
        Some(Lock { place: place.clone(), t, x: element, wrapped })
    }

    /// The lock in a stanza of an age file; `None` if the stanza is of another kind.
    ///
    /// # Errors
    /// [`BadLock`].
    pub fn from_stanza(stanza: &Stanza) -> Result<Option<Lock>, BadLock> {
        if stanza.kind != KIND {
            return Ok(None);
        }
        let [version, t] = &stanza.arguments[..] else {
            return Err(BadLock::Format("it has other arguments than a version and a number of squarings"));
        };
        if version != VERSION {
            return Err(BadLock::Format("its version is not 1"));
        }
        let is_plain = t.bytes().all(|digit| digit.is_ascii_digit()) && !t.starts_with('0');
        let t = t.parse().ok().filter(|t| is_plain && (1..MAX_DELAY).contains(t));
        let t = t.ok_or(BadLock::Format("its squarings are not a number from 1 to 2^48 - 1"))?;
        Lock::read(t, &stanza.body).map(Some)
    }

    fn read(t: u64, body: &[u8]) -> Result<Lock, BadLock> {
        let mut reader = Reader(body);
        let place = Place::read(&mut reader)?;
        let group = place.group();
        let fields = (reader.take(group.encoded_len()), reader.array());
        let (Some(x), Some(wrapped), []) = (fields.0, fields.1, reader.0) else {
            return Err(BadLock::Format("its length is not that of its group"));
        };
        let x = group.decode(x)?;
        group.check_units(&[&x])?;
        if group.equal(&x, &group.identity()) {
            return Err(BadLock::Trivial);
        }
        Ok(Lock { place, t, x, wrapped })
    }

    /// The stanza of an age file.
    pub fn to_stanza(&self) -> Stanza {
        let x = self.place.group().encode(&self.x);
        Stanza {
            kind: KIND.to_owned(),
            arguments: vec![VERSION.to_owned(), self.t.to_string()],
            body: [&self.place.to_bytes()[..], &x, &self.wrapped].concat(),
        }
    }

    /// Its group.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The number of squarings.
    pub fn t(&self) -> u64 {
        self.t
    }

    /// The number to square.
    pub fn x(&self) -> &AnyElem {
        &self.x
    }

    /// The nanoseconds of its delay on a fast core ([`Place::fast_core`]).
    pub fn fast_core_ns(&self) -> u64 {
        // Below 2^63, since t is below 2^48 and a core does 10^5 squarings a second or more.
        (u128::from(self.t) * 1_000_000_000 / u128::from(self.place.fast_core())) as u64
    }

    /// The delay, before its first squaring.
    pub fn evaluation(&self) -> Evaluation<AnyGroup> {
        Evaluation::start(self.place.group(), self.x.clone(), self.t)
            .expect("t in range, and x is not the identity")
    }

    /// Opens the file key with y = x^(2^t).
    ///
    /// # Errors
    /// [`WrongKey`].
    pub fn open(&self, y: &AnyElem) -> Result<FileKey, WrongKey> {
        let group = self.place.group();
        let (x, y) = (group.encode(&self.x), Zeroizing::new(group.encode(y)));
        FileKey::unwrap(&key(group, self.t, &x, &y), &self.wrapped).ok_or(WrongKey)
    }
}

/// K.
fn key(group: &AnyGroup, t: u64, x: &[u8], y: &[u8]) -> Zeroizing<[u8; 32]> {
    let salt = [&group.id()[..], &t.to_be_bytes(), x].concat();
    let mut key = Zeroizing::new([0; 32]);
    Hkdf::<Sha256>::new(Some(&salt), y).expand(INFO, &mut *key).expect("32 bytes are one block");
    key
}
