//! The objects for programs follow `spec/json.schema.json`, and `spec/json.md` explains every field.

use jsonschema::Validator;
use serde_json::Value;
use std::{collections::BTreeSet, fs, path::Path, sync::LazyLock};

static SCHEMA: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(&specified("json.schema.json")).unwrap());
static VALIDATOR: LazyLock<Validator> = LazyLock::new(|| jsonschema::validator_for(&SCHEMA).unwrap());

fn specified(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec").join(name)).unwrap()
}

/// The objections of the schema to an object, if there are any.
fn complaints(object: &Value) -> Vec<String> {
    let at = |error: jsonschema::ValidationError<'_>| format!("{}: {error}", error.instance_path());
    VALIDATOR.iter_errors(object).map(at).collect()
}

/// Requires that the schema accepts an object that was printed by `line`.
pub fn check(line: &str, object: &Value) {
    let complaints = complaints(object);
    assert!(
        complaints.is_empty(),
        "{line}: {object}\nis not what spec/json.schema.json says: {complaints:#?}"
    );
}

/// Requires this of every line of an output.
pub fn check_lines(line: &str, stdout: &[u8]) {
    let lines = std::str::from_utf8(stdout).unwrap().lines();
    lines.for_each(|object| check(line, &serde_json::from_str(object).unwrap()));
}

#[test]
fn the_schema_refuses_what_no_verb_prints() {
    let good = serde_json::json!({ "verb": "export", "error": "gone", "hint": "come back", "code": 3 });
    assert_eq!(complaints(&good), Vec::<String>::new());
    for (word, value) in [
        ("code", Value::from(8)),
        ("hint", Value::Null),
        ("verb", Value::Null),
        ("error", "".into()),
        ("more", 1.into()),
    ] {
        let mut bad = good.clone();
        bad[word] = value;
        assert!(!complaints(&bad).is_empty(), "{bad}");
    }
    let verbs = serde_json::json!({ "verb": "fly", "out": "x" });
    assert!(!complaints(&verbs).is_empty());
}

/// Every field that an object may have, with its schema, once for each place that defines it.
fn words() -> Vec<(String, Value)> {
    fn gather(schema: &Value, words: &mut Vec<(String, Value)>) {
        match schema {
            Value::Object(fields) => fields.iter().for_each(|(key, value)| match (key.as_str(), value) {
                ("properties", Value::Object(properties)) => {
                    words.extend(properties.iter().map(|(word, one)| (word.clone(), one.clone())));
                    properties.values().for_each(|one| gather(one, words));
                }
                _ => gather(value, words),
            }),
            Value::Array(items) => items.iter().for_each(|item| gather(item, words)),
            _ => {}
        }
    }
    let mut words = Vec::new();
    gather(&SCHEMA["$defs"], &mut words);
    words
}

/// The rows of a table: | `word` | unit | meaning |.
#[test]
fn every_word_of_the_schema_is_explained() {
    let words: BTreeSet<_> = words().into_iter().map(|(word, _)| word).collect();
    let text = specified("json.md");
    let cells = text.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    let explained = cells.flat_map(|cell| cell.split(", ").map(|word| word.trim_matches('`').to_owned()));
    let explained: BTreeSet<_> = explained.filter(|word| !word.contains(' ')).collect();
    let differ: Vec<_> = words.symmetric_difference(&explained).collect();
    assert!(differ.is_empty(), "in one of schema and page only: {differ:?}");
}

/// Counts, lengths and times have their unit in their name.
#[test]
fn numbers_with_units_say_so_in_their_names() {
    let units = ["_seconds", "_ms", "_ns", "_per_second"];
    let is_number = |schema: &Value| schema["type"] == "number" || schema["$ref"] == "#/$defs/Measure";
    for (word, schema) in words().iter().filter(|(_, schema)| is_number(schema)) {
        let has_unit = units.iter().any(|unit| word.ends_with(unit));
        assert!(has_unit || word.starts_with("multiplications"), "{word}: {schema}");
    }
    for bare in ["seconds", "milliseconds", "bytes", "bits", "ns"] {
        assert!(words().iter().all(|(word, _)| word != bare), "{bare} does not say of what");
    }
}
