//! Pippenger's buckets with signs, for many bases.
//!
//! Exponents are cut into digits of c bits, each of which is moved into −2^(c−1) < d <= 2^(c−1) by a carry
//! into the next. In each window, from the highest on, bucket d takes the bases whose digit is d and the
//! inverses of those whose digit is −d; ∏ bucket_d^d follows by running products, as in
//! `multiexp/pippenger.rs`. A digit has half as many buckets, so it can be one bit longer.
//!
//! Cost for n bases with a digit other than 0 in a window whose largest digit is D: n + D − 2 products, at
//! most n + 2^(c−1) − 2. One product and c squarings join the windows.

use super::{
    super::{ClassGroup, Composer, Form},
    multiply,
};
use crate::Group;
use alloc::{vec, vec::Vec};
use heliast_arith::Natural;

/// The greatest number of bits of a digit.
pub(super) const WIDEST: usize = 15;

/// ∏ base^exponent with digits of `c` bits, from 1 to 15.
pub(super) fn multiexp(group: &ClassGroup, powers: &[(&Form, &Natural)], c: usize) -> Form {
    let digits: Vec<_> = powers.iter().map(|(_, exponent)| digits(exponent, c)).collect();
    let windows = digits.iter().map(Vec::len).max().unwrap_or(0);
    let mut buckets: Vec<Option<Form>> = vec![None; 1 << (c - 1)];
    let mut composer = group.composer();
    let mut product = None;
    for window in (0..windows).rev() {
        if let Some(product) = &mut product {
            *product = composer.take(product).square(c as u64).form();
        }
        for ((base, _), digits) in powers.iter().zip(&digits) {
            let digit = digits.get(window).copied().unwrap_or(0);
            if digit != 0 {
                let bucket = &mut buckets[usize::from(digit.unsigned_abs()) - 1];
                multiply(&mut composer, bucket, base, digit < 0);
            }
        }
        if let Some(weighted) = weighted_product(&mut composer, &mut buckets) {
            multiply(&mut composer, &mut product, &weighted, false);
        }
    }
    product.unwrap_or_else(|| group.identity())
}

/// ∏ bucket_d^d, with d counted from 1. Leaves the buckets empty.
fn weighted_product(composer: &mut Composer, buckets: &mut [Option<Form>]) -> Option<Form> {
    let (mut running, mut product): (Option<Form>, Option<Form>) = (None, None);
    for bucket in buckets.iter_mut().rev() {
        if let Some(bucket) = bucket.take() {
            multiply(composer, &mut running, &bucket, false);
        }
        if let Some(running) = &running {
            multiply(composer, &mut product, running, false);
        }
    }
    product
}

/// The digits of an exponent, lowest first, −2^(c−1) < d <= 2^(c−1).
pub(super) fn digits(exponent: &Natural, c: usize) -> Vec<i16> {
    let mut carry = 0;
    let digit = |window: usize| {
        let value = (0..c).fold(0i32, |sum, i| sum | i32::from(exponent.bit(window * c + i)) << i) + carry;
        carry = i32::from(value > 1 << (c - 1));
        (value - (carry << c)) as i16
    };
    // One more bit, for the last carry.
    (0..(exponent.bits() + 1).div_ceil(c)).map(digit).collect()
}

/// The approximate number of products of [`multiexp`].
pub(super) fn cost(powers: &[(&Form, &Natural)], c: usize) -> usize {
    let bits = powers.iter().map(|(_, exponent)| exponent.bits());
    let windows = (bits.clone().max().unwrap_or(0) + 1).div_ceil(c);
    bits.map(|bits| (bits + 1).div_ceil(c)).sum::<usize>() + (windows << (c - 1))
}

/// The width with the fewest products.
pub(super) fn width(powers: &[(&Form, &Natural)]) -> usize {
    (1..=WIDEST).min_by_key(|c| cost(powers, *c)).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn digits_add_up(
            limbs in prop::collection::vec(prop_oneof![any::<u64>(), Just(u64::MAX), Just(0)], 0..5),
            c in 1..=WIDEST,
        ) {
            let exponent = Natural::from_limbs(limbs);
            let (mut above, mut below) = (Natural::zero(), Natural::zero());
            for (window, digit) in digits(&exponent, c).into_iter().enumerate() {
                let digit = i32::from(digit);
                prop_assert!(-(1 << (c - 1)) < digit && digit <= 1 << (c - 1));
                let sum = if digit < 0 { &mut below } else { &mut above };
                *sum = sum.add(&Natural::from(u64::from(digit.unsigned_abs())).shl(window * c));
            }
            prop_assert_eq!(above.sub(&below), Some(exponent));
        }
    }
}
