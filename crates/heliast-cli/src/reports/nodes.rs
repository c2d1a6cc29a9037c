//! Events of `heliast node`, `heliast participate` and `heliast relay`.

use super::{Digest, Hex, Measure, Word};
use serde::Serialize;

/// The start of `heliast node`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum NodeBegun {
    Started {
        chain: Digest,
        new: bool,
        latest: u64,
        url: Word,
        t: u64,
        period_seconds: Measure,
        #[cfg_attr(test, schemars(range(min = 1)))]
        validators: usize,
        participants: usize,
    },
}

/// The start of `heliast participate`, after a key that it has made.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum GuestBegun {
    Key {
        public_key: Hex,
    },
    Started {
        chain: Digest,
        new: bool,
        latest: u64,
        urls: Vec<Word>,
        t: u64,
        period_seconds: Measure,
        participants: usize,
    },
}

/// The start of `heliast relay`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum RelayBegun {
    Started {
        chain: Digest,
        new: bool,
        latest: u64,
        url: Word,
        urls: Vec<Word>,
        solo: bool,
        t: u64,
        period_seconds: Measure,
    },
}

/// The later events of all three.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Followed {
    Round { round: u64, beacon: Digest, votes: u64, beyond_seconds: Option<Measure> },
    Trouble { trouble: Word },
    Well {},
    Stopped { round: u64 },
}
