//! Eight lanes in one register: AVX-512 IFMA.
//!
//! A product takes two instructions (`vpmadd52luq`, `vpmadd52huq`). CPUs that have them start one or two per
//! cycle, and each takes four cycles. So low and high sums are separate.

use super::{BLOCK_LEN, LIMB_MASK, Operation, RADIX_BITS, Row, Vector};
use crate::{backend::Backend, lanes::LANES};
use core::arch::x86_64::{
    __m512i, _mm_cvtsi64_si128, _mm512_add_epi64, _mm512_and_si512, _mm512_cmplt_epu64_mask,
    _mm512_load_si512, _mm512_loadu_si512, _mm512_madd52hi_epu64, _mm512_madd52lo_epu64,
    _mm512_mask_blend_epi64, _mm512_mask_sub_epi64, _mm512_maskz_loadu_epi8, _mm512_permutexvar_epi8,
    _mm512_set1_epi64, _mm512_setzero_si512, _mm512_shuffle_i64x2, _mm512_sllv_epi64, _mm512_srl_epi64,
    _mm512_srli_epi64, _mm512_store_si512, _mm512_test_epi64_mask, _mm512_unpackhi_epi64,
    _mm512_unpacklo_epi64,
};

/// Proof that this CPU has AVX-512 F, IFMA, DQ, VL, BW and VBMI.
#[derive(Clone, Copy, Debug)]
pub(in crate::lanes) struct Ifma(heliast_cpu::Ifma);

impl Ifma {
    pub(in crate::lanes) fn detect() -> Option<Ifma> {
        heliast_cpu::Ifma::detect().map(Ifma)
    }
}

#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512vl,avx512bw,avx512vbmi")]
fn run<O: Operation>(v: Ifma, operation: &mut O) {
    heliast_cpu::align_stack();
    operation.run(v);
}

impl Vector for Ifma {
    const BACKEND: Backend = Backend::Ifma;
    const PARTS: usize = 1;
    const MERGED: bool = false;
    const WIDE: bool = true;

    type Sum = __m512i;
    type Factor = __m512i;

    fn enter<O: Operation>(self, operation: &mut O) {
        // SAFETY: `self` proves that the CPU has the instructions for which `run` is compiled.
        unsafe { run(self, operation) }
    }

    #[inline(always)]
    fn part(self, _index: usize) -> Ifma {
        self
    }

    fn encode(limb: u64) -> u64 {
        limb
    }

    fn decode(word: u64) -> u64 {
        word & LIMB_MASK
    }

    #[inline(always)]
    fn load(self, row: &Row) -> __m512i {
        // SAFETY: a row is 64 bytes long and aligned to 64; `self` proves AVX-512 F.
        unsafe { _mm512_load_si512(row.0.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, row: &mut Row, limb: __m512i) {
        // SAFETY: a row is 64 bytes long and aligned to 64; `self` proves AVX-512 F.
        unsafe { _mm512_store_si512(row.0.as_mut_ptr().cast(), limb) }
    }

    #[inline(always)]
    fn load_bytes(self, rows: &mut [Row], numbers: [&[u8]; LANES]) {
        let mut len = BLOCK_LEN;
        for number in numbers {
            len = len.min(number.len());
        }
        let mut columns = [self.zero(); LANES];
        for (column, number) in columns.iter_mut().zip(numbers) {
            // SAFETY: `self` proves AVX-512 F, BW and VBMI; every number has `len` bytes.
            *column = unsafe { limbs(number, len) };
        }
        // SAFETY: `self` proves AVX-512 F.
        unsafe { transpose(&mut columns) };
        for (index, (row, column)) in rows.iter_mut().zip(columns).enumerate() {
            // SAFETY: `self` proves AVX-512 F.
            let limb = if index % 2 == 0 { column } else { unsafe { _mm512_srli_epi64::<4>(column) } };
            self.store(row, self.split(limb).0);
        }
    }

    #[inline(always)]
    fn broadcast(self, word: &u64) -> __m512i {
        self.broadcast_integer(*word)
    }

    #[inline(always)]
    fn broadcast_integer(self, integer: u64) -> __m512i {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { broadcast(integer) }
    }

    #[inline(always)]
    fn integer(self, limb: __m512i) -> __m512i {
        limb
    }

    #[inline(always)]
    fn lanes_below(self, limb: __m512i, bound: u64) -> u8 {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { _mm512_cmplt_epu64_mask(limb, broadcast(bound)) }
    }

    #[inline(always)]
    fn load_integer(self, row: &Row) -> __m512i {
        self.load(row)
    }

    #[inline(always)]
    fn zero(self) -> __m512i {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    fn add(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { _mm512_add_epi64(a, b) }
    }

    #[inline(always)]
    fn shift_left(self, a: __m512i, bits: __m512i) -> __m512i {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { _mm512_sllv_epi64(a, bits) }
    }

    #[inline(always)]
    fn bit(self, a: __m512i, index: usize) -> __m512i {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { _mm512_and_si512(_mm512_srl_epi64(a, _mm_cvtsi64_si128(index as i64)), broadcast(1)) }
    }

    #[inline(always)]
    fn select(self, bit: __m512i, zero: __m512i, one: __m512i) -> __m512i {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { _mm512_mask_blend_epi64(_mm512_test_epi64_mask(bit, bit), zero, one) }
    }

    #[inline(always)]
    fn reflect(self, bit: __m512i, a: __m512i, plus: __m512i, minus: __m512i) -> __m512i {
        // SAFETY: `self` proves AVX-512 F.
        unsafe {
            let negated = _mm512_test_epi64_mask(bit, bit);
            _mm512_mask_sub_epi64(_mm512_add_epi64(plus, a), negated, minus, a)
        }
    }

    #[inline(always)]
    fn multiply_add(self, low: __m512i, high: __m512i, a: __m512i, b: __m512i) -> (__m512i, __m512i) {
        // SAFETY: `self` proves AVX-512 IFMA.
        unsafe { (_mm512_madd52lo_epu64(low, a, b), _mm512_madd52hi_epu64(high, a, b)) }
    }

    #[inline(always)]
    fn multiply_add_high(self, high: __m512i, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` proves AVX-512 IFMA.
        unsafe { _mm512_madd52hi_epu64(high, a, b) }
    }

    #[inline(always)]
    fn unbias(self, sum: __m512i, _lows: usize, _highs: usize) -> __m512i {
        sum
    }

    #[inline(always)]
    fn split(self, x: __m512i) -> (__m512i, __m512i) {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { (_mm512_and_si512(x, broadcast(LIMB_MASK)), _mm512_srli_epi64::<{ RADIX_BITS as u32 }>(x)) }
    }

    #[inline(always)]
    fn rounding(self, _k: __m512i) -> __m512i {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { broadcast(LIMB_MASK) }
    }

    /// lo(q·n) = −x mod 2^52: the carry is that of x, rounded up. This spares the chain of quotients one
    /// multiplication.
    #[inline(always)]
    fn quotient(self, x: __m512i, k: __m512i, rounding: __m512i) -> (__m512i, __m512i) {
        // SAFETY: `self` proves AVX-512 F and IFMA.
        unsafe {
            let q = _mm512_madd52lo_epu64(_mm512_setzero_si512(), x, k);
            (q, _mm512_srli_epi64::<{ RADIX_BITS as u32 }>(_mm512_add_epi64(x, rounding)))
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn broadcast(word: u64) -> __m512i {
    _mm512_set1_epi64(word as i64)
}

/// The places of the bytes of eight limbs in a block of 64, big-endian: limb j is 52·j bits from its end.
static BYTES: [u8; BLOCK_LEN] = {
    let mut bytes = [0; BLOCK_LEN];
    let mut at = 0;
    while at < BLOCK_LEN {
        bytes[at] = (BLOCK_LEN - 1 - RADIX_BITS * (at / 8) / 8 - at % 8) as u8;
        at += 1;
    }
    bytes
};

/// Words that have limb j of the last `len` bytes of a number in their lowest bits, or four bits higher for
/// odd j. The bits above are those of the next limb.
///
/// # Safety
/// The number has this many bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
unsafe fn limbs(number: &[u8], len: usize) -> __m512i {
    let mask = if len == 0 { 0 } else { u64::MAX << (BLOCK_LEN - len) };
    let end = number.as_ptr_range().end;
    // SAFETY: masked bytes are not read; `BYTES` has 64 bytes.
    unsafe {
        let block = _mm512_maskz_loadu_epi8(mask, end.wrapping_sub(BLOCK_LEN).cast());
        _mm512_permutexvar_epi8(_mm512_loadu_si512(BYTES.as_ptr().cast()), block)
    }
}

/// Moves word j of vector i to word i of vector j.
#[inline]
#[target_feature(enable = "avx512f")]
fn transpose(rows: &mut [__m512i; LANES]) {
    const EVEN: i32 = 0b10_00_10_00;
    const ODD: i32 = 0b11_01_11_01;
    let [a, b, c, d, e, f, g, h] = *rows;
    let lower = [
        _mm512_unpacklo_epi64(a, b),
        _mm512_unpacklo_epi64(c, d),
        _mm512_unpacklo_epi64(e, f),
        _mm512_unpacklo_epi64(g, h),
    ];
    let upper = [
        _mm512_unpackhi_epi64(a, b),
        _mm512_unpackhi_epi64(c, d),
        _mm512_unpackhi_epi64(e, f),
        _mm512_unpackhi_epi64(g, h),
    ];
    for (odd, [a, b, c, d]) in [lower, upper].into_iter().enumerate() {
        let (left, right) = (_mm512_shuffle_i64x2::<EVEN>(a, b), _mm512_shuffle_i64x2::<EVEN>(c, d));
        rows[odd] = _mm512_shuffle_i64x2::<EVEN>(left, right);
        rows[odd + 4] = _mm512_shuffle_i64x2::<ODD>(left, right);
        let (left, right) = (_mm512_shuffle_i64x2::<ODD>(a, b), _mm512_shuffle_i64x2::<ODD>(c, d));
        rows[odd + 2] = _mm512_shuffle_i64x2::<EVEN>(left, right);
        rows[odd + 6] = _mm512_shuffle_i64x2::<ODD>(left, right);
    }
}
