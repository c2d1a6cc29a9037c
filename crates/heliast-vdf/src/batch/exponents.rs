//! Random Exponents (Rotem; thesis, Figure 1.3): the product of every statement to the power of its string.
//!
//! Naive: every power by itself, 1.5·ℓ operations. Best: Straus' interleaving for a few statements, else
//! Pippenger's buckets, window by window, with Horner's rule over the windows.

use super::{
    decoded,
    reduction::Reduction,
    sides::Sides,
    strings::Strings,
    windows::{by_windows, cost_of_windows, in_parallel_sides},
};
use alloc::vec::Vec;
use core::ops::Range;
use heliast_arith::Natural;
use heliast_group::{BulkGroup, Counts, Digits, Encoded, Group, OpCost, Shape, multiexp, plan};

/// (3ℓ + 2)·m: a power takes ℓ squarings and ℓ/2 products.
pub(super) fn thesis_cost(m: f64, bits: u16) -> f64 {
    (3.0 * f64::from(bits) + 2.0) * m
}

/// Up to this many statements are multiplied by Straus' method, which decodes an element of each and makes a
/// table for it.
pub(super) const FEW: usize = 300;

pub(super) fn naive<G: Group>(group: &G, side: Encoded<'_>, strings: &Strings) -> Vec<G::Elem> {
    let powers = strings.naturals().into_iter().enumerate().filter(|(_, exponent)| !exponent.is_zero());
    let powers = powers.map(|(index, exponent)| power(group, &side.element(group, index), &exponent));
    let product = powers.reduce(|product, power| group.mul(&product, &power));
    alloc::vec![product.unwrap_or_else(|| group.identity())]
}

/// Raises to a power by squaring and multiplying, from the highest bit. The exponent is not 0.
pub(super) fn power<G: Group>(group: &G, base: &G::Elem, exponent: &Natural) -> G::Elem {
    let mut power = base.clone();
    for bit in (0..exponent.bits() - 1).rev() {
        group.square_n(&mut power, 1);
        if exponent.bit(bit) {
            group.mul_assign(&mut power, base);
        }
    }
    power
}

/// The cost of [`power`], and of one product of its result with others.
pub(super) fn power_cost(exponent: &Natural) -> Counts {
    let ones: u32 = exponent.limbs().iter().map(|limb| limb.count_ones()).sum();
    Counts { products: u64::from(ones), squarings: (exponent.bits() as u64).saturating_sub(1) }
}

/// The operations of one side.
pub(super) fn naive_cost(strings: &Strings) -> Counts {
    let cost = strings.naturals().iter().map(power_cost).fold(Counts::default(), |sum, cost| sum + cost);
    Counts { products: cost.products.saturating_sub(1), ..cost }
}

pub(super) fn best<G: BulkGroup>(
    group: &G,
    sides: [Encoded<'_>; 2],
    strings: &Strings,
    bits: u16,
    threads: usize,
) -> Sides<G::Elem> {
    if strings.len() <= FEW {
        let exponents = strings.naturals();
        return in_parallel_sides(threads, |side| {
            let bases: Vec<_> = (0..strings.len()).map(|index| sides[side].element(group, index)).collect();
            let powers: Vec<_> = bases.iter().zip(&exponents).collect();
            alloc::vec![multiexp(group, &powers)]
        });
    }
    if group.decodes_slowly() {
        let products = decoded::multiply_powers(group, &sides, strings, threads);
        let [x, y] = <[G::Elem; 2]>::try_from(products).expect("as many products as lists");
        return [alloc::vec![x], alloc::vec![y]];
    }
    let windows = Reduction::Exponents { bits }.windows(strings.len() as u64);
    let digits = |window: Range<usize>| strings.digits(window.start, window.len());
    let products = by_windows(group, sides, &windows, digits, Digits::Weighted, threads);
    products.map(|products| alloc::vec![horner(group, &windows, products)])
}

/// ∏ product_w^(2^start_w).
pub(super) fn horner<G: Group>(group: &G, windows: &[Range<usize>], products: Vec<G::Elem>) -> G::Elem {
    let mut products = windows.iter().zip(products).rev();
    let Some((window, mut sum)) = products.next() else { return group.identity() };
    let mut above = window.start;
    for (window, product) in products {
        group.square_n(&mut sum, (above - window.start) as u64);
        group.mul_assign(&mut sum, &product);
        above = window.start;
    }
    sum
}

/// The exact operations of one side.
pub(super) fn exact_cost(strings: &Strings, bits: u16) -> Counts {
    if strings.len() <= FEW {
        let exponents = strings.naturals();
        let exponents: Vec<&Natural> = exponents.iter().filter(|exponent| !exponent.is_zero()).collect();
        let strategy = plan(Shape::of(exponents.iter().copied()), &OpCost::default());
        return strategy.cost(&exponents).map(|cost| cost.total()).unwrap_or_default();
    }
    let windows = Reduction::Exponents { bits }.windows(strings.len() as u64);
    let cost = |window: &Range<usize>| {
        Digits::Weighted.cost(&strings.digits(window.start, window.len()), window.len() as u32)
    };
    let horner = Counts {
        products: windows.len() as u64 - 1,
        squarings: windows.last().map_or(0, |last| last.start as u64),
    };
    windows.iter().map(cost).fold(horner, |sum, cost| sum + cost)
}

/// The approximate mean of one side.
pub(super) fn best_cost(m: u64, bits: u16) -> f64 {
    if m <= FEW as u64 {
        let shape = Shape::uniform(m as usize, bits.into());
        let mean = plan(shape, &OpCost::default()).expected(m as usize, bits.into());
        return mean.map_or(f64::INFINITY, |mean| mean.total());
    }
    let windows = Reduction::Exponents { bits }.windows(m);
    let last = windows.last().map_or(0, |last| last.start);
    cost_of_windows(&windows, m, Digits::Weighted) + (windows.len() - 1 + last) as f64
}
