//! Eight forms, and what squares and products have in common: NUDUPL and NUCOMP, as in `heliast_group`'s
//! `class/compose.rs`, whose names these are.
//!
//! The result is F(P, Q) = P·R + Q·S on a basis of the lattice of all (P, Q) with P ≡ k·Q (mod a2): the form
//! (P1·R1 + Q1·S1, 2·(P1·R2 + Q1·S2) + b2, P2·R2 + Q2·S2).
//!
//! 1. a short basis, from (a2, 0), (k, 1) by Euclid's algorithm, until P has the size √(a2/a1)·|D|^(1/4);
//! 2. the basis on which F is reduced (`basis.rs`);
//! 3. R and S for both vectors (`square.rs`, `product.rs`), and F.
//!
//! # Sizes
//!
//! a, b and c of a form have L limbs of 52 bits, P and Q have H = L/2. A lane whose numbers are longer fails,
//! which is checked for every number, and keeps its form:
//!
//! - In short vectors, P is below 2^(52·(H + 1)), and so is Q, because |Q| < 4·a2/P for the P before the
//!   last. With multipliers below 2^49 their combinations are right in H + 2 limbs. They must have H.
//! - R and S have H + 1 limbs with their signs: see there.
//! - The new a and c are positive and below 2^(52·(L + 1)), and must have L limbs. Then b² < 4·a·c, and b
//!   fits, too.
//!
//! The new form must be reduced, and not on the edge (|b| = a or a = c), which is rare.
//!
//! These sizes also show a wrong gcd, cofactor or k: R and S are quotients modulo 2^(52·(H + 1)), whatever is
//! divided. If the true ones are not integers, they are long there, and a, b and c have L limbs with a
//! probability of some 2^−150. The discriminant, which is right modulo 2^52 for any k and an odd a2, shows
//! mistakes in products and sums; it is compared modulo 2^52.

use super::{
    basis::{Norm, Short, Vector},
    euclid::Pair,
    exact::Divisor,
    number::{Number, Signed, column, is_less, make_positive, settle, sum_of_products},
    vector::{ALL, Lanes, Words, add_or_subtract, low, low_limb, nonzero, zero},
};
use core::arch::x86_64::{_mm512_mask_blend_epi64, _mm512_or_si512, _mm512_slli_epi64, _mm512_sub_epi64};

/// Eight forms in limbs of 52 bits, L = N − 2 of which are in use.
#[derive(Clone)]
pub(super) struct Forms<const N: usize> {
    pub(super) a: Number<N>,
    pub(super) b: Signed<N>,
    pub(super) c: Number<N>,
    /// |D| modulo 2^52.
    pub(super) discriminant: Words,
    /// log2 of the size down to which Euclid's algorithm goes if both a have the same size.
    pub(super) target: Words,
}

/// A vector of the lattice on which F is reduced, and R and S there.
pub(super) struct Point<'a, const N: usize> {
    pub(super) vector: &'a Vector<N>,
    pub(super) r: &'a Signed<N>,
    pub(super) s: &'a Signed<N>,
}

/// F on a basis.
pub(super) struct Norms<const N: usize> {
    pub(super) a: Signed<N>,
    pub(super) b: Signed<N>,
    pub(super) c: Signed<N>,
}

/// The vectors of the lattice P ≡ k·Q (mod a2) on which F is reduced, from k in (−a2, a2). Adds the lanes
/// that fail.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
pub(super) fn reduced_basis<const N: usize>(
    a2: &Number<N>,
    k: &Signed<N>,
    target: Words,
    norm: &Norm,
    failed: &mut Lanes,
) -> [Vector<N>; 2] {
    let (len, half) = (N - 2, (N - 2) / 2);
    let mut pair = Pair::new(a2, &k.magnitude, *failed);
    pair.shorten(target);
    pair.extend(half + 2);
    let short = Short {
        x: &pair.x,
        y: &pair.y,
        tx: &pair.tx,
        ty: &pair.ty,
        len: half + 2,
        flipped: k.negative,
        turned: pair.turned,
    };
    *failed |= pair.failed;
    for limbs in [&pair.x[half + 1..len], &pair.y[half + 1..len]] {
        limbs.iter().for_each(|limb| *failed |= nonzero(*limb));
    }
    let vectors = short.reduce(norm, failed);
    for x in vectors.iter().flat_map(|v| [&v.p, &v.q]) {
        x.magnitude[half..half + 2].iter().for_each(|limb| *failed |= nonzero(*limb));
    }
    vectors
}

/// (x·P + y·Q)/d for both vectors, from the lowest H + 2 limbs of magnitudes x and y, which are negative in
/// these lanes.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
pub(super) fn quotients<const N: usize>(
    divisor: &Divisor<N>,
    basis: &[Vector<N>; 2],
    (x, x_negative): (&Number<N>, Lanes),
    (y, y_negative): (&Number<N>, Lanes),
) -> [Signed<N>; 2] {
    let half = (N - 2) / 2;
    basis.each_ref().map(|Vector { p, q }| {
        let sign = x_negative ^ p.negative;
        let minus = sign ^ y_negative ^ q.negative;
        let (p, q) = (&p.magnitude[..half], &q.magnitude[..half]);
        let mut quotient = divisor.divide((&x[..half + 2], p), minus, (&y[..half + 2], q));
        quotient.negative ^= sign;
        quotient
    })
}

impl<const N: usize> Norms<N> {
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    pub(super) fn new([v, w]: &[Point<'_, N>; 2], b2: &Signed<N>) -> Norms<N> {
        Norms { a: v.value(), b: v.cross(w, b2), c: w.value() }
    }
}

impl<const N: usize> Forms<N> {
    /// Replaces the forms by F in the lanes that have not failed; returns all that have.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    pub(super) fn replace(&mut self, Norms { a, b, c }: &Norms<N>, failed: Lanes) -> Lanes {
        let len = N - 2;
        let [a_magnitude, b_magnitude, c_magnitude] = [a, b, c].map(|x| &x.magnitude);
        let above = _mm512_or_si512(a_magnitude[len], _mm512_or_si512(b_magnitude[len], c_magnitude[len]));
        let reduced = is_less(&b_magnitude[..len], &a_magnitude[..len])
            & is_less(&a_magnitude[..len], &c_magnitude[..len]);
        let product = _mm512_slli_epi64::<2>(low(zero(), a_magnitude[0], c_magnitude[0]));
        let found = _mm512_sub_epi64(product, low(zero(), b_magnitude[0], b_magnitude[0]));
        let other = low_limb(_mm512_sub_epi64(found, self.discriminant));
        let failed = failed | a.negative | c.negative | nonzero(_mm512_or_si512(above, other)) | !reduced;
        let failed = failed & ALL;
        update(&mut self.a, a_magnitude, failed);
        update(&mut self.b.magnitude, b_magnitude, failed);
        update(&mut self.c, c_magnitude, failed);
        self.b.negative = self.b.negative & failed | b.negative & !failed;
        failed
    }
}

/// Replaces a number in the lanes that have not failed.
#[inline]
#[target_feature(enable = "avx512f")]
fn update<const N: usize>(number: &mut Number<N>, new: &Number<N>, failed: Lanes) {
    for (old, new) in number[..N - 2].iter_mut().zip(new) {
        *old = _mm512_mask_blend_epi64(failed, *new, *old);
    }
}

impl<const N: usize> Point<'_, N> {
    /// P and Q.
    fn lattice(&self) -> [&[Words]; 2] {
        [&self.vector.p, &self.vector.q].map(|x| &x.magnitude[..(N - 2) / 2])
    }

    /// R and S.
    fn linear(&self) -> [&[Words]; 2] {
        [self.r, self.s].map(|x| &x.magnitude[..N / 2])
    }

    /// F = P·R + Q·S.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    fn value(&self) -> Signed<N> {
        let ([p, q], [r, s]) = (self.lattice(), self.linear());
        let sign = self.vector.p.negative ^ self.r.negative;
        let minus = sign ^ self.vector.q.negative ^ self.s.negative;
        let mut value = Signed::zero();
        sum_of_products((p, r), minus, (q, s), &mut value.magnitude[..N - 1]);
        value.negative = make_positive(&mut value.magnitude[..N - 1]) ^ sign;
        value
    }

    /// 2·(P·R' + Q·S') + b2, with R' and S' of another vector.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    fn cross(&self, other: &Point<'_, N>, b2: &Signed<N>) -> Signed<N> {
        let ([p, q], [r, s]) = (self.lattice(), other.linear());
        let sign = self.vector.p.negative ^ other.r.negative;
        let minus = sign ^ self.vector.q.negative ^ other.s.negative;
        let mut value = Signed::zero();
        let columns = &mut value.magnitude[..N - 1];
        for (k, limb) in columns.iter_mut().enumerate() {
            let sum = add_or_subtract(minus, column(p, r, k), column(q, s, k));
            let double = _mm512_slli_epi64::<1>(sum);
            *limb = add_or_subtract(sign ^ b2.negative, double, b2.magnitude[k]);
        }
        settle(columns);
        value.negative = make_positive(columns) ^ sign;
        value
    }
}
