//! The events of `heliast up`.

use super::{Bits, Digest, Measure, Word};
use serde::Serialize;

/// An event.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Up {
    Started {
        chain: Digest,
        new: bool,
        latest: u64,
        url: Word,
        t: u64,
        period_seconds: Measure,
        participants: usize,
        vrf: Word,
        stateless: Word,
        lead: u16,
        expected_votes: Vec<u32>,
        group: Digest,
        #[serde(flatten)]
        bits: Bits,
        #[cfg_attr(test, schemars(extend("enum" = ["squarings", "roots", "both"])))]
        delay_by: Word,
        roots_of_a_year_seconds: Option<Measure>,
    },
    Round {
        round: u64,
        time_ms: u64,
        beacon: Digest,
        tickets: usize,
        by_trees: usize,
        announcements: usize,
        votes: u64,
        delay_seconds: Measure,
        proof_seconds: Measure,
    },
    Recovering {
        withdrawn: Vec<u32>,
        from: u64,
        well_from: u64,
    },
    Stopped {
        rounds: u64,
    },
}

/// The event with which `heliast up`, `heliast node` and `heliast participate` report that the record of the
/// last round was set back.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum SetBack {
    SetBack { made: u64, latest: u64 },
}
