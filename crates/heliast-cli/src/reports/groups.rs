//! Reports of verbs about groups.

use super::{Digest, Hex, Measure, Word};
use heliast::{AnyGroup, Chain, RootField};
use serde::Serialize;

/// The kind and the length of a group.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[expect(clippy::enum_variant_names, reason = "they are the names of the fields")]
pub enum Bits {
    ModulusBits(usize),
    DiscriminantBits(usize),
    FieldBits(usize),
}

impl Bits {
    /// The bits of the group of a chain's squarings, or of the prime in a chain with roots alone.
    pub fn of_chain(chain: &Chain) -> Bits {
        chain.group().map_or(Bits::FieldBits(chain.delay_bits()), Bits::of)
    }

    pub fn of_field(field: &RootField) -> Bits {
        Bits::FieldBits(field.bits())
    }

    pub fn of(group: &AnyGroup) -> Bits {
        match group.class() {
            Some(_) => Bits::DiscriminantBits(group.bits()),
            None => Bits::ModulusBits(group.bits()),
        }
    }
}

/// `heliast group new`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(untagged)]
pub enum GroupMade {
    Modulus { out: Word, modulus_bits: usize, group: Digest, factors: Factors },
    Discriminant { out: Word, discriminant_bits: usize, group: Digest, seed: Hex },
    Field { out: Word, field_bits: usize, group: Digest, seed: Hex, counter: u32 },
}

/// The fate of a modulus's factors.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Factors {
    Destroyed,
    Kept,
    Encrypted,
}

/// `heliast group show`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(untagged)]
pub enum GroupShown {
    Modulus { modulus_bits: usize, group: Digest, kernel: Word, modulus: Hex },
    Discriminant { discriminant_bits: usize, group: Digest, seed: Hex, discriminant: Hex },
    Field { field_bits: usize, group: Digest, kernel: Word, seed: Hex, counter: u32, prime: Hex },
}

/// `heliast tune`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Tuned {
    pub out: Word,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<Word>,
    #[serde(flatten)]
    pub measured: Measured,
    /// The time of a squaring in the group, if only one was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square_ns: Option<Measure>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product_ns: Option<Measure>,
}

/// `heliast tune` in a field of roots.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct RootsTuned {
    pub machine: Word,
    #[serde(flatten)]
    pub bits: Bits,
    pub group: Digest,
    pub kernel: Word,
    /// The speed of one thread.
    pub steps_per_second: Measure,
    /// The speed of two threads.
    pub paired_steps_per_second: Measure,
    pub measuring_seconds: Measure,
}

/// The content of `tune.json`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Measured {
    pub version: Word,
    pub machine: Word,
    pub bases: usize,
    pub measuring_seconds: Measure,
    pub moduli: Vec<OpCosts>,
    pub cells: Vec<Cell>,
}

/// The cost of a group's operations.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct OpCosts {
    #[serde(flatten)]
    pub bits: Bits,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kernel: Option<Word>,
    pub square_ns: Measure,
    pub product_ns: Measure,
    pub window_ns: Measure,
}

/// The algorithms that were measured for one length of exponents.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Cell {
    pub exponent_bits: usize,
    #[serde(flatten)]
    pub bits: Bits,
    pub best: Option<Timed>,
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub timings: Vec<Timed>,
}

/// The time of an algorithm with a window.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Timed {
    pub algorithm: Word,
    pub window: usize,
    pub time_ns: Measure,
    pub samples: u32,
}
