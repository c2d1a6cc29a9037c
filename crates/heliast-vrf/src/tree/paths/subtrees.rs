//! A top piece, the current bottom piece, and the next one, which grows.

use super::{
    super::{Growing, Node, Nodes, Piece, path},
    Cost, Paths,
};
use alloc::vec::Vec;

/// The strategy of a key store: the paper's "memory optimization" (section 6.3) made regular.
///
/// The top piece, rows s to h, stays in memory. Below it there are only the piece around the current leaf and
/// the next one. That one grows by one leaf per step, so that it is complete when the first one is used up.
/// Together these are 2^(h−s+1) + 2^(s+2) nodes, 2 MiB for h = 27 and s = 13. A step takes one leaf and less
/// than one parent, which is less than any other strategy with so little memory takes.
///
/// `chunk` leaves are added at once, after every `chunk` steps, to fill the lanes of a hash.
#[derive(Clone, Debug)]
pub struct Subtrees {
    top: Piece,
    current: Piece,
    /// `None` at the last piece.
    next: Option<Growing>,
    leaf: u32,
    chunk: u32,
}

impl Subtrees {
    /// Builds the tree of `height` over pieces of height `split` and begins at leaf 0.
    ///
    /// # Panics
    /// As [`at`](Self::at), and if `split` is above `height`.
    pub fn new(nodes: &impl Nodes, height: u8, split: u8, chunk: u32) -> Subtrees {
        let roots =
            (0..1 << (height - split)).map(|index| *Piece::build(nodes, split, index).root()).collect();
        Self::at(nodes, Piece::over(nodes, split, 0, roots), 0, chunk)
    }

    /// Begins at `leaf` below `top`. It computes the piece around the leaf, and the part of the next one that
    /// would be complete there.
    ///
    /// # Panics
    /// If `leaf` is not below `top`, or `chunk` is not a power of two or is more than the 2^s leaves of a
    /// piece.
    pub fn at(nodes: &impl Nodes, top: Piece, leaf: u32, chunk: u32) -> Subtrees {
        let split = top.base();
        assert!(chunk.is_power_of_two() && chunk <= 1 << split, "a chunk divides a piece");
        assert!(top.holds(leaf >> split), "the leaf lies below the top");
        let current = Piece::build(nodes, split, leaf >> split);
        let mut subtrees = Subtrees { next: sprout(&top, &current), top, current, leaf, chunk };
        subtrees.grow(nodes, leaf - subtrees.current.first());
        subtrees
    }

    /// The piece on top.
    pub fn top(&self) -> &Piece {
        &self.top
    }

    /// Grows the next piece to the size that it must have when `used` leaves of the current one are used up.
    fn grow(&mut self, nodes: &impl Nodes, used: u32) {
        if let Some(next) = &mut self.next {
            let grown = (1 << self.current.height()) - next.missing();
            next.grow(nodes, used / self.chunk * self.chunk - grown);
        }
    }
}

/// The piece to the right of `current`, if there is one below `top`.
fn sprout(top: &Piece, current: &Piece) -> Option<Growing> {
    let index = current.index() + 1;
    top.holds(index).then(|| Growing::new(current.height(), index))
}

impl Paths for Subtrees {
    fn leaf(&self) -> u32 {
        self.leaf
    }

    fn path(&self) -> Vec<Node> {
        path(&[&self.current, &self.top], self.leaf)
    }

    fn advance(&mut self, nodes: &impl Nodes) -> bool {
        let next = self.leaf + 1;
        if !self.top.holds(next >> self.top.base()) {
            return false;
        }
        self.grow(nodes, next - self.current.first());
        if let Some(grown) = self.next.take_if(|_| !self.current.holds(next)) {
            self.current = grown.finish().expect("the next piece has grown when the current one is used up");
            self.next = sprout(&self.top, &self.current);
        }
        self.leaf = next;
        true
    }

    fn memory(&self) -> usize {
        self.top.memory() + 2 * self.current.memory()
    }

    fn cost(&self) -> Cost {
        let (width, pieces) = (1u64 << self.current.height(), 1u64 << self.top.height());
        if pieces == 1 {
            return Cost::default();
        }
        Cost {
            leaves: width * (pieces - 1),
            parents: (width - 1) * (pieces - 1),
            worst_leaves: self.chunk,
            worst_parents: self.chunk - 1 + u32::from(self.current.height()) - self.chunk.ilog2(),
        }
    }
}
