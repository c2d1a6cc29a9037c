//! The L-tree (RFC 8391, section 4.1.5): it computes one node from the 67 values of a one-time public key, by
//! 66 H. The rows have 67, 34, 17, 9, 5, 3, 2 nodes; the last node of an odd row moves up unchanged.

use super::{
    Hash, LEN, Node,
    address::Address,
    hash::{Keyed, Row, Scratch},
};
use heliast_symmetric::sha256::{State, Word};

impl Hash {
    /// The leaf of the public key `ends` at `leaf`; the pairs of a row are hashed in lanes.
    pub(crate) fn ltree(&self, leaf: u32, ends: &[Node; LEN]) -> Node {
        let mut nodes = *ends;
        let mut parents = [[0; 32]; LEN / 2];
        let mut room = Row::new();
        let mut width = LEN;
        for row in 0.. {
            if width == 1 {
                break;
            }
            let (pairs, odd) = (width / 2, width % 2);
            let (children, parents) = (&nodes[..2 * pairs], &mut parents[..pairs]);
            self.pairs(&|index| Address::ltree(Word::All(leaf), row, index), 0, children, parents, &mut room);
            nodes[pairs] = nodes[width - 1];
            nodes[..pairs].copy_from_slice(parents);
            width = pairs + odd;
        }
        nodes[0]
    }
}

/// `ends[0]` becomes the leaves of the public keys whose values are `ends`, one key in each lane. The rest of
/// `ends` is overwritten.
pub(crate) fn ltree_in_lanes(
    keyed: &Keyed<'_>,
    lanes: usize,
    leaf: Word<'_>,
    ends: &mut [State; LEN],
    scratch: &mut Scratch,
) {
    let mut width = LEN;
    for row in 0.. {
        if width == 1 {
            break;
        }
        for index in 0..width / 2 {
            let address = Address::ltree(leaf, row, Word::All(index as u32));
            let [left, right] = &mut ends.as_chunks_mut::<2>().0[index];
            keyed.h(lanes, address, left, right, scratch);
            ends[index] = ends[2 * index];
        }
        if width % 2 == 1 {
            ends[width / 2] = ends[width - 1];
        }
        width = width.div_ceil(2);
    }
}
