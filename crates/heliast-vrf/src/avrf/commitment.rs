//! The commitment to all vectors at once: one tree of seeds, whose leaves are distributed to the vectors
//! (Baum et al., "One Tree to Rule Them All", section 3; BAVC in FAEST's specification).
//!
//! 1. A node is the key of a stream of two blocks: its children.
//! 2. A leaf is the key of a stream of four blocks x_0 .. x_3. The first is the leaf's *seed*; the leaf's
//!    commitment is f·x_0 + (x_1, x_2, x_3) in GF(2^384), with a factor f for each vector that is drawn after
//!    the initial value. Hence the commitment hides the seed, and no leaf has two seeds for one commitment.
//! 3. The commitments of each vector are hashed, and then these hashes together.
//!
//! An opening shows all leaves except one of each vector. It consists of the siblings of the nodes on the
//! paths from the root to the hidden leaves. Long common parts of the paths save nodes; a challenge that
//! needs too many nodes is refused.
//!
//! Cost, with L leaves: 6L blocks under 2L keys, L products of 384 by 128 bits, 48L bytes of hash.

use super::{
    kernels::Kernels,
    opening::Opening,
    parameters::{BLOCK, COMMITMENT, Parameters},
    transcript::{self, Purpose, tweaked},
};
use alloc::{vec, vec::Vec};
use heliast_symmetric::keccak::{Keccak, LANES};
use zeroize::{Zeroize, Zeroizing};

/// The number of nodes whose children are made together, and of leaves of a vector that are made together; no
/// vector has fewer.
const BATCH: usize = 64;

/// All nodes, the root first. The verifier's tree has wrong values for the nodes that it does not know.
/// Erased on drop.
pub(super) struct Tree {
    kernels: Kernels,
    parameters: &'static Parameters,
    iv: [u8; BLOCK],
    nodes: Vec<u128>,
}

/// The leaves' seeds, vector by vector, and their commitments. Erased on drop.
pub(super) struct Leaves {
    pub(super) seeds: Vec<u128>,
    pub(super) digest: [u8; 32],
}

impl Tree {
    /// The prover's tree, with all nodes.
    pub(super) fn grow(
        kernels: Kernels,
        parameters: &'static Parameters,
        root: u128,
        iv: &[u8; BLOCK],
    ) -> Tree {
        let mut tree = Tree::empty(kernels, parameters, iv);
        tree.nodes[0] = root;
        tree.expand(&mut |_, _| {});
        tree
    }

    /// The verifier's tree, without the paths to the hidden leaves. `None` if the bytes after the necessary
    /// nodes are not 0.
    pub(super) fn regrow(
        kernels: Kernels,
        parameters: &'static Parameters,
        opening: &Opening,
        opened: &[[u8; BLOCK]],
        iv: &[u8; BLOCK],
    ) -> Option<Tree> {
        let (given, padding) = opened.split_at(opening.nodes().len());
        if padding.iter().any(|node| *node != [0; 16]) {
            return None;
        }
        // The last of them is the highest in the tree.
        let mut left = opening.nodes().len();
        let mut tree = Tree::empty(kernels, parameters, iv);
        tree.expand(&mut |from, nodes| {
            while left > 0 && opening.nodes()[left - 1] < from + nodes.len() {
                left -= 1;
                nodes[opening.nodes()[left] - from] = u128::from_le_bytes(given[left]);
            }
        });
        Some(tree)
    }

    /// The kernel that computes its hashes.
    pub(super) fn keccak(&self) -> Keccak {
        self.kernels.keccak
    }

    /// The nodes that open the leaves that are not hidden, with zeros up to the number of nodes in a proof.
    pub(super) fn open(&self, opening: &Opening) -> Vec<[u8; BLOCK]> {
        let mut nodes: Vec<_> = opening.nodes().iter().map(|node| self.nodes[*node].to_le_bytes()).collect();
        nodes.resize(self.parameters.opened, [0; BLOCK]);
        nodes
    }

    /// For every vector, the commitment of the leaf that stays hidden.
    pub(super) fn hidden_commitments(&self, opening: &Opening) -> Vec<[u8; COMMITMENT]> {
        let mut commitments = vec![[0; COMMITMENT]; self.parameters.vectors];
        let each =
            transcript::factors(self.kernels.keccak, &self.iv).zip(opening.hidden()).zip(&mut commitments);
        for (i, ((factor, j), commitment)) in each.enumerate() {
            let mut seed = Zeroizing::new([0]);
            self.commit(i, &[*j], &factor, &mut *seed, core::slice::from_mut(commitment));
        }
        commitments
    }

    /// Every leaf's seed, and the commitment to all of them. The given commitments are used for the hidden
    /// leaves. Vectors of equal length are hashed in parallel, while their leaves are made.
    pub(super) fn leaves(&self, given: Option<(&Opening, &[[u8; COMMITMENT]])>) -> Leaves {
        let Tree { parameters, kernels: Kernels { keccak, .. }, .. } = *self;
        let factors: Vec<_> = transcript::factors(keccak, &self.iv).take(parameters.vectors).collect();
        let mut seeds = vec![0; parameters.leaves()];
        let mut commitments = vec![[0; BATCH * COMMITMENT]; LANES];
        let mut all = keccak.shake128();
        for group in parameters.groups(LANES) {
            let mut shakes = keccak.shakes128(group.len());
            for first in (0..parameters.size_of(group.start)).step_by(BATCH) {
                for (i, commitments) in group.clone().zip(&mut commitments) {
                    let numbers: [usize; BATCH] = core::array::from_fn(|j| first + j);
                    let seeds = &mut seeds[parameters.offset(i) + first..][..BATCH];
                    let commitments = commitments.as_chunks_mut().0;
                    self.commit(i, &numbers, &factors[i], seeds, commitments);
                    if let Some((opening, given)) = given
                        && let Some(hidden) = numbers.iter().position(|j| *j == opening.hidden()[i])
                    {
                        commitments[hidden] = given[i];
                    }
                }
                shakes.absorb(&commitments[..group.len()]);
            }
            shakes.absorb_common(&[Purpose::Commitments as u8]);
            let mut digests = [[0; 32]; LANES];
            let digests = &mut digests[..group.len()];
            shakes.finish().squeeze(digests);
            all.absorb(digests.as_flattened());
        }
        let mut digest = [0; 32];
        transcript::finish(all, Purpose::Commitments).squeeze(&mut digest);
        Leaves { seeds, digest }
    }

    /// Step 2 for some leaves of vector `i`.
    fn commit(
        &self,
        i: usize,
        leaves: &[usize],
        factor: &[u128; 3],
        seeds: &mut [u128],
        commitments: &mut [[u8; COMMITMENT]],
    ) {
        let purpose = (self.parameters.leaves() - 1 + i) as u32;
        let ivs = [tweaked(&self.iv, purpose); BATCH];
        let mut keys = [0; BATCH];
        for (key, j) in keys.iter_mut().zip(leaves) {
            *key = self.nodes[self.parameters.node(i, *j)];
        }
        let mut streams = [[0; 4]; BATCH];
        let count = leaves.len();
        self.kernels.aes.streams(&keys[..count], &ivs[..count], streams[..count].as_flattened_mut());
        seeds.iter_mut().zip(&streams).for_each(|(seed, stream)| *seed = stream[0]);
        self.kernels.field.affine384(factor, &streams[..count], commitments);
        keys.zeroize();
        streams.as_flattened_mut().zeroize();
    }

    fn empty(kernels: Kernels, parameters: &'static Parameters, iv: &[u8; BLOCK]) -> Tree {
        Tree { kernels, parameters, iv: *iv, nodes: vec![0; 2 * parameters.leaves() - 1] }
    }

    /// Step 1, from the root down. For every batch of new nodes `correct` gets the first one's number and the
    /// nodes.
    fn expand(&mut self, correct: &mut dyn FnMut(usize, &mut [u128])) {
        let mut from = 0;
        while from < self.parameters.leaves() - 1 {
            let children = 2 * from + 1;
            let to = children.min(from + BATCH).min(self.parameters.leaves() - 1);
            let (known, new) = self.nodes.split_at_mut(children);
            let new = &mut new[..2 * (to - from)];
            let ivs: [u128; BATCH] = core::array::from_fn(|i| tweaked(&self.iv, (from + i) as u32));
            self.kernels.aes.streams(&known[from..to], &ivs[..to - from], new);
            correct(children, new);
            from = to;
        }
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        self.nodes.zeroize();
    }
}

impl Drop for Leaves {
    fn drop(&mut self) {
        self.seeds.zeroize();
    }
}
