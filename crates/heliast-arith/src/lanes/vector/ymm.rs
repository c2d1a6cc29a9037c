//! Four integers of 64 bits in a register, two registers for a row: what all vectors of AVX2 share.

mod load;

use super::{BLOCK_LEN, Row, Vector, padded};
use crate::lanes::LANES;
use core::arch::x86_64::{__m256i, _mm256_set1_epi64x};

/// The methods of a [`Vector`] on integers of AVX2. The type has a field `first`: the lane where its four
/// lanes begin, 0 or 4.
macro_rules! integers {
    () => {
        #[inline(always)]
        fn part(mut self, index: usize) -> Self {
            self.first = if index == 0 { 0 } else { 4 };
            self
        }

        #[inline(always)]
        fn load_bytes(self, rows: &mut [Row], numbers: [&[u8]; LANES]) {
            ymm::load_bytes(self, rows, numbers);
        }

        #[inline(always)]
        fn broadcast_integer(self, integer: u64) -> __m256i {
            // SAFETY: `self` proves AVX2.
            unsafe { broadcast(integer) }
        }

        #[inline(always)]
        fn load_integer(self, row: &Row) -> __m256i {
            // SAFETY: four words from `first`, 0 or 4, lie in the row, aligned to 32; `self` proves AVX.
            unsafe { _mm256_load_si256(row.0.as_ptr().add(self.first).cast()) }
        }

        #[inline(always)]
        fn zero(self) -> __m256i {
            // SAFETY: `self` proves AVX.
            unsafe { _mm256_setzero_si256() }
        }

        #[inline(always)]
        fn add(self, a: __m256i, b: __m256i) -> __m256i {
            // SAFETY: `self` proves AVX2.
            unsafe { _mm256_add_epi64(a, b) }
        }

        #[inline(always)]
        fn shift_left(self, a: __m256i, bits: __m256i) -> __m256i {
            // SAFETY: `self` proves AVX2.
            unsafe { _mm256_sllv_epi64(a, bits) }
        }

        #[inline(always)]
        fn bit(self, a: __m256i, index: usize) -> __m256i {
            // SAFETY: `self` proves AVX2.
            unsafe { _mm256_and_si256(_mm256_srl_epi64(a, _mm_cvtsi64_si128(index as i64)), broadcast(1)) }
        }

        #[inline(always)]
        fn reflect(self, bit: __m256i, a: __m256i, plus: __m256i, minus: __m256i) -> __m256i {
            // SAFETY: `self` proves AVX2.
            unsafe {
                let sum = _mm256_castsi256_pd(_mm256_add_epi64(plus, a));
                let difference = _mm256_castsi256_pd(_mm256_sub_epi64(minus, a));
                let sign = _mm256_castsi256_pd(_mm256_slli_epi64::<63>(bit));
                _mm256_castpd_si256(_mm256_blendv_pd(sum, difference, sign))
            }
        }
    };
}

pub(super) use integers;

/// [`Vector::load_bytes`].
#[inline(always)]
pub(super) fn load_bytes<V: Vector<Sum = __m256i>>(v: V, rows: &mut [Row], numbers: [&[u8]; LANES]) {
    let (mut room, mut blocks) = ([[0; BLOCK_LEN]; LANES], [&[0; BLOCK_LEN]; LANES]);
    for ((block, room), number) in blocks.iter_mut().zip(&mut room).zip(numbers) {
        *block = padded(number, room);
    }
    let [a, b, c, d, e, f, g, h] = blocks;
    load::load(v.part(0), rows, [a, b, c, d]);
    load::load(v.part(1), rows, [e, f, g, h]);
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn broadcast(word: u64) -> __m256i {
    _mm256_set1_epi64x(word as i64)
}
