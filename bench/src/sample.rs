//! Alternating measurement.
//!
//! Both sides run in turn, a few milliseconds each, so that anything that slows the machine down (other
//! programs, a lower clock) affects both. The fastest sample of each side and case counts: a disturbance can
//! only lengthen a sample.

use crate::row::{Clock, Row, Side};
use rustix::time::{ClockId, clock_gettime};
use std::time::{Duration, Instant};

/// The length and the precision of a measurement.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Both sides run in turn for at least this time before anything is measured, so that clock and caches
    /// settle.
    pub warm_up: Duration,
    /// A sample repeats the call until it takes at least about this time.
    pub sample: Duration,
    /// Sampling continues for at least this time,
    pub total: Duration,
    /// and until each side has this many samples of every case,
    pub samples: usize,
    /// but no longer than this time when there is one sample of each.
    pub limit: Duration,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            warm_up: Duration::from_millis(300),
            sample: Duration::from_millis(2),
            total: Duration::from_secs(4),
            samples: 15,
            limit: Duration::from_secs(20),
        }
    }
}

/// The seconds per operation of each side, as the mean over the row's cases.
#[derive(Clone, Copy, Debug)]
pub struct Measurement {
    /// Our side.
    pub ours: Spread,
    /// The peer's side.
    pub theirs: Spread,
}

/// A summary of the samples of one side, in seconds per operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The fastest sample.
    pub fastest: f64,
    /// The sample in the middle.
    pub median: f64,
}

impl Spread {
    /// Returns the fastest and the middle sample of each case, averaged over the cases.
    fn of(cases: &mut [Vec<f64>]) -> Spread {
        let mut sum = Spread { fastest: 0.0, median: 0.0 };
        for samples in &mut *cases {
            samples.sort_by(f64::total_cmp);
            sum.fastest += samples[0];
            sum.median += samples[samples.len() / 2];
        }
        let count = cases.len() as f64;
        Spread { fastest: sum.fastest / count, median: sum.median / count }
    }

    /// Returns the part by which the middle sample is slower than the fastest, which is large on a busy
    /// machine.
    pub fn noise(&self) -> f64 {
        self.median / self.fastest - 1.0
    }
}

/// Measures both sides of a row in turn.
pub fn measure(row: &mut Row, plan: Plan) -> Measurement {
    let spreads = alternate(&mut [&mut row.ours, &mut row.theirs], row.cases, plan);
    Measurement { ours: spreads[0], theirs: spreads[1] }
}

/// Measures any number of sides in turn, each on `cases` cases.
pub fn alternate(sides: &mut [&mut Side], cases: usize, plan: Plan) -> Vec<Spread> {
    let calls: Vec<u64> = sides.iter_mut().map(|side| calls_per_sample(side, cases, plan)).collect();
    let mut samples = vec![vec![Vec::new(); sides.len()]; cases];
    let start = Instant::now();
    let mut rounds = 0;
    while rounds == 0
        || (rounds < plan.samples || start.elapsed() < plan.total) && start.elapsed() < plan.limit
    {
        for (case, samples) in samples.iter_mut().enumerate() {
            // The side that goes first changes every round: the second may find a warmer or a
            // throttled core.
            for turn in 0..sides.len() {
                let side = (rounds + turn) % sides.len();
                samples[side].push(sample(sides[side], case, calls[side]));
            }
        }
        rounds += 1;
    }
    let of_side = |side: usize| samples.iter().map(|samples| samples[side].clone()).collect::<Vec<_>>();
    (0..sides.len()).map(|side| Spread::of(&mut of_side(side))).collect()
}

/// Warms one side up and returns the number of calls that make a sample long enough.
fn calls_per_sample(side: &mut Side, cases: usize, plan: Plan) -> u64 {
    if side.seconds().is_some() {
        return 1;
    }
    let mut calls = 0;
    let start = Instant::now();
    while calls == 0 || start.elapsed() < plan.warm_up {
        side.call(calls % cases);
        calls += 1;
    }
    let call = start.elapsed().as_secs_f64() / calls as f64;
    (plan.sample.as_secs_f64() / call).ceil().max(1.0) as u64
}

/// Returns the seconds per operation over `calls` calls.
fn sample(side: &mut Side, case: usize, calls: u64) -> f64 {
    if let Some(seconds) = side.seconds() {
        return seconds;
    }
    let clock = side.clock();
    let start = now(clock);
    for _ in 0..calls {
        side.call(case);
    }
    (now(clock) - start).as_secs_f64() / (calls as f64 * side.operations())
}

/// Returns the time since a fixed moment.
fn now(clock: Clock) -> Duration {
    let id = match clock {
        Clock::Wall => ClockId::Monotonic,
        Clock::Thread => ClockId::ThreadCPUTime,
    };
    Duration::try_from(clock_gettime(id)).expect("a clock that runs forwards")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::Unit;
    use std::{cell::RefCell, rc::Rc, thread};

    const QUICK: Plan = Plan {
        warm_up: Duration::ZERO,
        sample: Duration::ZERO,
        total: Duration::ZERO,
        samples: 2,
        limit: Duration::MAX,
    };

    fn row(cases: usize, ours: Side, theirs: Side) -> Row {
        Row { peer: String::new(), unit: Unit::Nanoseconds, cases, ours, theirs }
    }

    #[test]
    fn sides_alternate_and_take_turns_in_going_first() {
        let log = Rc::new(RefCell::new(String::new()));
        let side = |letter: &'static str| {
            let log = Rc::clone(&log);
            Side::new(1, move |case| *log.borrow_mut() += &format!("{letter}{case} "))
        };
        measure(&mut row(2, side("o"), side("t")), QUICK);
        assert_eq!(*log.borrow(), "o0 t0 o0 t0 o1 t1 t0 o0 t1 o1 ");
    }

    #[test]
    fn times_are_per_operation() {
        let sleep = |operations| Side::new(operations, |_| thread::sleep(Duration::from_millis(2)));
        let measured = measure(&mut row(1, sleep(1), sleep(1000)), QUICK);
        assert!(measured.ours.fastest >= 2e-3);
        assert!(measured.theirs.fastest >= 2e-6 && measured.theirs.fastest < 2e-4);
    }

    #[test]
    fn a_known_side_is_not_called_and_a_part_counts_for_more() {
        let known = Side::known(7.0);
        let part = Side::part(0.001, |_| thread::sleep(Duration::from_millis(1)));
        let measured = measure(&mut row(1, part, known), QUICK);
        assert_eq!(measured.theirs, Spread { fastest: 7.0, median: 7.0 });
        assert!(measured.ours.fastest >= 1.0);
    }

    #[test]
    fn a_sleeping_thread_takes_no_time_of_the_processor() {
        let side = || Side::new(1, |_| thread::sleep(Duration::from_millis(20)));
        let measured = measure(&mut row(1, side(), side().of_thread()), QUICK);
        assert!(measured.theirs.fastest < 0.5 * measured.ours.fastest);
    }

    #[test]
    fn the_spread_is_the_mean_over_the_cases() {
        let spread = Spread::of(&mut [vec![3.0, 1.0, 2.0], vec![5.0, 5.0, 8.0]]);
        assert_eq!(spread, Spread { fastest: 3.0, median: 3.5 });
        assert_eq!(Spread { fastest: 2.0, median: 3.0 }.noise(), 0.5);
    }
}
