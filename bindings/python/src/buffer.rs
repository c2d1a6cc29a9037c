//! Bytes from Python that outlive the interpreter's lock.

use pyo3::{
    prelude::*,
    pybacked::PyBackedBytes,
    types::{PyBytes, PyMemoryView},
};

/// `bytes` in place; what else has the buffer protocol (`bytearray`, `memoryview`, `mmap`, arrays) as a copy,
/// because others may write to it meanwhile.
pub(crate) struct Buffer(PyBackedBytes);

impl FromPyObject<'_, '_> for Buffer {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Buffer> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Buffer(bytes.to_owned().into()));
        }
        let copy = PyMemoryView::from(&object)?.call_method0("tobytes")?;
        Ok(Buffer(copy.cast_into::<PyBytes>()?.into()))
    }
}

impl std::ops::Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}
