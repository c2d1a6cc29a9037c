//! The keys of RFC 8032, with the checks of RFC 9381, section 5.4.5.

use super::point::Encoded;
use crate::{Hex, Malformed};
use core::fmt;
use curve25519_dalek::{
    edwards::EdwardsPoint,
    scalar::{Scalar, clamp_integer},
};
use sha2::{Digest, Sha512};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// A public key Y: canonical, on the curve, not of small order.
#[derive(Clone, Copy)]
pub struct PublicKey(pub(super) Encoded);

impl PublicKey {
    /// Bytes of a public key Y.
    pub const LEN: usize = 32;

    /// Decodes and validates a key.
    ///
    /// # Errors
    /// [`Malformed`]: not canonical, not on the curve, or of small order.
    pub fn from_bytes(bytes: &[u8; PublicKey::LEN]) -> Result<PublicKey, Malformed> {
        let key = Encoded::decode(bytes)?;
        if key.point.is_small_order() {
            return Err(Malformed::SmallOrder);
        }
        Ok(PublicKey(key))
    }

    /// The 32 bytes that [`PublicKey::from_bytes`] decodes.
    pub fn to_bytes(&self) -> [u8; PublicKey::LEN] {
        self.0.bytes
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
        self.0.bytes == other.0.bytes
    }
}

impl Eq for PublicKey {}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({})", Hex(&self.0.bytes))
    }
}

/// A secret key: the scalar x and the nonce prefix of RFC 8032, section 5.1.5. Erased on drop, never printed.
pub struct SecretKey {
    pub(super) x: Scalar,
    pub(super) prefix: [u8; 32],
    pub(super) public: PublicKey,
}

impl SecretKey {
    /// Bytes of a secret key, the seed of RFC 8032.
    pub const LEN: usize = 32;

    /// Derives the key from 32 random bytes. The caller erases its copy of the seed.
    pub fn from_seed(seed: [u8; SecretKey::LEN]) -> SecretKey {
        let seed = Zeroizing::new(seed);
        let mut hash = Zeroizing::new([0; 64]);
        Sha512::new().chain_update(seed.as_slice()).finalize_into((&mut *hash).into());
        let (mut x_bytes, mut prefix) = ([0; 32], [0; 32]);
        x_bytes.copy_from_slice(&hash[..32]);
        prefix.copy_from_slice(&hash[32..]);
        // Clamped x may exceed q. Reducing it changes neither xB nor xH: both points have order q.
        let x = Scalar::from_bytes_mod_order(clamp_integer(x_bytes));
        x_bytes.zeroize();
        let point = EdwardsPoint::mul_base(&x);
        let bytes = point.compress().to_bytes();
        SecretKey { x, prefix, public: PublicKey(Encoded { point, bytes }) }
    }

    /// The public key Y = xB.
    pub fn public_key(&self) -> &PublicKey {
        &self.public
    }

    /// The nonce k for the encoded H, deterministic (section 5.4.2.2).
    pub(super) fn nonce(&self, h: &[u8; 32]) -> Zeroizing<Scalar> {
        let mut wide = Zeroizing::new([0; 64]);
        let hash = Sha512::new().chain_update(self.prefix).chain_update(h);
        hash.finalize_into((&mut *wide).into());
        Zeroizing::new(Scalar::from_bytes_mod_order_wide(&wide))
    }
}

impl Drop for SecretKey {
    fn drop(&mut self) {
        self.x.zeroize();
        self.prefix.zeroize();
    }
}

impl ZeroizeOnDrop for SecretKey {}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretKey").field("public", &self.public).finish_non_exhaustive()
    }
}
