//! Finds whether this machine keeps up with the chain: compares the times of the last rounds with the period.

use std::{collections::VecDeque, time::Duration};

/// The number of rounds that are looked at. One or two slow rounds do not count yet.
const ROUNDS: usize = 5;
const FEWEST: usize = 3;
/// A machine that fell behind keeps up again if its rounds take less than this part of the period.
const CALM: f64 = 0.97;

/// The times that one round took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Took {
    /// From the moment at which the engine began it until it could be stored.
    pub(super) whole: Duration,
    /// Its squarings and their proof, which grow with t.
    pub(super) delay: Duration,
}

/// The last rounds of a chain.
#[derive(Debug)]
pub(super) struct Pace {
    t: u64,
    period: Duration,
    last: VecDeque<Took>,
    is_slow: bool,
}

impl Pace {
    pub(super) fn new(t: u64, period: Duration) -> Pace {
        Pace { t, period, last: VecDeque::with_capacity(ROUNDS), is_slow: false }
    }

    /// Notes a round. Returns a complaint if the last rounds took longer than their periods.
    pub(super) fn note(&mut self, took: Took) -> Option<String> {
        if self.last.len() == ROUNDS {
            self.last.pop_front();
        }
        self.last.push_back(took);
        let whole = self.mean(|took| took.whole);
        let bound = if self.is_slow { self.period.mul_f64(CALM) } else { self.period };
        self.is_slow = self.last.len() >= FEWEST && whole > bound;
        self.is_slow.then(|| self.words(whole))
    }

    fn words(&self, whole: Duration) -> String {
        let (count, t, period) = (self.last.len(), self.t, self.period.as_secs_f64());
        let advice = match self.possible() {
            0 => "drawing its lots alone takes longer, so it has too many participants for this machine"
                .to_owned(),
            possible => format!("this machine can do {possible} squarings in a period"),
        };
        format!(
            "this node does not keep up: its last {count} rounds took {:.3} s each, the period is {period} s, \
             and t is {t}; {advice}; give it a faster or less busy machine, or begin a chain with a smaller \
             --delay or a longer --period in another --data directory",
            whole.as_secs_f64(),
        )
    }

    /// The number of squarings that would fill a period, together with their proof and all work that does not
    /// depend on them. The time of a proof is in proportion to its delay.
    fn possible(&self) -> u64 {
        let delay = self.mean(|took| took.delay).as_secs_f64();
        let rest = self.mean(|took| took.whole - took.delay.min(took.whole)).as_secs_f64();
        let left = (self.period.as_secs_f64() - rest).max(0.0);
        if delay > 0.0 { (left / delay * self.t as f64) as u64 } else { 0 }
    }

    fn mean(&self, part: impl Fn(&Took) -> Duration) -> Duration {
        self.last.iter().map(part).sum::<Duration>() / self.last.len().max(1) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn took(whole_ms: u64, delay_ms: u64) -> Took {
        Took { whole: Duration::from_millis(whole_ms), delay: Duration::from_millis(delay_ms) }
    }

    fn pace() -> Pace {
        Pace::new(900_000, Duration::from_secs(1))
    }

    #[test]
    fn a_machine_that_keeps_up_is_left_alone_also_after_a_slow_moment() {
        let mut pace = pace();
        for whole in [700, 700, 1_400, 900, 800, 800, 1_000, 1_000] {
            assert_eq!(pace.note(took(whole, 600)), None, "{whole}");
        }
        // Two slow rounds do not count yet, however slow they are.
        let mut pace = super::tests::pace();
        assert_eq!([pace.note(took(9_000, 600)), pace.note(took(9_000, 600))], [None, None]);
    }

    #[test]
    fn a_slow_machine_is_told_what_it_could_do() {
        let mut pace = pace();
        assert_eq!([pace.note(took(2_000, 1_800)), pace.note(took(2_000, 1_800))], [None, None]);
        let words = pace.note(took(2_000, 1_800)).unwrap();
        // 0.2 s for the lots, and in the 0.8 s that are left 0.8/1.8 of t.
        for part in [
            "3 rounds took 2.000 s",
            "the period is 1 s",
            "t is 900000",
            "can do 400000 squarings",
            "a longer --period in another --data directory",
        ] {
            assert!(words.contains(part), "{part}: {words}");
        }
        // The complaint ends according to the mean of the last five rounds.
        let after: Vec<bool> = (0..5).map(|_| pace.note(took(500, 400)).is_some()).collect();
        assert_eq!(after, [true, true, true, false, false]);
        // Near the limit the verdict does not change with every round.
        let mut pace = super::tests::pace();
        let edge: Vec<bool> = [1_000, 1_000, 1_010, 980, 990, 990, 990]
            .map(|whole| pace.note(took(whole, 900)).is_some())
            .into();
        assert_eq!(edge, [false, false, true, true, true, true, true]);
    }

    #[test]
    fn where_the_lots_alone_take_too_long_no_delay_helps() {
        let mut pace = pace();
        let words = (0..3).filter_map(|_| pace.note(took(2_000, 500))).last().unwrap();
        assert!(words.contains("drawing its lots alone takes longer"), "{words}");
        // A delay that is too short to be measured does not cause a complaint either.
        let mut pace = super::tests::pace();
        assert!((0..3).filter_map(|_| pace.note(took(2_000, 0))).last().is_some());
    }
}
