//! Compares the memory and the work of the strategies by which an evaluator prepares the next path.

use super::{measure::Times, units::size};
use crate::paper::finding::{Table, digits};
use heliast_vrf::tree::{Bds, Cost, Levels, Node, Nodes, Paths, Subtrees};

/// Nodes that are all equal and take no time: counts and sizes do not depend on the content of a tree.
struct Blank;

impl Nodes for Blank {
    fn leaves(&self, _: u32, leaves: &mut [Node]) {
        leaves.fill(Node::default());
    }

    fn parents(&self, _: u8, _: u32, _: &[Node], parents: &mut [Node]) {
        parents.fill(Node::default());
    }
}

/// The height of the largest tree that is built completely. For greater heights, Levels is computed with its
/// formula, which is asserted up to this height.
const WHOLE: u8 = 19;

/// Returns a row for each strategy and height.
pub(super) fn table(times: &Times) -> Table {
    let mut table = Table::new(
        "Strategies for paths: what is kept, and what one step computes",
        &[
            "h",
            "strategy",
            "memory",
            "leaves per step",
            "nodes per step",
            "leaves at the most",
            "µs per step",
            "µs at the most",
        ],
    );
    for height in [15u8, 19, 23, 27] {
        let mut splits = vec![(cut(height), "the key store's"), (height / 2, "least memory")];
        splits.dedup_by_key(|(split, _)| *split);
        for (split, whose) in splits {
            let (memory, cost) = subtrees(height, split);
            let name = format!("subtrees, s = {split} ({whose})");
            table.push(row(times, height, &name, memory, cost));
        }
        let (memory, cost) = levels(height);
        table.push(row(times, height, "h − 1 levels (the paper's)", memory, cost));
        let k = 2 + height % 2;
        let bds = Bds::new(&Blank, height, k);
        table.push(row(times, height, &format!("BDS, k = {k}"), bds.memory(), bds.cost()));
    }
    table
}

/// Returns the bytes that a key store keeps of a tree, and the cost of a step.
pub(super) fn key_store(height: u8) -> (usize, Cost) {
    subtrees(height, cut(height))
}

fn subtrees(height: u8, split: u8) -> (usize, Cost) {
    let subtrees = Subtrees::new(&Blank, height, split, 1);
    (subtrees.memory(), subtrees.cost())
}

fn levels(height: u8) -> (usize, Cost) {
    let leaves = 1u64 << height;
    let memory = 32 * ((1usize << height) + 1);
    let cost = Cost { leaves: leaves - 2, parents: 0, worst_leaves: 2, worst_parents: 0 };
    if height <= WHOLE {
        let levels = Levels::new(&Blank, height);
        assert_eq!((levels.memory(), levels.cost()), (memory, cost), "the formula of Levels");
    }
    (memory, cost)
}

fn row(times: &Times, height: u8, name: &str, memory: usize, cost: Cost) -> Vec<String> {
    let steps = (1u64 << height) as f64 - 1.0;
    let (leaves, parents) = (cost.leaves as f64 / steps, cost.parents as f64 / steps);
    let micros = |leaves: f64, parents: f64| digits((leaves * times.leaf + parents * times.parent) * 1e6);
    vec![
        height.to_string(),
        name.to_owned(),
        size(memory as f64),
        digits(leaves),
        digits(parents),
        cost.worst_leaves.to_string(),
        micros(leaves, parents),
        micros(cost.worst_leaves.into(), cost.worst_parents.into()),
    ]
}

/// Returns the default height of the bottom subtrees of a key store: 64 subtrees or more, of 2^13 leaves or
/// fewer.
fn cut(height: u8) -> u8 {
    (height - 6).clamp(5, 13)
}
