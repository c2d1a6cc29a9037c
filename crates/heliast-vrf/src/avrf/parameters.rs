//! FAEST's parameters for λ = 128 (version 2 of its specification), and the values that follow from them.

use core::ops::Range;

/// The division of a proof into vectors, the tree of all leaves, and the number of opened nodes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Parameters {
    /// τ, the number of vectors of leaves.
    pub(super) vectors: usize,
    /// τ_1: this many of the vectors, the first ones, are long.
    pub(super) long: usize,
    /// log2 of the leaves of a long vector; the others have half as many.
    pub(super) depth: usize,
    /// T_open, the number of nodes of the tree in a proof. A challenge that needs more nodes is drawn again.
    pub(super) opened: usize,
    /// w: this many of the challenge's bits, the last ones, are 0.
    pub(super) grind: usize,
}

/// λ.
pub(super) const LAMBDA: usize = 128;
/// Bytes of λ bits.
pub(super) const BLOCK: usize = 16;
/// Bytes of a leaf's commitment.
pub(super) const COMMITMENT: usize = 3 * BLOCK;
/// Bytes of the universal hash of a column: λ + 16 bits.
pub(super) const COLUMN_HASH: usize = BLOCK + 2;

/// Bytes of the witness for the key: the key, and four bytes for each of the ten round keys.
pub(super) const KEY_WITNESS: usize = 16 + 10 * 4;
/// Bytes of the witness for a block: for every two rounds 16 half bytes and, except for the last two, 16
/// bytes.
pub(super) const BLOCK_WITNESS: usize = 5 * 8 + 4 * 16;

impl Parameters {
    /// FAEST-128s.
    pub(super) const SMALL: Parameters =
        Parameters { vectors: 11, long: 0, depth: 12, opened: 102, grind: 7 };
    /// FAEST-128f.
    pub(super) const FAST: Parameters = Parameters { vectors: 16, long: 8, depth: 8, opened: 110, grind: 8 };

    /// log2 of the leaves of vector `i`, which is also the number of its columns.
    pub(super) const fn depth_of(&self, i: usize) -> usize {
        if i < self.long { self.depth } else { self.depth - 1 }
    }

    /// The number of leaves of vector `i`.
    pub(super) const fn size_of(&self, i: usize) -> usize {
        1 << self.depth_of(i)
    }

    /// The first column that vector `i` makes, and its first bit in the challenge.
    pub(super) const fn column(&self, i: usize) -> usize {
        if i < self.long {
            i * self.depth
        } else {
            self.long * self.depth + (i - self.long) * (self.depth - 1)
        }
    }

    /// The number of leaves of the vectors before vector `i`.
    pub(super) const fn offset(&self, i: usize) -> usize {
        let long = if i < self.long { i } else { self.long };
        (long << self.depth) + ((i - long) << (self.depth - 1))
    }

    /// L, the number of leaves of all vectors.
    pub(super) const fn leaves(&self) -> usize {
        self.offset(self.vectors)
    }

    /// The vectors in groups of up to `size` that have equally many leaves.
    pub(super) fn groups(&self, size: usize) -> impl Iterator<Item = Range<usize>> {
        [0..self.long, self.long..self.vectors].into_iter().flat_map(move |vectors| {
            let end = vectors.end;
            vectors.step_by(size).map(move |first| first..end.min(first + size))
        })
    }

    /// The node of the tree that is leaf `j` of vector `i`. The root is node 0, the children of
    /// node n are 2n + 1 and 2n + 2, and leaves of the same number are next to each other.
    pub(super) const fn node(&self, i: usize, j: usize) -> usize {
        let half = 1 << (self.depth - 1);
        let row = if j < half { self.vectors * j } else { self.vectors * half + self.long * (j - half) };
        self.leaves() - 1 + row + i
    }

    /// Returns the leaf of vector `i` that stays hidden, by the challenge.
    pub(super) fn hidden(&self, challenge: u128, i: usize) -> usize {
        (challenge >> self.column(i)) as usize & (self.size_of(i) - 1)
    }
}

/// The lengths in a proof that a number of blocks were encrypted under one key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) parameters: &'static Parameters,
    /// The number of encryptions.
    pub(super) pairs: usize,
}

impl Shape {
    /// ℓ/8: bytes of the witness.
    pub(super) const fn witness(&self) -> usize {
        KEY_WITNESS + self.pairs * BLOCK_WITNESS
    }

    /// Bytes of a row: the witness, two masks of λ bits for the checks, and the bits that mask the hash of
    /// the row.
    pub(super) const fn row(&self) -> usize {
        self.witness() + 2 * BLOCK + COLUMN_HASH
    }

    /// The number of words of 128 bits that hold a row.
    pub(super) const fn words(&self) -> usize {
        self.row().div_ceil(BLOCK)
    }

    /// Bytes of π.
    pub(super) const fn proof(&self) -> usize {
        let parameters = self.parameters;
        (parameters.vectors - 1) * self.row()
            + COLUMN_HASH
            + self.witness()
            + 2 * BLOCK
            + parameters.vectors * COMMITMENT
            + parameters.opened * BLOCK
            + 2 * BLOCK
            + 4
    }
}
