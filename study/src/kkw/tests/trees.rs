//! The shape of trees, and the nodes that represent some of their leaves, tested by derivation.

use super::super::tree::Tree;
use std::{collections::BTreeSet, vec::Vec};

fn depth(leaves: usize) -> usize {
    (0..).find(|depth| 1 << depth >= leaves).unwrap()
}

/// Each level has as many nodes as the leaves need, and every node except the root is the child of one other
/// node.
#[test]
fn every_node_has_one_parent() {
    for leaves in 2..70 {
        let tree = Tree::new(leaves);
        assert_eq!(tree.nodes(), (1 << depth(leaves)) - 1 + leaves);
        let levels: Vec<_> = tree.inner_levels().collect();
        assert_eq!(levels.len(), depth(leaves));
        let mut children = Vec::new();
        for (level, nodes) in levels.iter().enumerate() {
            let width = leaves.div_ceil(1 << (depth(leaves) - level));
            assert_eq!((nodes.start, nodes.len()), ((1 << level) - 1, width), "{leaves} leaves");
            for node in nodes.clone() {
                let (existing, slots) = (tree.children(node), tree.slots(node));
                assert!(existing.start == 2 * node + 1 && (1..=2).contains(&existing.len()), "{node}");
                assert!(slots.start == existing.start && slots.end >= existing.end, "{node} of {leaves}");
                children.extend(existing);
            }
        }
        let below: Vec<usize> =
            levels[1..].iter().cloned().flatten().chain((0..leaves).map(|leaf| tree.leaf(leaf))).collect();
        assert_eq!(children, below, "{leaves} leaves");
    }
}

/// Returns all leaves below a node.
fn leaves_below(tree: &Tree, node: usize, first_leaf: usize) -> Vec<usize> {
    if node >= first_leaf {
        return [node - first_leaf].into();
    }
    tree.children(node).flat_map(|child| leaves_below(tree, child, first_leaf)).collect()
}

/// The revealed nodes lead to all leaves except the hidden ones, and to each of them once.
#[test]
fn revealed_nodes_lead_to_the_other_leaves() {
    for leaves in 2..11_u16 {
        let tree = Tree::new(leaves.into());
        for set in 0..1_u16 << leaves {
            let (hidden, shown): (Vec<u16>, Vec<u16>) = (0..leaves).partition(|leaf| set >> leaf & 1 == 1);
            if hidden.is_empty() {
                continue;
            }
            // The order in which they are drawn does not matter.
            for hidden in [hidden.clone(), hidden.into_iter().rev().collect()] {
                let nodes = tree.reveal(&hidden);
                let mut below: Vec<usize> =
                    nodes.iter().flat_map(|node| leaves_below(&tree, *node, tree.leaf(0))).collect();
                below.sort_unstable();
                assert!(
                    below.iter().eq(shown.iter().map(|leaf| usize::from(*leaf)).collect::<Vec<_>>().iter())
                );
            }
        }
    }
}

/// The opened nodes together with the known leaves determine the root, and all of them are needed.
#[test]
fn opened_nodes_lead_to_the_root() {
    for leaves in 2..11_u16 {
        let tree = Tree::new(leaves.into());
        let climbs = |known: &BTreeSet<usize>| {
            let mut known = known.clone();
            for level in tree.inner_levels().rev() {
                for node in level {
                    if tree.children(node).all(|child| known.contains(&child)) {
                        known.insert(node);
                    }
                }
            }
            known.contains(&0)
        };
        for set in 1..1_u16 << leaves {
            let known: Vec<u16> = (0..leaves).filter(|leaf| set >> leaf & 1 == 1).collect();
            let opened = tree.open(&known);
            let leaves = known.iter().map(|leaf| tree.leaf(usize::from(*leaf)));
            let all: BTreeSet<usize> = leaves.chain(opened.iter().copied()).collect();
            assert!(climbs(&all), "{known:?}: {opened:?}");
            for node in &opened {
                let mut fewer = all.clone();
                fewer.remove(node);
                assert!(!climbs(&fewer), "{known:?}: {opened:?} without {node}");
            }
        }
    }
}
