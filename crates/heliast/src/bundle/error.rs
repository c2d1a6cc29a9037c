//! Errors that end the reading of a bundle.

use super::pin::Hex;
use crate::{invalid::Invalid, keys::Refusal, wire::Malformed};
use std::io;

/// An error that ends the reading of a bundle.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BundleError {
    /// The file or connection failed.
    #[error("the bundle can't be read: {0}")]
    Io(io::Error),
    /// The file or connection failed in the middle.
    #[error("round {round}: the bundle can't be read on: {error}")]
    Broken {
        /// The round that is due; the last one if it failed after that.
        round: u64,
        /// The error of the source.
        error: io::Error,
    },
    /// The bytes before the first round are not those of a bundle.
    #[error("{0}")]
    Header(Malformed),
    /// The bundle is of another chain than the pinned one.
    #[error("the bundle is of chain {}, not of the pinned chain {}", Hex(.found), Hex(.pinned))]
    OtherChain {
        /// The id of the pinned chain.
        pinned: [u8; 32],
        /// The id that the bundle names.
        found: [u8; 32],
    },
    /// The header names a chain whose genesis is not the one that follows.
    #[error("the bundle's chain id is not that of its genesis")]
    OtherGenesis,
    /// A bundle from round 1 on begins with a seed that is not the one of its genesis.
    #[error("the bundle's first seed is not that of its genesis")]
    OtherSeed,
    /// The bundle begins in the middle of the chain, with a seed and with keys that only its writer vouches
    /// for. [`Reader::trusting_start`](super::Reader::trusting_start) believes the writer.
    /// [`Reader::after`](super::Reader::after) compares seed and keys with a tip.
    #[error(
        "the bundle begins with round {first} and not with round 1: what came before it can only be taken on trust \
         (`Reader::trusting_start`)"
    )]
    Middle {
        /// The first round of the bundle.
        first: u64,
    },
    /// The bundle does not continue from the reader's tip: its first round, seed or earlier
    /// announcements differ.
    #[error("the bundle begins with round {found}, or on another branch, where round {expected} is due")]
    OtherTip {
        /// The round that is due.
        expected: u64,
        /// The first round of the bundle.
        found: u64,
    },
    /// The announcements before the first round break a rule of the schedule.
    #[error("the bundle's announcements before its first round: {0}")]
    History(Refusal),
    /// The bytes of a round are not those of a round, or there are bytes after the last one.
    #[error("round {round}: {reason}")]
    Malformed {
        /// The round that is due; the last one if bytes come after it.
        round: u64,
        /// The defect.
        reason: Malformed,
    },
    /// A round's claim is false.
    #[error("round {round}: {reason}")]
    Invalid {
        /// The round that is due.
        round: u64,
        /// The defect.
        reason: Invalid,
    },
    /// A mistake of the caller: the reader has reported an error, and the caller continued to read.
    #[error("round {round}: nothing is read after a bundle's first error")]
    Failed {
        /// The round that would be due.
        round: u64,
    },
}
