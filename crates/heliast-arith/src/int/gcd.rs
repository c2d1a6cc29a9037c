//! Inverses by Lehmer's method.
//!
//! Euclid's quotients depend almost only on the leading bits, so a run of steps is simulated on the leading
//! 64 bits of both numbers and then applied to the whole numbers at once, as a 2×2 matrix. The run stops by
//! Collins' condition, which guarantees that every simulated quotient is the true one (Jebelean, "A
//! double-digit Lehmer-Euclid algorithm for finding the GCD of long integers", 1995, section 2; Cohen, A
//! Course in Computational Algebraic Number Theory, section 1.3.2).
//!
//! Cost for n limbs: about 2n runs of about 19 one-limb divisions, each run applied with 4 limb products per
//! limb.

use super::Natural;
use alloc::vec::Vec;
use core::mem;

impl Natural {
    /// The inverse modulo `modulus`, in [0, modulus); `None` if no inverse exists, or if `modulus` is 0.
    pub fn invert_mod(&self, modulus: &Natural) -> Option<Natural> {
        if modulus.is_zero() {
            return None;
        }
        // Invariant: pair.x ≡ ∓ factors.x·self and pair.y ≡ ± factors.y·self modulo `modulus`, the lower sign
        // if `flipped`.
        let mut pair = Pair { x: modulus.clone(), y: self % modulus };
        let mut factors = Pair { x: Natural::zero(), y: Natural::one() };
        let mut flipped = false;
        while !pair.y.is_zero() {
            match pair.simulate() {
                Some(run) => {
                    pair.apply(&run);
                    factors.accumulate(&run);
                    flipped ^= run.odd;
                }
                None => {
                    let quotient = pair.divide();
                    let next = &factors.x + &(&quotient * &factors.y);
                    factors.x = mem::replace(&mut factors.y, next);
                    flipped = !flipped;
                }
            }
        }
        if !pair.x.is_one() {
            return None;
        }
        if flipped { Some(factors.x) } else { modulus.sub(&factors.x).map(|inverse| &inverse % modulus) }
    }
}

/// Two consecutive terms of a remainder sequence, or their cofactors.
struct Pair {
    x: Natural,
    y: Natural,
}

/// Several steps of Euclid's algorithm: (x, y) becomes ±(a·x − b·y, d·y − c·x), the lower sign after an odd
/// number of steps. All entries are below 2^32.
struct Run {
    a: u64,
    b: u64,
    c: u64,
    d: u64,
    odd: bool,
}

impl Pair {
    /// One step by full division; returns the quotient.
    fn divide(&mut self) -> Natural {
        let (quotient, remainder) = self.x.div_rem(&self.y);
        self.x = mem::replace(&mut self.y, remainder);
        quotient
    }

    /// The longest run of steps that the leading 64 bits decide; `None` if they decide less than one.
    fn simulate(&self) -> Option<Run> {
        if self.x < self.y {
            return None;
        }
        let scale = self.x.bits().saturating_sub(64);
        let (mut r0, mut r1) = (self.x.bits_from(scale), self.y.bits_from(scale));
        let mut accepted = None;
        let mut run = Run { a: 1, b: 0, c: 0, d: 1, odd: false };
        // Collins' condition. It bounds d by √r0 < 2^32, so that the next entries stay below 2^64.
        while r1 >= run.d && r0 - r1 >= run.b + run.d {
            let quotient = r0 / r1;
            (r0, r1) = (r1, r0 - quotient * r1);
            let next = Run {
                a: run.c,
                b: run.d,
                c: run.a + quotient * run.c,
                d: run.b + quotient * run.d,
                odd: !run.odd,
            };
            accepted = Some(mem::replace(&mut run, next));
        }
        accepted.filter(|run| run.b != 0)
    }

    /// Applies a run to the remainders.
    fn apply(&mut self, run: &Run) {
        let sign = |value: u64| if run.odd { -i128::from(value) } else { i128::from(value) };
        let (a, b, c, d) = (sign(run.a), sign(run.b), sign(run.c), sign(run.d));
        let (mut carry_x, mut carry_y) = (0i128, 0i128);
        self.y.limbs.resize(self.x.limbs.len(), 0);
        for (x, y) in self.x.limbs.iter_mut().zip(&mut self.y.limbs) {
            // Entries below 2^32 and limbs below 2^64: every sum is below 2^98 in absolute value.
            let (old_x, old_y) = (i128::from(*x), i128::from(*y));
            carry_x += a * old_x - b * old_y;
            carry_y += d * old_y - c * old_x;
            (*x, *y) = (carry_x as u64, carry_y as u64);
            carry_x >>= 64;
            carry_y >>= 64;
        }
        self.normalize();
        debug_assert!((carry_x, carry_y) == (0, 0) && self.x >= self.y, "a simulated quotient was wrong");
    }

    /// Applies a run to the absolute values of the cofactors, whose signs alternate.
    fn accumulate(&mut self, run: &Run) {
        let (a, b, c, d) = (u128::from(run.a), u128::from(run.b), u128::from(run.c), u128::from(run.d));
        let (mut carry_x, mut carry_y) = (0u128, 0u128);
        let length = self.x.limbs.len().max(self.y.limbs.len()) + 1;
        self.x.limbs.resize(length, 0);
        self.y.limbs.resize(length, 0);
        for (x, y) in self.x.limbs.iter_mut().zip(&mut self.y.limbs) {
            let (old_x, old_y) = (u128::from(*x), u128::from(*y));
            carry_x += a * old_x + b * old_y;
            carry_y += c * old_x + d * old_y;
            (*x, *y) = (carry_x as u64, carry_y as u64);
            carry_x >>= 64;
            carry_y >>= 64;
        }
        self.normalize();
    }

    fn normalize(&mut self) {
        for number in [&mut self.x, &mut self.y] {
            *number = Natural::from_limbs(mem::take::<Vec<u64>>(&mut number.limbs));
        }
    }
}

impl Natural {
    /// The 64 bits from `offset` on.
    fn bits_from(&self, offset: usize) -> u64 {
        let limb = |index: usize| u128::from(self.limbs.get(index).copied().unwrap_or(0));
        let index = offset / 64;
        ((limb(index + 1) << 64 | limb(index)) >> (offset % 64)) as u64
    }
}

#[cfg(test)]
mod tests;
