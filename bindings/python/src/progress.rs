//! The contact of long work with the interpreter: the work reports its progress, and learns whether to stop.

use crate::error::wanted;
use heliast::{Evaluation, Group};
use pyo3::{prelude::*, types::PyBytes};
use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

/// The time of squaring between two calls of the interpreter.
const STEP: Duration = Duration::from_millis(50);

/// A Python function to which the work reports its progress, if any.
#[derive(Default)]
pub(crate) struct Told(Option<Py<PyAny>>);

impl FromPyObject<'_, '_> for Told {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Told> {
        if object.is_none() {
            return Ok(Told(None));
        }
        if !object.is_callable() {
            return Err(wanted("a function of the done part, or None,", object));
        }
        Ok(Told(Some(object.to_owned().unbind())))
    }
}

/// A callable or none, and the exception that stopped the work: the callable's, or `KeyboardInterrupt`.
pub(crate) struct Progress {
    callable: Option<Py<PyAny>>,
    raised: Mutex<Option<PyErr>>,
}

impl Progress {
    pub(crate) fn new(Told(callable): Told) -> Progress {
        Progress { callable, raised: Mutex::new(None) }
    }

    /// Reports the fraction done, from 0 to 1, on any thread. The result is whether to continue.
    pub(crate) fn told(&self, done: f64) -> bool {
        self.hear(|py| {
            self.callable.as_ref().map_or(Ok(()), |callable| callable.call1(py, (done,)).map(drop))
        })
    }

    /// The same with whole numbers: the steps done, and the steps in all.
    pub(crate) fn counted(&self, done: u64, total: u64) -> bool {
        self.hear(|py| {
            self.callable.as_ref().map_or(Ok(()), |callable| callable.call1(py, (done, total)).map(drop))
        })
    }

    /// Whether there is a callable.
    pub(crate) fn is_heard(&self) -> bool {
        self.callable.is_some()
    }

    /// Calls it with bytes.
    pub(crate) fn given(&self, bytes: &[u8]) -> bool {
        self.hear(|py| match &self.callable {
            Some(callable) => callable.call1(py, (PyBytes::new(py, bytes),)).map(drop),
            None => Ok(()),
        })
    }

    fn hear(&self, tell: impl FnOnce(Python<'_>) -> PyResult<()>) -> bool {
        let told = Python::attach(|py| {
            py.check_signals()?;
            tell(py)
        });
        let Err(error) = told else { return true };
        let mut raised = self.raised.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        raised.get_or_insert(error);
        false
    }

    /// The exception that stopped the work.
    pub(crate) fn raised(self) -> Option<PyErr> {
        self.raised.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// Squarings in pieces that take [`STEP`], however long a squaring takes in the group.
pub(crate) struct Pieces(u64);

impl Pieces {
    pub(crate) fn new() -> Pieces {
        Pieces(1_000)
    }

    /// Computes one piece, of at most `limit` squarings; true when the evaluation is finished.
    pub(crate) fn advance<G: Group>(&mut self, evaluation: &mut Evaluation<G>, limit: u64) -> bool {
        let piece = self.0.min(limit);
        let began = Instant::now();
        let finished = evaluation.advance(piece);
        let fitting = piece as f64 * STEP.as_secs_f64() / began.elapsed().as_secs_f64().max(1e-9);
        self.0 = (fitting as u64).clamp(self.0 / 2, self.0.saturating_mul(2)).max(1);
        finished
    }
}

/// Squares to the end, and reports this as the part `share` of the work; false if it was stopped.
pub(crate) fn squared<G: Group>(
    evaluation: &mut Evaluation<G>,
    share: f64,
    told: impl Fn(f64) -> bool,
) -> bool {
    let mut pieces = Pieces::new();
    loop {
        let finished = pieces.advance(evaluation, u64::MAX);
        if !told(share * evaluation.done() as f64 / evaluation.t() as f64) {
            return false;
        }
        if finished {
            return true;
        }
    }
}
