//! Reductions: what they are, what they cost, and how sound they are. How each is computed stands in the file of its name.

use super::{
    buckets,
    challenge::{Purpose, Seed},
    exponents,
    records::Records,
    subsets,
};
use crate::parallel::{in_parallel, jobs_in_parallel};
use alloc::vec::Vec;
use core::ops::Range;
use heliast_group::{Counts, Digits, Encoded, Group};

/// Statements in, fewer statements out. m is the number of statements that come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// So many products of random subsets. Error 2^−rows.
    Subsets {
        /// ρ, from 1 to 512.
        rows: u16,
    },
    /// One product of random powers. Error 2^−bits, under the low-order assumption.
    Exponents {
        /// ℓ, from 8 to 512, a multiple of 8.
        bits: u16,
    },
    /// So many times: every statement into a random one of 2^k buckets; the product of powers of the buckets. Under the low-order assumption.
    Buckets {
        /// k, from 3 to 24.
        bits: u8,
        /// ρ, from 1 to 512.
        rounds: u16,
        /// The exponents of the buckets.
        weights: Weights,
    },
}

/// The exponents of buckets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// Random ones of k bits, as in the thesis. Error 2·2^−((k−2)·rounds).
    Random,
    /// Bucket b has exponent b, so that a round is a random exponent of k bits for every statement. Error 2^−(k·rounds).
    Ascending,
}

/// How a reduction is computed; the result is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// As the thesis counts: every power by squaring and multiplying, every product by itself.
    Naive,
    /// By windows: Straus for few statements, Pippenger's buckets with running products for many; four Russians for subsets.
    Best,
}

/// The statements left, as all x and all y.
pub(super) type Sides<E> = [Vec<E>; 2];

impl Reduction {
    /// Whether the parameters are in their ranges.
    pub(super) fn in_range(self) -> bool {
        match self {
            Reduction::Subsets { rows } => (1..=512).contains(&rows),
            Reduction::Exponents { bits } => (8..=512).contains(&bits) && bits.is_multiple_of(8),
            Reduction::Buckets { bits, rounds, .. } => {
                (3..=24).contains(&bits) && (1..=512).contains(&rounds)
            }
        }
    }

    /// How many statements are left.
    pub fn rows(self) -> usize {
        match self {
            Reduction::Subsets { rows } => rows.into(),
            Reduction::Exponents { .. } => 1,
            Reduction::Buckets { rounds, .. } => rounds.into(),
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
        }
    }

    /// Whether the error holds only if nobody finds an element of low order.
    pub fn assumes_low_order(self) -> bool {
        !matches!(self, Reduction::Subsets { .. })
    }

    /// The bits that every statement draws.
    fn string_bits(self) -> usize {
        match self {
            Reduction::Subsets { rows } => rows.into(),
            Reduction::Exponents { bits } => bits.into(),
            Reduction::Buckets { bits, rounds, .. } => usize::from(bits) * usize::from(rounds),
        }
    }

    /// Five bytes.
    pub(super) fn encode(self) -> [u8; 5] {
        let (id, parameter, second, third) = match self {
            Reduction::Subsets { rows } => (1, rows, 0, 0),
            Reduction::Exponents { bits } => (2, bits, 0, 0),
            Reduction::Buckets { bits, rounds, weights } => (3, rounds, bits, 1 + weights as u8),
        };
        let [high, low] = parameter.to_be_bytes();
        [id, high, low, second, third]
    }

    /// The mean number of multiplications of m statements as the thesis counts them (Table 3.1), both sides.
    pub fn thesis_cost(self, m: f64) -> f64 {
        match self {
            Reduction::Subsets { rows } => subsets::thesis_cost(m, rows),
            Reduction::Exponents { bits } => exponents::thesis_cost(m, bits),
            Reduction::Buckets { bits, rounds, .. } => buckets::thesis_cost(m, bits, rounds),
        }
    }

    /// About the mean number of multiplications and squarings of m statements in the best evaluation, both sides.
    pub fn best_cost(self, m: u64) -> f64 {
        2.0 * match self {
            Reduction::Subsets { .. } => cost_of_windows(&self.windows(m), m, Digits::Bitwise),
            Reduction::Exponents { bits } => exponents::best_cost(m, bits),
            Reduction::Buckets { .. } => cost_of_windows(&self.windows(m), m, Digits::Weighted),
        }
    }

    /// How the strings of m statements are cut into digits.
    pub(super) fn windows(self, m: u64) -> Vec<Range<usize>> {
        match self {
            Reduction::Subsets { rows } => best_windows(m, rows.into()),
            Reduction::Exponents { bits } => best_windows(m, bits.into()),
            Reduction::Buckets { bits, rounds, .. } => {
                let bits = usize::from(bits);
                (0..usize::from(rounds)).map(|round| round * bits..(round + 1) * bits).collect()
            }
        }
    }

    /// The statements that are left of `records`, which stand at `start` and after in the list that reduction number `stage` works on.
    pub(super) fn apply<G: Group>(
        self,
        group: &G,
        records: &Records<'_>,
        (seed, stage, start): (&Seed, usize, u64),
        (evaluation, threads): (Evaluation, usize),
    ) -> Sides<G::Elem> {
        let places = start..start + records.len() as u64;
        let strings = seed.strings(stage, Purpose::Statement, self.string_bits(), places);
        let sides = records.sides();
        match (self, evaluation) {
            (Reduction::Subsets { rows }, Evaluation::Naive) => {
                in_parallel_sides(threads, |side| subsets::naive(group, sides[side], &strings, rows))
            }
            (Reduction::Subsets { .. }, Evaluation::Best) => {
                let windows = self.windows(records.len() as u64);
                let digits = |window: Range<usize>| strings.digits(window.start, window.len());
                by_windows(group, sides, &windows, digits, Digits::Bitwise, threads)
            }
            (Reduction::Exponents { .. }, Evaluation::Naive) => {
                in_parallel_sides(threads, |side| exponents::naive(group, sides[side], &strings))
            }
            (Reduction::Exponents { bits }, Evaluation::Best) => {
                exponents::best(group, sides, &strings, bits, threads)
            }
            (Reduction::Buckets { bits, rounds, weights }, _) => {
                let weights = buckets::exponents(seed, stage, (bits, rounds, weights));
                match evaluation {
                    Evaluation::Naive => in_parallel_sides(threads, |side| {
                        buckets::naive(group, sides[side], &strings, bits, &weights)
                    }),
                    Evaluation::Best => {
                        let windows = self.windows(records.len() as u64);
                        let digits = |window: Range<usize>| {
                            let weights = &weights[window.start / usize::from(bits)];
                            let buckets = strings.digits(window.start, window.len());
                            buckets.into_iter().map(|bucket| weights[bucket as usize]).collect()
                        };
                        by_windows(group, sides, &windows, digits, Digits::Weighted, threads)
                    }
                }
            }
        }
    }

    /// The operations on m statements in a group without a faster way: exact, from the challenge alone.
    pub fn cost(self, seed: &Seed, stage: usize, m: u64, evaluation: Evaluation) -> Counts {
        let strings = seed.strings(stage, Purpose::Statement, self.string_bits(), 0..m);
        let side = match (self, evaluation) {
            (Reduction::Subsets { rows }, Evaluation::Naive) => subsets::naive_cost(&strings, rows),
            (Reduction::Subsets { .. }, Evaluation::Best) => {
                let windows = self.windows(m).into_iter();
                let cost = |window: Range<usize>| {
                    let bits = window.len() as u32;
                    Digits::Bitwise.cost(&strings.digits(window.start, window.len()), bits)
                };
                windows.map(cost).fold(Counts::default(), |sum, cost| sum + cost)
            }
            (Reduction::Exponents { .. }, Evaluation::Naive) => exponents::naive_cost(&strings),
            (Reduction::Exponents { bits }, Evaluation::Best) => exponents::exact_cost(&strings, bits),
            (Reduction::Buckets { bits, rounds, weights }, _) => {
                let weights = buckets::exponents(seed, stage, (bits, rounds, weights));
                buckets::cost(&strings, bits, &weights, evaluation)
            }
        };
        side + side
    }
}

/// f of both sides, on two threads if there are two.
pub(super) fn in_parallel_sides<T: Send>(threads: usize, f: impl Fn(usize) -> T + Sync) -> [T; 2] {
    let parts = in_parallel(2, threads, &|sides| sides.map(&f).collect::<Vec<_>>());
    let mut sides = parts.into_iter().flatten();
    core::array::from_fn(|_| sides.next().expect("two sides"))
}

/// The digit products of both sides, window after window: a job for each window and side, shared among threads.
pub(super) fn by_windows<G: Group>(
    group: &G,
    sides: [Encoded<'_>; 2],
    windows: &[Range<usize>],
    digits: impl Fn(Range<usize>) -> Vec<u32> + Sync,
    asked: Digits,
    threads: usize,
) -> Sides<G::Elem> {
    let job = |job: usize| {
        let window = &windows[job / 2];
        group.digit_products(sides[job % 2], &digits(window.clone()), window.len() as u32, asked)
    };
    let jobs = 2 * windows.len();
    let products = jobs_in_parallel(jobs, threads, &job);
    let mut sides = [const { Vec::new() }; 2];
    products.into_iter().enumerate().for_each(|(job, products)| sides[job % 2].extend(products));
    sides
}

/// Strings of `bits` bits cut into windows of about equal length, as many as make the least work for m statements. A bucket counts as two products
/// even if it stays empty: lanes multiply it, and others look at it.
fn best_windows(m: u64, bits: usize) -> Vec<Range<usize>> {
    let price = |count: usize| {
        let windows = even_windows(bits, count);
        let work = |window: &Range<usize>| u128::from(m) + (2 << window.len());
        (windows[0].len() <= heliast_group::MAX_DIGIT_BITS as usize)
            .then(|| (windows.iter().map(work).sum::<u128>(), windows))
    };
    let cheapest = (1..=bits).filter_map(price).min_by_key(|(work, _)| *work);
    cheapest.map(|(_, windows)| windows).unwrap_or_default()
}

/// `count` windows, the longer ones first.
fn even_windows(bits: usize, count: usize) -> Vec<Range<usize>> {
    let (len, longer) = (bits / count, bits % count);
    let start = |index: usize| index * len + index.min(longer);
    (0..count).map(|index| start(index)..start(index + 1)).collect()
}

/// Of one side.
pub(super) fn cost_of_windows(windows: &[Range<usize>], m: u64, asked: Digits) -> f64 {
    // Windows have at most two lengths, one after the other.
    let (mut total, mut last) = (0.0, (0, 0.0));
    for window in windows {
        if window.len() != last.0 {
            last = (window.len(), asked.expected(m, window.len() as u32));
        }
        total += last.1;
    }
    total
}
