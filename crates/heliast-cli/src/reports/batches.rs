//! Reports of the verbs of `heliast batch`.

use super::{Bits, Digest, Measure, True, Word};
use serde::Serialize;

/// `heliast batch collect` and `heliast batch sample`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ListMade {
    pub out: Word,
    #[serde(flatten)]
    pub list: Statements,
}

/// The description of a statements file.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Statements {
    pub statements: u64,
    #[serde(flatten)]
    pub delays: Delays,
    pub group: Digest,
    pub file_bytes: u64,
}

/// The delay of all statements, or those of statements that have their own.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Delays {
    One { t: u64 },
    Varied(DelaySpan),
}

/// The least and the greatest delay.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DelaySpan {
    pub least_t: u64,
    pub greatest_t: u64,
}

/// The description of a proof of statements of one delay.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ListProof {
    pub statements: u64,
    pub t: u64,
    pub protocol: Word,
    pub level: u16,
    pub reductions: Word,
    pub needs: Word,
    #[serde(flatten)]
    pub system: ListSystem,
    pub rows: usize,
    pub group: Digest,
    pub shards: Vec<u64>,
}

/// The proof system for the statements that are left.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "proof_system", rename_all = "snake_case")]
pub enum ListSystem {
    Pietrzak {},
    Wesolowski { mode: Word, hash: Word, prime_bits: u16 },
}

/// The description of a proof of statements that have a delay each.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct VariedProof {
    pub statements: u64,
    pub protocol: Word,
    pub level: u16,
    pub needs: Word,
    pub prime_bits: u16,
    pub group: Digest,
}

/// The description of a batch proof.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum AnyProof {
    One(ListProof),
    Varied(VariedProof),
}

/// A batch proof and its list.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ProofOfList {
    One(ListProof),
    Varied {
        #[serde(flatten)]
        proof: VariedProof,
        #[serde(flatten)]
        span: DelaySpan,
    },
}

impl AnyProof {
    /// The report with the span of the list's delays, if each statement has its own.
    pub fn of_list(self, span: DelaySpan) -> ProofOfList {
        match self {
            AnyProof::One(proof) => ProofOfList::One(proof),
            AnyProof::Varied(proof) => ProofOfList::Varied { proof, span },
        }
    }
}

/// `heliast batch inspect`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum BatchFile {
    Proof {
        #[serde(flatten)]
        proof: AnyProof,
        file_bytes: usize,
    },
    Statements {
        #[serde(flatten)]
        list: Statements,
        element_bytes: u32,
    },
    VariedStatements {
        #[serde(flatten)]
        list: Statements,
        element_bytes: u32,
    },
}

/// `heliast batch prove`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ListProved {
    pub out: Word,
    pub file_bytes: usize,
    #[serde(flatten)]
    pub proof: ProofOfList,
    /// Missing where each statement has its own delay: that list is not read in parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<usize>,
    pub combining_seconds: Measure,
    pub proving_seconds: Measure,
}

/// `heliast batch verify`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ListVerified {
    pub valid: True,
    #[serde(flatten)]
    pub proof: ProofOfList,
    #[serde(flatten)]
    pub bits: Bits,
    pub parts: usize,
    pub threads: usize,
    pub verifying_seconds: Measure,
}

/// `heliast batch plan`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Planned {
    pub statements: u64,
    pub level: u16,
    #[serde(flatten)]
    pub bits: Bits,
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub protocols: Vec<ProtocolCost>,
    pub multiplication_ns: Measure,
    pub batched_multiplication_ns: Measure,
    pub hashing_ns: Measure,
}

/// The cost of a protocol.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ProtocolCost {
    pub protocol: Word,
    pub reductions: Word,
    pub rows: usize,
    pub multiplications_naive: Option<Measure>,
    pub multiplications: Measure,
    pub soundness_error: Word,
    pub low_order: bool,
    pub verifying_seconds: Measure,
    pub memory_bytes: Option<u64>,
}
