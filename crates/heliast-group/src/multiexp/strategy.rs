//! The algorithms with their windows, and their costs.

use super::{Mean, MultiexpError, ary, interleave, odd_powers, pippenger, separate, yll};
use crate::{Counts, Group};
use alloc::vec::Vec;
use core::fmt;
use heliast_arith::Natural;

/// An algorithm for ∏ base^exponent with its window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Strategy {
    /// Each power by itself, in sliding windows of up to `w` bits, 1 to 8; then the products. With w = 1 this
    /// is square-and-multiply.
    Separate {
        /// Bits of a window.
        w: usize,
    },
    /// The simultaneous 2^w-ary method, w from 1 (Shamir's trick) to 5.
    Ary {
        /// Columns of a window.
        w: usize,
    },
    /// The simultaneous sliding windows of Yen, Laih and Lenstra, w from 1 to 5.
    Yll {
        /// Columns of a window.
        w: usize,
    },
    /// Basic interleaving: sliding windows of up to `w` bits, 1 to 8, for each base, and shared squarings.
    Interleaved {
        /// Bits of a window.
        w: usize,
    },
    /// Pippenger's buckets, windows of `c` bits, 1 to 16.
    Pippenger {
        /// Bits of a window.
        c: usize,
    },
}

/// The operations of a multi-exponentiation: those that depend only on the bases and can be done in advance,
/// and the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The operations for the table.
    pub precomputation: Counts,
    /// The operations with the table.
    pub evaluation: Counts,
}

/// The mean cost of a multi-exponentiation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeanCost {
    /// The operations for the table, which are always the same.
    pub precomputation: Mean,
    /// The operations with the table.
    pub evaluation: Mean,
}

impl Cost {
    /// The operations of table and evaluation.
    pub fn total(self) -> Counts {
        self.precomputation + self.evaluation
    }
}

impl MeanCost {
    /// The sum of squarings and products, of table and evaluation.
    pub fn total(self) -> f64 {
        let Mean { squarings, products } = self.precomputation;
        squarings + products + self.evaluation.squarings + self.evaluation.products
    }
}

/// The largest joint table has 2^12 entries: a larger one costs more than any evaluation saves.
const MAX_JOINT_BITS: usize = 12;

impl Strategy {
    /// All strategies, of every family with every width, those of the paper first.
    pub fn all() -> impl Iterator<Item = Strategy> {
        (1..=8)
            .map(|w| Strategy::Separate { w })
            .chain((1..=5).map(|w| Strategy::Ary { w }))
            .chain((1..=5).map(|w| Strategy::Yll { w }))
            .chain((1..=8).map(|w| Strategy::Interleaved { w }))
            .chain((1..=16).map(|c| Strategy::Pippenger { c }))
    }

    /// The separate powers that libraries compute: with the window of OpenSSL's `BN_mod_exp` for exponents of
    /// this many bits, which the paper measured as SEPARATE.
    pub fn separate(bits: usize) -> Strategy {
        let w = match bits {
            0..24 => 1,
            24..80 => 3,
            80..240 => 4,
            240..672 => 5,
            _ => 6,
        };
        Strategy::Separate { w }
    }

    /// The name of the algorithm in data files: "separate", "ary", "yll", "interleaved" or "pippenger".
    pub fn family(self) -> &'static str {
        match self {
            Strategy::Separate { .. } => "separate",
            Strategy::Ary { .. } => "ary",
            Strategy::Yll { .. } => "yll",
            Strategy::Interleaved { .. } => "interleaved",
            Strategy::Pippenger { .. } => "pippenger",
        }
    }

    /// The width of its windows.
    pub fn window(self) -> usize {
        match self {
            Strategy::Separate { w }
            | Strategy::Ary { w }
            | Strategy::Yll { w }
            | Strategy::Interleaved { w }
            | Strategy::Pippenger { c: w } => w,
        }
    }

    /// Whether the strategy can be used for this many bases.
    ///
    /// # Errors
    /// If the window is outside its range, or a joint table would exceed 2^12 entries.
    pub fn applies(self, bases: usize) -> Result<(), MultiexpError> {
        let widest = match self {
            Strategy::Ary { .. } | Strategy::Yll { .. } => 5,
            Strategy::Separate { .. } | Strategy::Interleaved { .. } => 8,
            Strategy::Pippenger { .. } => 16,
        };
        if !(1..=widest).contains(&self.window()) {
            return Err(MultiexpError::Window { strategy: self, widest });
        }
        let joint = matches!(self, Strategy::Ary { .. } | Strategy::Yll { .. });
        if joint && bases.saturating_mul(self.window()) > MAX_JOINT_BITS {
            return Err(MultiexpError::Table { strategy: self, bases });
        }
        Ok(())
    }

    /// The number of elements in its table, including the bases.
    ///
    /// # Errors
    /// As for [`Strategy::applies`].
    pub fn table_len(self, bases: usize) -> Result<usize, MultiexpError> {
        self.applies(bases)?;
        Ok(match self {
            _ if bases == 0 => 0,
            Strategy::Separate { w } | Strategy::Interleaved { w } => {
                bases.saturating_mul(odd_powers::per_base(w))
            }
            Strategy::Ary { w } => ary::table_len(bases, w),
            Strategy::Yll { w } => yll::table_len(bases, w),
            Strategy::Pippenger { .. } => bases,
        })
    }

    /// The exact operations for ∏ base_i^exponent_i with these exponents, including the table.
    ///
    /// # Errors
    /// As for [`Strategy::applies`].
    pub fn cost(self, exponents: &[&Natural]) -> Result<Cost, MultiexpError> {
        let precomputation = self.precomputation(exponents.len())?;
        let evaluation = match self {
            _ if exponents.is_empty() => Counts::default(),
            Strategy::Separate { w } => separate::evaluation(exponents, w),
            Strategy::Ary { w } => ary::evaluation(exponents, w),
            Strategy::Yll { w } => yll::evaluation(exponents, w),
            Strategy::Interleaved { w } => interleave::evaluation(exponents, w),
            Strategy::Pippenger { c } => pippenger::evaluation(exponents, c),
        };
        Ok(Cost { precomputation, evaluation })
    }

    /// The exact mean cost for exponents drawn uniformly from [0, 2^bits), in time proportional to `bits`.
    ///
    /// # Errors
    /// As for [`Strategy::applies`].
    pub fn expected(self, bases: usize, bits: usize) -> Result<MeanCost, MultiexpError> {
        let table = self.precomputation(bases)?;
        let precomputation = Mean { squarings: table.squarings as f64, products: table.products as f64 };
        let evaluation = match self {
            _ if bases == 0 => Mean::default(),
            Strategy::Separate { w } => separate::average(bases, bits, w),
            Strategy::Ary { w } => ary::average(bases, bits, w),
            Strategy::Yll { w } => yll::average(bases, bits, w),
            Strategy::Interleaved { w } => interleave::average(bases, bits, w),
            Strategy::Pippenger { c } => pippenger::average(bases, bits, c),
        };
        Ok(MeanCost { precomputation, evaluation })
    }

    /// The greatest cost for exponents of at most `bits` bits.
    ///
    /// # Errors
    /// As for [`Strategy::applies`].
    pub fn worst(self, bases: usize, bits: usize) -> Result<Cost, MultiexpError> {
        let precomputation = self.precomputation(bases)?;
        let evaluation = match self {
            _ if bases == 0 => Counts::default(),
            Strategy::Separate { w } => separate::worst(bases, bits, w),
            Strategy::Ary { w } => ary::worst(bits, w),
            Strategy::Yll { w } => yll::worst(bits, w),
            Strategy::Interleaved { w } => interleave::worst(bases, bits, w),
            Strategy::Pippenger { c } => pippenger::worst(bases, bits, c),
        };
        Ok(Cost { precomputation, evaluation })
    }

    fn precomputation(self, bases: usize) -> Result<Counts, MultiexpError> {
        self.applies(bases)?;
        Ok(match self {
            _ if bases == 0 => Counts::default(),
            Strategy::Separate { w } | Strategy::Interleaved { w } => odd_powers::counts(bases, w),
            Strategy::Ary { w } => ary::precomputation(bases, w),
            Strategy::Yll { w } => yll::precomputation(bases, w),
            Strategy::Pippenger { .. } => Counts::default(),
        })
    }

    /// The table; the strategy can be used for these bases.
    pub(crate) fn precompute<G: Group>(self, group: &G, bases: &[&G::Elem]) -> Vec<G::Elem> {
        match self {
            _ if bases.is_empty() => Vec::new(),
            Strategy::Separate { w } | Strategy::Interleaved { w } => odd_powers::table(group, bases, w),
            Strategy::Ary { w } => ary::table(group, bases, w),
            Strategy::Yll { w } => yll::table(group, bases, w),
            Strategy::Pippenger { .. } => bases.iter().copied().cloned().collect(),
        }
    }

    /// The product, from the table that [`Strategy::precompute`] makes for as many bases as there are
    /// exponents.
    pub(crate) fn evaluate<G: Group>(
        self,
        group: &G,
        entries: &[G::Elem],
        exponents: &[&Natural],
    ) -> Option<G::Elem> {
        match self {
            _ if exponents.is_empty() => None,
            Strategy::Separate { w } => separate::evaluate(group, entries, exponents, w),
            Strategy::Ary { w } => ary::evaluate(group, entries, exponents, w),
            Strategy::Yll { w } => yll::evaluate(group, entries, exponents, w),
            Strategy::Interleaved { w } => interleave::evaluate(group, entries, exponents, w),
            Strategy::Pippenger { c } => pippenger::evaluate(group, entries, exponents, c),
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strategy::Separate { w } => write!(f, "separate, w = {w}"),
            Strategy::Ary { w } => write!(f, "2^w-ary, w = {w}"),
            Strategy::Yll { w } => write!(f, "YLL, w = {w}"),
            Strategy::Interleaved { w } => write!(f, "interleaving, w = {w}"),
            Strategy::Pippenger { c } => write!(f, "Pippenger, c = {c}"),
        }
    }
}
