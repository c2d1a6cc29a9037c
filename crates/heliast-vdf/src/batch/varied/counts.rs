//! The number of statements of a list for each of its delays.

use crate::batch::records::Records;
use alloc::collections::BTreeMap;

/// The number of statements of a list for each delay. It takes memory for every delay, not for
/// every statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DelayCounts(BTreeMap<u64, u64>);

impl DelayCounts {
    /// The counts of these statements. If all have one delay, which is not in the records, it counts as 0.
    pub fn of(records: &Records<'_>) -> DelayCounts {
        let mut delays = DelayCounts::default();
        delays.absorb(records);
        delays
    }

    /// Counts these statements, too.
    pub(in crate::batch) fn absorb(&mut self, records: &Records<'_>) {
        for index in 0..records.len() {
            *self.0.entry(records.delay(index)).or_default() += 1;
        }
    }

    /// The delays, ascending, each with the number of statements that have it.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (u64, u64)> + ExactSizeIterator + '_ {
        self.0.iter().map(|(t, count)| (*t, *count))
    }

    /// The number of statements.
    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }
}

/// Delays, each with a number of statements that have it.
impl FromIterator<(u64, u64)> for DelayCounts {
    fn from_iter<I: IntoIterator<Item = (u64, u64)>>(counts: I) -> DelayCounts {
        let mut delays = DelayCounts::default();
        delays.extend(counts);
        delays
    }
}

impl Extend<(u64, u64)> for DelayCounts {
    fn extend<I: IntoIterator<Item = (u64, u64)>>(&mut self, counts: I) {
        counts.into_iter().for_each(|(t, count)| *self.0.entry(t).or_default() += count);
    }
}
