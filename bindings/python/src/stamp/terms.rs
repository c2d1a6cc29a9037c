//! The purpose and the cost of a stamp, and the list of stamps that were accepted.

use crate::{
    argument::{Given, Number},
    buffer::Buffer,
    error::{Refused, malformed, refused, with},
    group::Group,
};
use heliast_stamp::{Challenge, Memory, SpentError};
use pyo3::{prelude::*, types::PyBytes};

/// The terms that a stamp has to meet when it is checked.
#[pyclass(module = "heliast.stamp", frozen)]
pub(crate) struct Expected(pub(super) heliast_stamp::Expected);

#[pymethods]
impl Expected {
    /// A stamp for a resource by a client, of at least so many squarings, at a time.
    #[new]
    #[pyo3(
        signature = (resource, client, least, now_ms, *, skew_ms = Number::of(0)),
        text_signature = "(resource, client, least, now_ms, *, skew_ms=0)"
    )]
    fn new(
        resource: Buffer,
        client: Buffer,
        least: Number,
        now_ms: Number,
        skew_ms: Number,
    ) -> PyResult<Expected> {
        let (least, now_ms, skew_ms) = (least.get("least")?, now_ms.get("now_ms")?, skew_ms.get("skew_ms")?);
        let expected = heliast_stamp::Expected::new(&resource, &client, least);
        Ok(Expected(expected.at(now_ms).with_skew(skew_ms)))
    }
}

/// A challenge that an issuer gives out: terms, and the number to square.
#[pyclass(module = "heliast.stamp", frozen)]
pub(crate) struct StampChallenge(pub(super) Challenge);

#[pymethods]
impl StampChallenge {
    #[new]
    fn new(data: Buffer) -> PyResult<StampChallenge> {
        Challenge::from_bytes(&data).map(StampChallenge).map_err(malformed)
    }

    /// Squarings.
    #[getter]
    fn t(&self) -> u64 {
        self.0.terms().t
    }

    /// The time at which it was given out, in milliseconds since 1970.
    #[getter]
    fn issued_ms(&self) -> u64 {
        self.0.terms().issued_ms
    }

    /// The time until which its stamp is accepted, in milliseconds since 1970.
    #[getter]
    fn last_ms(&self) -> u64 {
        self.0.terms().last_ms
    }

    /// The group of its squarings.
    #[getter]
    fn group(&self) -> Group {
        Group(self.0.group().clone().into())
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    fn __repr__(&self) -> String {
        format!("<heliast.stamp.StampChallenge of {} squarings>", self.t())
    }
}

/// A valid stamp. It counts only once it is spent.
#[pyclass(module = "heliast.stamp", frozen)]
pub(crate) struct Paid(pub(super) heliast_stamp::Paid);

#[pymethods]
impl Paid {
    /// The id by which it is remembered: 16 bytes.
    #[getter]
    fn id<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.id())
    }

    /// The number of squarings that were done for it.
    #[getter]
    fn t(&self) -> u64 {
        self.0.terms().t
    }

    /// The time until which it has to be remembered, in milliseconds since 1970.
    #[getter]
    fn until_ms(&self) -> u64 {
        self.0.until_ms()
    }

    fn __repr__(&self) -> String {
        format!("<heliast.stamp.Paid, {} squarings>", self.t())
    }
}

/// The stamps that one process has accepted, so that each is accepted only once.
#[pyclass(module = "heliast.stamp", frozen)]
pub(crate) struct Spent(Memory);

#[pymethods]
impl Spent {
    /// A list of at most `limit` stamps that are not late yet.
    #[new]
    #[pyo3(signature = (limit = Number::of(1_000_000)), text_signature = "(limit=1000000)")]
    fn new(limit: Number<usize>) -> PyResult<Spent> {
        let limit = limit.get("limit")?;
        Ok(Spent(Memory::new(limit)))
    }

    /// Spends a stamp, if it was not spent before.
    fn spend(&self, py: Python<'_>, paid: Given<'_, Paid>) -> PyResult<()> {
        use heliast_stamp::Spent as _;
        match self.0.spend(&paid.0) {
            Ok(spending) if spending.is_first() => Ok(()),
            Ok(_) => Err(with(py, refused("the stamp was spent before"), "reason", "spent")),
            Err(reason @ SpentError::Forgotten { .. }) => {
                Err(with(py, refused(reason), "reason", "forgotten"))
            }
            Err(reason) => Err(Refused::new_err(reason.to_string())),
        }
    }

    /// Up to which end, in milliseconds since 1970, stamps may be forgotten: none that ends by then is taken.
    #[getter]
    fn forgotten_ms(&self) -> u64 {
        use heliast_stamp::Spent as _;
        self.0.forgotten_ms()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }
}
