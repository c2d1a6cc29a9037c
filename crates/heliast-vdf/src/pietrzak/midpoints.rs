//! The midpoints: those of the first rounds from the checkpoints of an evaluation, those of the others by
//! squaring.
//!
//! After i rounds the claim's input is x_i = ∏ (x^(2^p))^a over 2^i terms (p, a): each round turns a term
//! into (p, a·r) and (p + h, a). Its midpoint x_i^(2^h) has the terms (p + h, a), and x^(2^(p + h)) is a
//! checkpoint squared less than s times. So the midpoint is a product of 2^i powers with exponents of 64·i
//! bits on average. From round m on, t/2^m squarings are left for all midpoints together.
//!
//! Cost: Σ_(i<m) (2^i·64·i/5 products + 128·i + s squarings) + t/2^m squarings, where m is chosen for the
//! least cost ([`levels`]). If s is greater than [`STRIDE`], the powers of a midpoint are divided into
//! several products whose results are squared further, the furthest first. Source: Boneh, Bünz, Fisch, *A
//! survey of two verifiable delay functions*, section 3.3; Pietrzak, section 6.2.

use super::round::{fold, rounds};
use crate::{eval::Evaluation, parallel::in_parallel};
use alloc::{collections::BTreeMap, vec::Vec};
use core::ops::Range;
use heliast_arith::Natural;
use heliast_group::{BulkGroup, Group, multiexp};

/// The greatest number of rounds with midpoints from checkpoints, with at most 512 bases at once.
const MAX_LEVELS: u32 = 10;
/// Exponents become longer by the squarings beyond a checkpoint, up to this many bits. In tests this is
/// small, so that small delays have several products.
const STRIDE: u64 = if cfg!(test) { 10 } else { 1 << 12 };
/// The number of squarings between two calls of `progress`.
const PATIENCE: u64 = 1 << 12;

/// The prover's state between rounds.
pub(super) struct Midpoints<'a, G: Group> {
    evaluation: &'a Evaluation<G>,
    threads: usize,
    /// The number of rounds that still use checkpoints.
    levels: u32,
    /// x_i.
    input: G::Elem,
    /// The terms (p, a) of x_i, as long as they are used.
    terms: Vec<(u64, Natural)>,
    /// The number of squarings of the claim.
    left: u64,
    /// The approximate number of operations that are done, and of all operations.
    done: u64,
    total: u64,
}

impl<'a, G: BulkGroup> Midpoints<'a, G> {
    /// The state before the first round.
    pub(super) fn new(evaluation: &'a Evaluation<G>, threads: usize) -> Self {
        let (t, spacing) = (evaluation.t(), evaluation.spacing());
        let workers = if cfg!(feature = "std") { threads.max(1) } else { 1 };
        let levels = levels(t, spacing, workers as u64);
        Midpoints {
            evaluation,
            threads: workers,
            levels,
            input: evaluation.input().clone(),
            terms: alloc::vec![(0, Natural::one())],
            left: t,
            done: 0,
            total: cost(t, spacing, workers as u64, levels),
        }
    }

    /// The next round's midpoint; `None` if `progress`, which receives the done part, returns false.
    pub(super) fn next(&mut self, progress: &(impl Fn(f64) -> bool + Sync)) -> Option<G::Elem> {
        // y = x^(2^t) and y = (x²)^(2^(t−1)) are the same claim.
        let group = self.evaluation.group();
        group.square_n(&mut self.input, self.left % 2);
        self.terms.iter_mut().for_each(|(position, _)| *position += self.left % 2);
        let half = self.left / 2;
        if self.levels > 0 {
            let midpoint = self.combine_checkpoints(half);
            let level = self.terms.len().ilog2();
            self.done += level_cost(level, self.evaluation.spacing(), self.threads as u64);
            return self.go_on(progress).then_some(midpoint);
        }
        let mut midpoint = self.input.clone();
        let mut done = 0;
        while done < half {
            let step = PATIENCE.min(half - done);
            group.square_n(&mut midpoint, step);
            done += step;
            self.done += step;
            if !self.go_on(progress) {
                return None;
            }
        }
        Some(midpoint)
    }

    /// Moves to the next claim, which is about x' = x^r·μ and half as many squarings.
    pub(super) fn fold(&mut self, midpoint: &G::Elem, challenge: &Natural) {
        self.input = fold(self.evaluation.group(), &self.input, midpoint, challenge);
        self.left /= 2;
        self.levels = self.levels.saturating_sub(1);
        if self.levels == 0 {
            self.terms.clear();
            return;
        }
        let half = self.left;
        let later: Vec<_> = self.terms.iter().map(|(p, a)| (p + half, a.clone())).collect();
        self.terms.iter_mut().for_each(|(_, a)| *a = a.mul(challenge));
        self.terms.extend(later);
    }

    /// x_i^(2^half).
    fn combine_checkpoints(&self, half: u64) -> G::Elem {
        let group = self.evaluation.group();
        let part = |range: Range<usize>| self.product(&self.terms[range], half);
        let parts = in_parallel(self.terms.len(), self.threads, &part);
        parts.into_iter().reduce(|a, b| group.mul(&a, &b)).unwrap_or_else(|| group.identity())
    }

    /// ∏ (x^(2^(p + half)))^a.
    fn product(&self, terms: &[(u64, Natural)], half: u64) -> G::Elem {
        let (group, spacing) = (self.evaluation.group(), self.evaluation.spacing());
        // Powers of checkpoints, by the number of times that they still have to be raised to 2^STRIDE.
        let mut strides: BTreeMap<u64, Vec<(&G::Elem, Natural)>> = BTreeMap::new();
        for (position, exponent) in terms {
            let (index, beyond) = ((position + half) / spacing, (position + half) % spacing);
            let power =
                (&self.evaluation.checkpoints()[index as usize], exponent.shl((beyond % STRIDE) as usize));
            strides.entry(beyond / STRIDE).or_default().push(power);
        }
        let mut product = group.identity();
        let mut above = strides.last_key_value().map_or(0, |(stride, _)| *stride);
        for (stride, powers) in strides.into_iter().rev() {
            group.square_n(&mut product, STRIDE * (above - stride));
            let powers: Vec<_> = powers.iter().map(|(base, exponent)| (*base, exponent)).collect();
            group.mul_assign(&mut product, &multiexp(group, &powers));
            above = stride;
        }
        group.square_n(&mut product, STRIDE * above);
        product
    }

    fn go_on(&self, progress: &impl Fn(f64) -> bool) -> bool {
        progress((self.done as f64 / self.total.max(1) as f64).min(1.0))
    }
}

/// The cheapest number of rounds with midpoints from checkpoints.
fn levels(t: u64, spacing: u64, workers: u64) -> u32 {
    let most = rounds(t).min(MAX_LEVELS);
    (0..=most).min_by_key(|levels| cost(t, spacing, workers, *levels)).unwrap_or(0)
}

/// The approximate number of operations with this many rounds from checkpoints.
fn cost(t: u64, spacing: u64, workers: u64, levels: u32) -> u64 {
    (0..levels).map(|level| level_cost(level, spacing, workers)).sum::<u64>() + (t >> levels)
}

/// The approximate number of operations for a midpoint from 2^level checkpoints.
fn level_cost(level: u32, spacing: u64, workers: u64) -> u64 {
    let bits = 64 * u64::from(level);
    let powers = (bits << level) / (5 * workers.min(1 << level));
    let strides = spacing.div_ceil(STRIDE).min(1 << level);
    powers + strides * (2 * bits + spacing.min(STRIDE)) + spacing
}
