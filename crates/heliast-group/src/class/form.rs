//! Reduced forms as they are stored.

use crate::Malformed;
use heliast_arith::Natural;

/// A reduced primitive form (a, b, c): |b| ≤ a ≤ c, and b ≥ 0 if |b| = a or a = c. Each class has one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ClassForm {
    a: Natural,
    /// |b|.
    b: Natural,
    negative: bool,
    c: Natural,
}

impl ClassForm {
    /// a, which is positive.
    pub fn a(&self) -> &Natural {
        &self.a
    }

    /// |b|.
    pub fn b_magnitude(&self) -> &Natural {
        &self.b
    }

    /// Whether b is negative.
    pub fn b_is_negative(&self) -> bool {
        self.negative
    }

    /// c, which is at least a.
    pub fn c(&self) -> &Natural {
        &self.c
    }

    /// The neutral element: (1, 1, (1 + |D|)/4).
    pub(crate) fn principal(magnitude: &Natural) -> ClassForm {
        let c = magnitude.add(&Natural::one()).shr(2);
        ClassForm { a: Natural::one(), b: Natural::one(), negative: false, c }
    }

    /// A form of coefficients that are known to be reduced.
    pub(super) fn trusted(a: Natural, b: Natural, negative: bool, c: Natural) -> ClassForm {
        ClassForm { a, b, negative, c }
    }

    /// The form (a, ±b, c) of the discriminant −`magnitude`, if it is reduced and primitive.
    pub(super) fn reduced(
        a: &Natural,
        b: &Natural,
        negative: bool,
        magnitude: &Natural,
    ) -> Result<ClassForm, Malformed> {
        if a.is_zero() || b > a {
            return Err(Malformed::NotReduced);
        }
        let (c, rest) = b.mul(b).add(magnitude).div_rem(&a.shl(2));
        if !rest.is_zero() {
            return Err(Malformed::NoForm);
        }
        let on_the_edge = b == a || *a == c;
        if *a > c || negative && (on_the_edge || b.is_zero()) {
            return Err(Malformed::NotReduced);
        }
        if !a.gcd(b).gcd(&c).is_one() {
            return Err(Malformed::NoForm);
        }
        Ok(ClassForm { a: a.clone(), b: b.clone(), negative, c })
    }

    /// (a, −b, c), which is reduced unless it belongs to the same class.
    pub(super) fn inverse(&self) -> ClassForm {
        let mut inverse = self.clone();
        if self.b != self.a && self.a != self.c {
            inverse.negative = !self.negative;
        }
        inverse
    }
}
