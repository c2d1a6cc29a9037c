//! The options of a verification, and the bounds of the memory that it needs.

use std::{ops::RangeInclusive, thread};

/// Rounds that a thread checks in one step, about: enough that threads seldom wait for the slowest, and that
/// the tickets fill the lanes; few enough that steps are short.
pub const ROUNDS_PER_THREAD: usize = 32;
/// Tickets that a thread verifies together at least and at most, where a step has so many: what fills one
/// vector, and what fills the lanes for their proofs so often that more gains nothing.
pub(super) const TICKETS_TOGETHER: RangeInclusive<usize> = 16..=128;
/// Groups of tickets in a step for each thread, about: enough that threads seldom wait for the last one.
pub(super) const GROUPS_PER_THREAD: usize = 4;
/// Delays that a thread verifies together by their own proofs: as many as there are lanes.
pub(super) const DELAYS_TOGETHER: usize = 8;
/// A step reads no further round once it has so many bytes: rounds of large committees can have megabytes.
pub const BATCH_BYTES: usize = 32 << 20;
/// Rounds without an epoch proof whose own proofs are combined, at most.
pub const COMBINED: usize = 1024;
/// The bytes of rounds that are held at most until their delays are checked, unless [`Options`] say
/// otherwise.
pub const HELD_BYTES: usize = 256 << 20;
/// More threads than this are not started.
pub const MAX_THREADS: usize = 1024;

/// The proofs by which delays are checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Delays {
    /// Each by its round's own proof: the only way by which every byte of every round is checked.
    ///
    /// Cost per round: a hash to prime and some 370 multiplications.
    #[default]
    Own,
    /// By an epoch's proof where the source has one that holds, and otherwise by the rounds' own
    /// proofs, up to [`COMBINED`] of them in one equation. The own proofs of an epoch's rounds are
    /// then not looked at. What is accepted is the same as with [`Delays::Own`] but for that, and
    /// for an error of 2^-128. Rounds that are combined with a false one are not handed out, even
    /// if they come before it.
    ///
    /// Cost per round: 40 multiplications in an epoch of 1,000 rounds; a hash to prime and 128
    /// multiplications without its proof.
    Combined,
}

/// The options of a verification. The default is [`Delays::Own`] on all cores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of threads that work at the same time, including the caller's; from 1 to
    /// [`MAX_THREADS`], and a number outside is taken for the nearer of the two.
    pub threads: usize,
    /// The proofs by which delays are checked.
    pub delays: Delays,
    /// The last round that the source promised. If it ends before, the first missing round is an
    /// error; a source of which nothing was promised may end anywhere.
    pub last: Option<u64>,
    /// Rounds wait until their delays are checked, with [`Delays::Combined`] many together. When
    /// those that wait have so many bytes, no further one is read before they are settled, and a
    /// larger epoch does without its proof. A waiting round takes about three times its bytes.
    pub held_bytes: usize,
}

impl Default for Options {
    fn default() -> Options {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        Options { threads, delays: Delays::Own, last: None, held_bytes: HELD_BYTES }
    }
}
