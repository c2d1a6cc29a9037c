//! `heliast.Group`.

use crate::{
    argument::{Number, Text},
    buffer::Buffer,
    error::{malformed, misuse, wanted},
};
use heliast::{AnyGroup, ClassGroup, Group as _, Natural, RsaGroup, batch::Records};
use pyo3::{
    prelude::*,
    types::{PyBytes, PyInt},
};

/// The length of the longest modulus that is accepted, in bits. A number from outside may have any length.
const MAX_BITS: usize = 8192;

/// A group of unknown order in which delays are computed: (Z/N)*/{+-1}, or a class group.
#[pyclass(module = "heliast", frozen, eq, hash)]
pub(crate) struct Group(pub(crate) AnyGroup);

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

/// A number as `int` or as big-endian bytes.
pub(crate) enum Large<'py> {
    Number(Bound<'py, PyInt>),
    Bytes(Buffer),
}

impl<'py> FromPyObject<'_, 'py> for Large<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Large<'py>> {
        if let Ok(number) = object.cast::<PyInt>() {
            return Ok(Large::Number(number.to_owned()));
        }
        let wrong = |_| wanted("a whole number, or its bytes, big-endian,", object);
        object.extract().map(Large::Bytes).map_err(wrong)
    }
}

impl Large<'_> {
    /// The number; `what` names it in errors.
    pub(crate) fn natural(&self, what: &str) -> PyResult<Natural> {
        let too_long = || malformed(format!("{what} has at most {MAX_BITS} bits"));
        match self {
            Large::Bytes(bytes) if bytes.len() <= MAX_BITS / 8 => Ok(Natural::from_be_bytes(bytes)),
            Large::Bytes(_) => Err(too_long()),
            Large::Number(number) => {
                if number.lt(1)? {
                    return Err(misuse(format!("{what} is positive")));
                }
                let bits: usize = number.call_method0("bit_length")?.extract()?;
                if bits > MAX_BITS {
                    return Err(too_long());
                }
                let bytes = number.call_method1("to_bytes", (bits.div_ceil(8), "big"))?;
                Ok(Natural::from_be_bytes(bytes.cast::<PyBytes>()?.as_bytes()))
            }
        }
    }
}

/// The number that these bytes encode.
pub(crate) fn integer<'py>(py: Python<'py>, number: &Natural) -> PyResult<Bound<'py, PyAny>> {
    let bytes = number.to_be_bytes(number.bits().div_ceil(8)).unwrap_or_default();
    py.get_type::<PyInt>().call_method1("from_bytes", (PyBytes::new(py, &bytes), "big"))
}

#[pymethods]
impl Group {
    #[new]
    #[pyo3(signature = (modulus, minimum_bits = Number::of(2048)))]
    fn new(py: Python<'_>, modulus: Large<'_>, minimum_bits: Number<usize>) -> PyResult<Group> {
        let minimum_bits = minimum_bits.get("minimum_bits")?;
        let modulus = modulus.natural("a modulus")?;
        let group = py.detach(|| RsaGroup::new(&modulus, minimum_bits)).map_err(malformed)?;
        Ok(Group(group.into()))
    }

    /// The group of RSA-2048 of the RSA Factoring Challenge.
    #[staticmethod]
    pub(crate) fn rsa_2048() -> Group {
        Group(RsaGroup::rsa_2048().into())
    }

    /// The class group whose discriminant of so many bits comes from a seed of at least 32 bytes.
    #[staticmethod]
    #[pyo3(signature = (seed, bits = Number::of(2048)))]
    fn class_group(py: Python<'_>, seed: Buffer, bits: Number<usize>) -> PyResult<Group> {
        let bits = bits.get("bits")?;
        let group = py.detach(|| ClassGroup::from_seed(&seed, bits)).map_err(misuse)?;
        Ok(Group(group.into()))
    }

    /// The class group of a discriminant, which is negative; bytes are those of its magnitude.
    #[staticmethod]
    #[pyo3(signature = (discriminant, minimum_bits = Number::of(1024)))]
    fn of_discriminant(
        py: Python<'_>,
        discriminant: Large<'_>,
        minimum_bits: Number<usize>,
    ) -> PyResult<Group> {
        let minimum_bits = minimum_bits.get("minimum_bits")?;
        let magnitude = match discriminant {
            Large::Number(number) if number.lt(0)? => {
                Large::Number(number.neg()?.cast_into::<PyInt>()?).natural("a discriminant")?
            }
            Large::Number(_) => return Err(misuse("a discriminant is negative")),
            bytes => bytes.natural("a discriminant")?,
        };
        let group = py.detach(|| ClassGroup::new(&magnitude, minimum_bits)).map_err(malformed)?;
        Ok(Group(group.into()))
    }

    /// "rsa" or "class".
    #[getter]
    fn kind(&self) -> &'static str {
        if self.0.rsa().is_some() { "rsa" } else { "class" }
    }

    /// N.
    #[getter]
    fn modulus<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rsa = self.0.rsa().ok_or_else(|| misuse("a class group has a discriminant and no modulus"))?;
        integer(py, rsa.modulus())
    }

    /// The discriminant of a class group, a negative number.
    #[getter]
    fn discriminant<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let no_class = || misuse("a group modulo N has a modulus and no discriminant");
        integer(py, self.0.class().ok_or_else(no_class)?.discriminant_magnitude())?.neg()
    }

    /// Bits of N, or of the discriminant.
    #[getter]
    fn bits(&self) -> usize {
        self.0.bits()
    }

    /// The id of the group in files and transcripts: 32 bytes.
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

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Restored<'py>> {
        let restore = py.import("heliast._native")?.getattr("group_of")?;
        let number = self.magnitude();
        let bytes = number.to_be_bytes(number.bits().div_ceil(8)).unwrap_or_default();
        Ok((restore, (self.kind(), PyBytes::new(py, &bytes))))
    }

    fn __repr__(&self) -> String {
        let id: String = self.0.id()[..4].iter().map(|byte| format!("{byte:02x}")).collect();
        format!("<heliast.Group of {} bits, {}, id {id}...>", self.bits(), self.kind())
    }
}

/// A function and its arguments, which make the object again.
type Restored<'py> = (Bound<'py, PyAny>, (&'static str, Bound<'py, PyBytes>));

impl Group {
    /// N or |D|.
    fn magnitude(&self) -> Natural {
        let rsa = self.0.rsa().map(RsaGroup::modulus);
        rsa.or_else(|| self.0.class().map(ClassGroup::discriminant_magnitude)).cloned().unwrap_or_default()
    }

    /// The element of these bytes; `what` names them in errors.
    pub(crate) fn element(&self, what: &str, bytes: &[u8]) -> PyResult<heliast::AnyElem> {
        self.0.decode(bytes).map_err(|reason| malformed(format!("{what}: {reason}")))
    }
}

/// The group of a pickle. It is checked like any other group from outside, except for its length.
#[pyfunction]
pub(crate) fn group_of(py: Python<'_>, kind: Text, magnitude: Buffer) -> PyResult<Group> {
    let number = Natural::from_be_bytes(&magnitude);
    let group: AnyGroup = match &*kind {
        "rsa" => py.detach(|| RsaGroup::new(&number, 0)).map_err(malformed)?.into(),
        "class" => py.detach(|| ClassGroup::new(&number, 0)).map_err(malformed)?.into(),
        other => return Err(malformed(format!("there is no kind of group {other}"))),
    };
    Ok(Group(group))
}
