//! The functions of `heliast.stamp`: a short delay as the price of a request.

mod issuer;
mod terms;

pub(crate) use issuer::{PrivateIssuer, PublicIssuer, StampKey};
pub(crate) use terms::{Expected, Paid, Spent, StampChallenge};

use crate::{
    buffer::Buffer,
    error::{malformed, misuse, refused, with},
    progress::{Progress, Told},
};
use heliast_stamp::{Refusal, SolveError};
use pyo3::{prelude::*, types::PyBytes};

/// The stamp of a challenge: `progress` is called with the fraction done, from 0 to 1.
#[pyfunction]
#[pyo3(signature = (challenge, progress = Told::default()), text_signature = "(challenge, progress=None)")]
pub(crate) fn stamp_solve<'py>(
    py: Python<'py>,
    challenge: Buffer,
    progress: Told,
) -> PyResult<Bound<'py, PyBytes>> {
    let progress = Progress::new(progress);
    let stamp = py.detach(|| heliast_stamp::solve(&challenge, |done| progress.told(done)));
    match (stamp, progress.raised()) {
        (_, Some(error)) => Err(error),
        (Ok(stamp), None) => Ok(PyBytes::new(py, &stamp)),
        (Err(reason @ SolveError::Malformed(_)), None) => Err(malformed(reason)),
        (Err(reason), None) => Err(misuse(reason)),
    }
}

/// The exception for a stamp that is not accepted; its `reason` is the name in `spec/stamp.md`.
fn not_taken(py: Python<'_>, reason: Refusal) -> PyErr {
    let error = match reason {
        Refusal::Length { .. }
        | Refusal::Version
        | Refusal::Issuer
        | Refusal::Terms
        | Refusal::Element(_) => malformed(&reason),
        _ => refused(&reason),
    };
    with(py, error, "reason", reason.name())
}
