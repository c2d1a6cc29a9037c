//! The stream of bits that all constants come from: an LFSR of 80 bits, that of Grain, self-shrinking.

use super::{Bits, Matrix, matrix::inverse};
use alloc::vec::Vec;

/// The generator of one instance.
pub(super) struct Grain {
    /// s\[0\] in the lowest of 80 bits.
    state: u128,
    /// The bits of the last clocks that nobody took, the first one lowest.
    clocked: u128,
    pairs: u32,
}

/// A matrix of full rank.
pub(super) struct Drawn {
    pub(super) matrix: Matrix,
    pub(super) inverse: Matrix,
    /// The matrices before it that had none.
    pub(super) rejected: u32,
}

impl Grain {
    /// The last tap is s\[62\], so that the next 80 − 62 = 18 clocks need no bit that they make; an even
    /// number.
    const CLOCKS: u32 = 18;

    /// All ones, and 160 clocks for nothing.
    pub(super) fn new() -> Self {
        let mut grain = Grain { state: (1 << 80) - 1, clocked: 0, pairs: 0 };
        for _ in 0..160 {
            grain.clock(1);
        }
        grain
    }

    /// The next `clocks` <= 18 bits of the LFSR.
    fn clock(&mut self, clocks: u32) -> u128 {
        let s = self.state;
        let bits = (s ^ s >> 13 ^ s >> 23 ^ s >> 38 ^ s >> 51 ^ s >> 62) & ((1 << clocks) - 1);
        self.state = s >> clocks | bits << (80 - clocks);
        bits
    }

    /// Of two bits of the LFSR the second, if the first is 1; of the next two otherwise.
    fn bit(&mut self) -> u64 {
        loop {
            if self.pairs == 0 {
                self.clocked = self.clock(Self::CLOCKS);
                self.pairs = Self::CLOCKS / 2;
            }
            let pair = self.clocked & 3;
            self.clocked >>= 2;
            self.pairs -= 1;
            if pair & 1 == 1 {
                return (pair >> 1) as u64;
            }
        }
    }

    /// The next n bits.
    pub(super) fn bits(&mut self, n: usize) -> Bits {
        let mut bits = Bits::default();
        for j in 0..n {
            bits.flip(j, self.bit());
        }
        bits
    }

    /// The next n × n matrix, row by row, that has an inverse.
    pub(super) fn full_rank(&mut self, n: usize) -> Drawn {
        let mut rejected = 0;
        loop {
            let rows: Vec<Bits> = (0..n).map(|_| self.bits(n)).collect();
            if let Some(inverse) = inverse(&rows) {
                return Drawn {
                    matrix: Matrix::from_rows(&rows),
                    inverse: Matrix::from_rows(&inverse),
                    rejected,
                };
            }
            rejected += 1;
        }
    }
}
