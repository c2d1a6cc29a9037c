//! Four lanes in a register, two registers for a row: AVX2 and FMA, limbs as double-precision numbers.
//!
//! For integers a, b in [0, 2^52) and rounding to nearest:
//!
//! 1. `hi' = fma(a, b, 2^104)` is 2^104 + hi·2^52, where hi is a·b/2^52 rounded to the nearest (ties to
//!    even): a·b ≤ 2^104 − 2^53 + 1, so the sum stays below 2^105, where neighbours are 2^52 apart;
//! 2. `t = (2^104 − 1.5·2^52) − hi'` is −(2·hi + 3)·2^51, exactly: 2·hi + 3 < 2^53;
//! 3. `lo' = fma(a, b, t)` is lo − 1.5·2^52 for lo = a·b − hi·2^52, exactly: |lo| ≤ 2^51, and the integers
//!    from −2^53 to −2^52 are doubles;
//! 4. the bits of hi', read as an integer, are those of 2^104 plus hi; the bits of lo' are those of −1.5·2^52
//!    minus lo. Integer addition and subtraction sum them, and known multiples of the constants are
//!    subtracted once per column.
//!
//! This takes five operations for four products of 52 bits: two FMA, three additions. The idea is from
//! Emmart, Zheng, Weems, "Faster modular exponentiation using double precision floating point arithmetic on
//! the GPU" (ARITH 2018), there with rounding towards zero, which Rust does not offer. Hence the 1.5 and the
//! negative sign here, which leave room for lo on both sides.
//!
//! The rounding mode is to nearest, which Rust requires in every thread.

mod rows;

use super::{
    LIMB_MASK, Operation, RADIX_BITS, Row, Vector,
    ymm::{self, broadcast, integers},
};
use crate::{backend::Backend, lanes::LANES};
use core::arch::{
    asm,
    x86_64::{
        __m256d, __m256i, _CMP_LT_OQ, _mm_cvtsi64_si128, _mm256_add_epi64, _mm256_add_pd, _mm256_and_si256,
        _mm256_blendv_pd, _mm256_castpd_si256, _mm256_castsi256_pd, _mm256_cmp_pd, _mm256_fmadd_pd,
        _mm256_load_pd, _mm256_load_si256, _mm256_movemask_pd, _mm256_mul_epu32, _mm256_or_si256,
        _mm256_set1_pd, _mm256_setzero_si256, _mm256_slli_epi64, _mm256_sllv_epi64, _mm256_srl_epi64,
        _mm256_srli_epi64, _mm256_store_pd, _mm256_sub_epi64, _mm256_sub_pd,
    },
};

/// 2^52, whose neighbours above are the integers up to 2^53.
const TWO_52: f64 = (1u64 << 52) as f64;

/// 2^104, whose neighbours above are 2^52 apart.
const TWO_104: f64 = TWO_52 * TWO_52;

/// 2^104 − 1.5·2^52: exact, since the neighbours of 2^104 below are 2^51 apart.
const TWO_104_LESS: f64 = TWO_104 - 1.5 * TWO_52;

/// The bias that an addition of hi' adds in addition to hi.
const HIGH_BIAS: u64 = TWO_104.to_bits();

/// The bias that a subtraction of lo' adds in addition to lo.
const LOW_BIAS: u64 = (-1.5 * TWO_52).to_bits().wrapping_neg();

/// An offset that makes a column positive, so that it can be shifted as an unsigned integer; a multiple of
/// 2^52.
const OFFSET: u64 = 1 << 62;

/// Proof that this CPU has AVX2 and FMA, and the lane where its four lanes begin.
#[derive(Clone, Copy, Debug)]
pub(in crate::lanes) struct Fma {
    _cpu: heliast_cpu::Fma,
    /// The first of its four lanes: 0 or 4.
    first: usize,
}

impl Fma {
    pub(in crate::lanes) fn detect() -> Option<Fma> {
        Some(Fma { _cpu: heliast_cpu::Fma::detect()?, first: 0 })
    }
}

#[target_feature(enable = "avx2,fma")]
fn run<O: Operation>(v: Fma, operation: &mut O) {
    heliast_cpu::align_stack();
    operation.run(v);
}

impl Vector for Fma {
    const BACKEND: Backend = Backend::Fma;
    const PARTS: usize = 2;
    const MERGED: bool = true;
    const WIDE: bool = false;

    type Sum = __m256i;
    type Factor = __m256d;

    integers!();

    fn enter<O: Operation>(self, operation: &mut O) {
        // SAFETY: `self` proves that the CPU has the instructions for which `run` is compiled.
        unsafe { run(self, operation) }
    }

    /// The mantissa of 2^52 + limb is the limb. This is faster than a conversion of unsigned integers.
    #[inline(always)]
    fn encode(limb: u64) -> u64 {
        (f64::from_bits(TWO_52.to_bits() | limb & LIMB_MASK) - TWO_52).to_bits()
    }

    fn decode(word: u64) -> u64 {
        f64::from_bits(word) as u64 & LIMB_MASK
    }

    #[inline(always)]
    fn load(self, row: &Row) -> __m256d {
        // SAFETY: four words from `first`, 0 or 4, lie in the row, aligned to 32; `self` proves AVX.
        unsafe { _mm256_load_pd(row.0.as_ptr().add(self.first).cast()) }
    }

    #[inline(always)]
    fn store(self, row: &mut Row, limb: __m256d) {
        // SAFETY: four words from `first`, 0 or 4, lie in the row, aligned to 32; `self` proves AVX.
        unsafe { _mm256_store_pd(row.0.as_mut_ptr().add(self.first).cast(), limb) }
    }

    #[inline(always)]
    fn broadcast(self, word: &u64) -> __m256d {
        // SAFETY: `self` proves AVX.
        unsafe { _mm256_set1_pd(f64::from_bits(*word)) }
    }

    /// The mantissa of 2^52 + limb is the limb.
    #[inline(always)]
    fn integer(self, limb: __m256d) -> __m256i {
        // SAFETY: `self` proves AVX2.
        unsafe {
            let number = _mm256_castpd_si256(_mm256_add_pd(limb, _mm256_set1_pd(TWO_52)));
            _mm256_and_si256(number, broadcast(LIMB_MASK))
        }
    }

    #[inline(always)]
    fn lanes_below(self, limb: __m256d, bound: u64) -> u8 {
        // SAFETY: `self` proves AVX.
        let lanes = unsafe {
            let below = _mm256_cmp_pd::<_CMP_LT_OQ>(limb, _mm256_set1_pd(bound as f64));
            _mm256_movemask_pd(below)
        };
        (lanes as u8) << self.first
    }

    #[inline(always)]
    fn select(self, bit: __m256i, zero: __m256d, one: __m256d) -> __m256d {
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_blendv_pd(zero, one, _mm256_castsi256_pd(_mm256_slli_epi64::<63>(bit))) }
    }

    #[inline(always)]
    fn multiply_add(self, low: __m256i, high: __m256i, a: __m256d, b: __m256d) -> (__m256i, __m256i) {
        // SAFETY: `self` proves AVX2 and FMA.
        unsafe {
            let hi = _mm256_fmadd_pd(a, b, _mm256_set1_pd(TWO_104));
            let lo = _mm256_fmadd_pd(a, b, _mm256_sub_pd(_mm256_set1_pd(TWO_104_LESS), hi));
            let low = _mm256_sub_epi64(low, _mm256_castpd_si256(lo));
            (settled(low), settled(_mm256_add_epi64(high, _mm256_castpd_si256(hi))))
        }
    }

    #[inline(always)]
    fn add_rows<const W: usize>(
        self,
        low: &mut [__m256i; W],
        above: &mut __m256i,
        x: &[Row],
        y: &[Row],
    ) -> bool {
        rows::add(self, low, above, x, y)
    }

    #[inline(always)]
    fn add_rows_of_two<const W: usize>(
        self,
        low: &mut [__m256i; W],
        above: &mut __m256i,
        x: [&[Row]; 2],
        y: [&[Row]; 2],
    ) -> bool {
        rows::add_of_two(self, low, above, x, y)
    }

    #[inline(always)]
    fn multiply_add_high(self, high: __m256i, a: __m256d, b: __m256d) -> __m256i {
        // SAFETY: `self` proves AVX2 and FMA.
        unsafe {
            let hi = _mm256_fmadd_pd(a, b, _mm256_set1_pd(TWO_104));
            settled(_mm256_add_epi64(high, _mm256_castpd_si256(hi)))
        }
    }

    #[inline(always)]
    fn unbias(self, sum: __m256i, lows: usize, highs: usize) -> __m256i {
        let bias = (lows as u64).wrapping_mul(LOW_BIAS).wrapping_add((highs as u64).wrapping_mul(HIGH_BIAS));
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_sub_epi64(sum, broadcast(bias)) }
    }

    #[inline(always)]
    fn split(self, x: __m256i) -> (__m256d, __m256i) {
        // SAFETY: `self` proves AVX2.
        unsafe { (limb(x), shift_right(x)) }
    }

    /// 2^51, or 2^51 − 1 if n = 3 mod 4, that is, if k = −1/n = 1 mod 4. See [`Fma::quotient`].
    #[inline(always)]
    fn rounding(self, k: __m256i) -> __m256i {
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_add_epi64(self.bit(k, 1), broadcast((1 << 51) - 1)) }
    }

    /// q needs only the low half of the product of two integers: three multiplications of 32 bits, which are
    /// faster than conversions to doubles and back.
    ///
    /// The carry is (x + lo)/2^52 where lo is −x mod 2^52 in [−2^51, 2^51], so it is x/2^52 rounded to
    /// nearest. At a tie, x = 2^51 mod 2^52, q = 2^51. Then hi is n/2 rounded to even, which rounds down
    /// (lo = 2^51, and the carry is rounded up) exactly if n = 1 mod 4.
    #[inline(always)]
    fn quotient(self, x: __m256i, k: __m256i, rounding: __m256i) -> (__m256d, __m256i) {
        // SAFETY: `self` proves AVX2.
        unsafe {
            let x_high = _mm256_srli_epi64::<32>(x);
            let k_high = _mm256_srli_epi64::<32>(k);
            let cross = _mm256_add_epi64(_mm256_mul_epu32(x_high, k), _mm256_mul_epu32(x, k_high));
            let q = _mm256_add_epi64(_mm256_mul_epu32(x, k), _mm256_slli_epi64::<32>(cross));
            (limb(q), shift_right(_mm256_add_epi64(x, rounding)))
        }
    }
}

/// The sum itself, which the compiler must compute at this point. Otherwise it collects all terms of a column
/// before it adds the first two, and there are not enough registers for that.
#[inline]
#[target_feature(enable = "avx2")]
fn settled(mut sum: __m256i) -> __m256i {
    // SAFETY: no instruction.
    unsafe { asm!("/* {} */", inout(ymm_reg) sum, options(nomem, nostack, preserves_flags)) };
    sum
}

/// x mod 2^52 as a double: the mantissa of 2^52 + limb is the limb.
#[inline]
#[target_feature(enable = "avx2")]
fn limb(x: __m256i) -> __m256d {
    let mantissa = _mm256_and_si256(x, broadcast(LIMB_MASK));
    let number = _mm256_or_si256(mantissa, broadcast(TWO_52.to_bits()));
    _mm256_sub_pd(_mm256_castsi256_pd(number), _mm256_set1_pd(TWO_52))
}

/// floor(x/2^52) for −2^62 ≤ x < 2^62: AVX2 cannot shift signed words.
#[inline]
#[target_feature(enable = "avx2")]
fn shift_right(x: __m256i) -> __m256i {
    let shifted = _mm256_srli_epi64::<{ RADIX_BITS as i32 }>(_mm256_add_epi64(x, broadcast(OFFSET)));
    _mm256_sub_epi64(shifted, broadcast(OFFSET >> RADIX_BITS))
}
