//! The columns of a product of limbs in lanes, one block of columns at a time, with their sums in registers.

// Unrolled loops begin and end at constants, some of them at 0, and index several arrays together.
#![allow(clippy::absurd_extreme_comparisons, clippy::needless_range_loop, clippy::reversed_empty_ranges)]

use super::vector::{Row, Vector};

/// The sums of W columns, from column `start` of the lower half or `start` of the upper half. Row i of a
/// product is x_i times all of y.
#[derive(Clone, Copy)]
pub(super) struct Block<V: Vector, const W: usize> {
    pub(super) low: [V::Sum; W],
    /// High halves of the products of a column, which belong to the next one; if merged, only those of the
    /// last column are here.
    pub(super) high: [V::Sum; W],
}

/// The number of rows of a block that are computed together, with few registers two. Otherwise it divides
/// the number of rows, which is a multiple of W/2. A core of Intel's loads two vectors of 512 bits in a
/// cycle, but not while it multiplies two: a row at a time takes 1.2 times as long as five.
const fn rows_at_once<V: Vector, const W: usize>() -> usize {
    if V::PARTS == 1 { W / 2 } else { 2 }
}

impl<V: Vector, const W: usize> Block<V, W> {
    #[inline(always)]
    pub(super) fn new(v: V) -> Self {
        Block { low: [v.zero(); W], high: [v.zero(); W] }
    }

    /// Adds a product to the column.
    #[inline(always)]
    pub(super) fn add(&mut self, v: V, column: usize, x: V::Factor, y: V::Factor) {
        let high = *self.high_of(column);
        let (low, high) = v.multiply_add(self.low[column], high, x, y);
        self.low[column] = low;
        *self.high_of(column) = high;
    }

    /// Adds the high half of a product to the column after this one.
    #[inline(always)]
    pub(super) fn add_high(&mut self, v: V, column: usize, x: V::Factor, y: V::Factor) {
        let high = self.high_of(column);
        *high = v.multiply_add_high(*high, x, y);
    }

    /// The sum that takes the high halves of the products of a column.
    #[inline(always)]
    fn high_of(&mut self, column: usize) -> &mut V::Sum {
        if V::MERGED && column + 1 < W { &mut self.low[column + 1] } else { &mut self.high[column] }
    }

    /// Adds the rows x_0, x_1, ..., which fill the block, with y_(first − i) in the first column for row i.
    #[inline(always)]
    pub(super) fn rows(&mut self, v: V, x: &[Row], y: &[Row], first: usize) {
        let y = &y[first + 1 - x.len()..first + W];
        if !v.add_rows(&mut self.low, &mut self.high[W - 1], x, y) {
            self.add_rows(v, x, y);
        }
    }

    /// [`Vector::add_rows`] for all vectors: several rows at a time, which share the limbs of y.
    #[inline(always)]
    pub(super) fn add_rows(&mut self, v: V, x: &[Row], y: &[Row]) {
        let at_once = const { rows_at_once::<V, W>() };
        let mut end = x.len() + W - 1;
        for x in x.chunks_exact(at_once) {
            let mut factors = [v.load(&x[0]); W];
            for row in 1..at_once {
                factors[row] = v.load(&x[row]);
            }
            let y = &y[end + 1 - W - at_once..end];
            unroll!(LIMB in 0..W {
                let limb = v.load(&y[LIMB]);
                for row in at_once.saturating_sub(LIMB + 1)..at_once {
                    self.add(v, LIMB + row + 1 - at_once, factors[row], limb);
                }
            });
            unroll!(LIMB in 1..W {
                if const { LIMB < rows_at_once::<V, W>() } {
                    let limb = v.load(&y[W - 1 + LIMB]);
                    for row in 0..at_once - LIMB {
                        self.add(v, W + row + LIMB - at_once, factors[row], limb);
                    }
                }
            });
            end -= at_once;
        }
        let left = x.chunks_exact(at_once).remainder();
        debug_assert!(V::PARTS > 1 || left.is_empty());
        if const { V::PARTS > 1 } {
            for x in left {
                let (x, y) = (v.load(x), &y[end - W..end]);
                for column in 0..W {
                    self.add(v, column, x, v.load(&y[column]));
                }
                end -= 1;
            }
        }
    }

    /// [`Block::rows`] for two products, with the same number of rows of each.
    #[inline(always)]
    fn rows_of_two(&mut self, v: V, x: [&[Row]; 2], y: [&[Row]; 2]) {
        if !v.add_rows_of_two(&mut self.low, &mut self.high[W - 1], x, y) {
            self.add_rows(v, x[0], y[0]);
            self.add_rows(v, x[1], y[1]);
        }
    }

    /// The rows x_0 to x_(start−1) of a block of the lower half.
    #[inline(always)]
    pub(super) fn lower_rows(&mut self, v: V, x: &[Row], y: &[Row]) {
        self.rows(v, x, y, x.len());
    }

    /// The same rows of two products.
    #[inline(always)]
    pub(super) fn lower_rows_of_two(&mut self, v: V, x: [&[Row]; 2], y: [&[Row]; 2]) {
        let end = x[0].len() + W;
        self.rows_of_two(v, x, [&y[0][1..end], &y[1][1..end]]);
    }

    /// The rows from x_start, which begin in this block.
    #[inline(always)]
    pub(super) fn lower_corner(&mut self, v: V, x: &[Row], y: &[Row]) {
        let (x, y) = (&x[..W], &y[..W]);
        unroll!(ROW in 0..W {
            let x = v.load(&x[ROW]);
            for limb in 0..W - ROW {
                self.add(v, ROW + limb, x, v.load(&y[limb]));
            }
        });
    }

    /// The rows of the upper half that fill the block, for x and y without their first `start` limbs.
    #[inline(always)]
    pub(super) fn upper_rows(&mut self, v: V, x: &[Row], y: &[Row]) {
        self.rows(v, &x[W..], y, y.len() - W);
    }

    /// The same rows of two products.
    #[inline(always)]
    pub(super) fn upper_rows_of_two(&mut self, v: V, x: [&[Row]; 2], y: [&[Row]; 2]) {
        self.rows_of_two(v, [&x[0][W..], &x[1][W..]], [&y[0][1..], &y[1][1..]]);
    }

    /// The rows that end in this block of the upper half, for x without its first `start` limbs.
    #[inline(always)]
    pub(super) fn upper_corner(&mut self, v: V, x: &[Row], y: &[Row]) {
        let (x, y) = (&x[..W], &y[y.len() - W..]);
        unroll!(ROW in 1..W {
            let x = v.load(&x[ROW]);
            for column in 0..ROW {
                self.add(v, column, x, v.load(&y[W - ROW + column]));
            }
        });
    }

    /// Adds the rows x_0, x_1, ... times numbers that all lanes share, one number for each column.
    #[inline(always)]
    pub(super) fn fold(&mut self, v: V, x: &[Row], rows: &[[u64; W]]) {
        for (x, row) in x.iter().zip(rows) {
            let x = v.load(x);
            for column in 0..W {
                self.add(v, column, x, v.broadcast(&row[column]));
            }
        }
    }

    /// The columns of a square in a block of the lower half.
    #[inline(always)]
    pub(super) fn lower_square(&mut self, v: V, a: &[Row], start: usize) {
        self.rows(v, &a[..start / 2], a, start);
        self.diagonal(v, &a[start / 2..]);
    }

    /// The columns of a square in a block of the upper half.
    #[inline(always)]
    pub(super) fn upper_square(&mut self, v: V, a: &[Row], start: usize) {
        let length = a.len();
        let middle = (length + start) / 2;
        if start + W < length {
            self.rows(v, &a[start + W..middle], a, length - W);
            self.upper_corner(v, &a[start..], a);
            self.diagonal(v, &a[middle..]);
        } else {
            self.last_diagonal(v, &a[start..]);
        }
    }

    /// For a square: adds the rows that begin in this block, off the diagonal, then doubles everything, then
    /// adds the diagonal. `x` begins at the limb whose square is first in the block.
    #[inline(always)]
    fn diagonal(&mut self, v: V, x: &[Row]) {
        let x = &x[..W];
        unroll!(ROW in 0..W {
            if const { ROW < W / 2 } {
                let factor = v.load(&x[ROW]);
                for limb in ROW + 1..W - ROW {
                    self.add(v, ROW + limb, factor, v.load(&x[limb]));
                }
            }
        });
        self.double(v);
        unroll!(ROW in 0..W {
            if const { ROW < W / 2 } {
                let factor = v.load(&x[ROW]);
                self.add(v, 2 * ROW, factor, factor);
            }
        });
    }

    /// For a square: the whole last block, for the last W limbs.
    #[inline(always)]
    fn last_diagonal(&mut self, v: V, x: &[Row]) {
        let x = &x[..W];
        unroll!(ROW in 1..W {
            let factor = v.load(&x[ROW]);
            for limb in (W - ROW).max(ROW + 1)..W {
                self.add(v, ROW + limb - W, factor, v.load(&x[limb]));
            }
        });
        self.double(v);
        unroll!(ROW in 1..W {
            if const { 2 * ROW >= W } {
                let factor = v.load(&x[ROW]);
                self.add(v, 2 * ROW - W, factor, factor);
            }
        });
    }

    #[inline(always)]
    fn double(&mut self, v: V) {
        for column in 0..W {
            self.low[column] = v.add(self.low[column], self.low[column]);
            self.high[column] = v.add(self.high[column], self.high[column]);
        }
    }

    /// The sum of a column.
    #[inline(always)]
    pub(super) fn sum(&self, v: V, column: usize) -> V::Sum {
        if V::MERGED || column == 0 {
            self.low[column]
        } else {
            v.add(self.low[column], self.high[column - 1])
        }
    }
}
