//! The duration of the window with consecutive hostile validators in the rotation, compared with the delay.
//!
//! From the block that opens a round to the one that closes it a coalition may know tickets and still
//! decide about its own. Without hostile validators this takes w·I. Every hostile proposer that is late adds
//! a proposal's wait. If f of them fail consecutively, the first height waits for f rounds, the second for f
//! − 1, and so on, and the waits grow with the rounds: Σ_(j < w) S(f − j), with S(r) = r·a + r(r − 1)/2·b, a
//! the waits of a round 0 and b their increase per round. That is approximately w·f·(f·b/2 + a), not f·a. The
//! delay must take the fastest evaluator longer than this, at 25 ns per squaring, which gives the least t.
//!
//! Where validators insist on tickets, one block is enough (w = 1), and the timeouts are shorter.

use super::Verdict;
use crate::{
    blocks::{Network, PLAYS, Play, Timeouts},
    rotation::Rotation,
};

/// The nanoseconds that the fastest evaluator takes for a squaring: published hardware for 1,024 bits;
/// hardware for 2,048 bits is not faster.
pub const SQUARING_NS: u64 = 25;
/// Numbers of consecutive hostile validators.
pub const RUNS: [usize; 9] = [0, 1, 2, 3, 5, 8, 13, 21, 33];
/// The number of validators, of equal power; 33 of them are less than a third.
pub const VALIDATORS: usize = 100;

/// The distance between the machines, which determines the engine's configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// All machines in one place.
    Near,
    /// 100 ms each way.
    Far,
}

/// Both.
pub const DISTANCES: [Distance; 2] = [Distance::Near, Distance::Far];

/// The version of the network file (`spec/network.md`), and the timeouts that go with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// Three blocks, each of whose proposers can leave out any tickets.
    One,
    /// One block: validators insist on tickets, so that its proposer leaves none out.
    Two,
}

/// Both.
pub const VERSIONS: [Version; 2] = [Version::One, Version::Two];

/// The longest windows that occurred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowLength {
    /// The version of the network file.
    pub version: Version,
    /// The distance between machines.
    pub distance: Distance,
    /// f: the number of consecutive hostile validators.
    pub run: usize,
    /// The longest window in milliseconds, for each of [`PLAYS`].
    pub longest_ms: [u64; PLAYS.len()],
}

impl Distance {
    /// A description.
    pub fn name(self) -> &'static str {
        match self {
            Distance::Near => "near",
            Distance::Far => "100 ms apart",
        }
    }

    /// The timeouts for this distance.
    pub fn timeouts(self, version: Version) -> Timeouts {
        let (interval_ms, propose_ms, votes_ms) = match (version, self) {
            (Version::One, Distance::Near) => (90, [500, 200], [200, 100]),
            (Version::One, Distance::Far) => (580, [1_000, 200], [200, 100]),
            (Version::Two, Distance::Near) => (310, [300, 100], [100, 50]),
            (Version::Two, Distance::Far) => (1_100, [1_000, 100], [400, 50]),
        };
        Timeouts { interval_ms, propose_ms, prevote_ms: votes_ms, precommit_ms: votes_ms }
    }
}

impl Version {
    /// A description.
    pub fn name(self) -> &'static str {
        match self {
            Version::One => "3 blocks",
            Version::Two => "1 block, insisted on",
        }
    }

    /// w: the number of blocks of a window.
    pub fn blocks(self) -> usize {
        match self {
            Version::One => 3,
            Version::Two => 1,
        }
    }

    /// Whether hostile proposers decide which tickets a window has, if all of its proposers are hostile.
    pub fn leaves_out(self) -> bool {
        self == Version::One
    }
}

/// Runs windows that begin everywhere in the rotation.
pub fn run(version: Version, distance: Distance, run: usize) -> WindowLength {
    let hostile = (0..VALIDATORS).map(|place| place < run).collect();
    let mut start = Network::new(Rotation::of_powers(&[1; VALIDATORS]), hostile, distance.timeouts(version));
    let mut longest_ms = [0; PLAYS.len()];
    for _ in 0..VALIDATORS {
        for (play, longest) in PLAYS.into_iter().zip(&mut longest_ms) {
            *longest = start.clone().window(version.blocks(), play).took_ms().max(*longest);
        }
        start.skip(1);
    }
    WindowLength { version, distance, run, longest_ms }
}

/// The number of squarings that the fastest evaluator does in this time.
pub fn squarings(milliseconds: u64) -> u64 {
    milliseconds * 1_000_000 / SQUARING_NS
}

impl WindowLength {
    /// The longest window with one play.
    pub fn longest(&self, play: Play) -> u64 {
        PLAYS
            .into_iter()
            .zip(self.longest_ms)
            .find(|(other, _)| *other == play)
            .map_or(0, |(_, longest)| longest)
    }

    /// The theoretical longest window.
    pub fn theory(&self, play: Play) -> u64 {
        self.timeouts().longest(self.version.blocks() as u64, self.run as u64, play)
    }

    /// w·I and a proposal's wait for each hostile validator in a row: the duration if each failed only once,
    /// by being late.
    pub fn once_each(&self) -> u64 {
        let timeouts = self.timeouts();
        self.version.blocks() as u64 * timeouts.interval_ms + self.run as u64 * timeouts.propose_ms[0]
    }

    fn timeouts(&self) -> Timeouts {
        self.distance.timeouts(self.version)
    }
}

/// Compares the longest windows of every play with theory, for all numbers of consecutive hostile validators
/// together.
pub fn verdicts(all: &[WindowLength]) -> Vec<Verdict> {
    let kinds = VERSIONS.into_iter().flat_map(|version| DISTANCES.map(|distance| (version, distance)));
    kinds.flat_map(|kind| PLAYS.map(|play| verdict(all, kind, play))).collect()
}

fn verdict(all: &[WindowLength], (version, distance): (Version, Distance), play: Play) -> Verdict {
    let of = all.iter().filter(|one| (one.version, one.distance) == (version, distance));
    let differences = of.map(|one| one.longest(play).abs_diff(one.theory(play)));
    let claim = format!(
        "{}, {}, hostile ones in a row {}: greatest difference of the longest window from theory in ms",
        version.name(),
        distance.name(),
        play.name()
    );
    let measured = differences.max().map_or(f64::NAN, |greatest| greatest as f64);
    Verdict::near(claim, measured, 0.0, 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_windows_are_those_of_theory() {
        for version in VERSIONS {
            for distance in DISTANCES {
                let all = RUNS.map(|hostile| run(version, distance, hostile));
                assert!(
                    PLAYS.map(|play| verdict(&all, (version, distance), play)).iter().all(Verdict::holds)
                );
                for found in all {
                    let order = [Play::Prompt, Play::Late, Play::FailThenLate, Play::Fail];
                    assert!(order.map(|play| found.longest(play)).is_sorted(), "{found:?}");
                    // Validators that fail in several heights and rounds fail more than once each.
                    assert!(found.run < 1 || found.longest(Play::Fail) > found.once_each(), "{found:?}");
                }
            }
        }
    }

    /// The figures of `heliast network new --plan` for 4 and for 100 validators.
    #[test]
    fn one_block_is_stalled_as_long_as_the_network_reckons() {
        for (distance, hostile, milliseconds) in [
            (Distance::Near, 1, 810),
            (Distance::Near, 33, 122_410),
            (Distance::Far, 1, 2_900),
            (Distance::Far, 33, 166_100),
        ] {
            assert_eq!(run(Version::Two, distance, hostile).longest(Play::Fail), milliseconds);
        }
    }
}
