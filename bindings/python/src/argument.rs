//! Arguments from Python, and the errors for wrong ones: a wrong type is a `TypeError` that names the
//! expected type, a number out of its range is `Misuse`.

use crate::error::{misuse, wanted};
use pyo3::{
    PyClass, PyTypeInfo,
    exceptions::{PyOverflowError, PyTypeError},
    prelude::*,
    pyclass::boolean_struct::True,
    types::{PyByteArray, PyString},
};
use std::{any::type_name, ops::Deref, path::PathBuf};
use zeroize::Zeroizing;

/// More threads than this are a mistake.
const MAX_THREADS: usize = 1024;

/// A whole number: `int`, or an object with an index, like numpy's integers. [`Number::get`] checks that it
/// fits Rust's type `T` and takes the argument's name, since PyO3 names arguments in a `TypeError` only.
pub(crate) struct Number<T = u64>(Result<T, String>);

impl<T: Copy> Number<T> {
    pub(crate) const fn of(number: T) -> Number<T> {
        Number(Ok(number))
    }

    pub(crate) fn get(&self, name: &str) -> PyResult<T> {
        self.0.as_ref().copied().map_err(|reason| misuse(format!("{name}: {reason}")))
    }
}

impl<'a, 'py, T: FromPyObject<'a, 'py>> FromPyObject<'a, 'py> for Number<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Number<T>> {
        let py = object.py();
        object.extract::<T>().map(|number| Number(Ok(number))).or_else(|error| {
            let error: PyErr = error.into();
            if error.is_instance_of::<PyTypeError>(py) {
                return Err(wanted("a whole number", object));
            }
            if error.is_instance_of::<PyOverflowError>(py) {
                // The name of the type contains its bits: u16, u64.
                let bits = type_name::<T>().trim_start_matches(char::is_alphabetic);
                let bits = if bits.is_empty() { "64" } else { bits };
                // Python does not write very long numbers.
                let found = object.str().map_or_else(|_| "that".to_owned(), |found| found.to_string());
                return Ok(Number(Err(format!("{found} is not a number from 0 to 2^{bits} - 1"))));
            }
            Err(error)
        })
    }
}

/// The number of threads that work: from 1 to 1024.
pub(crate) struct Threads(pub(crate) usize);

impl Default for Threads {
    fn default() -> Threads {
        Threads(1)
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Threads {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Threads> {
        let threads = object.extract::<Number<usize>>()?.get("threads")?;
        if (1..=MAX_THREADS).contains(&threads) {
            return Ok(Threads(threads));
        }
        Err(misuse(format!("threads: from 1 to {MAX_THREADS}, not {threads}")))
    }
}

/// A text.
pub(crate) struct Text(pub(crate) String);

impl<'a, 'py> FromPyObject<'a, 'py> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Text> {
        let text = object.cast::<PyString>().map_err(|_| wanted("a text (str)", object))?;
        Ok(Text(utf8(&text)?.to_owned()))
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// The text of a `str`, which may have halves of characters that no encoding has.
pub(crate) fn utf8<'a>(text: &'a Bound<'_, PyString>) -> PyResult<&'a str> {
    text.to_str().map_err(|_| misuse("a text has a surrogate, which is half a character"))
}

/// A choice of two: `bool`.
pub(crate) struct Flag(pub(crate) bool);

impl<'a, 'py> FromPyObject<'a, 'py> for Flag {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Flag> {
        object.extract().map(Flag).map_err(|_| wanted("True or False", object))
    }
}

/// A file or directory.
pub(crate) struct Place(pub(crate) PathBuf);

impl<'a, 'py> FromPyObject<'a, 'py> for Place {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Place> {
        object.extract().map(Place).map_err(|_| wanted("a path (str or os.PathLike)", object))
    }
}

/// An object of one of our classes, all of which are immutable.
pub(crate) struct Given<'py, T>(Bound<'py, T>);

impl<'a, 'py, T: PyClass<Frozen = True>> FromPyObject<'a, 'py> for Given<'py, T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Given<'py, T>> {
        let given = object.cast::<T>().map_err(|_| wanted(&class_name::<T>(object.py()), object))?;
        Ok(Given(given.to_owned()))
    }
}

impl<T: PyClass<Frozen = True> + Sync> Deref for Given<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.get()
    }
}

/// Secret bytes: a copy that is overwritten when it is dropped.
///
/// The caller's bytes are not changed: the caller can overwrite a `bytearray`, but not `bytes`.
pub(crate) struct Secret(pub(crate) Zeroizing<Vec<u8>>);

impl<'a, 'py> FromPyObject<'a, 'py> for Secret {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Secret> {
        if let Ok(bytes) = object.cast::<pyo3::types::PyBytes>() {
            return Ok(Secret(bytes.as_bytes().to_vec().into()));
        }
        if let Ok(bytes) = object.cast::<PyByteArray>() {
            return Ok(Secret(bytes.to_vec().into()));
        }
        // All other objects with a buffer are copied through a bytearray, which can be overwritten
        // afterwards.
        let view = super::buffer::view(object)?;
        let copy = PyByteArray::from(&view)?;
        let secret = Secret(copy.to_vec().into());
        for place in 0..copy.len() {
            copy.set_item(place, 0)?;
        }
        Ok(secret)
    }
}

/// A passphrase: a text, or its bytes in UTF-8.
pub(crate) struct Words(pub(crate) Secret);

impl<'a, 'py> FromPyObject<'a, 'py> for Words {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Words> {
        match object.cast::<PyString>() {
            Ok(text) => Ok(Words(Secret(utf8(&text)?.as_bytes().to_vec().into()))),
            Err(_) => object.extract().map(Words),
        }
    }
}

impl Secret {
    /// An array of exactly N bytes; `name` names it in errors.
    pub(crate) fn array<const N: usize>(&self, name: &str) -> PyResult<Zeroizing<[u8; N]>> {
        let mut array = Zeroizing::new([0; N]);
        if self.0.len() != N {
            return Err(misuse(format!("{name} has {N} bytes, not {}", self.0.len())));
        }
        array.copy_from_slice(&self.0);
        Ok(array)
    }
}

/// The public name of a class: `heliast.batch.Terms`.
fn class_name<T: PyTypeInfo>(py: Python<'_>) -> String {
    let class = T::type_object(py);
    let module = class.module().map(|module| module.to_string());
    let name = class.name().map(|name| name.to_string());
    format!("an object of {}.{}", module.unwrap_or_default(), name.unwrap_or_default())
}
