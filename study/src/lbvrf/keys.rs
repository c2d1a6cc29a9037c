//! Keys, and the rule that a key answers one input.

use super::{
    Matrix, N, POLYNOMIALS, Polynomial, PublicCode, Q, ROWS, SEED_LEN, Short, Value,
    field::Field,
    sample::{Tag, digest, uniform},
};
use crate::lbvrf::value::project;
use core::fmt;
use heliast_vrf::{Hex, Malformed};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// A public key t: every t in canonical form is a key.
#[derive(Clone)]
pub struct PublicKey {
    pub(super) matrix: &'static Matrix,
    /// t by values, times 2^32.
    pub(super) t: [Polynomial; ROWS],
    /// The digest of the key's bytes.
    digest: [u8; 64],
    bytes: [u8; PublicKey::LEN],
}

impl PublicKey {
    /// The bytes of a public key t.
    pub const LEN: usize = PublicCode::LEN;

    /// Decodes a key.
    ///
    /// # Errors
    /// [`Malformed::Coefficients`] if the bytes are not the encoding of a key by
    /// [`to_bytes`](Self::to_bytes).
    pub fn from_bytes(bytes: &[u8; PublicKey::LEN]) -> Result<PublicKey, Malformed> {
        PublicKey::on(Matrix::shared(), bytes)
    }

    fn on(matrix: &'static Matrix, bytes: &[u8; PublicKey::LEN]) -> Result<PublicKey, Malformed> {
        let mut t = [[0; N]; ROWS];
        let flat = t.as_flattened_mut();
        PublicCode::decode(bytes, |i, number| flat[i] = Field::<Q>::montgomery(number))
            .ok_or(Malformed::Coefficients)?;
        let digest = digest(matrix.keccak(), Tag::Key, &[bytes]);
        Ok(PublicKey { matrix, t, digest, bytes: *bytes })
    }

    /// Returns the bytes that [`PublicKey::from_bytes`] reads.
    pub fn to_bytes(&self) -> [u8; PublicKey::LEN] {
        self.bytes
    }

    /// Returns u, which represents this key and `input` in all further steps.
    pub(super) fn context(&self, input: &[u8]) -> Mark {
        Mark(digest(self.matrix.keccak(), Tag::Input, &[&self.digest, input]))
    }
}

impl TryFrom<&[u8]> for PublicKey {
    type Error = Malformed;

    fn try_from(bytes: &[u8]) -> Result<PublicKey, Malformed> {
        let exact = bytes
            .try_into()
            .map_err(|_| Malformed::Length { expected: PublicKey::LEN, found: bytes.len() })?;
        PublicKey::from_bytes(exact)
    }
}

impl PartialEq for PublicKey {
    fn eq(&self, other: &PublicKey) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for PublicKey {}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({})", Hex(&self.bytes))
    }
}

/// The input that a key answers: a hash of both.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Mark([u8; Mark::LEN]);

impl Mark {
    /// The bytes of a mark.
    pub const LEN: usize = 64;

    /// Reads the bytes that [`to_bytes`](Self::to_bytes) returned.
    pub fn from_bytes(bytes: &[u8; Mark::LEN]) -> Mark {
        Mark(*bytes)
    }

    /// Returns the mark as bytes.
    pub fn to_bytes(&self) -> [u8; Mark::LEN] {
        self.0
    }
}

impl AsRef<[u8]> for Mark {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mark({})", Hex(&self.0))
    }
}

/// A secret key, which answers one input. Erased on drop, never printed.
pub struct SecretKey {
    pub(super) public: PublicKey,
    pub(super) seed: [u8; SEED_LEN],
    pub(super) s: [Short; POLYNOMIALS],
    /// s in V.
    pub(super) projected: [Value; POLYNOMIALS],
    pub(super) answered: Option<Mark>,
}

impl SecretKey {
    /// Makes a new key from 32 random bytes, which must not have been used for a key before. The caller
    /// erases its copy.
    pub fn from_seed(seed: [u8; SEED_LEN]) -> SecretKey {
        SecretKey::resume(seed, None)
    }

    /// Returns the key of `seed` in its state after it had answered the input of the mark, or no input.
    /// Without the mark of the input that it has answered, the key could answer a second input, which weakens
    /// it.
    pub fn resume(seed: [u8; SEED_LEN], answered: Option<Mark>) -> SecretKey {
        SecretKey::on(Matrix::shared(), seed, answered)
    }

    pub(super) fn on(matrix: &'static Matrix, seed: [u8; SEED_LEN], answered: Option<Mark>) -> SecretKey {
        let seed = Zeroizing::new(seed);
        let mut s = Zeroizing::new([[0; N]; POLYNOMIALS]);
        uniform::<3, _, _>(
            matrix.keccak(),
            Tag::Secret,
            &[&seed[..]],
            |number| number as i32 - 1,
            &mut s[..],
        );
        let mut bytes = [0; PublicKey::LEN];
        PublicCode::encode(matrix.times(&s).into_iter().flatten(), &mut bytes);
        let public = PublicKey::on(matrix, &bytes).expect("what was just written");
        SecretKey { public, seed: *seed, s: *s, projected: s.each_ref().map(project), answered }
    }

    /// Returns the public key.
    pub fn public_key(&self) -> &PublicKey {
        &self.public
    }

    /// Returns the mark of the input that was reserved.
    pub fn answered(&self) -> Option<Mark> {
        self.answered
    }
}

impl Drop for SecretKey {
    fn drop(&mut self) {
        self.seed.zeroize();
        self.s.zeroize();
        self.projected.zeroize();
    }
}

impl ZeroizeOnDrop for SecretKey {}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretKey").field("public", &self.public).finish_non_exhaustive()
    }
}
