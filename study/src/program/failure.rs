//! Errors of verbs: an exit code that names the cause, a message, and a hint at a remedy.

use heliast::VrfError;
use heliast_keystore::{Error, Refusal};
use heliast_vdf::OpenError;
use serde_json::json;
use std::{
    fmt::Display,
    io::{self, Write},
    process::ExitCode,
};

/// The exit codes, for `--help`.
pub const TABLE: &str = "\
Exit codes:
  0   ok
  1   a proof is not valid
  2   usage: the command line is wrong
  3   input is malformed, unreadable or missing
  6   refused: a key's file mode, a file that exists, a key that has given all its answers
  70  internal error";

/// The cause of a failure; the number is the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Code {
    /// A well-formed claim is false.
    Invalid = 1,
    /// The command line is wrong.
    Usage = 2,
    /// An input is wrong or missing.
    Malformed = 3,
    /// A key or a file must not be used or changed.
    Refused = 6,
    /// This program has an error.
    Internal = 70,
}

impl Code {
    fn hint(self) -> &'static str {
        match self {
            Code::Invalid => "don't rely on it; ask for it again from its source",
            Code::Usage => "see `heliast-study --help`",
            Code::Malformed => "check that the path is right and that the file is complete",
            Code::Refused => "nothing was changed",
            Code::Internal => {
                "this is a mistake in heliast-study: please report it with the command that shows it"
            }
        }
    }
}

/// The failure of a verb.
#[derive(Debug)]
pub struct Failure {
    code: Code,
    message: String,
    hint: String,
}

impl Failure {
    /// Returns a failure with the default hint of its code.
    pub fn new(code: Code, message: impl Display) -> Failure {
        Failure { code, message: message.to_string(), hint: code.hint().to_owned() }
    }

    /// Replaces the default hint of the code.
    pub fn hint(self, hint: impl Display) -> Failure {
        Failure { hint: hint.to_string(), ..self }
    }

    /// Prints two lines on stderr, or with `--json` an object on stdout. A failure to print is ignored: the
    /// exit code does not change.
    pub fn print(&self, json: bool, verb: &str) -> ExitCode {
        let (message, hint) = (one_line(&self.message), one_line(&self.hint));
        let _ = if json {
            let object = json!({ "verb": verb, "error": message, "hint": hint, "code": self.code as u8 });
            writeln!(io::stdout(), "{object}")
        } else {
            writeln!(io::stderr(), "error: {message}\nhint: {hint}")
        };
        ExitCode::from(self.code as u8)
    }
}

/// Makes text from outside safe: it can neither break the two lines nor move the terminal's cursor.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

impl From<VrfError> for Failure {
    fn from(error: VrfError) -> Failure {
        let code = match &error {
            VrfError::Malformed(_) => Code::Malformed,
            VrfError::Invalid(_) | VrfError::OtherScheme => Code::Invalid,
            _ => Code::Internal,
        };
        Failure::new(code, error)
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Failure {
        let code = match &error {
            OpenError::Format(_)
            | OpenError::Element { .. }
            | OpenError::Invalid(heliast_vdf::Invalid::Element(_)) => Code::Malformed,
            _ => Code::Invalid,
        };
        Failure::new(code, error)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let code = match &error {
            Error::Refused(_) | Error::Exhausted(_) => Code::Refused,
            Error::Damaged { .. } | Error::Io { .. } => Code::Malformed,
            Error::NoHome => Code::Usage,
            _ => Code::Internal,
        };
        let hint = match &error {
            Error::Refused(Refusal::PassphraseMissing) => "give --passphrase-file FILE",
            other => other.hint(),
        };
        Failure::new(code, &error).hint(hint)
    }
}
