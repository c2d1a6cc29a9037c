//! ADRS (RFC 8391, section 2.5): the place of a hash in the tree, for all lanes at once.
//!
//! | word | OTS | L-tree | hash tree |
//! |---|---|---|---|
//! | 0..=2 | 0: one tree in one layer | 0 | 0 |
//! | 3 | 0 | 1 | 2 |
//! | 4 | leaf | leaf | 0 |
//! | 5 | chain | row of the children | row of the children |
//! | 6 | step | the parent's index in its row | the parent's index in its row |
//! | 7 | key 0, mask 1 | key 0, masks 1 and 2 | key 0, masks 1 and 2 |

use heliast_symmetric::sha256::{Block, Lanes, Word};

/// The type of an address, its word 3.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Ots = 0,
    LTree = 1,
    Tree = 2,
}

impl Kind {
    pub(super) const ALL: [Kind; 3] = [Kind::Ots, Kind::LTree, Kind::Tree];
}

/// The value that the PRF computes from an address, its word 7.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    Key = 0,
    /// The mask of F's input, or of H's left input.
    Mask = 1,
    /// The mask of H's right input.
    RightMask = 2,
}

/// An address without its last word.
#[derive(Clone, Copy)]
pub(crate) struct Address<'a> {
    pub(super) kind: Kind,
    words: [Word<'a>; 3],
}

impl<'a> Address<'a> {
    /// The address of step `step` of chain `chain` of the one-time key at leaf `leaf`.
    pub(crate) fn ots(leaf: Word<'a>, chain: Word<'a>, step: Word<'a>) -> Self {
        Address { kind: Kind::Ots, words: [leaf, chain, step] }
    }

    /// The address of the parents at `index` over row `row` of the L-trees of `leaf`.
    pub(crate) fn ltree(leaf: Word<'a>, row: u32, index: Word<'a>) -> Self {
        Address { kind: Kind::LTree, words: [leaf, Word::All(row), index] }
    }

    /// The address of the parents at `index` over row `row`.
    pub(crate) fn tree(row: Word<'a>, index: Word<'a>) -> Self {
        Address { kind: Kind::Tree, words: [Word::All(0), row, index] }
    }

    /// The second and last block of PRF(PUB_SEED, this address).
    pub(super) fn prf_block(self, part: Part) -> Block<'a> {
        const BITS: u32 = 768;
        let [four, five, six] = self.words;
        let zero = Word::All(0);
        let padding = [Word::All(0x8000_0000), zero, zero, zero, zero, zero, zero, Word::All(BITS)];
        let mut block = [zero; 16];
        block[3] = Word::All(self.kind as u32);
        block[4..8].copy_from_slice(&[four, five, six, Word::All(part as u32)]);
        block[8..].copy_from_slice(&padding);
        Block::Words(block)
    }

    /// The second block of PRF_keygen: PUB_SEED and this address, an OTS address with last word 0.
    pub(super) fn keygen_block(self, pub_seed: &[u32; 8]) -> Block<'a> {
        let mut block = [Word::All(0); 16];
        for (word, seed) in block.iter_mut().zip(pub_seed) {
            *word = Word::All(*seed);
        }
        block[12..15].copy_from_slice(&self.words);
        Block::Words(block)
    }
}

/// `first`, `first + 1`, … from lane 0 on.
pub(crate) fn counting(first: u32) -> Lanes {
    Lanes(core::array::from_fn(|lane| first.wrapping_add(lane as u32)))
}
