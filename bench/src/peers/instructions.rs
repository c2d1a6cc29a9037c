//! The time of single instructions on this machine, for bounds.

#![allow(unsafe_code)]

use crate::row::Side;

/// Whether there are vectors of 512 bits.
pub fn have_avx512() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("avx512f");
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

/// Cycles: additions that wait for each other.
pub fn cycles() -> Option<Side> {
    #[cfg(target_arch = "x86_64")]
    return Some(x86_64::cycles());
    #[cfg(not(target_arch = "x86_64"))]
    return None;
}

/// Multiplications of limbs of 52 bits in eight lanes that do not wait for each other.
pub fn multiplications() -> Option<Side> {
    #[cfg(target_arch = "x86_64")]
    return x86_64::multiplications();
    #[cfg(not(target_arch = "x86_64"))]
    return None;
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use crate::row::Side;
    use std::{
        arch::{
            asm, is_x86_feature_detected,
            x86_64::{__m512i, _mm512_madd52hi_epu64, _mm512_madd52lo_epu64, _mm512_set1_epi64},
        },
        hint::black_box,
    };

    const ADDITIONS: u64 = 10_000;
    const MULTIPLICATIONS: u64 = 2_000;
    /// Sums that multiplications go into in turn: more than the cycles that one takes, on two ports.
    const SUMS: usize = 16;

    pub(super) fn cycles() -> Side {
        let mut sum = 0u64;
        Side::new(4 * ADDITIONS, move |_| {
            for _ in 0..ADDITIONS {
                // SAFETY: additions of two registers.
                unsafe {
                    asm!(
                        "add {0}, {1}",
                        "add {0}, {1}",
                        "add {0}, {1}",
                        "add {0}, {1}",
                        inout(reg) sum,
                        in(reg) 1u64,
                        options(nomem, nostack)
                    );
                }
            }
        })
    }

    pub(super) fn multiplications() -> Option<Side> {
        if !is_x86_feature_detected!("avx512f") || !is_x86_feature_detected!("avx512ifma") {
            return None;
        }
        // SAFETY: the CPU has the instructions.
        let call = |_| {
            black_box(unsafe { multiply(black_box(12_345)) });
        };
        Some(Side::new(MULTIPLICATIONS * SUMS as u64, call))
    }

    #[target_feature(enable = "avx512f,avx512ifma")]
    fn multiply(factor: u64) -> [__m512i; SUMS] {
        let factor = _mm512_set1_epi64(factor as i64);
        let mut sums = [factor; SUMS];
        for _ in 0..MULTIPLICATIONS {
            for pair in sums.chunks_exact_mut(2) {
                pair[0] = _mm512_madd52lo_epu64(pair[0], factor, factor);
                pair[1] = _mm512_madd52hi_epu64(pair[1], factor, factor);
            }
        }
        sums
    }
}
