//! The differences between machine and rules.

use crate::model::{Class, Judgement};
use heliast::EvaluateError;

/// A difference from the rules. A run ends with the first of these.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Disagreement {
    /// One says this and the other that.
    #[error("round {round}, {what}: the rules say {expected:?}, the machine says {found:?} ({refusal})")]
    Verdict {
        /// The round.
        round: u64,
        /// The kind of attempt.
        what: String,
        /// The model's verdict.
        expected: Judgement,
        /// The machine's.
        found: Judgement,
        /// The machine's words.
        refusal: String,
    },
    /// The rules forbid what an honest participant sent.
    #[error("round {round}, {what}: honest, and refused by rule {class:?}")]
    Honest {
        /// The round.
        round: u64,
        /// The kind of message.
        what: String,
        /// The rule.
        class: Class,
    },
    /// A value differs.
    #[error("round {round}: {what} is not what the rules compute")]
    Value {
        /// The round.
        round: u64,
        /// The name of the value.
        what: &'static str,
    },
    /// The machine answers with another effect.
    #[error("round {round}: the machine answers {found} where {expected} is due")]
    Effect {
        /// The round.
        round: u64,
        /// The effect that is due.
        expected: &'static str,
        /// The effect that came.
        found: String,
    },
    /// No delay was made.
    #[error("the delay: {0}")]
    Delay(String),
}

impl From<EvaluateError> for Disagreement {
    fn from(error: EvaluateError) -> Disagreement {
        Disagreement::Delay(error.to_string())
    }
}
