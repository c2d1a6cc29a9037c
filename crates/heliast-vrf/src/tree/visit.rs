//! Every node of a tree, once, in little memory.

use super::{MAX_HEIGHT, Node, Nodes, Piece};
use alloc::vec::Vec;

/// The height of the pieces that are built at once: wide enough that a row fills all lanes of a hash many
/// times over.
const CHUNK: u8 = 10;

/// Calls `see(row, index, node)` for every node of the tree of `height` over all leaves, each after its
/// children, and returns the root.
///
/// Takes 2^height leaves, 2^height − 1 hashes and the memory of 2^11 nodes.
///
/// # Panics
/// If `height` is above [`MAX_HEIGHT`].
pub fn visit(nodes: &impl Nodes, height: u8, mut see: impl FnMut(u8, u32, &Node)) -> Node {
    assert!(height <= MAX_HEIGHT);
    let chunk = height.min(CHUNK);
    // The left nodes, from the chunks' row upwards, whose siblings are not computed yet.
    let mut waiting = Vec::<Node>::new();
    for index in 0..1u32 << (height - chunk) {
        let piece = Piece::build(nodes, chunk, index);
        piece.visit(&mut see);
        let mut node = *piece.root();
        for row in chunk..chunk + index.trailing_ones() as u8 {
            let left = waiting.pop().expect("a right node has a left sibling");
            let at = index >> (row + 1 - chunk);
            let mut parent = [Node::default()];
            nodes.parents(row, at, &[left, node], &mut parent);
            [node] = parent;
            see(row + 1, at, &node);
        }
        waiting.push(node);
    }
    waiting.pop().expect("a tree has a root")
}
