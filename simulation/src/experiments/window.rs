//! The window's length in time, with hostile validators in a row in the rotation, against the delay.
//!
//! From the block that opens a round to the one that closes it a coalition may know tickets and still
//! decide about its own. Nobody hostile: w·I. Every hostile proposer that is late costs a proposal's
//! wait. If f of them fail, one after the other, the first height waits for f rounds, the second for f
//! − 1, and so on, and the waits grow with the rounds: Σ_(j < w) S(f − j), with S(r) = r·a + r(r −
//! 1)/2·b, a the waits of a round 0, b what they grow by. That is w·f·(f·b/2 + a) nearly, not f·a. The
//! delay must take the fastest evaluator longer: t·25 ns, so many squarings are needed.

use super::Verdict;
use crate::{
    blocks::{Network, PLAYS, Play, Timeouts},
    rotation::Rotation,
};

/// Nanoseconds that a squaring takes the fastest evaluator: published hardware, for 1,024 bits; that
/// for 2,048 bits is not faster.
pub const SQUARING_NS: u64 = 25;
/// Blocks of a window.
pub const WINDOW: usize = 3;
/// Hostile validators in a row.
pub const RUNS: [usize; 9] = [0, 1, 2, 3, 5, 8, 13, 21, 33];
/// Of equal power, of whom 33 are less than a third.
pub const VALIDATORS: usize = 100;

/// The distance between the machines, and the engine's configuration for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// In one place.
    Near,
    /// 100 ms each way.
    Far,
}

/// Both.
pub const DISTANCES: [Distance; 2] = [Distance::Near, Distance::Far];

/// The longest windows that were seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowLength {
    /// Between machines.
    pub distance: Distance,
    /// f: hostile ones in a row.
    pub run: usize,
    /// In milliseconds, for each of [`PLAYS`].
    pub longest_ms: [u64; PLAYS.len()],
}

impl Distance {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Distance::Near => "near",
            Distance::Far => "100 ms apart",
        }
    }

    /// The timeouts that suit it.
    pub fn timeouts(self) -> Timeouts {
        let (interval_ms, propose_ms) = match self {
            Distance::Near => (90, [500, 200]),
            Distance::Far => (580, [1_000, 200]),
        };
        Timeouts { interval_ms, propose_ms, prevote_ms: [200, 100], precommit_ms: [200, 100] }
    }
}

/// Windows that begin anywhere in the rotation.
pub fn run(distance: Distance, run: usize) -> WindowLength {
    let hostile = (0..VALIDATORS).map(|place| place < run).collect();
    let mut start = Network::new(Rotation::of_powers(&[1; VALIDATORS]), hostile, distance.timeouts());
    let mut longest_ms = [0; PLAYS.len()];
    for _ in 0..VALIDATORS {
        for (play, longest) in PLAYS.into_iter().zip(&mut longest_ms) {
            *longest = start.clone().window(WINDOW, play).took_ms().max(*longest);
        }
        start.skip(1);
    }
    WindowLength { distance, run, longest_ms }
}

/// The squarings that the fastest evaluator needs so long for.
pub fn squarings(milliseconds: u64) -> u64 {
    milliseconds * 1_000_000 / SQUARING_NS
}

impl WindowLength {
    /// With one play.
    pub fn longest(&self, play: Play) -> u64 {
        PLAYS
            .into_iter()
            .zip(self.longest_ms)
            .find(|(other, _)| *other == play)
            .map_or(0, |(_, longest)| longest)
    }

    /// By theory.
    pub fn theory(&self, play: Play) -> u64 {
        self.distance.timeouts().longest(WINDOW as u64, self.run as u64, play)
    }

    /// w·I and a proposal's wait for each hostile validator in a row: what it would be if each failed
    /// once, and only by being late.
    pub fn once_each(&self) -> u64 {
        let timeouts = self.distance.timeouts();
        WINDOW as u64 * timeouts.interval_ms + self.run as u64 * timeouts.propose_ms[0]
    }
}

/// Every play's longest windows against theory, for all numbers of hostile ones in a row at once.
pub fn verdicts(all: &[WindowLength]) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    for distance in DISTANCES {
        for play in PLAYS {
            let of = all.iter().filter(|one| one.distance == distance);
            let differences = of.map(|one| one.longest(play).abs_diff(one.theory(play)));
            let claim = format!(
                "{}, hostile ones in a row {}: greatest difference of the longest window from theory in ms",
                distance.name(),
                play.name()
            );
            let measured = differences.max().map_or(f64::NAN, |greatest| greatest as f64);
            verdicts.push(Verdict::near(claim, measured, 0.0, 0.0));
        }
    }
    verdicts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_windows_are_those_of_theory() {
        for distance in DISTANCES {
            let all = RUNS.map(|hostile| run(distance, hostile));
            let holds = |verdict: &Verdict| verdict.holds() || !verdict.claim.starts_with(distance.name());
            assert!(verdicts(&all).iter().all(holds), "{all:?}");
            for found in all {
                let order = [Play::Prompt, Play::Late, Play::FailThenLate, Play::Fail];
                assert!(order.map(|play| found.longest(play)).is_sorted(), "{found:?}");
                // Failing in several heights and rounds is more than once each.
                assert!(found.run < 1 || found.longest(Play::Fail) > found.once_each(), "{found:?}");
            }
        }
    }
}
