//! Arguments that contain other arguments: lists and tuples.

use crate::error::wanted;
use pyo3::{
    prelude::*,
    types::{PyByteArray, PyBytes, PySequence, PyString, PyTuple},
};

/// A list, or another sequence, but no text and no bytes, whose parts have the type of the whole.
pub(crate) struct List<T>(pub(crate) Vec<T>);

impl<'a, 'py, T> FromPyObject<'a, 'py> for List<T>
where
    T: for<'b> FromPyObject<'b, 'py, Error = PyErr>,
{
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<List<T>> {
        let no_list = || wanted("a list, or another sequence,", object);
        let is_whole = object.is_instance_of::<PyString>()
            || object.is_instance_of::<PyBytes>()
            || object.is_instance_of::<PyByteArray>();
        if is_whole || object.cast::<PySequence>().is_err() {
            return Err(no_list());
        }
        let parts = object.try_iter().map_err(|_| no_list())?;
        parts.map(|part| part?.extract()).collect::<PyResult<_>>().map(List)
    }
}

/// The parts of a tuple, or of a list; `what` names them in errors.
pub(crate) fn parts<'py, const N: usize>(
    what: &str,
    object: Borrowed<'_, 'py, PyAny>,
) -> PyResult<[Bound<'py, PyAny>; N]> {
    let is_tuple = object.is_instance_of::<PyTuple>() || object.is_instance_of::<pyo3::types::PyList>();
    let found: Vec<_> = match is_tuple {
        true => object.try_iter()?.collect::<PyResult<_>>()?,
        false => return Err(wanted(what, object)),
    };
    let count = found.len();
    found.try_into().map_err(|_| wanted(&format!("{what} of {N}, not of {count},"), object))
}
