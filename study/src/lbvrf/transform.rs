//! The number-theoretic transform of R_q: a polynomial's values at the 256 roots of x^256 + 1, in constant
//! time.
//!
//! q = 1 mod 512, and ψ = 316072 is the least root of x^256 + 1. Value i is the value at ψ^(2·rev(i) + 1),
//! where rev reverses the order of 8 bits. All published elements of R_q are written in this form, and
//! nothing is ever transformed back.
//!
//! There are eight layers. The layer of length l maps (a_j, a_(j+l)) to (a_j + ρ·a_(j+l), a_j − ρ·a_(j+l)), a
//! reduction modulo x^(2l) − ρ^2 = (x^l − ρ)(x^l + ρ). They take 1024 products.

use super::{
    N, Polynomial, Q, Short,
    field::{Field, lift},
};

/// ψ.
const ROOT: u32 = 316_072;

/// ψ^rev(i)·2^32.
const ROOTS: Polynomial = {
    let mut powers = [0; N];
    let (mut i, mut power) = (0_u8, Field::<Q>::R);
    loop {
        powers[i.reverse_bits() as usize] = power;
        power = Field::<Q>::multiply(power, ROOT);
        if i == u8::MAX {
            break powers;
        }
        i += 1;
    }
};

/// Sets `values` to those of `polynomial`, whose coefficients are within ±q; the values are below 17·q.
pub(super) fn transform(polynomial: &Short, values: &mut Polynomial) {
    for (value, coefficient) in values.iter_mut().zip(polynomial) {
        *value = lift(*coefficient, Q);
    }
    let mut roots = ROOTS[1..].iter();
    let mut length = N / 2;
    while length > 0 {
        // Values below m·q become values below (m + 2)·q, so they are below 17·q < 2^32 after all layers.
        for (pair, root) in values.chunks_exact_mut(2 * length).zip(&mut roots) {
            let (low, high) = pair.split_at_mut(length);
            for (a, b) in low.iter_mut().zip(high) {
                let product = Field::<Q>::reduce(u64::from(*b) * u64::from(*root));
                *b = *a + 2 * Q - product;
                *a += product;
            }
        }
        length /= 2;
    }
}

/// A sum of products in R_q, by values.
pub(super) struct Sum([u64; N]);

impl Sum {
    pub fn new() -> Sum {
        Sum([0; N])
    }

    /// Adds a·b·2^−32; a is below q, b below 17·q, and there are ten products at most: 170·q^2 < 2^63.
    pub fn add(&mut self, a: &Polynomial, b: &Polynomial) {
        for ((sum, a), b) in self.0.iter_mut().zip(a).zip(b) {
            *sum += u64::from(*a) * u64::from(*b);
        }
    }

    /// Returns the sum, which is below q.
    pub fn finish(&self) -> Polynomial {
        core::array::from_fn(|i| Field::<Q>::canonical(Field::<Q>::reduce(self.0[i])))
    }
}
