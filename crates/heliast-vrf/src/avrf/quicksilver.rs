//! Committed values as polynomials: the degree-3 variant of QuickSilver (Yang et al., "QuickSilver", section
//! 5; Baum et al., FAEST, on the proof of degree-3 constraints).
//!
//! A committed value w is the line w·X + v. Sums and products of committed values are polynomials, and the
//! value of the expression is the coefficient of the highest power. Terms of lower degree are raised to the
//! expression's degree by powers of X. The prover calculates with the coefficients, the verifier with the
//! polynomials' values at Δ. If the expression is 0, the degree is one less. The coefficients of X^0, X and
//! X^2 are randomly combined. The prover sends the last two combinations; the verifier recomputes the first,
//! and the third challenge is a hash of it.
//!
//! The code calculates with sixteen values at once, in a [`Row`] for every coefficient.

use super::{subfield::ALPHA_POWERS, wires::Row};
use alloc::vec::Vec;
use heliast_symmetric::binary::{Binary, Gf8x16, Gf128};
use zeroize::Zeroize;

/// Rows, with a coefficient of sixteen polynomials in each, that of X^0 first; or their values.
pub(super) trait Planes: Clone {
    const COUNT: usize;
    fn rows(&self) -> &[Row];
    fn rows_mut(&mut self) -> &mut [Row];
}

impl<const N: usize> Planes for [Row; N] {
    const COUNT: usize = N;

    fn rows(&self) -> &[Row] {
        self
    }

    fn rows_mut(&mut self) -> &mut [Row] {
        self
    }
}

/// The arithmetic of one side.
pub(super) trait Side {
    /// Polynomials of degree 1.
    type One: Planes;
    /// Polynomials of degree 2.
    type Two: Planes;
    /// Polynomials of degree 3, which must be 0.
    type Three: Planes;

    fn field(&self) -> Binary;
    /// Bytes with tags.
    fn commit(&self, values: Gf8x16, tags: Row) -> Self::One;
    /// The constant in all sixteen places.
    fn constant(&self, value: Gf128) -> Self::Two;
    fn product(&self, a: &Self::One, b: &Self::One) -> Self::Two;
    fn square(&self, a: &Self::One) -> Self::Two;
    /// The product with X.
    fn raise(&self, a: &Self::One) -> Self::Two;
    /// The product with X.
    fn raise_two(&self, a: &Self::Two) -> Self::Three;
    /// a·b + c·X.
    fn cubic(&self, a: &Self::Two, b: &Self::One, c: &Self::Two) -> Self::Three;
    /// Adds the constraints that the first `count` values of each are 0: the first of all of them, then the
    /// second, and so on.
    fn check(&mut self, count: usize, constraints: &[Self::Three]);

    fn plus(&self, mut a: Self::Two, b: &Self::Two) -> Self::Two {
        for (a, b) in a.rows_mut().iter_mut().zip(b.rows()) {
            *a = sum(a, b);
        }
        a
    }
}

/// Coefficients. Erased on drop.
pub(super) struct Prover {
    field: Binary,
    /// The coefficients of X^0, X and X^2 of every constraint.
    pub(super) constraints: [Vec<Gf128>; 3],
}

impl Prover {
    pub(super) fn new(field: Binary, constraints: usize) -> Prover {
        Prover { field, constraints: core::array::from_fn(|_| Vec::with_capacity(constraints)) }
    }
}

impl Side for Prover {
    type One = [Row; 2];
    type Two = [Row; 3];
    type Three = [Row; 3];

    fn field(&self) -> Binary {
        self.field
    }

    fn commit(&self, values: Gf8x16, tags: Row) -> [Row; 2] {
        [tags, embed(values)]
    }

    fn constant(&self, value: Gf128) -> [Row; 3] {
        [[Gf128::ZERO; 16], [Gf128::ZERO; 16], [value; 16]]
    }

    fn product(&self, [a0, a1]: &[Row; 2], [b0, b1]: &[Row; 2]) -> [Row; 3] {
        let row = |a, b| products(self.field, a, b);
        [row(a0, b0), sum(&row(a0, b1), &row(a1, b0)), row(a1, b1)]
    }

    fn square(&self, [a0, a1]: &[Row; 2]) -> [Row; 3] {
        [products(self.field, a0, a0), [Gf128::ZERO; 16], products(self.field, a1, a1)]
    }

    fn raise(&self, [a0, a1]: &[Row; 2]) -> [Row; 3] {
        [[Gf128::ZERO; 16], *a0, *a1]
    }

    fn raise_two(&self, [a0, a1, _]: &[Row; 3]) -> [Row; 3] {
        [[Gf128::ZERO; 16], *a0, *a1]
    }

    fn cubic(&self, [a0, a1, a2]: &[Row; 3], [b0, b1]: &[Row; 2], [c0, c1, _]: &[Row; 3]) -> [Row; 3] {
        let row = |a, b| products(self.field, a, b);
        [row(a0, b0), sum(&sum(&row(a0, b1), &row(a1, b0)), c0), sum(&sum(&row(a1, b1), &row(a2, b0)), c1)]
    }

    fn check(&mut self, count: usize, constraints: &[[Row; 3]]) {
        for (plane, list) in self.constraints.iter_mut().enumerate() {
            extend(list, count, constraints.iter().map(|constraint| &constraint[plane]));
        }
    }
}

impl Drop for Prover {
    fn drop(&mut self) {
        self.constraints.iter_mut().for_each(|list| list.as_mut_slice().zeroize());
    }
}

/// Values at Δ.
pub(super) struct Verifier {
    field: Binary,
    delta: Row,
    delta_squared: Gf128,
    /// The value of every constraint.
    pub(super) constraints: Vec<Gf128>,
}

impl Verifier {
    pub(super) fn new(field: Binary, delta: Gf128, constraints: usize) -> Verifier {
        let delta_squared = field.multiply(delta, delta);
        Verifier { field, delta: [delta; 16], delta_squared, constraints: Vec::with_capacity(constraints) }
    }

    fn times_delta(&self, a: &Row) -> Row {
        products(self.field, a, &self.delta)
    }
}

impl Side for Verifier {
    type One = [Row; 1];
    type Two = [Row; 1];
    type Three = [Row; 1];

    fn field(&self) -> Binary {
        self.field
    }

    fn commit(&self, values: Gf8x16, tags: Row) -> [Row; 1] {
        [sum(&tags, &self.times_delta(&embed(values)))]
    }

    fn constant(&self, value: Gf128) -> [Row; 1] {
        [[self.field.multiply(value, self.delta_squared); 16]]
    }

    fn product(&self, [a]: &[Row; 1], [b]: &[Row; 1]) -> [Row; 1] {
        [products(self.field, a, b)]
    }

    fn square(&self, [a]: &[Row; 1]) -> [Row; 1] {
        [products(self.field, a, a)]
    }

    fn raise(&self, [a]: &[Row; 1]) -> [Row; 1] {
        [self.times_delta(a)]
    }

    fn raise_two(&self, [a]: &[Row; 1]) -> [Row; 1] {
        [self.times_delta(a)]
    }

    fn cubic(&self, [a]: &[Row; 1], [b]: &[Row; 1], [c]: &[Row; 1]) -> [Row; 1] {
        [sum(&products(self.field, a, b), &self.times_delta(c))]
    }

    fn check(&mut self, count: usize, constraints: &[[Row; 1]]) {
        extend(&mut self.constraints, count, constraints.iter().map(|[row]| row));
    }
}

/// The first of every row, the second of every row, and so on.
fn extend<'a>(list: &mut Vec<Gf128>, count: usize, rows: impl Iterator<Item = &'a Row> + Clone) {
    for i in 0..count {
        list.extend(rows.clone().map(|row| row[i]));
    }
}

fn sum(a: &Row, b: &Row) -> Row {
    core::array::from_fn(|i| a[i] + b[i])
}

fn products(field: Binary, a: &Row, b: &Row) -> Row {
    let mut out = [Gf128::ZERO; 16];
    field.products(a, b, &mut out);
    out
}

/// Bytes as elements of GF(2^128).
fn embed(values: Gf8x16) -> Row {
    values.to_bytes().map(|byte| {
        let bit = |i: usize| (u128::from(byte) >> i & 1).wrapping_neg();
        Gf128(ALPHA_POWERS.iter().enumerate().fold(0, |sum, (i, power)| sum ^ power.0 & bit(i)))
    })
}
