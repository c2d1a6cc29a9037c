//! Walks from leaf to leaf with the next path ready.
//!
//! Costs for h = 27, with the work per step on average and at most (the caller chooses the number of leaves
//! of a chunk):
//!
//! | strategy | memory | leaves | parents | leaves at the most |
//! |---|---|---|---|---|
//! | [`Subtrees`], s = 13 | 2 MiB | 1 | 1 | a chunk |
//! | [`Levels`] | 4 GiB | 1 | 0 | 2 |
//! | [`Bds`], k = 3 | 3,360 bytes | 12.25 | 11.25 | 13 |
//! | [`Bds`], k = 13 | 258 KiB | 7.5 | 6.5 | 8 |

mod bds;
mod levels;
mod subtrees;

pub use bds::Bds;
pub use levels::Levels;
pub use subtrees::Subtrees;

use super::{Node, Nodes};
use alloc::vec::Vec;

/// A walk from the first leaf of a tree to its last.
///
/// A path is only read; the work for it is done in [`advance`](Self::advance), so that no evaluation waits
/// for it.
pub trait Paths {
    /// The leaf whose path is ready.
    fn leaf(&self) -> u32;

    /// Its path, from the leaf upwards.
    fn path(&self) -> Vec<Node>;

    /// Moves to the next leaf and returns `true`; at the last leaf it stays and returns `false`.
    fn advance(&mut self, nodes: &impl Nodes) -> bool;

    /// The greatest number of bytes of the nodes that are kept.
    fn memory(&self) -> usize;

    /// The cost of all steps together, 2^h − 1 of them from the first leaf to the last.
    fn cost(&self) -> Cost;
}

/// The work of a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The number of leaves that all steps together compute.
    pub leaves: u64,
    /// The number of nodes above the leaves that all steps together compute.
    pub parents: u64,
    /// The greatest number of leaves that one step computes.
    pub worst_leaves: u32,
    /// The greatest number of nodes above the leaves that one step computes.
    pub worst_parents: u32,
}
