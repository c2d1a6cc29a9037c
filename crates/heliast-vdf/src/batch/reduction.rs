//! Reductions and their soundness. `reduce.rs` computes them.

use super::incidence::{self, Incidence};

/// A step from m statements to fewer ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// Products of random subsets. Error 2^−rows.
    Subsets {
        /// ρ, from 1 to 512.
        rows: u16,
    },
    /// One product of random powers. Error 2^−bits, under the low-order assumption.
    Exponents {
        /// ℓ, from 8 to 512, a multiple of 8.
        bits: u16,
    },
    /// In every round each statement falls into a random one of 2^k buckets, and the row is the product of
    /// powers of the buckets. Under the low-order assumption.
    Buckets {
        /// k, from 3 to 24.
        bits: u8,
        /// ρ, from 1 to 512.
        rounds: u16,
        /// The exponents of the buckets.
        weights: Weights,
    },
    /// Buckets, of which two or more contain each statement. Error 2^−130, in any group.
    Incidence(Incidence),
}

/// The exponents of buckets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// Random exponents of k bits, as in the thesis. Error 2·2^−((k−2)·rounds).
    Random,
    /// Bucket b has exponent b, so that a round is a random exponent of k bits for every statement. Error
    /// 2^−(k·rounds).
    Ascending,
}

/// The method by which a reduction is computed; the result is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The method that the thesis counts: every power by squaring and multiplying, every product by
    /// itself.
    Naive,
    /// By windows: Straus for few statements, Pippenger's buckets with running products for many; four
    /// Russians for subsets.
    Best,
}

impl Reduction {
    /// Whether the parameters are in their ranges.
    pub(super) fn in_range(self) -> bool {
        match self {
            Reduction::Subsets { rows } => (1..=512).contains(&rows),
            Reduction::Exponents { bits } => (8..=512).contains(&bits) && bits.is_multiple_of(8),
            Reduction::Buckets { bits, rounds, .. } => {
                (3..=24).contains(&bits) && (1..=512).contains(&rounds)
            }
            Reduction::Incidence(_) => true,
        }
    }

    /// The number of statements that are left.
    pub fn rows(self) -> usize {
        match self {
            Reduction::Subsets { rows } => rows.into(),
            Reduction::Exponents { .. } => 1,
            Reduction::Buckets { rounds, .. } => rounds.into(),
            Reduction::Incidence(level) => level.rows(),
        }
    }

    /// The only number of statements that it can reduce; `None` if it can reduce any.
    pub(super) fn statements(self) -> Option<u64> {
        match self {
            Reduction::Incidence(level) => Some(level.statements()),
            _ => None,
        }
    }

    /// (c, b) for a soundness error of c·2^−b.
    pub fn error(self) -> (u32, u32) {
        match self {
            Reduction::Subsets { rows } => (1, rows.into()),
            Reduction::Exponents { bits } => (1, bits.into()),
            Reduction::Buckets { bits, rounds, weights: Weights::Random } => {
                (2, (u32::from(bits) - 2) * u32::from(rounds))
            }
            Reduction::Buckets { bits, rounds, weights: Weights::Ascending } => {
                (1, u32::from(bits) * u32::from(rounds))
            }
            Reduction::Incidence(_) => (1, incidence::ERROR_BITS),
        }
    }

    /// Whether the error holds only if elements of low order are infeasible to find.
    pub fn assumes_low_order(self) -> bool {
        !matches!(self, Reduction::Subsets { .. } | Reduction::Incidence(_))
    }

    /// The number of bits that are drawn for every statement: with incidence buckets those of its families.
    pub(super) fn string_bits(self) -> usize {
        match self {
            Reduction::Subsets { rows } => rows.into(),
            Reduction::Exponents { bits } => bits.into(),
            Reduction::Buckets { bits, rounds, .. } => usize::from(bits) * usize::from(rounds),
            Reduction::Incidence(level) => 16 * usize::from(level.families()),
        }
    }

    /// The encoding in five bytes.
    pub(super) fn encode(self) -> [u8; 5] {
        let (id, parameter, second, third) = match self {
            Reduction::Subsets { rows } => (1, rows, 0, 0),
            Reduction::Exponents { bits } => (2, bits, 0, 0),
            Reduction::Buckets { bits, rounds, weights } => (3, rounds, bits, 1 + weights as u8),
            Reduction::Incidence(level) => return level.encode(),
        };
        let [high, low] = parameter.to_be_bytes();
        [id, high, low, second, third]
    }
}
