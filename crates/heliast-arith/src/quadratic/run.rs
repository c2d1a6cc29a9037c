//! Steps of Euclid's algorithm on the leading bits of eight pairs, in double precision.
//!
//! From integers x0, y0 in [1, 2^52), the leading bits of x and y, a run computes remainders
//!
//! ```text
//! x' = u0·x0 + v0·y0,    y' = u1·x0 + v1·y0,    u0·v1 − v0·u1 = 1,
//! ```
//!
//! by turns x −= q·y and y −= q·x, where q is about the nearest integer, so remainders have both signs.
//!
//! **Exact.** A remainder is at most |y|/2 + 2^−13·|x|, so it never exceeds the larger of x0 and y0: it is an
//! integer below 2^52, and a fused product and sum gives it exactly. u and v never have the same sign,
//! because |u|·x0 + |v|·y0 would exceed both x0 and y0. So |u| + |v| = |u − v|.
//!
//! **Safe.** A step is kept only if |x'| ≥ [`MARGIN`]·(|u| + |v|). The numbers themselves are (x0 + ε)·unit
//! and (y0 + η)·unit with 0 ≤ ε, η < 1, so their combination has the sign of x', and differs from it by less
//! than a quarter. It follows that |u| + |v| is below 2^50, and exact.
//!
//! The pair need not be that of Euclid's algorithm: any combination with the determinant 1 has the same gcd
//! and spans the same lattice. Quotients decide only how fast the pair becomes short.
//!
//! A lane that has taken its last step goes on with the others, but nothing of it is kept.

use super::vector::{Doubles, Lanes, Words, magnitudes, quotient, splat_double};
use core::arch::x86_64::{
    _CMP_EQ_OQ, _CMP_GE_OQ, _CMP_GT_OQ, _CMP_LT_OQ, _mm512_abs_pd, _mm512_castpd_si512, _mm512_cmp_pd_mask,
    _mm512_cmpneq_pd_mask, _mm512_fnmadd_pd, _mm512_mask_cmp_pd_mask, _mm512_mask_mov_pd,
    _mm512_movepi64_mask, _mm512_mul_pd, _mm512_range_pd, _mm512_setzero_pd, _mm512_sub_pd,
};

/// The least quotient of a remainder and the sum of its cofactors.
const MARGIN: f64 = 4.0;
/// Turns of two steps in a run at most.
const TURNS: usize = 5;
/// The larger of two absolute values.
const LARGER: i32 = 0b1011;
/// The smaller of two absolute values.
const SMALLER: i32 = 0b1010;

/// x := ±(u0·x − v0·y), y := ±(v1·y − u1·x), with magnitudes below 2^50.
pub(super) struct Matrix {
    pub(super) x: Row,
    pub(super) y: Row,
    /// Lanes in which the determinant is −1.
    pub(super) turned: Lanes,
    /// Lanes in which the matrix is not the identity.
    pub(super) moved: Lanes,
    /// The smaller remainder, in units of x0 and y0.
    pub(super) shorter: Doubles,
}

/// u·x − v·y, or v·y − u·x in the lanes of `turned`.
pub(super) struct Row {
    pub(super) u: Words,
    pub(super) v: Words,
    pub(super) turned: Lanes,
}

/// A remainder with its cofactors, times [`MARGIN`].
#[derive(Clone, Copy)]
struct Remainder {
    value: Doubles,
    u: Doubles,
    v: Doubles,
}

/// Steps while remainders are at least `floor`, in the lanes of `live`; elsewhere the matrix is the identity.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
pub(super) fn run(x0: Doubles, y0: Doubles, floor: Doubles, mut live: Lanes) -> Matrix {
    let (zero, one) = (_mm512_setzero_pd(), splat_double(MARGIN));
    let mut x = Remainder { value: x0, u: one, v: zero };
    let mut y = Remainder { value: y0, u: zero, v: one };
    let (mut kept_x, mut kept_y) = (x, y);
    for _ in 0..TURNS {
        live = x.subtract(&y, floor, live);
        kept_x.keep(&x, live);
        live = y.subtract(&x, floor, live);
        kept_y.keep(&y, live);
        if live == 0 {
            break;
        }
    }
    let (x, y) = (kept_x, kept_y);
    let negative = |x: Doubles| _mm512_movepi64_mask(_mm512_castpd_si512(x));
    let moved = _mm512_cmpneq_pd_mask(x.value, x0) | _mm512_cmpneq_pd_mask(y.value, y0);
    let (mut row_x, row_y) = (x.row(), y.row());
    // The identity, also if x0 is 0.
    row_x.turned &= moved;
    Matrix {
        x: row_x,
        y: row_y,
        turned: negative(x.value) ^ negative(y.value),
        moved,
        shorter: _mm512_range_pd::<SMALLER>(x.value, y.value),
    }
}

impl Remainder {
    /// Subtracts a multiple of the other remainder; returns the lanes in which the result may be kept.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq")]
    fn subtract(&mut self, other: &Remainder, floor: Doubles, live: Lanes) -> Lanes {
        let q = quotient(self.value, other.value);
        self.value = _mm512_fnmadd_pd(q, other.value, self.value);
        self.u = _mm512_fnmadd_pd(q, other.u, self.u);
        self.v = _mm512_fnmadd_pd(q, other.v, self.v);
        let least = _mm512_range_pd::<LARGER>(_mm512_sub_pd(self.u, self.v), floor);
        _mm512_mask_cmp_pd_mask::<_CMP_GE_OQ>(live, _mm512_abs_pd(self.value), least)
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn keep(&mut self, next: &Remainder, lanes: Lanes) {
        self.value = _mm512_mask_mov_pd(self.value, lanes, next.value);
        self.u = _mm512_mask_mov_pd(self.u, lanes, next.u);
        self.v = _mm512_mask_mov_pd(self.v, lanes, next.v);
    }

    /// The row that makes the remainder positive: u·x − v·y if u has the sign of the remainder, and otherwise
    /// v·y − u·x, also if u is 0.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq")]
    fn row(&self) -> Row {
        let same = _mm512_cmp_pd_mask::<_CMP_GT_OQ>(_mm512_mul_pd(self.u, self.value), _mm512_setzero_pd());
        Row { u: magnitudes(self.u, 1.0 / MARGIN), v: magnitudes(self.v, 1.0 / MARGIN), turned: !same }
    }
}

/// The gcds of pairs of words with their factors.
pub(super) struct End {
    pub(super) gcd: Doubles,
    /// gcd = ±|u|·x ± |v|·y.
    pub(super) u: Words,
    pub(super) v: Words,
    /// Lanes in which the terms are subtracted.
    pub(super) u_negative: Lanes,
    pub(super) v_negative: Lanes,
    /// Lanes that have not ended, or whose factors are not exact.
    pub(super) failed: Lanes,
}

/// Turns to the end at most. Each halves both words, and nearly all of them do more.
const LAST_TURNS: usize = 60;

/// Takes all steps for pairs of words below 2^52, x positive and y of any sign, or 0. Remainders are exact,
/// as in a run, and so are the cofactors of the last one: they are at most 4/3 of half a word
/// ([`super::euclid`]).
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
pub(super) fn run_to_end(x0: Doubles, y0: Doubles) -> End {
    let (zero, one) = (_mm512_setzero_pd(), splat_double(MARGIN));
    let mut x = Remainder { value: x0, u: one, v: zero };
    let mut y = Remainder { value: y0, u: zero, v: one };
    let step = |x: &mut Remainder, y: &Remainder| {
        let live = _mm512_cmpneq_pd_mask(x.value, zero) & _mm512_cmpneq_pd_mask(y.value, zero);
        let mut next = *x;
        next.subtract(y, zero, live);
        x.keep(&next, live);
        live
    };
    for _ in 0..LAST_TURNS {
        if step(&mut x, &y) | step(&mut y, &x) == 0 {
            break;
        }
    }
    let is_x = _mm512_cmpneq_pd_mask(x.value, zero);
    let pick = |x, y| _mm512_mask_mov_pd(y, is_x, x);
    let (gcd, u, v) = (pick(x.value, y.value), pick(x.u, y.u), pick(x.v, y.v));
    let negative = |x: Doubles| _mm512_movepi64_mask(_mm512_castpd_si512(x));
    let ended = _mm512_cmp_pd_mask::<_CMP_EQ_OQ>(_mm512_mul_pd(x.value, y.value), zero);
    let small = |x: Doubles| _mm512_cmp_pd_mask::<_CMP_LT_OQ>(_mm512_abs_pd(x), splat_double(MARGIN * LIMIT));
    End {
        gcd: _mm512_abs_pd(gcd),
        u: magnitudes(u, 1.0 / MARGIN),
        v: magnitudes(v, 1.0 / MARGIN),
        u_negative: negative(u) ^ negative(gcd),
        v_negative: negative(v) ^ negative(gcd),
        failed: !(ended & small(u) & small(v)),
    }
}

/// 2^52.
const LIMIT: f64 = (1u64 << 52) as f64;
