//! The small factors of eight numbers at once: trial division.
//!
//! Primes are taken in groups, and the numbers n reduced modulo the product m of each group by Montgomery's
//! reduction, limb by limb from below: q = −(c + limb)/m modulo 2^52 and c = (c + limb + q·m)/2^52 leave
//! c·2^(52·L) ≡ n (mod m) after L limbs. So a prime of the group divides n if and only if it divides c. If c
//! ≤ m, a step gives at most (m + 2^52 − 1 + (2^52 − 1)·m)/2^52, which is below m + 1, so c ≤ m again.
//!
//! The digits of one modulus wait for each other, so several groups are reduced together.
//!
//! Cost: one limb product and one digit for each limb and group, and for each prime the low half of a limb
//! product and a comparison.

// Loops over vectors index several arrays together.
#![allow(clippy::needless_range_loop)]

use super::{
    LANES,
    engine::Engine,
    vector::{LIMB_MASK, Operation, RADIX_BITS, Row, Vector},
};
use crate::{divisor::Divisor, int::Natural, limbs::inverse_of_odd, radix52};
use alloc::{vec, vec::Vec};
use core::array::from_fn;

/// Odd primes and their product, below 2^51.
#[derive(Clone, Copy)]
pub(crate) struct Primes<'a> {
    product: u64,
    /// −1/product mod 2^52.
    negated_inverse: u64,
    primes: &'a [Divisor],
}

impl<'a> Primes<'a> {
    pub(crate) const fn new(product: u64, primes: &'a [Divisor]) -> Primes<'a> {
        assert!(product % 2 == 1 && product < 1 << 51, "an odd product below 2^51");
        Primes { product, negated_inverse: inverse_of_odd(product).wrapping_neg() & LIMB_MASK, primes }
    }
}

/// Whether one of the primes divides each of up to [`LANES`] numbers.
pub(crate) fn have_factors(numbers: &[&Natural], groups: &[Primes]) -> [bool; LANES] {
    have_factors_on(Engine::new(), numbers, groups)
}

pub(super) fn have_factors_on(engine: Engine, numbers: &[&Natural], groups: &[Primes]) -> [bool; LANES] {
    debug_assert!(numbers.len() <= LANES);
    let mut search = Search { numbers: rows(numbers), groups, found: 0 };
    // Lanes without a number have 0, which every prime divides.
    engine.run(&mut search);
    from_fn(|lane| search.found >> lane & 1 == 1)
}

/// The limbs of up to eight numbers, as integers.
fn rows(numbers: &[&Natural]) -> Vec<Row> {
    let limbs = numbers.iter().map(|n| n.bits().div_ceil(RADIX_BITS)).max().unwrap_or(0);
    let mut rows = vec![Row::default(); limbs];
    for (lane, number) in numbers.iter().enumerate() {
        rows.iter_mut().zip(radix52::split(number)).for_each(|(row, limb)| row.0[lane] = limb);
    }
    rows
}

struct Search<'a> {
    numbers: Vec<Row>,
    groups: &'a [Primes<'a>],
    /// The lanes in which a factor was found: lane i as bit i.
    found: u8,
}

impl Operation for Search<'_> {
    #[inline(always)]
    fn run<V: Vector>(&mut self, v: V) {
        // The number of groups that fill the gaps and still fit into registers.
        if const { V::WIDE } { self.go_along::<V, 8>(v) } else { self.go_along::<V, 4>(v) }
    }
}

impl Search<'_> {
    /// `N` groups at a time.
    #[inline(always)]
    fn go_along<V: Vector, const N: usize>(&mut self, v: V) {
        for groups in self.groups.chunks(N) {
            for part in 0..V::PARTS {
                let v = v.part(part);
                let rests = reduce::<V, N>(v, &self.numbers, groups);
                for (rest, group) in rests.iter().zip(groups) {
                    let rest = v.load(rest);
                    for prime in group.primes {
                        self.found |= divided(v, rest, prime);
                    }
                }
            }
        }
    }
}

/// The lanes that a prime divides, by [`Divisor::divides`] modulo 2^52.
#[inline(always)]
fn divided<V: Vector>(v: V, n: V::Factor, prime: &Divisor) -> u8 {
    let inverse = v.broadcast(&V::encode(prime.inverse & LIMB_MASK));
    let (product, _) = v.multiply_add(v.zero(), v.zero(), n, inverse);
    let (product, _) = v.split(v.unbias(product, 1, 0));
    v.lanes_below(product, (prime.limit >> (u64::BITS as usize - RADIX_BITS)) + 1)
}

/// c for one to `N` groups; copies of the last group stand for missing ones.
#[inline(always)]
fn reduce<V: Vector, const N: usize>(v: V, numbers: &[Row], groups: &[Primes]) -> [Row; N] {
    let mut rests = [Row::default(); N];
    let [mut inverses, mut roundings, mut sums] = [[v.zero(); N]; 3];
    let mut products = [v.load(&rests[0]); N];
    for index in 0..N {
        let group = &groups[index.min(groups.len() - 1)];
        products[index] = v.load(&Row([V::encode(group.product); LANES]));
        inverses[index] = v.load_integer(&Row([group.negated_inverse; LANES]));
        roundings[index] = v.rounding(inverses[index]);
    }
    for limb in numbers {
        let limb = v.load_integer(limb);
        for index in 0..N {
            let (q, carry) = v.quotient(v.add(sums[index], limb), inverses[index], roundings[index]);
            sums[index] = v.unbias(v.multiply_add_high(carry, q, products[index]), 0, 1);
        }
    }
    for index in 0..N {
        v.store(&mut rests[index], v.split(sums[index]).0);
    }
    rests
}

#[cfg(test)]
mod tests;
