//! The cut of a key's tree: 2^(h − s) bottom subtrees of 2^s leaves each, and a top over their
//! roots.

use crate::Error;

/// The largest height of a bottom subtree and of the top: 32 MiB of nodes in their lowest rows.
const MAX_PART: u8 = 20;

/// A cut of a tree of height h.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    height: u8,
    subtree: u8,
}

impl Layout {
    /// # Errors
    /// [`Error::Subtree`] if `subtree`, the height s, is 0 or above h, or a part would be too large.
    pub(crate) fn new(height: u8, subtree: u8) -> Result<Layout, Error> {
        let range = height.saturating_sub(MAX_PART).max(1)..=height.min(MAX_PART);
        if range.contains(&subtree) {
            return Ok(Layout { height, subtree });
        }
        Err(Error::Subtree { subtree, height, least: *range.start(), most: *range.end() })
    }

    /// The usual height of bottom subtrees: 2^13 leaves are about a second of work, and 64 parts keep all
    /// cores busy if the tree is smaller.
    pub(crate) fn usual(height: u8) -> u8 {
        height.saturating_sub(6).clamp(5, 13).min(height)
    }

    pub(crate) fn height(self) -> u8 {
        self.height
    }

    pub(crate) fn subtree(self) -> u8 {
        self.subtree
    }

    /// The number of bottom subtrees.
    pub(crate) fn subtrees(self) -> u32 {
        1 << (self.height - self.subtree)
    }

    /// The number of leaves of a bottom subtree.
    pub(crate) fn width(self) -> u32 {
        1 << self.subtree
    }

    /// The subtree that has `leaf`.
    pub(crate) fn subtree_of(self, leaf: u32) -> u32 {
        leaf >> self.subtree
    }

    /// Whether `leaf` is in the second half of its subtree.
    pub(crate) fn is_past_half(self, leaf: u32) -> bool {
        leaf >> (self.subtree - 1) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_height_has_a_usual_cut() {
        for height in 1..=27 {
            let layout = Layout::new(height, Layout::usual(height)).unwrap();
            assert_eq!(u64::from(layout.subtrees()) * u64::from(layout.width()), 1 << height);
        }
        assert_eq!([10, 15, 19, 23, 27].map(Layout::usual), [5, 9, 13, 13, 13]);
    }

    #[test]
    fn cuts_outside_the_tree_or_too_large_are_refused() {
        let ok = |height, subtree| Layout::new(height, subtree).is_ok();
        assert!(!ok(10, 0) && ok(10, 1) && ok(10, 10) && !ok(10, 11));
        assert!(!ok(27, 6) && ok(27, 7) && ok(27, 20) && !ok(27, 21) && !ok(10, 255));
    }

    #[test]
    fn leaves_find_their_subtree() {
        let layout = Layout::new(10, 3).unwrap();
        assert_eq!((layout.subtree_of(7), layout.subtree_of(8), layout.subtree_of(1023)), (0, 1, 127));
        let halves: Vec<_> = (8..16).map(|leaf| layout.is_past_half(leaf)).collect();
        assert_eq!(halves, [false, false, false, false, true, true, true, true]);
    }
}
