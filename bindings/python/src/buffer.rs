//! Bytes from Python that outlive the interpreter's lock.

use crate::error::wanted;
use pyo3::{
    prelude::*,
    pybacked::PyBackedBytes,
    types::{PyBytes, PyMemoryView},
};

/// The expected type, for messages.
const BYTES: &str = "bytes, or another buffer of them (bytearray, memoryview, mmap, an array of uint8),";

/// `bytes` in place. Other objects with the buffer protocol (`bytearray`, `memoryview`, `mmap`, arrays) are
/// copied, because others may write to them meanwhile.
pub(crate) struct Buffer(PyBackedBytes);

impl FromPyObject<'_, '_> for Buffer {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Buffer> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Buffer(bytes.to_owned().into()));
        }
        let copy = view(object)?.call_method0("tobytes")?;
        Ok(Buffer(copy.cast_into::<PyBytes>()?.into()))
    }
}

/// A view of a buffer whose items are bytes. An array of wider numbers is a mistake: its bytes depend on the
/// machine.
pub(crate) fn view<'py>(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Bound<'py, PyMemoryView>> {
    let view = PyMemoryView::from(&object).map_err(|_| wanted(BYTES, object))?;
    let format: String = view.getattr("format")?.extract()?;
    if matches!(format.as_str(), "B" | "b" | "c" | "<B" | "|u1") {
        return Ok(view);
    }
    Err(pyo3::exceptions::PyTypeError::new_err(format!(
        "{BYTES} is wanted, not a buffer whose items have the format {format:?}"
    )))
}

impl Buffer {
    /// An array of exactly N bytes; `name` names it in errors.
    pub(crate) fn array<const N: usize>(&self, name: &str) -> PyResult<[u8; N]> {
        let found = self.len();
        let array = (&**self).try_into();
        array.map_err(|_| crate::error::misuse(format!("{name} has {N} bytes, not {found}")))
    }
}

impl std::ops::Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}
