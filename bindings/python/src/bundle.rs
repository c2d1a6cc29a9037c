//! The functions of `heliast.bundle`: ranges of a chain, read and verified.

mod chain;
mod reader;
mod round;
mod source;

pub(crate) use chain::{Chain, Tip};
pub(crate) use reader::{Report, RoundReader};
pub(crate) use round::{Announcement, Lot, Round};

use crate::{argument::Given, buffer::Buffer, error::misuse, listed::List};
use heliast::bundle;
use pyo3::{prelude::*, types::PyBytes};

/// The bundle of rounds that follow a tip, from the bytes of the rounds. Nothing is verified.
#[pyfunction]
pub(crate) fn bundle_write<'py>(
    py: Python<'py>,
    chain: Given<'_, Chain>,
    tip: Given<'_, Tip>,
    rounds: List<Buffer>,
) -> PyResult<Bound<'py, PyBytes>> {
    let List(rounds) = rounds;
    if rounds.is_empty() {
        return Err(misuse("a bundle has at least one round"));
    }
    let mut bytes = Vec::new();
    bundle::write_header(&mut bytes, &chain.0, &tip.0, rounds.len() as u64).map_err(misuse)?;
    for round in &rounds {
        bundle::write_round(&mut bytes, round).map_err(misuse)?;
    }
    Ok(PyBytes::new(py, &bytes))
}

/// Randomness of a beacon for one use, by a label of 1 to 200 bytes.
#[pyfunction]
pub(crate) fn beacon_derive<'py>(
    py: Python<'py>,
    beacon: Buffer,
    label: Buffer,
) -> PyResult<Bound<'py, PyBytes>> {
    if !(1..=200).contains(&label.len()) {
        return Err(misuse(format!("a label has from 1 to 200 bytes, not {}", label.len())));
    }
    Ok(PyBytes::new(py, &heliast::derive(&beacon.array("a beacon")?, &label)))
}
