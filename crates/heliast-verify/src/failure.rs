//! Failures: an exit code that names the culprit, a message, and a hint at a remedy.

use heliast::{Chain, Invalid, Malformed, bundle::BundleError, verify::Error};
use std::fmt::{self, Display};

/// The culprit of a failure; the number is the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[non_exhaustive]
pub enum Code {
    /// A well-formed claim is false.
    Invalid = 1,
    /// The command line.
    Usage = 2,
    /// Input that is wrong or missing.
    Malformed = 3,
    /// The request is valid, but too early.
    Pending = 4,
    /// The network.
    Network = 5,
    /// A key, a file or a state must not be used or changed.
    Refused = 6,
    /// The program itself.
    Internal = 70,
}

impl Code {
    /// The default remedy, for the program of this name.
    pub fn hint(self, program: &str) -> String {
        match self {
            Code::Invalid => "don't rely on it; ask for it again from its source".to_owned(),
            Code::Usage => format!("see `{program} --help`"),
            Code::Malformed => "check that the path is right and that the file is complete".to_owned(),
            Code::Pending => "try again later".to_owned(),
            Code::Network => "check the address and the connection, then try again".to_owned(),
            Code::Refused => "nothing was changed".to_owned(),
            Code::Internal => {
                format!("this is a mistake in {program}: please report it with the command that shows it")
            }
        }
    }
}

/// Elements that are not in the group are malformed; the rest are false claims (`spec/wesolowski.md`).
impl From<&heliast_vdf::Invalid> for Code {
    fn from(error: &heliast_vdf::Invalid) -> Code {
        match error {
            heliast_vdf::Invalid::Element(_) => Code::Malformed,
            heliast_vdf::Invalid::NoPrime(_) => Code::Internal,
            _ => Code::Invalid,
        }
    }
}

/// The reason why there is no verdict, or a negative one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    code: Code,
    message: String,
    hint: Option<String>,
}

impl Failure {
    /// A failure with the hint of its code.
    pub fn new(code: Code, message: impl Display) -> Failure {
        Failure { code, message: message.to_string(), hint: None }
    }

    /// Replaces the hint of the code.
    pub fn hint(self, hint: impl Display) -> Failure {
        Failure { hint: Some(hint.to_string()), ..self }
    }

    /// Puts the subject in front of the message.
    pub fn about(self, subject: impl Display) -> Failure {
        Failure { message: format!("{subject}: {}", self.message), ..self }
    }

    /// The failure in verifying the round with this number.
    pub fn of_round(self, number: u64) -> Failure {
        self.about(format_args!("round {number}"))
            .hint("take this round from another source, or don't rely on it")
    }

    /// The culprit.
    pub fn code(&self) -> Code {
        self.code
    }

    /// The remedy, for the program of this name.
    pub fn hint_in(&self, program: &str) -> String {
        self.hint.clone().unwrap_or_else(|| self.code.hint(program))
    }
}

/// Writes the message.
impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// The failure for an error of the library, unless it is one of the source.
pub fn of_verifier<E: From<Failure> + Display>(error: Error<E>) -> E {
    let failure = match error {
        Error::Source(failure) => return failure,
        Error::Gap { .. } => Failure::new(Code::Malformed, error).hint("take the chain from another source"),
        Error::Missing(_) => Failure::new(Code::Malformed, error),
        Error::Malformed { round, reason } => Failure::from(reason).of_round(round),
        Error::Invalid { round, reason: Invalid::Number { expected, found } } => {
            let message = format_args!("what is kept as round {expected} says that it is round {found}");
            Failure::new(Code::Invalid, message).of_round(round)
        }
        Error::Invalid { round, reason } => Failure::from(reason).of_round(round),
        other => Failure::new(Code::Pending, other),
    };
    failure.into()
}

/// The error for a chain or range without a round.
pub fn nothing() -> Failure {
    Failure::new(Code::Pending, "there is no finished round yet")
        .hint("the first takes about a period; try again then")
}

/// Refuses another chain than the pinned one.
///
/// # Errors
/// [`Failure`] with [`Code::Invalid`].
pub fn require_chain(chain: &Chain, pinned: Option<&[u8; 32]>) -> Result<(), Failure> {
    match pinned {
        Some(pinned) if pinned != chain.id() => {
            let message =
                format_args!("this is chain {}, not {}", hex::encode(chain.id()), hex::encode(pinned));
            Err(Failure::new(Code::Invalid, message)
                .hint("it comes from another beacon, or somebody passes one off as the other"))
        }
        _ => Ok(()),
    }
}

impl From<Malformed> for Failure {
    fn from(error: Malformed) -> Failure {
        Failure::new(Code::Malformed, error)
    }
}

impl From<Invalid> for Failure {
    fn from(error: Invalid) -> Failure {
        let code = match &error {
            Invalid::Malformed(_) => Code::Malformed,
            Invalid::Delay(reason) => reason.into(),
            _ => Code::Invalid,
        };
        Failure::new(code, error)
    }
}

impl From<BundleError> for Failure {
    fn from(error: BundleError) -> Failure {
        match error {
            BundleError::Invalid { round, reason } => {
                Failure::from(reason).about(format_args!("round {round}"))
            }
            BundleError::OtherChain { .. }
            | BundleError::OtherGenesis
            | BundleError::OtherSeed
            | BundleError::OtherTip { .. } => Failure::new(Code::Invalid, error),
            other => Failure::new(Code::Malformed, other),
        }
    }
}

#[cfg(feature = "url")]
impl From<heliast_client::NodeError> for Failure {
    fn from(error: heliast_client::NodeError) -> Failure {
        use heliast_client::Cause;
        let hint = error.hint();
        match &error.cause {
            Cause::Genesis(reason) => {
                Failure::new(Code::Malformed, format_args!("the node's genesis: {reason}")).hint(hint)
            }
            Cause::Status { status: 410, .. } => Failure::new(Code::Refused, error).hint(
                "the node has pruned these rounds and has no archive of them: begin with a later one, by --from, \
                 or ask a node that has all",
            ),
            Cause::Status { status: 404, .. } | Cause::Malformed(_) => {
                Failure::new(Code::Malformed, error).hint(hint)
            }
            Cause::Status { status: 425, .. } => Failure::new(Code::Pending, error),
            Cause::Unreachable(_) | Cause::Status { .. } => Failure::new(Code::Network, error),
            _ => Failure::new(Code::Invalid, error).hint(hint),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The message, the code, and a part of the hint.
    #[test]
    fn what_the_library_says_has_a_code_and_a_hint() {
        let number = Invalid::Number { expected: 2, found: 3 };
        for (error, message, code, hint) in [
            (
                Error::Gap { expected: 2, found: 4 },
                "round 2 is missing: what follows is kept as round 4",
                Code::Malformed,
                "take the chain from another source",
            ),
            (Error::Missing(9), "round 9 is missing", Code::Malformed, "check that the path"),
            (
                Error::Invalid { round: 2, reason: number },
                "round 2: what is kept as round 2 says that it is round 3",
                Code::Invalid,
                "take this round from another source",
            ),
            (
                Error::Invalid { round: 5, reason: Invalid::Time(7) },
                "round 5: its time 7 ms is not on the chain's grid",
                Code::Invalid,
                "take this round from another source",
            ),
            (
                Error::Malformed { round: 5, reason: Malformed::Trailing("round") },
                "round 5: ",
                Code::Malformed,
                "take this round from another source",
            ),
            (Error::Source(Failure::new(Code::Network, "gone").hint("call")), "gone", Code::Network, "call"),
        ] {
            let failure = of_verifier(error);
            assert!(failure.to_string().starts_with(message), "{failure}");
            assert!(failure.hint_in("x").starts_with(hint), "{}", failure.hint_in("x"));
            assert_eq!(failure.code(), code, "{failure}");
        }
    }
}
