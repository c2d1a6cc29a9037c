//! The stream of bits from which all constants are computed: a self-shrinking LFSR of 80 bits, the one of
//! Grain.

use super::{Bits, Matrix, matrix::inverse};
use alloc::vec::Vec;

/// The generator of one instance.
pub(super) struct Grain {
    /// s\[0\] in the lowest of 80 bits.
    state: u128,
    /// The bits of the last clocks that were not used yet, the first one lowest.
    clocked: u128,
    pairs: u32,
}

/// A matrix of full rank.
pub(super) struct Drawn {
    pub(super) matrix: Matrix,
    pub(super) inverse: Matrix,
    /// The number of matrices before it that did not have full rank.
    pub(super) rejected: u32,
}

impl Grain {
    /// The last tap is s\[62\], so the next 80 − 62 = 18 clocks need no bit that they produce. This number is
    /// even.
    const CLOCKS: u32 = 18;

    /// Begins with all ones and discards 160 clocks.
    pub(super) fn new() -> Self {
        let mut grain = Grain { state: (1 << 80) - 1, clocked: 0, pairs: 0 };
        for _ in 0..160 {
            grain.clock(1);
        }
        grain
    }

    /// Returns the next `clocks` <= 18 bits of the LFSR.
    fn clock(&mut self, clocks: u32) -> u128 {
        let s = self.state;
        let bits = (s ^ s >> 13 ^ s >> 23 ^ s >> 38 ^ s >> 51 ^ s >> 62) & ((1 << clocks) - 1);
        self.state = s >> clocks | bits << (80 - clocks);
        bits
    }

    /// Returns the second of two bits of the LFSR if the first is 1; otherwise it continues with the next
    /// two.
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

    /// Returns the next n bits.
    pub(super) fn bits(&mut self, n: usize) -> Bits {
        let mut bits = Bits::default();
        for j in 0..n {
            bits.flip(j, self.bit());
        }
        bits
    }

    /// Returns the next n × n matrix, drawn row by row, that has an inverse.
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
