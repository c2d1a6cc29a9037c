//! Chooses the statements that have incidence buckets (`spec/linear-batch.md`, Different delays):
//! those of a delay that many share have graphs of their own, and the outputs of all others are
//! reduced together.

use super::{counts::DelayCounts, groups::Rule, terms::Terms};
use crate::batch::incidence::Incidence;
use alloc::{collections::BTreeMap, vec::Vec};

/// If a delay has fewer statements than this, they belong to the rest.
const FEWEST_OF_A_DELAY: u64 = 12_000;

/// The division of a list. Without incidence buckets the whole list is the rest.
#[derive(Clone, Debug)]
pub(super) struct Division {
    /// The reductions of every delay that has any.
    pub(super) own: BTreeMap<u64, Vec<Incidence>>,
    /// The number of statements of all other delays.
    pub(super) rest: u64,
    /// The reductions of the outputs of the rest.
    pub(super) outputs: Vec<Incidence>,
}

impl Division {
    /// The division of a list with these delays.
    pub(super) fn new(terms: Terms, delays: &DelayCounts) -> Division {
        let graphs = |count: u64| {
            let enough = terms.is_linear() && count >= FEWEST_OF_A_DELAY;
            if enough { Incidence::levels(count) } else { Vec::new() }
        };
        let own: BTreeMap<u64, Vec<Incidence>> = delays
            .iter()
            .map(|(t, count)| (t, graphs(count)))
            .filter(|(_, levels)| !levels.is_empty())
            .collect();
        let rest = delays.iter().filter(|(t, _)| !own.contains_key(t)).map(|(_, count)| count).sum();
        let outputs = if terms.is_linear() { Incidence::levels(rest) } else { Vec::new() };
        Division { own, rest, outputs }
    }

    /// Whether anything is reduced.
    pub(super) fn reduces(&self) -> bool {
        !self.own.is_empty() || !self.outputs.is_empty()
    }

    /// The delays of the rest whose statements are merged, and the number of the rest's other statements.
    pub(super) fn split(&self, terms: Terms, delays: &DelayCounts) -> (Vec<u64>, u64) {
        let mut rule = Rule::new(self.rest, terms);
        let (mut merged, mut single) = (Vec::new(), 0);
        for (t, count) in delays.iter().filter(|(t, _)| !self.own.contains_key(t)) {
            if rule.merges(count) { merged.push(t) } else { single += count }
        }
        (merged, single)
    }
}
