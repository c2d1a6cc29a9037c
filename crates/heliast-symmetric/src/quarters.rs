//! Vectors of 512 bits as four words of 128.
#![allow(unsafe_code)]

use core::arch::x86_64::{__m512i, _mm512_shuffle_i64x2};

/// The number of words of a vector.
pub(crate) const WIDTH: usize = 4;

/// The vector of four words.
#[inline(always)]
pub(crate) fn vector(words: [u128; WIDTH]) -> __m512i {
    // SAFETY: both have 64 bytes, of which every value is valid.
    unsafe { core::mem::transmute::<[u128; WIDTH], __m512i>(words) }
}

/// The four words of a vector.
#[inline(always)]
pub(crate) fn words(vector: __m512i) -> [u128; WIDTH] {
    // SAFETY: as above.
    unsafe { core::mem::transmute::<__m512i, [u128; WIDTH]>(vector) }
}

/// Makes vector i of word i of every vector, in their order.
#[target_feature(enable = "avx512f")]
#[inline]
pub(crate) fn turned([a, b, c, d]: [__m512i; WIDTH]) -> [__m512i; WIDTH] {
    // Words 0 and 2 of two vectors, and words 1 and 3.
    const EVEN: i32 = 0b10_00_10_00;
    const ODD: i32 = 0b11_01_11_01;
    let [even, odd] = [
        [_mm512_shuffle_i64x2::<EVEN>(a, b), _mm512_shuffle_i64x2::<EVEN>(c, d)],
        [_mm512_shuffle_i64x2::<ODD>(a, b), _mm512_shuffle_i64x2::<ODD>(c, d)],
    ];
    [
        _mm512_shuffle_i64x2::<EVEN>(even[0], even[1]),
        _mm512_shuffle_i64x2::<EVEN>(odd[0], odd[1]),
        _mm512_shuffle_i64x2::<ODD>(even[0], even[1]),
        _mm512_shuffle_i64x2::<ODD>(odd[0], odd[1]),
    ]
}
