//! Strict parsing: one encoding per object, nothing left over.

use crate::Malformed;
use sha2::{Digest, Sha256};

/// SHA-256 that has taken tag(s), `spec/README.md`.
pub(crate) fn tagged(tag: &str) -> Sha256 {
    debug_assert!((1..=255).contains(&tag.len()));
    Sha256::new_with_prefix([tag.len() as u8]).chain_update(tag)
}

/// A cursor over the bytes of one object.
pub(crate) struct Reader<'a> {
    object: &'static str,
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Begins after `magic`, which ends in the version.
    pub(crate) fn new(object: &'static str, magic: &[u8], bytes: &'a [u8]) -> Result<Self, Malformed> {
        let rest = bytes.strip_prefix(magic).ok_or(Malformed::Magic(object))?;
        Ok(Reader { object, rest })
    }

    pub(crate) fn bytes(&mut self, len: usize) -> Result<&'a [u8], Malformed> {
        let (field, rest) = self.rest.split_at_checked(len).ok_or(Malformed::Short(self.object))?;
        self.rest = rest;
        Ok(field)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let (field, rest) = self.rest.split_first_chunk().ok_or(Malformed::Short(self.object))?;
        self.rest = rest;
        Ok(*field)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, Malformed> {
        self.array().map(u8::from_be_bytes)
    }

    pub(crate) fn u16(&mut self) -> Result<u16, Malformed> {
        self.array().map(u16::from_be_bytes)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, Malformed> {
        self.array().map(u32::from_be_bytes)
    }

    pub(crate) fn u64(&mut self) -> Result<u64, Malformed> {
        self.array().map(u64::from_be_bytes)
    }

    pub(crate) fn end(self) -> Result<(), Malformed> {
        if self.rest.is_empty() { Ok(()) } else { Err(Malformed::Trailing(self.object)) }
    }
}

/// A [`Malformed::Field`] unless `holds`.
pub(crate) fn require(holds: bool, field: &'static str, rule: &'static str) -> Result<(), Malformed> {
    if holds { Ok(()) } else { Err(Malformed::Field { field, rule }) }
}
