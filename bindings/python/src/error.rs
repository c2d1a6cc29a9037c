//! Errors by culprit: bytes that are nothing are `Malformed`, a claim that is false or too weak is `Invalid`;
//! what the caller got wrong is a `ValueError`.

use heliast::{DelayInvalid, batch, pietrzak};
use pyo3::{
    PyErr, create_exception,
    exceptions::{PyException, PyValueError},
    prelude::*,
};

create_exception!(heliast, Malformed, PyException, "Bytes that are not what they should be.");
create_exception!(
    heliast,
    Invalid,
    PyException,
    "A claim that is false, not proved by this proof, or proved too weakly."
);

/// A mistake of the caller.
pub(crate) fn misuse(message: impl ToString) -> PyErr {
    PyValueError::new_err(message.to_string())
}

pub(crate) fn malformed(reason: impl ToString) -> PyErr {
    Malformed::new_err(reason.to_string())
}

pub(crate) fn refused(reason: impl ToString) -> PyErr {
    Invalid::new_err(reason.to_string())
}

/// The exception for a batch that is not accepted.
pub(crate) fn invalid(reason: batch::Invalid) -> PyErr {
    use batch::Invalid as Reason;
    match &reason {
        Reason::Empty | Reason::TooMany(_) | Reason::Delay(_) => misuse(reason),
        Reason::Records(_)
        | Reason::NotAUnit { .. }
        | Reason::Element(_)
        | Reason::Rows { .. }
        | Reason::Wesolowski { reason: DelayInvalid::Element(_), .. }
        | Reason::Pietrzak { reason: pietrzak::Invalid::Element(_), .. } => malformed(reason),
        _ => refused(reason),
    }
}

/// The exception for bytes that are no file, or one of another group.
pub(crate) fn unread(reason: batch::FileError) -> PyErr {
    match reason {
        batch::FileError::OtherGroup => refused(reason),
        other => malformed(other),
    }
}

/// The exception for a list that could not be proved. Where statements are false, its attribute `statements`
/// has their places.
pub(crate) fn not_proved(py: Python<'_>, reason: batch::ProveError) -> PyErr {
    match reason {
        batch::ProveError::Invalid(reason) => invalid(reason),
        batch::ProveError::False(ref places) => {
            let error = refused(&reason);
            match error.value(py).setattr("statements", places.clone()) {
                Ok(()) => error,
                Err(failed) => failed,
            }
        }
        other => refused(other),
    }
}
