//! The progress of a verifier: one step, and the sum of all.

use super::error::Unused;
use crate::{chain::Tip, epoch::Epoch, round::Round, verified::Verified};

/// The result of a verifier's step; `T` is what the source yields for a round.
#[derive(Debug)]
#[non_exhaustive]
pub enum Step<T> {
    /// This many rounds were read and are well formed.
    Read(usize),
    /// This many of the rounds that were read are valid, except for their delays, which are not checked yet.
    Checked(usize),
    /// These rounds are valid by their own proofs, and so is the chain up to the last of them.
    Rounds(Vec<(T, Verified<Round>)>),
    /// These rounds are valid, with their delays by the proof of their epoch.
    Epoch {
        /// The source's entries for each round, in their order.
        entries: Vec<T>,
        /// The rounds.
        epoch: Verified<Epoch>,
    },
    /// An epoch proof of the source is not used.
    Unused(Unused),
}

/// The work that a verifier has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// Rounds that were read and are well formed.
    pub read: u64,
    /// Rounds that are valid except for their delays, which are not checked yet or are valid, too.
    pub checked: u64,
    /// Rounds that are accepted.
    pub accepted: u64,
    /// Epochs whose proof was used.
    pub epochs: u64,
    /// Accepted rounds in those epochs, whose own proofs were not checked.
    pub by_epochs: u64,
}

/// The result of rounds that were all accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reached {
    /// The state of the chain after the last of them.
    pub tip: Tip,
    /// The counts of the rounds.
    pub tally: Tally,
}
