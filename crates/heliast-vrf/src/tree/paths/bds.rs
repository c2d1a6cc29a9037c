//! A few nodes in every row.

use super::{
    super::{Node, Nodes, visit},
    Cost, Paths,
};
use alloc::vec::Vec;

/// The strategy of Buchmann, Dahmen and Schneider ("Merkle tree traversal revisited", PQCrypto 2008,
/// algorithm 4), which implementations of RFC 8391 use, with its parameter k.
///
/// Left nodes of the path follow from nodes that were on paths before (`keep`). Right nodes come from one
/// treehash in each of the h − k lowest rows. Together these compute (h − k)/2 leaves per step. The treehash
/// with the lowest node is first, so that they can share a stack. The 2^k − k − 1 right nodes of the k rows
/// on top are all kept from the beginning.
#[derive(Clone, Debug)]
pub struct Bds {
    height: u8,
    k: u8,
    root: Node,
    leaf: u32,
    auth: Vec<Node>,
    /// In each row, the right node that together with the left node on the path makes a node of a later path.
    keep: Vec<Node>,
    treehash: Vec<Treehash>,
    /// The nodes of all unfinished treehashes, with their rows.
    stack: Vec<(u8, Node)>,
    /// The right nodes of rows h − k to h − 2, from the last to the first.
    retain: Vec<Vec<Node>>,
}

/// Computes one right node of row `row` from its leaves, one per update.
#[derive(Clone, Debug)]
struct Treehash {
    row: u8,
    /// The node, when it is ready.
    node: Node,
    /// The next leaf, while there is one.
    leaf: Option<u32>,
    /// The number of its nodes on the stack, and the row of the lowest one.
    stacked: u8,
    tail: u8,
}

impl Bds {
    /// Traverses the tree of `height` once, and begins at leaf 0.
    ///
    /// # Panics
    /// If `height` is not in 1..=[`MAX_HEIGHT`](crate::tree::MAX_HEIGHT), or k not in 2..=height (1 for
    /// height 1).
    pub fn new(nodes: &impl Nodes, height: u8, k: u8) -> Bds {
        assert!((2.min(height)..=height).contains(&k), "2 <= k <= h");
        let low = height - k;
        let mut bds = Bds {
            height,
            k,
            root: Node::default(),
            leaf: 0,
            auth: alloc::vec![Node::default(); height.into()],
            keep: alloc::vec![Node::default(); usize::from(height) - 1],
            treehash: (0..low).map(Treehash::finished).collect(),
            stack: Vec::with_capacity(low.into()),
            retain: (low..height - 1).map(|row| Vec::with_capacity((1 << (height - row - 1)) - 1)).collect(),
        };
        bds.root = visit(nodes, height, |row, index, node| match index {
            1 => bds.auth[usize::from(row)] = *node,
            3 if row < low => bds.treehash[usize::from(row)].node = *node,
            3.. if row >= low && index % 2 == 1 => bds.retain[usize::from(row - low)].push(*node),
            _ => {}
        });
        bds.retain.iter_mut().for_each(|row| row.reverse());
        bds
    }

    /// The node on top.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// Computes one leaf for the treehash that has the lowest node on the stack, if any treehash is
    /// unfinished.
    fn update(&mut self, nodes: &impl Nodes) {
        let unfinished = self.treehash.iter_mut().filter(|treehash| treehash.leaf.is_some());
        if let Some(treehash) = unfinished.min_by_key(|treehash| treehash.tail) {
            treehash.update(nodes, &mut self.stack);
        }
    }

    /// The number of updates of a step.
    fn updates(&self) -> u8 {
        (self.height - self.k).div_ceil(2)
    }
}

impl Paths for Bds {
    fn leaf(&self) -> u32 {
        self.leaf
    }

    fn path(&self) -> Vec<Node> {
        self.auth.clone()
    }

    fn advance(&mut self, nodes: &impl Nodes) -> bool {
        let (leaf, next) = (self.leaf, self.leaf + 1);
        if next >> self.height != 0 {
            return false;
        }
        // The first row whose sibling becomes a left node; below it all siblings become right nodes.
        let row = next.trailing_zeros() as usize;
        let left = match row.checked_sub(1) {
            None => one(|leaves| nodes.leaves(leaf, leaves)),
            Some(below) => {
                let children = [self.auth[below], self.keep[below]];
                one(|parents| nodes.parents(below as u8, leaf >> row, &children, parents))
            }
        };
        if leaf >> (row + 1) & 1 == 0 && row < self.keep.len() {
            self.keep[row] = self.auth[row];
        }
        self.auth[row] = left;
        for below in 0..row {
            self.auth[below] = match self.treehash.get_mut(below) {
                Some(treehash) => {
                    let right = treehash.node;
                    treehash.start(next + (3 << below), self.height);
                    right
                }
                None => self.retain[below - self.treehash.len()]
                    .pop()
                    .expect("the rows on top keep all right nodes"),
            };
        }
        (0..self.updates()).for_each(|_| self.update(nodes));
        self.leaf = next;
        true
    }

    fn memory(&self) -> usize {
        let retained: usize = self.retain.iter().map(Vec::capacity).sum();
        let nodes =
            self.auth.len() + self.keep.len() + self.treehash.len() + self.stack.capacity() + retained;
        nodes * size_of::<Node>()
    }

    /// `worst_leaves` and `worst_parents` are the bounds of the paper, (h − k)/2 + 1 and 3(h − k − 1)/2 + 1.
    fn cost(&self) -> Cost {
        let (width, low) = (1u64 << self.height, u32::from(self.height - self.k));
        // A treehash of row r makes the right nodes 5, 7, ... of the 2^(h − r) in its row.
        let made = |row: u32| (width >> (row + 1)) - 2;
        Cost {
            leaves: width / 2 + (0..low).map(|row| made(row) << row).sum::<u64>(),
            parents: width / 2 - 1 + (0..low).map(|row| made(row) * ((1 << row) - 1)).sum::<u64>(),
            worst_leaves: u32::from(self.updates()) + 1,
            worst_parents: 1 + (3 * low.saturating_sub(1)).div_ceil(2),
        }
    }
}

impl Treehash {
    fn finished(row: u8) -> Treehash {
        Treehash { row, node: Node::default(), leaf: None, stacked: 0, tail: row }
    }

    /// Begins to compute the right node whose first leaf is `leaf`, if the tree has that leaf.
    fn start(&mut self, leaf: u32, height: u8) {
        self.leaf = (leaf >> height == 0).then_some(leaf);
        self.tail = self.row;
    }

    /// Computes one leaf, and the node if it is the last.
    fn update(&mut self, nodes: &impl Nodes, stack: &mut Vec<(u8, Node)>) {
        let Some(leaf) = self.leaf else { return };
        let (mut row, mut node) = (0, one(|leaves| nodes.leaves(leaf, leaves)));
        while self.stacked > 0 && stack.last().is_some_and(|(left, _)| *left == row) {
            let (_, left) = stack.pop().expect("a left node");
            self.stacked -= 1;
            row += 1;
            node = one(|parents| nodes.parents(row - 1, leaf >> row, &[left, node], parents));
        }
        if row == self.row {
            (self.node, self.leaf) = (node, None);
        } else {
            stack.push((row, node));
            self.stacked += 1;
            (self.tail, self.leaf) = (row, Some(leaf + 1));
        }
    }
}

/// The single node that `make` makes.
fn one(make: impl FnOnce(&mut [Node])) -> Node {
    let mut node = [Node::default()];
    make(&mut node);
    let [node] = node;
    node
}
