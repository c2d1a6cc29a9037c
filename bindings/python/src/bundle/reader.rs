//! `heliast.bundle.RoundReader`: a bundle that is read round by round, or verified as a whole.

use super::{
    chain::{Chain, Pin, Tip},
    round::Round,
    source::{Input, Source},
};
use crate::{
    argument::{Flag, Given, Threads},
    error::{misuse, not_accepted, not_read},
    progress::{Progress, Told},
};
use heliast::{
    bundle::{BundleError, Reader, Start},
    verify::{Delays, Options, Verifier},
};
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};

/// A bundle of a pinned chain that is being read: an iterator of verified rounds.
#[pyclass(module = "heliast.bundle", frozen)]
pub(crate) struct RoundReader {
    chain: heliast::Chain,
    start: Start,
    count: u64,
    state: Mutex<State>,
}

struct State {
    /// None once it was verified as a whole.
    reader: Option<Reader<Input>>,
    tip: heliast::Tip,
}

#[pymethods]
impl RoundReader {
    #[new]
    #[pyo3(signature = (source, pin, *, trust_start = Flag(false)), text_signature = "(source, pin, *, trust_start=False)")]
    fn new(py: Python<'_>, source: Source, pin: Pin, trust_start: Flag) -> PyResult<RoundReader> {
        let opened = py.detach(|| match trust_start.0 {
            true => Reader::trusting_start(source.0, pin.0),
            false => Reader::new(source.0, pin.0),
        });
        opened.map(RoundReader::of).map_err(|reason| not_read(py, reason))
    }

    /// A bundle that continues from a tip, so that nothing in it is taken on trust.
    #[staticmethod]
    fn after(
        py: Python<'_>,
        source: Source,
        chain: Given<'_, Chain>,
        tip: Given<'_, Tip>,
    ) -> PyResult<RoundReader> {
        let (chain, tip) = (&chain.0, &tip.0);
        let opened = py.detach(|| Reader::after(source.0, chain, tip));
        opened.map(RoundReader::of).map_err(|reason| not_read(py, reason))
    }

    /// The bundle's chain.
    #[getter]
    fn chain(&self) -> Chain {
        Chain(self.chain.clone())
    }

    /// The number of all rounds, according to the header.
    #[getter]
    fn count(&self) -> u64 {
        self.count
    }

    /// The first round.
    #[getter]
    fn verified_from(&self) -> u64 {
        self.start.round()
    }

    /// Whether the tip before the first round was taken on trust from the bundle's writer.
    #[getter]
    fn is_trusted(&self) -> bool {
        self.start.is_trusted()
    }

    /// A clause that says what the rounds show once they are read.
    #[getter]
    fn start(&self) -> String {
        self.start.to_string()
    }

    /// The tip after the rounds that were verified so far.
    #[getter]
    fn tip(&self, py: Python<'_>) -> Tip {
        py.detach(|| Tip(self.state.lock().unwrap_or_else(PoisonError::into_inner).tip.clone()))
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Round>> {
        let read = py.detach(|| {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            let State { reader, tip } = &mut *state;
            let Some(reader) = reader else { return Ok(None) };
            let before = reader.tip().clone();
            let round = reader.next_round()?;
            tip.clone_from(reader.tip());
            Ok::<_, BundleError>(round.map(|round| Round { round, before, after: reader.tip().clone() }))
        });
        read.map_err(|reason| not_read(py, reason))
    }

    /// Verifies all remaining rounds, on all cores if `threads` is left out.
    ///
    /// `progress(accepted, count)` is called with numbers of rounds.
    #[pyo3(
        signature = (*, threads = None, combined = Flag(false), progress = Told::default()),
        text_signature = "($self, *, threads=None, combined=False, progress=None)"
    )]
    fn verify(
        &self,
        py: Python<'_>,
        threads: Option<Threads>,
        combined: Flag,
        progress: Told,
    ) -> PyResult<Report> {
        let taken = py.detach(|| self.state.lock().unwrap_or_else(PoisonError::into_inner).reader.take());
        let reader = taken.ok_or_else(|| misuse("the bundle has been verified already"))?;
        let mut options = Options { last: Some(self.start.round() + self.count - 1), ..Options::default() };
        options.delays = if combined.0 { Delays::Combined } else { Delays::Own };
        options.threads = threads.map_or(options.threads, |threads| threads.0);
        let progress = Progress::new(progress);
        let reached = py.detach(|| {
            Verifier::of_bundle(reader, options).run(|tally| progress.counted(tally.accepted, self.count))
        });
        match (reached, progress.raised()) {
            (_, Some(error)) => Err(error),
            (Err(reason), None) => Err(not_accepted(py, reason)),
            (Ok(reached), None) => {
                self.state.lock().unwrap_or_else(PoisonError::into_inner).tip = reached.tip.clone();
                Ok(Report {
                    rounds: reached.tally.accepted,
                    epochs: reached.tally.epochs,
                    by_epochs: reached.tally.by_epochs,
                    tip: reached.tip,
                    start: self.start,
                })
            }
        }
    }

    fn __repr__(&self) -> String {
        format!("<heliast.bundle.RoundReader of {} rounds from {}>", self.count, self.start.round())
    }
}

impl RoundReader {
    fn of(reader: Reader<Input>) -> RoundReader {
        RoundReader {
            chain: reader.chain().clone(),
            start: reader.start(),
            count: reader.count(),
            state: Mutex::new(State { tip: reader.tip().clone(), reader: Some(reader) }),
        }
    }
}

/// The result of a verification.
#[pyclass(module = "heliast.bundle", frozen)]
pub(crate) struct Report {
    #[pyo3(get)]
    rounds: u64,
    #[pyo3(get)]
    epochs: u64,
    #[pyo3(get)]
    by_epochs: u64,
    tip: heliast::Tip,
    start: Start,
}

#[pymethods]
impl Report {
    /// The tip after the last round.
    #[getter]
    fn tip(&self) -> Tip {
        Tip(self.tip.clone())
    }

    /// A clause that says what the rounds show.
    #[getter]
    fn start(&self) -> String {
        self.start.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<heliast.bundle.Report: {} rounds, {}>", self.rounds, self.start)
    }
}
