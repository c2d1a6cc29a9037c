//! `heliast.bundle.Chain` and `heliast.bundle.Tip`.

use crate::{
    argument::utf8,
    buffer::Buffer,
    error::{malformed, misuse},
    group::Group,
};
use pyo3::{
    prelude::*,
    types::{PyBytes, PyString},
};

/// The fixed part of a chain: its genesis, and the values that follow from it.
#[pyclass(module = "heliast.bundle", frozen, eq)]
pub(crate) struct Chain(pub(crate) heliast::Chain);

impl PartialEq for Chain {
    fn eq(&self, other: &Chain) -> bool {
        self.0.id() == other.0.id()
    }
}

#[pymethods]
impl Chain {
    /// The chain of a genesis' bytes.
    #[new]
    fn new(py: Python<'_>, genesis: Buffer) -> PyResult<Chain> {
        py.detach(|| heliast::Chain::from_bytes(&genesis)).map(Chain).map_err(malformed)
    }

    /// The chain id: 32 bytes. Pin it.
    #[getter]
    fn id<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.id())
    }

    /// The bytes of the genesis.
    #[getter]
    fn genesis<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.genesis_bytes())
    }

    /// The group of its squarings; `None` if its delays have roots only.
    #[getter]
    fn group(&self) -> Option<Group> {
        self.0.group().cloned().map(Group)
    }

    /// Squarings of a round's delay.
    #[getter]
    fn t(&self) -> u64 {
        self.0.genesis().delays.t()
    }

    /// Milliseconds from one opening time to the next.
    #[getter]
    fn period_ms(&self) -> u32 {
        self.0.genesis().period_ms
    }

    /// The beginning of the first period, in milliseconds since 1970.
    #[getter]
    fn genesis_time_ms(&self) -> u64 {
        self.0.genesis().genesis_time_ms
    }

    /// The scheme of the participants' stateless keys.
    #[getter]
    fn vrf(&self) -> &'static str {
        self.0.genesis().vrf.name()
    }

    /// The votes that each slot's committee has on average.
    #[getter]
    fn expected_votes(&self) -> Vec<u32> {
        self.0.genesis().committees.clone()
    }

    /// The participants of the genesis: their stateless public keys and stakes.
    #[getter]
    fn participants<'py>(&self, py: Python<'py>) -> Vec<(Bound<'py, PyBytes>, u64)> {
        let one = |p: &heliast::Participant| (PyBytes::new(py, &p.public_key), p.stake);
        self.0.genesis().participants.iter().map(one).collect()
    }

    /// The sum of the stakes of the genesis.
    #[getter]
    fn total_stake(&self) -> u64 {
        self.0.total_stake()
    }

    /// The tip before round 1.
    fn start(&self) -> Tip {
        Tip(self.0.start())
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>,) {
        (self.genesis(py),)
    }

    fn __repr__(&self) -> String {
        format!("<heliast.bundle.Chain {}>", hex(self.0.id()))
    }
}

/// The state of a chain after a round. It is only as trustworthy as its starting point.
#[pyclass(module = "heliast.bundle", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct Tip(pub(crate) heliast::Tip);

#[pymethods]
impl Tip {
    /// The latest round; 0 before the first.
    #[getter]
    fn round(&self) -> u64 {
        self.0.round()
    }

    /// The time of its opening, in milliseconds since 1970; 0 before the first.
    #[getter]
    fn time_ms(&self) -> u64 {
        self.0.time_ms()
    }

    /// The beacon of the latest round: 32 bytes. The lots of the next round are drawn with it.
    #[getter]
    fn seed<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.seed())
    }

    fn __repr__(&self) -> String {
        format!("<heliast.bundle.Tip after round {}>", self.0.round())
    }
}

/// The expected chain: a chain, its id in bytes or in hexadecimal digits, or "any chain".
pub(crate) struct Pin(pub(crate) heliast::bundle::Pin);

impl FromPyObject<'_, '_> for Pin {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Pin> {
        if let Ok(chain) = object.cast::<Chain>() {
            return Ok(Pin((&chain.get().0).into()));
        }
        let Ok(text) = object.cast::<PyString>() else {
            let wrong =
                |_| crate::error::wanted("a chain, or its id as bytes or hexadecimal digits,", object);
            let id: Buffer = object.extract().map_err(wrong)?;
            return Ok(Pin(id.array::<32>("a chain id")?.into()));
        };
        match utf8(&text)? {
            "any chain" => Ok(Pin(heliast::bundle::Pin::AnyChain)),
            digits => digits.parse().map(Pin).map_err(misuse),
        }
    }
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
