//! The lengths of proofs, computed only from their formulas: this module does not call the code that makes
//! proofs.

/// SL-VRF over LowMC-192 with two statements, 16 parties, T = 419 executions of which u = 52 are
/// opened (`spec/slvrf.md`).
pub(super) struct SlVrf {
    rounds: usize,
    tree: Tree,
}

const EXECUTIONS: usize = 419;
const OPENED: usize = 52;
const PARTIES: f64 = 16.0;
/// The bytes of a seed and of a block.
const SEED: usize = 24;
const HASH: usize = 48;
const SALT: usize = 32;

impl SlVrf {
    pub(super) fn new(rounds: usize) -> SlVrf {
        SlVrf { rounds, tree: Tree::new(EXECUTIONS) }
    }

    /// Returns the bytes of y and π on average over all challenges.
    pub(super) fn average(&self) -> f64 {
        self.bytes(self.tree.revealed_on_average(OPENED), (1.0 - 1.0 / PARTIES) * OPENED as f64)
    }

    /// Returns the bytes of the longest proof.
    pub(super) fn worst(&self) -> f64 {
        self.bytes(self.tree.revealed_at_most(OPENED) as f64, OPENED as f64)
    }

    /// Returns the bytes of a proof with `revealed` nodes in each of two trees and `corrected` executions
    /// whose last party is opened.
    fn bytes(&self, revealed: f64, corrected: f64) -> f64 {
        // The bits of three AND gates in each of 64 S-boxes, in two statements.
        let gates = (2 * 3 * 64 * self.rounds / 8) as f64;
        let opened = (4 * SEED + SEED + HASH) as f64 + gates;
        (SEED + HASH + SALT) as f64
            + revealed * (SEED + HASH) as f64
            + OPENED as f64 * opened
            + corrected * gates
    }
}

/// Returns the bytes of A-VRF with `tau` small fields and at most `open` nodes of the GGM forest: y, followed
/// by FAEST v2's formula with 1,280 + 3 · 832 bits of witness.
pub(super) fn a_vrf(tau: usize, open: usize) -> usize {
    const LAMBDA: usize = 128;
    const WITNESS: usize = 1280 + 3 * 832;
    const Y: usize = 32;
    let vole = (tau - 1) * (WITNESS + 3 * LAMBDA + 16) / 8 + (LAMBDA + 16) / 8;
    let openings = open * LAMBDA / 8 + tau * 3 * LAMBDA / 8;
    Y + vole + WITNESS / 8 + 2 * LAMBDA / 8 + openings + LAMBDA / 8 + 16 + 4
}

/// A tree in Picnic's layout: a complete binary tree whose last row is filled with leaves from the left.
struct Tree {
    /// The leaves below each node; node i has the children 2i + 1 and 2i + 2, if these exist.
    leaves: Vec<usize>,
    total: usize,
}

impl Tree {
    fn new(total: usize) -> Tree {
        let row = total.next_power_of_two();
        let nodes = row - 1 + total;
        let mut leaves = vec![0; nodes];
        leaves[row - 1..].fill(1);
        for node in (1..nodes).rev() {
            leaves[(node - 1) / 2] += leaves[node];
        }
        Tree { leaves, total }
    }

    /// Returns the average number of nodes that must be known for all leaves except `hidden` random ones: the
    /// nodes without a hidden leaf below them whose parents have one.
    fn revealed_on_average(&self, hidden: usize) -> f64 {
        // The probability that none of `leaves` leaves is hidden.
        let spared = |leaves: usize| -> f64 {
            let chances = (0..leaves).map(|i| {
                let (rest, free) = ((self.total - i) as f64, self.total - hidden);
                free.saturating_sub(i) as f64 / rest
            });
            chances.product()
        };
        (1..self.leaves.len())
            .filter(|node| self.leaves[*node] > 0)
            .map(|node| spared(self.leaves[node]) - spared(self.leaves[(node - 1) / 2]))
            .sum()
    }

    /// Returns this number for the `hidden` leaves for which it is greatest.
    fn revealed_at_most(&self, hidden: usize) -> usize {
        self.most(0, hidden)[hidden].expect("so many leaves can be hidden")
    }

    /// Returns the greatest numbers of nodes below `node` for 1, 2, ... hidden leaves below it; without
    /// hidden leaves the number is one, for the node itself.
    fn most(&self, node: usize, limit: usize) -> Vec<Option<usize>> {
        let children = [2 * node + 1, 2 * node + 2].map(|child| self.leaves.get(child).copied().unwrap_or(0));
        let mut most = vec![None; limit + 1];
        most[0] = Some(1);
        if children == [0, 0] {
            if limit > 0 {
                most[1] = Some(0);
            }
            return most;
        }
        let [left, right] = [0, 1].map(|side| match children[side] {
            0 => vec![Some(0)],
            _ => self.most(2 * node + 1 + side, limit),
        });
        for (a, first) in left.iter().enumerate() {
            for (b, second) in right.iter().enumerate() {
                if let (Some(first), Some(second), 1..) = (first, second, a + b)
                    && a + b <= limit
                {
                    most[a + b] = most[a + b].max(Some(first + second));
                }
            }
        }
        most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 40,088 bytes are the paper's 40 KB; the average number of nodes is that of 20,000 random challenges.
    #[test]
    fn the_published_sizes_come_out() {
        let tree = Tree::new(EXECUTIONS);
        assert_eq!(format!("{:.1}", tree.revealed_on_average(OPENED)), "124.0");
        assert_eq!(tree.revealed_at_most(OPENED), 157);
        let sizes = [4, 13].map(|rounds| (SlVrf::new(rounds).average().round(), SlVrf::new(rounds).worst()));
        assert_eq!(sizes, [(24.0 + 37_085.0, 24.0 + 40_088.0), (24.0 + 80_609.0, 24.0 + 85_016.0)]);
        assert_eq!([a_vrf(11, 102), a_vrf(16, 110)], [32 + 7_938, 32 + 10_916]);
    }

    /// Compares the counts with all ways to hide two leaves of a small tree.
    #[test]
    fn counts_are_those_of_all_choices() {
        let tree = Tree::new(11);
        let mut counts = Vec::new();
        for second in 0..11 {
            for first in 0..second {
                let has_hidden = |node: usize| {
                    // The leaves are the last eleven nodes.
                    let climb =
                        |leaf: usize| std::iter::successors(Some(leaf), |n| (*n > 0).then(|| (n - 1) / 2));
                    [first, second].iter().any(|leaf| climb(15 + leaf).any(|above| above == node))
                };
                let revealed = (1..tree.leaves.len()).filter(|node| {
                    tree.leaves[*node] > 0 && !has_hidden(*node) && has_hidden((node - 1) / 2)
                });
                counts.push(revealed.count());
            }
        }
        let average = counts.iter().sum::<usize>() as f64 / counts.len() as f64;
        assert!((tree.revealed_on_average(2) - average).abs() < 1e-9);
        assert_eq!(Some(&tree.revealed_at_most(2)), counts.iter().max());
    }
}
