//! H = encode_to_curve(salt, α), a point of the subgroup of order q (RFC 9381, section 5.4.1).
//!
//! The salt is the encoded public key. With either map, nobody knows the logarithm of H.

use super::{Ell2, Tai, point::Encoded};
use curve25519_dalek::{edwards::EdwardsPoint, traits::IsIdentity};
use sha2::{Digest, Sha512};

/// The differences between the suites.
pub(super) trait Suite {
    /// `suite_string`, one byte.
    const ID: u8;

    /// H; `None` if no point is found.
    fn encode_to_curve(salt: &[u8; 32], input: &[u8]) -> Option<EdwardsPoint>;
}

/// Section 5.4.1.1: the first of up to 256 hashes that is a point, times 8. Half of all hashes are points;
/// a try costs one hash and one square root. Variable time in the input.
impl Suite for Tai {
    const ID: u8 = Tai::ID;

    fn encode_to_curve(salt: &[u8; 32], input: &[u8]) -> Option<EdwardsPoint> {
        const FRONT: u8 = 0x01;
        const BACK: u8 = 0x00;
        let prefix = Sha512::new().chain_update([Self::ID, FRONT]).chain_update(salt).chain_update(input);
        (0..=u8::MAX).find_map(|counter| {
            let hash: [u8; 64] = prefix.clone().chain_update([counter, BACK]).finalize().into();
            let point = Encoded::decode(hash.first_chunk()?).ok()?.point.mul_by_cofactor();
            (!point.is_identity()).then_some(point)
        })
    }
}

/// Section 5.4.1.2: edwards25519_XMD:SHA-512_ELL2_NU_ of RFC 9380, which ends with the cofactor. Constant
/// time for inputs of one length.
impl Suite for Ell2 {
    const ID: u8 = Ell2::ID;

    fn encode_to_curve(salt: &[u8; 32], input: &[u8]) -> Option<EdwardsPoint> {
        const DOMAIN: &[u8] = b"ECVRF_edwards25519_XMD:SHA-512_ELL2_NU_\x04";
        Some(EdwardsPoint::encode_to_curve::<Sha512>(&[salt, input], &[DOMAIN]))
    }
}
