//! Exact sums of products: the pairs (s, e).

use super::{Constants, LANES};
use core::arch::{
    asm,
    x86_64::{
        __m256d, _mm256_add_pd, _mm256_broadcast_sd, _mm256_fmadd_pd, _mm256_fmsub_pd, _mm256_loadu_pd,
        _mm256_mul_pd, _mm256_set1_pd, _mm256_setzero_pd, _mm256_sub_pd,
    },
};

/// The pairs (s, e) of G blocks of columns.
pub(super) struct Sums<const G: usize> {
    s: [__m256d; G],
    e: [__m256d; G],
}

/// Adds b times a vector to (s, e). This is assembly because the compiler may schedule the loads and copies
/// of all blocks first, and then runs out of registers.
macro_rules! add_product {
    ($s:ident, $e:ident, $b:ident, $vector:literal, $($operand:tt)+) => {
        asm!(
            "vmovapd {t}, {s}",
            concat!("vfmadd231pd {s}, {b}, ", $vector),
            "vsubpd {t}, {t}, {s}",
            concat!("vfmadd231pd {t}, {b}, ", $vector),
            "vaddpd {e}, {e}, {t}",
            t = out(ymm_reg) _,
            s = inout(ymm_reg) *$s,
            e = inout(ymm_reg) *$e,
            b = in(ymm_reg) $b,
            $($operand)+
        )
    };
}

impl<const G: usize> Sums<G> {
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    pub(super) fn new(constants: Constants) -> Self {
        heliast_cpu::align_stack();
        Sums { s: [_mm256_set1_pd(constants.start); G], e: [_mm256_setzero_pd(); G] }
    }

    /// Adds b times the vector at a + 4k to block k, for FROM <= k < G − DROP. ANYWHERE: the vectors may
    /// cross the end of a cache line. Their loads would then bound the speed, so every second vector is
    /// loaded once for both multiplications. The instructions would bound it if all were.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    pub(super) unsafe fn add<const ANYWHERE: bool, const FROM: usize, const DROP: usize>(
        &mut self,
        a: *const f64,
        b: *const f64,
    ) {
        // SAFETY: the caller's pointers are valid for these reads. Products set the inexact flag of MXCSR.
        unsafe {
            let b = _mm256_broadcast_sd(&*b);
            for_each!(K in 0 1 2 3 4 5 => {
                if (FROM..G - DROP).contains(&K) {
                    let (s, e) = (&mut self.s[K % G], &mut self.e[K % G]);
                    if ANYWHERE && K % 2 == 1 {
                        let a = _mm256_loadu_pd(a.add(LANES * K));
                        add_product!(s, e, b, "{a}", a = in(ymm_reg) a, options(pure, nomem, nostack));
                    } else {
                        add_product!(
                            s, e, b, "[{a} + {offset}]",
                            a = in(reg) a, offset = const 8 * LANES * K,
                            options(pure, readonly, nostack)
                        );
                    }
                }
            });
        }
    }

    /// Adds b times the vector at a + 4k to block k, with each lane multiplied by a power of two or zero.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    pub(super) unsafe fn add_masked(&mut self, k: usize, mask: __m256d, a: *const f64, b: *const f64) {
        // SAFETY: the caller's pointers are valid for these reads.
        let (a, b) = unsafe { (_mm256_loadu_pd(a.add(LANES * k)), _mm256_broadcast_sd(&*b)) };
        let a = _mm256_mul_pd(a, mask);
        let s = _mm256_fmadd_pd(a, b, self.s[k]);
        let lost = _mm256_fmadd_pd(a, b, _mm256_sub_pd(self.s[k], s));
        self.e[k] = _mm256_add_pd(self.e[k], lost);
        self.s[k] = s;
    }

    /// Moves the multiple of q in e to s, so that |e| <= q/2.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    pub(super) fn settle(&mut self, constants: Constants) {
        let start = _mm256_set1_pd(constants.start);
        for k in 0..G {
            let multiple = _mm256_sub_pd(_mm256_add_pd(self.e[k], start), start);
            self.e[k] = _mm256_sub_pd(self.e[k], multiple);
            self.s[k] = _mm256_add_pd(self.s[k], multiple);
        }
    }

    /// The columns of block k as (rest, carry): rest + 2^r·carry, |rest| <= 2^(r−1).
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    pub(super) fn split(&self, k: usize, constants: Constants) -> (__m256d, __m256d) {
        let (split, shift) = (_mm256_set1_pd(constants.split), _mm256_set1_pd(constants.shift));
        let start = _mm256_set1_pd(constants.start * constants.shift);
        let multiple = _mm256_sub_pd(_mm256_add_pd(self.e[k], split), split);
        let carry = _mm256_fmadd_pd(multiple, shift, _mm256_fmsub_pd(self.s[k], shift, start));
        (_mm256_sub_pd(self.e[k], multiple), carry)
    }
}
