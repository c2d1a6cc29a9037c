//! Counts of attempts, and of their results.

use crate::model::{Class, Judgement};
use std::collections::BTreeMap;

/// The kind of an attempt: its strategy and its description.
pub type Label = (&'static str, &'static str);

/// The counts for one kind of attempt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The attempts accepted, as the rules require.
    pub accepted: u64,
    /// The attempts refused, as the rules require, by rule.
    pub refused: BTreeMap<Class, u64>,
}

impl Count {
    /// All refusals.
    pub fn refusals(&self) -> u64 {
        self.refused.values().sum()
    }

    /// All attempts.
    pub fn attempts(&self) -> u64 {
        self.accepted + self.refusals()
    }
}

/// The counts for all kinds of attempts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    counts: BTreeMap<Label, Count>,
    /// Winning tickets that were never sent.
    pub withheld: u64,
    /// Honest tickets that another participant sent before their owner did.
    pub passed_on: u64,
}

impl Tally {
    /// Counts a verdict on which rules and machine agree.
    pub fn count(&mut self, label: Label, verdict: Judgement) {
        let count = self.counts.entry(label).or_default();
        match verdict {
            Ok(()) => count.accepted += 1,
            Err(class) => *count.refused.entry(class).or_default() += 1,
        }
    }

    /// Adds the counts of another world.
    pub fn add(&mut self, other: &Tally) {
        self.withheld += other.withheld;
        self.passed_on += other.passed_on;
        for (label, theirs) in &other.counts {
            let ours = self.counts.entry(*label).or_default();
            ours.accepted += theirs.accepted;
            for (class, count) in &theirs.refused {
                *ours.refused.entry(*class).or_default() += count;
            }
        }
    }

    /// The counts by kind, in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = (&Label, &Count)> {
        self.counts.iter()
    }

    /// The counts for one kind.
    pub fn get(&self, label: Label) -> Option<&Count> {
        self.counts.get(&label)
    }
}
