//! The chain of all delays, from the longest down: ∏ X_t^floor(2^t / l) and ∏ X_t^(2^t).
//!
//! Positions j count squarings that are still to do. κ of the digits of 1/l at a time make D_i = b_(κi+1) ...
//! b_(κ(i+1)), and their factor of Q is A_(κ(i+1))^(D_i). The exception are bases whose t lies strictly
//! between κi and κ(i+1): these have only the first t − κi digits of the block, X_t^(D_i >> (κ(i+1) − t)).
//! All these powers have exponents below 2^κ, so each is one product into the bucket of its exponent, and
//! running products weight the buckets in the end. Only the current state of the chain is kept: A_(κi) and
//! the buckets.
//!
//! Cost: max t squarings, max t / κ + 2^(κ+1) + 2K products for K delays.

use crate::{
    batch::error::ProveError,
    digits::{division::Division, multiply, weighted_product},
    wesolowski::power_of_two,
};
use alloc::vec::Vec;
use core::ops::Range;
use heliast_arith::Natural;
use heliast_group::Group;

/// The greatest number of bits of a digit, with 2^κ buckets.
const MAX_KAPPA: u64 = 12;
/// The number of squarings between two calls of `progress`.
const PATIENCE: u64 = 1 << 15;
/// The number of digits that are computed together.
const BATCH: u64 = 4096;

/// The chain of these bases in progress. Between two steps it is at a multiple of κ.
#[derive(Clone, Debug)]
pub(super) struct Chain<'a, G: Group> {
    pub(super) group: &'a G,
    /// t and X_t of the bases that are not in it yet, ascending.
    bases: &'a [(u64, G::Elem)],
    /// l; `None` if only A_0 is needed.
    prime: Option<&'a Natural>,
    longest: u64,
    pub(super) place: Place<G::Elem>,
}

/// The place of a chain, and its state there.
#[derive(Clone, Debug)]
pub(super) struct Place<E> {
    pub(super) kappa: u64,
    /// i: the number of digits that are still to do.
    pub(super) index: u64,
    /// A_(κi); `None` before the first base.
    pub(super) power: Option<E>,
    /// 2^κ buckets, of which the one of exponent 0 is empty.
    pub(super) buckets: Vec<Option<E>>,
}

impl<'a, G: Group> Chain<'a, G> {
    /// Begins the chain of bases with ascending t.
    pub(super) fn start(group: &'a G, bases: &'a [(u64, G::Elem)], prime: Option<&'a Natural>) -> Self {
        let longest = bases.last().map_or(0, |(t, _)| *t);
        let kappa = (1..=MAX_KAPPA).min_by_key(|kappa| longest / kappa + (2 << kappa)).unwrap_or(1);
        let buckets = alloc::vec![None; 1 << kappa];
        let place = Place { kappa, index: longest.div_ceil(kappa), power: None, buckets };
        Chain { group, bases, prime, longest, place }
    }

    /// Moves the chain to another place. Bases above that place are in it already.
    pub(super) fn moved_to(mut self, place: Place<G::Elem>) -> Self {
        let left = place.kappa * place.index;
        self.bases = &self.bases[..self.bases.partition_point(|(t, _)| *t <= left)];
        self.place = place;
        self
    }

    /// The number of all squarings.
    pub(super) fn total(&self) -> u64 {
        self.longest
    }

    /// The number of squarings that are done.
    pub(super) fn done(&self) -> u64 {
        self.longest.saturating_sub(self.place.kappa * self.place.index)
    }

    /// Advances by `squarings` squarings, rounded down to whole digits, but by at least one digit. Returns
    /// true when all are done.
    pub(super) fn advance(&mut self, squarings: u64) -> bool {
        let end = self.place.index.saturating_sub((squarings / self.place.kappa).max(1));
        while self.place.index > end {
            let some = end.max(self.place.index.saturating_sub(BATCH))..self.place.index;
            match self.prime {
                Some(prime) => {
                    let digits = digits(prime, self.place.kappa, some);
                    digits.into_iter().rev().for_each(|digit| self.step(digit));
                }
                None => some.for_each(|_| self.step(0)),
            }
        }
        self.place.index == 0
    }

    /// Steps from κ(i+1) to κi, where the digits of 1/l are `digit`.
    fn step(&mut self, digit: u16) {
        let high = self.place.kappa * self.place.index;
        let low = high - self.place.kappa;
        if let Some((_, base)) = self.next_above(high - 1) {
            multiply(self.group, &mut self.place.power, base);
        }
        if let Some(power) = &self.place.power {
            collect(self.group, &mut self.place.buckets, digit, power);
        }
        let mut position = high;
        while let Some((t, base)) = self.next_above(low) {
            collect(self.group, &mut self.place.buckets, digit >> (high - t), base);
            self.square(position - t);
            multiply(self.group, &mut self.place.power, base);
            position = *t;
        }
        self.square(position - low);
        self.place.index -= 1;
    }

    /// Takes the next base if its t is above `low`.
    fn next_above(&mut self, low: u64) -> Option<&'a (u64, G::Elem)> {
        let (next, rest) = self.bases.split_last().filter(|((t, _), _)| *t > low)?;
        self.bases = rest;
        Some(next)
    }

    fn square(&mut self, times: u64) {
        if let Some(power) = &mut self.place.power {
            self.group.square_n(power, times);
        }
    }

    /// A_0 = ∏ X_t^(2^t), when all squarings are done.
    pub(super) fn power(&self) -> G::Elem {
        self.place.power.clone().unwrap_or_else(|| self.group.identity())
    }

    /// ∏ X_t^floor(2^t / l), when all squarings are done.
    pub(super) fn quotient(&self) -> G::Elem {
        weighted_product(self.group, &self.place.buckets).unwrap_or_else(|| self.group.identity())
    }
}

impl<G: Group> Chain<'_, G> {
    /// Does the remaining squarings.
    pub(super) fn run(&mut self, progress: &impl Fn(f64) -> bool) -> Result<(), ProveError> {
        while self.done() < self.total() {
            self.advance(PATIENCE);
            if !progress(self.done() as f64 / self.total() as f64) {
                return Err(ProveError::Interrupted);
            }
        }
        Ok(())
    }
}

/// Multiplies a factor into the bucket of its exponent.
fn collect<G: Group>(group: &G, buckets: &mut [Option<G::Elem>], digit: u16, factor: &G::Elem) {
    if digit > 0 {
        multiply(group, &mut buckets[usize::from(digit)], factor);
    }
}

/// D_i for some i.
pub(super) fn digits(prime: &Natural, kappa: u64, indices: Range<u64>) -> Vec<u16> {
    let Some(mut division) = Division::new(prime, kappa) else {
        return digits_by_division(prime, kappa, indices);
    };
    division.seek(kappa * indices.start);
    indices.map(|_| division.digit(kappa as u32)).collect()
}

/// The digits for short challenges, which are never drawn, and for tests.
pub(super) fn digits_by_division(prime: &Natural, kappa: u64, indices: Range<u64>) -> Vec<u16> {
    let digit = |index: u64| {
        let (quotient, _) = power_of_two(kappa * index, prime).shl(kappa as usize).div_rem(prime);
        quotient.limbs().first().map_or(0, |limb| *limb as u16)
    };
    indices.map(digit).collect()
}
