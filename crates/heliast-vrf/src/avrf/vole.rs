//! From seeds to correlations: VOLE in the head (Baum et al., "Publicly Verifiable Zero-Knowledge and
//! Post-Quantum Signatures from VOLE-in-the-Head", section 3; SoftSpokenOT's hypercube).
//!
//! 1. Leaf x of a vector of 2^k leaves is a row r_x, the stream of its seed.
//! 2. The vector's total is u = Σ_x r_x, and column b < k is v_b = Σ_{x : bit b of x} r_x.
//! 3. A party that knows all rows but r_Δ uses r_{x+Δ} as r_x in step 2, and gets q_b = v_b + Δ_b·u.
//! 4. The vectors' totals differ. The sums of the first and each other total are sent as *corrections*, and
//!    the columns are corrected by them. Then q = v + Δ·u in GF(2^128) for every bit of u, where v and q are
//!    the bit's rows in the columns of all vectors, and Δ is the challenge.
//!
//! Cost: L·⌈ℓ̂/128⌉ blocks of the generator and about 2L sums of rows.

use super::{
    parameters::{BLOCK, LAMBDA, Parameters, Shape},
    transcript::tweaked,
};
use alloc::{vec, vec::Vec};
use heliast_symmetric::{
    aes::{Aes, KEYS},
    binary::Gf128,
};
use zeroize::{Zeroize, Zeroizing};

/// The purposes of the rows' streams begin with this number.
const ROWS: u32 = 1 << 31;

/// λ columns and the total of the first vector, which are the prover's v and u. The verifier has only the
/// columns, q. Erased on drop.
pub(super) struct Vole {
    words: usize,
    /// The words of the columns, one column after the other.
    columns: Vec<u128>,
    total: Vec<u128>,
}

impl Vole {
    /// The prover's values, and the corrections.
    pub(super) fn commit(aes: Aes, shape: &Shape, seeds: &[u128], iv: &[u8; BLOCK]) -> (Vole, Vec<u8>) {
        let mut vole = Vole::empty(shape);
        let mut corrections = Vec::with_capacity((shape.parameters.vectors - 1) * shape.row());
        vole.add_vectors(aes, shape.parameters, seeds, iv, &[], |first, total| {
            let sums = first.iter().zip(total).flat_map(|(a, b)| (a ^ b).to_le_bytes());
            corrections.extend(sums.take(shape.row()));
        });
        (vole, corrections)
    }

    /// The verifier's values, from all leaves but those at `hidden`.
    pub(super) fn reconstruct(
        aes: Aes,
        shape: &Shape,
        seeds: &[u128],
        iv: &[u8; BLOCK],
        hidden: &[usize],
        corrections: &[u8],
    ) -> Vole {
        let parameters = shape.parameters;
        let mut vole = Vole::empty(shape);
        vole.add_vectors(aes, parameters, seeds, iv, hidden, |_, _| {});
        for (i, correction) in (1..parameters.vectors).zip(corrections.chunks_exact(shape.row())) {
            let correction = words(correction);
            let columns = &mut vole.columns[parameters.column(i) * vole.words..];
            let columns = columns.chunks_exact_mut(vole.words).take(parameters.depth_of(i));
            for (_, column) in columns.enumerate().filter(|(bit, _)| hidden[i] >> bit & 1 == 1) {
                add(column, &correction);
            }
        }
        vole
    }

    /// u, as bytes.
    pub(super) fn total(&self) -> Vec<u8> {
        self.total.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    /// u in words.
    pub(super) fn total_words(&self) -> &[u128] {
        &self.total
    }

    /// The λ columns in words.
    pub(super) fn columns(&self) -> impl Iterator<Item = &[u128]> {
        self.columns.chunks_exact(self.words)
    }

    /// The rows of the columns: element i has bit i of every column.
    pub(super) fn rows(&self) -> Vec<Gf128> {
        let mut rows = vec![Gf128::ZERO; self.words * LAMBDA];
        for (word, rows) in rows.as_chunks_mut::<LAMBDA>().0.iter_mut().enumerate() {
            let mut square = core::array::from_fn(|column| self.columns[column * self.words + word]);
            transpose(&mut square);
            rows.iter_mut().zip(&square).for_each(|(row, bits)| *row = Gf128(*bits));
            square.zeroize();
        }
        rows
    }

    /// Puts u into a column that no vector makes.
    #[cfg(test)]
    pub(super) fn copy_total(&mut self, column: usize) {
        self.columns[column * self.words..][..self.words].copy_from_slice(&self.total);
    }

    fn empty(shape: &Shape) -> Vole {
        let words = shape.words();
        Vole { words, columns: vec![0; LAMBDA * words], total: vec![0; words] }
    }

    /// Steps 1 to 3 for every vector. `correct` gets the totals of the first and of each other one.
    fn add_vectors(
        &mut self,
        aes: Aes,
        parameters: &Parameters,
        seeds: &[u128],
        iv: &[u8; BLOCK],
        hidden: &[usize],
        mut correct: impl FnMut(&[u128], &[u128]),
    ) {
        let mut total = vec![0; self.words];
        for i in 0..parameters.vectors {
            let seeds = &seeds[parameters.offset(i)..][..parameters.size_of(i)];
            let from = parameters.column(i) * self.words;
            let columns = &mut self.columns[from..][..parameters.depth_of(i) * self.words];
            let iv = tweaked(iv, ROWS + i as u32);
            let shift = hidden.get(i).copied().unwrap_or(0);
            if i == 0 {
                add_vector(aes, seeds, iv, shift, columns, &mut self.total);
            } else {
                total.fill(0);
                add_vector(aes, seeds, iv, shift, columns, &mut total);
                correct(&self.total, &total);
            }
        }
        total.zeroize();
    }
}

/// Steps 1 and 2 for one vector, with r_{x+shift} as r_x. Rows are made and summed eight at a time.
fn add_vector(aes: Aes, seeds: &[u128], iv: u128, shift: usize, columns: &mut [u128], total: &mut [u128]) {
    let words = total.len();
    let mut sum = vec![0; words];
    let mut keys = Zeroizing::new([0; KEYS]);
    let (v0, rest) = columns.split_at_mut(words);
    let (v1, rest) = rest.split_at_mut(words);
    let (v2, others) = rest.split_at_mut(words);
    for first in (0..seeds.len()).step_by(KEYS) {
        keys.iter_mut().enumerate().for_each(|(x, key)| *key = seeds[(first + x) ^ shift]);
        aes.cube(&keys, iv, [v0, v1, v2], &mut sum);
        add(total, &sum);
        for (bit, column) in others.chunks_exact_mut(words).enumerate() {
            if (first / KEYS) >> bit & 1 == 1 {
                add(column, &sum);
            }
        }
    }
    sum.zeroize();
}

fn add(to: &mut [u128], words: &[u128]) {
    to.iter_mut().zip(words).for_each(|(to, word)| *to ^= word);
}

/// The words of some bytes, with zeros after them.
pub(super) fn words(bytes: &[u8]) -> Vec<u128> {
    let word = |bytes: &[u8]| {
        let mut word = [0; BLOCK];
        word[..bytes.len()].copy_from_slice(bytes);
        u128::from_le_bytes(word)
    };
    bytes.chunks(BLOCK).map(word).collect()
}

/// Bit i of word j becomes bit j of word i: blocks of 64, of 32, ... and of single bits change places.
fn transpose(square: &mut [u128; LAMBDA]) {
    let mut size = LAMBDA / 2;
    let mut mask = u128::MAX >> size;
    while size > 0 {
        for pair in square.chunks_exact_mut(2 * size) {
            let (upper, lower) = pair.split_at_mut(size);
            for (a, b) in upper.iter_mut().zip(lower) {
                let swap = (*a >> size ^ *b) & mask;
                *b ^= swap;
                *a ^= swap << size;
            }
        }
        size /= 2;
        mask ^= mask << size;
    }
}

impl Drop for Vole {
    fn drop(&mut self) {
        self.columns.zeroize();
        self.total.zeroize();
    }
}
