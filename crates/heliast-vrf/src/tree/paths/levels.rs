//! All rows but the leaves in memory.

use super::{
    super::{Node, Nodes, Piece},
    Cost, Paths,
};
use alloc::vec::Vec;

/// The number of leaves that are computed at once while the tree is built.
const CHUNK: u32 = 1024;

/// The strategy of the paper on X-VRF, section 5.2: every node above the leaves is kept, 2^h − 1 of them, and
/// before every second evaluation two leaves, which are siblings, are computed again.
#[derive(Clone, Debug)]
pub struct Levels {
    above: Piece,
    pair: [Node; 2],
    leaf: u32,
}

impl Levels {
    /// Builds the tree of `height` and begins at leaf 0.
    ///
    /// # Panics
    /// If `height` is not in 1..=[`MAX_HEIGHT`](crate::tree::MAX_HEIGHT).
    pub fn new(nodes: &impl Nodes, height: u8) -> Levels {
        let width = 1u32 << height;
        let mut row = Vec::with_capacity(width as usize - 1);
        let mut leaves = alloc::vec![Node::default(); CHUNK.min(width) as usize];
        for first in (0..width).step_by(leaves.len()) {
            nodes.leaves(first, &mut leaves);
            let from = row.len();
            row.resize(from + leaves.len() / 2, Node::default());
            nodes.parents(0, first / 2, &leaves, &mut row[from..]);
        }
        let mut levels = Levels { above: Piece::over(nodes, 1, 0, row), pair: Default::default(), leaf: 0 };
        nodes.leaves(0, &mut levels.pair);
        levels
    }

    /// The node on top.
    pub fn root(&self) -> &Node {
        self.above.root()
    }
}

impl Paths for Levels {
    fn leaf(&self) -> u32 {
        self.leaf
    }

    fn path(&self) -> Vec<Node> {
        let sibling = self.pair[(self.leaf & 1 ^ 1) as usize];
        core::iter::once(sibling).chain(self.above.path(self.leaf >> 1)).collect()
    }

    fn advance(&mut self, nodes: &impl Nodes) -> bool {
        if !self.above.holds((self.leaf + 1) >> 1) {
            return false;
        }
        self.leaf += 1;
        if self.leaf.is_multiple_of(2) {
            nodes.leaves(self.leaf, &mut self.pair);
        }
        true
    }

    fn memory(&self) -> usize {
        self.above.memory() + size_of_val(&self.pair)
    }

    fn cost(&self) -> Cost {
        let width = 2u64 << self.above.height();
        Cost { leaves: width - 2, worst_leaves: if width > 2 { 2 } else { 0 }, ..Cost::default() }
    }
}
