//! Four lanes in a register, two registers for a row: AVX-IFMA.
//!
//! The instructions are those of AVX-512 IFMA on 256 bits in VEX form, for the sixteen registers of AVX2. So
//! the high half of a product is added directly to the next column, and a block of ten columns needs eleven
//! registers. Processors without AVX-512 have them since Sierra Forest, Arrow Lake and Lunar Lake.

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod emulated;

use super::{
    LIMB_MASK, Operation, RADIX_BITS, Row, Vector,
    ymm::{self, broadcast, integers},
};
use crate::{backend::Backend, lanes::LANES};
use core::arch::x86_64::{
    __m256i, _mm_cvtsi64_si128, _mm256_add_epi64, _mm256_and_si256, _mm256_blendv_pd, _mm256_castpd_si256,
    _mm256_castsi256_pd, _mm256_cmpgt_epi64, _mm256_load_si256, _mm256_madd52hi_avx_epu64,
    _mm256_madd52lo_avx_epu64, _mm256_movemask_pd, _mm256_setzero_si256, _mm256_slli_epi64,
    _mm256_sllv_epi64, _mm256_srl_epi64, _mm256_srli_epi64, _mm256_store_si256, _mm256_sub_epi64,
};

/// Proof that this CPU has AVX2 and AVX-IFMA, and the lane where its four lanes begin.
#[derive(Clone, Copy, Debug)]
pub(in crate::lanes) struct AvxIfma {
    /// The first of its four lanes: 0 or 4.
    first: usize,
}

impl AvxIfma {
    pub(in crate::lanes) fn detect() -> Option<AvxIfma> {
        heliast_cpu::AvxIfma::detect().map(|_| AvxIfma { first: 0 })
    }

    /// The proof on a CPU without AVX-IFMA, where the instructions are emulated; `None` if it has them, lacks
    /// AVX2, or has another system than Linux with glibc.
    #[cfg(test)]
    pub(in crate::lanes) fn emulated() -> Option<AvxIfma> {
        #[cfg(all(target_os = "linux", target_env = "gnu"))]
        if AvxIfma::detect().is_none() && heliast_cpu::Avx2::detect().is_some() {
            emulated::install();
            return Some(AvxIfma { first: 0 });
        }
        None
    }
}

#[target_feature(enable = "avx2,avxifma")]
fn run<O: Operation>(v: AvxIfma, operation: &mut O) {
    heliast_cpu::align_stack();
    operation.run(v);
}

impl Vector for AvxIfma {
    const BACKEND: Backend = Backend::AvxIfma;
    const PARTS: usize = 2;
    const MERGED: bool = true;
    const WIDE: bool = true;

    type Sum = __m256i;
    type Factor = __m256i;

    integers!();

    fn enter<O: Operation>(self, operation: &mut O) {
        // SAFETY: `self` proves that the CPU has the instructions for which `run` is compiled.
        unsafe { run(self, operation) }
    }

    fn encode(limb: u64) -> u64 {
        limb
    }

    fn decode(word: u64) -> u64 {
        word & LIMB_MASK
    }

    #[inline(always)]
    fn load(self, row: &Row) -> __m256i {
        self.load_integer(row)
    }

    #[inline(always)]
    fn store(self, row: &mut Row, limb: __m256i) {
        // SAFETY: four words from `first`, 0 or 4, lie in the row, aligned to 32; `self` proves AVX.
        unsafe { _mm256_store_si256(row.0.as_mut_ptr().add(self.first).cast(), limb) }
    }

    #[inline(always)]
    fn broadcast(self, word: &u64) -> __m256i {
        self.broadcast_integer(*word)
    }

    #[inline(always)]
    fn integer(self, limb: __m256i) -> __m256i {
        limb
    }

    #[inline(always)]
    fn lanes_below(self, limb: __m256i, bound: u64) -> u8 {
        // SAFETY: `self` proves AVX2.
        let lanes = unsafe {
            let below = _mm256_cmpgt_epi64(broadcast(bound), limb);
            _mm256_movemask_pd(_mm256_castsi256_pd(below))
        };
        (lanes as u8) << self.first
    }

    #[inline(always)]
    fn select(self, bit: __m256i, zero: __m256i, one: __m256i) -> __m256i {
        // SAFETY: `self` proves AVX2.
        unsafe {
            let (zero, one) = (_mm256_castsi256_pd(zero), _mm256_castsi256_pd(one));
            let sign = _mm256_castsi256_pd(_mm256_slli_epi64::<63>(bit));
            _mm256_castpd_si256(_mm256_blendv_pd(zero, one, sign))
        }
    }

    #[inline(always)]
    fn multiply_add(self, low: __m256i, high: __m256i, a: __m256i, b: __m256i) -> (__m256i, __m256i) {
        // SAFETY: `self` proves AVX-IFMA.
        unsafe { (_mm256_madd52lo_avx_epu64(low, a, b), _mm256_madd52hi_avx_epu64(high, a, b)) }
    }

    #[inline(always)]
    fn multiply_add_high(self, high: __m256i, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: `self` proves AVX-IFMA.
        unsafe { _mm256_madd52hi_avx_epu64(high, a, b) }
    }

    #[inline(always)]
    fn unbias(self, sum: __m256i, _lows: usize, _highs: usize) -> __m256i {
        sum
    }

    #[inline(always)]
    fn split(self, x: __m256i) -> (__m256i, __m256i) {
        // SAFETY: `self` proves AVX2.
        unsafe { (_mm256_and_si256(x, broadcast(LIMB_MASK)), _mm256_srli_epi64::<{ RADIX_BITS as i32 }>(x)) }
    }

    #[inline(always)]
    fn rounding(self, _k: __m256i) -> __m256i {
        self.broadcast_integer(LIMB_MASK)
    }

    /// lo(q·n) = −x mod 2^52: the carry is that of x, rounded up. This spares the chain of quotients one
    /// multiplication.
    #[inline(always)]
    fn quotient(self, x: __m256i, k: __m256i, rounding: __m256i) -> (__m256i, __m256i) {
        // SAFETY: `self` proves AVX2 and AVX-IFMA.
        unsafe {
            let q = _mm256_madd52lo_avx_epu64(_mm256_setzero_si256(), x, k);
            (q, _mm256_srli_epi64::<{ RADIX_BITS as i32 }>(_mm256_add_epi64(x, rounding)))
        }
    }
}
