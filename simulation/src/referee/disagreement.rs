//! Differences between the machine and the rules.

use crate::model::{Class, Judgement};
use heliast::EvaluateError;

/// A difference from the rules. The first one ends a run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Disagreement {
    /// The verdicts differ.
    #[error("round {round}, {what}: the rules say {expected:?}, the machine says {found:?} ({refusal})")]
    Verdict {
        /// The round.
        round: u64,
        /// The kind of attempt.
        what: String,
        /// The model's verdict.
        expected: Judgement,
        /// The machine's verdict.
        found: Judgement,
        /// The machine's refusal, as text.
        refusal: String,
    },
    /// The rules forbid a message of an honest participant.
    #[error("round {round}, {what}: honest, and refused by rule {class:?}")]
    Honest {
        /// The round.
        round: u64,
        /// The kind of message.
        what: String,
        /// The rule that forbids it.
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
        /// The expected effect.
        expected: &'static str,
        /// The actual effect.
        found: String,
    },
    /// No delay could be made.
    #[error("the delay: {0}")]
    Delay(String),
}

impl From<EvaluateError> for Disagreement {
    fn from(error: EvaluateError) -> Disagreement {
        Disagreement::Delay(error.to_string())
    }
}
