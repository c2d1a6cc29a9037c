//! Windows whose digits are at the same places for every seat, so that eight products are computed at once.

use crate::class::seats::{LANES, Row, Seats};
use alloc::vec::Vec;
use heliast_arith::Natural;

/// The columns of a window: for two exponents of 264 bits, 106 products, and tables with 14 products and 16
/// squarings. With windows of four columns, products would be 132 and 6; with six, 88 and 30.
pub(super) const WIDTH: usize = 5;

/// The greatest digit.
const GREATEST: usize = 1 << (WIDTH - 1);

/// Powers of one base for each seat, and the digits of their exponents.
pub(super) struct Windows {
    /// base, base², ..., up to the greatest digit in use, at most 16.
    powers: Vec<Row>,
    digits: [Vec<i8>; LANES],
}

impl Windows {
    /// The powers of the bases in a row. A seat without a base needs no exponent.
    pub(super) fn new(seats: &mut Seats, bases: Row, exponents: [Option<&Natural>; LANES]) -> Windows {
        let digits = exponents.map(|exponent| exponent.map_or_else(Vec::new, signed_digits));
        let greatest =
            digits.iter().flatten().map(|digit| usize::from(digit.unsigned_abs())).max().unwrap_or(0);
        let mut powers = Vec::with_capacity(GREATEST);
        powers.push(bases);
        for exponent in 2..=greatest {
            let mut power = powers[exponent / 2 - 1].clone();
            seats.square(&mut power);
            if exponent % 2 == 1 {
                seats.multiply(&mut power, &powers[0], 0);
            }
            powers.push(power);
        }
        Windows { powers, digits }
    }

    /// The number of products of eight for exponents of at most so many bits: those of the table, and one for
    /// each window.
    pub(super) fn cost(bits: usize) -> usize {
        (1usize << bits.min(WIDTH)).min(GREATEST) + bits / WIDTH
    }

    /// The number of columns of one bit.
    pub(super) fn columns(&self) -> usize {
        self.digits.iter().map(Vec::len).max().unwrap_or(0) * WIDTH
    }

    /// Multiplies by the powers for the digits of a window.
    pub(super) fn multiply(&self, seats: &mut Seats, row: &mut Row, window: usize) {
        let (mut factors, mut inverted) = (seats.row(), 0);
        for (index, digits) in self.digits.iter().enumerate() {
            let digit = digits.get(window).copied().unwrap_or(0);
            if digit != 0 {
                factors.copy(index, &self.powers[usize::from(digit.unsigned_abs()) - 1]);
                inverted |= u8::from(digit < 0) << index;
            }
        }
        seats.multiply(row, &factors, inverted);
    }
}

/// The digits of an exponent, lowest first, from −15 to 16.
fn signed_digits(exponent: &Natural) -> Vec<i8> {
    let mut carry = 0;
    (0..=exponent.bits() / WIDTH)
        .map(|window| {
            let bits = (0..WIDTH).fold(0, |sum, i| sum | i8::from(exponent.bit(WIDTH * window + i)) << i);
            let value = bits + carry;
            carry = i8::from(value > GREATEST as i8);
            value - (carry << WIDTH)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn digits_add_up(limbs in prop::collection::vec(prop_oneof![any::<u64>(), Just(u64::MAX), Just(0)], 0..5)) {
            let exponent = Natural::from_limbs(limbs);
            let (mut above, mut below) = (Natural::zero(), Natural::zero());
            for (window, digit) in signed_digits(&exponent).into_iter().enumerate() {
                prop_assert!((-15..=16).contains(&digit));
                let sum = if digit < 0 { &mut below } else { &mut above };
                *sum = sum.add(&Natural::from(u64::from(digit.unsigned_abs())).shl(WIDTH * window));
            }
            prop_assert_eq!(above.sub(&below), Some(exponent));
        }
    }
}
