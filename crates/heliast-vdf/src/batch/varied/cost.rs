//! What it costs to verify different delays.

use super::{groups::Rule, terms::Terms};
use crate::batch::exponents;
use alloc::vec::Vec;

impl Terms {
    /// About the mean number of multiplications to verify a list in which each of these numbers of statements
    /// shares its delay, the hash to a prime excepted.
    pub fn best_cost(self, counts: &[u64]) -> f64 {
        let (level, bits) = (self.level, self.suite.bits());
        let m = counts.iter().sum();
        let mut rule = Rule::new(m, self);
        let (merged, single): (Vec<u64>, Vec<u64>) = counts.iter().partition(|count| rule.merges(**count));
        let merging: f64 = merged.iter().map(|count| exponents::best_cost(*count, level)).sum();
        let single: u64 = single.iter().sum();
        let stays = if single == 0 { 0.0 } else { exponents::best_cost(single, bits) };
        exponents::best_cost(m, level) + merging + stays + exponents::best_cost(merged.len() as u64 + 1, bits)
    }
}
