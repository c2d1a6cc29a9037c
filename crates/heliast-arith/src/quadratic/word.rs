//! Division by words of at most 16 bits, in double precision.

use super::{
    number::{Number, settle},
    vector::{Doubles, RADIX_BITS, Words, rounded_product, splat, splat_double, to_doubles, to_words, zero},
};
use core::arch::x86_64::{
    _mm512_add_epi64, _mm512_and_si512, _mm512_div_pd, _mm512_fmadd_pd, _mm512_fnmadd_pd, _mm512_slli_epi64,
    _mm512_srli_epi64,
};

/// Words are below 2^16.
pub(super) const WORD_BITS: u32 = 16;

/// Half a limb.
const HALF: u32 = RADIX_BITS as u32 / 2;

/// Replaces x, of L limbs, by the integer nearest to x/d for integers d from 1 to 2^16; returns what is left
/// of x.
///
/// A digit has half a limb. The rest of the digits before, at most about d/2 in absolute value, with the next
/// half limb is below 2^42, so the digit is off by no more than rounding, and the next rest is exact.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
pub(super) fn divide<const N: usize>(x: &mut Number<N>, d: Doubles) -> Doubles {
    let (inverse, radix) = (_mm512_div_pd(splat_double(1.0), d), splat_double(f64::from(1u32 << HALF)));
    let mut rest = splat_double(0.0);
    for limb in x[..N - 2].iter_mut().rev() {
        let upper = _mm512_srli_epi64::<HALF>(*limb);
        let lower = _mm512_and_si512(*limb, splat((1 << HALF) - 1));
        let mut quotient = zero();
        for half in [upper, lower] {
            let value = _mm512_fmadd_pd(rest, radix, to_doubles(half));
            let digit = rounded_product(value, inverse);
            rest = _mm512_fnmadd_pd(digit, d, value);
            quotient = _mm512_add_epi64(shift_half(quotient), to_words(digit));
        }
        *limb = quotient;
    }
    settle(&mut x[..N - 2]);
    rest
}

/// x·2^26.
#[inline]
#[target_feature(enable = "avx512f")]
fn shift_half(x: Words) -> Words {
    _mm512_slli_epi64::<HALF>(x)
}
