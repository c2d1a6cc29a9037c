//! Buckets of eight windows at once, one in each lane.
//!
//! A window of [`super::buckets`] does not need the others until its product is known. So a base goes into
//! its buckets of eight windows by one product in lanes, and so do the buckets into the running products.

use super::{
    super::{
        ClassGroup, Form,
        bucket_rows::{BucketRows, MOST_ROWS},
        seats::{LANES, in_products},
    },
    buckets::{WIDEST, digits},
    multiply,
};
use crate::Group;
use alloc::vec::Vec;
use heliast_arith::{EightForms, Natural};

/// ∏ base^exponent with digits of `c` bits, from 1 to 15.
pub(super) fn multiexp(group: &ClassGroup, powers: &[(&Form, &Natural)], c: usize) -> Form {
    let digits: Vec<_> = powers.iter().map(|(_, exponent)| digits(exponent, c)).collect();
    let windows = digits.iter().map(Vec::len).max().unwrap_or(0);
    let mut rows = BucketRows::new(group, 1 << (c - 1));
    let mut products = Vec::with_capacity(windows);
    for first in (0..windows).step_by(LANES) {
        for ((base, _), digits) in powers.iter().zip(&digits).filter(|(_, digits)| digits.len() > first) {
            rows.seats.fill(&mut rows.factors, base);
            let (mut of_window, mut inverted) = ([0; LANES], 0);
            for (index, digit) in digits[first..].iter().take(LANES).enumerate() {
                of_window[index] = usize::from(digit.unsigned_abs());
                inverted |= u8::from(*digit < 0) << index;
            }
            rows.add(of_window, inverted);
        }
        let weighted = rows.weighted();
        products.extend((0..LANES).map(|index| weighted.form(index)));
    }
    let (mut composer, mut product) = (group.composer(), None);
    for of_window in products.iter().rev() {
        if let Some(product) = &mut product {
            *product = composer.take(product).square(c as u64).form();
        }
        if let Some(factor) = of_window {
            multiply(&mut composer, &mut product, factor, false);
        }
    }
    product.unwrap_or_else(|| group.identity())
}

/// The width with the least cost, and that: the time of [`multiexp`] in products that are computed alone.
/// `None` if the group has no lanes.
pub(super) fn width(group: &ClassGroup, powers: &[(&Form, &Natural)]) -> Option<(usize, usize)> {
    EightForms::limbs(group.bits())?;
    let widths = (1..=WIDEST).filter(|c| 1 << (c - 1) <= MOST_ROWS);
    widths.map(|c| (in_products(group, cost(powers, c)), c)).min().map(|(cost, c)| (c, cost))
}

/// The number of products of eight.
fn cost(powers: &[(&Form, &Natural)], c: usize) -> usize {
    let bits = powers.iter().map(|(_, exponent)| exponent.bits());
    let groups = |bits: usize| (bits + 1).div_ceil(c).div_ceil(LANES);
    let weighted = groups(bits.clone().max().unwrap_or(0)) << c;
    bits.map(groups).sum::<usize>() + weighted
}
