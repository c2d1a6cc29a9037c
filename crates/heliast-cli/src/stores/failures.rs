//! Hints for the errors of stores.

use crate::failure::{Code, Failure};
use heliast::{Exhausted, stateful::Turn};
use heliast_keystore::{Error, Refusal, Store};

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let code = match &error {
            Error::Refused(_) | Error::Exhausted(_) => Code::Refused,
            Error::Damaged { .. } | Error::NoKey(_) | Error::Io { .. } => Code::Malformed,
            Error::Unfinished { .. } | Error::Interrupted { .. } => Code::Pending,
            Error::Subtree { .. } | Error::Work { .. } | Error::NoHome => Code::Usage,
            _ => Code::Internal,
        };
        let hint = match &error {
            Error::Unfinished { .. } | Error::Interrupted { .. } => {
                "the same `heliast vrf keygen` goes on: what is done is not done again"
            }
            Error::NoHome => "set HOME, or give --witnesses DIR",
            Error::Refused(Refusal::PassphraseMissing) => {
                "give --passphrase-file FILE, or run it in a terminal"
            }
            Error::Refused(
                Refusal::BegunElsewhere(_)
                | Refusal::Copied { .. }
                | Refusal::OtherHost { .. }
                | Refusal::RolledBack { .. }
                | Refusal::WitnessMissing { .. }
                | Refusal::WitnessBehind { .. }
                | Refusal::MarksDamaged { .. },
            ) => {
                "make sure that no other copy of the key runs, find on the chain the last round that it answered, and \
                 `heliast vrf adopt --key DIR --next ROUND` with a later one"
            }
            other => other.hint(),
        };
        Failure::new(code, &error).hint(hint)
    }
}

/// The reason why a key gave no answer, with its next turn if it is only too late for this one.
pub fn unanswered(error: Error, store: &Store) -> Failure {
    let too_late = matches!(error, Error::Exhausted(Exhausted::Passed { .. } | Exhausted::OtherInput { .. }));
    match store.next_turn().filter(|_| too_late) {
        None => error.into(),
        Some(Turn { round, slot }) => Failure::new(Code::Refused, error).hint(format_args!(
            "its next answer is for round {round}, slot {slot}, or for any turn after it"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_was_begun_elsewhere_must_be_adopted() {
        let failure = Failure::from(Error::from(Refusal::BegunElsewhere("tree".into())));
        assert_eq!(failure.code(), Code::Refused);
        assert!(failure.hint_text().contains("heliast vrf adopt"), "{}", failure.hint_text());
    }

    /// Each error with its code, and a part of its hint.
    #[test]
    fn every_refusal_of_a_store_has_a_code_and_a_hint() {
        let dir = || std::path::PathBuf::from("tree");
        for (error, code, hint) in [
            (Error::NoKey(dir()), Code::Malformed, ""),
            (Error::Damaged { path: dir(), what: "short".into() }, Code::Malformed, ""),
            (
                Error::Unfinished { dir: dir(), missing: 2, total: 8 },
                Code::Pending,
                "the same `heliast vrf keygen`",
            ),
            (Error::Interrupted { done: 2, total: 8 }, Code::Pending, "the same `heliast vrf keygen`"),
            (Error::Subtree { subtree: 9, height: 4, least: 1, most: 4 }, Code::Usage, ""),
            (Error::Work { log_n: 40 }, Code::Usage, ""),
            (Error::NoHome, Code::Usage, "set HOME, or give --witnesses DIR"),
            (Refusal::PassphraseMissing.into(), Code::Refused, "give --passphrase-file FILE"),
            (Refusal::InUse(dir()).into(), Code::Refused, ""),
            (Refusal::Exists(dir()).into(), Code::Refused, ""),
        ] {
            let text = error.to_string();
            let failure = Failure::from(error);
            assert_eq!((failure.code(), failure.to_string()), (code, text));
            assert!(failure.hint_text().starts_with(hint) && !failure.hint_text().is_empty(), "{failure:?}");
            // Adoption is suggested only for a key that may have answered elsewhere.
            assert!(!failure.hint_text().contains("adopt"), "{failure:?}");
        }
    }
}
