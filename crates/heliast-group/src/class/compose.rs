//! Composition and squaring of forms that stay short: NUCOMP and NUDUPL.
//!
//! For forms f1, f2 of discriminant D let s = (b1 + b2)/2, m = (b2 − b1)/2 and G = gcd(a1, a2, s). Both s and
//! m are integers, because b1 ≡ b2 ≡ D ≡ 1 (mod 2). The product of the ideals of f1 and f2, divided by G, is
//!
//! ```text
//! { (a1/G)·P + ((b1 + √D)/2)·Q : (P, Q) ∈ Λ },    Λ = { P ≡ k·Q (mod a2/G) },
//! (a1/G)·k ≡ m,    s·k ≡ −c1·G    (mod a2/G),
//! ```
//!
//! and the form of its norms is, where R and S are integers on Λ,
//!
//! ```text
//! F(P, Q) = P·R + Q·S,    R = ((a1/G)·P − m·Q)/(a2/G),    S = (s·P + c1·G·Q)/(a2/G).
//! ```
//!
//! Any basis (Px, −qx), (Py, qy) of Λ gives the composed form as
//!
//! ```text
//! (Px·Rx − qx·Sx,   2·(Px·Ry − qx·Sy) + b2,   Py·Ry + qy·Sy).
//! ```
//!
//! The basis (a2/G, 0), (k, 1) is Gauss's composition, with coefficients of the size of D. A partial Euclid
//! on it, until P has the size √(a2/a1)·|D|^(1/4), makes the form nearly reduced, with all intermediate
//! values of that size (Shanks, "On Gauss and composition II", 1989; Cohen, section 5.4.2). D itself is not
//! used. A squaring is m = 0, R = P, and G = gcd(a, b) = 1 unless D is composite.
//!
//! # k
//!
//! With u·a1 ≡ d = gcd(a1, a2) (mod a2) and x·d + v·s = G: k = x·u·m − v·c1, since (a1/G)·k ≡ m −
//! (v/G)·(s·m + a1·c1) and s·m + a1·c1 = a2·c2. So f∘f and f∘f⁻¹, where d = a2, are computed like all others,
//! with one gcd of a1 and a2, one of d and s, and never a third. This bounds the cost for chosen forms.
//!
//! # Bounds
//!
//! For reduced forms a ≤ √(|D|/3), |b| ≤ a, and a·c ≤ |D|/3 (a·c = (|D| + b²)/4). The products that are made
//! are c·u in a squaring (at most a·c), x·u and (x·u mod a2)·m (at most a1·a2), v·c1 and v·s (at most a2·c1 ≤
//! a1·c1), those of the exact divisions (b·P, c·q ≤ a·c because q ≤ a2) and of the result: a form with
//! coefficients of at most a1·a2, or of c1·G ≤ |D|/3 if the partial Euclid had nothing to do because a2/G was
//! short already. All are below 2^(bits(D) + 64), for which `Integer` has room up to 4096 bits.

mod reduce;

use super::Form;
use alloc::boxed::Box;
use core::mem;
use heliast_arith::{Bezout, ExactDivisor, Integer, Natural, ShortBasis, Sign};

/// The number of bits below |D|^(1/4) to which the partial Euclid continues: this saves one step of reduction
/// on average.
const BELOW_QUARTER: isize = 2;

/// A form in the memory of the composer.
struct Working {
    a: Integer,
    b: Integer,
    c: Integer,
}

/// Composes forms of one discriminant: a form is loaded, squared and multiplied, and read out.
pub(super) struct Composer {
    /// |D| modulo 2^64.
    low_limb: u64,
    /// The current form.
    standing: Box<Working>,
    /// The other factor of a product.
    factor: Box<Working>,
    room: Room,
}

/// The memory for one composition.
struct Room {
    /// log2 of |D|^(1/4).
    quarter: isize,
    result: Box<Working>,
    k: Integer,
    s: Integer,
    m: Integer,
    /// The form as a linear function of the basis: Rx, Ry, Sx, Sy.
    rx: Integer,
    ry: Integer,
    sx: Integer,
    sy: Integer,
    bezout: Bezout,
    basis: ShortBasis,
    divisor: ExactDivisor,
    /// a1/G, a2/G and c1·G.
    a1: Integer,
    a2: Integer,
    c1: Integer,
    t: Integer,
    w: Integer,
}

impl Working {
    fn zero() -> Working {
        Working { a: Integer::zero(), b: Integer::zero(), c: Integer::zero() }
    }

    fn load(&mut self, form: &Form) {
        self.a.assign(form.a(), false);
        self.b.assign(form.b_magnitude(), form.b_is_negative());
        self.c.assign(form.c(), false);
    }

    /// (a, −b, c), which is reduced unless it belongs to the same class.
    fn invert(&mut self) {
        if self.b.compare_magnitudes(&self.a).is_ne() && self.a != self.c {
            self.b.negate();
        }
    }

    fn store(&self) -> Form {
        Form::trusted(self.a.magnitude(), self.b.magnitude(), self.b.is_negative(), self.c.magnitude())
    }
}

impl Composer {
    /// Composes forms of the discriminant −`magnitude`.
    pub(super) fn new(magnitude: &Natural) -> Composer {
        Composer {
            low_limb: low_limb(magnitude),
            standing: Box::new(Working::zero()),
            factor: Box::new(Working::zero()),
            room: Room::new(magnitude.bits() as isize / 4),
        }
    }

    /// Loads a form.
    pub(super) fn take(&mut self, form: &Form) -> &mut Composer {
        self.check(form);
        self.standing.load(form);
        self
    }

    /// Squares n times.
    pub(super) fn square(&mut self, n: u64) -> &mut Composer {
        for _ in 0..n {
            self.room.square(&self.standing);
            mem::swap(&mut self.standing, &mut self.room.result);
        }
        self
    }

    /// Multiplies by a form, or by its inverse.
    pub(super) fn multiply(&mut self, form: &Form, inverse: bool) -> &mut Composer {
        self.check(form);
        self.factor.load(form);
        if inverse {
            self.factor.invert();
        }
        self.room.compose(&self.standing, &self.factor);
        mem::swap(&mut self.standing, &mut self.room.result);
        self
    }

    /// Reduces the form.
    pub(super) fn reduce(&mut self) -> &mut Composer {
        reduce::reduce(&mut self.standing, &mut [&mut self.room.t, &mut self.room.w, &mut self.room.k]);
        self
    }

    /// The current value of the form.
    pub(super) fn form(&self) -> Form {
        self.standing.store()
    }

    /// A form of another discriminant could lead to anything, even to an endless reduction, so b² + |D| = 4ac
    /// is checked in the lowest limb.
    fn check(&self, form: &Form) {
        let [a, b, c] = [form.a(), form.b_magnitude(), form.c()].map(low_limb);
        let left = b.wrapping_mul(b).wrapping_add(self.low_limb);
        assert!(left == a.wrapping_mul(c).wrapping_mul(4), "a form of another discriminant");
    }
}

impl Room {
    fn new(quarter: isize) -> Room {
        let [k, s, m, rx, ry, sx, sy, a1, a2, c1, t, w] = [const { Integer::zero() }; 12];
        Room {
            quarter,
            result: Box::new(Working::zero()),
            k,
            s,
            m,
            rx,
            ry,
            sx,
            sy,
            bezout: Bezout::room(),
            basis: ShortBasis::room(),
            divisor: ExactDivisor::room(),
            a1,
            a2,
            c1,
            t,
            w,
        }
    }

    /// result := f².
    fn square(&mut self, f: &Working) {
        let Working { a, b, c } = f;
        self.bezout.find(a, b);
        if !self.bezout.gcd.is_one() {
            return self.compose(f, f);
        }
        // k = −c/b modulo a.
        self.t.set_product(c, &self.bezout.factor);
        if !b.is_negative() {
            self.t.negate();
        }
        self.k.set_remainder(&self.t, a);
        self.basis.find(a, &self.k, self.quarter - BELOW_QUARTER);
        let ShortBasis { px, qx, py, qy, .. } = &self.basis;
        self.divisor.prepare(a);
        self.divisor.divide(&mut self.sx, (b, px), Sign::Minus, (c, qx));
        self.divisor.divide(&mut self.sy, (b, py), Sign::Plus, (c, qy));
        self.collect(b, true);
    }

    /// result := f·g.
    fn compose(&mut self, f: &Working, g: &Working) {
        // The smaller a is the modulus.
        let (f1, f2) = if f.a.compare_magnitudes(&g.a).is_ge() { (f, g) } else { (g, f) };
        self.s.set_sum(&f1.b, Sign::Plus, &f2.b);
        self.s.halve();
        self.m.set_sum(&f2.b, Sign::Minus, &f1.b);
        self.m.halve();
        self.t.set_remainder(&f1.a, &f2.a);
        self.bezout.find(&f2.a, &self.t);
        self.a1.copy_from(&f1.a);
        self.a2.copy_from(&f2.a);
        self.c1.copy_from(&f1.c);
        if self.bezout.gcd.is_one() {
            self.t.set_product(&self.bezout.factor, &self.m);
        } else {
            self.join(&f1.c);
        }
        self.k.set_remainder(&self.t, &self.a2);

        let balance = (f2.a.bits() as isize - f1.a.bits() as isize) / 2;
        self.basis.find(&self.a2, &self.k, self.quarter - BELOW_QUARTER + balance);
        let ShortBasis { px, qx, py, qy, .. } = &self.basis;
        self.divisor.prepare(&self.a2);
        self.divisor.divide(&mut self.rx, (&self.a1, px), Sign::Plus, (&self.m, qx));
        self.divisor.divide(&mut self.ry, (&self.a1, py), Sign::Minus, (&self.m, qy));
        self.divisor.divide(&mut self.sx, (&self.s, px), Sign::Minus, (&self.c1, qx));
        self.divisor.divide(&mut self.sy, (&self.s, py), Sign::Plus, (&self.c1, qy));
        self.collect(&f2.b, false);
    }

    /// t := k, not yet reduced, and a1, a2, c1 := a1/G, a2/G, c1·G, where d > 1 is the gcd of a1 and a2, and
    /// u its factor.
    fn join(&mut self, c1: &Integer) {
        let Bezout { gcd: d, factor: u, .. } = self.bezout.clone();
        self.t.set_remainder(&self.s, &d);
        self.bezout.find(&d, &self.t);
        let Bezout { gcd, factor: v, .. } = &self.bezout;
        // x = (G − v·s)/d.
        self.t.set_product(v, &self.s);
        self.w.set_sum(gcd, Sign::Minus, &self.t);
        let mut x = Integer::zero();
        x.set_quotient(&self.w, &d);
        if !gcd.is_one() {
            for a in [&mut self.a1, &mut self.a2] {
                self.t.set_quotient(a, gcd);
                a.copy_from(&self.t);
            }
            self.c1.set_product(c1, gcd);
        }
        // k = (x·u mod a2/G)·m − v·c1.
        self.t.set_product(&x, &u);
        self.w.set_remainder(&self.t, &self.a2);
        x.set_product(v, c1);
        self.k.set_product(&self.w, &self.m);
        self.t.set_sum(&self.k, Sign::Minus, &x);
    }

    /// Computes the form from the basis, its R, which is P in a square, and S, and reduces it.
    fn collect(&mut self, b2: &Integer, square: bool) {
        let ShortBasis { px, qx, py, qy, .. } = &self.basis;
        let (rx, ry) = if square { (px, py) } else { (&self.rx, &self.ry) };
        self.result.a.set_dot(px, rx, Sign::Minus, qx, &self.sx);
        self.result.c.set_dot(py, ry, Sign::Plus, qy, &self.sy);
        self.t.set_dot(px, ry, Sign::Minus, qx, &self.sy);
        self.t.double();
        self.result.b.set_sum(&self.t, Sign::Plus, b2);
        reduce::reduce(&mut self.result, &mut [&mut self.t, &mut self.w, &mut self.k]);
    }
}

fn low_limb(n: &Natural) -> u64 {
    n.limbs().first().copied().unwrap_or(0)
}
