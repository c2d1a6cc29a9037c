//! The tree but for the marked nodes.

use super::{BLOCK, MOST_LEAVES, MOST_NODES, commitments::leaves, streams};
use crate::memory::{Cells, load, store};
use core::arch::wasm32::unreachable;

/// Eight nodes more than there are, which are read and mean nothing.
static TREE: Cells<{ BLOCK * (MOST_NODES + 8) }> = Cells::new();
static MARKED: Cells<MOST_NODES> = Cells::new();

/// The place to which JavaScript writes the nodes that it was given.
#[unsafe(no_mangle)]
pub extern "C" fn tree() -> *mut u8 {
    TREE.start()
}

/// The place to which JavaScript writes a byte for each node: 0 if its children follow from it.
#[unsafe(no_mangle)]
pub extern "C" fn marked() -> *mut u8 {
    MARKED.start()
}

/// Writes the children of the first `inner` nodes that are not marked, and traps where these are too many.
#[unsafe(no_mangle)]
pub extern "C" fn grow(inner: usize) {
    if 2 * inner + 1 > MOST_NODES {
        unreachable();
    }
    let mut node = 0;
    while node < inner {
        // Up to eight nodes, of which none is a child of another.
        let count = (node + 1).min(8).min(inner - node);
        // SAFETY: `inner` has been checked.
        unsafe { children(node, count) };
        node += count;
    }
}

/// Copies so many nodes, each `step` after the one before, to the leaves from `leaf` on, and traps where
/// there are not so many.
#[unsafe(no_mangle)]
pub extern "C" fn take(node: usize, step: usize, leaf: usize, count: usize) {
    let fits = |first: usize, step: usize, most: usize| {
        first < most && step < most && count <= most && first + step * count.saturating_sub(1) < most
    };
    if !fits(node, step, MOST_NODES) || !fits(leaf, 1, MOST_LEAVES) {
        unreachable();
    }
    for i in 0..count {
        // SAFETY: both are there.
        unsafe { store(leaves().add(BLOCK * (leaf + i)), load(TREE.start().add(BLOCK * (node + step * i)))) };
    }
}

/// # Safety
/// There are so many nodes from `node` on, 8 at most, and their children.
unsafe fn children(node: usize, count: usize) {
    let keys = streams::keys(TREE.start().add(BLOCK * node));
    for side in 0..2 {
        let blocks = streams::numbered(&keys, node as u32, side);
        for (at, block) in (node..node + count).zip(blocks) {
            if MARKED.start().add(at).read() == 0 {
                store(TREE.start().add(BLOCK * (2 * at + 1 + side as usize)), block);
            }
        }
    }
}
