//! Helpers that the tests of several crates share: the files in `vectors/` and functions that read them.
//!
//! ```
//! for case in testkit::cases("group.json") {
//!     match testkit::text(&case, "kind") {
//!         "decode" => assert!(testkit::bytes(&case, "bytes").len() <= 300),
//!         "hash" => testkit::assert_class(&case, None),
//!         _ => {}
//!     }
//! }
//! ```
//!
//! A field that is missing or of another type is a mistake in the file or in the test, so every function
//! panics, with the file and the case in its message.

#![forbid(unsafe_code)]

mod edit;
mod field;
mod random;
#[cfg(test)]
mod tests;

use std::{fs, path::Path};

pub use edit::edit;
pub use field::{array, bytes, list, number, optional_list, optional_number, text};
pub use random::{Random, mutations};
pub use serde_json::Value;

/// The key under which [`load`] notes the name of the file in each case.
const FILE: &str = "in_vectors_file";

/// The classes of errors that vectors name.
const CLASSES: [&str; 2] = ["malformed", "invalid"];

/// A whole file of `vectors/`, whose cases contain the name of the file.
pub fn load(file: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut parsed: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
    if let Some(cases) = parsed.get_mut("cases").and_then(Value::as_array_mut) {
        for case in cases.iter_mut().filter_map(Value::as_object_mut) {
            case.insert(FILE.to_owned(), file.into());
        }
    }
    parsed
}

/// All cases of a file.
pub fn cases(file: &str) -> Vec<Value> {
    match load(file).get_mut("cases").map(Value::take) {
        Some(Value::Array(cases)) => cases,
        _ => panic!("{file} has no cases"),
    }
}

/// The cases of a kind: at least one.
pub fn of_kind<'a>(cases: &'a [Value], kind: &str) -> Vec<&'a Value> {
    let found: Vec<_> = cases.iter().filter(|case| case["kind"] == kind).collect();
    assert!(!found.is_empty(), "no case of kind {kind}");
    found
}

/// The file and the name of this case; for a part of a case, its beginning.
pub fn place(case: &Value) -> String {
    match (case[FILE].as_str(), case["name"].as_str()) {
        (Some(file), Some(name)) => format!("{file}: {name}"),
        (None, Some(name)) => name.to_owned(),
        _ => case.to_string().chars().take(160).collect(),
    }
}

/// The class of the error with which a case ends, if it ends with one.
pub fn error_class(case: &Value) -> Option<&str> {
    let class = case.get("error")?.as_str().filter(|class| CLASSES.contains(class));
    Some(class.unwrap_or_else(|| panic!("{}: {} is not a class", place(case), case["error"])))
}

/// Asserts that the case ends with an error of this class, or without an error.
#[track_caller]
pub fn assert_class(case: &Value, found: Option<&str>) {
    assert_eq!(found, error_class(case), "{}", place(case));
}
