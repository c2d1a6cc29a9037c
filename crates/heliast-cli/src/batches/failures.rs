//! Whose fault it is when a batch is not accepted or not proved.

use crate::failure::{Code, Failure};
use heliast_vdf::{
    batch::{FileError, Invalid, ProveError},
    pietrzak,
};

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
            Invalid::Count { .. }
            | Invalid::Proofs { .. }
            | Invalid::Wesolowski { .. }
            | Invalid::Pietrzak { .. } => Code::Invalid,
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
            ProveError::NoPrime(_) => Failure::new(Code::Internal, error),
        }
    }
}
