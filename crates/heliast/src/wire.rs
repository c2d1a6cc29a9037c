//! Strict parsing: one encoding per object, nothing left over. It is meant for crates with similar formats;
//! an application does not need it.
//!
//! ```
//! use heliast::wire::{Reader, require};
//!
//! let mut reader = Reader::new("point", b"PT\x01", b"PT\x01\x00\x07\x02")?;
//! assert_eq!(reader.u16()?, 7);
//! require(reader.u8()? < 3, "sign", "it is 0, 1 or 2")?;
//! reader.end()?;
//! # Ok::<(), heliast::Malformed>(())
//! ```

use crate::stateless::VrfError;
use heliast_group::{BadDiscriminant, BadModulus, BadRootField};
use sha2::{Digest, Sha256};

/// The reason why bytes are not the object that they should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Malformed {
    /// The bytes end before the object does.
    #[error("the {0} is cut short")]
    Short(&'static str),
    /// The object ends before the bytes do.
    #[error("the {0} has bytes left over at its end")]
    Trailing(&'static str),
    /// Another kind of object, or a version that this program does not know.
    #[error("this is not a {0}, or one of a version that this program does not know")]
    Magic(&'static str),
    /// A field has a value that it must not have.
    #[error("{field}: {rule}")]
    Field {
        /// The name of the field.
        field: &'static str,
        /// The rule that it breaks.
        rule: &'static str,
    },
    /// The modulus is not usable.
    #[error("modulus: {0}")]
    Modulus(#[from] BadModulus),
    /// The discriminant's seed is not usable.
    #[error("discriminant: {0}")]
    Discriminant(#[from] BadDiscriminant),
    /// The seed and the counter of a prime for roots are not usable.
    #[error("roots: {0}")]
    Roots(#[from] BadRootField),
    /// Bytes that are not the ends of segments of roots.
    #[error("delay proof: {0}")]
    RootProof(heliast_vdf::roots::BadEncoding),
    /// Bytes that are not an encoding of a group element.
    #[error("{field}: {reason}")]
    Element {
        /// The name of the field.
        field: &'static str,
        /// The reason.
        reason: heliast_group::Malformed,
    },
    /// Bytes that are not the key of a hash tree.
    #[error("announcement: {0}")]
    Key(heliast_vrf::Malformed),
    /// Bytes that are not a public key, in a proposal that a participant joins.
    #[error("the public key of who is to join: {0}")]
    NewKey(VrfError),
    /// Bytes that are not a participant's public key.
    #[error("public key of participant {participant}: {reason}")]
    PublicKey {
        /// Its number, from 0.
        participant: usize,
        /// The reason.
        reason: VrfError,
    },
}

/// SHA-256 that has taken tag(s) = u8(|s|) ‖ s, where s has 1 to 255 bytes: `spec/README.md`.
pub fn tagged(tag: &str) -> Sha256 {
    debug_assert!((1..=255).contains(&tag.len()));
    Sha256::new_with_prefix([tag.len() as u8]).chain_update(tag)
}

/// tag(s) ‖ parts, for callers that need the bytes and not only their hash.
pub(crate) fn tagged_bytes(tag: &str, parts: &[&[u8]]) -> Vec<u8> {
    debug_assert!((1..=255).contains(&tag.len()));
    [&[tag.len() as u8], tag.as_bytes(), &parts.concat()].concat()
}

/// A cursor over the bytes of one object. Numbers are big-endian.
pub struct Reader<'a> {
    object: &'static str,
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Starts to read after `magic`, which ends in the version.
    ///
    /// # Errors
    /// [`Malformed::Magic`] if the bytes begin with something else.
    pub fn new(object: &'static str, magic: &[u8], bytes: &'a [u8]) -> Result<Self, Malformed> {
        let rest = bytes.strip_prefix(magic).ok_or(Malformed::Magic(object))?;
        Ok(Reader { object, rest })
    }

    /// The next `len` bytes.
    ///
    /// # Errors
    /// [`Malformed::Short`] if fewer are left.
    pub fn bytes(&mut self, len: usize) -> Result<&'a [u8], Malformed> {
        let (field, rest) = self.rest.split_at_checked(len).ok_or(Malformed::Short(self.object))?;
        self.rest = rest;
        Ok(field)
    }

    /// The next `N` bytes.
    ///
    /// # Errors
    /// [`Malformed::Short`] if fewer are left.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let (field, rest) = self.rest.split_first_chunk().ok_or(Malformed::Short(self.object))?;
        self.rest = rest;
        Ok(*field)
    }

    /// A number of one byte.
    ///
    /// # Errors
    /// [`Malformed::Short`] if fewer are left.
    pub fn u8(&mut self) -> Result<u8, Malformed> {
        self.array().map(u8::from_be_bytes)
    }

    /// A number of two bytes.
    ///
    /// # Errors
    /// [`Malformed::Short`] if fewer are left.
    pub fn u16(&mut self) -> Result<u16, Malformed> {
        self.array().map(u16::from_be_bytes)
    }

    /// A number of four bytes.
    ///
    /// # Errors
    /// [`Malformed::Short`] if fewer are left.
    pub fn u32(&mut self) -> Result<u32, Malformed> {
        self.array().map(u32::from_be_bytes)
    }

    /// A number of eight bytes.
    ///
    /// # Errors
    /// [`Malformed::Short`] if fewer are left.
    pub fn u64(&mut self) -> Result<u64, Malformed> {
        self.array().map(u64::from_be_bytes)
    }

    /// Whether all bytes were read.
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Checks that the object ends here.
    ///
    /// # Errors
    /// [`Malformed::Trailing`] if bytes are left.
    pub fn end(self) -> Result<(), Malformed> {
        if self.rest.is_empty() { Ok(()) } else { Err(Malformed::Trailing(self.object)) }
    }
}

/// Checks a rule about a field that was read.
///
/// # Errors
/// [`Malformed::Field`] unless it `holds`.
pub fn require(holds: bool, field: &'static str, rule: &'static str) -> Result<(), Malformed> {
    if holds { Ok(()) } else { Err(Malformed::Field { field, rule }) }
}
