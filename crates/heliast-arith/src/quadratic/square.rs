//! Eight squarings of forms at once: NUDUPL, as in `heliast_group`'s `class/compose.rs`.
//!
//! 1. u with u·|b| ≡ 1 modulo a;
//! 2. r ≡ ±u·c modulo a, |r| about a/2 at most, so that the lattice of all (P, Q) with P ≡ k·Q, k = −c/b, has
//!    the basis (a, 0), (r, ±1);
//! 3. a short basis, by Euclid's algorithm down to about |D|^(1/4);
//! 4. the basis on which the form is reduced (`basis.rs`);
//! 5. S = (b·P + c·Q)/a for both vectors, and the form (P1² + Q1·S1, 2·(P1·P2 + Q1·S2) + b, P2² + Q2·S2).
//!
//! # Sizes
//!
//! a, b and c of a form have L limbs of 52 bits, P and Q have H = L/2. A lane whose numbers are longer fails,
//! which is checked for every number, and keeps its form:
//!
//! - In short vectors, P is below 2^(52·(H + 1)), and so is Q, because |Q| < 4·a/|D|^(1/4). With multipliers
//!   below 2^49 their combinations are right in H + 2 limbs. They must have H.
//! - |S| ≤ |P| + c/a·|Q|, and c/a < 2^50 because c has L limbs and a more than 52·(L − 1) + 2 bits. So S and
//!   its sign have H + 1 limbs.
//! - The new a and c are positive and below 2^(52·(L + 1)), and must have L limbs. Then b² < 4·a·c, and b
//!   fits, too.
//!
//! The new form must be reduced, and not on the edge (|b| = a or a = c), which is rare. Its discriminant is
//! compared modulo 2^52: a mistake in the bounds above would show there.

use super::{
    basis::{Norm, Short},
    euclid::{Pair, magnitude},
    exact::Divisor,
    number::{Number, Signed, column, is_less, make_positive, select, settle, sum_of_products},
    remainder::remainder_of_product,
    vector::{ALL, Lanes, Words, add_or_subtract, low, low_limb, nonzero, zero},
};
use core::arch::x86_64::{_mm512_or_si512, _mm512_slli_epi64, _mm512_srli_epi64, _mm512_sub_epi64};

/// Eight forms in limbs of 52 bits, L = N − 2 of which are in use.
pub(super) struct Forms<const N: usize> {
    pub(super) a: Number<N>,
    pub(super) b: Signed<N>,
    pub(super) c: Number<N>,
    /// |D| modulo 2^52.
    pub(super) discriminant: Words,
    /// log2 of the size down to which Euclid's algorithm goes.
    pub(super) target: Words,
}

impl<const N: usize> Forms<N> {
    /// Squares the forms of the given lanes; returns the lanes that failed, whose forms are as before.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    pub(super) fn square(&mut self, lanes: Lanes) -> Lanes {
        let (len, half) = (N - 2, (N - 2) / 2);
        let Forms { a, b, c, .. } = self;
        let divisor = Divisor::new(a, half + 1);
        // a ≥ 2^(52·(L − 1) + 2).
        let long = nonzero(_mm512_srli_epi64::<2>(a[len - 1]));
        let failed = !lanes | divisor.failed | !long;

        let (mut u, failed) = Pair::new(a, &b.magnitude, failed).inverse();
        let u_negative = magnitude(&mut u, len);
        let r = remainder_of_product(&u, c, a);
        // k = −c·u, u with the sign of b.
        let flipped = !(b.negative ^ u_negative ^ r.negative);

        let mut pair = Pair::new(a, &r.magnitude, failed);
        pair.shorten(self.target);
        pair.extend(half + 2);
        let short = Short {
            x: &pair.x,
            y: &pair.y,
            tx: &pair.tx,
            ty: &pair.ty,
            len: half + 2,
            flipped,
            turned: pair.turned,
        };
        let ([v, w], not_short) = short.reduce(&Norm::new(a, b, c));
        let mut failed = pair.failed | not_short;
        for limbs in [&pair.x[half + 1..len], &pair.y[half + 1..len]] {
            limbs.iter().for_each(|limb| failed |= nonzero(*limb));
        }
        for x in [&v.p, &v.q, &w.p, &w.q] {
            x.magnitude[half..half + 2].iter().for_each(|limb| failed |= nonzero(*limb));
        }

        // S = (b·P + c·Q)/a.
        let s = |p: &Signed<N>, q: &Signed<N>| {
            let sign = b.negative ^ p.negative;
            let mut s = divisor.divide(
                (&b.magnitude[..len], &p.magnitude[..half]),
                sign ^ q.negative,
                (&c[..len], &q.magnitude[..half]),
            );
            s.negative ^= sign;
            s
        };
        let (sv, sw) = (s(&v.p, &v.q), s(&w.p, &w.q));
        let [p1, q1, p2, q2] = [&v.p, &v.q, &w.p, &w.q].map(|x| &x.magnitude[..half]);
        let [s1, s2] = [&sv, &sw].map(|x| &x.magnitude[..=half]);

        let (mut new_a, mut new_b, mut new_c) = ([zero(); N], [zero(); N], [zero(); N]);
        sum_of_products((p1, p1), v.q.negative ^ sv.negative, (q1, s1), &mut new_a[..=len]);
        sum_of_products((p2, p2), w.q.negative ^ sw.negative, (q2, s2), &mut new_c[..=len]);
        let sign = v.p.negative ^ w.p.negative;
        let minus = sign ^ v.q.negative ^ sw.negative;
        for (k, limb) in new_b[..=len].iter_mut().enumerate() {
            let sum = add_or_subtract(minus, column(p1, p2, k), column(q1, s2, k));
            let double = _mm512_slli_epi64::<1>(sum);
            *limb = add_or_subtract(sign ^ b.negative, double, b.magnitude[k]);
        }
        settle(&mut new_b[..=len]);
        let b_negative = make_positive(&mut new_b[..=len]) ^ sign;

        let above = _mm512_or_si512(new_a[len], _mm512_or_si512(new_b[len], new_c[len]));
        let reduced = is_less(&new_b[..len], &new_a[..len]) & is_less(&new_a[..len], &new_c[..len]);
        let product = _mm512_slli_epi64::<2>(low(zero(), new_a[0], new_c[0]));
        let found = _mm512_sub_epi64(product, low(zero(), new_b[0], new_b[0]));
        let other = low_limb(_mm512_sub_epi64(found, self.discriminant));
        failed |= nonzero(_mm512_or_si512(above, other)) | !reduced;
        let failed = failed & ALL;

        self.a = select(failed, &new_a, &self.a);
        self.b.magnitude = select(failed, &new_b, &self.b.magnitude);
        self.b.negative = b_negative & !failed | self.b.negative & failed;
        self.c = select(failed, &new_c, &self.c);
        failed & lanes
    }
}
