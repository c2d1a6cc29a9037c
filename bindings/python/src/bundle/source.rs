//! The sources of a bundle's bytes: a path, a buffer, or any object that Python can read.

use crate::{buffer::Buffer, error::wanted};
use pyo3::{intern, prelude::*, types::PyBytes};
use std::{
    fs::File,
    io::{self, BufReader, Cursor, Read},
    path::PathBuf,
};

/// Bytes that are read in their order.
pub(crate) type Input = BufReader<Box<dyn Read + Send>>;

/// A path, a buffer, or an object with `read`.
pub(crate) struct Source(pub(crate) Input);

impl FromPyObject<'_, '_> for Source {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Source> {
        let py = object.py();
        let input: Box<dyn Read + Send> = if object.hasattr(intern!(py, "read"))? {
            Box::new(Stream(object.to_owned().unbind()))
        } else if let Ok(path) = object.extract::<PathBuf>() {
            let opened = File::open(&path);
            Box::new(
                opened
                    .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?,
            )
        } else {
            let bytes: Buffer = object
                .extract()
                .map_err(|_| wanted("a path, a buffer of bytes, or a binary file", object))?;
            Box::new(Cursor::new(bytes))
        };
        Ok(Source(BufReader::new(input)))
    }
}

impl AsRef<[u8]> for Buffer {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

/// A binary file of Python's. Exceptions of its `read` are raised where the bundle is read.
struct Stream(Py<PyAny>);

impl Read for Stream {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = Python::attach(|py| {
            py.check_signals()?;
            let bytes = self.0.call_method1(py, intern!(py, "read"), (out.len(),))?;
            let bytes = bytes.bind(py).as_borrowed();
            let bytes = bytes.cast::<PyBytes>().map_err(|_| {
                wanted("a file that is opened in binary mode, whose read gives bytes,", bytes)
            })?;
            Ok::<_, PyErr>((bytes.as_bytes().len(), bytes.as_bytes().to_vec()))
        });
        let (len, bytes) = read.map_err(io::Error::other)?;
        let place = out
            .get_mut(..len)
            .ok_or_else(|| io::Error::other("read gave more bytes than it was asked for"))?;
        place.copy_from_slice(&bytes);
        Ok(len)
    }
}
