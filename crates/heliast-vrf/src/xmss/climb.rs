//! From a leaf to the root. The masks and keys of all rows depend only on the index, so they are made in
//! lanes. Only two compressions per row wait for each other.

use super::{
    Hash, Node,
    address::{Address, Part},
    hash::{Keyed, PADDING_1024_WORDS, Scratch, ZERO, bytes, compress_one, lane, words},
};
use heliast_symmetric::sha256::{LANES, Lanes, State, Word, load, store};

impl Hash {
    /// The root to which `path`, the siblings from the leaf's on, leads from `leaf` at `index`. It takes six
    /// compressions per row.
    ///
    /// # Panics
    /// If the path is longer than 32 nodes.
    pub fn climb(&self, index: u32, leaf: Node, path: &[Node]) -> Node {
        assert!(path.len() <= LANES, "an index has 32 bits");
        let row = Lanes(core::array::from_fn(|row| row as u32));
        let parent = Lanes(core::array::from_fn(|row| (u64::from(index) >> (row + 1)) as u32));
        let address = Address::tree(Word::Each(&row), Word::Each(&parent));
        let (keyed, rows) = (self.keyed(), path.len());
        let [mut left_mask, mut right_mask, mut key, mut started] = [ZERO; 4];
        keyed.prf(rows, address, Part::Mask, &mut left_mask);
        keyed.prf(rows, address, Part::RightMask, &mut right_mask);
        keyed.h_key(rows, address, &mut key, &mut started);

        let mut node = words(&leaf);
        for (row, sibling) in path.iter().enumerate() {
            let sibling = words(sibling);
            let (left, right) = if index >> row & 1 == 1 { (sibling, node) } else { (node, sibling) };
            let mut block = [0; 16];
            for i in 0..8 {
                block[i] = left[i] ^ left_mask[i].0[row];
                block[8 + i] = right[i] ^ right_mask[i].0[row];
            }
            node = lane(&started, row);
            compress_one(self.sha(), &mut node, &block);
            compress_one(self.sha(), &mut node, &PADDING_1024_WORDS);
        }
        bytes(&node)
    }
}

/// Climbs from the leaves in `node` to the roots, each lane on a path of its own and perhaps with a PUB_SEED
/// of its own. If heights differ, the lanes of lower trees continue without use.
pub(crate) fn climb_in_lanes(
    keyed: &Keyed<'_>,
    paths: &[&[Node]],
    leaf: &Lanes,
    node: &mut State,
    scratch: &mut Scratch,
) -> [Node; LANES] {
    let mut roots = [[0; 32]; LANES];
    let mut sibling = ZERO;
    let height = paths.iter().map(|path| path.len()).max().unwrap_or(0);
    for row in 0..height {
        for (lane, path) in paths.iter().enumerate() {
            if let Some(of_row) = path.get(row) {
                load(&mut sibling, lane, of_row);
            }
            if leaf.0[lane] >> row & 1 == 1 {
                for (node, sibling) in node.iter_mut().zip(&mut sibling) {
                    core::mem::swap(&mut node.0[lane], &mut sibling.0[lane]);
                }
            }
        }
        let parent = Lanes(leaf.0.map(|leaf| leaf >> (row + 1)));
        let address = Address::tree(Word::All(row as u32), Word::Each(&parent));
        keyed.h(paths.len(), address, node, &mut sibling, scratch);
        for (lane, path) in paths.iter().enumerate() {
            if path.len() == row + 1 {
                roots[lane] = store(node, lane);
            }
        }
    }
    roots
}
