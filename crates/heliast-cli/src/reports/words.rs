//! The kinds of values in reports.

use serde::{Serialize, Serializer};

/// Bytes in hexadecimal digits.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Hex(#[cfg_attr(test, schemars(regex(pattern = "^([0-9a-f]{2})*$")))] String);

impl Hex {
    pub fn of(bytes: impl AsRef<[u8]>) -> Hex {
        Hex(hex::encode(bytes))
    }

    /// The digits in a node's answer.
    pub fn digits(text: impl Into<String>) -> Hex {
        Hex(text.into())
    }

    /// The first 16 and the last 8 digits of a long one, for people:
    /// `0123456789abcdef...89abcdef (256 bytes)`.
    pub fn shortened(&self) -> Hex {
        match (self.0.get(..16), self.0.get(self.0.len().saturating_sub(8)..)) {
            (Some(first), Some(last)) if self.0.len() > 64 => {
                Hex(format!("{first}...{last} ({} bytes)", self.0.len() / 2))
            }
            _ => self.clone(),
        }
    }
}

/// 32 bytes in hexadecimal digits: a chain, a group, a proposal, a beacon.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Digest(#[cfg_attr(test, schemars(regex(pattern = "^[0-9a-f]{64}$")))] String);

impl Digest {
    pub fn of(bytes: &[u8; 32]) -> Digest {
        Digest(hex::encode(bytes))
    }

    /// The digits in a node's answer.
    pub fn digits(text: impl Into<String>) -> Digest {
        Digest(text.into())
    }
}

/// The name of a VRF: `a-vrf-fast`, `x-vrf-10`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Scheme(#[cfg_attr(test, schemars(regex(pattern = "^[a-z][a-z0-9-]*$")))] String);

impl<T: ToString> From<T> for Scheme {
    fn from(name: T) -> Scheme {
        Scheme(name.to_string())
    }
}

/// A text that is never empty: a path, a name, a sentence.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Word(#[cfg_attr(test, schemars(length(min = 1)))] String);

impl<T: ToString> From<T> for Word {
    fn from(text: T) -> Word {
        Word(text.to_string())
    }
}

/// A measured or computed number that is not negative: a time, a speed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Measure(#[cfg_attr(test, schemars(range(min = 0)))] pub f64);

/// A field whose presence is the information.
#[derive(Clone, Copy, Debug)]
pub struct True;

impl Serialize for True {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(true)
    }
}

#[cfg(test)]
impl schemars::JsonSchema for True {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "True".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "const": true })
    }
}
