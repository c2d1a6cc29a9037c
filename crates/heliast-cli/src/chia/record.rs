//! Files of proofs: JSON like `vectors/chia.json`, defined in `spec/chia.md`.

use crate::{
    failure::{Code, Failure},
    files,
};
use heliast::chia;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The largest file. A proof takes two hexadecimal digits for each byte: 400 digits, and 282 for
/// each segment.
const MAX_FILE: u64 = 256 << 20;

/// A proof with its statement; other fields are ignored.
#[derive(Debug, Default, Deserialize, Serialize)]
pub struct Record {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discriminant: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bits: Option<usize>,
    #[serde(default = "generator")]
    pub x: String,
    #[serde(deserialize_with = "decimal", serialize_with = "as_text")]
    pub iterations: u64,
    #[serde(default)]
    pub witness_type: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y: Option<String>,
    pub proof: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challenge: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepted: Option<bool>,
}

/// The encoding of (2, 1, c), from which Chia's delays begin.
pub fn generator() -> String {
    hex::encode(chia::GENERATOR)
}

/// A count as a number, or as decimal text, which is exact in every reader.
fn decimal<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let number = value.as_u64().or_else(|| value.as_str()?.parse().ok());
    number.ok_or_else(|| serde::de::Error::custom("`iterations` is a whole number below 2^64"))
}

fn as_text<S: serde::Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}

/// The files with the proofs.
#[derive(Debug, PartialEq, Eq)]
pub struct Source(Vec<PathBuf>);

impl Source {
    /// The files at these paths; for a directory its `.json` files in the order of their names.
    pub fn of(paths: &[PathBuf]) -> Result<Source, Failure> {
        let mut found = Vec::new();
        for path in paths {
            if !files::is_stdio(path) && path.is_dir() {
                found.extend(in_directory(path)?);
            } else {
                found.push(path.clone());
            }
        }
        Ok(Source(found))
    }

    /// The files.
    pub fn paths(&self) -> &[PathBuf] {
        &self.0
    }
}

fn in_directory(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let unreadable = |error| files::unreadable(path, &error);
    let entries = fs::read_dir(path).map_err(unreadable)?;
    let mut found = Vec::new();
    for entry in entries {
        let file = entry.map_err(unreadable)?.path();
        if file.extension().is_some_and(|extension| extension == "json") {
            found.push(file);
        }
    }
    if found.is_empty() {
        let message = format_args!("{} has no file whose name ends in .json", path.display());
        return Err(Failure::new(Code::Malformed, message));
    }
    found.sort();
    Ok(found)
}

/// The proofs of a file: one object, a list, or an object whose `cases` are a list. Each has a name.
pub fn read(path: &Path) -> Result<Vec<Record>, Failure> {
    let malformed = |message: String| Failure::new(Code::Malformed, message).about(path.display());
    let bytes = files::read(path, MAX_FILE)?;
    let mut value: Value =
        serde_json::from_slice(&bytes).map_err(|error| malformed(format!("no JSON: {error}")))?;
    drop(bytes);
    if let Some(cases) = value.get_mut("cases") {
        value = cases.take();
    }
    let cases = match value {
        Value::Array(cases) => cases,
        one => vec![one],
    };
    if cases.is_empty() {
        return Err(malformed("it has no proofs".to_owned()));
    }
    let count = cases.len();
    let record = |(index, case): (usize, Value)| {
        let mut record: Record = serde_json::from_value(case)
            .map_err(|error| malformed(format!("proof {} of {count}: {error}", index + 1)))?;
        let numbered = || {
            if count == 1 {
                path.display().to_string()
            } else {
                format!("{}: proof {}", path.display(), index + 1)
            }
        };
        record.name.get_or_insert_with(numbered);
        Ok(record)
    };
    cases.into_iter().enumerate().map(record).collect()
}
