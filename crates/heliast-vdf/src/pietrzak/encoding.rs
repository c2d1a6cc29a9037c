//! A proof as bytes: its midpoints one after the other. Their number follows from t.

use super::{Proof, rounds};
use alloc::vec::Vec;
use heliast_group::{Group, Malformed};

/// The reason why bytes are not a proof of a delay of t squarings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadEncoding {
    /// The proof is cut, extended, or about another t.
    #[error("a proof of this delay has {expected} bytes, not {found}")]
    Length {
        /// The length that t and the group demand.
        expected: usize,
        /// The length that was given.
        found: usize,
    },
    /// A midpoint is not an element.
    #[error("midpoint {round}: {reason}")]
    Midpoint {
        /// The number of the midpoint, from 1.
        round: usize,
        /// The error in its encoding.
        reason: Malformed,
    },
}

/// The length of a proof of t squarings in bytes: at most 38 elements, or 54 if t is out of range and not
/// refused yet.
pub(super) fn encoded_len<G: Group>(group: &G, t: u64) -> usize {
    rounds(t) as usize * group.encoded_len()
}

impl<E> Proof<E> {
    /// μ of each round.
    pub fn midpoints(&self) -> &[E] {
        &self.midpoints
    }

    /// The bytes of `spec/pietrzak.md`.
    pub fn encode<G: Group<Elem = E>>(&self, group: &G) -> Vec<u8> {
        self.midpoints.iter().flat_map(|midpoint| group.encode(midpoint)).collect()
    }

    /// Decodes a proof of t squarings.
    pub fn decode<G: Group<Elem = E>>(group: &G, t: u64, bytes: &[u8]) -> Result<Proof<E>, BadEncoding> {
        let expected = encoded_len(group, t);
        if bytes.len() != expected {
            return Err(BadEncoding::Length { expected, found: bytes.len() });
        }
        let decode =
            |(round, bytes)| group.decode(bytes).map_err(|reason| BadEncoding::Midpoint { round, reason });
        let midpoints = (1..).zip(bytes.chunks_exact(group.encoded_len())).map(decode);
        Ok(Proof { midpoints: midpoints.collect::<Result<_, _>>()? })
    }
}
