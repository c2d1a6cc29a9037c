//! Binary trees whose leaves are packed to the left, and the nodes that represent some of the leaves.
//!
//! Node 0 is the root, the children of node i are 2i + 1 and 2i + 2. With L leaves the depth is d = ⌈log2 L⌉;
//! level l from the root has the places 2^l − 1 .. 2^(l+1) − 2, of which the first ⌈L/2^(d−l)⌉ are nodes.
//! Thus only the last node of a level may lack a sibling, and only its parent may lack a right child.
//!
//! The numbers of nodes end with that of the last leaf. If a right child is missing but its number is below
//! the end, Picnic3 hashes an empty one instead, and its search does not go past such a node: this is
//! required by its known answers, so this module does the same. Of all nodes with one child, only the parent
//! of the last leaf is not such a node.

use alloc::{vec, vec::Vec};
use core::ops::Range;

/// The shape of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tree {
    leaves: usize,
    depth: u32,
}

impl Tree {
    /// Returns a tree of `leaves` > 1.
    pub(super) fn new(leaves: usize) -> Tree {
        Tree { leaves, depth: leaves.next_power_of_two().trailing_zeros() }
    }

    /// Returns the end of all numbers.
    pub(super) fn nodes(&self) -> usize {
        self.leaf(self.leaves)
    }

    /// Returns the node of leaf `leaf`.
    pub(super) fn leaf(&self, leaf: usize) -> usize {
        (1 << self.depth) - 1 + leaf
    }

    /// Returns the levels above the leaves, beginning with the root's, as ranges of nodes.
    pub(super) fn inner_levels(self) -> impl DoubleEndedIterator<Item = Range<usize>> {
        let Tree { leaves, depth } = self;
        (0..depth).map(move |level| {
            let first = (1 << level) - 1;
            first..first + leaves.div_ceil(1 << (depth - level))
        })
    }

    /// Returns the children of an inner node: one or two.
    pub(super) fn children(&self, node: usize) -> Range<usize> {
        2 * node + 1..if self.exists(2 * node + 2) { 2 * node + 3 } else { 2 * node + 2 }
    }

    /// Returns the children of an inner node, with an empty one if its number is below the end.
    pub(super) fn slots(&self, node: usize) -> Range<usize> {
        2 * node + 1..self.nodes().min(2 * node + 3)
    }

    fn exists(&self, node: usize) -> bool {
        let level = (node + 1).ilog2();
        level <= self.depth && node + 1 - (1 << level) < self.leaves.div_ceil(1 << (self.depth - level))
    }

    /// Returns the nodes from which all leaves except the `hidden` ones can be derived downwards, from the
    /// leaves upwards and in each row in the order of `hidden`.
    pub(super) fn reveal(&self, hidden: &[u16]) -> Vec<usize> {
        let mut ancestors: Vec<usize> = hidden.iter().map(|leaf| self.leaf(usize::from(*leaf))).collect();
        let mut hiding = vec![false; self.nodes()];
        let mut revealed = vec![false; self.nodes()];
        let mut list = Vec::new();
        for _ in 0..self.depth {
            ancestors.iter().for_each(|node| hiding[*node] = true);
            for node in &ancestors {
                // Left children are odd.
                let sibling = if node % 2 == 1 { node + 1 } else { node - 1 };
                if !self.exists(sibling) || hiding[sibling] {
                    continue;
                }
                // A node with one slot has one child only, a leaf.
                let lone = sibling < self.leaf(0) && self.slots(sibling).len() == 1;
                let end = if lone { 2 * sibling + 1 } else { sibling };
                if !core::mem::replace(&mut revealed[end], true) {
                    list.push(end);
                }
            }
            ancestors.iter_mut().for_each(|node| *node = (*node - 1) / 2);
        }
        list
    }

    /// Returns the nodes that lead upwards to the root together with the `known` leaves, in the order of the
    /// missing leaves.
    pub(super) fn open(&self, known: &[u16]) -> Vec<usize> {
        let mut missing = vec![true; self.nodes()];
        known.iter().for_each(|leaf| missing[self.leaf(usize::from(*leaf))] = false);
        for level in self.inner_levels().rev() {
            for node in level {
                missing[node] = self.children(node).all(|child| missing[child]);
            }
        }
        // The root is never one of them, because it is to be computed.
        missing[0] = false;
        let mut list = Vec::new();
        for leaf in self.leaf(0)..self.nodes() {
            let mut node = leaf;
            while missing[node] && missing[(node - 1) / 2] {
                node = (node - 1) / 2;
            }
            if missing[node] && list.last() != Some(&node) {
                list.push(node);
            }
        }
        list
    }
}
