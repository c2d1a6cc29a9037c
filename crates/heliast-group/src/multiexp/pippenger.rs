//! Pippenger's buckets, for many bases.
//!
//! ∏ x_i^e_i with exponents cut at multiples of c. For each window, from the most significant one on:
//! 1. Square the result c times.
//! 2. Bucket d, for d = 1, ..., 2^c − 1, is the product of the x_i whose digit is d.
//! 3. ∏ bucket_d^d = ∏ over d from the largest down to 1 of (bucket_max · ... · bucket_d): running products
//!    of running products.
//! 4. Multiply the result by it.
//!
//! No table: the bases are used as they are. A window in which m digits differ from zero and the largest is D
//! takes m + D − 2 products, because the first of each bucket and of each running product is a copy. One more
//! product joins the windows above. There are at most (W − 1)·c squarings for W = ⌈b/c⌉ windows, and W·(n +
//! 2^c − 2) − 1 products.
//!
//! Source: Pippenger, *On the evaluation of powers and monomials*, SIAM J. Comput. 9 (1980), in the form
//! known as the bucket method. It is not in the paper of Attias, Vigneri and Dimitrov, which leaves n > 2 to
//! future work.

use super::{
    chain::{join, square},
    digits::Columns,
    expected::{self, Mean},
};
use crate::{Counts, Group};
use alloc::{vec, vec::Vec};
use heliast_arith::Natural;

pub(crate) fn evaluate<G: Group>(
    group: &G,
    bases: &[G::Elem],
    exponents: &[&Natural],
    c: usize,
) -> Option<G::Elem> {
    let exponents: Vec<Columns<'_>> = exponents.iter().copied().map(Columns::single).collect();
    let mut buckets: Vec<Option<G::Elem>> = vec![None; (1 << c) - 1];
    let mut acc = None;
    let mut pending = 0;
    for window in (0..windows(&exponents, c)).rev() {
        let mut largest = 0;
        for (base, exponent) in bases.iter().zip(&exponents) {
            let digit = exponent.window(window * c, c);
            if digit > 0 {
                match &mut buckets[digit - 1] {
                    Some(bucket) => group.mul_assign(bucket, base),
                    bucket => *bucket = Some(base.clone()),
                }
                largest = largest.max(digit);
            }
        }
        pending += c;
        if let Some(power) = weighted_product(group, &mut buckets[..largest]) {
            if let Some(acc) = &mut acc {
                square(group, acc, pending);
            }
            join(group, &mut acc, power);
            pending = 0;
        }
    }
    if let Some(acc) = &mut acc {
        square(group, acc, pending);
    }
    acc
}

/// ∏ bucket_d^d, with d counted from 1. Leaves the buckets empty.
fn weighted_product<G: Group>(group: &G, buckets: &mut [Option<G::Elem>]) -> Option<G::Elem> {
    let (mut running, mut product) = (None, None);
    for bucket in buckets.iter_mut().rev() {
        if let Some(bucket) = bucket.take() {
            join(group, &mut running, bucket);
        }
        match (&mut product, &running) {
            (Some(product), Some(running)) => group.mul_assign(product, running),
            (product, _) => *product = running.clone(),
        }
    }
    product
}

fn windows(exponents: &[Columns<'_>], c: usize) -> usize {
    exponents
        .iter()
        .filter_map(|exponent| exponent.fixed(c).next())
        .map(|digit| digit.position / c + 1)
        .max()
        .unwrap_or(0)
}

pub(crate) fn evaluation(exponents: &[&Natural], c: usize) -> Counts {
    let exponents: Vec<Columns<'_>> = exponents.iter().copied().map(Columns::single).collect();
    let windows = windows(&exponents, c);
    let mut products = 0u64;
    for window in 0..windows {
        let digits =
            exponents.iter().map(|exponent| exponent.window(window * c, c)).filter(|&digit| digit > 0);
        let (count, largest) = digits.fold((0, 0), |(count, largest), digit| (count + 1, digit.max(largest)));
        if count > 0 {
            products += count + largest as u64 - 1;
        }
    }
    Counts { squarings: (windows.saturating_sub(1) * c) as u64, products: products.saturating_sub(1) }
}

pub(crate) fn average(bases: usize, bits: usize, c: usize) -> Mean {
    let (joined, first) = expected::fixed(bits, c, bases);
    let per_window = |width: usize| {
        let digits = expected::zero(width);
        let count = bases as f64 * (1.0 - digits);
        let largest: f64 =
            (1..1u32 << width).map(|d| 1.0 - expected::power(f64::from(d) * digits, bases)).sum();
        count + largest
    };
    let (full, rest) = (bits / c, bits % c);
    let whole = if full > 0 { full as f64 * per_window(c) } else { 0.0 };
    let buckets = whole + per_window(rest);
    let any = 1.0 - expected::zero(bits.saturating_mul(bases));
    Mean { squarings: first, products: buckets - joined - any }
}

pub(crate) fn worst(bases: usize, bits: usize, c: usize) -> Counts {
    if bases == 0 || bits == 0 {
        return Counts::default();
    }
    let (full, rest) = ((bits / c) as u64, bits % c);
    let per_window = |width: usize| (bases as u64).saturating_add((1 << width) - 2);
    let products =
        full.saturating_mul(per_window(c)).saturating_add(if rest > 0 { per_window(rest) } else { 0 });
    Counts { squarings: ((bits.div_ceil(c) - 1) * c) as u64, products: products - 1 }
}
