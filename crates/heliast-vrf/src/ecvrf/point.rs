//! Points with their encodings, decoded strictly (RFC 8032, 5.1.3).

use crate::Malformed;
use curve25519_dalek::edwards::{CompressedEdwardsY, EdwardsPoint};

/// A point with its only encoding.
#[derive(Clone, Copy)]
pub(super) struct Encoded {
    pub(super) point: EdwardsPoint,
    pub(super) bytes: [u8; 32],
}

impl Encoded {
    /// Decodes a point of any order.
    ///
    /// curve25519-dalek reduces y and ignores the sign of x = 0; RFC 8032 refuses both.
    pub(super) fn decode(bytes: &[u8; 32]) -> Result<Encoded, Malformed> {
        if !is_canonical(bytes) {
            return Err(Malformed::PointNotCanonical);
        }
        let point = CompressedEdwardsY(*bytes).decompress().ok_or(Malformed::NotOnCurve)?;
        Ok(Encoded { point, bytes: *bytes })
    }
}

/// Whether y < p = 2^255 − 19, and the sign bit is clear if x = 0, that is, if y = ±1.
///
/// Checks only the bytes, which is cheaper than to encode again, because that costs an inversion.
fn is_canonical(bytes: &[u8; 32]) -> bool {
    let [low, middle @ .., high] = bytes;
    let top = high & 0x7f;
    let signed = high & 0x80 != 0;
    let near_p = top == 0x7f && middle.iter().all(|&byte| byte == 0xff);
    let near_0 = top == 0 && middle.iter().all(|&byte| byte == 0);
    let reduced = !(near_p && *low >= 0xed);
    let one = near_0 && *low == 1;
    let minus_one = near_p && *low == 0xec;
    reduced && !(signed && (one || minus_one))
}
