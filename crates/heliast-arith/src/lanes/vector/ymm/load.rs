//! Limbs from big-endian bytes, two limbs of four numbers at a time.

use crate::lanes::vector::{BLOCK_LEN, Row, Vector};
use core::arch::x86_64::{
    __m128i, __m256i, _mm_loadu_si128, _mm256_broadcastsi128_si256, _mm256_castsi128_si256,
    _mm256_inserti128_si256, _mm256_shuffle_epi8, _mm256_srli_epi64, _mm256_unpackhi_epi64,
    _mm256_unpacklo_epi64,
};

/// The bytes of two limbs.
const PAIR_LEN: usize = 13;

/// The bytes that are loaded for two limbs.
const LOADED: usize = size_of::<__m128i>();

/// The places of the bytes of two limbs, little-endian, in sixteen. The second limb is four bits above the
/// end of its word.
static BYTES: [u8; LOADED] = [15, 14, 13, 12, 11, 10, 9, 8, 9, 8, 7, 6, 5, 4, 3, 2];

/// The lowest limbs of four numbers to the lanes of `v`: as many as there are rows, at most eight.
#[inline(always)]
pub(super) fn load<V: Vector<Sum = __m256i>>(v: V, rows: &mut [Row], numbers: [&[u8; BLOCK_LEN]; 4]) {
    for (index, rows) in rows.chunks_mut(2).enumerate() {
        let end = BLOCK_LEN - PAIR_LEN * index;
        let mut bytes = [&[0; LOADED]; 4];
        for (bytes, number) in bytes.iter_mut().zip(numbers) {
            if let Some(last) = number[..end].last_chunk() {
                *bytes = last;
            }
        }
        // SAFETY: `v` proves AVX2, as all vectors with these sums do.
        let limbs = unsafe { pair(bytes) };
        for (row, words) in rows.iter_mut().zip(limbs) {
            v.store(row, v.split(words).0);
        }
    }
}

/// Words that have two limbs of four numbers in their lowest bits. The bits above are those of the next limb.
#[inline]
#[target_feature(enable = "avx2")]
fn pair(numbers: [&[u8; LOADED]; 4]) -> [__m256i; 2] {
    let [a, b, c, d] = numbers;
    let (even, odd) = (swapped(a, c), swapped(b, d));
    [_mm256_unpacklo_epi64(even, odd), _mm256_srli_epi64::<4>(_mm256_unpackhi_epi64(even, odd))]
}

/// The words of two limbs of one number, and those of another one.
#[inline]
#[target_feature(enable = "avx2")]
fn swapped(low: &[u8; LOADED], high: &[u8; LOADED]) -> __m256i {
    let (low, high, bytes) = (sixteen(low), sixteen(high), sixteen(&BYTES));
    _mm256_shuffle_epi8(
        _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high),
        _mm256_broadcastsi128_si256(bytes),
    )
}

#[inline]
#[target_feature(enable = "avx2")]
fn sixteen(bytes: &[u8; LOADED]) -> __m128i {
    // SAFETY: sixteen bytes, at any address.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}
