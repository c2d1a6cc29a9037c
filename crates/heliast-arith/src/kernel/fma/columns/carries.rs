//! The second carry pass: columns to limbs.

use super::{Columns, Constants, LANES};
use core::arch::x86_64::{
    __m256d, _mm256_add_pd, _mm256_blend_pd, _mm256_fmadd_pd, _mm256_loadu_pd, _mm256_permute2f128_pd,
    _mm256_set1_pd, _mm256_setzero_pd, _mm256_shuffle_pd, _mm256_storeu_pd, _mm256_sub_pd,
};

impl Columns {
    /// Makes the high limbs, from L − 1 on. The parts of lower limbs of their first block stay in `rest`.
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn settle_high(self) {
        // SAFETY: the blocks from vectors − 1 on have been stored.
        unsafe {
            let mut carries = Carries::none();
            for w in self.vectors - 1..2 * self.vectors {
                let (from_rest, from_carry) = self.block(w);
                let Settled { value, rest, limb } =
                    carries.settle(_mm256_loadu_pd(from_rest), _mm256_loadu_pd(from_carry), self.constants);
                _mm256_storeu_pd(self.high.add(LANES * w), limb);
                if w == self.vectors - 1 {
                    // Limb L−2 has passed its carry to limb L−1, which is a high one; the two limbs before
                    // have not.
                    let kept = _mm256_blend_pd::<0b1000>(
                        _mm256_blend_pd::<0b0100>(value, rest),
                        _mm256_setzero_pd(),
                    );
                    _mm256_storeu_pd(from_rest, kept);
                    _mm256_storeu_pd(from_carry, _mm256_setzero_pd());
                }
            }
        }
    }

    /// The second carry pass of all L columns, to limbs of x; DOUBLE: and y = 2x.
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn settle_low<const DOUBLE: bool>(self) {
        // SAFETY: the blocks below vectors have been stored.
        unsafe {
            let mut carries = Carries::none();
            for w in 0..self.vectors {
                let (rest, carry) = self.block(w);
                let settled = carries.settle(_mm256_loadu_pd(rest), _mm256_loadu_pd(carry), self.constants);
                _mm256_storeu_pd(self.x.add(LANES * w), settled.limb);
                if DOUBLE {
                    _mm256_storeu_pd(self.y.add(LANES * w), _mm256_add_pd(settled.limb, settled.limb));
                }
            }
        }
    }
}

/// The second carry pass, vector by vector from the lowest.
struct Carries {
    first: __m256d,
    second: __m256d,
}

/// A block of columns after its first carries, without its second carries, and with those of its lower
/// neighbours.
struct Settled {
    value: __m256d,
    rest: __m256d,
    limb: __m256d,
}

impl Carries {
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn none() -> Self {
        Carries { first: _mm256_setzero_pd(), second: _mm256_setzero_pd() }
    }

    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn settle(&mut self, rest: __m256d, carry: __m256d, constants: Constants) -> Settled {
        let (split, shift) = (_mm256_set1_pd(constants.split), _mm256_set1_pd(constants.shift));
        let value = _mm256_add_pd(rest, up_one_lane(self.first, carry));
        let multiple = _mm256_sub_pd(_mm256_add_pd(value, split), split);
        let rest = _mm256_sub_pd(value, multiple);
        let limb = _mm256_fmadd_pd(up_one_lane(self.second, multiple), shift, rest);
        (self.first, self.second) = (carry, multiple);
        Settled { value, rest, limb }
    }
}

/// The last lane of `before` and the first three of `current`.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn up_one_lane(before: __m256d, current: __m256d) -> __m256d {
    let middle = _mm256_permute2f128_pd::<0x21>(before, current);
    _mm256_shuffle_pd::<0b0101>(middle, current)
}
