//! `heliast.batch.Terms` and `heliast.batch.Digest`.

use crate::{
    argument::{Number, Text},
    buffer::Buffer,
    error::misuse,
};
use heliast::batch::{self, Family, Protocol};
use pyo3::{prelude::*, types::PyBytes};

/// One more than the longest delay. The bound is the same as in `vdf`, so that terms report it first.
const MAX_DELAY: u64 = 1 << 48;

/// The subject of a batch, apart from its statements.
#[pyclass(module = "heliast.batch", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct Terms {
    pub(crate) terms: batch::Terms,
    pub(crate) family: Family,
    #[pyo3(get)]
    pub(crate) level: u16,
    #[pyo3(get)]
    pub(crate) count: u64,
}

impl Terms {
    pub(crate) fn new(t: u64, family: Family, level: u16, count: u64) -> PyResult<Terms> {
        if !(1..MAX_DELAY).contains(&t) {
            return Err(misuse(batch::Invalid::Delay(t)));
        }
        if count == 0 {
            return Err(misuse(batch::Invalid::Empty));
        }
        let protocol = Protocol::of_family(family, level, count).map_err(misuse)?;
        Ok(Terms { terms: batch::Terms { t, protocol }, family, level, count })
    }
}

#[pymethods]
impl Terms {
    #[new]
    #[pyo3(signature = (t, family = Text("random-exponents".to_owned()), level = Number::of(128), *, count))]
    fn from_python(t: Number, family: Text, level: Number<u16>, count: Number) -> PyResult<Terms> {
        let (t, level, count) = (t.get("t")?, level.get("level")?, count.get("count")?);
        Terms::new(t, self::family(&family)?, level, count)
    }

    /// Squarings of every statement.
    #[getter]
    fn t(&self) -> u64 {
        self.terms.t
    }

    /// The name of the protocol.
    #[getter]
    fn family(&self) -> &'static str {
        self.family.name()
    }

    /// The number of statements that are left to be proved.
    #[getter]
    fn proofs(&self) -> usize {
        self.terms.protocol.proofs()
    }

    fn __getnewargs_ex__(&self) -> ((u64, &'static str, u16), std::collections::HashMap<&'static str, u64>) {
        ((self.terms.t, self.family.name(), self.level), [("count", self.count)].into())
    }

    fn __repr__(&self) -> String {
        let (t, family, level, count) = (self.terms.t, self.family.name(), self.level, self.count);
        format!("heliast.batch.Terms({t}, '{family}', {level}, count={count})")
    }
}

/// The family of this name.
pub(crate) fn family(name: &str) -> PyResult<Family> {
    Family::from_name(name).ok_or_else(|| {
        let names = Family::ALL.map(Family::name).join(", ");
        misuse(format!("there is no protocol {name}; there are {names}"))
    })
}

/// The part of a shard that goes into the seed.
#[pyclass(module = "heliast.batch", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Digest {
    #[pyo3(get)]
    pub(crate) count: u64,
    root: [u8; 32],
}

impl Digest {
    pub(crate) fn native(&self) -> batch::Digest {
        batch::Digest { count: self.count, root: self.root }
    }
}

impl From<batch::Digest> for Digest {
    fn from(batch::Digest { count, root }: batch::Digest) -> Digest {
        Digest { count, root }
    }
}

#[pymethods]
impl Digest {
    #[new]
    fn new(count: Number, root: Buffer) -> PyResult<Digest> {
        let count = count.get("count")?;
        Ok(Digest { count, root: root.array("a root")? })
    }

    /// The hash of the shard: 32 bytes.
    #[getter]
    fn root<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.root)
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> (u64, Bound<'py, PyBytes>) {
        (self.count, self.root(py))
    }

    fn __repr__(&self) -> String {
        let root: String = self.root.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("heliast.batch.Digest({}, bytes.fromhex('{root}'))", self.count)
    }
}
