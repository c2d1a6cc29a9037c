//! Matrices over GF(2), and their inverses by Gauss-Jordan elimination.

use super::Bits;
use alloc::vec::Vec;
use zeroize::Zeroize;

/// An n × n matrix. It is public, but the vectors that it is multiplied with are not.
///
/// Bit i of M·v is the parity of row i and v. Rows are in blocks of 64, word by word, so that a block's ANDs
/// run over rows in vector registers, and a tree of six levels combines its 64 parities into one word. This
/// is straight-line code in which v occurs only as an operand. A sum of the columns that v chooses would not
/// be shorter: if every column has a mask made from a bit of v, compilers recognise the mask and branch on
/// the bit, and tables of sums of columns (four Russians) would be addressed by v.
pub struct Matrix {
    n: usize,
    blocks: Vec<Block>,
}

/// `block[w][i]` is word w of row i. Rows from n on are 0.
type Block = [[u64; 64]; 4];

impl Matrix {
    pub(super) fn from_rows(rows: &[Bits]) -> Self {
        let mut blocks = alloc::vec![[[0; 64]; 4]; rows.len().div_ceil(64)];
        for (i, row) in rows.iter().enumerate() {
            for (words, word) in blocks[i / 64].iter_mut().zip(&row.0) {
                words[i % 64] = *word;
            }
        }
        Matrix { n: rows.len(), blocks }
    }

    /// Returns the n rows, beginning with row 0.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Bits> {
        (0..self.n).map(|i| Bits(core::array::from_fn(|w| self.blocks[i / 64][w][i % 64])))
    }

    /// Returns M·v. It takes 14 operations on words for each of 64·⌈n/64⌉ rows; the bits of v from n on are
    /// ignored.
    pub fn mul(&self, v: &Bits) -> Bits {
        let mut product = Bits::default();
        let mut words = [0; 32];
        let [v0, v1, v2, v3] = v.0;
        for (parities, [w0, w1, w2, w3]) in product.0.iter_mut().zip(&self.blocks) {
            for (i, word) in words.iter_mut().enumerate() {
                let masked = |i: usize| w0[i] & v0 ^ w1[i] & v1 ^ w2[i] & v2 ^ w3[i] & v3;
                *word = merged::<32>(masked(i), masked(i + 32), 0xffff_ffff_0000_0000);
            }
            level::<16>(&mut words, 0xffff_0000_ffff_0000);
            level::<8>(&mut words, 0xff00_ff00_ff00_ff00);
            level::<4>(&mut words, 0xf0f0_f0f0_f0f0_f0f0);
            level::<2>(&mut words, 0xcccc_cccc_cccc_cccc);
            level::<1>(&mut words, 0xaaaa_aaaa_aaaa_aaaa);
            *parities = words[0];
        }
        words.zeroize();
        product
    }
}

/// Merges the first 2·HALF words into the first HALF. At the end, row i has bit 63 − i of word 0.
fn level<const HALF: usize>(words: &mut [u64; 32], upper: u64) {
    let (left, right) = words.split_at_mut(HALF);
    for (left, right) in left.iter_mut().zip(right) {
        *left = merged::<HALF>(*left, *right, upper);
    }
}

/// Merges words in groups of 2·HALF bits, each with the parity of one row, into a word with groups of HALF
/// bits: the rows of `left` are in the upper halves, at the bits of `upper`, and those of `right` in the
/// lower halves.
fn merged<const HALF: usize>(left: u64, right: u64, upper: u64) -> u64 {
    (left ^ left << HALF) & upper | (right ^ right >> HALF) & !upper
}

/// Returns the inverse of the matrix with these rows, as rows; `None` if it is singular. The time is not
/// constant.
pub(super) fn inverse(rows: &[Bits]) -> Option<Vec<Bits>> {
    // [M | 1] → [1 | M^-1] by additions of rows.
    let mut pairs: Vec<(Bits, Bits)> = rows.iter().map(|row| (*row, Bits::default())).collect();
    for (i, (_, unit)) in pairs.iter_mut().enumerate() {
        unit.flip(i, 1);
    }
    for j in 0..pairs.len() {
        let pivot = (j..pairs.len()).find(|&i| pairs[i].0.bit(j) == 1)?;
        pairs.swap(j, pivot);
        let (left, right) = pairs[j];
        for (i, pair) in pairs.iter_mut().enumerate() {
            if i != j && pair.0.bit(j) == 1 {
                pair.0 ^= left;
                pair.1 ^= right;
            }
        }
    }
    Some(pairs.into_iter().map(|(_, right)| right).collect())
}
