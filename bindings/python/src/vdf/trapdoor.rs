//! `heliast.vdf.Trapdoor`: the factors of a modulus.

use super::proof::{ProofFile, suite};
use crate::{
    argument::{Flag, Number, Secret, Text},
    buffer::Buffer,
    error::{malformed, misuse, refused},
    group::Group,
};
use heliast::{AnyElem, Group as _, Natural, Residue, Statement};
use heliast_vdf::prove_with_trapdoor;
use pyo3::{prelude::*, types::PyBytes};

/// The factors of a modulus. With them every delay takes microseconds.
#[pyclass(module = "heliast.vdf", frozen)]
pub(crate) struct Trapdoor(heliast::Trapdoor);

#[pymethods]
impl Trapdoor {
    /// The trapdoor of two primes, big-endian.
    #[new]
    #[pyo3(signature = (p, q, minimum_bits = Number::of(2048)), text_signature = "(p, q, minimum_bits=2048)")]
    fn new(py: Python<'_>, p: Secret, q: Secret, minimum_bits: Number<usize>) -> PyResult<Trapdoor> {
        let minimum_bits = minimum_bits.get("minimum_bits")?;
        // Far longer than half of the longest modulus; a number from outside may have any length.
        if p.0.len().max(q.0.len()) > 1024 {
            return Err(malformed("a factor has at most 8192 bits"));
        }
        let (p, q) = (Natural::from_be_bytes(&p.0), Natural::from_be_bytes(&q.0));
        py.detach(|| heliast::Trapdoor::new(p, q, minimum_bits)).map(Trapdoor).map_err(malformed)
    }

    /// Two fresh primes whose product has so many bits.
    #[staticmethod]
    #[pyo3(signature = (bits = Number::of(2048)), text_signature = "(bits=2048)")]
    fn generate(py: Python<'_>, bits: Number<usize>) -> PyResult<Trapdoor> {
        let bits = bits.get("bits")?;
        let made = py.detach(|| {
            let (mut failed, mut count) = (None, 0u64);
            let made = heliast::Trapdoor::generate(bits, |bytes| {
                if let Err(error) = getrandom::fill(bytes) {
                    failed = Some(error);
                    // The search has to end, but its result is dropped.
                    for byte in bytes {
                        count = count.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                        *byte = (count >> 56) as u8;
                    }
                }
            });
            (made, failed)
        });
        match made {
            (_, Some(error)) => Err(pyo3::exceptions::PyOSError::new_err(error.to_string())),
            (made, None) => made.map(Trapdoor).map_err(misuse),
        }
    }

    /// The group of the modulus.
    #[getter]
    fn group(&self) -> Group {
        Group(self.0.group().clone().into())
    }

    /// The factors (p, q), big-endian: secrets.
    fn factors<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (p, q) = self.0.factors_hex();
        let bytes = |digits: String| {
            let even = if digits.len().is_multiple_of(2) { digits } else { format!("0{digits}") };
            py.get_type::<PyBytes>().call_method1("fromhex", (even,))
        };
        Ok((bytes(p)?, bytes(q)?))
    }

    /// y = x^(2^t) at once, encoded.
    fn evaluate<'py>(&self, py: Python<'py>, x: Buffer, t: Number) -> PyResult<Bound<'py, PyBytes>> {
        let t = t.get("t")?;
        let x = self.residue(&x)?;
        let y = py.detach(|| self.0.group().encode(&self.0.evaluate(&x, t)));
        Ok(PyBytes::new(py, &y))
    }

    /// The proof of t squarings of x, which were not done.
    #[pyo3(
        signature = (x, t, *, compact = Flag(false), level = Number::of(128), mode = Text("sieved-full".to_owned())),
        text_signature = "($self, x, t, *, compact=False, level=128, mode='sieved-full')"
    )]
    fn prove(
        &self,
        py: Python<'_>,
        x: Buffer,
        t: Number,
        compact: Flag,
        level: Number<u16>,
        mode: Text,
    ) -> PyResult<ProofFile> {
        let (t, level) = (t.get("t")?, level.get("level")?);
        let (x, suite) = (self.residue(&x)?, suite(level, &mode)?);
        if !(1..1 << 48).contains(&t) {
            return Err(misuse(format!("a delay takes from 1 to 2^48 - 1 squarings, not {t}")));
        }
        let made = py.detach(|| {
            let (y, proof) = prove_with_trapdoor(&self.0, &x, t, suite)?;
            let statement = Statement { x, y, t };
            heliast::ProofFile::new(self.0.group(), &statement, &proof, suite, compact.0)
        });
        made.map(ProofFile).map_err(refused)
    }

    fn __repr__(&self) -> String {
        format!("<heliast.vdf.Trapdoor of {} bits, factors hidden>", self.0.group().bits())
    }
}

impl Trapdoor {
    fn residue(&self, x: &[u8]) -> PyResult<Residue> {
        match self.group().element("x", x)? {
            AnyElem::Rsa(residue) => Ok(residue),
            _ => Err(misuse("x is not an element of this group")),
        }
    }
}
