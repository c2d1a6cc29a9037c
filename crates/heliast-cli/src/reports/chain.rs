//! Reports of verbs about chains.

use super::{Digest, Measure, True, Word};
use serde::Serialize;

/// `heliast verify`.
#[derive(Debug, Serialize)]
#[cfg_attr(
    test,
    derive(schemars::JsonSchema),
    schemars(deny_unknown_fields, extend("dependentRequired" = {
        "final_round": [
            "power_signed", "power_total", "validators_signed", "validators", "signed_height", "frames_verified",
        ],
        "power_signed": ["final_round"],
    }))
)]
pub struct Verified {
    pub valid: True,
    pub chain: Digest,
    pub chain_pinned: bool,
    pub from_genesis: bool,
    pub from: u64,
    pub to: u64,
    pub beacon: Digest,
    pub verifying_seconds: Measure,
    pub rounds_per_second: Measure,
    #[serde(flatten)]
    pub agreed: Option<Agreed>,
    pub delays_by: DelaysBy,
    pub epoch_proofs: u64,
    pub rounds_by_epoch_proofs: u64,
    pub rounds_by_own_proofs: u64,
    pub epoch_proofs_not_used: Vec<Word>,
    pub tickets_seconds: Measure,
    pub delays_seconds: Measure,
}

/// The round that a network's validators have signed.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Agreed {
    pub final_round: u64,
    pub power_signed: u64,
    pub power_total: u64,
    pub validators_signed: usize,
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub validators: usize,
    pub signed_height: u64,
    pub frames_verified: usize,
}

/// The kind of proofs by which the delays of some rounds were verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DelaysBy {
    OwnProofs,
    EpochProofs,
    Both,
}

/// `heliast export`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Exported {
    pub out: Word,
    pub chain: Digest,
    pub from: u64,
    pub to: u64,
    pub file_bytes: u64,
}

/// `heliast backup`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct BackedUp {
    pub out: Word,
    pub chain: Digest,
    pub from: u64,
    pub to: u64,
    pub encrypted: bool,
}

/// `heliast restore`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Restored {
    pub out: Word,
    pub chain: Digest,
    pub from: u64,
    pub to: u64,
    pub next_command: Word,
    /// The round to which the record of the last round was set back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made: Option<u64>,
}
