//! Chains of square roots on GMP, written directly from the definition in `spec/roots.md`.

use super::gmp::Integer;
use std::mem;

/// A field of roots. Elements are changed in place, so that no memory is allocated.
pub struct Sloth {
    p: Integer,
    /// (p + 1)/4.
    exponent: Integer,
    /// (p − 1)/2.
    half: Integer,
    root: Integer,
    square: Integer,
    rest: Integer,
}

impl Sloth {
    /// Returns the field of a prime that is 3 modulo 4, by its big-endian bytes.
    pub fn new(prime: &[u8]) -> Sloth {
        let p = Integer::from_be_bytes(prime);
        let (mut exponent, mut half) = (p.clone(), p.clone());
        exponent.add_small(1);
        exponent.shift_right(2);
        half.shift_right(1);
        let zero = Integer::zero;
        Sloth { p, exponent, half, root: zero(), square: zero(), rest: zero() }
    }

    /// Makes a step: one `mpz_powm`, and a squaring that shows which of two numbers the result is a root of.
    pub fn step(&mut self, x: &mut Integer) {
        neighbour(x);
        self.root.set_power(x, &self.exponent, &self.p);
        self.square.set_product(&self.root, &self.root);
        self.rest.set_remainder(&self.square, &self.p);
        let is_square = self.rest == *x;
        mem::swap(x, &mut self.root);
        if x.is_odd() == is_square {
            x.subtract_from(&self.p);
        }
    }

    /// Makes `steps` steps backwards, each with an `mpz_mul` and an `mpz_tdiv_r`.
    pub fn steps_back(&mut self, y: &mut Integer, steps: u64) {
        for _ in 0..steps {
            let is_odd = y.is_odd();
            self.square.set_product(y, y);
            y.set_remainder(&self.square, &self.p);
            if is_odd {
                y.subtract_from(&self.p);
            }
            neighbour(y);
        }
    }

    /// Whether p and (p − 1)/2 are prime, each by `mpz_probab_prime_p`.
    pub fn is_safe_prime(&self) -> bool {
        self.p.is_prime() && self.half.is_prime()
    }
}

/// Applies σ: an odd number is replaced by the next number, and an even one by the previous number.
fn neighbour(x: &mut Integer) {
    if x.is_odd() {
        x.add_small(1);
    } else {
        x.subtract_small(1);
    }
}
