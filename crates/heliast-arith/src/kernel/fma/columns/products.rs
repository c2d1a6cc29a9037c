//! The sums of a product, of a square and of a fold, up to their first carry pass, each for a group of G
//! blocks of columns.

use super::{Columns, LANES, sums::Sums};
use core::arch::x86_64::{_mm256_add_pd, _mm256_loadu_pd, _mm256_setr_pd, _mm256_storeu_pd};

impl Columns {
    /// Blocks w..w+G of x², below L: the middle, from the last block down; then pairs (i, j), i < j, down to
    /// i = 0.
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn square_lower<const G: usize>(self, w: usize) {
        // SAFETY: i <= 2(w+G)−1 < L, and j = column − i lies within the padding of y.
        unsafe {
            let mut sums = Sums::<G>::new(self.constants);
            let last = 2 * (w + G) - 1;
            let (mut y, mut x) = (self.y.add(LANES * w).sub(last), self.x.add(last));
            // i = 2w + 1: lane 2 is x_i·x_i, lane 3 has i < j. i = 2w: lane 0 is x_i·x_i, the others have i <
            // j.
            let second = _mm256_setr_pd(0.0, 0.0, 0.5, 1.0);
            let first = _mm256_setr_pd(0.5, 1.0, 1.0, 1.0);
            for_each!(J in 5 4 3 2 1 0 => {
                if J < G {
                    sums.add_masked(J, second, y, x);
                    sums.add::<true, { J + 1 }, 0>(y, x);
                    (y, x) = (y.add(1), x.sub(1));
                    sums.add_masked(J, first, y, x);
                    sums.add::<true, { J + 1 }, 0>(y, x);
                    (y, x) = (y.add(1), x.wrapping_sub(1));
                }
            });
            for _ in 0..2 * w {
                sums.add::<true, 0, 0>(y, x);
                (y, x) = (y.add(1), x.wrapping_sub(1));
            }
            self.store(w, &sums);
        }
    }

    /// Blocks w..w+G of x², from L on: the middle, from the first block up; then pairs (i, j), i > j, up to i
    /// = L − 1.
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn square_upper<const G: usize>(self, w: usize) {
        // SAFETY: i >= 2w > 0, and j = column − i lies within the padding of y.
        unsafe {
            let mut sums = Sums::<G>::new(self.constants);
            let (mut y, mut x) = (self.y.add(2 * w), self.x.add(2 * w));
            // i = 2w: lane 0 is x_i·x_i. i = 2w + 1: lanes 0 and 1 have j < i, lane 2 is x_i·x_i.
            let first = _mm256_setr_pd(0.5, 0.0, 0.0, 0.0);
            let second = _mm256_setr_pd(1.0, 1.0, 0.5, 0.0);
            for_each!(J in 5 4 3 2 1 0 => {
                if J < G {
                    sums.add_masked(G - 1 - J % G, first, y, x);
                    sums.add::<true, 0, { J + 1 }>(y, x);
                    (y, x) = (y.sub(1), x.add(1));
                    sums.add_masked(G - 1 - J % G, second, y, x);
                    sums.add::<true, 0, { J + 1 }>(y, x);
                    (y, x) = (y.sub(1), x.add(1));
                }
            });
            for _ in 2 * (w + G)..LANES * self.vectors {
                sums.add::<true, 0, 0>(y, x);
                (y, x) = (y.sub(1), x.add(1));
            }
            self.store(w, &sums);
        }
    }

    /// Blocks w..w+G of x·y, below L.
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn product_lower<const G: usize>(self, w: usize) {
        // SAFETY: i < 4(w+G) <= L, and j = column − i lies within the padding of y.
        unsafe {
            let mut sums = Sums::<G>::new(self.constants);
            let (mut y, mut x) = (self.y.add(LANES * w), self.x);
            let common = LANES * (w + 1);
            let half = common.min(2 * self.vectors);
            for _ in 0..half {
                sums.add::<true, 0, 0>(y, x);
                (y, x) = (y.sub(1), x.add(1));
            }
            sums.settle(self.constants);
            for _ in half..common {
                sums.add::<true, 0, 0>(y, x);
                (y, x) = (y.sub(1), x.add(1));
            }
            for_each!(J in 1 2 3 4 5 => {
                if J < G {
                    for _ in 0..LANES {
                        sums.add::<true, J, 0>(y, x);
                        (y, x) = (y.sub(1), x.add(1));
                    }
                }
            });
            self.store(w, &sums);
        }
    }

    /// Blocks w..w+G of x·y, from L on.
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn product_upper<const G: usize>(self, w: usize) {
        // SAFETY: i >= 4w − L + 1 > 0, and j = column − i lies within the padding of y.
        unsafe {
            let mut sums = Sums::<G>::new(self.constants);
            let limbs = LANES * self.vectors;
            let (mut y, mut x) = (self.y.add(LANES * w).sub(limbs - 1), self.x.add(limbs - 1));
            let common = 2 * limbs - 1 - LANES * (w + G - 1);
            let half = common.min(2 * self.vectors);
            for _ in 0..half {
                sums.add::<true, 0, 0>(y, x);
                (y, x) = (y.add(1), x.sub(1));
            }
            sums.settle(self.constants);
            for _ in half..common {
                sums.add::<true, 0, 0>(y, x);
                (y, x) = (y.add(1), x.sub(1));
            }
            for_each!(J in 1 2 3 4 5 => {
                if J < G {
                    for _ in 0..LANES {
                        sums.add::<true, 0, J>(y, x);
                        (y, x) = (y.add(1), x.sub(1));
                    }
                }
            });
            self.store(w, &sums);
        }
    }

    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn fold_all<const G: usize>(self, v: usize) {
        // SAFETY: there are L + 1 rows and as many high limbs.
        unsafe { self.fold::<G>(v, LANES * self.vectors + 1) }
    }

    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn fold_one<const G: usize>(self, v: usize) {
        // SAFETY: this reads one of the L + 1 rows, and the high limb that the caller has written.
        unsafe { self.fold::<G>(v, 1) }
    }

    /// Adds `count` high limbs, from L − 1 on, times the rows of the table, to blocks v..v+G.
    #[target_feature(enable = "avx2,fma")]
    unsafe fn fold<const G: usize>(self, v: usize, count: usize) {
        let limbs = LANES * self.vectors;
        // SAFETY: the table has L + 1 rows of L limbs, and there are L + 1 high limbs from L − 1 on.
        unsafe {
            let mut sums = Sums::<G>::new(self.constants);
            let (mut row, mut high) = (self.table.add(LANES * v), self.high.add(limbs - 1));
            for _ in 0..count / 2 {
                sums.add::<false, 0, 0>(row, high);
                (row, high) = (row.wrapping_add(limbs), high.add(1));
            }
            sums.settle(self.constants);
            for _ in count / 2..count {
                sums.add::<false, 0, 0>(row, high);
                (row, high) = (row.wrapping_add(limbs), high.add(1));
            }
            for k in 0..G {
                let (rest, carry) = sums.split(k, self.constants);
                let (to_rest, to_carry) = self.block(v + k);
                _mm256_storeu_pd(to_rest, _mm256_add_pd(rest, _mm256_loadu_pd(to_rest)));
                _mm256_storeu_pd(to_carry, _mm256_add_pd(carry, _mm256_loadu_pd(to_carry)));
            }
        }
    }

    /// The first carry pass of blocks w..w+G.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    unsafe fn store<const G: usize>(self, w: usize, sums: &Sums<G>) {
        for k in 0..G {
            let (rest, carry) = sums.split(k, self.constants);
            let (to_rest, to_carry) = self.block(w + k);
            // SAFETY: the blocks are below 2·vectors.
            unsafe {
                _mm256_storeu_pd(to_rest, rest);
                _mm256_storeu_pd(to_carry, carry);
            }
        }
    }
}
