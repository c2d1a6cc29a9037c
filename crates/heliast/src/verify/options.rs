//! The options of a verification, and the bounds of the memory that it needs.

use std::{ops::RangeInclusive, thread};

/// The approximate number of rounds that a thread checks in one step: enough that threads seldom wait for the
/// slowest one and that the tickets fill the lanes, but few enough that steps are short.
pub const ROUNDS_PER_THREAD: usize = 32;
/// The least and the greatest number of tickets that a thread verifies together, if a step has enough. The
/// least number fills one vector. More than the greatest number gains nothing.
pub(super) const TICKETS_TOGETHER: RangeInclusive<usize> = 16..=128;
/// The approximate number of groups of tickets in a step for each thread: enough that threads seldom wait for
/// the last group.
pub(super) const GROUPS_PER_THREAD: usize = 4;
/// The number of delays that a thread verifies together by their own proofs: the number of lanes.
pub(super) const DELAYS_TOGETHER: usize = 8;
/// A step reads no further round once it has this many bytes: rounds of large committees can have megabytes.
pub const BATCH_BYTES: usize = 32 << 20;
/// The greatest number of rounds without an epoch proof whose own proofs are combined.
pub const COMBINED: usize = 1024;
/// The default limit on the bytes of rounds that are held until their delays are checked.
pub const HELD_BYTES: usize = 256 << 20;
/// The greatest number of threads.
pub const MAX_THREADS: usize = 1024;

/// The proofs by which delays are checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Delays {
    /// Verifies each delay by its round's own proof: only this way checks every byte of every round.
    ///
    /// Cost per round: a hash to prime and some 370 multiplications.
    #[default]
    Own,
    /// Verifies by an epoch's proof if the source has a valid one, and otherwise by the rounds' own proofs,
    /// up to [`COMBINED`] of them in one equation. With an epoch's proof, the own proofs of its rounds are
    /// not checked. Apart from that, the same rounds are accepted as with [`Delays::Own`], with an error of
    /// 2^-128. Rounds that are combined with a false one are not handed out, even if they come before it.
    ///
    /// Cost per round: 40 multiplications in an epoch of 1,000 rounds. Without the epoch's proof it is a hash
    /// to prime and 128 multiplications.
    Combined,
}

/// The options of a verification. The default is [`Delays::Own`] on all cores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of threads that work at the same time, including the caller's; from 1 to [`MAX_THREADS`]. A
    /// number out of this range is replaced by the nearer end.
    pub threads: usize,
    /// The proofs by which delays are checked.
    pub delays: Delays,
    /// The last round that the source promised. If the source ends before it, the first missing round is an
    /// error. With `None` the source may end anywhere.
    pub last: Option<u64>,
    /// The limit on the bytes of rounds that wait until their delays are checked, many together with
    /// [`Delays::Combined`]. When the waiting rounds reach it, they are settled before another one is read,
    /// and the proof of a larger epoch is not used. A waiting round takes about three times its bytes.
    pub held_bytes: usize,
}

impl Default for Options {
    fn default() -> Options {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        Options { threads, delays: Delays::Own, last: None, held_bytes: HELD_BYTES }
    }
}
