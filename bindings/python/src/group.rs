//! `heliast.Group`.

use crate::{buffer::Buffer, error::malformed, error::misuse};
use heliast::{Group as _, Natural, RsaGroup, batch::Records};
use pyo3::{
    prelude::*,
    types::{PyBytes, PyInt},
};

/// The longest modulus that is looked at, in bits; a number from outside may be of any length.
const MAX_BITS: usize = 8192;

/// (Z/N)*/{±1}.
#[pyclass(module = "heliast", frozen, eq, hash)]
pub(crate) struct Group(pub(crate) RsaGroup);

impl PartialEq for Group {
    fn eq(&self, other: &Group) -> bool {
        self.0.id() == other.0.id()
    }
}

impl std::hash::Hash for Group {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.id().hash(state);
    }
}

/// A modulus as a number or as big-endian bytes.
#[derive(FromPyObject)]
enum Modulus<'py> {
    Number(Bound<'py, PyInt>),
    Bytes(Buffer),
}

impl Modulus<'_> {
    fn natural(&self) -> PyResult<Natural> {
        match self {
            Modulus::Bytes(bytes) if bytes.len() <= MAX_BITS / 8 => Ok(Natural::from_be_bytes(bytes)),
            Modulus::Bytes(_) => Err(malformed(format!("a modulus has at most {MAX_BITS} bits"))),
            Modulus::Number(number) => {
                if number.lt(1)? {
                    return Err(misuse("a modulus is positive"));
                }
                let bits: usize = number.call_method0("bit_length")?.extract()?;
                if bits > MAX_BITS {
                    return Err(malformed(format!("a modulus has at most {MAX_BITS} bits")));
                }
                let bytes = number.call_method1("to_bytes", (bits.div_ceil(8), "big"))?;
                Ok(Natural::from_be_bytes(bytes.cast::<PyBytes>()?.as_bytes()))
            }
        }
    }
}

#[pymethods]
impl Group {
    #[new]
    #[pyo3(signature = (modulus, minimum_bits = 2048))]
    fn new(py: Python<'_>, modulus: Modulus<'_>, minimum_bits: usize) -> PyResult<Group> {
        let modulus = modulus.natural()?;
        py.detach(|| RsaGroup::new(&modulus, minimum_bits)).map(Group).map_err(malformed)
    }

    /// The group of RSA-2048 of the RSA Factoring Challenge.
    #[staticmethod]
    fn rsa_2048() -> Group {
        Group(RsaGroup::rsa_2048())
    }

    /// N.
    #[getter]
    fn modulus<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.get_type::<PyInt>().call_method1("from_bytes", (self.modulus_bytes(py), "big"))
    }

    /// Bits of N.
    #[getter]
    fn bits(&self) -> usize {
        self.0.bits()
    }

    /// The name of the group in files and transcripts: 32 bytes.
    #[getter]
    fn id<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.id())
    }

    /// Bytes of an element.
    #[getter]
    fn element_size(&self) -> usize {
        self.0.encoded_len()
    }

    /// Bytes of a statement x ‖ y.
    #[getter]
    fn record_size(&self) -> usize {
        Records::record_len(&self.0)
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>, usize) {
        (self.modulus_bytes(py), self.bits())
    }

    fn __repr__(&self) -> String {
        let id: String = self.0.id()[..4].iter().map(|byte| format!("{byte:02x}")).collect();
        format!("<heliast.Group of {} bits, id {id}...>", self.bits())
    }
}

impl Group {
    fn modulus_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes = self.0.modulus().to_be_bytes(self.0.encoded_len()).unwrap_or_default();
        PyBytes::new(py, &bytes)
    }
}
