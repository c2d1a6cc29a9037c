//! The Merkle tree over the online phases.

use super::{
    hash::{Digest, Hashes},
    tree::Tree,
};
use alloc::{vec, vec::Vec};
use heliast_symmetric::keccak::LANES;
use heliast_vrf::tagged::Tag;

/// Nodes of a tree; parent i = SHAKE(tag ‖ left ‖ \[right\] ‖ salt ‖ LE16 i), where an empty right child is
/// zeros.
pub(super) struct Merkle {
    tree: Tree,
    nodes: Vec<Digest>,
    known: Vec<bool>,
}

impl Merkle {
    pub(super) fn new(leaves: usize) -> Merkle {
        let tree = Tree::new(leaves);
        Merkle { tree, nodes: vec![[0; 64]; tree.nodes()], known: vec![false; tree.nodes()] }
    }

    pub(super) fn set_leaf(&mut self, leaf: usize, digest: Digest) {
        self.set(self.tree.leaf(leaf), digest);
    }

    pub(super) fn set(&mut self, node: usize, digest: Digest) {
        self.nodes[node] = digest;
        self.known[node] = true;
    }

    pub(super) fn node(&self, node: usize) -> &Digest {
        &self.nodes[node]
    }

    /// Computes all unknown nodes with known children, and returns the root. Each node takes one permutation.
    pub(super) fn climb(&mut self, hashes: &Hashes) -> Digest {
        for level in self.tree.inner_levels().rev() {
            let (known, tree) = (&self.known, &self.tree);
            let due = |node: &usize| !known[*node] && tree.children(*node).all(|child| known[child]);
            let due: Vec<usize> = level.filter(due).collect();
            // All lanes must have equal lengths, so a node with one slot is computed alone. It is the last
            // one.
            let whole = due.iter().take_while(|node| tree.slots(**node).len() == 2).count();
            for batch in due[..whole].chunks(LANES).chain(due[whole..].chunks(LANES)) {
                self.hash(hashes, batch);
            }
        }
        self.nodes[0]
    }

    fn hash(&mut self, hashes: &Hashes, batch: &[usize]) {
        let length = hashes.profile.digest_bytes;
        let mut many = hashes.many(Tag::Merkle, batch.len());
        for child in 0..self.tree.slots(batch[0]).len() {
            many.absorb(|lane| &self.nodes[2 * batch[lane] + 1 + child][..length]);
        }
        many.absorb_common(&hashes.salt);
        many.absorb(|lane| (batch[lane] as u16).to_le_bytes());
        let mut digests = [[0; 64]; LANES];
        many.finish(&mut digests[..batch.len()]);
        for (node, digest) in batch.iter().zip(digests) {
            self.set(*node, digest);
        }
    }
}
