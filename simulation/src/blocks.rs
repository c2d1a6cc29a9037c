//! A network's blocks in time, with hostile validators among the proposers.
//!
//! A round of the beacon that opens in block h collects tickets in the blocks h + 1 to h + w
//! (`spec/network.md`). A hostile proposer can leave out any ticket, and cannot be distinguished from one
//! that did not receive it. As long as less than a third of the power is hostile, it cannot affect the
//! content of an honest proposer's block, and an honest validator's proposal is decided in its round.
//! [`mempool`](crate::mempool) models which tickets an honest proposer has, and
//! [`arrival`](crate::experiments::arrival) shows when it has every ticket.
//!
//! A proposer that fails costs time: honest validators wait for the proposal (`propose`); if it
//! reached only some of them in time, their votes differ and they wait for more votes (`prevote`); they
//! decide nothing and wait again (`precommit`). Each wait grows with the round. Then the height's next round
//! begins, with the next validator in the rotation. But the next *height* begins with that same validator
//! again, so consecutive hostile validators in the rotation fail more than once each: the second fails in
//! round 1 of the first height and in round 0 of the second, and so on.

use crate::rotation::Rotation;

/// The engine's configuration, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// The time from one block to the next, without hostile validators.
    pub interval_ms: u64,
    /// The wait for a proposal: in round 0, and the increase per round.
    pub propose_ms: [u64; 2],
    /// The wait for the votes on it.
    pub prevote_ms: [u64; 2],
    /// The wait for the second votes.
    pub precommit_ms: [u64; 2],
}

/// The behaviour of hostile proposers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// They propose at once, and leave out any tickets.
    Prompt,
    /// They do so just before the others stop waiting.
    Late,
    /// They fail, as slowly as they can; the first honest validator in the rotation makes the block.
    Fail,
    /// All fail except the last hostile validator before an honest one, which proposes late and leaves out
    /// any tickets.
    FailThenLate,
}

/// All plays.
pub const PLAYS: [Play; 4] = [Play::Prompt, Play::Late, Play::Fail, Play::FailThenLate];

/// A decided block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Whether its proposer is hostile.
    pub is_hostile: bool,
    /// The time since the block before.
    pub took_ms: u64,
}

/// The validators that make blocks.
#[derive(Clone, Debug)]
pub struct Network {
    rotation: Rotation,
    hostile: Vec<bool>,
    timeouts: Timeouts,
}

/// The blocks in which a round's tickets must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window(pub Vec<Block>);

impl Play {
    /// A description.
    pub fn name(self) -> &'static str {
        match self {
            Play::Prompt => "propose at once",
            Play::Late => "propose late",
            Play::Fail => "fail",
            Play::FailThenLate => "fail, the last one late",
        }
    }
}

impl Timeouts {
    /// The time that honest validators wait for the proposal of a round.
    fn proposal(&self, round: u64) -> u64 {
        self.propose_ms[0] + self.propose_ms[1] * round
    }

    /// The duration of a round that a hostile proposer makes fail.
    fn failed(&self, round: u64) -> u64 {
        let votes = [self.prevote_ms, self.precommit_ms].map(|[first, more]| first + more * round);
        self.proposal(round) + votes[0] + votes[1]
    }

    /// The duration of `rounds` failed rounds of a height: r·a + r(r − 1)/2·b, where a is the duration of a
    /// round 0 and b the increase per round.
    pub fn failing(&self, rounds: u64) -> u64 {
        let (first, more) = (self.failed(0), self.failed(1) - self.failed(0));
        rounds * first + rounds * rounds.saturating_sub(1) / 2 * more
    }

    /// The longest window of `w` blocks with `run` consecutive hostile validators in the rotation: the window
    /// begins with the first of them, and before its block j the remaining run − j of them fail.
    pub fn longest(&self, w: u64, run: u64, play: Play) -> u64 {
        let block = |j: u64| match (play, run.saturating_sub(j)) {
            (Play::Prompt, _) | (_, 0) => 0,
            (Play::Late, _) => self.proposal(0),
            (Play::Fail, left) => self.failing(left),
            (Play::FailThenLate, left) => self.failing(left - 1) + self.proposal(left - 1),
        };
        w * self.interval_ms + (0..w).map(block).sum::<u64>()
    }
}

impl Network {
    /// A network with these validators, some of them hostile.
    pub fn new(rotation: Rotation, hostile: Vec<bool>, timeouts: Timeouts) -> Network {
        Network { rotation, hostile, timeouts }
    }

    /// The next block.
    pub fn block(&mut self, play: Play) -> Block {
        let mut failed = Vec::new();
        let mut round = self.rotation.clone();
        while self.hostile[round.proposer()] && failed.len() < self.hostile.len() {
            failed.push(failed.len() as u64);
            round.advance();
        }
        let starts_hostile = self.hostile[self.rotation.proposer()];
        self.rotation.advance();
        let wait = |rounds: &[u64]| rounds.iter().map(|round| self.timeouts.failed(*round)).sum::<u64>();
        let stalled = match (play, failed.split_last()) {
            (Play::Prompt, _) | (_, None) => 0,
            (Play::Late, _) => self.timeouts.proposal(0),
            (Play::Fail, _) => wait(&failed),
            (Play::FailThenLate, Some((last, before))) => wait(before) + self.timeouts.proposal(*last),
        };
        let is_hostile = starts_hostile && play != Play::Fail;
        Block { is_hostile, took_ms: self.timeouts.interval_ms + stalled }
    }

    /// The window of a round whose opening block was the last one.
    pub fn window(&mut self, blocks: usize, play: Play) -> Window {
        Window((0..blocks).map(|_| self.block(play)).collect())
    }

    /// Skips blocks that belong to no window.
    pub fn skip(&mut self, blocks: u64) {
        self.rotation.skip(blocks);
    }
}

impl Window {
    /// The place of the first block that an honest proposer made.
    pub fn first_honest(&self) -> Option<usize> {
        self.0.iter().position(|block| !block.is_hostile)
    }

    /// Whether hostile validators decide which tickets the round has.
    pub fn is_hostile(&self) -> bool {
        self.first_honest().is_none()
    }

    /// The time from the block that opened the round to the one that closes it.
    pub fn took_ms(&self) -> u64 {
        self.0.iter().map(|block| block.took_ms).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMEOUTS: Timeouts =
        Timeouts { interval_ms: 100, propose_ms: [500, 200], prevote_ms: [20, 10], precommit_ms: [3, 1] };

    fn network(hostile: &[bool]) -> Network {
        Network::new(Rotation::of_powers(&vec![1; hostile.len()]), hostile.to_vec(), TIMEOUTS)
    }

    #[test]
    fn honest_blocks_take_the_interval() {
        for play in PLAYS {
            let window = network(&[false; 4]).window(3, play);
            assert_eq!((window.first_honest(), window.took_ms()), (Some(0), 300));
        }
    }

    /// The rotation is 0, 1, 2, ... and the first two are hostile. Calculated by hand: round 0 fails in 523
    /// ms, round 1 in 734, and the first height waits for both, the second height again for the second
    /// validator.
    #[test]
    fn two_in_a_row_fail_three_times() {
        let hostile = [true, true, false, false, false, false, false];
        let took = |play| network(&hostile).window(3, play).0.iter().map(|block| block.took_ms).collect();
        let by_hand: [(Play, Vec<u64>, bool); 4] = [
            (Play::Prompt, vec![100, 100, 100], true),
            (Play::Late, vec![600, 600, 100], true),
            (Play::Fail, vec![100 + 523 + 734, 100 + 523, 100], false),
            (Play::FailThenLate, vec![100 + 523 + 700, 100 + 500, 100], true),
        ];
        for (play, expected, excludes) in by_hand {
            let found: Vec<u64> = took(play);
            assert_eq!(found, expected, "{play:?}");
            assert_eq!(expected.iter().sum::<u64>(), TIMEOUTS.longest(3, 2, play), "{play:?}");
            assert_eq!(network(&hostile).window(2, play).is_hostile(), excludes, "{play:?}");
            let first = if excludes { 2 } else { 0 };
            assert_eq!(network(&hostile).window(3, play).first_honest(), Some(first), "{play:?}");
        }
    }
}
