//! A proof in segments as bytes: count ‖ shift ‖ y_1 ‖ π_1 ‖ ... ‖ y_(s−1) ‖ π_(s−1) ‖ π_s.

use super::{Cut, SegmentedProof};
use alloc::vec::Vec;
use heliast_group::{BulkGroup, Group, Malformed};

/// The reason why bytes are not a proof in segments.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadEncoding {
    /// The bytes are cut before the number of segments.
    #[error("a proof in segments begins with two bytes")]
    Short,
    /// There is no such cut.
    #[error("no delay is cut into {count} segments by 2^{shift}")]
    Cut {
        /// The number of segments.
        count: u8,
        /// b.
        shift: u8,
    },
    /// The bytes are cut or extended.
    #[error("a proof in so many segments has {expected} bytes, not {found}")]
    Length {
        /// The length that the cut and the group demand.
        expected: usize,
        /// The length that was given.
        found: usize,
    },
    /// Some bytes do not encode an element.
    #[error("segment {segment}: {field}: {reason}")]
    Element {
        /// The number of the segment, from 1.
        segment: usize,
        /// The element of the segment: y or pi.
        field: &'static str,
        /// The error in its encoding.
        reason: Malformed,
    },
}

impl<E> SegmentedProof<E> {
    /// The bytes of `spec/segments.md`.
    pub fn encode<G: Group<Elem = E>>(&self, group: &G) -> Vec<u8> {
        let mut bytes = alloc::vec![self.cut.count, self.cut.shift];
        for (index, proof) in self.proofs.iter().enumerate() {
            self.outputs.get(index).iter().for_each(|y| bytes.extend(group.encode(y)));
            bytes.extend(group.encode(proof));
        }
        bytes
    }

    /// Decodes a proof.
    pub fn decode<G: BulkGroup<Elem = E>>(group: &G, bytes: &[u8]) -> Result<SegmentedProof<E>, BadEncoding> {
        let (&[count, shift], elements) = bytes.split_first_chunk().ok_or(BadEncoding::Short)?;
        let cut = Cut::new(count, shift).ok_or(BadEncoding::Cut { count, shift })?;
        let (len, last) = (group.encoded_len(), usize::from(count) - 1);
        let expected = 2 + (2 * last + 1) * len;
        if bytes.len() != expected {
            return Err(BadEncoding::Length { expected, found: bytes.len() });
        }
        let (mut outputs, mut proofs) = (Vec::new(), Vec::new());
        for (index, bytes) in elements.chunks_exact(len).enumerate() {
            let segment = index / 2;
            let (list, field) =
                if index % 2 == 0 && segment < last { (&mut outputs, "y") } else { (&mut proofs, "pi") };
            let element = group.decode(bytes);
            list.push(element.map_err(|reason| BadEncoding::Element {
                segment: segment + 1,
                field,
                reason,
            })?);
        }
        Ok(SegmentedProof { cut, outputs, proofs })
    }
}
