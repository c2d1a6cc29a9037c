//! All announcements of a chain, in a form that branches share.
//!
//! A log never changes: another announcement makes a new log, which shares most of its memory with the first.
//! A log consists of layers of 2^a > 2^b > ... announcements. A new announcement is a separate layer, and
//! layers of the same length are joined. Each of n announcements is therefore copied at most log2(n) times
//! along a branch, for any number of older logs of the branch that are still in use, and a query reads no
//! more than log2(n) layers.

use super::announcement::{Announced, Change};
use heliast_vrf::stateful::PublicKey;
use std::sync::Arc;

/// An announcement with the running hash D after it.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) announced: Announced,
    pub(super) digest: [u8; 32],
}

/// Announcements in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    layers: Vec<Arc<Layer>>,
}

/// Announcements that follow each other, with indexes into them.
#[derive(Clone, Debug, Default)]
struct Layer {
    records: Vec<Record>,
    /// Indexes in the order of participants; those of one participant in the order of time.
    by_participant: Vec<u32>,
    /// Indexes of announcements of keys, in the order of [`tree`].
    by_tree: Vec<u32>,
}

/// A participant with the root and PUB_SEED of one of its trees.
type Tree<'a> = (u32, &'a [u8; 32], &'a [u8; 32]);

fn tree(record: &Record) -> Option<Tree<'_>> {
    match &record.announced.change {
        Change::Key(key) => Some((record.announced.participant, &key.root, &key.pub_seed)),
        Change::Withdrawal | Change::Member(_) => None,
    }
}

impl Log {
    /// Adds an announcement.
    pub(super) fn push(&mut self, record: Record) {
        let mut last = Layer::default();
        last.push_all(&[record]);
        while let Some(before) = self.layers.pop_if(|before| before.records.len() <= last.records.len()) {
            // The layer is copied only if another log has it, too.
            let mut joined = Arc::unwrap_or_clone(before);
            joined.push_all(&last.records);
            last = joined;
        }
        self.layers.push(Arc::new(last));
    }

    /// All records, in the order of the chain.
    pub(super) fn records(&self) -> impl DoubleEndedIterator<Item = &Record> {
        self.layers.iter().flat_map(|layer| &layer.records)
    }

    /// The number of announcements.
    pub(super) fn len(&self) -> usize {
        self.layers.iter().map(|layer| layer.records.len()).sum()
    }

    /// The announcements of a participant, in the order of the chain.
    pub(super) fn of(&self, participant: u32) -> impl DoubleEndedIterator<Item = &Announced> {
        self.layers.iter().flat_map(move |layer| {
            layer.of(participant).iter().map(|index| &layer.records[*index as usize].announced)
        })
    }

    /// The number of announcements of a participant.
    pub(super) fn count_of(&self, participant: u32) -> usize {
        self.layers.iter().map(|layer| layer.of(participant).len()).sum()
    }

    /// Whether a participant has announced the tree of this key.
    pub(super) fn has_tree(&self, participant: u32, key: &PublicKey) -> bool {
        let sought = Some((participant, &key.root, &key.pub_seed));
        let tree_at = |layer: &Layer, index: &u32| tree(&layer.records[*index as usize]).cmp(&sought);
        self.layers.iter().any(|layer| layer.by_tree.binary_search_by(|index| tree_at(layer, index)).is_ok())
    }

    /// The last record of the rounds up to `round`.
    pub(super) fn last_by(&self, round: u64) -> Option<&Record> {
        let begins_by = |layer: &Arc<Layer>| layer.records[0].announced.round <= round;
        let layer = &self.layers[self.layers.partition_point(begins_by).checked_sub(1)?];
        let count = layer.records.partition_point(|record| record.announced.round <= round);
        layer.records.get(count.checked_sub(1)?)
    }
}

impl Layer {
    fn push_all(&mut self, records: &[Record]) {
        let new = self.records.len() as u32..(self.records.len() + records.len()) as u32;
        self.records.extend_from_slice(records);
        let all = &self.records;
        let at = |index: &u32| &all[*index as usize];
        // This sort is stable, and fast on partly sorted input.
        self.by_participant.extend(new.clone());
        self.by_participant.sort_by_key(|index| at(index).announced.participant);
        self.by_tree.extend(new.filter(|index| tree(at(index)).is_some()));
        self.by_tree.sort_by(|a, b| tree(at(a)).cmp(&tree(at(b))));
    }

    /// The places of a participant's announcements.
    fn of(&self, participant: u32) -> &[u32] {
        let whose = |index: &u32| self.records[*index as usize].announced.participant;
        let from = self.by_participant.partition_point(|index| whose(index) < participant);
        let to = self.by_participant.partition_point(|index| whose(index) <= participant);
        &self.by_participant[from..to]
    }
}
