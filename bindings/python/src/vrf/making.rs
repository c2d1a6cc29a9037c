//! The arguments for making a key store, and its errors as exceptions.

use crate::{
    argument::{Number, Place, Secret, Threads, Words},
    error::{Exhausted, Malformed, Refused, misuse, with},
    listed::parts,
};
use heliast_keystore::{Error, Passphrase, Seeds, Settings};
use pyo3::{exceptions::PyOSError, prelude::*};
use std::num::NonZero;

/// The secret and the public seed of a key.
pub(super) struct GivenSeeds(pub(super) Seeds);

impl FromPyObject<'_, '_> for GivenSeeds {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<GivenSeeds> {
        let [secret, public] = parts("a tuple (secret seed, public seed)", object)?;
        let (secret, public): (Secret, Secret) = (secret.extract()?, public.extract()?);
        Ok(GivenSeeds(Seeds {
            secret: *secret.array("the secret seed")?,
            public: *public.array("the public seed")?,
        }))
    }
}

/// A passphrase. If `work` is given, a test of it costs 2^work steps.
pub(super) fn words(
    py: Python<'_>,
    words: Option<Words>,
    work: Option<Number<u8>>,
) -> PyResult<Option<Passphrase>> {
    let work = work.map(|work| work.get("work")).transpose()?;
    let Some(words) = words else { return Ok(None) };
    let text = std::str::from_utf8(&words.0.0).map_err(|_| misuse("a passphrase is UTF-8"))?;
    let passphrase = Passphrase::new(text.to_owned());
    match work {
        Some(work) => passphrase.with_work(work).map(Some).map_err(|error| failed(py, error)),
        None => Ok(Some(passphrase)),
    }
}

pub(super) fn settings(
    py: Python<'_>,
    witnesses: Option<Place>,
    threads: Option<Threads>,
) -> PyResult<Settings> {
    let mut settings = match witnesses {
        Some(Place(witnesses)) => Settings::with_witnesses(witnesses),
        None => Settings::of_user().map_err(|error| failed(py, error))?,
    };
    if let Some(threads) = threads.and_then(|threads| NonZero::new(threads.0)) {
        settings.threads = threads;
    }
    Ok(settings)
}

/// The exception for a failed operation of a store, with the library's hint.
pub(super) fn failed(py: Python<'_>, error: Error) -> PyErr {
    let (message, hint) = (error.to_string(), error.hint());
    let raised = match &error {
        Error::Exhausted(_) => Exhausted::new_err(message),
        Error::Refused(_) | Error::Unfinished { .. } => Refused::new_err(message),
        Error::Damaged { .. } => Malformed::new_err(message),
        Error::Io { error, .. } => match error.raw_os_error() {
            Some(number) => return PyOSError::new_err((number, message)),
            None => return PyOSError::new_err(message),
        },
        Error::Random(_) => return PyOSError::new_err(message),
        _ => misuse(message),
    };
    with(py, raised, "hint", hint)
}
