//! Keys of the stateless schemes.

use super::{StatelessScheme, VrfError, kind::Secret};
use heliast_vrf::{Exhausted, Malformed, avrf};
use std::fmt;
use zeroize::Zeroizing;

/// Bytes of the longest public key.
const MAX_LEN: usize = avrf::PublicKey::LEN;

/// A public key of a stateless scheme that [`StatelessScheme::check_public_key`] has accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatelessKey {
    scheme: StatelessScheme,
    /// The first bytes are the key. Its length follows from the scheme.
    bytes: [u8; MAX_LEN],
}

impl StatelessKey {
    /// The key of these bytes.
    ///
    /// # Errors
    /// As [`StatelessScheme::check_public_key`].
    pub fn new(scheme: StatelessScheme, key: &[u8]) -> Result<StatelessKey, VrfError> {
        scheme.check_public_key(key)?;
        let mut bytes = [0; MAX_LEN];
        let length = Malformed::Length { expected: scheme.public_key_len(), found: key.len() };
        bytes.get_mut(..key.len()).ok_or(length)?.copy_from_slice(key);
        Ok(StatelessKey { scheme, bytes })
    }

    /// The key of these bytes, of the scheme with this number.
    pub(crate) fn from_bytes(scheme: u8, key: &[u8]) -> Result<StatelessKey, VrfError> {
        let scheme = StatelessScheme::from_id(scheme).ok_or(VrfError::OtherScheme)?;
        StatelessKey::new(scheme, key)
    }

    /// Its scheme.
    pub fn scheme(&self) -> StatelessScheme {
        self.scheme
    }

    /// Its bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.scheme.public_key_len()]
    }
}

/// A secret key of any stateless scheme. It is erased from memory when dropped, and prints nothing secret.
pub struct SecretKey {
    scheme: StatelessScheme,
    key: Box<dyn Secret>,
}

impl SecretKey {
    /// Bytes of randomness for [`prove_hedged`](Self::prove_hedged).
    pub const RANDOM: usize = 32;

    /// The key of a 32-byte seed, which must come from a cryptographic generator.
    pub fn from_seed(scheme: StatelessScheme, seed: [u8; 32]) -> SecretKey {
        let seed = Zeroizing::new(seed);
        SecretKey { scheme, key: scheme.kind().secret(&seed) }
    }

    /// The scheme.
    pub fn scheme(&self) -> StatelessScheme {
        self.scheme
    }

    /// The encoded public key.
    pub fn public_key(&self) -> Vec<u8> {
        self.key.public_key()
    }

    /// Returns only β. A-VRF encrypts two blocks for it; ECVRF has to make the proof, too.
    pub fn evaluate(&mut self, input: &[u8]) -> Result<Vec<u8>, Exhausted> {
        self.key.evaluate(input)
    }

    /// Returns (β, π) for `input`, the same each time. Only ECVRF can fail, with probability 2^-256.
    pub fn prove(&mut self, input: &[u8]) -> Result<(Vec<u8>, Vec<u8>), Exhausted> {
        self.key.prove(input, None)
    }

    /// Returns (β, π) for `input` with `random` in π, so that a fault or a trace of one run says little about
    /// the next; β is the same. ECVRF does not use `random`.
    pub fn prove_hedged(
        &mut self,
        input: &[u8],
        random: &[u8; Self::RANDOM],
    ) -> Result<(Vec<u8>, Vec<u8>), Exhausted> {
        self.key.prove(input, Some(random))
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretKey({}, hidden)", self.scheme.name())
    }
}
