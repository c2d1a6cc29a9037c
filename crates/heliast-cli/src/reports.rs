//! The objects that verbs print with `--json`, as types, from which `spec/json.schema.json` is made.

mod batches;
mod chain;
mod delays;
mod envelopes;
mod founding;
mod groups;
mod keys;
mod lots;
mod members;
mod networks;
mod nodes;
mod program;
#[cfg(test)]
mod schema;
mod up;
mod words;

pub use batches::{
    AnyProof, BatchFile, DelaySpan, Delays, ListMade, ListProof, ListProved, ListSystem, ListVerified,
    Planned, ProtocolCost, Statements, VariedProof,
};
pub use chain::{Agreed, BackedUp, DelaysBy, Exported, Restored, Verified};
#[cfg(test)]
pub use delays::Evaluated;
pub use delays::{
    ChiaAccepted, ChiaProved, ChiaVerified, Form, Found, NamedProof, Proof, ProofWritten, ProofsVerified,
    Speed, StepSpeed, System, Verdict,
};
pub use envelopes::{
    DelayTimes, EnvelopeOpened, EnvelopeRecipient, EnvelopeSealed, EnvelopeShown, OpenedBy, SealedFor,
    SetupDelay, SetupMade,
};
pub use founding::{AgreedTo, Applied, DraftShown, Drafted, NetworkFounded, OperatorShown};
pub use groups::{Bits, Cell, Factors, GroupMade, GroupShown, Measured, OpCosts, RootsTuned, Timed, Tuned};
pub use keys::{KeyRest, KeysDue, NextKey, Tree, TreeKey, TreeRest};
pub use lots::{
    Adopted, BareKey, LotFile, LotKey, LotKeyMade, LotProved, LotVerified, PublicKey, PublicKeyShown,
};
pub use members::{
    Approval, Approved, KeyMade, Members, NetworkMade, NetworkPlan, PassphraseChanged, PlannedNetwork,
    Proposed, ValidatorKeyShown, ValidatorRow, Validators,
};
pub use networks::{Healthy, MembersFound, NetworkStatus, NetworkUp, NodeFound};
pub use nodes::{Followed, GuestBegun, NodeBegun, RelayBegun};
pub use program::{Completions, Failed, GateChecked, Man, Serving, Setting, Settings, Solved, Text};
pub use up::{SetBack, Up};
pub use words::{Digest, Hex, Measure, Scheme, True, Word};

use serde::Serialize;
use serde_json::{Map, Value};

/// One line for programs, of a verb that prints several objects.
pub fn line(verb: &str, said: &impl Serialize) -> String {
    said_by(verb, object(said)).to_string()
}

/// These fields, with the name of the verb.
pub fn said_by(verb: &str, mut fields: Map<String, Value>) -> Value {
    fields.insert("verb".to_owned(), verb.into());
    Value::Object(fields)
}

/// The fields of a value for programs, which is always an object.
pub fn object(said: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(said) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}
