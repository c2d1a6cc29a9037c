//! Euclid's algorithm on eight pairs: stages of a run on the leading bits (`run.rs`) and its application.
//!
//! A pair has positive remainders x and y with cofactors of the second number, of both signs. In each stage
//! the leading 52 bits of every lane are those of its own longer number, so lanes need not be equally long.
//!
//! # Bounds of cofactors
//!
//! Let the numbers be a ≥ 1 and b, x = s·a + t·b and y = s'·a + t'·b, with s·t' − s'·t = ±1. So x·t' − y·t =
//! ±a and |t'| ≤ a/x + |t|·y/x. Say y was computed last, by subtracting a multiple of x, and x before it, by
//! subtracting a multiple of z. If |t| ≤ τ·a/z, then |t'| ≤ (1 + τ·y/z)·a/x. For quotients that are nearest
//! integers, y ≤ x/2 ≤ z/4, so τ = 4/3 is kept. In a stage the leading bits decide, and y/x and x/z may reach
//! (1/2)·(5/4)/(3/4) = 5/6 in its last steps (`run.rs`): then y/z ≤ 25/36, and τ ≤ 36/11 < 4 is kept. If a
//! quotient was not the nearest integer because it exceeds 2^12, y is 2^−12 of its value before, for which
//! the same holds. So |t| < 4·a: two bits more than a, and one for the sign.
//!
//! A product begins with b ≥ a. Its first step leaves x = a with t = 0, as if b were reduced modulo a; or, if
//! a is more than about b/2, x = b − a with |t| = 1. Then a/x ≥ 1, so that |t'| ≤ a/x + |t|·y/x ≤ (3/2)·a/x,
//! and τ ≤ 36/11 is kept.
//!
//! Cofactors are computed in as few limbs as they may have: a stage multiplies them by at most 2^27, which is
//! checked.

use super::{
    number::{Combination, Number, apply, extension, make_positive},
    run::{Matrix, run, run_to_end},
    vector::{
        ALL, Doubles, Lanes, RADIX_BITS, Words, exponent, nonzero, shift_left, splat, splat_double,
        to_doubles, zero,
    },
};
use core::arch::x86_64::{
    _CMP_EQ_OQ, _CMP_LT_OQ, _mm512_add_epi64, _mm512_cmp_pd_mask, _mm512_cmpge_epu64_mask,
    _mm512_mask_blend_epi64, _mm512_maskz_mov_pd, _mm512_mul_pd, _mm512_or_si512, _mm512_scalef_pd,
    _mm512_sub_epi64,
};

/// log2 of the greatest factor by which a stage makes cofactors longer.
const GROWTH: usize = 27;

/// Remainders x, y with cofactors tx, ty.
pub(super) struct Pair<const N: usize> {
    pub(super) x: Number<N>,
    pub(super) y: Number<N>,
    /// The highest limb of x and y that is not 0 in all lanes.
    top: usize,
    /// In two's complement of `t_len` limbs; those above have no meaning.
    pub(super) tx: Number<N>,
    pub(super) ty: Number<N>,
    t_len: usize,
    /// The bits of the longest cofactor at most, as far as stages show it.
    t_bits: usize,
    /// Lanes in which x·ty − y·tx is −a.
    pub(super) turned: Lanes,
    /// Lanes that are handed to the scalar path.
    pub(super) failed: Lanes,
}

/// The leading bits of both numbers.
struct Window {
    x: Doubles,
    y: Doubles,
    /// The exponent of their unit.
    unit: Words,
    /// Lanes whose numbers have more than one limb.
    long: Lanes,
}

impl<const N: usize> Pair<N> {
    /// The limbs of a remainder and of a cofactor.
    const LEN: usize = N - 2;
    /// More stages than random numbers need, each of which removes about 24 bits.
    const STAGES: usize = 3 * N;

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn new(a: &Number<N>, b: &Number<N>, failed: Lanes) -> Pair<N> {
        let mut ty = [zero(); N];
        ty[0] = splat(1);
        let (tx, top) = ([zero(); N], Self::LEN - 1);
        Pair { x: *a, y: *b, top, tx, ty, t_len: 1, t_bits: 1, turned: 0, failed }
    }

    /// Finds t with t·b ≡ 1 modulo a, in two's complement of L limbs. Lanes whose gcd is not 1 fail.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    pub(super) fn inverse(&mut self) -> (Number<N>, Lanes) {
        let (t, gcd, failed) = self.gcd();
        (t, failed | !_mm512_cmp_pd_mask::<_CMP_EQ_OQ>(gcd, splat_double(1.0)))
    }

    /// Finds the gcd d, and t with t·b ≡ d modulo a, in two's complement of L limbs. Lanes whose gcd is
    /// longer than a limb fail.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    pub(super) fn gcd(&mut self) -> (Number<N>, Doubles, Lanes) {
        let no_floor = splat_double(0.0);
        for stage in 0.. {
            let window = self.window(!self.failed);
            if window.long == 0 {
                break;
            }
            if stage == Self::STAGES {
                self.failed |= window.long;
                break;
            }
            let matrix = run(window.x, window.y, no_floor, window.long);
            self.failed |= window.long & !matrix.moved;
            self.apply(&matrix);
        }
        let end = run_to_end(to_doubles(self.x[0]), to_doubles(self.y[0]));
        self.failed |= end.failed;
        self.extend(Self::LEN);
        let sum = Combination {
            u: end.u,
            v: end.v,
            minus: end.u_negative ^ end.v_negative,
            negated: end.u_negative,
        };
        let mut t = [zero(); N];
        sum.of(&self.tx[..Self::LEN], &self.ty[..Self::LEN], &mut t[..Self::LEN]);
        (t, end.gcd, self.failed)
    }

    /// Makes both remainders as short as 2^`target` allows.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    pub(super) fn shorten(&mut self, target: Words) {
        let mut live = !self.failed;
        for _ in 0..Self::STAGES {
            let window = self.window(live);
            live &= window.long;
            if live == 0 {
                return;
            }
            let floor =
                _mm512_scalef_pd(splat_double(1.0), to_doubles(_mm512_sub_epi64(target, window.unit)));
            let matrix = run(window.x, window.y, floor, live);
            self.apply(&matrix);
            // The next step would not be kept.
            let near = _mm512_mul_pd(floor, splat_double(4.0));
            live &= matrix.moved & !_mm512_cmp_pd_mask::<_CMP_LT_OQ>(matrix.shorter, near) & !self.failed;
        }
    }

    /// Finds the leading bits of the lanes in use.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq")]
    fn window(&mut self, lanes: Lanes) -> Window {
        let [mut x, mut x_below, mut y, mut y_below, mut place] = [zero(); 5];
        let mut missing = lanes;
        for i in (1..=self.top).rev() {
            let found = nonzero(_mm512_or_si512(self.x[i], self.y[i])) & missing;
            if found == 0 {
                if missing == lanes {
                    self.top = i - 1;
                }
                continue;
            }
            let pick = |old: Words, new: Words| _mm512_mask_blend_epi64(found, old, new);
            x = pick(x, self.x[i]);
            x_below = pick(x_below, self.x[i - 1]);
            y = pick(y, self.y[i]);
            y_below = pick(y_below, self.y[i - 1]);
            place = pick(place, splat((RADIX_BITS * i) as u64));
            missing &= !found;
            if missing == 0 {
                break;
            }
        }
        let long = lanes & !missing;
        // The longer number has 52 bits then. Shifts of other lanes are too long and give 0.
        let shift = _mm512_sub_epi64(splat(RADIX_BITS as u64 - 1), exponent(_mm512_or_si512(x, y)));
        Window {
            x: _mm512_maskz_mov_pd(long, to_doubles(shift_left(x, x_below, shift))),
            y: _mm512_maskz_mov_pd(long, to_doubles(shift_left(y, y_below, shift))),
            unit: _mm512_sub_epi64(place, shift),
            long,
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    fn apply(&mut self, matrix: &Matrix) {
        self.turned ^= matrix.turned;
        let most = splat(1 << GROWTH);
        let sum = |u, v| _mm512_cmpge_epu64_mask(_mm512_add_epi64(u, v), most);
        self.failed |= sum(matrix.x.u, matrix.x.v) | sum(matrix.y.u, matrix.y.v);
        let len = self.top + 1;
        let (x, y) = apply(matrix, &mut self.x[..len], &mut self.y[..len]);
        self.failed |= nonzero(_mm512_or_si512(x, y));
        self.t_bits += GROWTH;
        self.extend((self.t_bits / RADIX_BITS + 1).min(Self::LEN));
        apply(matrix, &mut self.tx[..self.t_len], &mut self.ty[..self.t_len]);
    }

    /// Makes the cofactors at least this long.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq")]
    pub(super) fn extend(&mut self, len: usize) {
        while self.t_len < len {
            self.tx[self.t_len] = extension(self.tx[self.t_len - 1]);
            self.ty[self.t_len] = extension(self.ty[self.t_len - 1]);
            self.t_len += 1;
        }
    }
}

/// Makes numbers in two's complement of `len` limbs positive, with 0 above them.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
pub(super) fn magnitude<const N: usize>(number: &mut Number<N>, len: usize) -> Lanes {
    number[len..].fill(zero());
    make_positive(&mut number[..len]) & ALL
}
