//! Proofs π = Γ ‖ c ‖ s, decoded strictly (RFC 9381, section 5.4.4).

use super::point::Encoded;
use crate::{Hex, Malformed};
use core::fmt;
use curve25519_dalek::scalar::Scalar;

/// Bytes of a challenge: cLen.
pub(super) const CHALLENGE_BYTES: usize = 16;

/// A proof in canonical form. Many proofs can prove the same output.
#[derive(Clone, Copy)]
pub struct Proof {
    pub(super) gamma: Encoded,
    pub(super) c: [u8; CHALLENGE_BYTES],
    pub(super) s: Scalar,
}

impl Proof {
    /// Bytes of a proof Γ ‖ c ‖ s.
    pub const LEN: usize = 80;

    /// Decodes a proof.
    ///
    /// # Errors
    /// [`Malformed`]: Γ not canonical or not on the curve, or s >= q.
    pub fn from_bytes(bytes: &[u8; Proof::LEN]) -> Result<Proof, Malformed> {
        let (mut gamma, mut c, mut s) = ([0; 32], [0; CHALLENGE_BYTES], [0; 32]);
        gamma.copy_from_slice(&bytes[..32]);
        c.copy_from_slice(&bytes[32..48]);
        s.copy_from_slice(&bytes[48..]);
        let s: Option<Scalar> = Scalar::from_canonical_bytes(s).into();
        Ok(Proof { gamma: Encoded::decode(&gamma)?, c, s: s.ok_or(Malformed::ScalarNotCanonical)? })
    }

    /// The 80 bytes that [`Proof::from_bytes`] decodes.
    pub fn to_bytes(&self) -> [u8; Proof::LEN] {
        let mut bytes = [0; Proof::LEN];
        bytes[..32].copy_from_slice(&self.gamma.bytes);
        bytes[32..48].copy_from_slice(&self.c);
        bytes[48..].copy_from_slice(self.s.as_bytes());
        bytes
    }
}

impl TryFrom<&[u8]> for Proof {
    type Error = Malformed;

    fn try_from(bytes: &[u8]) -> Result<Proof, Malformed> {
        let exact =
            bytes.try_into().map_err(|_| Malformed::Length { expected: Proof::LEN, found: bytes.len() })?;
        Proof::from_bytes(exact)
    }
}

impl PartialEq for Proof {
    fn eq(&self, other: &Proof) -> bool {
        self.to_bytes() == other.to_bytes()
    }
}

impl Eq for Proof {}

impl fmt::Debug for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Proof({})", Hex(&self.to_bytes()))
    }
}
