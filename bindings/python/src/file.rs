//! `heliast.batch.Header` and `heliast.batch.Proof`: the files of `spec/batch.md`.

use crate::{
    argument::{Given, Number},
    buffer::Buffer,
    error::{misuse, unread},
    group::Group,
    terms::Terms,
};
use heliast::batch::{BatchProofFile, FileError, Proving, StatementsHeader};
use pyo3::{
    prelude::*,
    types::{PyBytes, PyTuple},
};

const OF_MANY_DELAYS: &str = "each of its statements has a delay of its own; one of one delay is wanted";

/// The header of a statements file of one delay.
#[pyclass(module = "heliast.batch", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct Header(StatementsHeader);

#[pymethods]
impl Header {
    /// Bytes of a header.
    #[classattr]
    const SIZE: usize = StatementsHeader::LEN;

    #[new]
    fn new(group: Given<'_, Group>, t: Number, count: Number) -> PyResult<Header> {
        let (t, count) = (t.get("t")?, count.get("count")?);
        // Decoding the header's bytes checks the ranges of the numbers.
        let bytes = StatementsHeader::new(&group.0, Some(t), count).encode();
        header_of(&bytes).map_err(misuse)
    }

    /// The header at the start of a statements file.
    #[staticmethod]
    fn decode(data: Buffer) -> PyResult<Header> {
        header_of(&data).map_err(unread)
    }

    /// Checks that a file of `size` bytes has what the header says, in this group.
    fn check(&self, group: Given<'_, Group>, size: Number) -> PyResult<()> {
        let size = size.get("size")?;
        self.0.check_len(size).and_then(|()| self.0.check_group(&group.0)).map_err(unread)
    }

    /// The id of the group: 32 bytes.
    #[getter]
    fn group_id<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.group_id)
    }

    /// Squarings of every statement.
    #[getter]
    fn t(&self) -> u64 {
        self.0.t.unwrap_or_default()
    }

    /// Statements of the file.
    #[getter]
    fn count(&self) -> u64 {
        self.0.count
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.encode())
    }

    fn __repr__(&self) -> String {
        format!("<heliast.batch.Header of {} statements, t = {}>", self.0.count, self.t())
    }
}

/// The header of a file of one delay.
fn header_of(bytes: &[u8]) -> Result<Header, FileError> {
    match StatementsHeader::decode(bytes)? {
        header if header.t.is_some() => Ok(Header(header)),
        _ => Err(FileError::Statements(OF_MANY_DELAYS)),
    }
}

/// A batch proof of one delay.
#[pyclass(module = "heliast.batch", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct Proof(pub(crate) BatchProofFile);

#[pymethods]
impl Proof {
    #[new]
    fn decode(data: Buffer) -> PyResult<Proof> {
        match BatchProofFile::from_bytes(&data).map_err(unread)? {
            file if file.t().is_some() => Ok(Proof(file)),
            _ => Err(unread(FileError::Proof(OF_MANY_DELAYS))),
        }
    }

    /// The id of the group: 32 bytes.
    #[getter]
    fn group_id<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.group_id())
    }

    /// The terms that it claims.
    #[getter]
    fn terms(&self) -> PyResult<Terms> {
        Terms::new(self.t(), self.0.family(), self.0.level(), self.0.count())
    }

    /// The number of statements in each shard of the list.
    #[getter]
    fn shards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.shards())
    }

    /// The lower of the protocol's level and the level of the proofs in it.
    #[getter]
    fn strength(&self) -> u16 {
        self.0.strength()
    }

    /// "wesolowski" or "pietrzak".
    #[getter]
    fn system(&self) -> &'static str {
        match self.0.proving() {
            Proving::Wesolowski(_) => "wesolowski",
            Proving::Pietrzak => "pietrzak",
        }
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>,) {
        (self.__bytes__(py),)
    }

    fn __repr__(&self) -> String {
        let (count, shards, t) = (self.0.count(), self.0.shards().len(), self.t());
        format!("<heliast.batch.Proof of {count} statements in {shards} shards, t = {t}>")
    }
}

impl Proof {
    /// The squarings of every statement.
    pub(crate) fn t(&self) -> u64 {
        self.0.t().unwrap_or_default()
    }
}
