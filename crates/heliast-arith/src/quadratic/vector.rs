//! Names for the instructions in use. A vector has one word of each of eight numbers, and a mask one bit.

use core::arch::x86_64::{
    __m512d, __m512i, _mm512_abs_pd, _mm512_add_epi64, _mm512_and_si512, _mm512_castpd_si512,
    _mm512_cvtepi64_pd, _mm512_cvtepu64_pd, _mm512_cvtpd_epi64, _mm512_fmadd_pd, _mm512_madd52hi_epu64,
    _mm512_madd52lo_epu64, _mm512_mask_sub_epi64, _mm512_mul_pd, _mm512_or_si512, _mm512_rcp14_pd,
    _mm512_set1_epi64, _mm512_set1_pd, _mm512_setzero_si512, _mm512_sllv_epi64, _mm512_srai_epi64,
    _mm512_srli_epi64, _mm512_srlv_epi64, _mm512_sub_epi64, _mm512_sub_pd, _mm512_test_epi64_mask,
};

pub(super) use crate::radix52::{LIMB_MASK, RADIX_BITS};

/// Eight 64-bit integers.
pub(super) type Words = __m512i;
/// Eight double-precision numbers.
pub(super) type Doubles = __m512d;
/// A set of lanes: lane i as bit i.
pub(super) type Lanes = u8;

pub(super) const ALL: Lanes = 0xff;

/// 1.5·2^52. Numbers of at most 2^51 in absolute value become integers when it is added, because neighbours
/// of the sum are 1 apart; larger ones become even numbers or multiples of more.
pub(super) const ROUND: f64 = 1.5 * (1u64 << 52) as f64;

/// The bias of the exponent of a double.
const BIAS: u64 = 1023;

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn zero() -> Words {
    _mm512_setzero_si512()
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn splat(word: u64) -> Words {
    _mm512_set1_epi64(word as i64)
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn splat_double(x: f64) -> Doubles {
    _mm512_set1_pd(x)
}

/// The lowest 52 bits of every word.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn low_limb(x: Words) -> Words {
    _mm512_and_si512(x, splat(LIMB_MASK))
}

/// ⌊x/2^52⌋ for signed words.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn carry(x: Words) -> Words {
    _mm512_srai_epi64::<{ RADIX_BITS as u32 }>(x)
}

/// sum + the lowest 52 bits of a·b, for the lowest 52 bits of a and b.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn low(sum: Words, a: Words, b: Words) -> Words {
    _mm512_madd52lo_epu64(sum, a, b)
}

/// sum + ⌊a·b/2^52⌋, for the lowest 52 bits of a and b.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn high(sum: Words, a: Words, b: Words) -> Words {
    _mm512_madd52hi_epu64(sum, a, b)
}

/// a + b, or a − b in the lanes of `minus`.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn add_or_subtract(minus: Lanes, a: Words, b: Words) -> Words {
    _mm512_mask_sub_epi64(_mm512_add_epi64(a, b), minus, a, b)
}

/// a − b, or b − a in the lanes of `turned`.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn difference(turned: Lanes, a: Words, b: Words) -> Words {
    _mm512_mask_sub_epi64(_mm512_sub_epi64(a, b), turned, b, a)
}

/// The lanes whose words are not 0.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn nonzero(x: Words) -> Lanes {
    _mm512_test_epi64_mask(x, x)
}

/// ⌊log2 x⌋ for words from 1 to 2^53. Words of 0 give something above 2^63.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
pub(super) fn exponent(x: Words) -> Words {
    let bits = _mm512_castpd_si512(_mm512_cvtepu64_pd(x));
    _mm512_sub_epi64(_mm512_srli_epi64::<52>(bits), splat(BIAS))
}

/// The lowest 64 bits of (upper·2^52 + lower)·2^shift/2^52, rounded down, for limbs and shifts of 0 to 52.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn shift_left(upper: Words, lower: Words, shift: Words) -> Words {
    let rest = _mm512_sub_epi64(splat(RADIX_BITS as u64), shift);
    _mm512_or_si512(_mm512_sllv_epi64(upper, shift), _mm512_srlv_epi64(lower, rest))
}

#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
pub(super) fn to_doubles(x: Words) -> Doubles {
    _mm512_cvtepi64_pd(x)
}

/// The integers in doubles below 2^53.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
pub(super) fn to_words(x: Doubles) -> Words {
    _mm512_cvtpd_epi64(x)
}

/// An integer near x/y: it differs from it by at most 1/2 + 2^−13·|x/y|. Not a number if y is 0.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn quotient(x: Doubles, y: Doubles) -> Doubles {
    let round = splat_double(ROUND);
    _mm512_sub_pd(_mm512_fmadd_pd(x, _mm512_rcp14_pd(y), round), round)
}

/// x·y to the nearest integer.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn rounded_product(x: Doubles, y: Doubles) -> Doubles {
    let round = splat_double(ROUND);
    _mm512_sub_pd(_mm512_fmadd_pd(x, y, round), round)
}

/// |x|·y as integers.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
pub(super) fn magnitudes(x: Doubles, y: f64) -> Words {
    to_words(_mm512_mul_pd(_mm512_abs_pd(x), splat_double(y)))
}
