//! Exact division from the low end, whose cost depends only on the length of the quotient.
//!
//! A quotient that is known to be an integer q = n/d with an odd d is n·d^−1 modulo 2^(64·t), if |q| <
//! 2^(64·t − 1) (Jebelean, "An algorithm for exact division", 1993). So only the lowest t limbs of n are
//! needed, and n itself, which may be three times as long, is never computed. An even d is shifted first;
//! this needs as many more bits of n.
//!
//! Cost: t²/2 limb products, in addition to those for the lowest limbs of the numerator.

use super::{
    CAPACITY, Integer, Sign,
    products::{combine, multiply_low, multiply_low_rows, relative_sign},
};
use crate::limbs;

/// A positive integer, prepared for exact division by it.
pub struct ExactDivisor {
    /// The divisor without its powers of 2.
    odd: Integer,
    bits: usize,
    /// The power of 2 in the divisor: 64·`zero_limbs` + `zero_bits`.
    zero_limbs: usize,
    zero_bits: u32,
    /// 1/odd modulo 2^64.
    inverse: u64,
}

impl ExactDivisor {
    /// The memory, before a divisor is prepared: divides by 1.
    pub const fn room() -> ExactDivisor {
        let mut odd = Integer::zero();
        (odd.limbs[0], odd.len) = (1, 1);
        ExactDivisor { odd, bits: 1, zero_limbs: 0, zero_bits: 0, inverse: 1 }
    }

    /// Prepares the magnitude of a divisor.
    ///
    /// # Panics
    /// If the divisor is 0.
    pub fn prepare(&mut self, divisor: &Integer) {
        let zero_limbs = divisor.limbs().iter().position(|&limb| limb != 0);
        let zero_limbs = zero_limbs.expect("a divisor that is not 0");
        let zero_bits = divisor.limbs[zero_limbs].trailing_zeros();
        let len = divisor.len - zero_limbs;
        self.odd.limbs[..len].copy_from_slice(&divisor.limbs[zero_limbs..divisor.len]);
        limbs::shift_right(&mut self.odd.limbs[..len], zero_bits, 0);
        self.odd.normalize(len, false);
        self.inverse = limbs::inverse_of_odd(self.odd.limbs[0]);
        (self.bits, self.zero_limbs, self.zero_bits) = (divisor.bits(), zero_limbs, zero_bits);
    }

    /// quotient := (x·y ± z·w)/divisor, which must be an integer. Otherwise the result has no meaning.
    pub fn divide(
        &self,
        quotient: &mut Integer,
        (x, y): (&Integer, &Integer),
        sign: Sign,
        (z, w): (&Integer, &Integer),
    ) {
        let bits =
            |x: &Integer, y: &Integer| if x.is_zero() || y.is_zero() { 0 } else { x.bits() + y.bits() };
        // The numerator is below 2^(longest + 1) in absolute value.
        let longest = bits(x, y).max(bits(z, w));
        if longest + 1 < self.bits {
            return quotient.normalize(0, false);
        }
        // The quotient is below 2^(longest + 2 − bits), and needs a bit for its sign.
        let len = (longest + 3 - self.bits) / 64 + 1;
        let operands = Operands { x, y, sign: relative_sign(x, y, sign, z, w), z, w };
        match (self.zero_limbs, len + usize::from(self.zero_bits > 0)) {
            (0, ..=4) => self.divide_fixed::<4>(quotient, &operands),
            (0, 5) => self.divide_fixed::<5>(quotient, &operands),
            (0, 6) => self.divide_fixed::<6>(quotient, &operands),
            (0, 7..=8) => self.divide_fixed::<8>(quotient, &operands),
            (0, 9) => self.divide_fixed::<9>(quotient, &operands),
            (0, 10) => self.divide_fixed::<10>(quotient, &operands),
            _ => self.divide_rows(quotient, &operands, len),
        }
        if x.negative ^ y.negative {
            quotient.negate();
        }
    }

    /// quotient := ±(|x·y| ± |z·w|)/divisor in N limbs, one of them for the power of 2.
    fn divide_fixed<const N: usize>(&self, quotient: &mut Integer, of: &Operands<'_>) {
        let mut p = multiply_low::<N>(&of.x.low(), &of.y.low());
        combine(&mut p, &multiply_low::<N>(&of.z.low(), &of.w.low()), of.sign);
        // After the shift the highest limb lacks bits, so there is one limb more than needed.
        let exact = N - usize::from(self.zero_bits > 0);
        limbs::shift_right(&mut p, self.zero_bits, 0);
        let odd = self.odd.low::<N>();
        // All N limbs are computed, although the highest has no meaning after a shift, because fixed lengths
        // are faster.
        for i in 0..N {
            let digit = p[i].wrapping_mul(self.inverse);
            limbs::sub_row(&mut p[i..], &odd[..N - i], digit);
            p[i] = digit;
        }
        quotient.limbs[..exact].copy_from_slice(&p[..exact]);
        quotient.normalize_complement(exact, false);
    }

    fn divide_rows(&self, quotient: &mut Integer, of: &Operands<'_>, len: usize) {
        let whole = len + self.zero_limbs + usize::from(self.zero_bits > 0);
        let (mut p, mut r) = ([0; CAPACITY], [0; CAPACITY]);
        multiply_low_rows(&mut p[..whole], of.x.limbs(), of.y.limbs());
        multiply_low_rows(&mut r[..whole], of.z.limbs(), of.w.limbs());
        combine(&mut p[..whole], &r[..whole], of.sign);
        let p = &mut p[self.zero_limbs..whole];
        limbs::shift_right(p, self.zero_bits, 0);
        let p = &mut p[..len];
        for i in 0..len {
            let digit = p[i].wrapping_mul(self.inverse);
            let row = self.odd.len.min(len - i);
            let borrow = limbs::sub_row(&mut p[i..i + row], &self.odd.limbs[..row], digit);
            limbs::sub_assign(&mut p[i + row..], &[borrow]);
            p[i] = digit;
        }
        quotient.limbs[..len].copy_from_slice(p);
        quotient.normalize_complement(len, false);
    }
}

/// A numerator ±(|x·y| ± |z·w|).
struct Operands<'a> {
    x: &'a Integer,
    y: &'a Integer,
    sign: Sign,
    z: &'a Integer,
    w: &'a Integer,
}
