//! `heliast.vdf.SegmentedEvaluation`: a delay whose segments are proved while it runs.

use super::proof::{ProofFile, suite};
use crate::{
    argument::{Given, Number, Text, Threads},
    buffer::Buffer,
    error::{malformed, misuse, unproved},
    group::Group,
    listed::parts,
    progress::{Progress, Told},
};
use heliast::{AnyGroup, Group as _, Statement, Suite};
use heliast_vdf::segments::{Cut, SegmentedEvaluation as Squaring};
use pyo3::{prelude::*, types::PyBytes};
use std::{
    sync::{
        Mutex, MutexGuard, PoisonError, TryLockError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// x^(2^t) in segments, under way.
///
/// Its lock is held as long as it runs. A request for a checkpoint is refused in that time, since it may come
/// from the progress callback.
#[pyclass(module = "heliast.vdf", frozen)]
pub(crate) struct SegmentedEvaluation {
    group: AnyGroup,
    t: u64,
    x: Vec<u8>,
    suite: Suite,
    cut: Cut,
    done: AtomicU64,
    squaring: Mutex<Squaring<AnyGroup>>,
}

#[pymethods]
impl SegmentedEvaluation {
    /// Begins x^(2^t). The cut is the given one, or one that suits the number of threads.
    #[new]
    #[pyo3(signature = (
        group, x, t, *, level = Number::of(128), mode = Text("sieved-full".to_owned()), threads = Threads(2), cut = None
    ), text_signature = "(group, x, t, *, level=128, mode='sieved-full', threads=2, cut=None)")]
    fn new(
        group: Given<'_, Group>,
        x: Buffer,
        t: Number,
        level: Number<u16>,
        mode: Text,
        threads: Threads,
        cut: Option<GivenCut>,
    ) -> PyResult<SegmentedEvaluation> {
        let (t, level) = (t.get("t")?, level.get("level")?);
        let (x, suite) = (group.element("x", &x)?, suite(level, &mode)?);
        let cut = cut.map_or_else(|| Cut::plan(t, threads.0), |cut| cut.0);
        Squaring::start(&group.0, x, t, cut, suite)
            .map(|squaring| SegmentedEvaluation::of(&group.0, squaring))
            .map_err(misuse)
    }

    /// Continues from a checkpoint.
    #[staticmethod]
    fn resume(py: Python<'_>, group: Given<'_, Group>, checkpoint: Buffer) -> PyResult<SegmentedEvaluation> {
        let group = &group.0;
        let squaring = py.detach(|| Squaring::from_bytes(group, &checkpoint)).map_err(malformed)?;
        Ok(SegmentedEvaluation::of(group, squaring))
    }

    /// Squares to the end and proves. `progress(done, t)` is called with numbers of squarings,
    /// `save(checkpoint)` with the state.
    #[pyo3(signature = (*, threads = Threads(2), progress = Told::default(), save = Told::default(), every = Seconds(60.0)),
        text_signature = "($self, *, threads=2, progress=None, save=None, every=60.0)")]
    fn run(
        &self,
        py: Python<'_>,
        threads: Threads,
        progress: Told,
        save: Told,
        every: Seconds,
    ) -> PyResult<ProofFile> {
        let (progress, saving) = (Progress::new(progress), Progress::new(save));
        let (failed, every) = (AtomicBool::new(false), Duration::from_secs_f64(every.0));
        let mut saved = Instant::now();
        let mut free = self.free()?;
        let squaring: &mut Squaring<AnyGroup> = &mut free;
        let go_on = |done| {
            self.done.store(done, Ordering::Relaxed);
            !failed.load(Ordering::Relaxed) && progress.counted(done, self.t)
        };
        let watch = |state: &Squaring<AnyGroup>| {
            if saving.is_heard() && saved.elapsed() >= every {
                failed.store(!saving.given(&state.to_bytes()), Ordering::Relaxed);
                saved = Instant::now();
            }
        };
        let run = py.detach(|| {
            let (y, proof) = squaring.run_watched(threads.0, go_on, watch)?;
            let statement = Statement { x: squaring.input().clone(), y, t: self.t };
            Ok(heliast::ProofFile::segmented(&self.group, &statement, &proof, self.suite))
        });
        match (run, progress.raised().or_else(|| saving.raised())) {
            (_, Some(error)) => Err(error),
            (run, None) => run.map(ProofFile).map_err(unproved),
        }
    }

    /// The checkpoint file of `spec/segments.md`.
    fn checkpoint<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let free = self.free()?;
        let squaring: &Squaring<AnyGroup> = &free;
        let bytes = py.detach(|| squaring.to_bytes());
        Ok(PyBytes::new(py, &bytes))
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

    /// -log2 of the error of the challenges.
    #[getter]
    fn level(&self) -> u16 {
        self.suite.level()
    }

    /// The method of drawing challenges.
    #[getter]
    fn mode(&self) -> &'static str {
        self.suite.mode().name()
    }

    /// The number of segments, and the b of the factor 2^b by which each is shorter than the one before.
    #[getter]
    fn cut(&self) -> (u8, u8) {
        (self.cut.count(), self.cut.shift())
    }

    fn __repr__(&self) -> String {
        let (done, t, count) = (self.done(), self.t, self.cut.count());
        format!("<heliast.vdf.SegmentedEvaluation, {done} of {t} squarings, {count} segments>")
    }
}

impl SegmentedEvaluation {
    fn of(group: &AnyGroup, squaring: Squaring<AnyGroup>) -> SegmentedEvaluation {
        SegmentedEvaluation {
            group: group.clone(),
            t: squaring.t(),
            x: group.encode(squaring.input()),
            suite: squaring.suite(),
            cut: squaring.cut(),
            done: squaring.done().into(),
            squaring: Mutex::new(squaring),
        }
    }

    /// The evaluation, unless it is running.
    fn free(&self) -> PyResult<MutexGuard<'_, Squaring<AnyGroup>>> {
        match self.squaring.try_lock() {
            Ok(squaring) => Ok(squaring),
            Err(TryLockError::Poisoned(poisoned)) => Ok(PoisonError::into_inner(poisoned)),
            Err(TryLockError::WouldBlock) => {
                Err(misuse("the evaluation is running: the function save is given its checkpoints"))
            }
        }
    }
}

/// The number of segments, and the b by which each is shorter.
struct GivenCut(Cut);

impl FromPyObject<'_, '_> for GivenCut {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<GivenCut> {
        let [count, shift] = parts("a tuple (segments, shift)", object)?;
        let (count, shift): (Number<u8>, Number<u8>) = (count.extract()?, shift.extract()?);
        let (count, shift) = (count.get("cut")?, shift.get("cut")?);
        let cut = Cut::new(count, shift).map(GivenCut);
        cut.ok_or_else(|| misuse(format!("there is no cut into {count} segments, each shorter by 2^{shift}")))
    }
}

/// The seconds between two checkpoints, as `heliast._arguments` reads and bounds them.
struct Seconds(f64);

impl FromPyObject<'_, '_> for Seconds {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Seconds> {
        let read = object.py().import("heliast._arguments")?.getattr("seconds")?;
        Ok(Seconds(read.call1((object, "every"))?.extract()?))
    }
}
