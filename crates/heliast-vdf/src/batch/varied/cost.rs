//! The cost of verifying different delays.

use super::{counts::DelayCounts, division::Division, groups::Rule, terms::Terms};
use crate::batch::{
    exponents,
    incidence::{self, FETCHING_COST, Incidence},
    protocol::TooWeak,
};
use alloc::vec::Vec;

/// The approximate number of bits by which the exponents of statements are longer than those of their rows,
/// for every reduction.
const LONGER: u16 = 3;

impl Terms {
    /// The terms at this level under which lists with these delays can be proved, the fastest to verify
    /// first. Terms with incidence buckets are among them if some statements have such buckets.
    pub fn plan(level: u16, delays: &DelayCounts) -> Result<Vec<Terms>, TooWeak> {
        let linear = Terms::linear(level).ok().filter(|terms| Division::new(*terms, delays).reduces());
        let mut plans: Vec<Terms> = [Terms::new(level)?].into_iter().chain(linear).collect();
        plans.sort_by(|a, b| a.time(delays).total_cmp(&b.time(delays)));
        Ok(plans)
    }

    /// The number of delays of such a list that have incidence buckets of their own, and whether the outputs
    /// of all others have incidence buckets.
    pub fn graphs(self, delays: &DelayCounts) -> (usize, bool) {
        let division = Division::new(self, delays);
        (division.own.len(), !division.outputs.is_empty())
    }

    /// The approximate mean number of multiplications to verify a list with these delays, without the hash to
    /// a prime.
    pub fn best_cost(self, delays: &DelayCounts) -> f64 {
        let division = Division::new(self, delays);
        let (level, bits) = (self.level(), self.suite.bits());
        let longer = level + LONGER * division.outputs.len() as u16;
        let mut rule = Rule::new(division.rest, self);
        let (mut merging, mut bases, mut single) = (0.0, 1, 0);
        for (t, count) in delays.iter() {
            if let Some(levels) = division.own.get(&t) {
                merging += 2.0 * one_side(levels) + exponents::best_cost(left(levels, count), level);
            } else if rule.merges(count) {
                merging += exponents::best_cost(count, longer);
            } else {
                single += count;
                continue;
            }
            bases += 1;
        }
        let outputs = division.own.values().map(|levels| left(levels, 0)).sum::<u64>()
            + left(&division.outputs, division.rest);
        let stays = if single == 0 { 0.0 } else { exponents::best_cost(single, bits) };
        let reduced = one_side(&division.outputs) + exponents::best_cost(outputs, level);
        reduced + merging + stays + exponents::best_cost(bases, bits)
    }

    /// The time of verification, in multiplications: as [`Plan::time`](crate::batch::Plan::time).
    pub fn time(self, delays: &DelayCounts) -> f64 {
        let division = Division::new(self, delays);
        let fetched =
            |levels: &[Incidence]| levels.iter().map(|level| level.statements() as f64).sum::<f64>();
        let own: f64 = division.own.values().map(|levels| fetched(levels)).sum();
        self.best_cost(delays) + FETCHING_COST * (own + fetched(&division.outputs) / 2.0)
    }
}

/// The number of products of these reductions, for one side.
fn one_side(levels: &[Incidence]) -> f64 {
    levels.iter().map(|level| incidence::best_cost(*level, level.statements())).sum()
}

/// The number of rows that they leave of `count` statements.
fn left(levels: &[Incidence], count: u64) -> u64 {
    levels.last().map_or(count, |level| level.rows() as u64)
}
