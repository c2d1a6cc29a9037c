//! Eight products of forms at once.
//!
//! With the names of `forms.rs`, f2 the form with the smaller a, s = (b1 + b2)/2 and m = (b2 − b1)/2:
//!
//! 1. d = gcd(a1, a2), u with u·a1 ≡ d (mod a2);
//! 2. G = gcd(d, s) = x·d + v·s. Of ten random pairs, four have a d above 1. A prime factor of d divides s or
//!    m. If d has more than 16 bits, the lane fails, as it does for f·f and f·f⁻¹;
//! 3. k ≡ x·u·m − v·c1 (mod a2/G);
//! 4. F with R = ((a1/G)·P − m·Q)/(a2/G), S = (s·P + c1·G·Q)/(a2/G). Below, a1, a2 and c1 are a1/G, a2/G and
//!    c1·G.
//!
//! # Sizes
//!
//! F is (a1·P² + b1·P·Q + c1·Q²)/a2. |m| and |s| are at most G·a1. So |R| ≤ (a1/a2)·(|P| + G·|Q|) and |S| ≤
//! G·(a1/a2)·|P| + (c1/a2)·|Q|. The first quotient must be below 2^32, and the second below 2^48. So R and S
//! are below 2^(52·H + 49).

use super::{
    basis::Norm,
    euclid::{Pair, magnitude},
    exact::Divisor,
    forms::{Forms, Norms, Point, quotients, reduced_basis},
    number::{Combination, Number, Signed, half_of_sum, is_less, select},
    remainder::{remainder_of_product, remainder_of_sum},
    run::run_to_end,
    vector::{Doubles, Lanes, Words, exponent, nonzero, splat, splat_double, to_words, zero},
    word::{WORD_BITS, divide},
};
use core::arch::x86_64::{
    _CMP_LT_OQ, _mm512_add_epi64, _mm512_cmp_pd_mask, _mm512_mask_mov_pd, _mm512_mul_pd, _mm512_srai_epi64,
    _mm512_sub_epi64,
};

/// a1/a2 and c1/a2 are below these numbers.
const MOST: [f64; 2] = [(1u64 << 32) as f64, (1u64 << 48) as f64];

impl<const N: usize> Forms<N> {
    /// Multiplies the forms of the given lanes by others, or by their inverses in the lanes of `inverted`;
    /// returns the lanes that failed, whose forms are as before.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    pub(super) fn multiply(&mut self, other: &Forms<N>, inverted: Lanes, lanes: Lanes) -> Lanes {
        let (len, half) = (N - 2, (N - 2) / 2);
        let swapped = is_less(&self.a[..len], &other.a[..len]);
        let mut a1 = select(swapped, &self.a, &other.a);
        let mut a2 = select(swapped, &other.a, &self.a);
        let c1 = select(swapped, &self.c, &other.c);
        let negative = other.b.negative ^ inverted;
        let b1 = Signed {
            magnitude: select(swapped, &self.b.magnitude, &other.b.magnitude),
            negative: self.b.negative & !swapped | negative & swapped,
        };
        let b2 = Signed {
            magnitude: select(swapped, &other.b.magnitude, &self.b.magnitude),
            negative: negative & !swapped | self.b.negative & swapped,
        };
        let (s, m) = (half_of_sum(&b2, 0, &b1), half_of_sum(&b2, Lanes::MAX, &b1));

        let (mut g, mut failed) = (splat_double(1.0), !lanes);
        let k = slope([&mut a1, &mut a2], &c1, (&s, &m), &mut g, &mut failed);
        let mut c1_low = [zero(); N];
        let times_g = Combination { u: to_words(g), v: zero(), minus: 0, negated: 0 };
        times_g.of(&c1[..half + 2], &c1[..half + 2], &mut c1_low[..half + 2]);
        let divisor = Divisor::new(&a2, half + 1);
        let mut norm = Norm::of_product(&a1, &b1, &c1, &a2);
        norm.gamma = _mm512_mul_pd(norm.gamma, g);
        let below = |x, most| _mm512_cmp_pd_mask::<_CMP_LT_OQ>(x, splat_double(most));
        failed |= divisor.failed | !below(norm.alpha, MOST[0]) | !below(norm.gamma, MOST[1]);

        let balance = _mm512_sub_epi64(exponent(a2[len - 1]), exponent(a1[len - 1]));
        let target = _mm512_add_epi64(self.target, _mm512_srai_epi64::<1>(balance));
        let basis = reduced_basis(&a2, &k, target, &norm, &mut failed);

        let r = quotients(&divisor, &basis, (&a1, 0), (&m.magnitude, !m.negative));
        let s = quotients(&divisor, &basis, (&s.magnitude, s.negative), (&c1_low, 0));
        let point = |i: usize| Point { vector: &basis[i], r: &r[i], s: &s[i] };
        let norms = Norms::new(&[point(0), point(1)], &b2);
        self.replace(&norms, failed) & lanes
    }
}

/// k. Divides a1 and a2 by G, and adds the lanes that fail.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
fn slope<const N: usize>(
    [a1, a2]: [&mut Number<N>; 2],
    c1: &Number<N>,
    (s, m): (&Signed<N>, &Signed<N>),
    g: &mut Doubles,
    failed: &mut Lanes,
) -> Signed<N> {
    let len = N - 2;
    let (mut u, d, no_gcd) = Pair::new(a2, a1, *failed).gcd();
    *failed |= no_gcd;
    let u_negative = magnitude(&mut u, len);
    let d = word_or_one(d, failed);

    // x·d + v·|s| = G, from x'·d + v·rest = G.
    let mut multiple = s.magnitude;
    let rest = divide(&mut multiple, d);
    let end = run_to_end(d, rest);
    *failed |= end.failed;
    *g = word_or_one(end.gcd, failed);
    let sum = Combination {
        u: end.u,
        v: end.v,
        minus: !(end.u_negative ^ end.v_negative),
        negated: end.u_negative,
    };
    let mut x = [zero(); N];
    sum.of(&one::<N>(), &multiple[..len], &mut x[..len]);
    let x_negative = magnitude(&mut x, len);

    divide(a1, *g);
    divide(a2, *g);
    *failed |= !nonzero(a2[len - 1]);
    let w = remainder_of_product(&x, &u, a2);
    let sign = w.negative ^ x_negative ^ u_negative ^ m.negative;
    let minus = !(sign ^ end.v_negative ^ s.negative);
    let mut k = remainder_of_sum((&w.magnitude, &m.magnitude), minus, (end.v, c1), a2);
    k.negative ^= sign;
    k
}

/// The words below 2^16, and 1 in lanes that have failed; adds the lanes of other words to these.
#[inline]
#[target_feature(enable = "avx512f")]
fn word_or_one(word: Doubles, failed: &mut Lanes) -> Doubles {
    let most = splat_double(f64::from(1u32 << WORD_BITS));
    *failed |= !_mm512_cmp_pd_mask::<_CMP_LT_OQ>(word, most);
    _mm512_mask_mov_pd(word, *failed, splat_double(1.0))
}

/// 1 in every lane.
#[inline]
#[target_feature(enable = "avx512f")]
fn one<const LEN: usize>() -> [Words; LEN] {
    let mut one = [zero(); LEN];
    one[0] = splat(1);
    one
}
