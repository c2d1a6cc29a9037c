//! Products of powers by windows with signs.
//!
//! Digits are odd and below 2^(W − 1) in absolute value, so that of every W columns at most one is not 0
//! and a table of 2^(W − 2) odd powers serves both signs (Solinas, "Efficient arithmetic on Koblitz
//! curves", 2000, section 3). Several powers share their squarings (Straus).
//!
//! Cost for two exponents of 264 bits: 266 squarings and, on average, 102 products.

use super::{ClassGroup, Form};
use crate::Group;
use alloc::{vec, vec::Vec};
use heliast_arith::Natural;

/// Columns of a window.
const WIDTH: u32 = 5;

/// ∏ base^exponent; 1 for no bases.
pub(super) fn multiexp(group: &ClassGroup, powers: &[(&Form, &Natural)]) -> Form {
    let tables: Vec<_> = powers
        .iter()
        .filter(|(_, exponent)| !exponent.is_zero())
        .map(|(base, exponent)| (odd_powers(group, base), signed_digits(exponent)))
        .collect();
    let columns = tables.iter().map(|(_, digits)| digits.len()).max().unwrap_or(0);
    let mut product: Option<Form> = None;
    for column in (0..columns).rev() {
        if let Some(product) = &mut product {
            group.square_n(product, 1);
        }
        for (table, digits) in &tables {
            let digit = digits.get(column).copied().unwrap_or(0);
            if digit == 0 {
                continue;
            }
            let power = &table[usize::from(digit.unsigned_abs() / 2)];
            let factor = if digit < 0 { power.inverse() } else { power.clone() };
            match &mut product {
                Some(product) => group.mul_assign(product, &factor),
                None => product = Some(factor),
            }
        }
    }
    product.unwrap_or_else(|| group.identity())
}

/// base, base³, base⁵, ..., base^(2^(WIDTH − 1) − 1).
fn odd_powers(group: &ClassGroup, base: &Form) -> Vec<Form> {
    let mut square = base.clone();
    group.square_n(&mut square, 1);
    let mut power = base.clone();
    let mut table = vec![power.clone()];
    for _ in 1..1 << (WIDTH - 2) {
        group.mul_assign(&mut power, &square);
        table.push(power.clone());
    }
    table
}

/// The digits of an exponent, lowest first: 0, or odd and below 2^(WIDTH − 1) in absolute value.
fn signed_digits(exponent: &Natural) -> Vec<i8> {
    let bits = exponent.bits();
    let mut digits = vec![0; bits + 1];
    let (mut column, mut carry) = (0, 0);
    while column <= bits {
        // With the carry, the bit of this column decides whether a window begins.
        if i8::from(exponent.bit(column)) + carry != 1 {
            column += 1;
            continue;
        }
        let window = (0..WIDTH).fold(0, |sum, i| sum | i8::from(exponent.bit(column + i as usize)) << i);
        let value = window + carry;
        carry = i8::from(value >= 1 << (WIDTH - 1));
        digits[column] = value - (carry << WIDTH);
        column += WIDTH as usize;
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn digits_add_up(limbs in prop::collection::vec(prop_oneof![any::<u64>(), Just(u64::MAX), Just(0)], 0..5)) {
            let exponent = Natural::from_limbs(limbs);
            let digits = signed_digits(&exponent);
            let (mut above, mut below) = (Natural::zero(), Natural::zero());
            for (column, digit) in digits.iter().enumerate() {
                let term = Natural::from(u64::from(digit.unsigned_abs())).shl(column);
                prop_assert!(*digit == 0 || digit % 2 != 0 && digit.unsigned_abs() < 1 << (WIDTH - 1));
                let sum = if *digit < 0 { &mut below } else { &mut above };
                *sum = sum.add(&term);
            }
            prop_assert_eq!(above.sub(&below), Some(exponent));
            for window in digits.windows(WIDTH as usize) {
                prop_assert!(window.iter().filter(|digit| **digit != 0).count() <= 1);
            }
        }
    }
}
