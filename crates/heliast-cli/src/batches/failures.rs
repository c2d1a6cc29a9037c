//! The errors of a batch that is not accepted or not proved. Each names the file or the proof at fault.

use crate::{
    failure::{Code, Failure, GROUP_HINT},
    files::unreadable,
};
use heliast_vdf::{
    batch::{FileError, Invalid, ListError, ProveError},
    pietrzak,
};
use std::path::Path;

/// The failure of the list at this path.
pub fn of_list(path: &Path, error: ListError) -> Failure {
    match error {
        ListError::Read(error) => unreadable(path, &error),
        ListError::Changed => {
            let message = format_args!("{} was changed while it was read", path.display());
            Failure::new(Code::Malformed, message).hint("try again when nobody writes to it")
        }
        error @ ListError::Records(_) => Failure::new(Code::Malformed, error).about(path.display()),
        ListError::Invalid(invalid @ Invalid::NotAUnit { .. }) => {
            Failure::from(invalid).about(path.display())
        }
        ListError::Invalid(invalid) => invalid.into(),
        ListError::File(error) => error.into(),
        ListError::Search(error) => error.into(),
        ListError::Interrupted => Failure::new(Code::Pending, error),
        other => Failure::new(Code::Refused, other),
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Failure {
        match error {
            FileError::OtherGroup => Failure::new(Code::Invalid, error).hint(GROUP_HINT),
            _ => Failure::new(Code::Malformed, error),
        }
    }
}

impl From<Invalid> for Failure {
    fn from(error: Invalid) -> Failure {
        let code = match &error {
            Invalid::Empty
            | Invalid::TooMany(_)
            | Invalid::Delay(_)
            | Invalid::Records(_)
            | Invalid::NotAUnit { .. }
            | Invalid::Element(_)
            | Invalid::Rows { .. }
            | Invalid::Wesolowski { reason: heliast_vdf::Invalid::Element(_), .. }
            | Invalid::Pietrzak { reason: pietrzak::Invalid::Element(_), .. } => Code::Malformed,
            Invalid::Wesolowski { reason: heliast_vdf::Invalid::NoPrime(_), .. } => Code::Internal,
            _ => Code::Invalid,
        };
        Failure::new(code, error)
    }
}

impl From<ProveError> for Failure {
    fn from(error: ProveError) -> Failure {
        match error {
            ProveError::Invalid(invalid) => invalid.into(),
            ProveError::False(_) => Failure::new(Code::Invalid, error),
            ProveError::Interrupted => Failure::new(Code::Pending, error),
            _ => Failure::new(Code::Internal, error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heliast_group::Malformed as Element;
    use heliast_vdf::batch::{BadRecords, Side, TooWeak};
    use std::io;

    fn list(error: ListError) -> Failure {
        of_list(Path::new("list"), error)
    }

    /// Errors of the file name it; errors of the proof do not.
    #[test]
    fn an_invalid_list_is_named() {
        let not_a_unit = || Invalid::NotAUnit { index: 3, side: Side::Output };
        for (error, code, said) in [
            (ListError::Read(io::ErrorKind::TimedOut.into()), Code::Malformed, "list can't be read: "),
            (ListError::Changed, Code::Malformed, "list was changed while it was read"),
            (ListError::Records(BadRecords::Length { stride: 128, len: 7 }), Code::Malformed, "list: "),
            (
                ListError::Invalid(not_a_unit()),
                Code::Malformed,
                "list: the output of statement 3 is not a unit",
            ),
            (ListError::Invalid(Invalid::Empty), Code::Malformed, "the batch has no statements"),
            (
                ListError::File(FileError::Statements("short")),
                Code::Malformed,
                "this is not a statements file: ",
            ),
            (
                ListError::Search(ProveError::False(vec![4, 5])),
                Code::Invalid,
                "2 of the statements are false",
            ),
            (ListError::Interrupted, Code::Pending, "reading the list was interrupted"),
            (ListError::TooLong, Code::Refused, "so many statements at once do not fit into the memory"),
        ] {
            let failure = list(error);
            assert!(failure.to_string().starts_with(said), "{failure}");
            assert_eq!(failure.code(), code, "{failure}");
        }
        assert_eq!(list(ListError::Changed).hint_text(), "try again when nobody writes to it");
    }

    #[test]
    fn bytes_that_are_not_elements_are_malformed_and_false_claims_invalid() {
        let element = || heliast_vdf::Invalid::Element(Element::NotCanonical);
        let equation = || heliast_vdf::Invalid::Equation;
        for (error, code) in [
            (Invalid::Empty, Code::Malformed),
            (Invalid::TooMany(1 << 41), Code::Malformed),
            (Invalid::Delay(0), Code::Malformed),
            (Invalid::Element(Element::NotCanonical), Code::Malformed),
            (Invalid::Rows { expected: 1, found: 2 }, Code::Malformed),
            (Invalid::Wesolowski { index: 0, reason: element() }, Code::Malformed),
            (Invalid::Wesolowski { index: 0, reason: equation() }, Code::Invalid),
            (Invalid::Count { expected: Some(5), found: 4 }, Code::Invalid),
            (Invalid::OtherDelay { expected: 5, found: 4 }, Code::Invalid),
            (Invalid::Level { least: 128, found: 64 }, Code::Invalid),
        ] {
            let failure = Failure::from(error);
            assert_eq!(failure.code(), code, "{failure}");
        }
        for (error, code) in [
            (ProveError::Invalid(Invalid::Delay(0)), Code::Malformed),
            (ProveError::False(vec![0]), Code::Invalid),
            (ProveError::Interrupted, Code::Pending),
        ] {
            assert_eq!(Failure::from(error).code(), code);
        }
    }

    #[test]
    fn a_file_of_another_group_says_which_flag_names_it() {
        let other = Failure::from(FileError::OtherGroup);
        assert_eq!((other.code(), other.hint_text()), (Code::Invalid, GROUP_HINT));
        for error in [
            FileError::Proof("short"),
            FileError::Protocol(TooWeak::Level(7)),
            FileError::Length { count: 2, expected: 320, found: 319 },
        ] {
            assert_eq!(Failure::from(error).code(), Code::Malformed);
        }
    }
}
