//! The mixtures on x86-64.

use super::Mixture;
use crate::row::Side;
use std::{
    arch::{
        asm, is_x86_feature_detected,
        x86_64::{
            __m128i, __m256i, __m512i, _mm_set1_epi32, _mm256_madd52hi_avx_epu64, _mm256_madd52lo_avx_epu64,
            _mm256_set1_epi64x, _mm256_set1_pd, _mm256_setzero_pd, _mm256_setzero_si256,
            _mm512_madd52hi_epu64, _mm512_madd52lo_epu64, _mm512_set1_epi64,
        },
    },
    hint::black_box,
};

/// The number of iterations of a loop.
const TURNS: u64 = 4_000;

pub(super) fn side(mixture: Mixture) -> Option<Side> {
    let avx2 = is_x86_feature_detected!("avx2");
    let fma = avx2 && is_x86_feature_detected!("fma");
    let (has, of_a_turn, turns): (bool, u64, unsafe fn()) = match mixture {
        Mixture::Cycle => (true, 4, cycles),
        Mixture::Ifma => {
            let has = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512ifma");
            (has, SUMS as u64, multiplications)
        }
        Mixture::AvxIfma => {
            (avx2 && is_x86_feature_detected!("avxifma"), SUMS_OF_FOUR as u64, multiplications_of_four)
        }
        Mixture::LaneProduct => (fma, 4, lane_products),
        Mixture::VectorProduct => (fma, 6, vector_products),
        Mixture::Mulx => (is_x86_feature_detected!("bmi2"), 8, word_products),
        Mixture::ShaNi => (is_x86_feature_detected!("sha"), 1, compressions),
        Mixture::Sha256 => (avx2, 27, instructions_of_sha256),
        Mixture::Keccak => (avx2, 17, instructions_of_keccak),
    };
    // SAFETY: the CPU has the instructions.
    has.then(|| Side::new(of_a_turn * TURNS, move |_| unsafe { turns() }))
}

fn cycles() {
    let mut sum = 0u64;
    for _ in 0..TURNS {
        // SAFETY: additions of two registers.
        unsafe {
            asm!(
                "add {0}, {1}", "add {0}, {1}", "add {0}, {1}", "add {0}, {1}",
                inout(reg) sum,
                in(reg) 1u64,
                options(nomem, nostack)
            );
        }
    }
}

/// The number of sums to which multiplications are added in turn. It is greater than the cycles of one
/// multiplication times two ports.
const SUMS: usize = 16;

#[target_feature(enable = "avx512f,avx512ifma")]
fn multiplications() {
    let factor = _mm512_set1_epi64(black_box(12_345));
    let mut sums: [__m512i; SUMS] = [factor; SUMS];
    for _ in 0..TURNS {
        for pair in sums.chunks_exact_mut(2) {
            pair[0] = _mm512_madd52lo_epu64(pair[0], factor, factor);
            pair[1] = _mm512_madd52hi_epu64(pair[1], factor, factor);
        }
    }
    black_box(sums);
}

/// The same for sixteen registers.
const SUMS_OF_FOUR: usize = 12;

#[target_feature(enable = "avx2,avxifma")]
fn multiplications_of_four() {
    let factor = _mm256_set1_epi64x(black_box(12_345));
    let mut sums: [__m256i; SUMS_OF_FOUR] = [factor; SUMS_OF_FOUR];
    for _ in 0..TURNS {
        for pair in sums.chunks_exact_mut(2) {
            pair[0] = _mm256_madd52lo_avx_epu64(pair[0], factor, factor);
            pair[1] = _mm256_madd52hi_avx_epu64(pair[1], factor, factor);
        }
    }
    black_box(sums);
}

/// Adds a product of 1 and 0 to a sum, in the halves of the lanes' products. The copy takes no execution
/// unit.
macro_rules! lane_product {
    ($sum:literal) => {
        concat!(
            "vmovapd {high}, {c}\n",
            "vfmadd231pd {high}, {x}, {y}\n",
            "vsubpd {low}, {c}, {high}\n",
            "vfmadd231pd {low}, {x}, {y}\n",
            "vpaddq {",
            $sum,
            "}, {",
            $sum,
            "}, {high}\n",
            "vpsubq {",
            $sum,
            "}, {",
            $sum,
            "}, {low}",
        )
    };
}

#[target_feature(enable = "avx2,fma")]
fn lane_products() {
    let mut sums = [_mm256_setzero_si256(); 4];
    for _ in 0..TURNS {
        // SAFETY: instructions on registers, which this function may use.
        unsafe {
            asm!(
                lane_product!("s0"),
                lane_product!("s1"),
                lane_product!("s2"),
                lane_product!("s3"),
                s0 = inout(ymm_reg) sums[0],
                s1 = inout(ymm_reg) sums[1],
                s2 = inout(ymm_reg) sums[2],
                s3 = inout(ymm_reg) sums[3],
                high = out(ymm_reg) _,
                low = out(ymm_reg) _,
                c = in(ymm_reg) _mm256_set1_pd(2f64.powi(104)),
                x = in(ymm_reg) _mm256_set1_pd(1.0),
                y = in(ymm_reg) _mm256_setzero_pd(),
                options(nomem, nostack)
            );
        }
    }
}

/// Adds a product to the pair (s, e).
macro_rules! vector_product {
    ($s:literal, $e:literal) => {
        concat!(
            "vfmadd231pd {",
            $s,
            "}, {x}, {y}\n",
            "vsubpd {lost}, {c}, {",
            $s,
            "}\n",
            "vfmadd231pd {lost}, {x}, {y}\n",
            "vaddpd {",
            $e,
            "}, {",
            $e,
            "}, {lost}",
        )
    };
}

#[target_feature(enable = "avx2,fma")]
fn vector_products() {
    let c = _mm256_set1_pd(1.0);
    let (mut s, mut e) = ([c; 6], [c; 6]);
    for _ in 0..TURNS {
        // SAFETY: instructions on registers, which this function may use.
        unsafe {
            asm!(
                vector_product!("s0", "e0"),
                vector_product!("s1", "e1"),
                vector_product!("s2", "e2"),
                vector_product!("s3", "e3"),
                vector_product!("s4", "e4"),
                vector_product!("s5", "e5"),
                s0 = inout(ymm_reg) s[0],
                s1 = inout(ymm_reg) s[1],
                s2 = inout(ymm_reg) s[2],
                s3 = inout(ymm_reg) s[3],
                s4 = inout(ymm_reg) s[4],
                s5 = inout(ymm_reg) s[5],
                e0 = inout(ymm_reg) e[0],
                e1 = inout(ymm_reg) e[1],
                e2 = inout(ymm_reg) e[2],
                e3 = inout(ymm_reg) e[3],
                e4 = inout(ymm_reg) e[4],
                e5 = inout(ymm_reg) e[5],
                lost = out(ymm_reg) _,
                // c·y is 0.
                c = in(ymm_reg) c,
                x = in(ymm_reg) c,
                y = in(ymm_reg) _mm256_setzero_pd(),
                options(nomem, nostack)
            );
        }
    }
}

#[target_feature(enable = "bmi2")]
fn word_products() {
    for _ in 0..TURNS {
        // SAFETY: products of registers.
        unsafe {
            asm!(
                "mulx {0}, {1}, {2}", "mulx {0}, {1}, {2}", "mulx {0}, {1}, {2}", "mulx {0}, {1}, {2}",
                "mulx {0}, {1}, {2}", "mulx {0}, {1}, {2}", "mulx {0}, {1}, {2}", "mulx {0}, {1}, {2}",
                out(reg) _,
                out(reg) _,
                in(reg) 3u64,
                in("rdx") 5u64,
                options(nomem, nostack)
            );
        }
    }
}

/// Executes a quarter of a compression.
macro_rules! eight_rounds_of_two {
    () => {
        "sha256rnds2 {a}, {w}\nsha256rnds2 {b}, {w}\nsha256msg1 {i}, {w}\nsha256msg2 {l}, {w}
        sha256rnds2 {c}, {w}\nsha256rnds2 {d}, {w}\nsha256msg1 {j}, {w}\nsha256msg2 {m}, {w}
        sha256rnds2 {e}, {w}\nsha256rnds2 {f}, {w}\nsha256msg1 {k}, {w}\nsha256msg2 {n}, {w}
        sha256rnds2 {g}, {w}\nsha256rnds2 {h}, {w}"
    };
}

#[target_feature(enable = "sha,sse2")]
fn compressions() {
    let mut s: [__m128i; 14] = [_mm_set1_epi32(black_box(7)); 14];
    for _ in 0..TURNS {
        // SAFETY: instructions on registers, which this function may use.
        unsafe {
            asm!(
                eight_rounds_of_two!(),
                eight_rounds_of_two!(),
                eight_rounds_of_two!(),
                eight_rounds_of_two!(),
                a = inout(xmm_reg) s[0],
                b = inout(xmm_reg) s[1],
                c = inout(xmm_reg) s[2],
                d = inout(xmm_reg) s[3],
                e = inout(xmm_reg) s[4],
                f = inout(xmm_reg) s[5],
                g = inout(xmm_reg) s[6],
                h = inout(xmm_reg) s[7],
                i = inout(xmm_reg) s[8],
                j = inout(xmm_reg) s[9],
                k = inout(xmm_reg) s[10],
                l = inout(xmm_reg) s[11],
                m = inout(xmm_reg) s[12],
                n = inout(xmm_reg) s[13],
                w = in(xmm_reg) s[0],
                in("xmm0") s[0],
                options(nomem, nostack)
            );
        }
    }
}

macro_rules! shift_and_two {
    () => {
        "vpsrld {0}, {1}, 7\nvpaddd {0}, {1}, {2}\nvpxor {0}, {1}, {2}"
    };
}

#[target_feature(enable = "avx2")]
fn instructions_of_sha256() {
    for _ in 0..TURNS {
        // SAFETY: instructions on registers, which this function may use.
        unsafe {
            asm!(
                shift_and_two!(), shift_and_two!(), shift_and_two!(), shift_and_two!(),
                "vpslld {0}, {1}, 25", "vpor {0}, {1}, {2}",
                "vpslld {0}, {1}, 21", "vpand {0}, {1}, {2}",
                shift_and_two!(), shift_and_two!(), shift_and_two!(),
                "vpslld {0}, {1}, 26", "vpand {0}, {1}, {2}",
                out(ymm_reg) _,
                in(ymm_reg) _mm256_set1_epi64x(3),
                in(ymm_reg) _mm256_set1_epi64x(5),
                options(nomem, nostack)
            );
        }
    }
}

macro_rules! shift_and_some {
    () => {
        "vpsrlq {0}, {1}, 7\nvpxor {0}, {1}, {2}\nvpxor {0}, {2}, {1}"
    };
}

#[target_feature(enable = "avx2")]
fn instructions_of_keccak() {
    for _ in 0..TURNS {
        // SAFETY: instructions on registers, which this function may use.
        unsafe {
            asm!(
                shift_and_some!(), "vpor {0}, {1}, {2}",
                shift_and_some!(), "vpandn {0}, {1}, {2}",
                shift_and_some!(), shift_and_some!(), shift_and_some!(),
                out(ymm_reg) _,
                in(ymm_reg) _mm256_set1_epi64x(3),
                in(ymm_reg) _mm256_set1_epi64x(5),
                options(nomem, nostack)
            );
        }
    }
}
