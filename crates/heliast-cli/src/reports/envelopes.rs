//! Reports of verbs about envelopes.

use super::{Measure, Word};
use serde::Serialize;

/// The time that a delay takes on several machines.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DelayTimes {
    pub here_seconds: Measure,
    pub fast_core_seconds: Measure,
    pub hardware_seconds: Measure,
}

/// A delay that opens an envelope.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct SealedFor {
    pub group: Word,
    pub t: u64,
    #[serde(flatten)]
    pub times: DelayTimes,
}

/// `heliast seal`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct EnvelopeSealed {
    pub out: Word,
    pub content_bytes: u64,
    /// The number of keys that open it, too.
    pub keys: usize,
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub delays: Vec<SealedFor>,
}

/// The thing that opened an envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OpenedBy {
    Key,
    Opening,
    Delay,
}

/// `heliast open`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct EnvelopeOpened {
    pub out: Word,
    pub content_bytes: u64,
    pub opened_by: OpenedBy,
    /// The squarings of the delay, unless a key opened it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub t: Option<u64>,
    /// The file with the opening, for others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<Word>,
}

/// A delay of a setup, and the recipient that seals for it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct SetupDelay {
    pub t: u64,
    #[serde(flatten)]
    pub times: DelayTimes,
    pub recipient: Word,
}

/// `heliast envelope setup`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct SetupMade {
    pub out: Word,
    pub file_bytes: usize,
    pub group: Word,
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub delays: Vec<SetupDelay>,
}

/// A recipient of an envelope.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EnvelopeRecipient {
    Delay {
        group: Word,
        t: u64,
        #[serde(flatten)]
        times: DelayTimes,
    },
    Other {
        name: Word,
    },
}

/// `heliast envelope inspect`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(tag = "file", rename_all = "snake_case")]
pub enum EnvelopeShown {
    Envelope { recipients: Vec<EnvelopeRecipient> },
    Setup { group: Word, delays: Vec<SetupDelay> },
}
