//! Reports of verbs by which a network is founded.

use super::{Digest, Measure, Word};
use serde::Serialize;

/// `heliast network apply`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Applied {
    pub home: Word,
    pub out: Word,
    pub operator: OperatorShown,
    pub consensus_keys: Word,
}

/// `heliast network draft`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Drafted {
    pub out: Word,
    pub draft: DraftShown,
}

/// `heliast network agree`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct AgreedTo {
    pub home: Word,
    pub out: Word,
    pub draft: DraftShown,
}

/// `heliast network found`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct NetworkFounded {
    pub home: Word,
    pub chain: Digest,
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub nodes: usize,
    pub founded_now: bool,
}

/// The network that a draft founds.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct DraftShown {
    pub chain: Digest,
    pub operators: Vec<OperatorShown>,
    pub may_fail: u32,
    pub consensus_keys: Word,
    pub participants: usize,
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub most_participants: usize,
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub proposal_life: Option<u32>,
    /// The time at which the chain begins, in UTC.
    pub begins: Word,
    pub delay_group: Word,
    pub period_seconds: Measure,
    pub t: u64,
    pub margin_is_safe: bool,
    pub collecting_seconds: Measure,
    pub fastest_delay_seconds: Measure,
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub window_blocks: u32,
    pub window_seconds: Measure,
    pub warnings: Vec<Word>,
}

/// An operator who has applied.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct OperatorShown {
    pub name: Word,
    pub application: Digest,
    pub url: Word,
    pub peer: Word,
    pub address: Word,
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub power: u64,
    pub stake: u64,
    pub participants: usize,
}
