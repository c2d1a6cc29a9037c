//! The times of the last blocks, which show whether this machine's clock agrees with the network's.
//!
//! A block's time is the median of the validators' clocks when they voted for the block before, so that a
//! block arrives about one block's duration after its time. With a clock that is ahead, every block looks
//! like part of a replay and has no immediate effect: participants would hardly draw, and nothing else would
//! show it. With a clock that is behind, the opening is requested too late.
//!
//! Blocks of a replay come much faster than they were made. Only blocks that come at the pace at which they
//! were made count.

use std::collections::VecDeque;

/// Blocks older than this may be part of a replay.
pub(super) const OLD_MS: u64 = 3_000;
/// The number of blocks that are looked at.
const BLOCKS: usize = 8;
/// The milliseconds by which a block may arrive after its time; a later one looks like part of a replay.
const AHEAD_MS: i64 = OLD_MS as i64;
/// The milliseconds by which a block may arrive before its time.
const BEHIND_MS: i64 = 1_000;

/// The last blocks.
#[derive(Debug, Default)]
pub(super) struct BlockTimes(VecDeque<Heard>);

/// A block that has arrived.
#[derive(Debug)]
struct Heard {
    /// The time of arrival in milliseconds of this process, which is independent of the clock's setting.
    at_ms: u64,
    /// The clock's reading minus the block's time.
    offset_ms: i64,
    time_ms: u64,
}

impl BlockTimes {
    /// Notes a block with the time `time_ms`. It came at `at_ms`, in milliseconds of the process, when the
    /// clock showed `now_ms`.
    pub(super) fn note(&mut self, at_ms: u64, now_ms: u64, time_ms: u64) {
        let offset_ms = i64::try_from(i128::from(now_ms) - i128::from(time_ms)).unwrap_or(i64::MAX);
        self.0.push_back(Heard { at_ms, offset_ms, time_ms });
        if self.0.len() > BLOCKS {
            self.0.pop_front();
        }
    }

    /// Milliseconds by which the clock is ahead of the network's, or behind if negative; 0 if unknown.
    pub(super) fn offset_ms(&self) -> i64 {
        let (Some(first), Some(last)) = (self.0.front(), self.0.back()) else { return 0 };
        let made = last.time_ms.saturating_sub(first.time_ms);
        if self.0.len() < BLOCKS || made == 0 || last.at_ms.saturating_sub(first.at_ms) < made / 2 {
            return 0;
        }
        let offsets = || self.0.iter().map(|heard| heard.offset_ms);
        let (least, most) = (offsets().min().unwrap_or(0), offsets().max().unwrap_or(0));
        match (least > AHEAD_MS, most < -BEHIND_MS) {
            (true, _) => least,
            (_, true) => most,
            _ => 0,
        }
    }

    /// The complaint about the clock, if it is wrong.
    pub(super) fn complaint(&self) -> Option<String> {
        let offset = self.offset_ms();
        let seconds = offset.unsigned_abs() as f64 / 1_000.0;
        let (side, effect) = match offset {
            0 => return None,
            1.. => ("ahead of", "blocks look old here, and tickets leave late"),
            _ => ("behind", "the opening of rounds is asked for too late"),
        };
        Some(format!(
            "this machine's clock is about {seconds:.1} s {side} the network's: {effect}; have it set by a time server, \
             and see whether the other nodes' clocks are"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: u64 = 1_800_000_000_000;

    /// Blocks that are made every `made` ms and come every `came` ms, with a clock that is `ahead`.
    fn clock(count: u64, made: u64, came: u64, ahead: i64) -> BlockTimes {
        let mut clock = BlockTimes::default();
        for i in 0..count {
            let time = START + made * i;
            clock.note(5_000 + came * i, (START + came * i).saturating_add_signed(ahead + 700), time);
        }
        clock
    }

    #[test]
    fn a_right_clock_is_not_reported() {
        for ahead in [-1_500, 0, 2_000] {
            assert_eq!(clock(20, 1_000, 1_000, ahead).complaint(), None, "{ahead}");
        }
    }

    #[test]
    fn a_wrong_clock_is_named_once_there_are_enough_blocks() {
        let ahead = clock(8, 1_000, 1_000, 6_000);
        assert_eq!(ahead.offset_ms(), 6_700);
        assert!(ahead.complaint().unwrap().contains("6.7 s ahead of the network's"));
        assert_eq!(clock(7, 1_000, 1_000, 6_000).complaint(), None);
        let behind = clock(30, 1_000, 1_000, -4_000);
        assert!(behind.complaint().unwrap().contains("3.3 s behind the network's"));
    }

    #[test]
    fn a_replay_says_nothing_about_the_clock() {
        assert_eq!(clock(50, 1_000, 20, 3_600_000).complaint(), None);
        let same_time = clock(50, 0, 20, 3_600_000);
        assert_eq!(same_time.offset_ms(), 0);
    }

    #[test]
    fn one_block_in_time_ends_the_complaint() {
        let mut clock = clock(8, 1_000, 1_000, 6_000);
        clock.note(13_000, START + 8_500, START + 8_000);
        assert_eq!(clock.complaint(), None);
    }

    #[test]
    fn times_at_their_ends_do_no_harm() {
        let mut clock = BlockTimes::default();
        for time in [0, u64::MAX, 0, u64::MAX, 1, 2, 3, 4, 5, 6] {
            clock.note(0, u64::MAX - time, time);
            let _ = clock.complaint();
        }
    }
}
