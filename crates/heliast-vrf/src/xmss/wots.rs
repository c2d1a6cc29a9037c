//! WOTS+ (RFC 8391, section 3): the digits of a digest, which are the numbers of steps by which the 67 chains
//! of a one-time key are disclosed. Three digits are a checksum that decreases when others increase, so that
//! nobody can advance a chain.

/// The number of chains of a one-time key, `len`: 64 for the digest's digits and 3 for the checksum.
pub const LEN: usize = 67;

/// w − 1, the last value of a chain.
pub(crate) const MAX_DIGIT: u16 = 15;

/// The number of steps that the owner of a one-time key takes in each chain to sign `digest`.
pub fn digits(digest: &[u8; 32]) -> [u16; LEN] {
    let mut digits = [0; LEN];
    for (pair, byte) in digits.as_chunks_mut::<2>().0.iter_mut().zip(digest) {
        *pair = [u16::from(byte >> 4), u16::from(byte & 15)];
    }
    let checksum: u16 = digits[..64].iter().map(|digit| MAX_DIGIT - digit).sum();
    digits[64..].copy_from_slice(&[checksum >> 8, checksum >> 4 & 15, checksum & 15]);
    digits
}
