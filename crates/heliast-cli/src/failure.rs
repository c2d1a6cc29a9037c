//! How a verb fails: an exit code that names the culprit, what is wrong, and what to do about it.

use heliast::{Invalid, Malformed, VrfError, bundle::BundleError};
use heliast_node::StoreError;
use heliast_vdf::{OpenError, ProveError, ResumeError, pietrzak, segments};
use serde_json::json;
use std::{any::Any, fmt::Display, io::Write, panic::PanicHookInfo, process::ExitCode, sync::OnceLock};

/// The exit codes, for `--help` and the man pages.
pub const TABLE: &str = "\
Exit codes:
  0   ok
  1   a proof, round or chain is not valid
  2   usage: the command line is wrong
  3   input is malformed, unreadable or missing
  4   pending: not finished or not there yet
  5   the network failed
  6   refused: a key's file mode, a file that exists, a store in use, the wrong key,
      an answer that a key has given or may have given elsewhere
  70  internal error";

/// Who or what is at fault; the number is the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Code {
    /// A well-formed claim is false.
    Invalid = 1,
    /// The command line.
    Usage = 2,
    /// Input that is not what it should be, or is not there.
    Malformed = 3,
    /// Nothing is wrong; it is too early.
    Pending = 4,
    /// The network.
    Network = 5,
    /// A key, a file or a state that is better left alone.
    Refused = 6,
    /// This program.
    Internal = 70,
}

impl Code {
    fn hint(self) -> &'static str {
        match self {
            Code::Invalid => "don't rely on it; ask for it again from its source",
            Code::Usage => "see `heliast --help`",
            Code::Malformed => "check that the path is right and that the file is complete",
            Code::Pending => "try again later",
            Code::Network => "check the address and the connection, then try again",
            Code::Refused => "nothing was changed",
            Code::Internal => "this is a mistake in heliast: please report it with the command that shows it",
        }
    }
}

/// Why a verb did not do what it was asked for.
#[derive(Debug)]
pub struct Failure {
    code: Code,
    message: String,
    hint: String,
    usage: Option<String>,
}

impl Failure {
    /// A failure with the hint that fits every failure of its code.
    pub fn new(code: Code, message: impl Display) -> Failure {
        Failure { code, message: message.to_string(), hint: code.hint().to_owned(), usage: None }
    }

    /// What to do about it, in place of the code's own hint.
    pub fn hint(self, hint: impl Display) -> Failure {
        Failure { hint: hint.to_string(), ..self }
    }

    /// What the message is about, in front of it.
    pub fn about(self, subject: impl Display) -> Failure {
        Failure { message: format!("{subject}: {}", self.message), ..self }
    }

    /// One failure for what is wrong among `count` things, if anything is: with every message, and the code and hint of the first.
    pub fn of_several(failures: Vec<Failure>, count: usize) -> Result<(), Failure> {
        let messages: Vec<_> = failures.iter().map(|failure| failure.message.as_str()).collect();
        let message = format!("{} of {count} are not valid: {}", failures.len(), messages.join("; "));
        failures.into_iter().next().map_or(Ok(()), |first| Err(Failure { message, ..first }))
    }

    /// The help that a command line without a verb is answered with.
    pub fn with_help(self, help: String) -> Failure {
        Failure { usage: Some(help), ..self }
    }

    /// The failure of a verb that panicked.
    pub fn panic(payload: &(dyn Any + Send)) -> Failure {
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let text = text.unwrap_or("a part of the program panicked");
        match PANICKED_AT.get() {
            Some(place) => Failure::new(Code::Internal, format_args!("{text} ({place})")),
            None => Failure::new(Code::Internal, text),
        }
    }

    /// Prints two lines on stderr, or with `--json` an object on stdout. What can't be printed is dropped: the exit code remains.
    pub fn print(&self, json: bool) -> ExitCode {
        let (message, hint) = (one_line(&self.message), one_line(&self.hint));
        let _ = if json {
            let object = json!({ "error": message, "hint": hint, "code": self.code as u8 });
            writeln!(std::io::stdout(), "{object}")
        } else if let Some(help) = &self.usage {
            writeln!(std::io::stderr(), "{help}\nerror: {message}\nhint: {hint}")
        } else {
            writeln!(std::io::stderr(), "error: {message}\nhint: {hint}")
        };
        ExitCode::from(self.code as u8)
    }
}

/// The panic hook: keeps the place for [`Failure::panic`], and no trace is printed.
pub fn note_panic(panic: &PanicHookInfo<'_>) {
    if let Some(place) = panic.location() {
        PANICKED_AT.get_or_init(|| place.to_string());
    }
}

static PANICKED_AT: OnceLock<String> = OnceLock::new();

impl Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&one_line(&self.message))
    }
}

/// Text from outside (paths, servers) can neither break the two lines nor move the terminal's cursor.
pub fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
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
            Invalid::Delay(reason) => delay_code(reason),
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
            BundleError::OtherChain | BundleError::OtherSeed => Failure::new(Code::Invalid, error),
            other => Failure::new(Code::Malformed, other),
        }
    }
}

impl From<VrfError> for Failure {
    fn from(error: VrfError) -> Failure {
        let code = match &error {
            VrfError::Malformed(_) => Code::Malformed,
            VrfError::Invalid(_) | VrfError::OtherScheme => Code::Invalid,
            VrfError::NoTurn | VrfError::NeedlessTurn => {
                return Failure::new(Code::Usage, error).hint("--round N and --slot N name the turn");
            }
        };
        Failure::new(code, error)
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Failure {
        let code = match &error {
            OpenError::Format(_)
            | OpenError::Element { .. }
            | OpenError::Midpoints(_)
            | OpenError::Segments(_)
            | OpenError::Pietrzak(pietrzak::Invalid::Element(_)) => Code::Malformed,
            OpenError::Invalid(reason) | OpenError::Segmented(segments::Invalid::Segment { reason, .. }) => {
                delay_code(reason)
            }
            _ => Code::Invalid,
        };
        Failure::new(code, error)
    }
}

/// Elements that are none are malformed; the rest is a false claim (`spec/wesolowski.md`).
fn delay_code(error: &heliast_vdf::Invalid) -> Code {
    match error {
        heliast_vdf::Invalid::Element(_) => Code::Malformed,
        heliast_vdf::Invalid::NoPrime(_) => Code::Internal,
        _ => Code::Invalid,
    }
}

impl From<ResumeError> for Failure {
    fn from(error: ResumeError) -> Failure {
        let code = match error {
            ResumeError::Group | ResumeError::Segmented | ResumeError::Whole | ResumeError::Varied => {
                Code::Refused
            }
            _ => Code::Malformed,
        };
        Failure::new(code, error)
    }
}

impl From<ProveError> for Failure {
    fn from(error: ProveError) -> Failure {
        let code = match &error {
            ProveError::Unfinished { .. } | ProveError::Interrupted => Code::Pending,
            _ => Code::Internal,
        };
        Failure::new(code, error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        let code = match &error {
            StoreError::InUse(_) | StoreError::Exists(_) | StoreError::Full(_) => Code::Refused,
            StoreError::NoChain(_)
            | StoreError::Foreign { .. }
            | StoreError::Corrupt(_)
            | StoreError::Io(_) => Code::Malformed,
            StoreError::OutOfOrder { .. } | StoreError::OtherChain(_) | StoreError::ReadOnly => {
                Code::Internal
            }
        };
        let hint = error.hint();
        Failure::new(code, error).hint(hint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_internal_and_says_what_happened() {
        let payload = std::panic::catch_unwind(|| panic!("two {}", "words")).unwrap_err();
        let failure = Failure::panic(payload.as_ref());
        assert_eq!(failure.code as u8, 70);
        assert!(failure.message.starts_with("two words"), "{}", failure.message);
        assert!(failure.hint.contains("report"));
    }

    #[test]
    fn text_from_outside_stays_on_its_line() {
        assert_eq!(one_line("a\nb\u{1b}[2Jc"), "a b [2Jc");
    }
}
