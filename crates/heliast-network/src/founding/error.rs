//! The reasons why an application, a draft or an agreement is refused.

use heliast::Malformed;

/// The reasons why an application, a draft or an agreement is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FoundingError {
    /// The bytes are malformed, or break a rule.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// A proof or a signature fails.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// Some applicants have not agreed yet.
    #[error("these have not agreed yet: {}", .0.join(", "))]
    Waiting(Vec<String>),
}

/// The claims that can be invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Invalid {
    /// There is no valid proof that the applicant has the key of a participant.
    #[error("{applicant} does not show that the key of its participant {participant} is its own")]
    Possession {
        /// The applicant's name.
        applicant: String,
        /// The participant's number in the application, from 0.
        participant: usize,
    },
    /// The key of the node has not signed the application.
    #[error("the application of {0} is not signed by the key of its node")]
    Peer(String),
    /// The validator's key has not signed the application.
    #[error("the application of {0} is not signed by its validator's key")]
    Validator(String),
    /// An agreement is to another draft.
    #[error("{} to another draft", agreement_of(.0))]
    OtherDraft(Option<String>),
    /// An agreement belongs to an applicant that is not in the draft.
    #[error("an agreement is of nobody in the draft")]
    Nobody,
    /// An agreement is not signed by its applicant.
    #[error("the agreement of {0} is not signed by its validator's key")]
    Agreement(String),
}

fn agreement_of(name: &Option<String>) -> String {
    match name {
        Some(name) => format!("the agreement of {name} is"),
        None => "an agreement is".to_owned(),
    }
}

impl FoundingError {
    /// Returns one sentence that says what to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            FoundingError::Malformed(_) => "ask for the file again: it is damaged, or it is something else",
            FoundingError::Invalid(Invalid::OtherDraft(_) | Invalid::Nobody) => {
                "all have to agree to one draft: compare the chain ids that they see"
            }
            FoundingError::Invalid(_) => "ask its maker for the file again, by another way",
            FoundingError::Waiting(_) => "wait for their agreements, or leave them out by a new draft",
        }
    }
}
