//! Errors by their cause, as in `python/heliast/errors.py`: undecodable bytes are `Malformed`, and a claim
//! that is false or too weak is `Invalid`. A mistake of the caller is `Misuse`, which is a `ValueError`, too.

use heliast::{
    DelayInvalid, OpenError, ProveError, ResumeError, VrfError, batch,
    bundle::BundleError,
    pietrzak,
    verify::{self, Error as VerifyError},
};
use heliast_vdf::segments;
use pyo3::{PyErr, exceptions::PyTypeError, import_exception, prelude::*};

import_exception!(heliast.errors, Exhausted);
import_exception!(heliast.errors, Invalid);
import_exception!(heliast.errors, Malformed);
import_exception!(heliast.errors, Misuse);
import_exception!(heliast.errors, Refused);

/// A mistake of the caller.
pub(crate) fn misuse(message: impl ToString) -> PyErr {
    Misuse::new_err(message.to_string())
}

pub(crate) fn malformed(reason: impl ToString) -> PyErr {
    Malformed::new_err(reason.to_string())
}

pub(crate) fn refused(reason: impl ToString) -> PyErr {
    Invalid::new_err(reason.to_string())
}

/// The `TypeError` for an object of an unexpected type.
pub(crate) fn wanted(what: &str, found: Borrowed<'_, '_, PyAny>) -> PyErr {
    let found = found.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("{what} is wanted, not {found}"))
}

/// The same error with an attribute.
pub(crate) fn with<'py>(py: Python<'py>, error: PyErr, name: &str, value: impl IntoPyObject<'py>) -> PyErr {
    match error.value(py).setattr(name, value) {
        Ok(()) => error,
        Err(failed) => failed,
    }
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

/// The exception for bytes that are not a file, or are a file of another group.
pub(crate) fn unread(reason: batch::FileError) -> PyErr {
    match reason {
        batch::FileError::OtherGroup => refused(reason),
        other => malformed(other),
    }
}

/// The exception for a list that could not be proved. If statements are false, its attribute `statements` has
/// their places.
pub(crate) fn not_proved(py: Python<'_>, reason: batch::ProveError) -> PyErr {
    match reason {
        batch::ProveError::Invalid(reason) => invalid(reason),
        batch::ProveError::False(ref places) => with(py, refused(&reason), "statements", places.clone()),
        other => refused(other),
    }
}

/// The exception for a delay proof that is not accepted.
pub(crate) fn not_opened(reason: OpenError) -> PyErr {
    use OpenError as Reason;
    match reason {
        Reason::Format(_)
        | Reason::Element { .. }
        | Reason::Midpoints(_)
        | Reason::Segments(_)
        | Reason::Invalid(DelayInvalid::Element(_))
        | Reason::Pietrzak(pietrzak::Invalid::Element(_)) => malformed(reason),
        Reason::Segmented(segments::Invalid::Segment { reason: DelayInvalid::Element(_), .. }) => {
            malformed(reason)
        }
        other => refused(other),
    }
}

/// The exception for a delay that can't begin.
pub(crate) fn not_begun(reason: ResumeError) -> PyErr {
    match reason {
        ResumeError::Delay(_) | ResumeError::TrivialInput => misuse(reason),
        other => malformed(other),
    }
}

/// The exception for a delay that cannot be proved.
pub(crate) fn unproved(reason: ProveError) -> PyErr {
    match reason {
        ProveError::Unfinished { .. } => misuse(reason),
        other => refused(other),
    }
}

/// The exception for a VRF proof that is not accepted.
pub(crate) fn no_output(reason: VrfError) -> PyErr {
    match reason {
        VrfError::Malformed(_) => malformed(reason),
        VrfError::NoTurn | VrfError::NeedlessTurn | VrfError::OtherScheme => misuse(reason),
        other => refused(other),
    }
}

/// The exception for an error that ends the reading of a bundle.
pub(crate) fn not_read(py: Python<'_>, reason: BundleError) -> PyErr {
    match reason {
        BundleError::Io(error) | BundleError::Broken { error, .. } => error.into(),
        BundleError::Header(_) | BundleError::History(_) => malformed(reason),
        BundleError::Malformed { round, .. } => with(py, malformed(reason), "round", round),
        BundleError::Invalid { round, .. } => with(py, refused(reason), "round", round),
        BundleError::Middle { .. } => misuse(
            "the bundle does not begin with round 1: what came before it can only be taken on trust (trust_start=True)",
        ),
        BundleError::Failed { .. } => misuse(reason),
        other => refused(other),
    }
}

/// The exception for rounds that are not accepted.
pub(crate) fn not_accepted(py: Python<'_>, reason: VerifyError<BundleError>) -> PyErr {
    use verify::Error as Reason;
    match reason {
        Reason::Source(error) => not_read(py, error),
        Reason::Malformed { round, .. } => with(py, malformed(reason), "round", round),
        Reason::Invalid { round, .. } | Reason::Missing(round) | Reason::Gap { expected: round, .. } => {
            with(py, refused(reason), "round", round)
        }
        other => refused(other),
    }
}
