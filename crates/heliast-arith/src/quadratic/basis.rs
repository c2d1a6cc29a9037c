//! A basis that makes the form reduced, from a short one.
//!
//! For a form f = (a, b, c) and its lattice of pairs (P, Q), the squared form is F(P, Q) = (a·P² + b·P·Q +
//! c·Q²)/a on a basis of the lattice; the product with a form whose first coefficient is a2 has that as the
//! denominator. Euclid's algorithm finds a short basis. Gauss's reduction of F in double precision finds the
//! one on which F is reduced. So the products that give F exactly are made once, and F is nearly always
//! reduced then. Rounding may leave it one step short, which its exact coefficients show: that lane is handed
//! to the scalar path.
//!
//! f is reduced, so b² ≤ a·c, and the terms of F do not cancel. But a step from long vectors to short ones
//! takes a difference of long values. So after a pass, whose steps compute F from the F before, F is computed
//! again from the vectors, until a pass takes no step.

use super::{
    number::{Combination, Number, Signed, extension, is_negative, make_positive},
    vector::{Doubles, Lanes, RADIX_BITS, Words, magnitudes, splat_double, to_doubles},
};
use core::arch::x86_64::{
    _CMP_LT_OQ, _CMP_NEQ_OQ, _mm512_abs_pd, _mm512_add_pd, _mm512_castpd_si512, _mm512_cmp_pd_mask,
    _mm512_div_pd, _mm512_fmadd_pd, _mm512_fnmadd_pd, _mm512_mask_blend_pd, _mm512_mask_sub_pd,
    _mm512_movepi64_mask, _mm512_mul_pd, _mm512_roundscale_pd, _mm512_sub_pd, _mm512_xor_si512,
};

/// Turns of two steps at most, and passes of turns.
const TURNS: usize = 40;
const PASSES: usize = 4;
/// 2^49, which bounds multipliers.
const LIMIT: f64 = (1u64 << 49) as f64;

/// A vector (P, Q) of the lattice.
pub(super) struct Vector<const N: usize> {
    pub(super) p: Signed<N>,
    pub(super) q: Signed<N>,
}

/// A vector in double precision, or a row of the matrix that makes it.
#[derive(Clone, Copy)]
struct Approximate {
    first: Doubles,
    second: Doubles,
}

/// The form F, in double precision: α·P² + β·P·Q + γ·Q².
pub(super) struct Norm {
    pub(super) alpha: Doubles,
    beta: Doubles,
    pub(super) gamma: Doubles,
}

impl Norm {
    /// The norm of a square: f/a for a form f whose a has L limbs, from the leading limbs.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq")]
    pub(super) fn of_square<const N: usize>(a: &Number<N>, b: &Signed<N>, c: &Number<N>) -> Norm {
        Norm { alpha: splat_double(1.0), ..Norm::of_product(a, b, c, a) }
    }

    /// The norm of a product: (a1, b1, c1)/a2 for an a2 of L limbs, from the leading limbs.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq")]
    pub(super) fn of_product<const N: usize>(
        a1: &Number<N>,
        b1: &Signed<N>,
        c1: &Number<N>,
        a2: &Number<N>,
    ) -> Norm {
        let leading = |x: &Number<N>| approximate(&x[N - 5..N - 2]);
        let inverse = _mm512_div_pd(splat_double(1.0), leading(a2));
        let [alpha, beta, gamma] = [a1, &b1.magnitude, c1].map(|x| _mm512_mul_pd(leading(x), inverse));
        Norm { alpha, beta: _mm512_mask_sub_pd(beta, b1.negative, splat_double(0.0), beta), gamma }
    }

    /// F(v).
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn of(&self, v: &Approximate) -> Doubles {
        let rest = _mm512_fmadd_pd(self.gamma, v.second, _mm512_mul_pd(self.beta, v.first));
        _mm512_fmadd_pd(_mm512_mul_pd(self.alpha, v.first), v.first, _mm512_mul_pd(rest, v.second))
    }

    /// F(v + w) − F(v) − F(w).
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn both(&self, v: &Approximate, w: &Approximate) -> Doubles {
        let (p, q) = (_mm512_mul_pd(self.alpha, v.first), _mm512_mul_pd(self.gamma, v.second));
        let (twice, cross) = (
            _mm512_fmadd_pd(p, w.first, _mm512_mul_pd(q, w.second)),
            _mm512_fmadd_pd(v.first, w.second, _mm512_mul_pd(w.first, v.second)),
        );
        _mm512_fmadd_pd(self.beta, cross, _mm512_add_pd(twice, twice))
    }
}

impl Approximate {
    /// first·v + second·w.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn combine(&self, v: &Approximate, w: &Approximate) -> Approximate {
        let of = |v, w| _mm512_fmadd_pd(self.first, v, _mm512_mul_pd(self.second, w));
        Approximate { first: of(v.first, w.first), second: of(v.second, w.second) }
    }
}

/// Two vectors of the lattice: P is in `x` and `y`, and Q in `tx` and `ty`, in two's complement and with the
/// wrong sign in the lanes of `flipped`. All have `len` limbs.
pub(super) struct Short<'a, const N: usize> {
    pub(super) x: &'a Number<N>,
    pub(super) y: &'a Number<N>,
    pub(super) tx: &'a Number<N>,
    pub(super) ty: &'a Number<N>,
    pub(super) len: usize,
    pub(super) flipped: Lanes,
    /// Lanes in which x·ty − y·tx is negative.
    pub(super) turned: Lanes,
}

impl<const N: usize> Short<'_, N> {
    /// The basis on which the norm is reduced, with P1·Q2 − P2·Q1 > 0 and the shorter vector first. Adds the
    /// lanes that are handed to the scalar path.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    pub(super) fn reduce(&self, norm: &Norm, failed: &mut Lanes) -> [Vector<N>; 2] {
        let (one, zero_double) = (splat_double(1.0), splat_double(0.0));
        let vector = |p: &Number<N>, q: &Number<N>| {
            let q = approximate_signed(&q[..self.len]);
            let q = _mm512_mask_sub_pd(q, self.flipped, zero_double, q);
            Approximate { first: approximate(&p[..self.len]), second: q }
        };
        let (v, w) = (vector(self.x, self.tx), vector(self.y, self.ty));
        let mut row_v = Approximate { first: one, second: zero_double };
        let mut row_w = Approximate { first: zero_double, second: one };
        let mut c_less_a = splat_double(0.0);
        for _ in 0..PASSES {
            let (p, q) = (row_v.combine(&v, &w), row_w.combine(&v, &w));
            let (mut a, mut b, mut c) = (norm.of(&p), norm.both(&p, &q), norm.of(&q));
            let mut moved = 0;
            for _ in 0..TURNS {
                let again =
                    step(a, &mut b, &mut c, &row_v, &mut row_w) | step(c, &mut b, &mut a, &row_w, &mut row_v);
                moved |= again;
                if again == 0 {
                    break;
                }
            }
            c_less_a = _mm512_sub_pd(c, a);
            if moved == 0 {
                break;
            }
        }
        // The shorter first: (v, w) becomes (w, −v), with the same orientation.
        let longer = _mm512_cmp_pd_mask::<_CMP_LT_OQ>(c_less_a, zero_double);
        let swap = |v: Doubles, w: Doubles| {
            let minus = _mm512_sub_pd(zero_double, v);
            (_mm512_mask_blend_pd(longer, v, w), _mm512_mask_blend_pd(longer, w, minus))
        };
        let (v0, w0) = swap(row_v.first, row_w.first);
        let (v1, w1) = swap(row_v.second, row_w.second);
        let negative = |x: Doubles| _mm512_movepi64_mask(_mm512_castpd_si512(x));
        let turned = self.turned ^ self.flipped ^ negative(v0) ^ negative(w0);
        for multiplier in [v0, v1, w0, w1] {
            *failed |= !_mm512_cmp_pd_mask::<_CMP_LT_OQ>(_mm512_abs_pd(multiplier), splat_double(LIMIT));
        }
        [self.combine(v0, v1, 0), self.combine(w0, w1, turned)]
    }

    /// ±(u·(x, tx) + v·(y, ty)), with the sign of u, or the other one in the lanes of `turned`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    fn combine(&self, u: Doubles, v: Doubles, turned: Lanes) -> Vector<N> {
        let negative = |x: Doubles| _mm512_movepi64_mask(_mm512_castpd_si512(x));
        let sum = Combination {
            u: magnitudes(u, 1.0),
            v: magnitudes(v, 1.0),
            minus: negative(u) ^ negative(v),
            negated: 0,
        };
        let mut vector = Vector { p: Signed::zero(), q: Signed::zero() };
        let set = |into: &mut Signed<N>, x: &Number<N>, y: &Number<N>, turned: Lanes| {
            let limbs = &mut into.magnitude[..self.len];
            sum.of(&x[..self.len], &y[..self.len], limbs);
            into.negative = make_positive(limbs) ^ turned;
        };
        set(&mut vector.p, self.x, self.y, turned);
        set(&mut vector.q, self.tx, self.ty, turned ^ self.flipped);
        vector
    }
}

/// Subtracts a multiple of v from w, for F(v) = a, F(w) = c, F(v + w) = a + b + c; returns the lanes in which
/// the multiple is not 0.
#[inline]
#[target_feature(enable = "avx512f")]
fn step(a: Doubles, b: &mut Doubles, c: &mut Doubles, v: &Approximate, w: &mut Approximate) -> Lanes {
    let double = _mm512_add_pd(a, a);
    let q = _mm512_roundscale_pd::<0x08>(_mm512_div_pd(*b, double));
    // c − q·b + q²·a = c − q·(b − q·a).
    *c = _mm512_fnmadd_pd(q, _mm512_fnmadd_pd(q, a, *b), *c);
    *b = _mm512_fnmadd_pd(q, double, *b);
    w.first = _mm512_fnmadd_pd(q, v.first, w.first);
    w.second = _mm512_fnmadd_pd(q, v.second, w.second);
    _mm512_cmp_pd_mask::<_CMP_NEQ_OQ>(q, splat_double(0.0))
}

/// Σ limb·2^(52·(i − n + 1)) for n limbs.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn approximate(limbs: &[Words]) -> Doubles {
    let below = splat_double(1.0 / (1u64 << RADIX_BITS) as f64);
    let mut sum = splat_double(0.0);
    for limb in limbs {
        sum = _mm512_fmadd_pd(sum, below, to_doubles(*limb));
    }
    sum
}

/// The same for two's complement. A negative number x is taken as −(−x − 1), so that nothing cancels.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn approximate_signed(limbs: &[Words]) -> Doubles {
    let Some(top) = limbs.last() else { return splat_double(0.0) };
    let flip = extension(*top);
    let below = splat_double(1.0 / (1u64 << RADIX_BITS) as f64);
    let mut sum = splat_double(0.0);
    for limb in limbs {
        sum = _mm512_fmadd_pd(sum, below, to_doubles(_mm512_xor_si512(*limb, flip)));
    }
    _mm512_mask_sub_pd(sum, is_negative(*top), splat_double(0.0), sum)
}
