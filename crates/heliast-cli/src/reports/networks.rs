//! Reports about all nodes of a network, and the health of one.

use super::{Digest, Measure, Word};
use serde::Serialize;
use std::collections::BTreeSet;

/// An event of `heliast network up`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum NetworkUp {
    Started {
        chain: Digest,
        urls: Vec<Word>,
        t: u64,
        period_seconds: Measure,
        participants: usize,
    },
    Round {
        round: u64,
        beacon: Digest,
        votes: u64,
        held_by: BTreeSet<usize>,
        beyond_seconds: Option<Measure>,
    },
    Trouble {
        node: usize,
        trouble: Word,
    },
    Well {
        node: usize,
    },
    Ended {
        node: usize,
        trouble: Word,
    },
    Stopped {
        round: u64,
    },
}

/// `heliast network status`.
#[derive(Debug, Serialize)]
#[cfg_attr(
    test,
    derive(schemars::JsonSchema),
    schemars(deny_unknown_fields, extend("dependentRequired" = { "participants": ["total_stake", "proposals"] }))
)]
pub struct NetworkStatus {
    pub found: Vec<NodeFound>,
    pub silent: Vec<Word>,
    pub troubles: Vec<Word>,
    #[serde(flatten)]
    pub members: Option<MembersFound>,
}

/// A node that answers.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct NodeFound {
    pub name: Word,
    pub url: Word,
    pub round: u64,
    #[cfg_attr(test, schemars(extend("enum" = ["tickets", "delay", "proof", "waiting"])))]
    pub phase: Word,
    /// `ok`, `behind`, `catching-up`, `stalled`, or the kinds of alarms.
    pub state: Word,
    pub behind: Option<u64>,
    pub level_in_seconds: Option<u64>,
    pub final_round: Option<u64>,
    pub height: Option<u64>,
    pub peers: Option<u64>,
    pub alarms: Vec<Word>,
}

/// The members in the next round of the node that is furthest.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MembersFound {
    pub participants: usize,
    pub total_stake: u64,
    pub proposals: usize,
}

/// `heliast health`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Healthy {
    pub round: u64,
    pub expected_round: u64,
}
