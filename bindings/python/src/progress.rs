//! How long work talks to the interpreter: it tells how far it is, and hears whether to stop.

use pyo3::prelude::*;
use std::sync::Mutex;

/// A callable or none, and the exception that stopped the work: the callable's, or `KeyboardInterrupt`.
pub(crate) struct Progress {
    callable: Option<Py<PyAny>>,
    raised: Mutex<Option<PyErr>>,
}

impl Progress {
    pub(crate) fn new(callable: Option<Py<PyAny>>) -> Progress {
        Progress { callable, raised: Mutex::new(None) }
    }

    /// Tells the done part, from 0 to 1, on any thread; whether to go on.
    pub(crate) fn told(&self, done: f64) -> bool {
        let told = Python::attach(|py| {
            py.check_signals()?;
            self.callable.as_ref().map_or(Ok(()), |callable| callable.call1(py, (done,)).map(drop))
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
