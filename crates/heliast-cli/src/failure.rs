//! Errors of verbs: an exit code that names the culprit, a message, and a hint at a remedy.

use crate::reports::{self, Failed};
use heliast::{Invalid, Malformed, VrfError, bundle::BundleError};
use heliast_client::NodeError;
use heliast_group::BadRootField;
use heliast_store::{ArchiveError, StoreError};
use heliast_vdf::{OpenError, ProveError, ResumeError, pietrzak, roots, segments};
use std::{any::Any, fmt::Display, io::Write, panic::PanicHookInfo, process::ExitCode, sync::OnceLock};

pub use heliast_verify::Code;

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

/// The hint if a proof, or a list of proofs, belongs to another group than the requested one.
pub const GROUP_HINT: &str =
    "give the --group that it was made in: a modulus file, roots-N, or class-N with the same --seed";
/// The name of the program in hints.
const PROGRAM: &str = "heliast";

/// The failure of a verb.
#[derive(Debug)]
pub struct Failure {
    code: Code,
    message: String,
    hint: String,
    usage: Option<String>,
}

impl Failure {
    /// A failure with the default hint of its code.
    pub fn new(code: Code, message: impl Display) -> Failure {
        Failure { code, message: message.to_string(), hint: code.hint(PROGRAM), usage: None }
    }

    /// The hint at a remedy.
    #[cfg(test)]
    pub fn hint_text(&self) -> &str {
        &self.hint
    }

    /// The culprit.
    #[cfg(test)]
    pub fn code(&self) -> Code {
        self.code
    }

    /// Replaces the default hint of the code.
    pub fn hint(self, hint: impl Display) -> Failure {
        Failure { hint: hint.to_string(), ..self }
    }

    /// Puts the subject in front of the message.
    pub fn about(self, subject: impl Display) -> Failure {
        Failure { message: format!("{subject}: {}", self.message), ..self }
    }

    /// Replaces the message.
    pub fn with_message(self, message: String) -> Failure {
        Failure { message, ..self }
    }

    /// One failure for all failures among `count` items, if there are any. It has every message, and the code
    /// and hint of the first.
    pub fn of_several(failures: Vec<Failure>, count: usize) -> Result<(), Failure> {
        let messages: Vec<_> = failures.iter().map(|failure| failure.message.as_str()).collect();
        let message = format!("{} of {count} are not valid: {}", failures.len(), messages.join("; "));
        failures.into_iter().next().map_or(Ok(()), |first| Err(Failure { message, ..first }))
    }

    /// Adds the help, for a command line without a verb.
    pub fn with_help(self, help: String) -> Failure {
        Failure { usage: Some(help), ..self }
    }

    /// The failure of a verb that panicked.
    pub fn panic(payload: &(dyn Any + Send)) -> Failure {
        let text = words_of(payload);
        match PANICKED_AT.get() {
            Some(place) => Failure::new(Code::Internal, format_args!("{text} ({place})")),
            None => Failure::new(Code::Internal, text),
        }
    }

    /// Prints two lines on stderr, or with `--json` an object on stdout. A failure to print is
    /// ignored: the exit code remains.
    pub fn print(&self, json: bool, verb: &str) -> ExitCode {
        let (message, hint) = (one_line(&self.message), one_line(&self.hint));
        let _ = if json {
            let failed = Failed { error: message.into(), hint: hint.into(), code: self.code as u8 };
            writeln!(std::io::stdout(), "{}", reports::line(verb, &failed))
        } else if let Some(help) = &self.usage {
            writeln!(std::io::stderr(), "{help}\nerror: {message}\nhint: {hint}")
        } else {
            writeln!(std::io::stderr(), "error: {message}\nhint: {hint}")
        };
        ExitCode::from(self.code as u8)
    }
}

/// A panic hook that keeps the place for [`Failure::panic`] and prints no trace. It also logs the panic, for
/// verbs that go on after one of their threads has panicked.
pub fn note_panic(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
    tracing::error!(place, "a thread panicked: {}", words_of(panic.payload()));
    if panic.location().is_some() {
        PANICKED_AT.get_or_init(|| place);
    }
}

/// The words of a panic.
fn words_of(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a part of the program panicked")
}

static PANICKED_AT: OnceLock<String> = OnceLock::new();

impl Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&one_line(&self.message))
    }
}

/// Text from outside (paths, servers, names) can neither break the two lines nor move the terminal's cursor,
/// nor change their direction.
pub fn one_line(text: &str) -> String {
    let turns = |c| matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars().map(|c| if c.is_control() || turns(c) { ' ' } else { c }).collect()
}

impl From<heliast_verify::Failure> for Failure {
    fn from(failure: heliast_verify::Failure) -> Failure {
        Failure::new(failure.code(), &failure).hint(failure.hint_in(PROGRAM))
    }
}

impl From<Failure> for heliast_verify::Failure {
    fn from(failure: Failure) -> heliast_verify::Failure {
        heliast_verify::Failure::new(failure.code, failure.message).hint(failure.hint)
    }
}

/// Errors about rounds, and of nodes that have them, have the codes and hints of `heliast-verify`.
macro_rules! verified {
    ($($error:ty),*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                heliast_verify::Failure::from(error).into()
            }
        })*
    };
}

verified!(Malformed, Invalid, BundleError, NodeError);

impl From<VrfError> for Failure {
    fn from(error: VrfError) -> Failure {
        let code = match &error {
            VrfError::Malformed(_) => Code::Malformed,
            VrfError::Invalid(_) | VrfError::OtherScheme => Code::Invalid,
            VrfError::NoTurn => {
                return Failure::new(Code::Usage, error).hint("--round N and --slot N name the turn");
            }
            VrfError::NeedlessTurn => {
                return Failure::new(Code::Usage, error).hint("leave out --round and --slot");
            }
            _ => Code::Internal,
        };
        Failure::new(code, error)
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Failure {
        let code = match &error {
            OpenError::OtherGroup => {
                return Failure::new(Code::Invalid, error).hint(GROUP_HINT);
            }
            OpenError::Format(_)
            | OpenError::Element { .. }
            | OpenError::Midpoints(_)
            | OpenError::Segments(_)
            | OpenError::Pietrzak(pietrzak::Invalid::Element(_)) => Code::Malformed,
            OpenError::Invalid(reason) | OpenError::Segmented(segments::Invalid::Segment { reason, .. }) => {
                reason.into()
            }
            _ => Code::Invalid,
        };
        Failure::new(code, error)
    }
}

impl From<roots::OpenError> for Failure {
    fn from(error: roots::OpenError) -> Failure {
        let code = match &error {
            roots::OpenError::OtherField => {
                return Failure::new(Code::Invalid, error).hint(GROUP_HINT);
            }
            roots::OpenError::Format(_) | roots::OpenError::Element { .. } | roots::OpenError::Proof(_) => {
                Code::Malformed
            }
            roots::OpenError::Interrupted => Code::Pending,
            _ => Code::Invalid,
        };
        Failure::new(code, error)
    }
}

impl From<BadRootField> for Failure {
    fn from(error: BadRootField) -> Failure {
        let code = if error.is_malformed() { Code::Malformed } else { Code::Invalid };
        Failure::new(code, error)
    }
}

impl From<ResumeError> for Failure {
    fn from(error: ResumeError) -> Failure {
        let code = match error {
            ResumeError::Group
            | ResumeError::Segmented
            | ResumeError::Whole
            | ResumeError::Varied
            | ResumeError::Roots => Code::Refused,
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
            StoreError::Leftover(_) | StoreError::Pruned { .. } => Code::Refused,
            StoreError::Archive(ArchiveError::Ahead { .. } | ArchiveError::Differs(_)) => Code::Refused,
            StoreError::NoChain(_)
            | StoreError::Outdated { .. }
            | StoreError::Newer { .. }
            | StoreError::Archive(_)
            | StoreError::Foreign { .. }
            | StoreError::Corrupt(_)
            | StoreError::Io(_) => Code::Malformed,
            StoreError::OutOfOrder { .. } | StoreError::OtherChain(_) | StoreError::ReadOnly => {
                Code::Internal
            }
            // A kind of error that this version does not know.
            _ => Code::Internal,
        };
        let hint = error.hint();
        Failure::new(code, error).hint(hint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heliast_client::Cause;

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

    #[test]
    fn every_code_has_its_number_in_the_table_and_a_hint() {
        let codes = [
            Code::Invalid,
            Code::Usage,
            Code::Malformed,
            Code::Pending,
            Code::Network,
            Code::Refused,
            Code::Internal,
        ];
        for code in codes {
            let line = TABLE.lines().find(|line| line.trim_start().starts_with(&format!("{} ", code as u8)));
            assert!(line.is_some(), "{code:?}");
            assert_eq!(Failure::new(code, "x").hint, code.hint("heliast"));
        }
        assert_eq!(
            codes.iter().map(|code| code.hint("heliast")).collect::<std::collections::BTreeSet<_>>().len(),
            7
        );
    }

    #[test]
    fn what_it_is_about_stands_in_front() {
        let failure =
            Failure::new(Code::Malformed, "it is short").about("round 3").about("bundle").hint("ask again");
        assert_eq!(
            (failure.to_string().as_str(), failure.hint_text()),
            ("bundle: round 3: it is short", "ask again")
        );
        assert_eq!(failure.code(), Code::Malformed);
    }

    #[test]
    fn of_several_the_first_decides_and_all_are_told() {
        assert!(Failure::of_several(vec![], 3).is_ok());
        let two = vec![
            Failure::new(Code::Invalid, "first").hint("do this"),
            Failure::new(Code::Malformed, "second").hint("do that"),
        ];
        let failure = Failure::of_several(two, 5).unwrap_err();
        assert_eq!(failure.to_string(), "2 of 5 are not valid: first; second");
        assert_eq!((failure.code(), failure.hint_text()), (Code::Invalid, "do this"));
    }

    #[test]
    fn a_payload_without_text_is_a_panic_too() {
        let failure = Failure::panic(&7_u32);
        assert!(failure.message.starts_with("a part of the program panicked"), "{}", failure.message);
        let failure = Failure::panic(&"words".to_owned());
        assert!(failure.message.starts_with("words"), "{}", failure.message);
    }

    /// The cause determines the exit code: invalid bytes are malformed, a false claim is invalid.
    #[test]
    fn the_culprit_is_the_code() {
        let short = || Malformed::Short("round");
        let element = heliast_group::Malformed::NotCanonical;
        let cases: [(Failure, Code); 16] = [
            (short().into(), Code::Malformed),
            (Invalid::Malformed(short()).into(), Code::Malformed),
            (Invalid::Order.into(), Code::Invalid),
            (Invalid::Delay(heliast_vdf::Invalid::Element(element)).into(), Code::Malformed),
            (BundleError::Invalid { round: 3, reason: Invalid::Order }.into(), Code::Invalid),
            (BundleError::OtherChain { pinned: [1; 32], found: [2; 32] }.into(), Code::Invalid),
            (BundleError::OtherSeed.into(), Code::Invalid),
            (BundleError::Header(short()).into(), Code::Malformed),
            (VrfError::OtherScheme.into(), Code::Invalid),
            (VrfError::NoTurn.into(), Code::Usage),
            (VrfError::NeedlessTurn.into(), Code::Usage),
            (OpenError::OtherGroup.into(), Code::Invalid),
            (StoreError::ReadOnly.into(), Code::Internal),
            (StoreError::from(ArchiveError::Ahead { archived: 9, stored: 7 }).into(), Code::Refused),
            (StoreError::from(ArchiveError::Differs(7)).into(), Code::Refused),
            (ProveError::Interrupted.into(), Code::Pending),
        ];
        for (failure, code) in cases {
            assert_eq!(failure.code(), code, "{failure}");
        }
        let named = Failure::from(BundleError::Invalid { round: 3, reason: Invalid::Order });
        assert!(named.to_string().starts_with("round 3: the tickets"), "{named}");
    }

    /// The code and the hint say who has to do something: the user, the network, or the node.
    #[test]
    fn a_failure_of_a_node_has_its_code() {
        let status = |status| Cause::Status { status, wait: None };
        for (cause, message, code, hint) in [
            (
                Cause::Unreachable("no route".into()),
                "http://n/p: no route",
                Code::Network,
                "check the address and",
            ),
            (status(404), "http://n/p answers 404 Not Found", Code::Malformed, "check the address: is it"),
            (status(410), "http://n/p answers 410 Gone", Code::Refused, "the node has pruned these rounds"),
            (status(425), "http://n/p answers 425 Too Early", Code::Pending, "try again later"),
            (
                status(503),
                "http://n/p answers 503 Service Unavailable",
                Code::Network,
                "check the address and",
            ),
            (
                Cause::Malformed("x".into()),
                "http://n/p is not an answer of a heliast node: x",
                Code::Malformed,
                "check the address",
            ),
            (Cause::Genesis("x".into()), "the node's genesis: x", Code::Malformed, "don't rely on this node"),
            (Cause::Claim("x".into()), "http://n/p: x", Code::Invalid, "don't rely on this node"),
        ] {
            let failure = Failure::from(NodeError { node: "http://n".into(), path: "/p".into(), cause });
            assert_eq!((failure.to_string().as_str(), failure.code()), (message, code));
            assert!(failure.hint_text().starts_with(hint), "{failure}: {}", failure.hint_text());
        }
    }

    /// An error has its own hint if the default of the code would mislead.
    #[test]
    fn a_hint_does_not_contradict_its_message() {
        let hint = |failure: Failure| failure.hint_text().to_owned();
        assert_eq!(hint(VrfError::NoTurn.into()), "--round N and --slot N name the turn");
        assert_eq!(hint(VrfError::NeedlessTurn.into()), "leave out --round and --slot");
        assert_eq!(hint(OpenError::OtherGroup.into()), GROUP_HINT);
    }
}
