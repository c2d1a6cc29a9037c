//! Protocols: lists of reductions that are sound enough.

use super::{
    incidence::{self, Incidence},
    reduction::{Method, Reduction, Weights},
    seed::Seed,
};
use alloc::vec::Vec;
use heliast_group::{Assumption, Counts, Unsound};

/// The longest list of reductions.
const MAX_REDUCTIONS: usize = 4;
/// The highest level of Linear.
const MAX_LINEAR: u16 = incidence::MAX_LEVEL;
/// Errors are counted in units of 2^−(λ + `FRACTION_BITS`).
const FRACTION_BITS: u32 = 32;
/// The total error of the reductions is at most this many times 2^−λ: Bucket's (thesis, Theorem 2, without
/// the error of the proof).
const ALLOWED: u64 = 3;

/// The protocols of the literature. Their parameters follow from λ and the number of statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Random Subsets: as many proofs as the level has bits, but no assumption of its own.
    RandomSubsets = 1,
    /// Random Exponents.
    RandomExponents = 2,
    /// Hybrid: Random Exponents of Random Subsets.
    Hybrid = 3,
    /// Bucket, as in the thesis: its buckets have random exponents.
    Bucket = 4,
    /// Bucket whose buckets have ascending exponents, with fewer rounds.
    AscendingBucket = 5,
    /// Incidence buckets, and Random Exponents of the statements that they leave, for lists of some thousands
    /// and more: two multiplications per statement and side, and some for the rest. Its levels are at
    /// most 128. Its proof is in `spec/linear-batch.md`; nobody outside this project has reviewed it.
    Linear = 7,
}

impl Family {
    /// All families.
    pub const ALL: [Family; 6] = [
        Family::RandomSubsets,
        Family::RandomExponents,
        Family::Hybrid,
        Family::Bucket,
        Family::AscendingBucket,
        Family::Linear,
    ];

    /// The name in commands and data files.
    pub fn name(self) -> &'static str {
        match self {
            Family::RandomSubsets => "random-subsets",
            Family::RandomExponents => "random-exponents",
            Family::Hybrid => "hybrid",
            Family::Bucket => "bucket",
            Family::AscendingBucket => "ascending-bucket",
            Family::Linear => "linear",
        }
    }

    /// The family of this name.
    pub fn from_name(name: &str) -> Option<Family> {
        Family::ALL.into_iter().find(|family| family.name() == name)
    }

    /// The family of this number in files.
    pub fn from_id(id: u8) -> Option<Family> {
        Family::ALL.into_iter().find(|family| *family as u8 == id)
    }
}

/// Reductions, each applied to the statements that the one before leaves, with a total soundness error of at
/// most 3·2^−λ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Protocol {
    reductions: Vec<Reduction>,
}

/// The reason why a list of reductions is not a protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TooWeak {
    /// There are no reductions, or more than four.
    #[error("a protocol has from 1 to {MAX_REDUCTIONS} reductions, not {0}")]
    Count(usize),
    /// A parameter is out of its range.
    #[error("the parameters of reduction {0} are out of range")]
    Parameters(usize),
    /// The errors add up to too much.
    #[error("the reductions' soundness errors add up to more than {ALLOWED} * 2^-{level}")]
    Error {
        /// The level that was demanded.
        level: u16,
    },
    /// No protocol is sound in this group.
    #[error(transparent)]
    Unsound(#[from] Unsound),
    /// Incidence buckets have an error of 2^−130 each, which is too much for higher levels.
    #[error("linear batches have a level of at most {MAX_LINEAR}, not {0}: take random-exponents")]
    Linear(u16),
    /// Only Random Exponents and Linear combine statements with a delay each.
    #[error("statements with a delay each are not combined by {}", .0.name())]
    Delays(Family),
    /// Levels are multiples of 8 from 64 to 256.
    #[error("the level of a batch is a multiple of 8 from 64 to 256, not {0}")]
    Level(u16),
}

impl Protocol {
    /// The protocol of these reductions, if it has this level λ: a multiple of 8 from 64 to 256.
    pub fn new(reductions: Vec<Reduction>, level: u16) -> Result<Protocol, TooWeak> {
        check_level(level)?;
        if !(1..=MAX_REDUCTIONS).contains(&reductions.len()) {
            return Err(TooWeak::Count(reductions.len()));
        }
        if let Some(index) = reductions.iter().position(|reduction| !reduction.in_range()) {
            return Err(TooWeak::Parameters(index));
        }
        let misfit = |pair: &[Reduction]| {
            pair[1].statements().is_some_and(|statements| statements != pair[0].rows() as u64)
        };
        if let Some(index) = reductions.windows(2).position(misfit) {
            return Err(TooWeak::Parameters(index + 1));
        }
        let protocol = Protocol { reductions };
        if protocol.error(level) > ALLOWED << FRACTION_BITS {
            return Err(TooWeak::Error { level });
        }
        Ok(protocol)
    }

    /// The protocol of a family for m statements: the only parameters that a proof of this family may have.
    pub fn of_family(family: Family, level: u16, m: u64) -> Result<Protocol, TooWeak> {
        check_level(level)?;
        let (subsets, exponents) = (Reduction::Subsets { rows: level }, Reduction::Exponents { bits: level });
        let reductions = match family {
            Family::RandomSubsets => alloc::vec![subsets],
            Family::RandomExponents => alloc::vec![exponents],
            Family::Hybrid => alloc::vec![subsets, exponents],
            Family::Bucket => alloc::vec![cheapest_buckets(level, m, Weights::Random), exponents],
            Family::AscendingBucket => alloc::vec![cheapest_buckets(level, m, Weights::Ascending), exponents],
            Family::Linear if level > MAX_LINEAR => return Err(TooWeak::Linear(level)),
            Family::Linear => {
                let levels = Incidence::levels(m).into_iter().map(Reduction::Incidence);
                levels.chain([exponents]).collect()
            }
        };
        Protocol::new(reductions, level)
    }

    /// The reductions, in their order.
    pub fn reductions(&self) -> &[Reduction] {
        &self.reductions
    }

    /// The number of statements that are left in the end, which is the number of proofs.
    pub fn proofs(&self) -> usize {
        self.reductions.last().map_or(1, |reduction| reduction.rows())
    }

    /// The errors in units of 2^−(level + 32), rounded up.
    fn error(&self, level: u16) -> u64 {
        let unit = u32::from(level) + FRACTION_BITS;
        let error = |reduction: &Reduction| {
            let (factor, bits) = reduction.error();
            let shift = unit.saturating_sub(bits);
            if shift >= 48 { u64::MAX } else { (u64::from(factor) << shift).max(1) }
        };
        self.reductions.iter().map(error).fold(0, u64::saturating_add)
    }

    /// Whether it is sound only if elements of low order are infeasible to find.
    pub fn assumes_low_order(&self) -> bool {
        self.reductions.iter().any(|reduction| reduction.assumes_low_order())
    }

    /// The assumption of the reductions: `None`, if all are of subsets.
    pub fn assumption(&self) -> Option<Assumption> {
        self.assumes_low_order().then_some(Assumption::LowOrder)
    }

    /// The encoding: the number of reductions, and each in five bytes.
    pub(super) fn encode(&self) -> Vec<u8> {
        let count = [self.reductions.len() as u8];
        count.into_iter().chain(self.reductions.iter().flat_map(|reduction| reduction.encode())).collect()
    }

    /// The number of statements that every reduction works on.
    fn inputs(&self, m: u64) -> impl Iterator<Item = (Reduction, u64)> {
        let left = self.reductions.iter().map(|reduction| reduction.rows() as u64);
        self.reductions.iter().copied().zip(core::iter::once(m).chain(left))
    }

    /// The exact number of operations on m statements, from the challenge alone, in a group without faster
    /// methods. Those of the proof are not counted.
    pub fn cost(&self, seed: &Seed, m: u64, method: Method) -> Counts {
        let cost =
            |(stage, (reduction, m)): (usize, (Reduction, u64))| reduction.cost(seed, stage, m, method);
        self.inputs(m).enumerate().map(cost).fold(Counts::default(), |sum, cost| sum + cost)
    }

    /// The approximate number of bytes that m statements with elements of `width` bytes need on `threads`
    /// threads, in addition to their records: strings, digits and places in order, buckets or rows. Later
    /// reductions need less.
    pub fn memory(&self, m: u64, width: usize, threads: usize) -> u64 {
        self.reductions[0].memory(m, width as u64, threads as u64)
    }

    /// Table 3.1 of the thesis: the mean number of multiplications for m statements, without those of the
    /// proof.
    pub fn thesis_cost(&self, m: f64) -> f64 {
        let left = self.reductions.iter().map(|reduction| reduction.rows() as f64);
        let inputs = core::iter::once(m).chain(left);
        self.reductions.iter().zip(inputs).map(|(reduction, m)| reduction.thesis_cost(m)).sum()
    }

    /// The approximate mean number of multiplications in the best evaluation, without those of the proof.
    pub fn best_cost(&self, m: u64) -> f64 {
        self.inputs(m).map(|(reduction, m)| reduction.best_cost(m)).sum()
    }
}

pub(super) fn check_level(level: u16) -> Result<(), TooWeak> {
    let allowed = (64..=256).contains(&level) && level.is_multiple_of(8);
    if allowed { Ok(()) } else { Err(TooWeak::Level(level)) }
}

/// The buckets with the fewest multiplications, counted as in the thesis if their exponents are random, and
/// otherwise in the best evaluation. It uses only integers, so that every machine makes the same choice.
fn cheapest_buckets(level: u16, m: u64, weights: Weights) -> Reduction {
    let candidate = |bits: u8| {
        let (per_round, cost) = match weights {
            Weights::Random => {
                (u16::from(bits) - 2, 2 * u128::from(m) + ((3 * u128::from(bits) + 2) << bits))
            }
            Weights::Ascending => (bits.into(), 2 * u128::from(m) + (4 << bits)),
        };
        let rounds = level.div_ceil(per_round);
        let powers = 3 * u128::from(level) + 2;
        (u128::from(rounds) * (cost + powers), Reduction::Buckets { bits, rounds, weights })
    };
    let cheapest = (3..=24).map(candidate).min_by_key(|(cost, _)| *cost);
    cheapest.map_or(Reduction::Exponents { bits: level }, |(_, reduction)| reduction)
}
