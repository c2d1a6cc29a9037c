//! Eight squarings of forms at once.
//!
//! 1. u with u·|b| ≡ 1 modulo a;
//! 2. k = ±u·c modulo a, so that the lattice is P ≡ k·Q, k ≡ −c/b; |k| is about a/2 at most;
//! 3. F(P, Q) = P² + Q·S with S = (b·P + c·Q)/a (`forms.rs`).
//!
//! |S| ≤ |P| + c/a·|Q|, and c/a < 2^50 because c has L limbs and a more than 52·(L − 1) + 2 bits. So S and
//! its sign have H + 1 limbs.

use super::{
    basis::Norm,
    euclid::{Pair, magnitude},
    exact::Divisor,
    forms::{Forms, Norms, Point, quotients, reduced_basis},
    remainder::remainder_of_product,
    vector::{Lanes, nonzero},
};
use core::arch::x86_64::_mm512_srli_epi64;

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

        let (mut u, mut failed) = Pair::new(a, &b.magnitude, failed).inverse();
        let u_negative = magnitude(&mut u, len);
        let mut k = remainder_of_product(&u, c, a);
        // −c·u, u with the sign of b.
        k.negative = !(b.negative ^ u_negative ^ k.negative);
        let basis = reduced_basis(a, &k, self.target, &Norm::of_square(a, b, c), &mut failed);

        let s = quotients(&divisor, &basis, (&b.magnitude, b.negative), (c, 0));
        let point = |i: usize| Point { vector: &basis[i], r: &basis[i].p, s: &s[i] };
        let norms = Norms::new(&[point(0), point(1)], b);
        self.replace(&norms, failed) & lanes
    }
}
