//! Whose fault it is when a batch is not accepted or not proved.

use crate::{
    failure::{Code, Failure},
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
        error @ (ListError::Records(_) | ListError::Delay { .. }) => {
            Failure::new(Code::Malformed, error).about(path.display())
        }
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
            FileError::OtherGroup => {
                Failure::new(Code::Invalid, error).hint("give the --group that it was made in")
            }
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
