//! The nodes of the tree that open all leaves but the hidden ones.

use super::parameters::Parameters;
use alloc::vec::Vec;

/// The leaves that stay hidden, one in each vector, and the nodes that open the others.
pub(super) struct Opening {
    hidden: Vec<usize>,
    nodes: Vec<usize>,
}

impl Opening {
    /// The opening for a challenge; `None` if it needs more nodes than a proof has.
    pub(super) fn new(parameters: &Parameters, challenge: u128) -> Option<Opening> {
        let hidden: Vec<_> = (0..parameters.vectors).map(|i| parameters.hidden(challenge, i)).collect();
        // The nodes on paths to hidden leaves that are still to be processed: children come before their
        // parents.
        let mut path: Vec<_> = hidden.iter().enumerate().map(|(i, j)| parameters.node(i, *j)).collect();
        path.sort_unstable();
        let mut nodes = Vec::with_capacity(parameters.opened);
        while let Some(node) = path.pop().filter(|node| *node > 0) {
            let (parent, sibling) = ((node - 1) / 2, ((node - 1) ^ 1) + 1);
            if path.pop_if(|node| *node == sibling).is_none() {
                if nodes.len() == parameters.opened {
                    return None;
                }
                nodes.push(sibling);
            }
            path.insert(path.partition_point(|node| *node < parent), parent);
        }
        Some(Opening { hidden, nodes })
    }

    /// The leaf that stays hidden, for each vector.
    pub(super) fn hidden(&self) -> &[usize] {
        &self.hidden
    }

    /// The nodes that open the rest, in the order of the proof: in descending order.
    pub(super) fn nodes(&self) -> &[usize] {
        &self.nodes
    }
}
