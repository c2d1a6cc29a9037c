//! Walking from leaf to leaf with the next path ready.
//!
//! For h = 27, with work per step on average and at the most (a chunk is as many leaves at once as the caller
//! likes):
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
/// A path is read off; the work of having it is in [`advance`](Self::advance), which is not on the way of an
/// evaluation.
pub trait Paths {
    /// The leaf whose path is ready.
    fn leaf(&self) -> u32;

    /// Its path, from the leaf upwards.
    fn path(&self) -> Vec<Node>;

    /// Goes on to the next leaf, or stays and says `false` at the last.
    fn advance(&mut self, nodes: &impl Nodes) -> bool;

    /// The bytes of all nodes that are kept, at the most.
    fn memory(&self) -> usize;

    /// The cost of all steps together, 2^h − 1 of them from the first leaf to the last.
    fn cost(&self) -> Cost;
}

/// The work of a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Leaves that all steps together compute.
    pub leaves: u64,
    /// Nodes above the leaves that all steps together compute.
    pub parents: u64,
    /// Leaves that one step computes at the most.
    pub worst_leaves: u32,
    /// Nodes above the leaves that one step computes at the most.
    pub worst_parents: u32,
}
