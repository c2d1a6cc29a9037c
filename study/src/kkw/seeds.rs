//! Trees of seeds: a seed determines its two children, and a few nodes determine all leaves except some.

use super::{
    hash::{Hashes, Seed},
    tree::Tree,
};
use alloc::{vec, vec::Vec};
use heliast_symmetric::keccak::{LANES, Lanes};
use heliast_vrf::tagged::Tag;
use zeroize::Zeroize;

/// Trees of one shape that are grown together so that the lanes of the hash are full: level l of all trees is
/// computed before level l + 1. Erased on drop.
pub(super) struct Forest {
    tree: Tree,
    /// t, the number in the hashes of each tree.
    numbers: Vec<u16>,
    /// The nodes, tree by tree.
    nodes: Vec<Seed>,
    known: Vec<bool>,
}

impl Forest {
    pub(super) fn new(leaves: usize, numbers: Vec<u16>) -> Forest {
        let tree = Tree::new(leaves);
        let nodes = tree.nodes() * numbers.len();
        Forest { tree, numbers, nodes: vec![Seed::default(); nodes], known: vec![false; nodes] }
    }

    /// Returns the number t of each tree.
    pub(super) fn numbers(&self) -> &[u16] {
        &self.numbers
    }

    pub(super) fn node(&self, tree: usize, node: usize) -> &Seed {
        &self.nodes[tree * self.tree.nodes() + node]
    }

    /// Returns the leaves of one tree. Unknown leaves are zeros.
    pub(super) fn leaves(&self, tree: usize) -> &[Seed] {
        &self.nodes[tree * self.tree.nodes() + self.tree.leaf(0)..(tree + 1) * self.tree.nodes()]
    }

    pub(super) fn plant(&mut self, tree: usize, node: usize, seed: Seed) {
        let place = tree * self.tree.nodes() + node;
        self.nodes[place] = seed;
        self.known[place] = true;
    }

    /// Derives all nodes below the known ones: children of node i = SHAKE(tag ‖ seed ‖ salt ‖ LE16 t ‖ LE16
    /// i).
    ///
    /// Each known inner node takes one permutation.
    pub(super) fn grow(&mut self, hashes: &Hashes) {
        let mut seeded = hashes.seeded(Tag::SeedTree);
        let per_tree = self.tree.nodes();
        for level in self.tree.inner_levels() {
            let mut places =
                (0..self.numbers.len()).flat_map(|tree| level.clone().map(move |node| (tree, node)));
            loop {
                let mut batch = [(0, 0); LANES];
                let mut lanes = 0;
                let known = places.by_ref().filter(|(tree, node)| self.known[tree * per_tree + node]);
                for (to, place) in batch.iter_mut().zip(known) {
                    *to = place;
                    lanes += 1;
                }
                if lanes == 0 {
                    break;
                }
                let batch = &batch[..lanes];
                seeded.start(batch.iter().map(|&(tree, node)| {
                    (&self.nodes[tree * per_tree + node], self.numbers[tree], node as u16)
                }));
                let rows = seeded.block();
                for (lane, &(tree, node)) in batch.iter().enumerate() {
                    for (child, rows) in
                        self.tree.children(node).zip(rows.chunks(hashes.profile.seed_bytes / 8))
                    {
                        let place = tree * per_tree + child;
                        write(&mut self.nodes[place], rows, lane);
                        self.known[place] = true;
                    }
                }
            }
        }
    }
}

/// Writes the words of one lane as a seed.
fn write(seed: &mut Seed, rows: &[Lanes], lane: usize) {
    for (word, row) in seed.0.as_chunks_mut().0.iter_mut().zip(rows) {
        *word = row.0[lane].to_le_bytes();
    }
}

impl Drop for Forest {
    fn drop(&mut self) {
        self.nodes.zeroize();
    }
}
