//! Products of a public matrix with many secret vectors at once, on bit planes.
//!
//! A plane has one bit of every execution of a block: plane j has bit j of each vector. Row i of a product is
//! the sum of the planes that row i of the matrix chooses, by the method of the four Russians:
//!
//! 1. for each group of four planes, all sixteen sums of them (15 additions);
//! 2. for each row, the sum of one entry of every group's table, which the row's bits choose.
//!
//! The indices come from the matrix, which is public; the vectors are only operands. With n = 192, a product
//! takes 192·48 + 48·11 additions of planes for 256 vectors: 150 words of 64 bits for each, whereas a product
//! of one vector, [`Matrix::mul`](crate::lowmc::Matrix::mul), takes 2,700.

use super::strings::STRING_WORDS;
use crate::lowmc::{Bits, Matrix};
use alloc::{boxed::Box, vec, vec::Vec};
use zeroize::{DefaultIsZeroes, Zeroize};

/// The number of words of a plane. With wider planes the matrix is read less often; with smaller blocks the
/// tapes stay in the cache.
const WIDTH: usize = 4;
/// The number of executions of a block.
pub(super) const BLOCK: usize = 64 * WIDTH;

/// Bit j of every execution.
#[derive(Clone, Copy, Default)]
pub(super) struct Plane([u64; WIDTH]);

impl DefaultIsZeroes for Plane {}

impl Plane {
    fn add(self, other: Plane) -> Plane {
        Plane(core::array::from_fn(|i| self.0[i] ^ other.0[i]))
    }

    fn multiply(self, other: Plane) -> Plane {
        Plane(core::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

/// The planes of a vector of n bits for each execution; from n on they are zeros or arbitrary. Erased on
/// drop.
pub(super) struct Planes(Vec<Plane>);

impl Drop for Planes {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl Planes {
    pub(super) fn new() -> Planes {
        Planes(vec![Plane::default(); 64 * STRING_WORDS])
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(Plane::default());
    }

    pub(super) fn add_assign(&mut self, other: &Planes) {
        for (plane, other) in self.0.iter_mut().zip(&other.0) {
            *plane = plane.add(*other);
        }
    }

    /// Reads the strings of executions 0..count, of n bits each.
    pub(super) fn read(&mut self, count: usize, n: usize, string: impl Fn(usize) -> Bits) {
        let mut squares = [[0; 64]; STRING_WORDS];
        for part in 0..count.div_ceil(64) {
            for e in 0..64 {
                let bits = if 64 * part + e < count { string(64 * part + e) } else { Bits::default() };
                for (square, word) in squares.iter_mut().zip(bits.words()) {
                    square[e] = *word;
                }
            }
            let planes = self.0.as_chunks_mut::<64>().0;
            for (planes, square) in planes.iter_mut().zip(&mut squares).take(n.div_ceil(64)) {
                transpose(square);
                for (plane, word) in planes.iter_mut().zip(square) {
                    plane.0[part] = *word;
                }
            }
        }
        squares.as_flattened_mut().zeroize();
    }

    /// Writes the strings of executions 0..count, of n bits each.
    pub(super) fn write(&self, count: usize, n: usize, mut string: impl FnMut(usize, Bits)) {
        let mut squares = [[0; 64]; STRING_WORDS];
        for part in 0..count.div_ceil(64) {
            let planes = self.0.as_chunks::<64>().0;
            for (planes, square) in planes.iter().zip(&mut squares).take(n.div_ceil(64)) {
                for (word, plane) in square.iter_mut().zip(planes) {
                    *word = plane.0[part];
                }
                transpose(square);
            }
            for e in 0..64.min(count - 64 * part) {
                string(64 * part + e, Bits::from_words(squares.each_ref().map(|square| square[e])));
            }
        }
        squares.as_flattened_mut().zeroize();
    }

    /// Given the masks (f, e, d) of the outputs of S-boxes and the masks (c, b, a) of their inputs, replaces
    /// the outputs' masks by the required sum of the parties' bits for the AND gates. This sum is the product
    /// of the masks plus the mask of the product, which is f ⊕ a ⊕ b ⊕ c for ab, d ⊕ a for bc, e ⊕ a ⊕ b for
    /// ca.
    pub(super) fn gates(&mut self, n: usize, inputs: &Planes) {
        let inputs = inputs.0[..n].as_chunks::<3>().0;
        let outputs = self.0[..n].as_chunks_mut::<3>().0;
        for (gates, [c, b, a]) in outputs.iter_mut().zip(inputs) {
            let [f, e, d] = *gates;
            let sum = a.add(*b);
            *gates = [
                a.multiply(*b).add(f).add(sum).add(*c),
                b.multiply(*c).add(d).add(*a),
                c.multiply(*a).add(e).add(sum),
            ];
        }
    }
}

/// The rows of a matrix as bytes.
pub(super) struct Rows {
    bytes: Vec<u8>,
    row_bytes: usize,
}

impl Rows {
    pub(super) fn new(matrix: &Matrix) -> Rows {
        let row_bytes = matrix.rows().len().div_ceil(8);
        let bytes = matrix.rows().flat_map(|row| row.to_bytes().into_iter().take(row_bytes)).collect();
        Rows { bytes, row_bytes }
    }
}

/// The sums of up to four planes each of one vector. Erased on drop.
pub(super) struct Tables(Box<[[Plane; 16]]>);

impl Drop for Tables {
    fn drop(&mut self) {
        self.0.as_flattened_mut().zeroize();
    }
}

impl Tables {
    pub(super) fn new() -> Tables {
        Tables(vec![[Plane::default(); 16]; 64 * STRING_WORDS / 4].into())
    }

    /// Computes the tables of a vector of n bits.
    pub(super) fn fill(&mut self, n: usize, vector: &Planes) {
        let groups = vector.0.as_chunks::<4>().0;
        // The number of groups is even because rows are read by the byte. Bits from n on are zeros in each
        // row.
        for (table, [a, b, c, d]) in self.0.iter_mut().zip(groups).take(2 * n.div_ceil(8)) {
            // The first plane belongs to the highest bit.
            let pairs = |x: Plane, y: Plane| [Plane::default(), y, x, x.add(y)];
            let (high, low) = (pairs(*a, *b), pairs(*c, *d));
            *table = core::array::from_fn(|i| high[i / 4].add(low[i % 4]));
        }
    }

    /// Computes `matrix` times the vector.
    pub(super) fn product(&self, matrix: &Rows, product: &mut Planes) {
        let tables = self.0.as_chunks::<2>().0;
        for (row, plane) in matrix.bytes.chunks_exact(matrix.row_bytes).zip(&mut product.0) {
            let mut sum = Plane::default();
            for (byte, [high, low]) in row.iter().zip(tables) {
                sum = sum.add(high[usize::from(byte >> 4)]).add(low[usize::from(byte & 15)]);
            }
            *plane = sum;
        }
    }
}

/// Moves bit c of row r to bit r of row c, where bit 0 is the highest. Each of six rounds exchanges the right
/// upper with the left lower quarter of every square of 64, 32, … 2 rows.
fn transpose(square: &mut [u64; 64]) {
    exchange::<32>(square, 0x0000_0000_ffff_ffff);
    exchange::<16>(square, 0x0000_ffff_0000_ffff);
    exchange::<8>(square, 0x00ff_00ff_00ff_00ff);
    exchange::<4>(square, 0x0f0f_0f0f_0f0f_0f0f);
    exchange::<2>(square, 0x3333_3333_3333_3333);
    exchange::<1>(square, 0x5555_5555_5555_5555);
}

fn exchange<const HALF: usize>(square: &mut [u64; 64], right: u64) {
    for rows in square.chunks_exact_mut(2 * HALF) {
        let (upper, lower) = rows.split_at_mut(HALF);
        for (upper, lower) in upper.iter_mut().zip(lower) {
            let change = (*upper ^ *lower >> HALF) & right;
            *upper ^= change;
            *lower ^= change << HALF;
        }
    }
}
