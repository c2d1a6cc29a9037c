//! `heliast.vrf.VrfKey`: a secret key for any number of inputs.

use super::named;
use crate::{
    argument::{Secret, Text},
    buffer::Buffer,
    error::{Exhausted, misuse},
};
use heliast::{SecretKey, VrfScheme};
use pyo3::{exceptions::PyOSError, prelude::*, types::PyBytes};
use std::sync::{Mutex, MutexGuard, PoisonError};
use zeroize::Zeroizing;

/// A secret key of a scheme without turns. It is overwritten when it is closed or collected.
#[pyclass(module = "heliast.vrf", frozen)]
pub(crate) struct VrfKey {
    scheme: String,
    public: Vec<u8>,
    key: Mutex<Option<SecretKey>>,
}

/// An output and its proof.
type Answer<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>);

#[pymethods]
impl VrfKey {
    /// The key of a 32-byte seed from a cryptographic generator; a fresh one without a seed.
    #[new]
    #[pyo3(signature = (scheme, seed = None))]
    fn new(scheme: Text, seed: Option<Secret>) -> PyResult<VrfKey> {
        let VrfScheme::Stateless(stateless) = named(&scheme)? else {
            return Err(misuse(format!("keys of {} are used up and live in a KeyStore", &*scheme)));
        };
        let seed = match seed {
            Some(seed) => seed.array::<32>("a seed")?,
            None => {
                let mut seed = Zeroizing::new([0; 32]);
                getrandom::fill(&mut *seed).map_err(|error| PyOSError::new_err(error.to_string()))?;
                seed
            }
        };
        let key = SecretKey::from_seed(stateless, *seed);
        Ok(VrfKey {
            scheme: stateless.name().to_owned(),
            public: key.public_key(),
            key: Mutex::new(Some(key)),
        })
    }

    /// The name of the scheme.
    #[getter]
    fn scheme(&self) -> &str {
        &self.scheme
    }

    /// The public key.
    #[getter]
    fn public_key<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.public)
    }

    /// The output alone.
    fn evaluate<'py>(&self, py: Python<'py>, input: Buffer) -> PyResult<Bound<'py, PyBytes>> {
        let output = py.detach(|| self.ask(|key| key.evaluate(&input).map_err(exhausted)))?;
        Ok(PyBytes::new(py, &output))
    }

    /// The output and its proof.
    #[pyo3(signature = (input, *, random = None))]
    fn prove<'py>(&self, py: Python<'py>, input: Buffer, random: Option<Secret>) -> PyResult<Answer<'py>> {
        let random = random.map(|random| random.array::<{ SecretKey::RANDOM }>("random")).transpose()?;
        let answered = py.detach(|| {
            self.ask(|key| match &random {
                Some(random) => key.prove_hedged(&input, random).map_err(exhausted),
                None => key.prove(&input).map_err(exhausted),
            })
        });
        let (output, proof) = answered?;
        Ok((PyBytes::new(py, &output), PyBytes::new(py, &proof)))
    }

    /// Overwrites the secret. The key cannot be used any more.
    fn close(&self, py: Python<'_>) {
        py.detach(|| drop(self.locked().take()));
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __exit__(&self, py: Python<'_>, _type: Py<PyAny>, _value: Py<PyAny>, _traceback: Py<PyAny>) {
        self.close(py);
    }

    fn __repr__(&self) -> String {
        format!("<heliast.vrf.VrfKey of {}, hidden>", self.scheme)
    }
}

impl VrfKey {
    fn locked(&self) -> MutexGuard<'_, Option<SecretKey>> {
        self.key.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ask<T>(&self, ask: impl FnOnce(&mut SecretKey) -> PyResult<T>) -> PyResult<T> {
        let mut key = self.locked();
        ask(key.as_mut().ok_or_else(|| misuse("the key is closed"))?)
    }
}

fn exhausted(reason: heliast::Exhausted) -> PyErr {
    Exhausted::new_err(reason.to_string())
}
