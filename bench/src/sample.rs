//! Alternating measurement.
//!
//! Both sides run in turn, a few milliseconds each, so that whatever slows the machine down (other programs, a lower clock)
//! meets both. The fastest sample of each side counts: what disturbs a sample can only lengthen it.

use crate::row::{Row, Side};
use std::time::{Duration, Instant};

/// How long and how finely to measure.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Both sides run in turn at least this long before anything counts, so that clock and caches settle.
    pub warm_up: Duration,
    /// A sample repeats the call until it takes about this long at least.
    pub sample: Duration,
    /// Sampling goes on at least this long,
    pub total: Duration,
    /// and until each side has this many samples.
    pub samples: usize,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            warm_up: Duration::from_millis(300),
            sample: Duration::from_millis(3),
            total: Duration::from_secs(4),
            samples: 15,
        }
    }
}

/// Seconds per operation of each side.
#[derive(Clone, Copy, Debug)]
pub struct Measurement {
    /// Our side.
    pub ours: Spread,
    /// The peer's side.
    pub theirs: Spread,
}

/// What the samples of one side say, in seconds per operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The fastest sample.
    pub fastest: f64,
    /// The sample in the middle.
    pub median: f64,
}

impl Spread {
    fn of(mut samples: Vec<f64>) -> Spread {
        samples.sort_by(f64::total_cmp);
        Spread { fastest: samples[0], median: samples[samples.len() / 2] }
    }

    /// By how much the middle sample is slower than the fastest: large on a busy machine.
    pub fn noise(&self) -> f64 {
        self.median / self.fastest - 1.0
    }
}

/// Measures both sides of a row in turn.
pub fn measure(row: &mut Row, plan: Plan) -> Measurement {
    let calls = (calls_per_sample(&mut row.ours, plan), calls_per_sample(&mut row.theirs, plan));
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let start = Instant::now();
    while ours.len() < plan.samples || start.elapsed() < plan.total {
        // Who goes first changes every time: the second may find a warmer or a throttled core.
        if ours.len() % 2 == 0 {
            ours.push(sample(&mut row.ours, calls.0));
            theirs.push(sample(&mut row.theirs, calls.1));
        } else {
            theirs.push(sample(&mut row.theirs, calls.1));
            ours.push(sample(&mut row.ours, calls.0));
        }
    }
    Measurement { ours: Spread::of(ours), theirs: Spread::of(theirs) }
}

/// Warms one side up and says how many calls make a sample long enough.
fn calls_per_sample(side: &mut Side, plan: Plan) -> u64 {
    let mut calls = 0;
    let start = Instant::now();
    while calls == 0 || start.elapsed() < plan.warm_up {
        side.call();
        calls += 1;
    }
    let call = start.elapsed().as_secs_f64() / calls as f64;
    (plan.sample.as_secs_f64() / call).ceil().max(1.0) as u64
}

/// Seconds per operation over `calls` calls.
fn sample(side: &mut Side, calls: u64) -> f64 {
    let start = Instant::now();
    for _ in 0..calls {
        side.call();
    }
    start.elapsed().as_secs_f64() / (calls * side.operations()) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::Unit;
    use std::{cell::RefCell, rc::Rc, thread};

    const QUICK: Plan =
        Plan { warm_up: Duration::ZERO, sample: Duration::ZERO, total: Duration::ZERO, samples: 6 };

    #[test]
    fn sides_alternate_and_take_turns_in_going_first() {
        let log = Rc::new(RefCell::new(String::new()));
        let side = |letter| {
            let log = Rc::clone(&log);
            Side::new(1, move || log.borrow_mut().push(letter))
        };
        let (ours, theirs) = (side('o'), side('t'));
        measure(&mut Row { peer: String::new(), unit: Unit::Nanoseconds, ours, theirs }, QUICK);
        assert_eq!(*log.borrow(), "ot".to_owned() + "ottoottootto");
    }

    #[test]
    fn times_are_per_operation() {
        let sleep = |operations| Side::new(operations, || thread::sleep(Duration::from_millis(2)));
        let mut row =
            Row { peer: String::new(), unit: Unit::Nanoseconds, ours: sleep(1), theirs: sleep(1000) };
        let measured = measure(&mut row, QUICK);
        assert!(measured.ours.fastest >= 2e-3);
        assert!(measured.theirs.fastest >= 2e-6 && measured.theirs.fastest < 2e-4);
    }

    #[test]
    fn the_spread_is_the_fastest_and_the_middle() {
        let spread = Spread::of(vec![3.0, 1.0, 2.0]);
        assert_eq!(spread, Spread { fastest: 1.0, median: 2.0 });
        assert_eq!(spread.noise(), 1.0);
    }
}
