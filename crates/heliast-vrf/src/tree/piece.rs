//! A whole subtree between two rows.

use super::{MAX_HEIGHT, Node, Nodes};
use crate::Malformed;
use alloc::vec::Vec;

/// The number of bytes before the nodes: base, height, index.
const HEADER: usize = 6;

/// All nodes below and including one: `height` rows on top of row `base`, whose root is node `index` of row
/// `base + height`.
///
/// It takes 2^(height + 1) − 1 nodes of 32 bytes: 512 KiB at height 13.
#[derive(Clone, PartialEq, Eq)]
pub struct Piece {
    place: Place,
    /// Row by row from the base upwards, each from left to right; the root is last.
    nodes: Vec<Node>,
}

impl Piece {
    /// Builds the piece of 2^`height` leaves whose root is node `index` of row `height`.
    ///
    /// # Panics
    /// If it does not lie in a tree of height [`MAX_HEIGHT`].
    pub fn build(nodes: &impl Nodes, height: u8, index: u32) -> Piece {
        let mut growing = Growing::new(height, index);
        growing.grow(nodes, u32::MAX);
        growing.piece
    }

    /// Builds the piece over the nodes `row` of row `base`, a power of two of them; its root is node `index`
    /// of its row.
    ///
    /// # Panics
    /// If the number of nodes is not a power of two, or the piece does not lie in a tree of height
    /// [`MAX_HEIGHT`].
    pub fn over(nodes: &impl Nodes, base: u8, index: u32, row: Vec<Node>) -> Piece {
        assert!(row.len().is_power_of_two(), "a row has a power of two of nodes");
        let place =
            Place::new(base, row.len().ilog2() as u8, index).expect("the piece lies in the largest tree");
        let mut piece = Piece { place, nodes: row };
        piece.nodes.resize(place.size(), Node::default());
        piece.join(nodes, 0, place.width());
        piece
    }

    /// The lowest row of the piece.
    pub fn base(&self) -> u8 {
        self.place.base
    }

    /// The number of rows above the base.
    pub fn height(&self) -> u8 {
        self.place.height
    }

    /// The number of the root in its row.
    pub fn index(&self) -> u32 {
        self.place.index
    }

    /// The node on top.
    pub fn root(&self) -> &Node {
        self.nodes.last().expect("a piece has a root")
    }

    /// The nodes of row `base`.
    pub fn row(&self) -> &[Node] {
        &self.nodes[..self.place.width() as usize]
    }

    /// The number in row `base` of the leftmost node there.
    pub fn first(&self) -> u32 {
        self.place.first()
    }

    /// Whether node `index` of row `base` is in this piece.
    pub fn holds(&self, index: u32) -> bool {
        index >> self.place.height == self.place.index
    }

    /// The part of a path that lies in this piece: the siblings on the way up from node `index` of row
    /// `base`, `height` nodes.
    ///
    /// # Panics
    /// If the piece does not hold that node.
    pub fn path(&self, index: u32) -> impl Iterator<Item = Node> {
        assert!(self.holds(index), "the node lies in the piece");
        let place = self.place;
        (0..place.height)
            .map(move |row| self.nodes[place.row(row) + ((index - place.first()) >> row ^ 1) as usize])
    }

    /// The bytes on the heap.
    pub fn memory(&self) -> usize {
        self.nodes.len() * size_of::<Node>()
    }

    /// base (1 byte) ‖ height (1) ‖ index (4, big-endian) ‖ the 2^height nodes of row `base`.
    ///
    /// The rows above follow from the row that is written, so if the root is the expected one, every byte is
    /// right.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + size_of_val(self.row()));
        bytes.extend([self.place.base, self.place.height]);
        bytes.extend(self.place.index.to_be_bytes());
        bytes.extend(self.row().as_flattened());
        bytes
    }

    /// Reads the bytes of [`to_bytes`](Self::to_bytes) and computes the rows above: 2^height − 1 hashes.
    ///
    /// # Errors
    /// [`Malformed`] if the length or the place is wrong. Damaged nodes lead to another root.
    pub fn from_bytes(nodes: &impl Nodes, bytes: &[u8]) -> Result<Piece, Malformed> {
        let wrong_length = |expected| Malformed::Length { expected, found: bytes.len() };
        let (header, row) = bytes.split_first_chunk::<HEADER>().ok_or(wrong_length(HEADER))?;
        let [base, height, index @ ..] = *header;
        let place = Place::new(base, height, u32::from_be_bytes(index)).ok_or(Malformed::Place)?;
        let (row, rest) = row.as_chunks();
        if row.len() != place.width() as usize || !rest.is_empty() {
            // If a usize has 32 bits, the largest row is longer than any slice.
            let expected = (place.width() as usize).saturating_mul(size_of::<Node>()).saturating_add(HEADER);
            return Err(wrong_length(expected));
        }
        Ok(Piece::over(nodes, base, place.index, row.to_vec()))
    }

    /// Calls `see(row, index, node)` for all nodes, row by row.
    pub(super) fn visit(&self, mut see: impl FnMut(u8, u32, &Node)) {
        let place = self.place;
        for row in 0..=place.height {
            let nodes = &self.nodes[place.row(row)..][..1 << (place.height - row)];
            let first = place.first() >> row;
            (first..).zip(nodes).for_each(|(index, node)| see(place.base + row, index, node));
        }
    }

    /// Makes all parents that became possible when the nodes `from..to` of the base row were filled in.
    fn join(&mut self, nodes: &impl Nodes, from: u32, to: u32) {
        let place = self.place;
        for row in 0..place.height {
            let (from, to) = ((from >> (row + 1)) as usize, (to >> (row + 1)) as usize);
            if from == to {
                break;
            }
            let (below, above) = self.nodes.split_at_mut(place.row(row + 1));
            let children = &below[place.row(row)..][2 * from..2 * to];
            let first = (place.first() >> (row + 1)) + from as u32;
            nodes.parents(place.base + row, first, children, &mut above[from..to]);
        }
    }
}

impl core::fmt::Debug for Piece {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Piece({:?}, root {})", self.place, crate::Hex(self.root()))
    }
}

/// A piece over leaves that is not complete.
#[derive(Clone, Debug)]
pub struct Growing {
    piece: Piece,
    /// The number of leaves that are added.
    done: u32,
}

impl Growing {
    /// An empty piece for the 2^`height` leaves below node `index` of row `height`.
    ///
    /// # Panics
    /// If they are not in a tree of height [`MAX_HEIGHT`].
    pub fn new(height: u8, index: u32) -> Growing {
        let place = Place::new(0, height, index).expect("the piece lies in the largest tree");
        Growing { piece: Piece { place, nodes: alloc::vec![Node::default(); place.size()] }, done: 0 }
    }

    /// Adds the next `count` leaves, or the missing ones if these are fewer, and all nodes that can be made
    /// from them.
    pub fn grow(&mut self, nodes: &impl Nodes, count: u32) {
        let from = self.done;
        self.done += count.min(self.missing());
        nodes.leaves(self.piece.first() + from, &mut self.piece.nodes[from as usize..self.done as usize]);
        self.piece.join(nodes, from, self.done);
    }

    /// The number of missing leaves.
    pub fn missing(&self) -> u32 {
        self.piece.place.width() - self.done
    }

    /// The number of the root in its row.
    pub fn index(&self) -> u32 {
        self.piece.place.index
    }

    /// The bytes on the heap.
    pub fn memory(&self) -> usize {
        self.piece.memory()
    }

    /// The piece, once no leaf is missing.
    ///
    /// # Errors
    /// The growing piece itself, while leaves are missing.
    pub fn finish(self) -> Result<Piece, Growing> {
        if self.missing() == 0 { Ok(self.piece) } else { Err(self) }
    }
}

/// The place of a piece in a tree of height [`MAX_HEIGHT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    base: u8,
    height: u8,
    index: u32,
}

impl Place {
    fn new(base: u8, height: u8, index: u32) -> Option<Place> {
        let above = base.checked_add(height).and_then(|row| MAX_HEIGHT.checked_sub(row))?;
        (index >> above == 0).then_some(Place { base, height, index })
    }

    /// The nodes of row `base`.
    fn width(self) -> u32 {
        1 << self.height
    }

    /// The number of all nodes.
    fn size(self) -> usize {
        2 * self.width() as usize - 1
    }

    /// The number in row `base` of the leftmost node.
    fn first(self) -> u32 {
        self.index << self.height
    }

    /// The index of the first node of row `base + row`: 2^height + 2^(height − 1) + ... nodes come
    /// before it.
    fn row(self, row: u8) -> usize {
        (self.size() + 1) - ((self.size() + 1) >> row)
    }
}
