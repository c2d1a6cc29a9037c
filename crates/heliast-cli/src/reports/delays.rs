//! Reports of verbs about delays.

use super::{Bits, Digest, Hex, Measure, True, Word};
use serde::Serialize;

/// The description of a delay proof.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Proof {
    pub t: u64,
    pub x: Hex,
    pub y: Hex,
    #[serde(flatten)]
    pub system: System,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<Word>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<Word>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prime_bits: Option<u16>,
    pub group: Digest,
    #[serde(flatten)]
    pub bits: Bits,
    pub prime_hint: Option<u16>,
}

impl Proof {
    /// The proof with x and y shortened to their beginnings and ends, for people to compare.
    pub fn shortened(&self) -> Proof {
        Proof { x: self.x.shortened(), y: self.y.shortened(), ..self.clone() }
    }
}

/// A proof system, with its parameters.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "proof_system", rename_all = "snake_case")]
pub enum System {
    Wesolowski {
        form: Form,
    },
    Pietrzak {
        halvings: u32,
    },
    Segmented {
        segments: u8,
    },
    /// The ends of segments of a chain of roots, whose prime has this counter.
    Roots {
        segments: u16,
        counter: u32,
    },
}

/// Whether the proof has y.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Form {
    Output,
    Compact,
}

/// `heliast vdf prove`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ProofWritten {
    pub out: Word,
    pub file_bytes: usize,
    #[serde(flatten)]
    pub proof: Proof,
}

/// The fields that `heliast vdf eval` adds, unless it has the factors.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Speed {
    pub squaring_seconds: Measure,
    pub squarings_per_second: Measure,
    /// The squarings that were done before.
    pub resumed_from: Option<u64>,
}

/// The fields that `heliast vdf eval` adds for a chain of roots.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StepSpeed {
    pub steps_seconds: Measure,
    pub steps_per_second: Measure,
    /// The steps that were taken before.
    pub resumed_from: Option<u64>,
}

/// `heliast vdf eval`.
#[cfg(test)]
#[expect(dead_code, reason = "only its schema is used: what is printed is flattened by the verb")]
#[derive(Serialize, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
#[serde(untagged)]
pub enum Evaluated {
    /// Evaluated squaring by squaring.
    Squared {
        #[serde(flatten)]
        written: ProofWritten,
        #[serde(flatten)]
        speed: Speed,
    },
    /// Evaluated root by root.
    Stepped {
        #[serde(flatten)]
        written: ProofWritten,
        #[serde(flatten)]
        speed: StepSpeed,
    },
    /// Evaluated with the factors.
    Short {
        #[serde(flatten)]
        written: ProofWritten,
    },
}

/// `heliast vdf verify`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ProofsVerified {
    pub valid: True,
    pub input_checked: bool,
    pub squarings_checked: bool,
    /// For roots: whether the prime was demanded, and not only its seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counter_checked: Option<bool>,
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub proofs: Vec<NamedProof>,
    pub verifying_seconds: Measure,
}

/// A proof and its file.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct NamedProof {
    pub file: Word,
    #[serde(flatten)]
    pub proof: Proof,
}

/// `heliast chia prove`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ChiaProved {
    pub out: Word,
    pub file_bytes: usize,
    pub t: u64,
    pub witness_type: u64,
    pub x: Hex,
    pub y: Hex,
    pub squaring_seconds: Measure,
    pub squarings_per_second: Measure,
    pub proving_seconds: Measure,
    pub resumed_from: Option<u64>,
}

/// `heliast chia verify`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ChiaVerified {
    #[serde(flatten)]
    pub accepted: ChiaAccepted,
    pub strict: bool,
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub verdicts: Vec<Verdict>,
    pub threads: usize,
    pub verifying_seconds: Measure,
    pub proofs_per_second: Measure,
}

/// Whether all proofs are valid, or all verdicts equal to those of the file.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ChiaAccepted {
    Valid(True),
    AsExpected(True),
}

/// The verdict on one of Chia's proofs.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Verdict {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Word>,
    pub t: u64,
    pub witness_type: u64,
    pub accepted: bool,
    #[serde(flatten)]
    pub found: Found,
}

/// The output that was proved, or the reason why the proof is not accepted.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Found {
    Y(Hex),
    Reason(Word),
}
