//! `heliast.vdf.Evaluation`: a delay under way.

use crate::{
    argument::{Given, Number},
    buffer::Buffer,
    error::{malformed, misuse, not_begun},
    group::Group,
    progress::{Pieces, Progress, Told},
};
use heliast::{AnyGroup, Group as _};
use pyo3::{prelude::*, types::PyBytes};
use std::sync::{
    Mutex, MutexGuard, PoisonError,
    atomic::{AtomicU64, Ordering},
};

type Squaring = heliast::Evaluation<AnyGroup>;

/// x^(2^t) under way, with the checkpoints that make its proof cheap and let it be resumed.
///
/// Its lock is held for a piece of squarings at a time and never while Python is called, so that a callback
/// for progress can take a checkpoint.
#[pyclass(module = "heliast.vdf", frozen)]
pub(crate) struct Evaluation {
    group: AnyGroup,
    t: u64,
    x: Vec<u8>,
    done: AtomicU64,
    squaring: Mutex<Squaring>,
}

impl Evaluation {
    fn of(squaring: Squaring) -> Evaluation {
        let group = squaring.group().clone();
        let (t, x) = (squaring.t(), group.encode(squaring.input()));
        Evaluation { group, t, x, done: squaring.done().into(), squaring: Mutex::new(squaring) }
    }

    /// A copy that can be proved while this one stays usable.
    pub(super) fn copy(&self) -> Squaring {
        self.locked().clone()
    }

    fn locked(&self) -> MutexGuard<'_, Squaring> {
        self.squaring.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Squares up to `squarings` times. The result is whether the end is reached. After an exception it can
    /// be continued.
    fn advanced(&self, py: Python<'_>, squarings: u64, progress: Told) -> PyResult<bool> {
        let progress = Progress::new(progress);
        let finished = py.detach(|| {
            let (mut pieces, mut left) = (Pieces::new(), squarings);
            loop {
                let (finished, done) = {
                    let mut squaring = self.locked();
                    let before = squaring.done();
                    let finished = pieces.advance(&mut squaring, left);
                    left -= squaring.done() - before;
                    (finished, squaring.done())
                };
                self.done.store(done, Ordering::Relaxed);
                if !progress.counted(done, self.t) || finished || left == 0 {
                    return finished;
                }
            }
        });
        progress.raised().map_or(Ok(finished), Err)
    }
}

#[pymethods]
impl Evaluation {
    #[new]
    fn new(group: Given<'_, Group>, x: Buffer, t: Number) -> PyResult<Evaluation> {
        let t = t.get("t")?;
        let x = group.element("x", &x)?;
        heliast::Evaluation::start(&group.0, x, t).map(Evaluation::of).map_err(not_begun)
    }

    /// Continues from a checkpoint.
    #[staticmethod]
    fn resume(py: Python<'_>, group: Given<'_, Group>, checkpoint: Buffer) -> PyResult<Evaluation> {
        let group = &group.0;
        py.detach(|| heliast::Evaluation::from_bytes(group, &checkpoint))
            .map(Evaluation::of)
            .map_err(malformed)
    }

    /// Squares at most so many times more. The result is true when t is reached.
    fn advance(&self, py: Python<'_>, squarings: Number) -> PyResult<bool> {
        let squarings = squarings.get("squarings")?;
        self.advanced(py, squarings, Told::default())
    }

    /// Squares to the end and returns y. `progress(done, t)` is called with numbers of squarings.
    #[pyo3(signature = (progress = Told::default()), text_signature = "($self, progress=None)")]
    fn run<'py>(&self, py: Python<'py>, progress: Told) -> PyResult<Bound<'py, PyBytes>> {
        self.advanced(py, u64::MAX, progress)?;
        self.output(py).ok_or_else(|| misuse("the evaluation is not finished"))
    }

    /// The checkpoint file of `spec/wesolowski.md`.
    fn checkpoint<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes = py.detach(|| self.locked().to_bytes());
        PyBytes::new(py, &bytes)
    }

    /// x, encoded.
    #[getter]
    fn x<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.x)
    }

    /// The number of squarings in all.
    #[getter]
    fn t(&self) -> u64 {
        self.t
    }

    /// The number of squarings done.
    #[getter]
    fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// y, encoded, once it is reached.
    #[getter]
    fn output<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        let y = py.detach(|| self.locked().output().map(|y| self.group.encode(y)))?;
        Some(PyBytes::new(py, &y))
    }

    /// The id of the group: 32 bytes.
    #[getter]
    fn group_id<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.group.id())
    }

    fn __repr__(&self) -> String {
        format!("<heliast.vdf.Evaluation, {} of {} squarings>", self.done(), self.t)
    }
}
