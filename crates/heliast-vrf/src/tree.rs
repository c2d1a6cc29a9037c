//! Hash trees larger than the memory, and the ways to traverse their leaves.
//!
//! A key of height h has 2^h leaves, from left to right in the order of use. Rows are counted from the
//! leaves, row 0, up to the root, row h; the path of leaf i is the sibling of node i >> r in every row r
//! below the root, h nodes from the leaf upwards.
//!
//! - [`Piece`]: a whole subtree between two rows, the unit that is built, kept and stored. A key of height h
//!   is a top piece over the roots of 2^(h−s) bottom pieces of height s; a path is the part of one bottom
//!   piece and the part of the top, [`path`].
//! - [`Growing`]: a piece that is being built, a few leaves at a time.
//! - [`visit`]: visits every node once, from left to right, in the memory of a thousand leaves.
//! - [`Paths`]: a walk from leaf to leaf that always has the next path ready. [`Subtrees`] is the strategy of
//!   a key store (which keeps the same pieces in files), [`Levels`] that of the paper on X-VRF, and [`Bds`]
//!   that of XMSS implementations. They differ in memory and in work per step.
//!
//! Nothing here is secret: the proofs of a key make the nodes of its tree public.

mod paths;
mod piece;
mod visit;

pub use paths::{Bds, Cost, Levels, Paths, Subtrees};
pub use piece::{Growing, Piece};
pub use visit::visit;

use alloc::vec::Vec;

pub use crate::xmss::{MAX_HEIGHT, Node};

/// The source of a tree's nodes: its leaves, and the hash that makes a parent from two children.
pub trait Nodes {
    /// Computes the leaves from `first` on, as many as `leaves` has room for.
    fn leaves(&self, first: u32, leaves: &mut [Node]);

    /// `parents[i]` is the parent, number `first + i` in its row, of `children[2i]` and
    /// `children[2i + 1]`, which are in row `row`.
    fn parents(&self, row: u8, first: u32, children: &[Node], parents: &mut [Node]);
}

/// The path of `leaf` up through `pieces`, each on top of the one before, from row 0 on.
///
/// # Panics
/// If a piece does not begin where the one before it ends, or `leaf` is not below all of them.
pub fn path(pieces: &[&Piece], leaf: u32) -> Vec<Node> {
    let mut path = Vec::with_capacity(pieces.iter().map(|piece| usize::from(piece.height())).sum());
    for piece in pieces {
        assert_eq!(path.len(), usize::from(piece.base()), "a piece stands on the one before it");
        path.extend(piece.path(leaf >> piece.base()));
    }
    path
}
