//! What the vector files of all lots have in common; `reference/vector_files/book.py` writes it.

use heliast_vrf::{Invalid, Malformed};
use serde_json::Value;
use std::path::Path;

/// All cases of a file.
pub fn cases(file: &str) -> Vec<Value> {
    let mut places =
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().skip(1).map(|place| place.join("vectors"));
    let path = places.find(|place| place.is_dir()).unwrap().join(format!("{file}.json"));
    let mut file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let Value::Array(cases) = file["cases"].take() else { panic!("no cases") };
    cases
}

/// A field that is text.
pub fn text<'a>(case: &'a Value, field: &str) -> &'a str {
    case[field].as_str().unwrap_or_else(|| panic!("{field} of {}", case["name"]))
}

/// One of a case's `edits`, made to its proof.
pub fn edit(proof: &mut Vec<u8>, step: &Value) {
    let number = |field: &str| step[field].as_u64().map(|number| number as usize);
    let bytes = |field: &str| step[field].as_str().map(|bytes| hex::decode(bytes).unwrap());
    let at = number("at").unwrap_or_default();
    if let Some(new) = bytes("set") {
        proof[at..][..new.len()].copy_from_slice(&new);
    } else if let Some(mask) = bytes("xor") {
        proof[at..].iter_mut().zip(mask).for_each(|(byte, mask)| *byte ^= mask);
    } else if let Some(length) = number("keep") {
        proof.truncate(length);
    } else if let Some(tail) = bytes("append") {
        proof.extend(tail);
    } else {
        proof.resize(proof.len() + number("zeros").expect("an edit"), 0);
    }
}

/// The class of an error, as cases name it.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error("malformed")]
    Malformed(#[from] Malformed),
    #[error("invalid")]
    Invalid(#[from] Invalid),
}
