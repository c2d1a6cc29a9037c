//! The results and the costs of reductions. The computation of each is in the file with its name.

use super::{
    buckets, exponents,
    incidence::{self, Chosen},
    records::Records,
    reduction::{Method, Reduction},
    seed::{Purpose, Seed},
    subsets,
    table::Table,
    windows::{by_windows, cost_of_windows, in_parallel_sides},
};
use core::ops::Range;
use heliast_group::{BulkGroup, Counts, Digits};

/// The number of bytes that a thread keeps for a statement in addition to its buckets: a digit, an index and
/// a place.
const INDICES: u64 = 24;

impl Reduction {
    /// The mean number of multiplications of m statements as the thesis counts them (Table 3.1), both sides.
    pub fn thesis_cost(self, m: f64) -> f64 {
        match self {
            Reduction::Subsets { rows } => subsets::thesis_cost(m, rows),
            Reduction::Exponents { bits } => exponents::thesis_cost(m, bits),
            Reduction::Buckets { bits, rounds, .. } => buckets::thesis_cost(m, bits, rounds),
            Reduction::Incidence(level) => incidence::thesis_cost(level, m),
        }
    }

    /// The approximate mean number of multiplications and squarings of m statements in the best evaluation,
    /// both sides.
    pub fn best_cost(self, m: u64) -> f64 {
        2.0 * match self {
            Reduction::Subsets { .. } => cost_of_windows(&self.windows(m), m, Digits::Bitwise),
            Reduction::Exponents { bits } => exponents::best_cost(m, bits),
            Reduction::Buckets { .. } => cost_of_windows(&self.windows(m), m, Digits::Weighted),
            Reduction::Incidence(level) => incidence::best_cost(level, m),
        }
    }

    /// The approximate number of bytes that it takes in addition to the records.
    pub(super) fn memory(self, m: u64, width: u64, threads: u64) -> u64 {
        let strings = m.saturating_mul(self.string_bits().div_ceil(8) as u64);
        if let Reduction::Incidence(level) = self {
            return strings + incidence::memory(level, m, width);
        }
        let bits = self.windows(m).iter().map(|window| window.len()).max().unwrap_or(0);
        strings + threads * (m.saturating_mul(INDICES) + ((2 * width) << bits))
    }

    /// Reduces `records`, the statements from place `start` on in the list that reduction number `stage`
    /// works on. Returns the statements that are left.
    pub(super) fn apply<G: BulkGroup>(
        self,
        group: &G,
        records: &Records<'_>,
        (seed, stage, start): (&Seed, usize, u64),
        method: Method,
        threads: usize,
    ) -> Table<G::Elem> {
        let places = start..start + records.len() as u64;
        let strings = || seed.strings(stage, Purpose::Statement, self.string_bits(), places);
        let sides = records.sides();
        Table::Elements(match (self, method) {
            (Reduction::Incidence(level), _) => {
                let rows = incidence::rows(group, level, &Chosen::all(&sides), (seed, stage, start), threads);
                return Table::Records(rows);
            }
            (Reduction::Subsets { rows }, Method::Naive) => {
                let strings = strings();
                in_parallel_sides(threads, |side| subsets::naive(group, sides[side], &strings, rows))
            }
            (Reduction::Subsets { .. }, Method::Best) => {
                let (windows, strings) = (self.windows(records.len() as u64), strings());
                let digits = |window: Range<usize>| strings.digits(window.start, window.len());
                by_windows(group, sides, &windows, digits, Digits::Bitwise, threads)
            }
            (Reduction::Exponents { .. }, Method::Naive) => {
                let strings = strings();
                in_parallel_sides(threads, |side| exponents::naive(group, sides[side], &strings))
            }
            (Reduction::Exponents { bits }, Method::Best) => {
                exponents::best(group, sides, &strings(), bits, threads)
            }
            (Reduction::Buckets { bits, rounds, weights }, _) => {
                let (weights, strings) =
                    (buckets::exponents(seed, stage, (bits, rounds, weights)), strings());
                match method {
                    Method::Naive => in_parallel_sides(threads, |side| {
                        buckets::naive(group, sides[side], &strings, bits, &weights)
                    }),
                    Method::Best => {
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
        })
    }

    /// The exact number of operations on m statements, from the challenge alone, in a group without faster
    /// methods.
    pub fn cost(self, seed: &Seed, stage: usize, m: u64, method: Method) -> Counts {
        let strings = || seed.strings(stage, Purpose::Statement, self.string_bits(), 0..m);
        let side = match (self, method) {
            (Reduction::Incidence(level), _) => incidence::exact_cost(level, seed, stage),
            (Reduction::Subsets { rows }, Method::Naive) => subsets::naive_cost(&strings(), rows),
            (Reduction::Subsets { .. }, Method::Best) => {
                let (windows, strings) = (self.windows(m).into_iter(), strings());
                let cost = |window: Range<usize>| {
                    let bits = window.len() as u32;
                    Digits::Bitwise.cost(&strings.digits(window.start, window.len()), bits)
                };
                windows.map(cost).fold(Counts::default(), |sum, cost| sum + cost)
            }
            (Reduction::Exponents { .. }, Method::Naive) => exponents::naive_cost(&strings()),
            (Reduction::Exponents { bits }, Method::Best) => exponents::exact_cost(&strings(), bits),
            (Reduction::Buckets { bits, rounds, weights }, _) => {
                let weights = buckets::exponents(seed, stage, (bits, rounds, weights));
                buckets::cost(&strings(), bits, &weights, method)
            }
        };
        side + side
    }
}
