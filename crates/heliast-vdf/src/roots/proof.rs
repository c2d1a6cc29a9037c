//! The ends of segments as bytes: u16(s) ‖ y_1 ‖ ... ‖ y_(s−1).

use super::MAX_SEGMENTS;
use alloc::vec::Vec;
use heliast_group::{Malformed, RootElement, RootField};

/// The elements at which segments end, except the last segment, which ends at y.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    ends: Vec<RootElement>,
}

/// The reason why bytes are not the ends of segments.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadEncoding {
    /// The bytes are cut before the number of segments.
    #[error("the ends of segments begin with two bytes")]
    Short,
    /// There are no segments, or more than 256.
    #[error("a chain of roots has from 1 to 256 segments, not {0}")]
    Segments(u16),
    /// The bytes are cut or extended.
    #[error("the ends of so many segments have {expected} bytes, not {found}")]
    Length {
        /// The length that the number of segments and the field demand.
        expected: usize,
        /// The length that was given.
        found: usize,
    },
    /// Some bytes do not encode an element.
    #[error("the end of segment {segment}: {reason}")]
    Element {
        /// The number of the segment, from 1.
        segment: usize,
        /// The error in its encoding.
        reason: Malformed,
    },
}

impl Proof {
    pub(super) fn new(ends: Vec<RootElement>) -> Proof {
        Proof { ends }
    }

    /// The number of segments.
    pub fn segments(&self) -> u16 {
        // Both ways to make a proof limit this to 256.
        self.ends.len() as u16 + 1
    }

    /// y_1 to y_(s−1).
    pub fn ends(&self) -> &[RootElement] {
        &self.ends
    }

    /// The bytes of `spec/roots.md`.
    pub fn encode(&self, field: &RootField) -> Vec<u8> {
        let mut bytes = self.segments().to_be_bytes().to_vec();
        self.ends.iter().for_each(|end| bytes.extend(field.encode(end)));
        bytes
    }

    /// Decodes a proof.
    ///
    /// # Errors
    /// [`BadEncoding`].
    pub fn decode(field: &RootField, bytes: &[u8]) -> Result<Proof, BadEncoding> {
        let len = field.encoded_len();
        let elements = split(bytes, len)?.chunks_exact(len);
        let ends = elements.enumerate().map(|(index, bytes)| {
            field.decode(bytes).map_err(|reason| BadEncoding::Element { segment: index + 1, reason })
        });
        Ok(Proof { ends: ends.collect::<Result<_, _>>()? })
    }
}

/// The ends in the bytes of a proof with elements of this length, as many as it says.
pub(super) fn split(bytes: &[u8], len: usize) -> Result<&[u8], BadEncoding> {
    let (segments, ends) = bytes.split_first_chunk().ok_or(BadEncoding::Short)?;
    let segments = u16::from_be_bytes(*segments);
    if !(1..=MAX_SEGMENTS).contains(&segments) {
        return Err(BadEncoding::Segments(segments));
    }
    let expected = 2 + usize::from(segments - 1) * len;
    if bytes.len() != expected {
        return Err(BadEncoding::Length { expected, found: bytes.len() });
    }
    Ok(ends)
}
