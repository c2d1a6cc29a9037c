//! Reports of verbs about networks, their members, and keys.

use super::{Digest, Hex, Measure, Word};
use serde::Serialize;

/// `heliast network new`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct NetworkMade {
    pub out: Word,
    pub chain: Digest,
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub nodes: u32,
    pub may_fail: u32,
    pub consensus_keys: Word,
    pub participants: usize,
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub most_participants: usize,
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub proposal_life: Option<u32>,
    pub period_seconds: Measure,
    pub t: u64,
    pub margin_is_safe: bool,
    pub collecting_seconds: Measure,
    pub fastest_delay_seconds: Measure,
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub window_blocks: u32,
    pub window_seconds: Measure,
    pub urls: Vec<Word>,
}

/// `heliast member key`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct KeyMade {
    pub home: Word,
    pub public_key: Hex,
}

/// `heliast member propose`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Proposed {
    pub round: u64,
    pub participant: u32,
    /// Missing where it is not open any more.
    pub id: Option<Word>,
    pub adopted: bool,
}

/// `heliast member approve`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Approved {
    pub id: Word,
    pub approvals: Vec<Approval>,
    pub adopted: bool,
}

/// An approval, and the round that has it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Approval {
    pub participant: u32,
    pub round: u64,
}

/// `heliast key passphrase`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct PassphraseChanged {
    pub out: Word,
    pub encrypted: bool,
    pub trees_encrypted: u64,
}
