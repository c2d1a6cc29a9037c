//! Lehmer's steps of Euclid's algorithm: many quotients from the leading 128 bits, applied at once.
//!
//! A [`Matrix`] of non-negative words turns a pair (x, y) of positive integers into
//!
//! ```text
//! x' = u0·x − v0·y,    y' = v1·y − u1·x,    u0·v1 − v0·u1 = 1,    x', y' > 0.
//! ```
//!
//! x and y are never exchanged: after an odd number of quotients x' < y', and the next run begins with the
//! quotient 0. So the signs are fixed and no parity is needed.
//!
//! # Why x' and y' stay positive
//!
//! A run is Euclid's algorithm on words x0, y0. It keeps only remainders of at least a threshold T. For
//! consecutive remainders r, s with the cofactors v, w of y0, x0 = r·w + s·v. With r, s ≥ T the sum v + w is
//! at most x0/T; likewise, the sum of the cofactors of x0 is at most y0/T.
//!
//! 1. The first run has the leading 64 bits of both, T = 2^32: the sums of cofactors are below 2^32. The true
//!    x is (x0 + ε) units with 0 ≤ ε < 1, so the true x' exceeds T − v0 > 0.
//! 2. The matrix of run 1 is applied to the leading 128 bits. The larger result exceeds 2^95: its cofactors
//!    are the smaller ones, at most 2^31, and its word is at least 2^32. The error of the result is less than
//!    2^32, and the result is shifted by at most 32 bits before its leading 64 are taken, so these are right
//!    up to an ε with −1 < ε < 2. With T = 2^33 the sums of cofactors are less than 2^31, so the true
//!    remainder exceeds T − 3·2^31 > 0.
//!
//! An entry of the product of both matrices is at most (the largest entry of the second) times (a sum of the
//! first), below 2^31·2^32 = 2^63.
//!
//! A simulated quotient may be one too small because bits were cut off, but never so large that a remainder
//! becomes negative. The next quotient corrects this. The pair is thus always (r + k·s, s) for consecutive
//! true remainders r and s and k ≥ 0: the smaller of the two is a true remainder, with its true cofactor.
//!
//! Source: Jebelean, "A double-digit Lehmer-Euclid algorithm for finding the GCD of long integers", 1995,
//! section 3; the bounds above replace Jebelean's condition.
//!
//! # Steps
//!
//! Any number of subtractions of the smaller from the larger may be one step: a quotient, a part of it, or
//! several quotients. The statements above need only that a run keeps no remainder below T. So a run is up
//! to [`STEPS`] steps, each of several quotients ([`table`]), and their number is nearly always the same: no
//! branch is taken that the CPU does not foresee. A run that would fall below T sooner goes on with single
//! quotients, because the last runs of a short basis must come as near to their target as they can.
//!
//! Cost: about 26 bits of both numbers for each run; 8 limb products per limb for each pair of runs,
//! remainders and cofactors together.

mod table;

use super::words::divide_word;
use core::hint::select_unpredictable;

/// The matrix of a run of steps; all entries are below 2^63.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Matrix {
    pub(super) u0: u64,
    pub(super) v0: u64,
    pub(super) u1: u64,
    pub(super) v1: u64,
}

/// log2 of the smallest remainders that the first and the second run keep.
const FLOORS: [isize; 2] = [32, 33];

/// Steps of a run: one more would fall below the floor half of the time.
const STEPS: u32 = 5;

impl Matrix {
    const IDENTITY: Matrix = Matrix { u0: 1, v0: 0, u1: 0, v1: 1 };

    /// Two runs on numbers of the same number of limbs, at least two, whose highest limbs are not both 0.
    /// `None` if they decide no step. Remainders stay at about 2^`target` or above (at least at 2^(`target` −
    /// 34)).
    #[inline(always)]
    pub(super) fn simulate(x: &[u64], y: &[u64], target: isize) -> Option<Matrix> {
        let n = x.len();
        let shift = (x[n - 1] | y[n - 1]).leading_zeros();
        // The exponent of the unit of the 128 leading bits.
        let unit = 64 * n as isize - shift as isize - 128;
        let (a, b) = (leading(x, shift), leading(y, shift));
        let floor = threshold(FLOORS[0], target - unit - 64);
        let first = Matrix::run((a >> 64) as u64, (b >> 64) as u64, floor);
        if first.v0 == 0 && first.u1 == 0 {
            return None;
        }
        let (a, b) = first.apply_wrapping(a, b);
        let shift = (a | b).leading_zeros();
        let floor = threshold(FLOORS[1], target - unit - 64 + shift as isize);
        let second = Matrix::run(((a << shift) >> 64) as u64, ((b << shift) >> 64) as u64, floor);
        Some(second.after(&first))
    }

    /// Euclid's algorithm on two words as long as remainders are at least `floor`, which is 2^32 or more, or
    /// until the steps of a run are done.
    #[inline(always)]
    fn run(x: u64, y: u64, floor: u64) -> Matrix {
        if x < floor || y < floor {
            return Matrix::IDENTITY;
        }
        let mut pair = Pair { x, y, row_x: 1, row_y: 1 << 32, turned: false };
        for _ in 0..STEPS {
            if !pair.step(floor) {
                let (mut matrix, x, y) = pair.matrix();
                matrix.divide_on(x, y, floor);
                return matrix;
            }
        }
        pair.matrix().0
    }

    /// The rest of a run, one quotient at a time.
    #[inline(never)]
    fn divide_on(&mut self, mut x: u64, mut y: u64, floor: u64) {
        loop {
            let (quotient, rest) = divide_word(x, y);
            x = rest;
            if x < floor {
                return;
            }
            self.u0 += quotient * self.u1;
            self.v0 += quotient * self.v1;
            let (quotient, rest) = divide_word(y, x);
            y = rest;
            if y < floor {
                return;
            }
            self.u1 += quotient * self.u0;
            self.v1 += quotient * self.v0;
        }
    }

    /// The matrix applied to leading bits; both results are in [0, 2^128).
    #[inline(always)]
    fn apply_wrapping(&self, a: u128, b: u128) -> (u128, u128) {
        let product = |x: u128, entry: u64| x.wrapping_mul(u128::from(entry));
        let x = product(a, self.u0).wrapping_sub(product(b, self.v0));
        let y = product(b, self.v1).wrapping_sub(product(a, self.u1));
        (x, y)
    }

    /// The product: first `first` is applied, then this one.
    #[inline(always)]
    fn after(&self, first: &Matrix) -> Matrix {
        Matrix {
            u0: self.u0 * first.u0 + self.v0 * first.u1,
            v0: self.u0 * first.v0 + self.v0 * first.v1,
            u1: self.v1 * first.u1 + self.u1 * first.u0,
            v1: self.v1 * first.v1 + self.u1 * first.v0,
        }
    }

    /// (x, y) := (u0·x − v0·y, v1·y − u1·x), for the same number of limbs.
    #[inline(always)]
    pub(super) fn shrink(&self, x: &mut [u64], y: &mut [u64]) {
        let (mut carry_x, mut carry_y) = (0i128, 0i128);
        let (u0, v0) = (i128::from(self.u0), i128::from(self.v0));
        let (u1, v1) = (i128::from(self.u1), i128::from(self.v1));
        for (x, y) in x.iter_mut().zip(y.iter_mut()) {
            // Products are below 2^127 and carries at most 2^63 in absolute value.
            let (a, b) = (i128::from(*x), i128::from(*y));
            carry_x += a * u0 - b * v0;
            carry_y += b * v1 - a * u1;
            (*x, *y) = (carry_x as u64, carry_y as u64);
            carry_x >>= 64;
            carry_y >>= 64;
        }
        debug_assert!(carry_x == 0 && carry_y == 0, "a remainder is outside its bounds");
    }

    /// (x, y) := (u0·x + v0·y, u1·x + v1·y) for the absolute values of cofactors with the same number of
    /// limbs; returns the limbs above.
    #[inline(always)]
    pub(super) fn grow(&self, x: &mut [u64], y: &mut [u64]) -> (u64, u64) {
        let (mut carry_x, mut carry_y) = (0u128, 0u128);
        let (u0, v0) = (u128::from(self.u0), u128::from(self.v0));
        let (u1, v1) = (u128::from(self.u1), u128::from(self.v1));
        for (x, y) in x.iter_mut().zip(y.iter_mut()) {
            // Products are below 2^127, so two of them and a carry fit.
            let (a, b) = (u128::from(*x), u128::from(*y));
            carry_x += a * u0 + b * v0;
            carry_y += a * u1 + b * v1;
            (*x, *y) = (carry_x as u64, carry_y as u64);
            carry_x >>= 64;
            carry_y >>= 64;
        }
        (carry_x as u64, carry_y as u64)
    }
}

/// Two remainders of a run with the rows of their cofactors, (u, v) as u + 2^32·v.
struct Pair {
    x: u64,
    y: u64,
    row_x: u64,
    row_y: u64,
    /// Whether x and y stand for each other.
    turned: bool,
}

impl Pair {
    /// One step; `false`, and none, if a remainder would be below `floor`. The cofactors of what is kept are
    /// below 2^32, and those of what is not kept may be anything.
    #[inline(always)]
    fn step(&mut self, floor: u64) -> bool {
        let shift = (self.x | self.y).leading_zeros();
        self.turn(self.x < self.y);
        let Pair { x, y, row_x, row_y, turned } = *self;
        let cell = table::cell(x, y, shift);
        let next = if cell < table::FIRST {
            let (quotient, rest) = divide_word(x, y);
            Pair { x: rest, y, row_x: row_x.wrapping_add(row_y.wrapping_mul(quotient)), row_y, turned }
        } else {
            let [u0, v0, u1, v1] = table::entry(cell);
            Pair {
                x: x.wrapping_mul(u0).wrapping_sub(y.wrapping_mul(v0)),
                y: y.wrapping_mul(v1).wrapping_sub(x.wrapping_mul(u1)),
                row_x: row_x.wrapping_mul(u0).wrapping_add(row_y.wrapping_mul(v0)),
                row_y: row_y.wrapping_mul(v1).wrapping_add(row_x.wrapping_mul(u1)),
                turned,
            }
        };
        let kept = next.x >= floor && next.y >= floor;
        if kept {
            *self = next;
        }
        kept
    }

    /// Exchanges x and y, if that is asked for, without a branch: half of all pairs are in order.
    #[inline(always)]
    fn turn(&mut self, turn: bool) {
        let Pair { x, y, row_x, row_y, turned } = *self;
        let pick = |one: u64, other: u64| select_unpredictable(turn, one, other);
        *self = Pair {
            x: pick(y, x),
            y: pick(x, y),
            row_x: pick(row_y, row_x),
            row_y: pick(row_x, row_y),
            turned: turned ^ turn,
        };
    }

    /// The matrix, and the remainders in its order.
    #[inline(always)]
    fn matrix(mut self) -> (Matrix, u64, u64) {
        self.turn(self.turned);
        let (x, y) = (self.row_x, self.row_y);
        let low = |row: u64| row & u64::from(u32::MAX);
        (Matrix { u0: low(x), v0: x >> 32, u1: low(y), v1: y >> 32 }, self.x, self.y)
    }
}

/// The leading 128 bits after a shift that removes the leading zeros of the longer of two numbers.
#[inline(always)]
fn leading(x: &[u64], shift: u32) -> u128 {
    let n = x.len();
    let top = u128::from(x[n - 1]) << 64 | u128::from(x[n - 2]);
    let below = if n > 2 { x[n - 3] } else { 0 };
    top << shift | u128::from((below >> 1) >> (63 - shift))
}

/// 2^`exponent` within a word, but at least 2^`floor`.
#[inline(always)]
fn threshold(floor: isize, exponent: isize) -> u64 {
    match exponent.max(floor) {
        64.. => u64::MAX,
        exponent => 1 << exponent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bounds of the module, for words that give the largest cofactors.
    #[test]
    fn entries_stay_below_their_bounds() {
        let ends = [1 << 63, u64::MAX, u64::MAX - 1, (1 << 63) + 1, 1 << 33, (1 << 33) - 1, 1 << 32, 12345];
        // Consecutive Fibonacci numbers have the most steps.
        let golden = [12_200_160_415_121_876_738, 7_540_113_804_746_346_429];
        for x in ends.into_iter().chain(golden) {
            for y in ends.into_iter().chain(golden) {
                for floor in [1 << 32, 1 << 33] {
                    let m = Matrix::run(x, y, floor);
                    let most = u64::MAX / floor;
                    assert!(m.v0 + m.v1 <= most && m.u0 + m.u1 <= most.max(1), "{x} {y} {m:?}");
                    let (u0, v0) = (u128::from(m.u0), u128::from(m.v0));
                    let (u1, v1) = (u128::from(m.u1), u128::from(m.v1));
                    assert_eq!(u0 * v1 - v0 * u1, 1);
                }
            }
        }
    }

    /// Results are positive for any limbs below the leading words; here these limbs have extreme values.
    #[test]
    fn remainders_stay_positive() {
        let tops = [1 << 63, u64::MAX, u64::MAX - 1, 12_200_160_415_121_876_738, 7_540_113_804_746_346_429];
        let mut simulated = 0;
        for (x, y) in tops.iter().flat_map(|x| tops.iter().map(move |y| (*x, *y))) {
            for low in [[0, u64::MAX], [u64::MAX, 0], [0, 0], [u64::MAX, u64::MAX]] {
                for middle in [[0, u64::MAX], [u64::MAX, 0], [1 << 32, 1 << 31]] {
                    let mut a = [low[0], low[0], middle[0], x];
                    let mut b = [low[1], low[1], middle[1], y];
                    let Some(m) = Matrix::simulate(&a, &b, 0) else { continue };
                    assert!(m.u0.max(m.v0).max(m.u1).max(m.v1) < 1 << 63, "{m:?}");
                    // Its assertion checks that nothing is negative.
                    m.shrink(&mut a, &mut b);
                    assert!(a != [0; 4] && b != [0; 4]);
                    simulated += 1;
                }
            }
        }
        assert!(simulated > 200);
    }
}
