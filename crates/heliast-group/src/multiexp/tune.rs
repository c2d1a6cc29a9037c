//! Measurements of strategies on this machine. The caller passes the clock: libraries have none.

use super::{OpCost, Strategy, Table};
use crate::Group;
use alloc::{vec, vec::Vec};
use core::{hint::black_box, time::Duration};
use heliast_arith::Natural;
use sha2::{Digest, Sha256};

/// The least time of one sample, so that the clock's resolution and cost do not matter.
const SAMPLE: Duration = Duration::from_micros(30);
/// Short exponents are summed over several pairs, up to this many bits or [`MAX_DRAWS`] of them: one pair of
/// four bits is not enough.
const DRAWN_BITS: usize = 2048;
const MAX_DRAWS: usize = 32;
/// A strategy that is slower than the best by more than this factor after [`FAIR`] samples is not measured
/// further.
const HOPELESS: f64 = 1.2;
const FAIR: u32 = 5;

/// The measured time of a strategy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// The strategy.
    pub strategy: Strategy,
    /// Nanoseconds of one multi-exponentiation, including its table: the mean over all draws of exponents of
    /// the least sample for each draw.
    pub nanoseconds: f64,
    /// The number of samples of each draw: few for strategies that were excluded early.
    pub samples: u32,
}

/// Lets `candidates` compute ∏ base_i^exponent_i for the same pseudo-random exponents of exactly `bits` bits,
/// in turns, until `budget` is used up; each has at least one turn. The fastest comes first. Candidates that
/// cannot be used for this number of bases are left out.
///
/// `now` is any monotonic clock.
pub fn race<G: Group>(
    group: &G,
    bases: usize,
    bits: usize,
    candidates: &[Strategy],
    budget: Duration,
    mut now: impl FnMut() -> Duration,
) -> Vec<Timing> {
    let began = now();
    let elements: Vec<G::Elem> = (0..bases).map(|i| group.hash("tune", &i.to_be_bytes())).collect();
    let elements: Vec<&G::Elem> = elements.iter().collect();
    let draws = (DRAWN_BITS / bits.max(1)).clamp(1, MAX_DRAWS);
    let exponents: Vec<Vec<Natural>> =
        (0..draws).map(|draw| (0..bases).map(|i| exponent(bits, [draw, i])).collect()).collect();
    let exponents: Vec<Vec<&Natural>> = exponents.iter().map(|draw| draw.iter().collect()).collect();
    let work = |strategy: Strategy, exponents: &[&Natural]| {
        black_box(Table::new(group, strategy, &elements).and_then(|table| table.multiexp(exponents)).is_ok());
    };

    let mut racers: Vec<Racer> =
        candidates.iter().copied().filter_map(|s| Racer::new(s, bases, draws)).collect();
    loop {
        let best = racers.iter().map(Racer::nanoseconds).fold(f64::INFINITY, f64::min);
        for racer in racers.iter_mut().filter(|racer| !racer.is_hopeless(best)) {
            racer.run(&mut now, |strategy, draw| work(strategy, &exponents[draw]));
        }
        if racers.is_empty() || now().saturating_sub(began) >= budget {
            break;
        }
    }
    let mut timings: Vec<Timing> = racers.iter().map(Racer::timing).collect();
    timings.sort_by(|a, b| a.nanoseconds.total_cmp(&b.nanoseconds));
    timings
}

/// A candidate with its best times. Every draw is timed by itself: the shorter a sample, the likelier that
/// nothing else ran at the same time.
struct Racer {
    strategy: Strategy,
    repeats: u32,
    /// Nanoseconds for each draw.
    least: Vec<f64>,
    samples: u32,
}

impl Racer {
    fn new(strategy: Strategy, bases: usize, draws: usize) -> Option<Racer> {
        strategy.applies(bases).ok()?;
        Some(Racer { strategy, repeats: 1, least: vec![f64::INFINITY; draws], samples: 0 })
    }

    /// Takes one sample of every draw.
    fn run(&mut self, now: &mut impl FnMut() -> Duration, work: impl Fn(Strategy, usize)) {
        for draw in 0..self.least.len() {
            let took = time(now, || (0..self.repeats).for_each(|_| work(self.strategy, draw)));
            let each = took.as_nanos() as f64 / f64::from(self.repeats);
            self.least[draw] = self.least[draw].min(each);
        }
        self.samples += 1;
        let longest = self.least.iter().copied().fold(1.0, f64::max);
        self.repeats = (SAMPLE.as_nanos() as f64 / longest) as u32 + 1;
    }

    /// The mean over all draws.
    fn nanoseconds(&self) -> f64 {
        self.least.iter().sum::<f64>() / self.least.len() as f64
    }

    fn is_hopeless(&self, best: f64) -> bool {
        self.samples >= FAIR && self.nanoseconds() > best * HOPELESS
    }

    fn timing(&self) -> Timing {
        Timing { strategy: self.strategy, nanoseconds: self.nanoseconds(), samples: self.samples }
    }
}

/// The strategies worth measuring for `bases` bases and exponents of `bits` bits: separate powers as
/// libraries compute them, and those whose expected operations cost at most 1.5 times the least.
pub fn candidates(bases: usize, bits: usize) -> Vec<Strategy> {
    let OpCost { square, product, .. } = OpCost::default();
    let price = |strategy: Strategy| {
        let cost = strategy.expected(bases, bits).ok()?;
        let [table, evaluation] = [cost.precomputation, cost.evaluation]
            .map(|mean| square * mean.squarings + product * mean.products);
        Some((strategy, table + evaluation))
    };
    let all = Strategy::all().filter(|strategy| match strategy {
        // This is the same as 2^w-ary with w = 1.
        Strategy::Yll { w: 1 } => false,
        // Buckets are for many bases, and their means take long to sum.
        Strategy::Pippenger { .. } => bases > 4,
        _ => true,
    });
    let priced: Vec<(Strategy, f64)> = all.filter_map(price).collect();
    let least = priced.iter().map(|&(_, price)| price).fold(f64::INFINITY, f64::min);
    let separate = Strategy::separate(bits);
    let near = priced.into_iter().filter(|&(strategy, price)| {
        strategy == separate || strategy.family() != "separate" && price <= 1.5 * least
    });
    near.map(|(strategy, _)| strategy).collect()
}

/// A pseudo-random odd number of exactly `bits` bits, to measure with.
pub fn modulus(bits: usize) -> Natural {
    let number = exponent(bits, [usize::MAX, 0]);
    if number.is_even() { number.add(&Natural::one()) } else { number }
}

/// The cost of operations in this group on this machine, in nanoseconds, for
/// [`plan`](super::plan()). Takes some milliseconds.
///
/// A window's cost is the time of a double exponentiation minus that of its operations.
pub fn op_cost<G: Group>(group: &G, mut now: impl FnMut() -> Duration) -> OpCost {
    const RUN: u32 = 256;
    const SAMPLES: usize = 64;
    let factor = group.hash("tune", b"factor");
    let mut acc = group.hash("tune", b"base");
    let square = least(SAMPLES, || time(&mut now, || group.square_n(&mut acc, RUN.into()))) / f64::from(RUN);
    let mut multiply = || (0..RUN).for_each(|_| group.mul_assign(&mut acc, &factor));
    let product = least(SAMPLES, || time(&mut now, &mut multiply)) / f64::from(RUN);

    let strategy = Strategy::Interleaved { w: 4 };
    let exponents = [0, 1].map(|i| exponent(RUN as usize, [0, i]));
    let exponents = exponents.each_ref();
    let window = strategy.cost(&exponents).map_or(0.0, |cost| {
        let whole = least(SAMPLES, || {
            time(&mut now, || drop(black_box(double(group, strategy, &factor, &exponents))))
        });
        let counts = cost.precomputation + cost.evaluation;
        let operations = counts.squarings as f64 * square + counts.products as f64 * product;
        (whole - operations) / (cost.evaluation.products + 1) as f64
    });
    OpCost { square, product, window: window.max(0.0) }
}

fn double<G: Group>(
    group: &G,
    strategy: Strategy,
    base: &G::Elem,
    exponents: &[&Natural; 2],
) -> Option<G::Elem> {
    Table::new(group, strategy, &[base, base]).and_then(|table| table.multiexp(exponents)).ok()
}

fn time(now: &mut impl FnMut() -> Duration, work: impl FnOnce()) -> Duration {
    let began = now();
    work();
    now().saturating_sub(began)
}

/// The least of `samples` samples, in nanoseconds.
fn least(samples: usize, mut sample: impl FnMut() -> Duration) -> f64 {
    (0..samples).map(|_| sample().as_nanos() as f64).fold(f64::INFINITY, f64::min)
}

/// A pseudo-random number of exactly `bits` bits.
fn exponent(bits: usize, seed: [usize; 2]) -> Natural {
    if bits == 0 {
        return Natural::zero();
    }
    let mut bytes = Vec::with_capacity(bits / 8 + 32);
    for block in 0..bits.div_ceil(256) {
        let mut hash = Sha256::new();
        seed.iter().chain([&block]).for_each(|part| hash.update((*part as u64).to_be_bytes()));
        bytes.extend_from_slice(&hash.finalize());
    }
    Natural::from_be_bytes(&bytes).low_bits(bits - 1).add(&Natural::one().shl(bits - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Counting, RsaGroup, Shape, plan};
    use core::cell::Cell;

    /// A clock that advances by a product's price for every product, and less for squarings, so
    /// that the measured time is known.
    fn virtual_clock(group: &Counting<RsaGroup>) -> impl FnMut() -> Duration + '_ {
        let elapsed = Cell::new(Duration::ZERO);
        move || {
            let counts = group.take();
            elapsed
                .set(elapsed.get() + Duration::from_nanos(1000 * counts.products + 800 * counts.squarings));
            elapsed.get()
        }
    }

    #[test]
    fn the_cheapest_wins_the_race() {
        let group = Counting::new(RsaGroup::unchecked(&Natural::from(3 * 11 * 23u64)));
        let candidates: Vec<Strategy> = Strategy::all().filter(|strategy| strategy.window() <= 8).collect();
        for bits in [1, 4, 32, 256] {
            let budget = Duration::from_millis(200);
            let timings = race(&group, 2, bits, &candidates, budget, virtual_clock(&group));
            assert_eq!(timings.len(), candidates.len());
            let draws = (DRAWN_BITS / bits).clamp(1, MAX_DRAWS);
            let price = |strategy: Strategy| {
                let of_draw = |draw| {
                    let exponents = [0, 1].map(|i| exponent(bits, [draw, i]));
                    let cost = strategy.cost(&exponents.each_ref()).unwrap();
                    let counts = cost.precomputation + cost.evaluation;
                    (1000 * counts.products + 800 * counts.squarings) as f64
                };
                (0..draws).map(of_draw).sum::<f64>() / draws as f64
            };
            let best = candidates.iter().map(|&strategy| price(strategy)).fold(f64::INFINITY, f64::min);
            assert!((timings[0].nanoseconds - best).abs() < 1.0, "{bits}: {:?} {best}", timings[0]);
            for timing in &timings {
                assert!((timing.nanoseconds - price(timing.strategy)).abs() < 1.0, "{timing:?}");
            }
        }
    }

    #[test]
    fn candidates_hold_the_best_and_the_baseline() {
        for (bases, bits) in [(1, 256), (2, 32), (2, 256), (2, 8192), (3, 512), (100, 64)] {
            let candidates = candidates(bases, bits);
            assert!(candidates.contains(&Strategy::separate(bits)), "{bases} {bits}");
            let planned = plan(Shape::uniform(bases, bits), &OpCost::default());
            assert!(bases == 1 || candidates.contains(&planned), "{bases} {bits}: {planned} {candidates:?}");
        }
        assert!(candidates(2, 256).contains(&Strategy::Ary { w: 2 }));
    }

    #[test]
    fn moduli_are_odd_and_long_enough() {
        for bits in [2, 3, 4, 64, 8192] {
            let modulus = modulus(bits);
            assert!(modulus.bits() == bits && !modulus.is_even());
        }
    }

    #[test]
    fn operations_are_priced() {
        let group = Counting::new(RsaGroup::unchecked(&Natural::from(3 * 11 * 23u64)));
        let cost = op_cost(&group, virtual_clock(&group));
        assert_eq!((cost.square, cost.product), (800.0, 1000.0));
        assert!(cost.window.abs() < 1e-6);
    }

    #[test]
    fn without_time_everyone_has_one_turn() {
        let group = RsaGroup::unchecked(&Natural::from(15u64));
        let candidates = [Strategy::Ary { w: 2 }, Strategy::Yll { w: 9 }, Strategy::Yll { w: 2 }];
        let timings = race(&group, 2, 64, &candidates, Duration::ZERO, || Duration::ZERO);
        assert_eq!(timings.iter().map(|timing| timing.samples).collect::<Vec<_>>(), [1, 1]);
        assert!(race(&group, 0, 0, &[], Duration::MAX, || Duration::ZERO).is_empty());
    }

    #[test]
    fn exponents_have_their_length() {
        for bits in [0, 1, 2, 63, 64, 256, 257, 8192] {
            assert_eq!(exponent(bits, [0, 1]).bits(), bits);
        }
        assert_ne!(exponent(256, [0, 1]), exponent(256, [1, 0]));
    }
}
