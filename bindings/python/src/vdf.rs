//! The functions of `heliast.vdf`: delays, and proofs that they were done.

mod evaluation;
mod proof;
mod segmented;
mod trapdoor;

pub(crate) use evaluation::Evaluation;
pub(crate) use proof::{ProofFile, vdf_prove, vdf_verify, vdf_verify_many};
pub(crate) use segmented::SegmentedEvaluation;
pub(crate) use trapdoor::Trapdoor;

use crate::{argument::Given, buffer::Buffer, group::Group};
use heliast::Group as _;
use pyo3::{prelude::*, types::PyBytes};

/// The input of a delay over a message. Nobody can have precomputed anything for this element.
#[pyfunction]
pub(crate) fn delay_input<'py>(
    py: Python<'py>,
    group: Given<'_, Group>,
    message: Buffer,
) -> Bound<'py, PyBytes> {
    let group = &group.0;
    let x = py.detach(|| group.encode(&heliast::delay_input(group, &message)));
    PyBytes::new(py, &x)
}
