//! Failures: an exit code that names the culprit, a message, and a hint at a remedy. Codes and words are
//! those of `heliast verify`.

use heliast::{Invalid, bundle::BundleError, verify::Error};
use std::{fmt::Display, process::ExitCode};

/// The culprit; the number is the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Code {
    /// A well-formed claim is false.
    Invalid = 1,
    /// The command line.
    Usage = 2,
    /// Input that is wrong or missing.
    Malformed = 3,
    /// Nothing is wrong, but it is too early.
    Pending = 4,
}

impl Code {
    fn hint(self) -> &'static str {
        match self {
            Code::Invalid => "don't rely on it; ask for it again from its source",
            Code::Usage => "see `heliast-verify --help`",
            Code::Malformed => "check that the path is right and that the file is complete",
            Code::Pending => "try again later",
        }
    }
}

/// Why there is no verdict, or a bad one.
#[derive(Debug)]
pub struct Failure {
    code: Code,
    message: String,
    hint: &'static str,
}

impl Failure {
    /// A failure with the hint of its code.
    pub fn new(code: Code, message: impl Display) -> Failure {
        Failure { code, message: message.to_string(), hint: code.hint() }
    }

    /// A failure of the system.
    pub fn unreadable(message: impl Display) -> Failure {
        Failure::new(Code::Malformed, message)
    }

    /// Replaces the hint of the code.
    pub fn hint(self, hint: &'static str) -> Failure {
        Failure { hint, ..self }
    }

    /// Puts the subject in front of the message.
    pub fn about(self, subject: impl Display) -> Failure {
        Failure { message: format!("{subject}: {}", self.message), ..self }
    }

    /// Prints two lines on stderr. Text from outside can't move the terminal's cursor.
    pub fn print(&self) -> ExitCode {
        let message = self.message.replace(char::is_control, " ");
        eprintln!("error: {message}\nhint: {}", self.hint);
        ExitCode::from(self.code as u8)
    }
}

impl From<BundleError> for Failure {
    fn from(error: BundleError) -> Failure {
        let code = match &error {
            BundleError::Invalid { reason, .. } => culprit(reason),
            BundleError::OtherChain { .. }
            | BundleError::OtherGenesis
            | BundleError::OtherSeed
            | BundleError::OtherTip { .. } => Code::Invalid,
            _ => Code::Malformed,
        };
        Failure::new(code, error)
    }
}

impl From<Error<BundleError>> for Failure {
    fn from(error: Error<BundleError>) -> Failure {
        let code = match error {
            Error::Source(error) => return error.into(),
            Error::Invalid { ref reason, .. } => culprit(reason),
            _ => Code::Malformed,
        };
        Failure::new(code, error).hint("take this round from another source, or don't rely on it")
    }
}

/// Elements that are not of the group are malformed; the rest are false claims (`spec/wesolowski.md`).
fn culprit(reason: &Invalid) -> Code {
    match reason {
        Invalid::Malformed(_) | Invalid::Delay(heliast_vdf::Invalid::Element(_)) => Code::Malformed,
        _ => Code::Invalid,
    }
}
