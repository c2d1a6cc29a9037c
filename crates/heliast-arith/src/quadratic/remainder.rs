//! Remainders of products, by long division with digits of 52 bits of both signs.
//!
//! The divisor d is shifted so that its highest limb D has 52 bits. The columns of the dividend are not
//! carried between digits: each gets at most 4·L halves of products, so it is below 2^59 in absolute value.
//!
//! **A digit.** Let r be what the digits so far have left, in units of the next digit, with |r| ≤ (1/2 +
//! 2^−40)·2^52·d. Let l be its column at the place of D, and h the column above.
//!
//! 1. h is at most 2^51 + 2^8 in absolute value, so it is exact in double precision.
//! 2. q1 = h·2^52/D, to the nearest integer, has an error of a few units: h·2^52/D is off by 2^−51 of itself,
//!    and l and the limbs below D count for less than 2^9.
//! 3. The rest h·2^52 − q1·D is exact, or has an error of a few units of D's place. So has its sum with l −
//!    q1·(the limb below D)/2^52. D is at least 2^51, so the quotient q2 of this sum and D is off by less
//!    than 2^−41.
//! 4. q = q1 + q2 leaves at most (1/2 + 2^−40)·d, and is a factor of 52 bits.

use super::{
    number::{Number, Signed, column, make_positive, settle, shift_down, shift_up},
    vector::{
        Lanes, RADIX_BITS, Words, add_or_subtract, exponent, high, low, low_limb, rounded_product, splat,
        splat_double, to_doubles, to_words, zero,
    },
};
use core::arch::x86_64::{
    _mm512_abs_epi64, _mm512_add_epi64, _mm512_add_pd, _mm512_div_pd, _mm512_fnmadd_pd, _mm512_movepi64_mask,
    _mm512_mul_pd, _mm512_slli_epi64, _mm512_sub_epi64,
};

/// The remainder of x·y modulo d that is the smallest in absolute value, or nearly so, for x, y and d of L
/// limbs. The highest limb of d is not 0.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
pub(super) fn remainder_of_product<const N: usize>(x: &Number<N>, y: &Number<N>, d: &Number<N>) -> Signed<N> {
    let len = N - 2;
    let mut storage = [[zero(); N]; 2];
    let columns = storage.as_flattened_mut();
    for (k, sum) in columns[..2 * len].iter_mut().enumerate() {
        *sum = column(&x[..len], &y[..len], k);
    }
    remainder(columns, d)
}

/// The remainder of x·y ± v·z for a word v below 2^16, which is subtracted in the lanes of `minus`.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
pub(super) fn remainder_of_sum<const N: usize>(
    (x, y): (&Number<N>, &Number<N>),
    minus: Lanes,
    (v, z): (Words, &Number<N>),
    d: &Number<N>,
) -> Signed<N> {
    let len = N - 2;
    let mut storage = [[zero(); N]; 2];
    let columns = storage.as_flattened_mut();
    let mut z_below = zero();
    for (k, sum) in columns[..2 * len].iter_mut().enumerate() {
        let z = if k < len { z[k] } else { zero() };
        let product = column(&x[..len], &y[..len], k);
        *sum = add_or_subtract(minus, product, low(high(zero(), v, z_below), v, z));
        z_below = z;
    }
    // v·z is below 2^(52·L + 16), and d·2^104 at least 2^(52·(L + 1)): the sum is not negative.
    for (sum, limb) in columns[2..].iter_mut().zip(&d[..len]) {
        *sum = _mm512_add_epi64(*sum, *limb);
    }
    remainder(columns, d)
}

/// The remainder of a number of at most 2·L limbs, in columns below 2^62 in absolute value.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
fn remainder<const N: usize>(columns: &mut [Words], d: &Number<N>) -> Signed<N> {
    let len = N - 2;
    // 2^51 ≤ D < 2^52.
    let shift = _mm512_sub_epi64(splat(RADIX_BITS as u64 - 1), exponent(d[len - 1]));
    let mut divisor = *d;
    shift_up(&mut divisor[..len], shift);
    settle(&mut columns[..2 * len]);
    shift_up(&mut columns[..2 * len + 1], shift);

    let top = to_doubles(divisor[len - 1]);
    let radix = splat_double((1u64 << RADIX_BITS) as f64);
    let below = _mm512_div_pd(to_doubles(divisor[len - 2]), radix);
    let inverse = _mm512_div_pd(splat_double(1.0), top);
    let scaled_inverse = _mm512_mul_pd(inverse, radix);
    for digit in (0..=len).rev() {
        let window = &mut columns[digit..=digit + len];
        let (h, l) = (to_doubles(window[len]), to_doubles(window[len - 1]));
        let q1 = rounded_product(h, scaled_inverse);
        let rest = _mm512_fnmadd_pd(q1, top, _mm512_mul_pd(h, radix));
        let rest = _mm512_add_pd(rest, _mm512_fnmadd_pd(q1, below, l));
        let q = to_words(_mm512_add_pd(q1, rounded_product(rest, inverse)));
        let (negative, q) = (_mm512_movepi64_mask(q), _mm512_abs_epi64(q));
        let mut limb_below = zero();
        for (column, limb) in window.iter_mut().zip(&divisor[..len]) {
            let product = low(high(zero(), q, limb_below), q, *limb);
            *column = add_or_subtract(!negative, *column, product);
            limb_below = *limb;
        }
        let last = high(zero(), q, limb_below);
        let left = add_or_subtract(!negative, window[len], last);
        // The highest column, of which little is left, moves into the next digit.
        window[len - 1] = _mm512_add_epi64(window[len - 1], shift_whole(left));
        window[len] = zero();
    }
    let mut rest = Signed::zero();
    let magnitude = &mut rest.magnitude;
    magnitude[..len].copy_from_slice(&columns[..len]);
    let above = settle(&mut magnitude[..len]);
    magnitude[len] = low_limb(above);
    rest.negative = make_positive(&mut magnitude[..=len]);
    shift_down(&mut rest.magnitude[..=len], shift);
    rest
}

/// x·2^52.
#[inline]
#[target_feature(enable = "avx512f")]
fn shift_whole(x: Words) -> Words {
    _mm512_slli_epi64::<{ RADIX_BITS as u32 }>(x)
}
