//! SHAKE256, and values drawn from it by rejection.

use super::{CHALLENGE_LEN, N, Short, WEIGHT};
use heliast_symmetric::keccak::{Keccak, LANES, SHAKE256_RATE, Shake};
use zeroize::Zeroizing;

/// The specification's `tag` of heliast/lb-vrf/v1: its length and its text.
const LABEL: &[u8] = b"\x11heliast/lb-vrf/v1";

/// The purpose of a hash, which is the byte after the label.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(super) enum Tag {
    /// A.
    Matrix = 1,
    /// s, from the seed.
    Secret = 2,
    /// The digest of a public key.
    Key = 3,
    /// u, from the key's digest and the input.
    Input = 4,
    /// b, from u.
    Basis = 5,
    /// y, from the seed, u, and the number of the try.
    Mask = 6,
    /// The 32 bytes that represent c, from u, w and v.
    Challenge = 7,
    /// c, from these bytes.
    Ball = 8,
    /// The output, from u and v.
    Output = 9,
}

/// Returns a SHAKE256 that has read label and tag.
pub(super) fn tagged(keccak: Keccak, tag: Tag) -> Shake {
    let mut shake = keccak.shake256();
    shake.absorb(LABEL);
    shake.absorb(&[tag as u8]);
    shake
}

/// Returns `LEN` bytes of SHAKE256(label ‖ tag ‖ parts).
pub(super) fn digest<const LEN: usize>(keccak: Keccak, tag: Tag, parts: &[&[u8]]) -> [u8; LEN] {
    let mut shake = tagged(keccak, tag);
    parts.iter().for_each(|part| shake.absorb(part));
    let mut out = [0; LEN];
    shake.finish().squeeze(&mut out);
    out
}

/// Reads numbers as four bytes each, little-endian.
pub(super) fn absorb(shake: &mut Shake, numbers: &[u32]) {
    for numbers in numbers.chunks(N) {
        let mut bytes = [0; 4 * N];
        for (bytes, number) in bytes.as_chunks_mut().0.iter_mut().zip(numbers) {
            *bytes = number.to_le_bytes();
        }
        shake.absorb(&bytes[..4 * numbers.len()]);
    }
}

/// Returns uniform numbers in 0..M, converted by `make`: row i is from the stream SHAKE256(label ‖ tag
/// ‖ parts ‖ i as two bytes, little-endian).
///
/// Each little-endian word of four bytes is multiplied by M, and the high half is a number, unless the low
/// half is below 2^32 mod M, because then the high halves are not equally frequent. The time reveals the
/// number of skipped words.
pub(super) fn uniform<const M: u32, const COUNT: usize, T>(
    keccak: Keccak,
    tag: Tag,
    parts: &[&[u8]],
    make: impl Fn(u32) -> T,
    rows: &mut [[T; COUNT]],
) {
    const BLOCK: usize = SHAKE256_RATE;
    let skipped = M.wrapping_neg() % M;
    let mut block = Zeroizing::new([[0; BLOCK]; LANES]);
    for (group, rows) in rows.chunks_mut(LANES).enumerate() {
        let lanes = rows.len();
        let first = group * LANES;
        let numbers: [[u8; 2]; LANES] = core::array::from_fn(|lane| ((first + lane) as u16).to_le_bytes());
        let mut shakes = keccak.shakes256(lanes);
        shakes.absorb_common(LABEL);
        shakes.absorb_common(&[tag as u8]);
        parts.iter().for_each(|part| shakes.absorb_common(part));
        shakes.absorb(&numbers[..lanes]);
        let mut streams = Zeroizing::new(shakes.finish());
        let mut filled = [0; LANES];
        while filled[..lanes].iter().any(|filled| *filled < COUNT) {
            streams.squeeze(&mut block[..lanes]);
            for ((row, filled), block) in rows.iter_mut().zip(&mut filled).zip(&block[..]) {
                for word in block.as_chunks().0 {
                    let product = u64::from(u32::from_le_bytes(*word)) * u64::from(M);
                    if *filled < COUNT && product as u32 >= skipped {
                        row[*filled] = make((product >> 32) as u32);
                        *filled += 1;
                    }
                }
            }
        }
    }
}

/// Returns c, which has [`WEIGHT`] coefficients ±1; all such polynomials are equally likely.
///
/// The stream's first eight bytes, little-endian, are signs, the lowest bit for the first coefficient set.
/// Then for i = 217..=255 the next byte j <= i: c_i ← c_j, c_j ← the next sign, −1 for a bit that is 1.
pub(super) fn ball(keccak: Keccak, seed: &[u8; CHALLENGE_LEN]) -> Short {
    let mut shake = tagged(keccak, Tag::Ball);
    shake.absorb(seed);
    let mut stream = shake.finish();
    let mut signs = [0; 8];
    stream.squeeze(&mut signs);
    let mut signs = u64::from_le_bytes(signs);
    let mut c = [0; N];
    for i in N - WEIGHT..N {
        let j = loop {
            let mut byte = [0];
            stream.squeeze(&mut byte);
            if usize::from(byte[0]) <= i {
                break usize::from(byte[0]);
            }
        };
        c[i] = c[j];
        c[j] = 1 - 2 * (signs & 1) as i32;
        signs >>= 1;
    }
    c
}
