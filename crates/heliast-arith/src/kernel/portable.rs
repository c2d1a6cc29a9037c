//! 64-bit Montgomery arithmetic in safe Rust for every machine, and the oracle of the other kernels.
//!
//! A residue x is stored as x·R mod N in L canonical limbs, where L is the length of N and R = 2^(64·L). Row
//! by row (operand scanning):
//!
//! 1. t = a·b with L² limb products; or t = a² with L(L+1)/2, each mixed product computed once and doubled at
//!    the end;
//! 2. t/R mod N by Montgomery's reduction with L² + L limb products: m·N with m = −t_i/N mod 2^64 clears limb
//!    i (Montgomery, "Modular multiplication without trial division", 1985; Koç, Acar, Kaliski, "Analyzing
//!    and comparing Montgomery multiplication algorithms", 1996, section 4, the separated method);
//! 3. the result is below 2N, and one subtraction makes it canonical.
//!
//! A squaring of 2048 bits (L = 32) takes 528 + 1056 = 1584 limb products. Columns instead of rows, or
//! several rows at once, were not faster. So this is the simplest version, and only the lengths of challenge
//! primes are compiled separately.

use super::montgomery::{Modulus, Montgomery, Products, make_canonical, with_scratch};
use crate::{
    backend::Backend,
    int::Natural,
    limbs::{self, add_row},
};

pub(crate) struct Rows;

/// The kernel for an odd `modulus` of at most 8192 bits.
pub(super) fn new(modulus: &Natural) -> Montgomery<Rows> {
    Montgomery::new(modulus, modulus.limbs().len(), |_| Rows)
}

impl Products for Rows {
    const BACKEND: Backend = Backend::Portable;

    fn multiply(&self, a: &mut [u64], b: &[u64], modulus: &Modulus) {
        match a.len() {
            4 => multiply_fixed::<4, 8>(a, b, modulus),
            5 => multiply_fixed::<5, 10>(a, b, modulus),
            9 => multiply_fixed::<9, 18>(a, b, modulus),
            length => with_scratch(length, |t| multiply(a, b, t, &modulus.limbs, modulus.negated_inverse)),
        }
    }

    fn square_n(&self, a: &mut [u64], count: u64, modulus: &Modulus) {
        match a.len() {
            4 => square_fixed::<4, 8>(a, count, modulus),
            5 => square_fixed::<5, 10>(a, count, modulus),
            9 => square_fixed::<9, 18>(a, count, modulus),
            length => {
                with_scratch(length, |t| square_loop(a, count, t, &modulus.limbs, modulus.negated_inverse));
            }
        }
    }
}

/// [`multiply`] compiled for L limbs, for challenge primes, which are tested often.
fn multiply_fixed<const L: usize, const TWICE: usize>(a: &mut [u64], b: &[u64], modulus: &Modulus) {
    if let (Some(a), Some(b), Some(n)) =
        (a.first_chunk_mut::<L>(), b.first_chunk::<L>(), modulus.limbs.first_chunk::<L>())
    {
        multiply(a, b, &mut [0; TWICE], n, modulus.negated_inverse);
    }
}

/// [`square_loop`] compiled for L limbs.
fn square_fixed<const L: usize, const TWICE: usize>(a: &mut [u64], count: u64, modulus: &Modulus) {
    if let (Some(a), Some(n)) = (a.first_chunk_mut::<L>(), modulus.limbs.first_chunk::<L>()) {
        square_loop(a, count, &mut [0; TWICE], n, modulus.negated_inverse);
    }
}

/// `a = a·b`; t is scratch.
#[inline(always)]
fn multiply(a: &mut [u64], b: &[u64], t: &mut [u64], n: &[u64], negated_inverse: u64) {
    limbs::multiply(t, a, b);
    reduce(a, t, n, negated_inverse);
}

/// `a = a^(2^count)`; t is scratch.
#[inline(always)]
fn square_loop(a: &mut [u64], count: u64, t: &mut [u64], n: &[u64], negated_inverse: u64) {
    for _ in 0..count {
        square(t, a);
        reduce(a, t, n, negated_inverse);
    }
}

/// `t = a²`: the mixed products a_i·a_j with i < j, doubled, and the squares a_i².
#[inline(always)]
fn square(t: &mut [u64], a: &[u64]) {
    let length = a.len();
    t.fill(0);
    for i in 0..length {
        t[i + length] = add_row(&mut t[2 * i + 1..i + length], &a[i + 1..], a[i]);
    }
    let (mut top_bit, mut carry) = (0, false);
    for (pair, &x) in t.as_chunks_mut::<2>().0.iter_mut().zip(a) {
        let mixed = u128::from(pair[1]) << 64 | u128::from(pair[0]);
        let (sum, carry_1) = (mixed << 1 | top_bit).overflowing_add(u128::from(x) * u128::from(x));
        let (sum, carry_2) = sum.overflowing_add(u128::from(carry));
        *pair = [sum as u64, (sum >> 64) as u64];
        (top_bit, carry) = (mixed >> 127, carry_1 | carry_2);
    }
}

/// `out = t/R mod N`, canonical if t < N·R; destroys t.
#[inline(always)]
fn reduce(out: &mut [u64], t: &mut [u64], n: &[u64], negated_inverse: u64) {
    let carry = limbs::clear_low_half(t, n, negated_inverse);
    out.copy_from_slice(&t[n.len()..]);
    make_canonical(out, n, carry);
}

#[cfg(test)]
mod tests;
