//! The objects that verbs print with `--json`, as types: `spec/json.schema.json` is made of them.

mod chain;
mod delays;
mod groups;
mod members;
mod program;
#[cfg(test)]
mod schema;
mod up;
mod words;

pub use chain::{Agreed, BackedUp, DelaysBy, Exported, Restored, Verified};
#[cfg(test)]
pub use delays::Evaluated;
pub use delays::{
    ChiaAccepted, ChiaProved, ChiaVerified, Form, Found, NamedProof, Proof, ProofWritten, ProofsVerified,
    Speed, System, Verdict,
};
pub use groups::{Bits, Cell, Factors, GroupMade, GroupShown, Measured, OpCosts, Timed, Tuned};
pub use members::{Approval, Approved, KeyMade, NetworkMade, PassphraseChanged, Proposed};
pub use program::{Completions, Failed, Man, Serving, Setting, Settings, Solved, Text};
pub use up::{SetBack, Up};
pub use words::{Digest, Hex, Measure, True, Word};

use serde::Serialize;
use serde_json::{Map, Value};

/// One line for programs, of a verb that says more than one thing.
pub fn line(verb: &str, said: &impl Serialize) -> String {
    said_by(verb, object(said)).to_string()
}

/// These fields, and the verb that says them.
pub fn said_by(verb: &str, mut fields: Map<String, Value>) -> Value {
    fields.insert("verb".to_owned(), verb.into());
    Value::Object(fields)
}

/// The fields of what programs read. All of it are objects.
pub fn object(said: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(said) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}
